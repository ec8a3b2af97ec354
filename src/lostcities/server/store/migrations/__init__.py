"""Migrations to the database that `models.py` describes, applied when a server starts."""

STEPS = ("0001", "0002", "0003", "0004", "0005", "0006")
"""All migrations, in order."""
