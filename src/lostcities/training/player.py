"""Players on the training device: networks that play as the bots do, the rules of thumb, and random moves."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import torch
from torch import Tensor

from lostcities.bots.batches.policy import thumb_actions
from lostcities.bots.batches.registry import OF_ARRAYS, network_of, plays_in_batches
from lostcities.bots.net_bot import Manner
from lostcities.bots.torch_network import stored
from lostcities.games.errors import BadOption, Reason
from lostcities.games.game import Game
from lostcities.games.options import shown
from lostcities.training import network
from lostcities.training.kernels import RANDOM, SELF, THUMB
from lostcities.training.nets import Policy, TokenPolicy
from lostcities.training.network import Weights
from lostcities.training.settings import PACKAGE
from lostcities.training.simulator import Simulator


@dataclass(frozen=True, slots=True)
class Player:
    """A network that plays as a bot does, by default its best move, or one of the simulator's rivals."""

    kind: int = SELF
    net: Policy | None = None
    weights: Weights = field(default_factory=dict)
    manner: Manner = field(default_factory=Manner)

    def logits(self, simulator: Simulator, chance: torch.Generator | None = None) -> Tensor:
        """Return its preferences in every match; `chance` makes those of a random player repeatable."""
        if self.net is None:
            uniform = torch.rand(simulator.masks.shape, device=simulator.masks.device, generator=chance)
            return uniform.masked_fill(simulator.masks == 0, -1)
        found, _ = self.net.policy(self.weights, simulator.tokens, simulator.tables, simulator.masks)
        return network.legal_logits(found, self.net.order, simulator.masks)

    def actions(self, simulator: Simulator, chance: torch.Generator | None = None) -> Tensor:
        """Return its move in every match, as if all seats were its own."""
        if self.kind == THUMB:
            actions = torch.zeros(simulator.size, dtype=torch.int64, device=simulator.masks.device)
            simulator.run(thumb_actions, simulator.size, simulator.handed["observations"], simulator.handed["masks"], actions)
            return actions
        logits = self.logits(simulator, chance)
        if self.net is None:
            return logits.argmax(dim=1)
        return simulator.habits.move(logits, simulator.observations, simulator.masks, simulator.players, self.manner, chance)


RIVALS = {"random": Player(RANDOM), "thumb": Player(THUMB)}
"""The rivals that need no network."""


def network_given(game: Game, name: str) -> Mapping[str, Any]:
    """Return the file, the manner, and whether it is the quick one, of a network: one in a file, `PACKAGE`, or a bot."""
    if name == PACKAGE:
        return {}
    if name.partition(":")[0] not in OF_ARRAYS or name in RIVALS:
        return {"file": name}
    if not plays_in_batches(game, name):
        raise BadOption(Reason("not_in_batches", {"bot": shown(name), "known": ", ".join(OF_ARRAYS)}))
    return network_of(game, name)


def stored_player(game: Game, name: str, device: torch.device) -> Player:
    """Return the network in a file or in the package, or a bot that is a network, with its weights as they are stored."""
    given = network_given(game, name)
    weights, shape = stored(game, device, given.get("file"), "quick" if given.get("quick") else "net")
    return Player(net=TokenPolicy(game, shape, device), weights=weights, manner=given.get("manner") or Manner())


def named(game: Game, name: str, device: torch.device) -> Player:
    """Return a rival by its name, or what `stored_player` returns."""
    return RIVALS.get(name) or stored_player(game, name, device)
