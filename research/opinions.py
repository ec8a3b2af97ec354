"""How far search can trust the network's opinion of a move: `python research/opinions.py roll --rounds 40`.

The network plays rounds against itself. In some positions with several candidates, all of them are played out in the same worlds, as
`best` does. What a candidate loses against the network's favourite, in points, is compared with how much less likely the network
finds it: the slope is `DOUBT` of `bots/<game>/training.py`, and what it leaves unexplained, beyond the error of the playouts, is `SPREAD`.
"""

import argparse
import random
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from lostcities.bots.interface import training_of
from lostcities.bots.search import SearchBot
from lostcities.games.game import Game, View
from lostcities.games.registry import NAMES, game
from lostcities.play import Match, Seeded

Numbers = NDArray[np.float64]
BINS = (0.25, 0.5, 1.0, 2.0, 3.0, 4.0, 5.5)
"""Differences of logits that are shown apart."""


def positions(played: Game, bot: SearchBot, players: int, rounds: int, every: int, seed: int) -> Iterator[View]:
    """Yield views of the seat that decides, every so many decisions, from rounds in which the network makes every move."""
    options = {"rounds": 1} if any(option.name == "rounds" for option in played.options) else {}
    asked = 0
    for number in range(rounds):
        match = Match(played.table(players, options), Seeded(random.Random(f"{seed}/{number}"), None))
        while not match.state.over:
            if match.state.player is None:
                match.deal()
                continue
            view = match.state.view(match.state.player)
            moves = bot.candidates(view)[0] if len(view["legal"]) > 1 else view["legal"]
            if len(moves) > 1:
                asked += 1
                if asked % every == 0:
                    yield view
            match.push(moves[0])


def compared(bot: SearchBot, view: View, worlds: int, rng: random.Random) -> Numbers:
    """Return, for every candidate but the favourite: logits less than it, points lost against it, and the standard error of these."""
    seen = bot.eye.see(view)
    moves, doubts = bot.candidates(view, seen)
    seeds = np.array([rng.getrandbits(64) for _ in range(worlds)], dtype=np.uint64)
    actions = [bot.game.actions[move] for move in moves]
    gains = bot.playouts.values(bot.row(view), view["seat"], bot.network.odds(*seen), actions, seeds, float("inf"))
    training = training_of(bot.game)
    lost = (gains[0] - gains[1:]) * training.VALUE
    logits = np.array(doubts[1:]) * training.VALUE / training.DOUBT
    return np.stack([logits, lost.mean(axis=1), lost.std(axis=1) / (worlds - 1) ** 0.5], axis=1)


def fitted(found: Numbers) -> tuple[float, float]:
    """Return the slope, and the spread around it without the error of the playouts."""
    logits, lost, error = found.T
    slope = float((logits * lost).sum() / (logits**2).sum())
    return slope, float(max(((lost - slope * logits) ** 2 - error**2).mean(), 0.0)) ** 0.5


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=NAMES)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--every", type=int, default=3)
    parser.add_argument("--worlds", type=int, default=128)
    parser.add_argument("--seed", type=int, default=3)
    given = parser.parse_args()
    played, rng = game(given.game), random.Random(given.seed)
    bot = SearchBot(played, worlds=given.worlds)
    views = positions(played, bot, given.players, given.rounds, given.every, given.seed)
    found = np.concatenate([compared(bot, view, given.worlds, rng) for view in views])
    slope, spread = fitted(found)
    print(f"{len(found)} candidates: {slope:.2f} points per nat, {spread:.2f} points around it")
    for low, high in zip((0.0, *BINS), (*BINS, np.inf), strict=True):
        some = found[(found[:, 0] >= low) & (found[:, 0] < high)]
        if len(some):
            print(f"{low:4.2f} nats: {some[:, 1].mean():+6.2f} points lost, {(some[:, 1] < 0).mean():4.0%} of {len(some)} better")


if __name__ == "__main__":
    main()
