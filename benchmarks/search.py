"""What search can find, and how dear it is: candidates of one and the same position played out to the end, or judged sooner.

python benchmarks/search.py [--game NAME] [--matches N] [--worlds N] [--jobs N]

Positions are taken from matches of `net` against itself, where the network was not sure. The truth is what many whole
playouts by the large network say: no search has the time for them. Every way of searching then chooses as `best` does, in
other worlds than those, and is paid by the truth: so much it gains over the network's favourite, in points. How much there is to
gain at all is found by letting some worlds of the truth choose, and others pay.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import random
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from lostcities.arena.processes import ONE_THREAD, environment
from lostcities.bots.interface import part
from lostcities.bots.network import Floats, NetBot
from lostcities.bots.search import MOST_ROWS, TURNS, Playouts, SearchBot, Trial
from lostcities.games.game import Game, View
from lostcities.games.registry import NAMES
from lostcities.games.registry import game as game_of

EACH = 3
"""Positions of a match."""
WAYS = {
    "to the end": (TURNS, "quick"),
    **{f"{turns} turns, judged by {judge}": (turns, judge) for turns in (4, 8, 16) for judge in ("quick", "net")},
}
TRIED = 1000
"""Worlds of every way but the truth."""
COUNTS = (64, 250, 1000)
DRAWS = 6
"""How often so many worlds are drawn from all that were played."""
MOST = (25, 100, 400)
"""So many worlds of the truth choose, while as many as are left pay."""


@dataclass
class Position:
    """A decision in doubt, and what each candidate gained in every world: by the truth, and by every way."""

    moves: list[str]
    doubts: list[float]
    gains: dict[str, Floats] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)

    def trial(self, way: str, spread: float, worlds: Any) -> Trial:
        return Trial(list(self.moves), list(self.doubts), spread, self.gains[way][:, worlds])


def positions_of(name: str, seed: int, worlds: int) -> tuple[list[Position], float]:
    """Positions of one match, played out; and how many there were a round and seat."""
    game = game_of(name)
    bot, rng = SearchBot(game, worlds=1, seed=seed), random.Random(seed)
    networks = {"quick": bot.playouts.judge, "net": bot.network}
    quick, large = bot.playouts, Playouts(game, bot.network, bot.network, TURNS)
    views, rounds = doubtful(game, bot, rng)
    found = []
    for number, (view, moves, doubts) in enumerate(rng.sample(views, min(EACH, len(views)))):
        position = Position(moves, doubts)
        position.gains["truth"] = played_out(bot, large, view, moves, worlds, np.random.default_rng([seed, number, 0]))
        for way, (turns, judge) in WAYS.items():
            quick.turns, quick.judge = turns, networks[judge]
            began = time.process_time()
            position.gains[way] = played_out(bot, quick, view, moves, TRIED, np.random.default_rng([seed, number, 1]))
            position.seconds[way] = time.process_time() - began
        found.append(position)
    return found, len(views) / rounds


def doubtful(game: Game, bot: SearchBot, rng: random.Random) -> tuple[list[tuple[View, list[str], list[float]]], int]:
    """The decisions of a match of the network against itself in which it was not sure; and rounds x seats."""
    net, views = NetBot(game), []
    match = game.deal({}, random.Random(rng.random()), game.min_players, 0)
    while not match.over:
        assert match.player is not None
        view = match.view(match.player)
        moves, doubts = bot.candidates(view)
        if len(moves) > 1:
            views.append((view, moves, doubts))
        match.push(net.decide(view))
    return views, len(match.scores) * match.players


def played_out(bot: SearchBot, playouts: Playouts, view: View, moves: list[str], worlds: int, seeds: np.random.Generator) -> Floats:
    actions, odds, row = [bot.game.actions[move] for move in moves], bot.network.odds(*bot.eye.see(view)), bot.row(view)
    batch = MOST_ROWS // len(actions)
    parts = [
        playouts.values(
            row, view["seat"], odds, actions, seeds.integers(0, 2**63, min(batch, worlds - first), dtype=np.uint64), float("inf")
        )
        for first in range(0, worlds, batch)
    ]
    return np.concatenate(parts, axis=1)


def gained(position: Position, way: str, count: int, spread: float, rng: np.random.Generator) -> float:
    """What the choice of a way gains over the network's favourite, by the truth."""
    trial = position.trial(way, spread, rng.permutation(TRIED)[:count])
    truth = position.gains["truth"].mean(axis=1)
    return float(truth[position.moves.index(trial.choice())] - truth[0])


def most(position: Position, count: int, rng: np.random.Generator) -> float:
    """What could be gained: so many worlds of the truth choose, the others pay."""
    truth = position.gains["truth"][:, rng.permutation(position.gains["truth"].shape[1])]
    first, second = truth[:, :count].mean(axis=1), truth[:, count:].mean(axis=1)
    return float(second[first.argmax()] - second[0])


def with_interval(found: list[list[float]], value: float) -> str:
    """The mean over positions, each of which was tried several times, and half of its 95 % interval."""
    means = value * np.array(found).mean(axis=1)
    return f"{means.mean():+.3f} ± {1.96 * means.std() / len(means) ** 0.5:.3f}"


def report(positions: list[Position], game: Game) -> None:
    training, rng = part(game, "training"), np.random.default_rng(0)
    spread = training.SPREAD / training.VALUE
    there = {count: [[most(position, count, rng) for _ in range(DRAWS)] for position in positions] for count in MOST}
    print(json.dumps({"could be gained": {count: with_interval(found, training.VALUE) for count, found in there.items()}}), flush=True)
    for way in WAYS:
        deviation = np.mean([np.std(position.gains[way][1] - position.gains[way][0]) for position in positions])
        dear = np.mean([position.seconds[way] / position.gains[way].size for position in positions])
        gains = {count: [[gained(position, way, count, spread, rng) for _ in range(DRAWS)] for position in positions] for count in COUNTS}
        shown = {
            "way": way,
            "ms_per_playout": round(1000 * float(dear), 3),
            "deviation": round(training.VALUE * float(deviation), 1),
            "gained": {count: with_interval(found, training.VALUE) for count, found in gains.items()},
        }
        print(json.dumps(shown), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=NAMES, default=NAMES[0])
    parser.add_argument("--matches", type=int, default=40)
    parser.add_argument("--worlds", type=int, default=1600, help="of the truth")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    chosen = parser.parse_args()
    with environment(ONE_THREAD), ProcessPoolExecutor(chosen.jobs, multiprocessing.get_context("spawn")) as pool:
        made = list(pool.map(positions_of, *zip(*[(chosen.game, seed, chosen.worlds) for seed in range(chosen.matches)], strict=True)))
    positions = [position for found, _ in made for position in found]
    print(f"{len(positions)} positions; {np.mean([count for _, count in made]):.1f} like them a round and seat")
    report(positions, game_of(chosen.game))


if __name__ == "__main__":
    main()
