"""A table's socket: frames, joining, what a client can request, and what is sent to it.

Imports `http`, to know who joins, and the packages that `http` imports.
"""
