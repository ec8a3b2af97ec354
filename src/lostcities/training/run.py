"""A training run: learning for a number of minutes, with checkpoints to resume from, and measurements on the way."""

import pickle
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import torch

from lostcities.bots.interface import training_of
from lostcities.bots.torch_network import stored
from lostcities.games.errors import BadOption, Reason
from lostcities.games.game import Game
from lostcities.games.head import ROUNDS
from lostcities.training.duel import Player, Result, duel
from lostcities.training.kernels import PAST, RANDOM, SELF, THUMB
from lostcities.training.learner import Learner
from lostcities.training.network import Shape, Weights
from lostcities.training.settings import Settings

CHECKPOINT_EVERY = 60.0
SAY_EVERY = 10
"""Lessons between two lines of progress."""
MEASURE_EVERY = 100.0
LEAST_RATE = 0.02
"""The share of the learning rate that is left at the end."""
BROKEN = (OSError, EOFError, RuntimeError, ValueError, LookupError, TypeError, AttributeError, pickle.UnpicklingError)
"""What reading a file that is not one of our checkpoints can raise."""

Say = Callable[[str], None]

Content = dict[str, Any]
"""The contents of a checkpoint."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The arguments of a run."""

    game: Game
    minutes: float
    seed: int
    device: torch.device
    out: Path
    settings: Settings
    distill_minutes: float = 1.0
    deals: int = 1024
    """Deals per measurement."""
    command: str = ""
    begin: Path | None = None
    """The file of the network to start from."""
    keep: bool = False
    """Write the network even if it does not beat the one in the package."""


def beginning(plan: Plan, file: Path) -> tuple[Weights, Shape]:
    """Return the network that a run starts from. Raises `BadOption` if it is larger than the new one."""
    weights, shape = stored(plan.game, plan.device, str(file))
    settings = plan.settings
    if shape.width > settings.width or shape.blocks > settings.blocks:
        found, expected = f"{shape.width}, {shape.blocks}", f"1..{settings.width}, 1..{settings.blocks}"
        raise BadOption(Reason("wrong_net_file", {"file": str(file), "field": "width, blocks", "found": found, "expected": expected}))
    return weights, shape


