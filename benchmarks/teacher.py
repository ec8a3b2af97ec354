"""How much of what search finds a network can learn: a pupil watches pairs of playouts, and then advises `net` which candidate to play.

usage: PYTHONPATH=src python benchmarks/teacher.py [--game NAME] [--minutes M] [--width N] [--blocks N] [--out FILE] [--device cpu|cuda]

`net` plays with the advice of its pupil against `net` without. Where it is in doubt, its favourite and another candidate are
played out from the very same table, both seats going on as they are, and the pupil learns by how many points of the round the other is
better: so it learns the best answer to `net` that can be had from where it stands. It begins as `net`. From time to time it chooses in
positions that were kept apart and were played out in many worlds (`benchmarks/search.py`): what it gains there is an upper bound, as
there; in the end `net` with its advice plays whole matches against `net` without.

Needs torch, and numba-cuda for a GPU.
"""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from search import CANDIDATES, SLOTS, Field, Floats, Positions, doubtful, play_out, with_interval, worlds_of
from torch import Tensor

from lostcities.bots.interface import features_of, training_of
from lostcities.bots.search import LEAST_CHANCE, SURE
from lostcities.games.registry import NAMES
from lostcities.games.registry import game as game_of
from lostcities.training import network
from lostcities.training.command import chosen_device
from lostcities.training.duel import Player, duel
from lostcities.training.network import Shape, Weights
from lostcities.training.simulator import Simulator

BATCH = 32768
"""Pairs a gradient."""
KEPT = 64
"""So many batches are remembered ..."""
REPLAYS = 4
"""... and so many learned from for every new one."""
RATE = 3e-4
POINTS = 10
"""A pupil's output of 1 is so many points."""
OUTLIER = 8.0
"""Differences of more than so many times that are taken for as much."""
DARING = 0.3
"""The share of the matches in which `net` plays by chance, as in training: positions that it would not come to by itself."""
MEAN = 0.998
"""Of the running mean of the weights, what is left after a gradient."""


