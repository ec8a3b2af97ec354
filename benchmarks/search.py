"""What there is to find for search, and what it finds: candidates of positions in doubt, played out by each network, on a GPU.

usage: PYTHONPATH=src python benchmarks/search.py [--game NAME] [--positions N] [--worlds N] [--device cpu|cuda]

Positions are taken from matches of `net` against itself, where it was in doubt. The truth is what each candidate gains when the large
network plays on, in points of the round. So many worlds of either network then choose as `best` does, and are paid by the truth in
worlds that had no part in the choice: so much they gain over the network's favourite, in points a round and seat, with 95 %
intervals. That is an upper bound where one position looks like the next: what is gained in one of them cannot be gained again.

Needs torch, and numba-cuda for a GPU; on a CPU a few positions take minutes.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from lostcities.bots import playout
from lostcities.bots.interface import features_of, training_of
from lostcities.bots.network import DECK, PATIENCE, load
from lostcities.bots.search import LEAST_CHANCE, SURE, Trial, engine_of
from lostcities.games.game import Game
from lostcities.games.head import TURN
from lostcities.games.registry import NAMES
from lostcities.games.registry import game as game_of
from lostcities.games.rows import ROUND_OVER
from lostcities.training import network
from lostcities.training.command import chosen_device
from lostcities.training.network import Shape, Weights
from lostcities.training.run import stored
from lostcities.training.simulator import Runner, Simulator

MATCHES = 2048
ROUNDS = 6
"""About so many are played in each of them before the search for positions ends."""
SLOTS = 131072
"""Playouts side by side."""
PART = 500
"""Positions that are played out at once; their worlds must fit a GPU's memory."""
CANDIDATES = 3
COUNTS = (32, 64, 128, 256, 512, 1024)
DRAWS = 3
"""How often so many worlds are drawn from all that were played."""
QUARTERS = 4
"""How late the positions were: as many in each."""

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]


@dataclass
class Positions:
    """Decisions in doubt, and what can be done there, the network's favourite first."""

    rows: Bytes
    seats: Bytes
    tokens: Bytes
    tables: Bytes
    actions: NDArray[np.int64]
    """Positions x candidates; -1 where there are fewer."""
    logits: Floats
    a_round: float = 0.0
    """How many like them there are a round and seat."""

    def __len__(self) -> int:
        return len(self.rows)

    def some(self, chosen: Any) -> Positions:
        parts = (self.rows, self.seats, self.tokens, self.tables, self.actions, self.logits)
        return Positions(*(part[chosen] for part in parts), self.a_round)

    @property
    def turns(self) -> NDArray[np.int64]:
        low, high = self.rows[:, TURN : TURN + 2].astype(np.int64).T
        return low + 256 * high


class Field:
    """A game's matches and networks on one device."""

    def __init__(self, game: Game, device: torch.device) -> None:
        self.game, self.device = game, device
        self.runner = Runner(game, device)
        self.order = network.action_order(features_of(game), device)
        self.deck = game.actions.get(DECK, -1)
        self.networks = {"large": self.network("net"), "quick": self.network("quick")}
        self.policy = torch.compile(network.policy, dynamic=False) if device.type == "cuda" else network.policy

    def network(self, name: str) -> tuple[Weights, Shape]:
        weights, shape = stored(self.game, self.device, name=name)
        kind = torch.bfloat16 if self.device.type == "cuda" else torch.float32
        return {key: tensor.to(kind) for key, tensor in weights.items()}, shape

    def matches(self, size: int) -> Simulator:
        """Matches that pay the points of a round."""
        simulator = Simulator(self.game, [(1, self.game.min_players, {})], size, 1, self.device, self.runner)
        simulator.point, simulator.win = 1.0, 0.0
        return simulator

    def decide(self, simulator: Simulator, name: str) -> tuple[Tensor, Tensor]:
        """What a network does in every match, with the bots' patience, and its logits."""
        logits, _ = self.policy(*self.networks[name], simulator.tokens.contiguous(), simulator.tables.contiguous())
        logits = network.legal_logits(logits, self.order, simulator.masks)
        return torch.where(self.out_of_patience(simulator), self.deck, logits.argmax(dim=1)), logits

    def out_of_patience(self, simulator: Simulator) -> Tensor:
        """Where a bot draws from the deck, whatever it thinks."""
        turns = simulator.rows[:, TURN].int() + 256 * simulator.rows[:, TURN + 1].int()
        return (turns >= PATIENCE * self.game.min_players) & (simulator.masks[:, self.deck] > 0) & (self.deck >= 0)


