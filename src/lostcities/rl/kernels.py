"""What environments do with every match beside the rules, as kernels: a thread a match on a GPU, and a rule of thumb to play against."""

from collections.abc import Sequence
from typing import Any

from lostcities.bots.interface import thumb
from lostcities.games.kernel import Row
from lostcities.games.rows import random_actions, reset_rows, step_rows

cuda: Any = None
"""Put in place when a thread is compiled."""


# -- on a GPU: each thread has a batch of one --


def reset_thread(rows: Any, rngs: Any, observations: Any, masks: Any, seats: Any) -> None:
    i = cuda.grid(1)
    if i < len(rows):
        j = i + 1
        reset_rows(rows[i:j], rngs[i:j], observations[i:j], masks[i:j], seats[i:j])


def step_thread(
    rows: Any, rngs: Any, actions: Any, observations: Any, masks: Any, seats: Any, rewards: Any, done: Any, illegal: Any
) -> None:
    """`illegal[0]` gets the number of a match whose action is not legal."""
    i = cuda.grid(1)
    if i < len(rows):
        j = i + 1
        if step_rows(rows[i:j], rngs[i:j], actions[i:j], observations[i:j], masks[i:j], seats[i:j], rewards[i:j], done[i:j]) >= 0:
            illegal[0] = i


def random_thread(rows: Any, rngs: Any, actions: Any) -> None:
    i = cuda.grid(1)
    if i < len(rows):
        j = i + 1
        random_actions(rows[i:j], rngs[i:j], actions[i:j])


# -- an opponent --


def thumb_actions(observations: Sequence[Row], masks: Sequence[Row], actions: Row) -> None:
    """What a rule of thumb would do in every match."""
    for i in range(len(observations)):
        actions[i] = thumb(observations[i], masks[i])
