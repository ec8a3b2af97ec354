"""The pool of networks that have a seat: bots, networks from files or from the package, and earlier states of the one that learns."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import torch
from torch import Tensor

from lostcities.games.game import Game
from lostcities.training.kernels import PAST, SELF
from lostcities.training.nets import Policy
from lostcities.training.network import Weights, legal_logits
from lostcities.training.player import Player, stored_player
from lostcities.training.settings import PACKAGE, Settings
from lostcities.training.simulator import Simulator

Decide = Callable[[Weights, Tensor, Tensor, Tensor], tuple[Tensor, Tensor]]


@dataclass(frozen=True, slots=True)
class Past:
    """One network of the pool, and the matches in which it has a seat."""

    player: Player
    net: Policy
    policy: Decide
    """The function of `net`, compiled on a GPU."""
    met: Tensor

    def moves(self, simulator: Simulator, tokens: Tensor, tables: Tensor) -> Tensor:
        """Return its moves in these matches; `tokens` and `tables` are those of all matches."""
        met, player = self.met, self.player
        masks = simulator.masks[met]
        logits, _ = self.policy(player.weights, tokens[met], tables[met], masks)
        logits = legal_logits(logits, self.net.order, masks)
        return simulator.habits.move(logits, simulator.observations[met], masks, simulator.players[met], player.manner)


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
        found = [stored_player(game, name, device) for name in names] if settings.against_past else []
        found += [Player(net=own[0], weights=own[1])] * settings.pool
        met = shared_out(simulator, len(found))
        self.members = [member(player, mine, kind, fast) for player, mine in zip(found, met, strict=True)]
        self.states = [member.player.weights for member in self.members[len(found) - settings.pool :]]
        """Those of the network that learns."""

    def learnt(self, weights: Weights, before: int, now: int) -> None:
        """Replace the oldest state whenever `every` more decisions were made. In place, because a GPU's graph knows the memory."""
        if self.states and before // self.every < now // self.every:
            oldest = self.states[(now // self.every - 1) % len(self.states)]
            for name, tensor in oldest.items():
                tensor.copy_(weights[name].detach())


def member(player: Player, met: Tensor, kind: torch.dtype, fast: Callable[[Decide], Decide]) -> Past:
    """Return a network as a member of the pool, with weights of its own in the precision of play."""
    assert player.net
    weights = {name: tensor.detach().to(kind, copy=True) for name, tensor in player.weights.items()}
    return Past(replace(player, weights=weights), player.net, fast(player.net.policy), met)


def shared_out(simulator: Simulator, members: int) -> list[Tensor]:
    """Return equally many matches with an older network for each member; those left over go back to self-play."""
    met = (simulator.kinds == PAST).nonzero().squeeze(1)
    each = len(met) // members if members else 0
    simulator.kinds[met[each * members :]] = SELF
    return [met[first : each * members : members] for first in range(members)]
