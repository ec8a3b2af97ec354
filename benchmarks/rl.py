"""Measure how fast environments step: random legal actions, including observation and mask, best of five; one JSON object per line.

usage: PYTHONPATH=src python benchmarks/rl.py [batch|gpu|pettingzoo|openspiel ...] [--game NAME] [--size N] [--seconds S]

`batch` includes the choice of actions, and is measured in turn with the batch of `lostcities bench`. `gpu` first compares the
GPU with the CPU, array by array, and then measures; it needs torch, numba, numba-cuda and numpy, and a GPU. Each of the
others needs its library. By default: `batch`, `pettingzoo` and `openspiel`.
"""

import argparse
import json
import random
import time
from collections.abc import Callable
from typing import Any

from lostcities.games.engine import Batch, Engine, cores
from lostcities.games.registry import NAMES, game
from lostcities.rl import BatchEnv

REPEATS = 5


class Clock:
    """Times functions; `seconds` is roughly how long each measurement runs."""

    seconds = 0.5


def best(steps: Callable[[], int], repeats: int = REPEATS) -> float:
    """Return the steps per second; `steps` makes some and returns how many."""
    steps()
    found = 0.0
    for _ in range(repeats):
        made, begin = 0, time.perf_counter()
        while made == 0 or time.perf_counter() < begin + Clock.seconds:
            made += steps()
        found = max(found, made / (time.perf_counter() - begin))
    return found


def stepper(env: Any, size: int) -> Callable[[], int]:
    def steps() -> int:
        env.step(env.random_actions())
        return size

    return steps


# -- batches --


def measure_batch(name: str, size: int) -> dict[str, Any]:
    """Measure the environment on one core and on all, and the bare batch inside it."""
    bare = stepper(Batch(Engine(game(name)), size, seed=1), size)
    one = stepper(BatchEnv(name, size, seed=1, threads=1), size)
    many = stepper(BatchEnv(name, size, seed=1, threads=cores()), size)
    found = {"bare": 0.0, "one": 0.0, "many": 0.0}
    for _ in range(REPEATS):  # in turn, so that a noisy moment of the machine affects all of them equally
        for key, steps in zip(found, (bare, one, many), strict=True):
            found[key] = max(found[key], best(steps, 1))
    return {
        "batch": name,
        "size": size,
        "steps_per_s": round(found["many"]),
        "cores": cores(),
        "one_core_steps_per_s": round(found["one"]),
        "of_the_bare_batch": round(found["one"] / found["bare"], 3),
    }


# -- on a GPU --


def compare_gpu(name: str, players: int, options: dict[str, Any]) -> int:
    """Play the same matches on both; stop at the first difference; return how many steps agreed."""
    size, steps = 1000, 300
    cpu, gpu = (BatchEnv(name, size, players=players, options=options, seed=7, device=device) for device in ("cpu", "cuda"))
    for step in range(steps):
        ours, theirs = cpu.step(cpu.random_actions()), gpu.step(gpu.random_actions())
        for field, mine, yours in zip(ours._fields, ours, theirs, strict=True):
            assert (mine == yours.cpu().numpy()).all(), (name, options, step, field)
    return size * steps


def measure_gpu(name: str, size: int) -> dict[str, Any]:
    import torch

    agreed = compare_gpu(name, 2, {}) + compare_gpu(name, game(name).max_players, {})
    env = BatchEnv(name, size, seed=1, device="cuda")

    def steps() -> int:
        for _ in range(20):
            env.step(env.random_actions())
        torch.cuda.synchronize()
        return 20 * size

    actions = env.random_actions().clone()
    assert (env.step(actions).observations.device.type, actions.device.type) == ("cuda", "cuda")
    return {"gpu": name, "size": size, "steps_per_s": round(best(steps)), "steps_equal_to_cpu": agreed}


# -- single matches, driven from Python --


def measure_pettingzoo(name: str, _: int) -> dict[str, Any]:
    from pettingzoo.utils import wrappers

    from lostcities.rl.pettingzoo import env, raw_env

    def wrapped() -> Any:
        inner = wrappers.TerminateIllegalWrapper(raw_env(name), illegal_reward=-1)
        return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(inner))

    tables = {"raw_env": raw_env(name), "env": env(name), "all_wrappers": wrapped()}
    return {"pettingzoo": name} | {f"{key}_steps_per_s": round(best(match_of(table))) for key, table in tables.items()}


def match_of(table: Any) -> Callable[[], int]:
    """Return a function that plays a match: observe, take a legal action from the mask, step."""
    rng = random.Random(1)

    def steps() -> int:
        made = 0
        table.reset(seed=rng.randrange(1000))
        for _ in table.agent_iter():
            observation, _, terminated, truncated, _ = table.last()
            if terminated or truncated:
                table.step(None)
                continue
            legal = observation["action_mask"].nonzero()[0]
            table.step(int(legal[int(rng.random() * len(legal))]))
            made += 1
        return made

    return steps


def measure_openspiel(name: str, _: int) -> dict[str, Any]:
    import pyspiel

    import lostcities.rl.openspiel  # noqa: F401  registers the games

    loaded = pyspiel.load_game(f"lostcities_{name}")
    rng = random.Random(1)

    def steps() -> int:
        made, state = 0, loaded.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, probabilities = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, probabilities)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                made += 1
        return made

    return {"openspiel": name, "decisions_per_s": round(best(steps))}


MEASURES = {"batch": measure_batch, "gpu": measure_gpu, "pettingzoo": measure_pettingzoo, "openspiel": measure_openspiel}
SIZES = {"batch": 65536, "gpu": 1 << 20}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="*", metavar="what", help=", ".join(MEASURES))
    parser.add_argument("--game", choices=NAMES, action="append")
    parser.add_argument("--size", type=int)
    parser.add_argument("--seconds", type=float, default=Clock.seconds, help="about how long each measurement runs")
    chosen = parser.parse_args()
    Clock.seconds = chosen.seconds
    for what in chosen.what or ("batch", "pettingzoo", "openspiel"):
        if what not in MEASURES:
            parser.error(f"expected {', '.join(MEASURES)}, got {what}")
        for name in chosen.game or NAMES:
            print(json.dumps(MEASURES[what](name, chosen.size or SIZES.get(what, 1))), flush=True)


if __name__ == "__main__":
    main()
