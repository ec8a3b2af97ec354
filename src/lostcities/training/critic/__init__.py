"""Training of the critics in `bots/critics/nets`: they learn from play of every kind what a position is worth to each seat."""
