"""Measure what deciding for many matches at once gains, as ratios within one run; one JSON object per line.

usage: PYTHONPATH=src python benchmarks/batches.py [arena|env ...] [--game NAME] [--matches N] [--size N]

`arena` plays the same matches of two bots one at a time and together, compares every record, and prints rounds per second of both.
`env` steps a `BatchEnv` without an opponent and against bots, and prints the agent's steps per second; `of_bare` is the share of
those without an opponent. All figures are per second of the process's own CPU time, because other programs may be running; one core.
"""

import argparse
import json
import time
from collections.abc import Callable
from typing import Any

from lostcities.arena.statistics import Played
from lostcities.arena.tournament import Tournament, opened
from lostcities.arena.worker import Worker
from lostcities.games.registry import NAMES
from lostcities.rl import BatchEnv

BOTS = ("net", "thumb")
ONE_AT_A_TIME = 40
"""Matches that are also played one at a time."""
OPPONENTS = (None, "random", "thumb", "net:quick=true", "net")
STEPS = {None: 60, "random": 60, "thumb": 60, "net:quick=true": 20, "net": 8}


def seconds(work: Callable[[], Any]) -> tuple[float, Any]:
    """Return the CPU time that something took, and its result."""
    begin = time.process_time()
    result = work()
    return time.process_time() - begin, result


# -- the arena --


def measure_arena(name: str, matches: int, _: int) -> dict[str, Any]:
    """Play the same matches in both ways, and stop if one differs."""
    tournament = opened(Tournament(name, BOTS, matches, 2))
    pairings = tuple(tournament.pairings())
    worker, few = Worker(tournament, keep_records=True), pairings[:ONE_AT_A_TIME]
    worker.play(few[:2]), worker.play_one(few[0])  # compiles what is not in the cache
    together, played = seconds(lambda: worker.play(pairings))
    alone, singly = seconds(lambda: [worker.play_one(pairing) for pairing in few])
    for one, other in zip(singly, played[: len(few)], strict=True):
        assert match_of(one) == match_of(other), (name, one.deal)
    rates = [sum(one.result.rounds for one in some) / spent for some, spent in ((played, together), (singly, alone))]
    return {
        "arena": name,
        "bots": BOTS,
        "matches": matches,
        "rounds_per_s": round(rates[0], 1),
        "rounds_per_s_one_at_a_time": round(rates[1], 1),
        "ratio": round(rates[0] / rates[1], 1),
        "equal_records": len(few),
    }


def match_of(played: Played) -> dict[str, Any]:
    """Return a match's record without its notes, which hold times."""
    assert played.record
    return {key: value for key, value in json.loads(played.record).items() if key != "meta"}


# -- environments --


def steps_per_second(name: str, size: int, opponent: str | None, floats: bool = False) -> float:
    """Return the agent's steps per second, without the choice of its actions."""
    spent, steps = 0.0, STEPS[opponent]
    with BatchEnv(name, size, seed=1, threads=1, opponent=opponent, floats=floats) as env:
        for _ in range(3):
            env.step(env.random_actions())
        for _ in range(steps):
            actions = env.random_actions().copy()
            spent += seconds(lambda taken=actions: env.step(taken))[0]
    return size * steps / spent


def measure_env(name: str, _: int, size: int) -> dict[str, Any]:
    rates = {str(opponent): steps_per_second(name, size, opponent) for opponent in OPPONENTS}
    rates["floats"] = steps_per_second(name, size, None, floats=True)
    bare = rates["None"]
    return {"env": name, "size": size} | {
        key: {"steps_per_s": round(rate), "of_bare": round(rate / bare, 4)} for key, rate in rates.items()
    }


MEASURES = {"arena": measure_arena, "env": measure_env}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="*", metavar="what", help=", ".join(MEASURES))
    parser.add_argument("--game", choices=NAMES, action="append")
    parser.add_argument("--matches", type=int, default=400, help="matches of the arena that are played together (default: 400)")
    parser.add_argument("--size", type=int, default=4096, help="matches in the environment (default: 4096)")
    chosen = parser.parse_args()
    for what in chosen.what or MEASURES:
        if what not in MEASURES:
            parser.error(f"expected {', '.join(MEASURES)}, got {what}")
        for name in chosen.game or NAMES:
            print(json.dumps(MEASURES[what](name, chosen.matches, chosen.size)), flush=True)


if __name__ == "__main__":
    main()
