"""What every player of many matches is: observations and masks in, actions out. Here are the simplest ones.

>>> import numpy as np
>>> first_legal = FunctionPolicy(lambda observations, masks: masks.argmax(axis=1))
>>> first_legal(np.zeros((2, 3)), np.array([[0, 1, 1], [1, 0, 0]])).tolist()
[1, 0]
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from lostcities.bots.interface import engine_of, thumb
from lostcities.games.game import Game
from lostcities.games.kernel import Row
from lostcities.games.threads import first, stride

Array = Any
"""A NumPy array, or a torch tensor on a GPU."""

Function = Callable[[Array, Array], Array]
"""A policy of the user's own: given observations (matches x bytes) and masks (matches x actions), it returns actions."""


class BatchPolicy(ABC):
    """A player of one game for any number of matches at once. Like a `Policy` it only gets what the deciding seats can know."""

    luck = 0
    """How many random numbers it uses per decision, always as many: so a match does not depend on the others in its batch."""

    @abstractmethod
    def decide(self, observations: Array, masks: Array, luck: Array | None = None) -> Array:
        """Return a legal action for every row.

        `observations` and `masks` are uint8, one row per match. `luck` has that many numbers from [0, 1) in each row; without it
        they are drawn here.
        """

    def __call__(self, observations: Array, masks: Array, luck: Array | None = None) -> Array:
        """Return what `decide` returns, checked: one legal action for every row. Raises `ValueError`, which says what was expected."""
        actions = self.decide(observations, masks, luck)
        check_actions(actions, masks)
        return actions

    def draw(self, luck: Array | None, count: int) -> Array:
        """Return the random numbers that were given, or else new ones."""
        return np.random.default_rng().random((count, self.luck)) if luck is None else luck


def check_actions(actions: Array, masks: Array) -> None:
    """Refuse anything but a legal action for every row."""
    wanted = f"expected a policy to return {len(masks)} whole numbers, one legal action per row"
    shape, kind = getattr(actions, "shape", None), getattr(actions, "dtype", type(actions).__name__)
    if shape is None or tuple(shape) != (len(masks),) or "int" not in str(kind):
        raise ValueError(f"{wanted}, got {kind}" + (f" of shape {tuple(shape)}" if shape is not None else ""))
    within = (actions >= 0) & (actions < masks.shape[1])
    chosen = (actions * within)[:, None]
    legal = np.take_along_axis(masks, chosen, axis=1) if isinstance(masks, np.ndarray) else masks.gather(1, chosen.long())
    wrong = ~within | (legal[:, 0] == 0)
    if wrong.any():
        row = int(wrong.nonzero()[0].reshape(-1)[0])
        raise ValueError(f"{wanted}, got {int(actions[row])} in row {row}, where it is not legal")


class FunctionPolicy(BatchPolicy):
    """Plays as a function of arrays says."""

    def __init__(self, function: Function) -> None:
        self.function = function

    def decide(self, observations: Array, masks: Array, luck: Array | None = None) -> Array:
        return self.function(observations, masks)


def thumb_actions(observations: Sequence[Row], masks: Sequence[Row], actions: Row) -> None:
    """Choose the action of the rules of thumb in every match. A kernel."""
    for i in range(first(), len(observations), stride()):
        actions[i] = thumb(observations[i], masks[i])


class ThumbPolicy(BatchPolicy):
    """The rules of thumb, compiled."""

    def __init__(self, game: Game) -> None:
        self.kernel = engine_of(game).kernel(thumb_actions)

    def decide(self, observations: Array, masks: Array, luck: Array | None = None) -> Array:
        actions = np.empty(len(observations), dtype=np.int64)
        self.kernel(observations, masks, actions)
        return actions


def random_choices(masks: Sequence[Row], luck: Sequence[Sequence[float]], actions: Row) -> None:
    """Choose any legal action in every match. A kernel."""
    for i in range(first(), len(masks), stride()):
        actions[i] = nth_legal(masks[i], luck[i][0])


def nth_legal(mask: Row, share: float) -> int:
    """Return the legal action that lies this share of the way through all of them."""
    legal = 0
    for action in range(len(mask)):
        legal += mask[action]
    wanted = int(share * legal)
    action = -1
    while wanted >= 0:
        action += 1
        wanted -= mask[action]
    return action


class RandomPolicy(BatchPolicy):
    """Any legal move, all equally likely."""

    luck = 1

    def __init__(self, game: Game) -> None:
        self.kernel = engine_of(game).kernel(random_choices)

    def decide(self, observations: Array, masks: Array, luck: Array | None = None) -> Array:
        actions = np.empty(len(masks), dtype=np.int64)
        self.kernel(masks, self.draw(luck, len(masks)), actions)
        return actions
