"""The pool of past networks: rivals from files, from the package, and earlier states of the network that learns."""

from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch import Tensor

from lostcities.bots.torch_network import stored
from lostcities.games.game import Game
from lostcities.training.kernels import PAST, SELF
from lostcities.training.nets import Policy, TokenPolicy
from lostcities.training.network import Weights
from lostcities.training.settings import PACKAGE, Settings
from lostcities.training.simulator import Simulator

Decide = Callable[[Weights, Tensor, Tensor, Tensor], tuple[Tensor, Tensor]]


@dataclass(frozen=True, slots=True)
class Past:
    """One network of the pool, and the matches in which it has a seat."""

    net: Policy
    policy: Decide
    """The function of `net`, compiled on a GPU."""
    weights: Weights
    met: Tensor


def named(game: Game, name: str, device: torch.device) -> tuple[Policy, Weights]:
    """Return the network in a file, or in the package."""
    weights, shape = stored(game, device, None if name == PACKAGE else name)
    return TokenPolicy(game, shape, device), weights


class Pool:
    """The networks that have a seat in some matches."""

    def __init__(
        self,
        game: Game,
        settings: Settings,
        simulator: Simulator,
        own: tuple[Policy, Weights],
        kind: torch.dtype,
        fast: Callable[[Decide], Decide],
    ) -> None:
        """`own` is the network that learns; `kind` is the precision of play."""
        self.every = settings.pool_every
        device = simulator.rows.device
        names = settings.past or (() if settings.pool else (PACKAGE,))
        found = [named(game, name, device) for name in names] if settings.against_past else []
        found += [own] * settings.pool
        met = shared_out(simulator, len(found))
        self.members = [
            Past(net, fast(net.policy), {name: tensor.detach().to(kind, copy=True) for name, tensor in weights.items()}, mine)
            for (net, weights), mine in zip(found, met, strict=True)
        ]
        self.states = [member.weights for member in self.members[len(found) - settings.pool :]]
        """Those of the network that learns."""

    def learnt(self, weights: Weights, before: int, now: int) -> None:
        """Replace the oldest state whenever `every` more decisions were made. In place, because a GPU's graph knows the memory."""
        if self.states and before // self.every < now // self.every:
            oldest = self.states[(now // self.every - 1) % len(self.states)]
            for name, tensor in oldest.items():
                tensor.copy_(weights[name].detach())


def shared_out(simulator: Simulator, members: int) -> list[Tensor]:
    """Return equally many matches with an older network for each member; those left over go back to self-play."""
    met = (simulator.kinds == PAST).nonzero().squeeze(1)
    each = len(met) // members if members else 0
    simulator.kinds[met[each * members :]] = SELF
    return [met[first : each * members : members] for first in range(members)]
