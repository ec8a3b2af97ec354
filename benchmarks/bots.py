"""How strong the bots are against each other: every figure of `docs/bots/measured.md`, each by its own command of the arena.
(Rules of thumb alone are measured faster by `benchmarks/thumb.py`.)

usage: python benchmarks/bots.py [--records DIR] [--only TEXT]

Prints the page's table, a line as soon as it is measured. Bots that think by the clock want a quiet machine. With
`--records` the matches are kept, and the same command again goes on after what is there.
"""

import argparse
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

Pair = dict[str, Any]


def points(pair: Pair) -> str:
    return f"{pair['margin_per_round']:+.1f} ± {pair['ci95']:.1f} points a round"


def share(pair: Pair) -> str:
    return f"{100 * pair['win_share']:.1f} % ({100 * pair['win_share_low']:.1f}–{100 * pair['win_share_high']:.1f}) of matches"


def both(pair: Pair) -> str:
    return f"{points(pair)}, {share(pair)}"


def time(pair: Pair) -> str:
    return f"{pair['ms_per_move'][0]:.2f} ms a move"


def capped(pair: Pair) -> str:
    return f"{pair['truncated']} of {pair['matches']} matches reached it"


class Line(NamedTuple):
    """One line of the page: what is asked, the arena's arguments, and the figure that answers it."""

    what: str
    arena: str
    figure: Callable[[Pair], str]


LINES = (
    Line("`card`: `net` against `random`", "card net random --matches 700", points),
    Line("`card`: `net` against `thumb`", "card net thumb --matches 700", both),
    Line("`card`: time for a decision of `net`, one core", "card net random --matches 20 --jobs 1", time),
    Line("`card`: `best:ms=200` against `net`", "card best:ms=200 net --matches 200", both),
    Line("`card`: `best` with its second against `net`", "card best net --matches 60", both),
    Line("`card`: rounds of `net` against itself at a cap of 300 turns", "card net net --option max_turns=300 --matches 200", capped),
    Line(
        "`card`: rounds of `best` against itself at that cap",
        "card best:worlds=32 best:worlds=32 --option max_turns=300 --matches 200",
        capped,
    ),
    *(
        Line(
            f"`{game}`, {players} players: `best:ms=100` against `thumb`",
            f"{game} best:ms=100 thumb --players {players} --matches 240",
            share,
        )
        for game, most in (("board", 4), ("roll", 5))
        for players in range(2, most + 1)
    ),
)


def measured(line: Line, records: Path | None) -> str:
    arguments = line.arena.split()
    kept = ["--records", str(records / "-".join(arguments).replace(":", "_"))] if records else []
    command = [sys.executable, "-m", "lostcities", "arena", *arguments, *kept, "--json"]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    [pair] = json.loads(done.stdout)["pairs"]
    return line.figure(pair)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--records", type=Path, help="keep the matches here")
    parser.add_argument("--only", default="", help="lines with this text in them")
    chosen = parser.parse_args()
    print("| what | measured | command |", "| --- | --- | --- |", sep="\n", flush=True)
    for line in LINES:
        if chosen.only in f"{line.what} {line.arena}":
            print(f"| {line.what} | {measured(line, chosen.records)} | `lostcities arena {line.arena}` |", flush=True)


if __name__ == "__main__":
    main()
