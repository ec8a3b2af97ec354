"""How good is a policy? The scripts beside this one all measure in the same way: many matches against a bot, decided in batches."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lostcities.rl import BatchEnv

Policy = Callable[[NDArray[Any], NDArray[np.uint8]], NDArray[np.int64]]
"""Takes observations and masks, one row per match, and returns actions."""

RNG = np.random.default_rng(1)


class Measured(NamedTuple):
    """The result of many matches."""

    margin: float
    """The lead over the opponent at the end of a match, in points; the mean of all matches."""
    ci95: float
    """Half the width of its 95 % interval."""
    won: float
    """The share of matches won; a draw counts half."""

    def __str__(self) -> str:
        return f"{self.margin:+.1f} ± {self.ci95:.1f} points, {self.won:.0%} won"


def measured(
    policy: Policy, game: str, opponent: str, matches: int = 1000, seed: int = 1, floats: bool = False, **options: Any
) -> Measured:
    """Play matches side by side, each one to its end. The next match, which starts in the same step, does not count."""
    leads, running = np.zeros(matches), np.ones(matches, dtype=bool)
    with BatchEnv(game, matches, options=options, seed=seed, opponent=opponent, floats=floats) as env:
        now = env.shown()
        while running.any():
            now = env.step(policy(now.observations, now.masks))
            leads += np.where(running, now.rewards[:, 0] * 100, 0)
            running &= ~(now.terminated | now.truncated)
    won = ((leads > 0) + (leads == 0) / 2).mean()
    return Measured(float(leads.mean()), float(1.96 * leads.std(ddof=1) / matches**0.5), float(won))


def at_random(_: NDArray[Any], masks: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Choose any legal action: what an agent that has learnt nothing would do."""
    return np.asarray((RNG.random(masks.shape) * masks).argmax(axis=1))
