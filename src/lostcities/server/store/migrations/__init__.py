"""How the database became what `models.py` says, step by step. Applied when a server starts."""

STEPS = ("0001", "0002", "0003", "0004")
"""All steps, in their order."""
