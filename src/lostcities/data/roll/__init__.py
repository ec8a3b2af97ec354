"""The parts of `data` specific to the roll & write game."""
