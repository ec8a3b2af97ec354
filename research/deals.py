"""How much luck it removes to play each deal from every seat: the figures of `docs/research/duplicate-deals.md`.

usage: python research/deals.py [--deals N] [--jobs J] [--only GAME]

For each pair of bots, the variance of a deal's mean against that of as many independent matches. 1: playing the same deal again
is worth as much as a new one. Prints the page's table.
"""

import argparse
from functools import partial
from itertools import groupby
from statistics import fmean, pvariance
from typing import Any

from lostcities.arena.processes import Processes
from lostcities.arena.running import Run
from lostcities.arena.statistics import Played, margin, share
from lostcities.arena.tournament import Tournament, opened
from lostcities.arena.worker import Worker

PAIRS: tuple[tuple[str, int, tuple[str, str]], ...] = (
    ("card", 2, ("thumb", "bruno")),
    ("card", 2, ("net", "odile")),
    ("board", 2, ("net", "odile")),
    ("roll", 2, ("net", "odile")),
)


def ratio(matches: list[Played], figure: Any) -> float:
    """The variance of a deal's mean, times its matches, divided by the variance of a match in its seat."""
    seats = range(max(played.seat for played in matches) + 1)
    single = fmean(pvariance([figure(played) for played in matches if played.seat == seat]) for seat in seats)
    means = [fmean(map(figure, deal)) for _, deal in groupby(matches, key=lambda played: played.deal)]
    return len(seats) * pvariance(means) / single


def measured(name: str, players: int, bots: tuple[str, str], deals: int, jobs: int | None) -> str:
    tournament = opened(Tournament(name, bots, deals * players, players))
    run = Run(tournament, Processes(partial(Worker, tournament, False), jobs))
    run.play()
    matches = sorted(run.matches.values(), key=lambda played: (played.deal, played.seat))
    return f"| `{name}`, {players} players | `{bots[0]}` – `{bots[1]}` | {ratio(matches, margin):.2f} | {ratio(matches, share):.2f} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=300)
    parser.add_argument("--jobs", type=int)
    parser.add_argument("--only", help="a game")
    chosen = parser.parse_args()
    print("| table | bots | margin | share of wins |", "| --- | --- | --- | --- |", sep="\n", flush=True)
    for pair in PAIRS:
        if chosen.only not in (None, pair[0]):
            continue
        print(measured(*pair, chosen.deals, chosen.jobs), flush=True)


if __name__ == "__main__":
    main()
