"""The database: tables, its only writer, people, lists, sweeping, backups. No other package uses SQLAlchemy.

Imports no other package of the server: callers pass in what is in memory.
"""
