"""The database: what is stored of a table, its one writer, people, lists, sweeping, backups. SQLAlchemy is known here alone.

Imports no other room: whoever calls hands over what is in memory.
"""