class Pupil:
    """A network that says by how much candidates differ."""

    def __init__(self, field: Field, width: int, blocks: int) -> None:
        features, training = features_of(field.game), training_of(field.game)
        weights, shape = field.networks["large"]
        self.field = field
        self.shape = Shape.of(features, max(width, shape.width), max(blocks, shape.blocks), beliefs=shape.beliefs)
        fresh = network.new_weights(self.shape, field.device, torch.Generator().manual_seed(1))
        self.weights = network.grown({key: tensor.float() for key, tensor in weights.items()}, shape.blocks, fresh)
        for key in ("token_policy", "token_policy_bias", "table_policy", "table_policy_bias"):
            self.weights[key] *= training.DOUBT / POINTS
        for tensor in self.weights.values():
            tensor.requires_grad_()
        self.mean = {key: tensor.detach().clone() for key, tensor in self.weights.items()}
        self.optimizer = torch.optim.Adam(self.weights.values(), lr=RATE)
        self.kind = weights["token"].dtype
        self.playing = {key: tensor.to(self.kind) for key, tensor in self.mean.items()}
        """The mean, as it advises."""
        self.far = torch.compile(self.wrong, dynamic=False) if field.device.type == "cuda" else self.wrong

    def opinion(self, weights: Weights, tokens: Tensor, tables: Tensor) -> Tensor:
        """Of every action, in the order of actions."""
        cast = {key: tensor.to(self.kind) for key, tensor in weights.items()}
        return network.policy(cast, self.shape, tokens, tables)[0][:, self.field.order]

    def wrong(self, tokens: Tensor, tables: Tensor, actions: Tensor, better: Tensor) -> Tensor:
        first, other = self.opinion(self.weights, tokens, tables).gather(1, actions).unbind(dim=1)
        return ((other - first - better) ** 2).mean()

    def learn(self, pairs: list[Tensor], rate: float) -> float:
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        loss = self.far(*pairs)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.weights.values(), 1.0)
        self.optimizer.step()
        self.optimizer.zero_grad(set_to_none=True)
        with torch.no_grad():
            for key, tensor in self.mean.items():
                tensor.lerp_(self.weights[key], 1 - MEAN)
                self.playing[key].copy_(tensor)
        return float(loss.detach())

    def advise(self, simulator: Simulator, own: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """What `net` does, with advice in its `own` matches; how likely it thinks every action; and where it is in doubt."""
        actions, logits = self.field.decide(simulator, "large")
        chances = logits.softmax(dim=1)
        likely = chances.topk(2, dim=1).values
        doubt = own & (likely[:, 0] <= SURE) & (likely[:, 1] >= LEAST_CHANCE) & ~self.field.out_of_patience(simulator)
        outputs, _ = self.field.policy(self.playing, self.shape, simulator.tokens.contiguous(), simulator.tables.contiguous())
        advice = outputs[:, self.field.order].masked_fill(chances < LEAST_CHANCE, -1e9).argmax(dim=1)
        return torch.where(doubt, advice, actions), chances, doubt


class Pairs:
    """Two playouts of every position side by side, from the very same table; when both are over, the next position takes their place."""

    def __init__(self, pupil: Pupil, size: int) -> None:
        field = pupil.field
        self.pupil, self.size = pupil, size
        self.source, self.simulator = field.matches(max(size // 8, 8)), field.matches(2 * size)
        self.own = torch.arange(self.source.size, device=field.device) % field.game.min_players
        """The seat that is advised in each match of the source."""
        self.daring = torch.rand(self.source.size, device=field.device) < DARING

        def numbers(*shape: int, value: int = 0) -> Tensor:
            return torch.full(shape, value, device=field.device)

        self.first, self.open = numbers(2 * size, value=-1), numbers(2 * size)
        self.seats, self.gains = numbers(2 * size), numbers(2 * size).float()
        self.actions = numbers(size, 2)
        self.tokens = torch.zeros_like(self.simulator.tokens[:size])
        self.tables = torch.zeros_like(self.simulator.tables[:size])
        self.taken = numbers(size).bool()

    def step(self) -> list[Tensor]:
        """One decision in all of them; of the pairs that are over, the positions, the actions, and by how much the second was better."""
        simulator = self.simulator
        self.fill()
        actions, _, _ = self.pupil.advise(simulator, simulator.seats == self.seats)
        simulator.step(torch.where(self.first >= 0, self.first, actions))
        self.first.fill_(-1)
        over = (self.open > 0) & (simulator.ended > 0)
        paid = simulator.rewards.gather(1, self.seats[:, None]).squeeze(1)
        self.gains = torch.where(over, paid, self.gains)
        self.open[over] = 0
        done = (self.taken & (self.open[: self.size] + self.open[self.size :] == 0)).nonzero().squeeze(1)
        self.taken[done] = False
        better = (self.gains[self.size :] - self.gains[: self.size])[done] / POINTS
        return [self.tokens[done], self.tables[done], self.actions[done], better.clamp(-OUTLIER, OUTLIER)]

    def fill(self) -> None:
        found, first, other = self.doubtful()
        free = (~self.taken).nonzero().squeeze(1)
        count = min(len(free), len(found))
        free, chosen = free[:count], torch.randperm(len(found), device=found.device)[:count]
        found, pair = found[chosen], torch.stack([first[chosen], other[chosen]], dim=1)
        self.tokens[free], self.tables[free], self.actions[free] = self.source.tokens[found], self.source.tables[found], pair
        for place, action in zip((free, free + self.size), pair.unbind(dim=1), strict=True):
            self.simulator.rows[place] = self.source.rows[found]
            self.simulator.rngs[place] = self.source.rngs[found]
            self.first[place], self.seats[place], self.open[place] = action, self.source.seats[found].long(), 1
        self.taken[free] = True
        self.source.step(self.following)

    def doubtful(self) -> tuple[Tensor, Tensor, Tensor]:
        """The matches in which the seat that is advised is in doubt, `net`'s favourite, and one of the other candidates."""
        actions, chances, doubt = self.pupil.advise(self.source, self.source.seats == self.own)
        by_chance = torch.multinomial(chances, 1).squeeze(1)
        self.following = torch.where(self.daring, by_chance, actions)
        likely = chances.topk(CANDIDATES, dim=1)
        there = (likely.values[:, 1:] >= LEAST_CHANCE).float()
        found = doubt.nonzero().squeeze(1)
        if not len(found):
            return found, found, found
        other = 1 + torch.multinomial(there[found], 1)
        return found, likely.indices[found, 0], likely.indices[found].gather(1, other).squeeze(1)


# -- lessons --


def teach(field: Field, pupil: Pupil, pairs: Pairs, minutes: float, batch: int, kept_apart: Positions, truth: Floats) -> None:
    began, said, seen, fresh = time.monotonic(), 0.0, 0, 0
    memory: list[list[Tensor]] = []
    collected: list[list[Tensor]] = []
    losses: list[float] = []
    rng = np.random.default_rng(1)
    while (elapsed := (time.monotonic() - began) / 60) < minutes:
        with torch.no_grad():
            collected.append(pairs.step())
        fresh += len(collected[-1][0])
        if fresh < batch:
            continue
        joined = [torch.cat(parts) for parts in zip(*collected, strict=True)]
        memory = [*memory, [part[:batch] for part in joined]][-KEPT:]
        collected, fresh, seen = [[part[batch:] for part in joined]], fresh - batch, seen + batch
        for chosen in [len(memory) - 1, *rng.integers(0, len(memory), REPLAYS - 1)]:
            losses.append(pupil.learn(memory[chosen], RATE * max(1 - elapsed / minutes, 0.02)))
        if elapsed - said > min(1.0, minutes / 5):
            said = elapsed
            shown = {"minutes": round(elapsed, 1), "pairs": seen, "wrong by": round(POINTS * float(np.mean(losses)) ** 0.5, 3)}
            print(json.dumps(shown | examined(field, pupil, kept_apart, truth), ensure_ascii=False), flush=True)
            losses = []


@torch.no_grad()
def examined(field: Field, pupil: Pupil, positions: Positions, truth: Floats) -> dict[str, str]:
    """What its choice gains in positions that it has not learned from, and how far it sees what is true of the second candidate."""
    tokens, tables = (torch.from_numpy(part).to(field.device) for part in (positions.tokens, positions.tables))
    outputs = torch.cat([pupil.opinion(pupil.mean, *some) for some in zip(tokens.split(4096), tables.split(4096), strict=True)])
    actions = torch.from_numpy(positions.actions).to(field.device)
    opinion = outputs.gather(1, actions.clamp(min=0)).masked_fill(actions < 0, -1e9).cpu().numpy()
    paid, choice = truth.mean(axis=2), opinion.argmax(axis=1)
    gained = positions.a_round * (np.take_along_axis(paid, choice[:, None], axis=1)[:, 0] - paid[:, 0])
    half = truth.shape[2] // 2
    true = [(part[:, 1] - part[:, 0]).mean(axis=1) for part in (truth[:, :, :half], truth[:, :, half:])]
    said = opinion[:, 1] - opinion[:, 0]
    seen = np.cov(said, true[0] + true[1])[0, 1] / 2 / max(said.var() * np.cov(*true)[0, 1], 1e-6) ** 0.5
    return {"gained a round": with_interval(gained), "sees": f"{seen:.2f}", "changes": f"{(choice > 0).mean():.2f}"}


@dataclass(frozen=True)
class Advised(Player):
    """`net` with the bots' patience, and with a pupil's advice if it has one."""

    field: Field | None = None
    pupil: Pupil | None = None

    def logits(self, simulator: Simulator, order: Tensor) -> Tensor:
        assert self.field is not None
        if self.pupil is None:
            actions, _ = self.field.decide(simulator, "large")
        else:
            actions, _, _ = self.pupil.advise(simulator, simulator.seats < simulator.players)
        return torch.nn.functional.one_hot(actions, len(order)).float()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=NAMES, default=NAMES[0])
    parser.add_argument("--minutes", type=float, default=6.0)
    parser.add_argument("--width", type=int, default=256)
    parser.add_argument("--blocks", type=int, default=3)
    parser.add_argument("--out", type=Path, help="where the pupil's weights go")
    parser.add_argument("--device", choices=("cpu", "cuda"))
    chosen = parser.parse_args()
    field = Field(game_of(chosen.game), chosen_device(chosen.device))
    large = field.device.type == "cuda"
    positions = doubtful(field, 4000 if large else 20, 2048 if large else 8)
    worlds = worlds_of(field.game, positions, 256 if large else 16, 0)
    truth = play_out(field, worlds, positions, "large", SLOTS if large else 640)
    pupil = Pupil(field, chosen.width, chosen.blocks)
    print(json.dumps({"positions": len(positions)} | examined(field, pupil, positions, truth), ensure_ascii=False), flush=True)
    pairs = Pairs(pupil, SLOTS // 2 if large else 128)
    teach(field, pupil, pairs, chosen.minutes, BATCH if large else 64, positions, truth)
    if chosen.out:
        np.savez(chosen.out, **{key: tensor.half().cpu().numpy() for key, tensor in pupil.mean.items()})
    pair = Advised(field=field, pupil=pupil), Advised(field=field)
    print(f"with its advice: {duel(field.game, field.game.min_players, {}, *pair, 8192 if large else 4, 99, field.runner)}", flush=True)


if __name__ == "__main__":
    main()
