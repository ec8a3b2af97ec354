"""How strong an opponent for people is, and which ones are equal steps apart: a round robin on a GPU.

usage: PYTHONPATH=src python research/characters.py [--game NAME] [--matches N] [--above N] [--device cpu|cuda]

The weakest opponent stands in `bots/<game>/tables.py`. On the way from there to the network lie others that are freer the
weaker they are. All of them, the network, the rule bot and random play meet each other at the game's usual table, and are rated:
400 points more means odds of ten to one, and the rule bot is 1000. What counts in the end are ratings in the ladder's pool, which has four
of them. The last line has those that divide the way from the weakest one to the strongest bot, which is `--above` points
above the network, into the most equal steps there.

Needs torch, and numba-cuda for a GPU.
"""

from __future__ import annotations

import argparse
import json
from itertools import combinations

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from lostcities.bots.batches.runner import Runner
from lostcities.bots.character import NAMES
from lostcities.bots.interface import tables_of
from lostcities.bots.net_bot import PATIENCE, held_back
from lostcities.games.game import Game
from lostcities.games.head import TURN
from lostcities.games.notation import DRAW
from lostcities.games.registry import NAMES as GAMES
from lostcities.games.registry import game as game_of
from lostcities.games.rows import MATCH_OVER
from lostcities.training import kernels
from lostcities.training.devices import chosen_device
from lostcities.training.duel import LONGEST
from lostcities.training.player import stored_player
from lostcities.training.settings import PACKAGE
from lostcities.training.simulator import Simulator

FREEDOMS = np.linspace(0.12, 1, 23)
"""Of the weakest opponent's temperature, what the others have."""
RASH = 1.6
"""The impulses fall faster than the temperature: with the power of so much."""
OTHERS = ("net", "thumb", "random")
ANCHOR = 1000
PASSES = 2000
FEWER = 100
"""Passes that are enough where the strengths are nearly known."""

Numbers = NDArray[np.float64]


