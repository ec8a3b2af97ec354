"""The end of a training run: choose the final network, distil it, measure it, and write it if it passes the gate."""

import json
import time
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path

import torch

from lostcities.bots import network as play
from lostcities.bots.interface import features_of, training_of
from lostcities.bots.torch_network import stored
from lostcities.games.errors import BadOption
from lostcities.training.distill import BLOCKS, WIDTH, Distiller
from lostcities.training.network import Shape, Weights
from lostcities.training.run import Run

FIRST, PASSED, FAILED = "the first of its game", "passed", "failed, kept all the same"
"""The gate's verdicts on a network that is written."""
MEASURED = 6
"""How many tables of the mix are measured; the arena measures all."""


def finish(run: Run) -> Path | None:
    """Return the file of the new network, or None if the one in the package is as good."""
    final = better_of(run)
    quick = distill(run)
    strength = measured(run, final, quick)
    verdict = gate(run, final, strength)
    if verdict == FAILED and not run.plan.keep:
        return None
    game = run.plan.game
    path = run.plan.out / f"{game.name}-{next_version(run)}.npz"
    play.write(path, header(run, strength, verdict), {"net": numbers(final), "quick": numbers(quick)})
    run.say(f"written: {path.name}")
    return path


def better_of(run: Run) -> Weights:
    """Return the last weights or their running mean, whichever wins; the learner plays with them from now on."""
    learner = run.learner
    result = run.compare((learner.mean, learner.shape), (learner.weights, learner.shape))
    run.say(f"the mean of the weights against the last: {result}")
    final = learner.mean if result.margin >= 0 else {name: tensor.detach().clone() for name, tensor in learner.weights.items()}
    for name, tensor in learner.weights.items():
        tensor.data.copy_(final[name])
    return final


def distill(run: Run) -> Weights:
    distiller = Distiller(run.learner, run.plan.seed)
    began = time.monotonic()
    limit = 60 * run.plan.distill_minutes
    far, rounds = 0.0, 0
    while rounds == 0 or time.monotonic() - began < limit:
        far = distiller.learn(1 - (time.monotonic() - began) / max(limit, 1e-9))
        rounds += 1
    run.say(f"the quick network is {far:.4f} nats from the large one")
    return distiller.finished()


def measured(run: Run, final: Weights, quick: Weights) -> dict[str, str]:
    """Return the measurements for the model card: tables of the mix against the rivals, and the quick network against the large one."""
    found = {}
    game, learner = run.plan.game, run.learner
    for table, (_, players, options) in enumerate(training_of(game).MIX[:MEASURED]):
        for name, result in run.measure(final, learner.shape, table, run.plan.deals).items():
            found[f"{players} players {json.dumps(options)} against {name}"] = str(result)
    small = (quick, Shape.of(features_of(game), WIDTH, BLOCKS))
    found["quick against it"] = str(run.compare(small, (final, learner.shape)))
    run.say(f"  quick against it: {found['quick against it']}")
    return found


def gate(run: Run, final: Weights, strength: dict[str, str]) -> str:
    """Require that it beats the network in the package at the most usual table, and loses to it with no number of players."""
    try:
        old = stored(run.plan.game, run.plan.device)
    except BadOption:
        run.say("no network to beat: the first of its game")
        return FIRST
    results = {}
    for players, table in usual_tables(run).items():
        results[players] = run.compare((final, run.learner.shape), old, table)
        strength[f"{players} players against the network before it"] = str(results[players])
        run.say(f"{players} players against the network in the package: {results[players]}")
    first, *others = results.values()
    passed = first.better and not any(result.worse for result in others)
    run.say("kept" if passed or run.plan.keep else "not kept")
    return PASSED if passed else FAILED


def usual_tables(run: Run) -> dict[int, int]:
    """Return, for every number of players, the first of its tables in the mix."""
    found: dict[int, int] = {}
    for table, (_, players, _) in enumerate(training_of(run.plan.game).MIX):
        found.setdefault(players, table)
    return found


def next_version(run: Run) -> int:
    """Return the next free version number, in the package and in the output folder."""
    game = run.plan.game
    names = [file.name for file in run.plan.out.glob(f"{game.name}-*.npz")]
    with suppress(BadOption):
        names.append(play.packaged(game).name)
    versions = [name.removeprefix(f"{game.name}-").removesuffix(".npz") for name in names]
    return 1 + max((int(version) for version in versions if version.isdecimal()), default=0)


def header(run: Run, strength: dict[str, str], verdict: str) -> play.Header:
    plan = run.plan
    training, features = training_of(plan.game), features_of(plan.game)
    versions = {"observation": plan.game.observation.VERSION, "features": features.VERSION}
    made = {"command": plan.command, "seed": plan.seed, "minutes": round(run.elapsed / 60, 2), "decisions": run.decisions}
    made |= {"device": device_name(plan.device), "settings": asdict(plan.settings), "gate": verdict}
    if plan.begin:
        made["began_as"] = play.load(plan.game, str(plan.begin)).header.get("made")
    mix = [list(table) for table in training.MIX]
    return {"format": play.FORMAT, "game": plan.game.name, **versions, "mix": mix, "made": made, "strength": strength}


def device_name(device: torch.device) -> str:
    return torch.cuda.get_device_name(device) if device.type == "cuda" else "CPU"


def numbers(weights: Weights) -> dict[str, play.Floats]:
    return {name: tensor.detach().float().cpu().numpy() for name, tensor in weights.items()}
