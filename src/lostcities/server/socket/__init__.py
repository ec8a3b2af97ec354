"""A table's socket: frames, joining, what a client can ask, and what is on its way to it.

Imports `http`, to know who joins, and the rooms that `http` imports.
"""