# -- positions --


@torch.no_grad()
def doubtful(field: Field, count: int, matches: int) -> Positions:
    """About so many decisions of `net` against itself in which it was not sure."""
    simulator, found = field.matches(matches), []
    generator = torch.Generator().manual_seed(1)
    rounds = in_doubt = 0
    while rounds < ROUNDS * matches:
        actions, logits = field.decide(simulator, "large")
        chances = logits.softmax(dim=1)
        first, second = chances.topk(2, dim=1).values.unbind(dim=1)
        patient = actions == logits.argmax(dim=1)
        doubt = (patient & (first <= SURE) & (second >= LEAST_CHANCE)).cpu()
        in_doubt += int(doubt.sum())
        chosen = (doubt & (torch.rand(matches, generator=generator) < count / (60 * ROUNDS * matches))).nonzero().squeeze(1)
        found.append(positions_of(simulator, chosen.to(field.device), logits, chances))
        simulator.step(actions)
        rounds += int(((simulator.ended & ROUND_OVER) > 0).sum())
    parts = zip(*found, strict=True)
    return Positions(*(np.concatenate(part) for part in parts), a_round=in_doubt / rounds / field.game.min_players)


def positions_of(simulator: Simulator, chosen: Tensor, logits: Tensor, chances: Tensor) -> list[Any]:
    likely = chances[chosen].topk(CANDIDATES, dim=1)
    actions = torch.where(likely.values >= LEAST_CHANCE, likely.indices, -1)
    parts = (simulator.rows, simulator.seats, simulator.tokens, simulator.tables)
    found = [*(part[chosen] for part in parts), actions, logits[chosen].gather(1, likely.indices)]
    return [part.cpu().numpy() for part in found]


def worlds_of(game: Game, positions: Positions, count: int, seed: int) -> Bytes:
    """Positions x worlds x row, as search makes them."""
    believed, make = load(game).networks["net"], engine_of(game).kernel(playout.make_worlds)
    rngs = np.random.default_rng(seed).integers(0, 2**63, (len(positions), count, 1), dtype=np.uint64)
    worlds = np.zeros((len(positions), count, positions.rows.shape[1]), dtype=np.uint8)
    for i in range(len(positions)):
        odds = believed.odds(positions.tokens[i : i + 1], positions.tables[i : i + 1])
        make(np.ascontiguousarray(positions.rows[i]), int(positions.seats[i]), odds, rngs[i], worlds[i])
    return worlds


# -- playouts --


