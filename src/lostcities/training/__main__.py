"""`python -m lostcities.training card --minutes 8`: the same as `lostcities train`, for machines with only torch, numba and numpy."""

import argparse
import sys
from pathlib import Path

from lostcities.games.errors import BadOption
from lostcities.games.registry import game
from lostcities.training.command import as_typed, train


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m lostcities.training")
    parser.add_argument("game")
    parser.add_argument("--minutes", type=float, default=8.0)
    parser.add_argument("--distill", dest="distill_minutes", type=float, default=0.7)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--device")
    parser.add_argument("--out", type=Path, default=Path("nets"))
    parser.add_argument("--resume", action="store_true")
    parser.add_argument("--deals", type=int, default=1024)
    parser.add_argument("--begin", type=Path)
    parser.add_argument("--keep", action="store_true")
    parser.add_argument("--set", dest="settings", action="append", default=[])
    given = vars(parser.parse_args())
    command = as_typed(sys.argv[1:])
    try:
        train(game(given.pop("game")), **given, command=command, say=lambda line: print(line, file=sys.stderr, flush=True))
    except BadOption as error:  # such a machine cannot read the catalogue with its text
        print(error.reason, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
