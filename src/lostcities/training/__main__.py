"""`python -m lostcities.training card --minutes 8`: the same as `lostcities train`, for machines with only torch, numba and numpy."""

import sys

from lostcities.training.command import main

if __name__ == "__main__":
    sys.exit(main(program="python -m lostcities.training"))
