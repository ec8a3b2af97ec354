"""`lostcities train` and `exploit` for machines with only torch, numba and numpy.

`python -m lostcities.training card --minutes 8` trains; `python -m lostcities.training exploit card --bot net` trains adversaries.
"""

import sys

from lostcities.training.command import main

if __name__ == "__main__":
    sys.exit(main(program="python -m lostcities.training"))
