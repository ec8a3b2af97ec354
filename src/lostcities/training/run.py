"""A training run: learning until the budget is spent, with checkpoints to continue from, and measurements on the way."""

import time
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path

from lostcities.bots.critics.torch_critic import stored_critic
from lostcities.bots.torch_network import stored
from lostcities.games.errors import BadOption, Reason
from lostcities.games.head import ROUNDS
from lostcities.training import checkpoint, tables
from lostcities.training.config import MINUTES, Config
from lostcities.training.devices import device_name
from lostcities.training.duel import Result, duel
from lostcities.training.interrupt import Interrupt
from lostcities.training.kernels import PAST, RANDOM, SELF, THUMB
from lostcities.training.learner import Learner
from lostcities.training.metrics import LESSON, START, STRENGTH, Metrics
from lostcities.training.nets import Policy
from lostcities.training.network import Shape, Weights
from lostcities.training.parts import OURS, Parts
from lostcities.training.player import Player, named
from lostcities.training.tables import Table

CHECKPOINT_EVERY = 60.0

Say = Callable[[str], None]


def beginning(config: Config, learner: Learner, file: Path) -> tuple[Weights, Shape]:
    """Return the network that a run starts from. Raises `BadOption` if the new one cannot begin as it."""
    if learner.net.shape is None:
        raise BadOption(Reason("begin_other_network", {}))
    weights, shape = stored(learner.game, learner.device, str(file))
    if shape.width > config.width or shape.blocks > config.blocks:
        found, expected = f"{shape.width}, {shape.blocks}", f"1..{config.width}, 1..{config.blocks}"
        raise BadOption(Reason("wrong_net_file", {"file": str(file), "field": "width, blocks", "found": found, "expected": expected}))
    return weights, shape


