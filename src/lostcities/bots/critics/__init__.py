"""Critics: what a position is worth to every seat. Bots look ahead with them, and `analysis/` tells skill from luck by them."""
