"""The end of a training run: the final network is chosen, distilled, measured, and written if it passes the gate."""

import json
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any

import torch

from lostcities.bots import network as play
from lostcities.bots.interface import part
from lostcities.games.errors import BadOption
from lostcities.training.distill import BLOCKS, WIDTH, Distiller
from lostcities.training.network import Shape, Weights
from lostcities.training.run import Run, stored

MEASURED = 6
"""So many tables of the mix are measured; the arena measures all."""


def finish(run: Run) -> Path | None:
    """Returns the file of the new network, or None if the one in the package is as good."""
    final = better_of(run)
    quick = distill(run)
    strength = measured(run, final, quick)
    if not passes(run, final, strength):
        return None
    game = run.plan.game
    path = run.plan.out / f"{game.name}-{next_version(run)}.npz"
    play.write(path, header(run, strength), {"net": numbers(final), "quick": numbers(quick)})
    run.say(f"written: {path.name}")
    return path


def better_of(run: Run) -> Weights:
    """The last weights or their running mean, whichever wins; from now on the learner plays with them."""
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
    """What the model card says: tables of the mix against the rivals, and the quick network against the large one."""
    found = {}
    game, learner = run.plan.game, run.learner
    for table, (_, players, options) in enumerate(part(game, "training").MIX[:MEASURED]):
        for name, result in run.measure(final, learner.shape, table, run.plan.deals).items():
            found[f"{players} players {json.dumps(options)} against {name}"] = str(result)
    small = (quick, Shape.of(part(game, "features"), WIDTH, BLOCKS))
    found["quick against it"] = str(run.compare(small, (final, learner.shape)))
    run.say(f"  quick against it: {found['quick against it']}")
    return found


def passes(run: Run, final: Weights, strength: dict[str, str]) -> bool:
    """The gate: the network that has its place in the package must be beaten in paired matches."""
    try:
        old = stored(run.plan.game, run.plan.device)
    except BadOption:
        run.say("no network to beat: the first of its game")
        return True
    result = run.compare((final, run.learner.shape), old)
    strength["against the network before it"] = str(result)
    kept = result.better or run.plan.keep
    run.say(f"against the network in the package: {result}: {'kept' if kept else 'not kept'}")
    return kept


def next_version(run: Run) -> int:
    game = run.plan.game
    try:
        name = play.packaged(game).name
    except BadOption:
        return 1
    return int(name.removeprefix(f"{game.name}-").removesuffix(".npz")) + 1


def header(run: Run, strength: dict[str, str]) -> dict[str, Any]:
    plan = run.plan
    training, features = part(plan.game, "training"), part(plan.game, "features")
    versions = {"observation": plan.game.observation.VERSION, "features": features.VERSION}
    made = {"command": plan.command, "seed": plan.seed, "minutes": round(run.elapsed / 60, 2), "decisions": run.decisions}
    made |= {"device": device_name(plan.device), "settings": asdict(plan.settings), "strength": strength}
    if plan.begin:
        made["began_as"] = play.load(plan.game, str(plan.begin)).header.get("made")
    return {"format": play.FORMAT, "game": plan.game.name, **versions, "mix": [list(table) for table in training.MIX], "made": made}


def device_name(device: torch.device) -> str:
    return torch.cuda.get_device_name(device) if device.type == "cuda" else "CPU"


def numbers(weights: Weights) -> dict[str, Any]:
    return {name: tensor.detach().float().cpu().numpy() for name, tensor in weights.items()}
