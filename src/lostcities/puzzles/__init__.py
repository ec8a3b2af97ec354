"""Puzzles: positions whose best move holds under every reasonable belief about what is hidden. Mined in self-play, and shipped as data."""
