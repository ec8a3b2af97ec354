"""`python -m lostcities.training card --minutes 8`: the same as `lostcities train`, for machines that have torch, numba and numpy only."""

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
    parser.add_argument("--distill", type=float, default=0.7)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--device")
    parser.add_argument("--out", type=Path, default=Path("nets"))
    parser.add_argument("--resume", action="store_true")
    parser.add_argument("--deals", type=int, default=1024)
    parser.add_argument("--begin", type=Path)
    parser.add_argument("--keep", action="store_true")
    parser.add_argument("--set", action="append", default=[])
    given = parser.parse_args()
    try:
        train(
            game(given.game),
            minutes=given.minutes,
            distill_minutes=given.distill,
            seed=given.seed,
            device=given.device,
            out=given.out,
            resume=given.resume,
            deals=given.deals,
            begin=given.begin,
            keep=given.keep,
            settings=given.set,
            command=as_typed(sys.argv[1:]),
            say=lambda line: print(line, file=sys.stderr, flush=True),
        )
    except BadOption as error:  # the words for it are in a catalogue that such a machine cannot read
        print(error.reason, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
