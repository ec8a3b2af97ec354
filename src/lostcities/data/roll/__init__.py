"""What data has of its own for the roll & write game."""
