"""The networks of a run as functions of their weights: the policies and critics of `network.py`, and modules of your own.

Weights are apart from the functions, because play uses a copy in the device's fastest precision, and the running mean is another.
"""

from typing import Protocol

import torch
from torch import Tensor
from torch.func import functional_call

from lostcities.bots import network as play
from lostcities.bots.interface import features_of
from lostcities.games.errors import BadOption, Reason
from lostcities.games.game import Game
from lostcities.training import network
from lostcities.training.network import Shape, Weights

Opinion = tuple[Tensor, Tensor, Tensor]
"""Logits, values, and beliefs: positions × tokens × guesses, or nothing in the last dimension."""


class Policy(Protocol):
    """A policy network."""

    order: Tensor
    """For every action, its index among the logits."""

    @property
    def shape(self) -> Shape | None:
        """The sizes of a network that `bots/network.py` can play; None if it cannot."""

    def new_weights(self, generator: torch.Generator) -> Weights:
        """Return the weights before learning."""

    def policy(self, weights: Weights, tokens: Tensor, tables: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        """Return logits and values."""

    def opinion(self, weights: Weights, tokens: Tensor, tables: Tensor, masks: Tensor) -> Opinion:
        """Return what `policy` returns, and beliefs."""


class Critic(Protocol):
    """A network that sees everything."""

    def new_weights(self, generator: torch.Generator) -> Weights:
        """Return the weights before learning."""

    def value(self, weights: Weights, tokens: Tensor, tables: Tensor, hidden: Tensor) -> Tensor:
        """Return the value for the seat that decides."""


class TokenPolicy:
    """The policies that `bots/` can play."""

    def __init__(self, game: Game, shape: Shape, device: torch.device) -> None:
        self.shape, self.device = shape, device
        self.order = network.action_order(features_of(game), device)

    def new_weights(self, generator: torch.Generator) -> Weights:
        return network.new_weights(self.shape, self.device, generator)

    def policy(self, weights: Weights, tokens: Tensor, tables: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        return network.policy(weights, self.shape, tokens, tables)

    def opinion(self, weights: Weights, tokens: Tensor, tables: Tensor, masks: Tensor) -> Opinion:
        return network.opinion(weights, self.shape, tokens, tables)


class TokenCritic:
    """The critics of the same form."""

    def __init__(self, shape: Shape, device: torch.device) -> None:
        self.shape, self.device = shape, device

    def new_weights(self, generator: torch.Generator) -> Weights:
        return network.new_weights(self.shape, self.device, generator)

    def value(self, weights: Weights, tokens: Tensor, tables: Tensor, hidden: Tensor) -> Tensor:
        return network.critic(weights, self.shape, tokens, tables, hidden)


class ModulePolicy:
    """A module `(tokens, tables, masks) -> (logits, values, beliefs or None)`, with a logit for every action in the game's order."""

    shape = None

    def __init__(self, game: Game, module: torch.nn.Module, device: torch.device) -> None:
        self.module = module.to(device)
        self.order = torch.arange(len(game.tokens), device=device)

    def new_weights(self, generator: torch.Generator) -> Weights:
        return learned(self.module)

    def policy(self, weights: Weights, tokens: Tensor, tables: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        return self.opinion(weights, tokens, tables, masks)[:2]

    def opinion(self, weights: Weights, tokens: Tensor, tables: Tensor, masks: Tensor) -> Opinion:
        logits, value, beliefs = functional_call(self.module, weights, (*scaled(weights, tokens, tables), masks > 0))
        return logits.float(), value.float(), (tokens[..., :0] if beliefs is None else beliefs).float()

    def state(self, weights: Weights) -> Weights:
        """Return what `load_state_dict` of such a module takes."""
        return self.module.state_dict() | {name: tensor.detach() for name, tensor in weights.items()}


class ModuleCritic:
    """A module `(tokens, tables, hidden) -> values`."""

    def __init__(self, module: torch.nn.Module, device: torch.device) -> None:
        self.module = module.to(device)

    def new_weights(self, generator: torch.Generator) -> Weights:
        return learned(self.module)

    def value(self, weights: Weights, tokens: Tensor, tables: Tensor, hidden: Tensor) -> Tensor:
        return functional_call(self.module, weights, scaled(weights, tokens, tables, hidden)).float()


def learned(module: torch.nn.Module) -> Weights:
    """Return a module's parameters, except for those that it keeps from learning."""
    return {name: found.detach().clone() for name, found in module.named_parameters() if found.requires_grad}


def scaled(weights: Weights, *features: Tensor) -> tuple[Tensor, ...]:
    """Return features as numbers, in the precision of the weights."""
    kind = next(iter(weights.values())).dtype
    return tuple(tensor.to(kind) / play.ONE for tensor in features)


def check_policy(game: Game, policy: Policy, weights: Weights, tokens: Tensor, tables: Tensor, masks: Tensor) -> None:
    """Refuse a policy whose answers have the wrong shapes."""
    logits, value, beliefs = policy.opinion(weights, tokens, tables, masks)
    features, size = features_of(game), len(tokens)
    expect("policy: logits", logits, (size, len(policy.order)))
    expect("policy: values", value, (size,))
    guesses = features.BELIEFS if beliefs.shape[-1] else 0
    expect("policy: beliefs", beliefs, (size, features.TOKENS, guesses))


def expect(part: str, found: Tensor, shape: tuple[int, ...]) -> None:
    if tuple(found.shape) != shape:
        raise BadOption(Reason("wrong_part", {"part": part, "found": str(tuple(found.shape)), "expected": str(shape)}))
