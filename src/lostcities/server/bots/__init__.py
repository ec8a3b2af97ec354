"""Bots at the tables: the pool of processes that think for them, what runs in such a process, hints, and a fallback without processes.

Imports no other package of the server: a bot gets a view and nothing else.
"""