class Run:
    """One training run; `say` is called with lines of progress."""

    def __init__(self, config: Config, parts: Parts = OURS, say: Say = print) -> None:
        self.config, self.say = config, say
        events = config.out / f"{config.game}.tensorboard" if config.tensorboard else None
        self.metrics = Metrics(config.out / f"{config.game}.metrics.jsonl", events)
        self.learner = Learner(config, parts)
        if config.begin:
            self.learner.begin_from(*beginning(config, self.learner, config.begin))
        self.opponents = {name: self.opponent(name) for name in config.measure_against}
        self.elapsed = 0.0
        self.spent, self.made = 0.0, 0
        """Since the last line of progress: seconds of play and learning, without measurements and checkpoints, and decisions."""
        self.decisions = 0
        """Decisions learnt from; distillation plays more."""
        self.saved: int | None = None
        """Decisions at the last checkpoint."""

    @property
    def checkpoint(self) -> Path:
        return self.config.out / f"{self.config.game}.checkpoint.pt"

    def save(self) -> None:
        """Write a checkpoint."""
        checkpoint.save(self.checkpoint, self.learner, self.elapsed)
        self.saved = self.learner.decisions

    def resume(self) -> None:
        """Continue from the checkpoint."""
        self.elapsed = checkpoint.load(self.checkpoint, self.learner)
        self.saved = self.learner.decisions

    # -- learning --

    @property
    def share(self) -> float:
        """The share of the budget that is spent."""
        config = self.config
        return self.learner.decisions / config.decisions if config.decisions else self.elapsed / (60 * (config.minutes or MINUTES))

    def train(self) -> None:
        """Learn until the budget is spent. Ctrl-C ends it after the current lesson, as `KeyboardInterrupt`; a checkpoint is then there."""
        self.metrics.begin(self.learner.decisions)
        self.metrics.write(START, self.learner.decisions, {"device": device_name(self.learner.device), "config": written(self.config)})
        began = time.monotonic() - self.elapsed
        saved = self.elapsed
        with Interrupt() as interrupt:
            while self.share < 1 and not interrupt.asked:
                before = self.share
                self.lesson(1 - before)
                self.elapsed = time.monotonic() - began
                if self.measurements(before) < self.measurements(self.share):
                    self.measure_on_the_way()
                    self.elapsed = time.monotonic() - began
                if self.elapsed - saved > CHECKPOINT_EVERY:
                    self.save()
                    saved = self.elapsed
            self.decisions = self.learner.decisions
            self.save()
        if interrupt.asked:
            raise KeyboardInterrupt

    def measurements(self, share: float) -> int:
        """Return how many measurements are due by then; the last one is left to the end of the run."""
        return int(min(share * (self.config.measurements + 1), self.config.measurements))

    def lesson(self, left: float) -> None:
        """Play and learn once. The rate and the entropy bonus fall linearly with the budget that is left."""
        config, learner, began = self.config, self.learner, time.monotonic()
        learner.await_rivals(1 - left >= config.alone)
        learner.collect()
        bonus = config.last_entropy + (config.entropy - config.last_entropy) * left
        how = learner.learn(config.rate * max(left, config.last_rate), bonus)
        self.spent += time.monotonic() - began
        self.made += config.steps * config.matches
        if (learner.lessons - 1) % config.report_every == 0:
            self.report(how)

    def report(self, how: dict[str, float]) -> None:
        figures = how | self.scores()
        speed, self.spent, self.made = self.made / self.spent, 0.0, 0
        minutes, decisions = self.elapsed / 60, self.learner.decisions
        parts = " ".join(f"{name} {value:.3g}" for name, value in figures.items())
        self.say(f"{minutes:.2f} min, {decisions / 1e6:.0f} M decisions, {speed / 1e6:.2f} M/s: {parts}")
        self.metrics.write(LESSON, decisions, {"lesson": self.learner.lessons, "minutes": minutes, "speed": speed, **figures})

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

    # -- measuring --

    def opponent(self, name: str) -> Player:
        """Return a rival or another bot by name, or the network in a file or in the package."""
        found = named(self.learner.game, name, self.learner.device)
        return replace(found, weights={name: tensor.to(self.learner.kind) for name, tensor in found.weights.items()})

    def player(self, weights: Weights, net: Policy | None = None) -> Player:
        """Return a player with these weights as they will be stored: our own networks are rounded to float16."""
        net, kind = net or self.learner.net, self.learner.kind
        rounded = {name: tensor.detach().half() if net.shape else tensor.detach() for name, tensor in weights.items()}
        return Player(net=net, weights={name: tensor.to(kind) for name, tensor in rounded.items()})

    def measure_on_the_way(self) -> None:
        """Play the running mean of the weights against every opponent of the configuration."""
        places = tables.usual(self.config.tables).values() if self.config.measure_all else self.config.tables[:1]
        own = self.player(self.learner.mean)
        for table in places:
            for name, other in self.opponents.items():
                found = self.measure(STRENGTH, ("net", own), (name, other), table, max(self.config.deals // 4, 2), 1000)
                self.say(f"  {table[1]} players {table[2]} against {name}: {found}")

    def measure(
        self,
        what: str,
        first: tuple[str, Player],
        other: tuple[str, Player],
        table: Table,
        deals: int,
        seed: int,
        luck: bool = False,
    ) -> Result:
        """Play paired matches at a table, and note the result under the players' names; with `luck`, also without it."""
        learner, (_, players, options) = self.learner, table
        critic = stored_critic(learner.game, learner.runner) if luck else None
        found = duel(learner.game, players, options, first[1], other[1], deals, seed + self.config.seed, learner.runner, critic)
        about = {"who": first[0], "against": other[0], "players": players, "options": tables.options_text(options)}
        self.metrics.write(what, self.decisions or self.learner.decisions, found.figures, about)
        return found


def written(config: Config) -> dict[str, object]:
    """Return a configuration as JSON has it."""
    return {name: str(value) if isinstance(value, Path) else value for name, value in asdict(config).items()}
