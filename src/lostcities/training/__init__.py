"""Self-play that makes the networks in `bots/nets`. Imports torch, which is in the extra `train`, numba and numpy."""
