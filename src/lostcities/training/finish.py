"""The end of a training run: choose the final network, distil it, measure it, and write it if it passes the gate.

A file for `bots/` needs a network of their form (`Policy.shape`). A module of your own is measured and passes the same gate,
but is not distilled, and its parameters are written for torch alone.
"""

import json
import time
from contextlib import suppress
from dataclasses import dataclass, fields
from pathlib import Path

import torch

from lostcities.bots import network as play
from lostcities.bots.batches.runner import Runner
from lostcities.bots.interface import features_of
from lostcities.games.errors import BadOption
from lostcities.training import tables
from lostcities.training.devices import device_name
from lostcities.training.distill import Distiller
from lostcities.training.metrics import FINAL
from lostcities.training.nets import ModulePolicy
from lostcities.training.network import Weights
from lostcities.training.player import RIVALS, Player
from lostcities.training.run import Run
from lostcities.training.settings import PACKAGE, Settings
from lostcities.training.tables import Table

FIRST, PASSED, FAILED = "the first of its game", "passed", "failed"
"""The gate's verdicts."""
KEPT = f"{FAILED}, kept all the same"
"""What the file of a network says that failed."""
ASIDE = ("out", "report_every", "measurements", "measure_against", "measure_all", "tensorboard")
"""Options that change nothing about the network: its file does not have them."""
MEASURED = 6
"""How many tables of the mix are measured; the arena measures all."""


@dataclass(frozen=True, slots=True)
class Trained:
    """The outcome of a run."""

    file: Path | None
    """The new network, if it was written."""
    player: Player
    """The final network, for `duel`."""
    runner: Runner
    """Runs duels on the same device."""
    gate: str
    """`PASSED`, `FAILED` or `FIRST`."""
    strength: dict[str, str]
    """What was measured at the end."""
    decisions: int


def finish(run: Run) -> Trained:
    """Choose, measure and write the final network."""
    final = better_of(run)
    quick = distill(run) if run.learner.net.shape else None
    strength = measured(run, final)
    if quick:
        result = run.measure(FINAL, ("quick", run.player(quick.finished(), quick.net)), ("net", run.player(final)), *closely(run))
        strength["quick against it"] = str(result)
        run.say(f"  quick against it: {result}")
    verdict = gate(run, final, strength)
    file = written(run, final, quick, strength, verdict)
    run.say(f"written: {file.name}" if file else "not written")
    run.metrics.close()
    return Trained(file, run.player(final), run.learner.runner, verdict, strength, run.decisions)


def closely(run: Run, table: Table | None = None) -> tuple[Table, int, int]:
    """Return where, over how many deals and with which seed two networks are compared; the first table is the most usual one."""
    return table or run.config.tables[0], 2 * run.config.deals, 77


def better_of(run: Run) -> Weights:
    """Return the last weights or their running mean, whichever wins; the learner plays with them from now on."""
    learner = run.learner
    result = run.measure(FINAL, ("mean", run.player(learner.mean)), ("last", run.player(learner.weights)), *closely(run))
    run.say(f"the mean of the weights against the last: {result}")
    final = learner.mean if result.margin >= 0 else {name: tensor.detach().clone() for name, tensor in learner.weights.items()}
    for name, tensor in learner.weights.items():
        tensor.data.copy_(final[name])
    return final


def distill(run: Run) -> Distiller:
    """Return a small network that imitates the final one."""
    config, learner = run.config, run.learner
    distiller, began = Distiller(learner, config.seed), time.monotonic()
    budget = max(config.distill_budget, 1e-9)
    first, spent, far = learner.decisions, 0.0, None
    while far is None or spent < budget:
        far = distiller.learn(1 - spent / budget)
        spent = learner.decisions - first if config.decisions else time.monotonic() - began
    run.say(f"the quick network is {far:.4f} nats from the large one")
    return distiller


def measured(run: Run, final: Weights) -> dict[str, str]:
    """Return the measurements for the model card: tables of the mix against the rivals."""
    found, player = {}, run.player(final)
    for table in run.config.tables[:MEASURED]:
        for name, rival in RIVALS.items():
            result = run.measure(FINAL, ("net", player), (name, rival), table, run.config.deals, 1000)
            found[f"{table[1]} players {json.dumps(table[2])} against {name}"] = str(result)
            run.say(f"  {table[1]} players {table[2]} against {name}: {result}")
    return found


def gate(run: Run, final: Weights, strength: dict[str, str]) -> str:
    """Require that it beats the network in the package at the most usual table, and loses to it with no number of players.

    Luck is taken out of the margins, so that fewer deals can tell.
    """
    try:
        old = run.opponent(PACKAGE)
    except BadOption:
        run.say("no network to beat: the first of its game")
        return FIRST
    results = []
    for players, table in tables.usual(run.config.tables).items():
        result = run.measure(FINAL, ("net", run.player(final)), (PACKAGE, old), *closely(run, table), True)
        strength[f"{players} players against the network before it"] = str(result)
        run.say(f"{players} players against the network in the package: {result}")
        results.append(result)
    first, *others = results
    passed = first.better and not any(result.worse for result in others)
    verdict = PASSED if passed else FAILED
    run.say(f"the gate: {verdict}")
    return verdict


# -- files --


def written(run: Run, final: Weights, quick: Distiller | None, strength: dict[str, str], verdict: str) -> Path | None:
    """Write the network, and return its file. Our own is left out if it failed, unless it is to be kept."""
    config, net = run.config, run.learner.net
    if isinstance(net, ModulePolicy):
        path = config.out / f"{config.game}.module.pt"
        draft = path.with_suffix(".draft")
        torch.save(net.state(final), draft)
        return draft.replace(path)
    if quick is None or (verdict == FAILED and not config.keep):
        return None
    path = config.out / f"{config.game}-{next_version(run)}.npz"
    play.write(path, header(run, strength, verdict), {"net": numbers(final), "quick": numbers(quick.finished())})
    return path


def next_version(run: Run) -> int:
    """Return the next free version number, in the package and in the output folder."""
    game = run.learner.game
    names = [file.name for file in run.config.out.glob(f"{game.name}-*.npz")]
    with suppress(BadOption):
        names.append(play.packaged(game).name)
    versions = [name.removeprefix(f"{game.name}-").removesuffix(".npz") for name in names]
    return 1 + max((int(version) for version in versions if version.isdecimal()), default=0)


def header(run: Run, strength: dict[str, str], verdict: str) -> play.Header:
    """Return what the file says about its network: without a time if the budget was in decisions, so that equal runs give equal files."""
    config, game = run.config, run.learner.game
    versions = {"observation": game.observation.VERSION, "features": features_of(game).VERSION}
    made = {"command": config.command(hidden=ASIDE), "seed": config.seed, "decisions": run.decisions}
    if not config.decisions:
        made["minutes"] = round(run.elapsed / 60, 2)
    settings = {found.name: getattr(config, found.name) for found in fields(Settings) if found.name != "mix"}
    made |= {"device": device_name(run.learner.device), "settings": settings, "gate": KEPT if verdict == FAILED else verdict}
    if config.begin:
        made["began_as"] = play.load(game, str(config.begin)).header.get("made")
    mix = [list(table) for table in config.tables]
    return {"format": play.FORMAT, "game": game.name, **versions, "mix": mix, "made": made, "strength": strength}


def numbers(weights: Weights) -> dict[str, play.Floats]:
    return {name: tensor.detach().float().cpu().numpy() for name, tensor in weights.items()}
