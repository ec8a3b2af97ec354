"""Training of the critics in `analysis/nets`: they learn from play of every kind what a position is worth to each seat."""
