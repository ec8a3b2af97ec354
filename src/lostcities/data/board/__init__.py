"""What data has of its own for the board game."""
