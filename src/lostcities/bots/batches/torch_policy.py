"""The same players on torch tensors: on a GPU, or on a CPU where tests compare them.

Arrays may be given as well: they are copied to the device, and the actions come back as an array.
"""

from __future__ import annotations

from abc import abstractmethod
from functools import cache

import numpy as np
import torch
from torch import Tensor

from lostcities.bots.batches.network import DOUBT, UNKNOWN, NetPolicy, choose, choose_at_sight, write_features
from lostcities.bots.batches.policy import Array, BatchPolicy, random_choices, thumb_actions
from lostcities.bots.batches.runner import Runner
from lostcities.bots.interface import features_of
from lostcities.bots.net_bot import Manner
from lostcities.bots.torch_network import action_order, policy, stored
from lostcities.games.cuda import side_by_side
from lostcities.games.game import Game


@cache
def runner_of(game: Game, device: str) -> Runner:
    """Return what runs the kernels of a game. It is shared, so that each kernel is compiled once."""
    return Runner(game, torch.device(device))


class TorchPolicy(BatchPolicy):
    """A player whose decisions are computed on a device."""

    def __init__(self, game: Game, device: str) -> None:
        self.device = torch.device(device)
        self.run = runner_of(game, device)

    def decide(self, observations: Array, masks: Array, luck: Array | None = None) -> Array:
        actions = torch.full((len(masks),), UNKNOWN, dtype=torch.int64, device=self.device)
        if len(masks):
            self.choose(self.tensor(observations), self.tensor(masks), self.drawn(luck, len(masks)), actions)
        return actions if isinstance(masks, Tensor) else actions.cpu().numpy()

    @abstractmethod
    def choose(self, observations: Tensor, masks: Tensor, luck: Tensor, actions: Tensor) -> None:
        """Write an action for every row."""

    def tensor(self, given: Array) -> Tensor:
        """Return a tensor on the device; rows that come from an array are laid out as neighbouring threads read them."""
        return given if isinstance(given, Tensor) else side_by_side(torch.from_numpy(np.ascontiguousarray(given)).to(self.device))

    def drawn(self, luck: Array | None, count: int) -> Tensor:
        if luck is None or not self.luck:  # kernels read two numbers, even where they change nothing
            return torch.rand((count, 2), dtype=torch.float64, device=self.device)
        return self.tensor(luck)


class TorchThumb(TorchPolicy):
    """The rules of thumb."""

    def choose(self, observations: Tensor, masks: Tensor, luck: Tensor, actions: Tensor) -> None:
        self.run(thumb_actions, len(masks), observations, masks, actions)


class TorchRandom(TorchPolicy):
    """Any legal move, all equally likely."""

    luck = 1

    def choose(self, observations: Tensor, masks: Tensor, luck: Tensor, actions: Tensor) -> None:
        self.run(random_choices, len(masks), masks, luck, actions)


class TorchNet(TorchPolicy):
    """A network. What it cannot decide beyond doubt is decided as by the bot for one match."""

    def __init__(self, game: Game, device: str, file: str | None = None, quick: bool = False, manner: Manner | None = None) -> None:
        super().__init__(game, device)
        self.features = features_of(game)
        self.reference = NetPolicy(game, file, quick, manner)
        self.luck = self.reference.luck
        self.weights, self.shape = stored(game, self.device, file, "quick" if quick else "net")
        self.order = action_order(self.features, self.device)
        self.held = torch.from_numpy(self.reference.held).to(self.device)
        self.doubt = DOUBT
        """Logits that differ by less are compared again, exactly; 0: never, where nothing depends on ties."""

    def choose(self, observations: Tensor, masks: Tensor, luck: Tensor, actions: Tensor) -> None:
        count, manner = len(masks), self.reference.manner
        sight = self.reference.sight(observations)
        self.run(choose_at_sight, count, observations, masks, luck, self.held, *sight, actions)
        with torch.no_grad():
            logits = self.logits(observations)
        self.run(choose, count, logits, masks, luck, manner.temperature, self.doubt, actions)
        for i in (actions < 0).nonzero()[:, 0].tolist():
            seen, mask = (row.cpu().numpy() for row in (observations[i], masks[i]))
            actions[i] = self.reference.alone(np.ascontiguousarray(seen), mask, float(luck[i, 1]))

    def logits(self, observations: Tensor) -> Tensor:
        """Return the logits of all actions."""
        count, features = len(observations), self.features
        tokens = side_by_side(torch.empty((count, features.TOKENS, features.TOKEN), dtype=torch.uint8, device=self.device))
        tables = side_by_side(torch.empty((count, features.TABLE), dtype=torch.uint8, device=self.device))
        self.run(write_features, count * (features.TOKENS + 1), observations, tokens, tables)
        return policy(self.weights, self.shape, tokens, tables)[0][:, self.order]
