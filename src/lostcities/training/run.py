"""A training run from its first decision to a network file: learning, checkpoints, strength, distillation, the gate."""

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any

import torch

from lostcities.bots import network as play
from lostcities.bots.interface import part
from lostcities.games.errors import BadOption, Reason
from lostcities.games.game import Game
from lostcities.games.options import shown
from lostcities.training.distill import BLOCKS, WIDTH, Distiller
from lostcities.training.duel import Player, Result, duel
from lostcities.training.learner import SMALL, Learner, Settings
from lostcities.training.network import Shape, Weights
from lostcities.training.simulator import RANDOM, THUMB

CHECKPOINT_EVERY = 60.0
MEASURE_EVERY = 100.0
MEASURED = 6
"""So many tables of the mix are measured in the end; the arena measures all."""
LEAST_RATE = 0.02
"""Of the learning rate, what is left in the end."""

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Plan:
    """What was asked for."""

    game: Game
    minutes: float
    seed: int
    device: torch.device
    out: Path
    settings: Settings
    distill_minutes: float = 1.0
    deals: int = 1024
    """Deals in a measurement."""
    command: str = ""


class Run:
    """One training run; `say` is told how it goes, a line at a time."""

    def __init__(self, plan: Plan, say: Say) -> None:
        self.plan, self.say = plan, say
        self.learner = Learner(plan.game, plan.settings, plan.seed, plan.device)
        self.elapsed = 0.0
        self.log: list[dict[str, Any]] = []

    @property
    def checkpoint(self) -> Path:
        return self.plan.out / f"{self.plan.game.name}.checkpoint.pt"

    # -- checkpoints --

    def save(self) -> None:
        """Writes everything needed to go on, whole or not at all."""
        learner = self.learner
        content = {
            "game": self.plan.game.name,
            "settings": asdict(self.plan.settings),
            "seed": self.plan.seed,
            "elapsed": self.elapsed,
            "decisions": learner.decisions,
            "weights": learner.weights,
            "critic": learner.critic,
            "mean": learner.mean,
            "optimizer": learner.optimizer.state_dict(),
        }
        draft = self.checkpoint.with_suffix(".draft")
        torch.save(content, draft)
        draft.replace(self.checkpoint)

    def resume(self, start_over: bool = False) -> None:
        """Goes on from the checkpoint; with `start_over` only the weights are taken, and the schedule begins anew."""
        learner = self.learner
        try:
            content = torch.load(self.checkpoint, map_location=self.plan.device, weights_only=True)
        except FileNotFoundError:
            raise BadOption(Reason("no_checkpoint", {"file": str(self.checkpoint)})) from None
        if content["game"] != self.plan.game.name or content["settings"] != asdict(self.plan.settings):
            raise BadOption(Reason("other_checkpoint", {"file": str(self.checkpoint)}))
        for name in ("weights", "critic", "mean"):
            for key, tensor in getattr(learner, name).items():
                tensor.data.copy_(content[name][key])
        learner.optimizer.load_state_dict(content["optimizer"])
        learner.decisions = content["decisions"]
        if not start_over:
            self.elapsed = content["elapsed"]

    # -- learning --

    def train(self) -> None:
        """Learns until the time is over. The rate and the entropy bonus fall evenly."""
        limit = 60 * self.plan.minutes
        settings, began = self.plan.settings, time.monotonic() - self.elapsed
        saved = measured = self.elapsed
        first = self.learner.decisions
        while self.elapsed < limit:
            left = 1 - self.elapsed / limit
            self.learner.collect()
            bonus = settings.last_entropy + (settings.entropy - settings.last_entropy) * left
            how = self.learner.learn(settings.rate * max(left, LEAST_RATE), bonus)
            self.elapsed = time.monotonic() - began
            self.report(how, first)
            if self.elapsed - saved > CHECKPOINT_EVERY:
                self.save()
                saved = self.elapsed
            if self.elapsed - measured > MEASURE_EVERY:
                self.measure(self.learner.mean, self.learner.shape, 0, self.plan.deals // 4)
                measured = self.elapsed = time.monotonic() - began
        self.save()

    def report(self, how: dict[str, float], first: int) -> None:
        decisions = self.learner.decisions
        entry = {"minutes": self.elapsed / 60, "decisions": decisions, **how, **self.scores()}
        self.log.append(entry)
        if len(self.log) % 10 == 1:
            parts = " ".join(f"{name} {value:.3g}" for name, value in entry.items() if name not in ("minutes", "decisions"))
            speed = (decisions - first) / max(self.elapsed, 1e-9)
            self.say(f"{self.elapsed / 60:.2f} min, {decisions / 1e6:.0f} M decisions, {speed / 1e6:.2f} M/s: {parts}")

    def scores(self) -> dict[str, float]:
        """The last leads of the network over the rivals it trains with, in points a match."""
        simulator = self.learner.simulator
        beside = ((simulator.rivals + 1) % simulator.players).long()
        leads = simulator.margins.gather(1, beside[:, None]).squeeze(1)
        return {f"vs_{name}": float(leads[simulator.kinds == kind].mean()) for name, kind in (("random", RANDOM), ("thumb", THUMB))}

    def measure(self, weights: Weights, shape: Shape, table: int, deals: int) -> dict[str, Result]:
        """Paired matches against the fixed rivals, at one table of the mix."""
        _, players, options = part(self.plan.game, "training").MIX[table]
        own = Player(weights=self.cast(weights), shape=shape)
        found = {}
        for name, kind in (("random", RANDOM), ("thumb", THUMB)):
            found[name] = duel(self.plan.game, players, options, own, Player(kind), deals, 1000 + self.plan.seed, self.learner.runner)
            self.say(f"  {players} players {options} against {name}: {found[name]}")
        return found

    def cast(self, weights: Weights) -> Weights:
        """As the network will be stored: rounded to float16."""
        return {name: tensor.detach().half().to(self.learner.kind) for name, tensor in weights.items()}

    def compare(self, first: tuple[Weights, Shape], other: tuple[Weights, Shape]) -> Result:
        """Two networks in paired matches at the most usual table."""
        _, players, options = part(self.plan.game, "training").MIX[0]
        pair = [Player(weights=self.cast(weights), shape=shape) for weights, shape in (first, other)]
        return duel(self.plan.game, players, options, pair[0], pair[1], 2 * self.plan.deals, 77 + self.plan.seed, self.learner.runner)

    # -- the end --

    def finish(self) -> Path | None:
        """Chooses the better of the last weights and their mean, distills, measures, and writes the file if it passes the gate."""
        learner = self.learner
        result = self.compare((learner.mean, learner.shape), (learner.weights, learner.shape))
        self.say(f"the mean of the weights against the last: {result}")
        final = learner.mean if result.margin >= 0 else {name: tensor.detach() for name, tensor in learner.weights.items()}
        for name, tensor in learner.weights.items():
            tensor.data.copy_(final[name])
        quick = self.distill()
        strength = self.strength(final, quick)
        if not self.passes(final, strength):
            return None
        path = self.plan.out / f"{self.plan.game.name}-{self.version()}.npz"
        networks = {"net": numbers(final), "quick": numbers(quick)}
        play.write(path, self.header(strength), networks)
        (self.plan.out / f"{self.plan.game.name}.log.json").write_text(json.dumps(self.log[:: max(1, len(self.log) // 300)]))
        self.say(f"written: {path.name}")
        return path

    def distill(self) -> Weights:
        distiller = Distiller(self.learner, self.plan.seed)
        began = time.monotonic()
        limit = 60 * self.plan.distill_minutes
        far, rounds = 0.0, 0
        while rounds == 0 or time.monotonic() - began < limit:
            far = distiller.learn(1 - (time.monotonic() - began) / max(limit, 1e-9))
            rounds += 1
        self.say(f"the quick network is {far:.4f} nats from the large one")
        return distiller.finished()

    def strength(self, final: Weights, quick: Weights) -> dict[str, str]:
        """What the model card says: every table of the mix against the rivals, and the quick network against the large one."""
        found = {}
        mix = part(self.plan.game, "training").MIX
        for table, (_, players, options) in enumerate(mix[:MEASURED]):
            for name, result in self.measure(final, self.learner.shape, table, self.plan.deals).items():
                found[f"{players} players {json.dumps(options)} against {name}"] = str(result)
        small = (quick, Shape.of(part(self.plan.game, "features"), WIDTH, BLOCKS))
        found["quick against net"] = str(self.compare(small, (final, self.learner.shape)))
        self.say(f"  quick against net: {found['quick against net']}")
        return found

    def passes(self, final: Weights, strength: dict[str, str]) -> bool:
        """The gate: a network that is in the package must be beaten in paired matches."""
        try:
            old = play.load(self.plan.game)
        except BadOption:
            self.say("no network to beat: the first of its game")
            return True
        arrays = {name: torch.from_numpy(array).to(self.plan.device) for name, array in old.networks["net"].weights.items()}
        arrays |= {name: arrays[name] * play.ONE for name in ("token", "table")}
        shape = Shape.of(part(self.plan.game, "features"), arrays["bias"].shape[0], old.networks["net"].blocks)
        result = self.compare((final, self.learner.shape), (arrays, shape))
        strength["against the network before it"] = str(result)
        self.say(f"against the network in the package: {result}: {'kept' if result.better else 'not kept'}")
        return result.better

    def version(self) -> int:
        try:
            name = play.packaged(self.plan.game).name
        except BadOption:
            return 1
        return int(name.removeprefix(f"{self.plan.game.name}-").removesuffix(".npz")) + 1

    def header(self, strength: dict[str, str]) -> dict[str, Any]:
        plan = self.plan
        features = part(plan.game, "features")
        versions = {"observation": plan.game.observation.VERSION, "features": features.VERSION}
        mix = [[weight, players, options] for weight, players, options in part(plan.game, "training").MIX]
        made = {"command": plan.command, "seed": plan.seed, "minutes": round(self.elapsed / 60, 2), "decisions": self.learner.decisions}
        made |= {"device": device_name(plan.device), "settings": asdict(plan.settings)}
        return {"format": play.FORMAT, "game": plan.game.name, **versions, "mix": mix, "made": made, "strength": strength}


def device_name(device: torch.device) -> str:
    return torch.cuda.get_device_name(device) if device.type == "cuda" else "CPU"


def numbers(weights: Weights) -> dict[str, Any]:
    return {name: tensor.detach().float().cpu().numpy() for name, tensor in weights.items()}


def train(
    game: Game,
    *,
    minutes: float,
    seed: int,
    out: Path,
    say: Say,
    device: str | None = None,
    resume: bool = False,
    settings: Sequence[str] = (),
    distill_minutes: float = 0.7,
    deals: int = 1024,
    command: str = "",
) -> Path | None:
    """A whole run; returns the file of a network that passed the gate."""
    place = chosen_device(device)
    chosen = parse_settings(Settings() if place.type == "cuda" else SMALL, settings)
    out.mkdir(parents=True, exist_ok=True)
    run = Run(Plan(game, minutes, seed, place, out, chosen, distill_minutes, deals, command), say)
    if resume:
        run.resume()
    run.train()
    return run.finish()


def chosen_device(name: str | None) -> torch.device:
    """The device asked for; else a GPU where there is one."""
    if name not in (None, "cpu", "cuda"):
        raise BadOption(Reason("no_such_device", {"device": shown(name)}))
    if name == "cuda" and not torch.cuda.is_available():
        raise BadOption(Reason("no_gpu", {}))
    return torch.device(name or ("cuda" if torch.cuda.is_available() else "cpu"))


def parse_settings(settings: Settings, given: Sequence[str]) -> Settings:
    """The settings, with those written `key=value` put in."""
    known = {field.name: type(getattr(settings, field.name)) for field in fields(settings)}
    for text in given:
        name, _, value = text.partition("=")
        if name not in known:
            raise BadOption(Reason("no_such_training_setting", {"setting": shown(name), "known": ", ".join(known)}))
        try:
            settings = replace(settings, **{name: known[name](value)})
        except ValueError:
            raise BadOption(
                Reason("bad_training_setting", {"setting": name, "value": shown(value), "kind": known[name].__name__})
            ) from None
    return settings
