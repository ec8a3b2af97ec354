"""What search finds, and what there is to find: candidates of one and the same position, played out in many worlds.

python benchmarks/search.py [--game NAME] [--matches N] [--worlds N] [--jobs N]

Positions are taken from matches of `net` against itself, where the network was not sure. The truth is what each candidate gains when
the large network plays on, in points of the round, in more worlds than any search has the time for. Playouts by the quick network,
and by the large one in fewer worlds, then choose as `best` does, and are paid by the truth in other worlds: so much they
gain over the network's favourite, in points a round and seat, with 95 % intervals.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import random
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field

import numpy as np

from lostcities.arena.processes import ONE_THREAD, environment
from lostcities.bots.interface import part
from lostcities.bots.network import Floats, NetBot, load
from lostcities.bots.search import MOST_ROWS, Playouts, SearchBot, Trial, for_points
from lostcities.games.game import Game, View
from lostcities.games.registry import NAMES
from lostcities.games.registry import game as game_of

EACH = 3
"""Positions of a match."""
QUICK = 2000
"""Worlds of the quick network."""
COUNTS = (25, 100, 400, 1600)
DRAWS = 6
"""How often so many worlds are drawn from all that were played."""
PARTS = 4
"""Of a round: how far on the positions were."""


@dataclass
class Position:
    """A decision in doubt, and what each candidate gained in every world, as each network plays on."""

    view: View
    moves: list[str]
    doubts: list[float]
    decision: int
    """Of so many in its round before it ..."""
    decisions: int = 0
    """... and in all."""
    gains: dict[str, Floats] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)


def positions_of(name: str, seed: int, worlds: int) -> tuple[list[Position], float]:
    """Positions of one match, played out; and how many there were a round and seat."""
    game = game_of(name)
    bot, rng, quick = SearchBot(game, worlds=1, seed=seed), random.Random(seed), load(game).networks["quick"]
    ways = {"quick": for_points(game, quick), "large": for_points(game, bot.network)}
    there, rounds = doubtful(game, bot, rng)
    found = rng.sample(there, min(EACH, len(there)))
    for number, position in enumerate(found):
        for place, (network, playouts) in enumerate(ways.items()):
            began = time.process_time()
            seeds = np.random.default_rng([seed, number, place])
            position.gains[network] = played_out(bot, playouts, position, QUICK if network == "quick" else worlds, seeds)
            position.seconds[network] = time.process_time() - began
    return found, len(there) / rounds


def doubtful(game: Game, bot: SearchBot, rng: random.Random) -> tuple[list[Position], int]:
    """The decisions of a match of the network against itself in which it was not sure; and rounds x seats."""
    net, found, begun, decision = NetBot(game), list[Position](), 0, 0
    value = part(game, "training").VALUE
    match = game.deal({}, random.Random(rng.random()), game.min_players, 0)
    while not match.over:
        assert match.player is not None
        view = match.view(match.player)
        moves, doubts = bot.candidates(view)
        if len(moves) > 1:
            found.append(Position(view, moves, [value * doubt for doubt in doubts], decision))
        rounds = len(match.scores)
        match.push(net.decide(view))
        decision += 1
        if match.over or len(match.scores) > rounds:
            for position in found[begun:]:
                position.decisions = decision
            begun, decision = len(found), 0
    return found, len(match.scores) * match.players


def played_out(bot: SearchBot, playouts: Playouts, position: Position, worlds: int, seeds: np.random.Generator) -> Floats:
    view, actions = position.view, [bot.game.actions[move] for move in position.moves]
    odds, row, batch = bot.network.odds(*bot.eye.see(view)), bot.row(view), MOST_ROWS // len(actions)
    parts = [
        playouts.values(
            row, view["seat"], odds, actions, seeds.integers(0, 2**63, min(batch, worlds - first), dtype=np.uint64), float("inf")
        )
        for first in range(0, worlds, batch)
    ]
    return np.concatenate(parts, axis=1)


def gained(position: Position, network: str, count: int, spread: float, rng: np.random.Generator) -> float:
    """What the choice by so many worlds gains over the network's favourite, in worlds of the truth that had no part in it."""
    gains, truth = position.gains[network], position.gains["large"]
    order = rng.permutation(gains.shape[1])
    choice = Trial(list(position.moves), list(position.doubts), spread, gains[:, order[:count]]).choice()
    paid = (truth[:, order[count:]] if network == "large" else truth).mean(axis=1)
    return float(paid[position.moves.index(choice)] - paid[0])


def with_interval(found: list[float], factor: float) -> str:
    values = factor * np.array(found)
    return f"{values.mean():+.2f} ± {1.96 * values.std() / len(values) ** 0.5:.2f}"


def report(positions: list[Position], a_round: float, game: Game) -> None:
    spread, rng = part(game, "training").SPREAD, np.random.default_rng(0)
    for network in ("quick", "large"):
        size = positions[0].gains[network].shape[1]
        deviation = np.mean([np.std(position.gains[network][1] - position.gains[network][0]) for position in positions])
        gains = {
            count: [float(np.mean([gained(position, network, count, spread, rng) for _ in range(DRAWS)])) for position in positions]
            for count in COUNTS
            if count < size
        }
        late = [PARTS * position.decision // position.decisions for position in positions]
        shown = {
            "played on by": network,
            "ms_per_playout": round(1000 * float(np.mean([p.seconds[network] / p.gains[network].size for p in positions])), 3),
            "deviation": round(float(deviation), 1),
            "gained a round, by worlds": {count: with_interval(found, a_round) for count, found in gains.items()},
            "of it in each quarter": [
                with_interval([gain if place == quarter else 0.0 for gain, place in zip(gains[max(gains)], late, strict=True)], a_round)
                for quarter in range(PARTS)
            ],
        }
        print(json.dumps(shown, ensure_ascii=False), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=NAMES, default=NAMES[0])
    parser.add_argument("--matches", type=int, default=40)
    parser.add_argument("--worlds", type=int, default=1600, help="of the truth")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    chosen = parser.parse_args()
    made = []
    with environment(ONE_THREAD), ProcessPoolExecutor(chosen.jobs, multiprocessing.get_context("spawn")) as pool:
        asked = zip(*[(chosen.game, seed, chosen.worlds) for seed in range(chosen.matches)], strict=True)
        for found in pool.map(positions_of, *asked):
            made.append(found)
            print(f"\r{len(made)} of {chosen.matches} matches", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    positions, a_round = [position for found, _ in made for position in found], float(np.mean([count for _, count in made]))
    print(f"{len(positions)} positions; {a_round:.1f} like them a round and seat")
    report(positions, a_round, game_of(chosen.game))


if __name__ == "__main__":
    main()
