"""The parts of `data` specific to the card game."""
