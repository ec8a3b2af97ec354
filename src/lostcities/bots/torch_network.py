"""The networks in torch: functions of a dictionary of weights, so that one source serves play on a GPU and learning.

A network has one token per colour, all with the same weights, and the table's features beside them. In every block
a token sees itself and the mean of all tokens. `bots/network.py` computes the same with numpy alone.
"""

from dataclasses import dataclass

import torch
from torch import Tensor

from lostcities.bots import network as play
from lostcities.bots.interface import Features, features_of
from lostcities.games.game import Game

Weights = dict[str, Tensor]


@dataclass(frozen=True, slots=True)
class Shape:
    """The sizes that determine a network's weights."""

    tokens: int
    token: int
    table: int
    token_actions: int
    table_actions: int
    width: int
    blocks: int
    secrets: int = 0
    """Features of a token that only a critic sees."""
    beliefs: int = 0
    """Guesses at hidden cards, per token."""

    @classmethod
    def of(cls, features: Features, width: int, blocks: int, secrets: int = 0, beliefs: int = 0) -> "Shape":
        actions = len(features.TOKEN_ACTIONS[0]), len(features.TABLE_ACTIONS)
        return cls(features.TOKENS, features.TOKEN, features.TABLE, *actions, width, blocks, secrets, beliefs)


def trunk(weights: Weights, shape: Shape, tokens: Tensor, tables: Tensor, hidden: Tensor | None = None) -> tuple[Tensor, Tensor]:
    """Return the activations of every token, and their mean."""
    kind = weights["token"].dtype
    given = tokens.to(kind) / 16
    present = (tokens[..., -1:] > 0).to(kind)
    share = present / present.sum(dim=1, keepdim=True)
    seen = given @ weights["token"] + (tables.to(kind) / 16 @ weights["table"] + weights["bias"]).unsqueeze(1)
    if hidden is not None:
        seen = seen + hidden.to(kind) / 16 @ weights["secrets"]
    seen = seen.relu()
    for block in range(shape.blocks):
        mean = (seen * share).sum(dim=1)
        shared = mean @ weights[f"mean{block}"] + weights[f"bias{block}"]
        seen = seen + (seen @ weights[f"own{block}"] + shared.unsqueeze(1)).relu() @ weights[f"out{block}"]
    return seen, (seen * share).sum(dim=1)


def padded(matrix: Tensor) -> Tensor:
    """Return the matrix padded with columns of zeros to a multiple of 8, which a GPU multiplies fastest."""
    return torch.nn.functional.pad(matrix, (0, -matrix.shape[1] % 8))


def value_of(weights: Weights, mean: Tensor) -> Tensor:
    inner = (mean @ weights["value"] + weights["value_bias"]).relu()
    return (inner @ weights["worth"] + weights["worth_bias"]).squeeze(-1).float()


def policy(weights: Weights, shape: Shape, tokens: Tensor, tables: Tensor) -> tuple[Tensor, Tensor]:
    """Return a logit for every action, by token and then the table's, and the value."""
    return heads(weights, shape, *trunk(weights, shape, tokens, tables))


def heads(weights: Weights, shape: Shape, seen: Tensor, mean: Tensor) -> tuple[Tensor, Tensor]:
    of_tokens = (seen @ padded(weights["token_policy"]))[..., : shape.token_actions] + weights["token_policy_bias"]
    of_table = mean @ weights["table_policy"] + weights["table_policy_bias"]
    return torch.cat([of_tokens.flatten(1), of_table], dim=1).float(), value_of(weights, mean)


def action_order(features: Features, device: torch.device) -> Tensor:
    """Return, for every action, its index among a policy's logits."""
    return torch.from_numpy(play.action_order(features)).to(device)


def legal_logits(logits: Tensor, order: Tensor, masks: Tensor) -> Tensor:
    """Return logits in the order of actions, with those of illegal actions too low to be chosen."""
    return logits[:, order].masked_fill(masks == 0, -1e9)


def stored(game: Game, device: torch.device, file: str | None = None, name: str = "net") -> tuple[Weights, Shape]:
    """Return a network from a file, or from the package, for torch."""
    found = play.load(game, file).networks[name]
    weights = {key: torch.from_numpy(array.copy()).to(device) for key, array in found.weights.items()}
    for key in ("token", "table"):  # these take bytes there, and numbers here
        weights[key] *= play.ONE
    beliefs = len(found.weights.get("belief_bias", ()))
    return weights, Shape.of(features_of(game), len(found.weights["bias"]), found.blocks, beliefs=beliefs)
