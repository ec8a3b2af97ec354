"""Self-play that trains the networks in `bots/nets`. Needs torch, which is in the extra `train`, numba and numpy."""
