"""What data has of its own for the card game."""
