"""Bots at the tables: the pool of processes that think for them, what runs in one, hints, and the fallback where there is no process.

Imports no other room: a bot gets a view, and nothing else.
"""