class Playing:
    """Playouts side by side: whenever one is over, the next takes its slot."""

    def __init__(self, field: Field, worlds: Bytes, positions: Positions, slots: int) -> None:
        def put(array: NDArray[Any]) -> Tensor:
            return torch.from_numpy(array).to(field.device)

        self.field = field
        self.worlds, self.actions, self.seats = put(worlds), put(positions.actions), put(positions.seats).long()
        self.gains = torch.zeros((len(positions), CANDIDATES, worlds.shape[1]), device=field.device)
        there = (self.actions >= 0)[:, :, None].expand_as(self.gains)
        self.waiting = there.flatten().nonzero().squeeze(1)
        """The numbers of playouts not yet begun: position, candidate and world in one."""
        self.left = len(self.waiting)
        self.simulator = field.matches(min(slots, self.left))
        self.numbers = torch.full((self.simulator.size,), -1, device=field.device)
        """Of the playout in each slot; -1: none."""
        self.first = torch.full_like(self.numbers, -1)
        """The candidate that is to be played first in each slot; -1: it has been."""

    def place(self, numbers: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        _, candidates, worlds = self.gains.shape
        return numbers // (candidates * worlds), numbers // worlds % candidates, numbers % worlds

    def fill(self) -> None:
        free = (self.numbers < 0).nonzero().squeeze(1)[: len(self.waiting)]
        numbers, self.waiting = self.waiting[: len(free)], self.waiting[len(free) :]
        position, candidate, world = self.place(numbers)
        self.simulator.rows[free] = self.worlds[position, world]
        self.simulator.rngs[free, 0] = position * self.gains.shape[2] + world
        self.numbers[free] = numbers
        self.first[free] = self.actions[position, candidate]

    def step(self, name: str) -> None:
        simulator = self.simulator
        actions, _ = self.field.decide(simulator, name)
        simulator.step(torch.where(self.first >= 0, self.first, actions))
        self.first.fill_(-1)
        over = ((self.numbers >= 0) & (simulator.ended > 0)).nonzero().squeeze(1)
        seats = self.seats[self.place(self.numbers[over])[0]]
        self.gains.view(-1)[self.numbers[over]] = simulator.rewards[over, seats]
        self.numbers[over] = -1
        self.left -= len(over)


@torch.no_grad()
def play_out(field: Field, worlds: Bytes, positions: Positions, name: str, slots: int) -> Floats:
    """What each candidate gains in each world when the network plays on: points of the round."""
    playing = Playing(field, worlds, positions, slots)
    while playing.left:
        playing.fill()
        playing.step(name)
    return playing.gains.cpu().numpy()


# -- what it says --


def gained(game: Game, positions: Positions, gains: Floats, truth: Floats, count: int) -> Floats:
    """What the choice by so many worlds gains over the network's favourite in each position, paid by the truth in other worlds."""
    training, rng = training_of(game), np.random.default_rng(0)
    found = np.zeros(len(positions), dtype=np.float32)
    for i in range(len(positions)):
        kept = int((positions.actions[i] >= 0).sum())
        doubts = training.DOUBT * (positions.logits[i, 0] - positions.logits[i, :kept])
        for _ in range(DRAWS):
            order = rng.permutation(gains.shape[2])
            trial = Trial([str(k) for k in range(kept)], doubts.tolist(), training.SPREAD, gains[i, :kept][:, order[:count]])
            choice = int(trial.choice())
            paid = truth[i] if gains is not truth else truth[i][:, order[count:]]
            found[i] += (paid[choice].mean() - paid[0].mean()) / DRAWS
    return found


def with_interval(values: Floats) -> str:
    return f"{values.mean():+.2f} ± {1.96 * values.std() / len(values) ** 0.5:.2f}"


def report(game: Game, positions: Positions, by_network: dict[str, Floats]) -> None:
    truth = by_network["large"]
    late = QUARTERS * positions.turns.argsort().argsort() // len(positions)
    for name, gains in by_network.items():
        for count in [count for count in COUNTS if count < truth.shape[2]]:
            found = positions.a_round * gained(game, positions, gains, truth, count)
            quarters = [with_interval(np.where(late == quarter, found, 0)) for quarter in range(QUARTERS)]
            shown = {"played on by": name, "worlds": count, "gained a round": with_interval(found), "of it in each quarter": quarters}
            print(json.dumps(shown, ensure_ascii=False), flush=True)
    for name, gains in by_network.items():
        shown = {"played on by": name, "deviation of a difference": round(float((gains[:, 1] - gains[:, 0]).std(axis=1).mean()), 1)}
        print(json.dumps(shown | alike(gains, truth)), flush=True)


def alike(gains: Floats, truth: Floats) -> dict[str, float]:
    """How much the second candidate truly differs from the first from position to position, and how far the two networks agree on it."""
    half = truth.shape[2] // 2
    ours, true = (found[:, 1] - found[:, 0] for found in (gains, truth))
    halves = [(own[:, :half].mean(axis=1), own[:, half:].mean(axis=1)) for own in (ours, true)]
    own, theirs = (np.cov(first, second)[0, 1] for first, second in halves)  # what two halves share is not chance
    together = np.cov(halves[0][0], halves[1][1])[0, 1]
    return {"differs by": round(float(max(own, 0) ** 0.5), 2), "agrees": round(float(together / max(own * theirs, 1e-9) ** 0.5), 2)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=NAMES, default=NAMES[0])
    parser.add_argument("--positions", type=int, help="about so many, at least 10")
    parser.add_argument("--worlds", type=int)
    parser.add_argument("--device", choices=("cpu", "cuda"))
    chosen = parser.parse_args()
    game, device = game_of(chosen.game), chosen_device(chosen.device)
    large = device.type == "cuda"
    field = Field(game, device)
    positions = doubtful(field, chosen.positions or (10000 if large else 20), MATCHES if large else 8)
    print(f"{len(positions)} positions; {positions.a_round:.1f} like them a round and seat", flush=True)
    found: dict[str, list[Floats]] = {"large": [], "quick": []}
    for first in range(0, len(positions), PART):
        some = positions.some(slice(first, first + PART))
        worlds = worlds_of(game, some, chosen.worlds or (512 if large else 64), first)
        for name, gains in found.items():
            gains.append(play_out(field, worlds, some, name, SLOTS if large else 640))
        print(f"\r{first + len(some)} played out", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    report(game, positions, {name: np.concatenate(gains) for name, gains in found.items()})


if __name__ == "__main__":
    main()