class League:
    """Every pair of a pool, half of its matches from each seat, side by side."""

    def __init__(self, game: Game, device: torch.device, matches: int) -> None:
        self.game, self.device = game, device
        self.net = stored_player(game, PACKAGE, device)
        self.deck = game.actions.get(DRAW, -1)
        characters = [character(game, freedom) for freedom in FREEDOMS]
        self.temperatures, self.impulses = zip(*characters, *((0.0, 0.0) for _ in OTHERS), strict=True)
        pairs = list(combinations(range(len(self.temperatures)), 2))
        both = [*pairs, *((second, first) for first, second in pairs)]
        self.seated = torch.tensor(both, device=device).repeat_interleave(matches // 2, dim=0)
        """Matches x seats: who sits there."""
        held = [held_back(move) for move in game.tokens]
        self.at_once = ~torch.tensor(held, device=device)

    def decide(self, simulator: Simulator, who: Tensor) -> Tensor:
        """What everybody does; the rule bot is told apart by its kind."""
        temperatures, impulses = (torch.tensor(found, device=who.device)[who] for found in (self.temperatures, self.impulses))
        logits = self.net.logits(simulator)
        impatient = self.out_of_patience(simulator)
        best = torch.where(impatient, self.deck, logits.argmax(dim=1))
        legal = simulator.masks > 0
        noise = -torch.empty_like(logits).exponential_().log()
        free = (logits / temperatures[:, None].clamp(min=1e-3).float() + noise).argmax(dim=1)
        settled = (temperatures == 0) | impatient
        rash = legal & self.at_once
        rash = torch.where(rash.any(dim=1, keepdim=True), rash, legal)
        by_chance = torch.rand(len(who), device=who.device) < impulses
        actions = torch.where(by_chance, any_of(rash), torch.where(settled, best, free))
        return torch.where(who == len(self.temperatures) - 1, any_of(legal), actions)

    def out_of_patience(self, simulator: Simulator) -> Tensor:
        """Where a bot draws from the deck, whatever it thinks."""
        turns = simulator.rows[:, TURN].int() + 256 * simulator.rows[:, TURN + 1].int()
        return (turns >= PATIENCE * self.game.min_players) & (simulator.masks[:, self.deck] > 0) & (self.deck >= 0)

    @torch.no_grad()
    def play(self) -> Numbers:
        """Who won how often against whom; a match that two win is half a win for each."""
        size = len(self.seated)
        table = [(1, self.game.min_players, {})]
        simulator = Simulator(self.game, table, size, 1, self.device, Runner(self.game, self.device))
        shares = torch.full((size,), float("nan"), device=self.device)
        thumb = len(self.temperatures) - 2
        for _ in range(LONGEST):
            who = self.seated.gather(1, simulator.seats.long()[:, None]).squeeze(1)
            simulator.kinds.copy_((who == thumb) * kernels.THUMB)
            simulator.rivals.copy_(simulator.seats)
            simulator.step(self.decide(simulator, who))
            over = shares.isnan() & ((simulator.ended & MATCH_OVER) > 0)
            shares = torch.where(over, 0.5 + 0.5 * simulator.margins[:, 0].sign(), shares)
            if not shares.isnan().any():
                break
        return self.counted(shares)

    def counted(self, shares: Tensor) -> Numbers:
        wins = np.zeros((len(self.temperatures), len(self.temperatures)))
        found, seated = shares.cpu().numpy(), self.seated.cpu().numpy()
        known = ~np.isnan(found)
        first, second = seated[known].T
        np.add.at(wins, (first, second), found[known])
        np.add.at(wins, (second, first), 1 - found[known])
        return wins


def character(game: Game, freedom: float) -> tuple[float, float]:
    """The temperature and the impulses of an opponent on the way from the network to the weakest one."""
    temperature, impulse = tables_of(game).CHARACTERS[0]
    return round(temperature * freedom, 2), round(impulse * freedom**RASH, 3)


def any_of(allowed: Tensor) -> Tensor:
    return torch.rand(allowed.shape, device=allowed.device).masked_fill(~allowed, -1).argmax(dim=1)


def ratings(wins: Numbers, passes: int = PASSES, before: Numbers | None = None) -> Numbers:
    """The likeliest ones (Hunter 2004); half a win more for everybody against everybody, so that nobody is out of reach."""
    wins = wins + 0.5 * ~np.eye(len(wins), dtype=bool)
    strength = np.ones(len(wins)) if before is None else 10 ** ((before - ANCHOR) / 400)
    for _ in range(passes):
        strength = wins.sum(axis=1) / ((wins + wins.T) / (strength[:, None] + strength)).sum(axis=1)
        strength /= strength[len(strength) - 2]
    return ANCHOR + 400 * np.log10(strength)


def equal_steps(wins: Numbers, rated: Numbers, above: float) -> tuple[list[int], Numbers]:
    """The opponents that stand at the most equal steps between the weakest one and the strongest bot, and the ratings of all of them."""
    weakest, others = len(FREEDOMS) - 1, range(len(FREEDOMS), len(rated))
    best: tuple[float, list[int], Numbers] = (np.inf, [], rated)
    for between in combinations(range(weakest), len(NAMES) - 2):
        pool = [weakest, *reversed(between), *others]
        found = ratings(wins[np.ix_(pool, pool)], FEWER, rated[pool])[: len(NAMES)]
        found[-1] += above
        best = min(best, (float(np.diff(found).std()), pool[: len(NAMES) - 1], found), key=lambda one: one[0])
    return best[1], best[2]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=GAMES, default=GAMES[0])
    parser.add_argument("--matches", type=int, help="of each pair")
    parser.add_argument("--above", type=float, default=20.0)
    parser.add_argument("--device", choices=("cpu", "cuda"))
    chosen = parser.parse_args()
    game, device = game_of(chosen.game), chosen_device(chosen.device)
    wins = League(game, device, chosen.matches or (512 if device.type == "cuda" else 2)).play()
    found = ratings(wins)
    on_the_way, others = found[: len(FREEDOMS)], found[len(FREEDOMS) :]
    for freedom, rating in zip(FREEDOMS, on_the_way, strict=True):
        print(json.dumps({"character": character(game, freedom), "rating": round(rating)}), flush=True)
    print(json.dumps({name: round(rating) for name, rating in zip(OTHERS, others, strict=True)}), flush=True)
    chosen_ones, ranks = equal_steps(wins, found, chosen.above)
    print(json.dumps({"characters": [character(game, FREEDOMS[i]) for i in chosen_ones], "ratings": ranks.round().tolist()}))


if __name__ == "__main__":
    main()
