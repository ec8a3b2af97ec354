"""The parts of `data` specific to the board game."""