class Run:
    """One training run; `say` is called with lines of progress."""

    def __init__(self, plan: Plan, say: Say) -> None:
        self.plan, self.say = plan, say
        past = stored(plan.game, plan.device) if plan.settings.against_past else None
        begin = beginning(plan, plan.begin) if plan.begin else None
        self.learner = Learner(plan.game, plan.settings, plan.seed, plan.device, past)
        if begin:
            self.learner.begin_from(*begin)
        self.elapsed = 0.0
        self.spent, self.made = 0.0, 0
        """Since the last line of progress: seconds of play and learning, without measurements and checkpoints, and decisions."""
        self.decisions = 0
        """Decisions learnt from; distillation plays more."""

    @property
    def checkpoint(self) -> Path:
        return self.plan.out / f"{self.plan.game.name}.checkpoint.pt"

    # -- checkpoints --

    def save(self) -> None:
        """Write everything needed to resume, atomically."""
        learner = self.learner
        content = self.identity() | {
            "elapsed": self.elapsed,
            "decisions": learner.decisions,
            "lessons": learner.lessons,
            "weights": learner.weights,
            "critic": learner.critic,
            "mean": learner.mean,
            "optimizer": learner.optimizer.state_dict(),
        }
        draft = self.checkpoint.with_suffix(".draft")
        torch.save(content, draft)
        draft.replace(self.checkpoint)

    def identity(self) -> Content:
        """What must be equal for a run to resume."""
        return {"game": self.plan.game.name, "settings": asdict(self.plan.settings), "seed": self.plan.seed}

    def resume(self) -> None:
        """Resume from the checkpoint."""
        try:
            self.restore(torch.load(self.checkpoint, map_location=self.plan.device, weights_only=True))
        except FileNotFoundError:
            raise BadOption(Reason("no_checkpoint", {"file": str(self.checkpoint)})) from None
        except BROKEN:
            raise BadOption(Reason("other_checkpoint", {"file": str(self.checkpoint)})) from None

    def restore(self, content: Content) -> None:
        learner, identity = self.learner, self.identity()
        if {name: content[name] for name in identity} != identity:
            raise ValueError
        for name in ("weights", "critic", "mean"):
            for key, tensor in getattr(learner, name).items():
                tensor.data.copy_(content[name][key])
        learner.optimizer.load_state_dict(content["optimizer"])
        learner.decisions, learner.lessons = content["decisions"], content["lessons"]
        self.elapsed = content["elapsed"]

    # -- learning --

    def train(self) -> None:
        """Learn until the time is up. The rate and the entropy bonus fall linearly."""
        limit = 60 * self.plan.minutes
        settings, began = self.plan.settings, time.monotonic() - self.elapsed
        saved = measured = self.elapsed
        while self.elapsed < limit:
            left, lesson = 1 - self.elapsed / limit, time.monotonic()
            self.learner.collect()
            bonus = settings.last_entropy + (settings.entropy - settings.last_entropy) * left
            how = self.learner.learn(settings.rate * max(left, LEAST_RATE), bonus)
            self.spent += time.monotonic() - lesson
            self.made += settings.steps * settings.matches
            self.elapsed = time.monotonic() - began
            self.report(how)
            if self.elapsed - saved > CHECKPOINT_EVERY:
                self.save()
                saved = self.elapsed
            if self.elapsed - measured > MEASURE_EVERY:
                self.measure(self.learner.mean, self.learner.shape, 0, self.plan.deals // 4)
                measured = self.elapsed = time.monotonic() - began
        self.decisions = self.learner.decisions
        self.save()

    def report(self, how: dict[str, float]) -> None:
        if self.learner.lessons % SAY_EVERY != 1:
            return
        parts = " ".join(f"{name} {value:.3g}" for name, value in (how | self.scores()).items())
        speed, self.spent, self.made = self.made / self.spent, 0.0, 0
        self.say(f"{self.elapsed / 60:.2f} min, {self.learner.decisions / 1e6:.0f} M decisions, {speed / 1e6:.2f} M/s: {parts}")

    def scores(self) -> dict[str, float]:
        """Return statistics of the last matches: the network's points per round against itself, and its lead over the rivals per match."""
        simulator = self.learner.simulator
        played = simulator.totals.sum(dim=1) / simulator.players / simulator.rows[:, ROUNDS]
        beside = ((simulator.rivals + 1) % simulator.players).long()
        leads = simulator.margins.gather(1, beside[:, None]).squeeze(1)
        rivals = {"random": RANDOM, "thumb": THUMB, "past": PAST}
        met = {name: leads[simulator.kinds == kind] for name, kind in rivals.items()}
        found = {"points": played[simulator.kinds == SELF]} | {f"vs_{name}": leads for name, leads in met.items()}
        return {name: float(figures.mean()) for name, figures in found.items() if len(figures)}

    def measure(self, weights: Weights, shape: Shape, table: int, deals: int) -> dict[str, Result]:
        """Play paired matches against the fixed rivals, at one table of the mix."""
        _, players, options = training_of(self.plan.game).MIX[table]
        own = Player(weights=self.cast(weights), shape=shape)
        found = {}
        for name, kind in (("random", RANDOM), ("thumb", THUMB)):
            found[name] = duel(self.plan.game, players, options, own, Player(kind), deals, 1000 + self.plan.seed, self.learner.runner)
            self.say(f"  {players} players {options} against {name}: {found[name]}")
        return found

    def cast(self, weights: Weights) -> Weights:
        """Return the weights as they will be stored: rounded to float16."""
        return {name: tensor.detach().half().to(self.learner.kind) for name, tensor in weights.items()}

    def compare(self, first: tuple[Weights, Shape], other: tuple[Weights, Shape], table: int = 0) -> Result:
        """Compare two networks in paired matches at a table of the mix; the first table is the most usual one."""
        _, players, options = training_of(self.plan.game).MIX[table]
        pair = [Player(weights=self.cast(weights), shape=shape) for weights, shape in (first, other)]
        return duel(self.plan.game, players, options, pair[0], pair[1], 2 * self.plan.deals, 77 + self.plan.seed, self.learner.runner)
