"""The networks in torch: functions of a dictionary of weights, so that one source serves play and learning.

A network has one token per colour, all with the same weights, and the table's features beside them. In every block
a token sees itself and the mean of all tokens. `bots/network.py` computes the same with numpy alone.
"""

from dataclasses import dataclass

import torch
from torch import Tensor

from lostcities.bots import network as play
from lostcities.bots.interface import Features

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


def new_weights(shape: Shape, device: torch.device, generator: torch.Generator) -> Weights:
    """Return random weights, drawn on the CPU so that a seed means the same everywhere."""
    width = shape.width

    def matrix(rows: int, columns: int, gain: float = 1.0) -> Tensor:
        return (torch.randn(rows, columns, generator=generator) * gain * (2 / rows) ** 0.5).to(device)

    def zeros(size: int) -> Tensor:
        return torch.zeros(size, device=device)

    weights = {"token": matrix(shape.token, width, 0.5), "table": matrix(shape.table, width, 0.5), "bias": zeros(width)}
    if shape.secrets:
        weights["secrets"] = matrix(shape.secrets, width, 0.5)
    for block in range(shape.blocks):
        weights[f"own{block}"] = matrix(width, width)
        weights[f"mean{block}"] = matrix(width, width, 0.5)
        weights[f"bias{block}"] = zeros(width)
        weights[f"out{block}"] = matrix(width, width, 0.3 / shape.blocks**0.5)
    weights |= {"value": matrix(width, width // 2), "value_bias": zeros(width // 2)}
    weights |= {"worth": matrix(width // 2, 1, 0.1), "worth_bias": zeros(1)}
    if shape.beliefs:
        weights |= {"belief": matrix(width, shape.beliefs, 0.05), "belief_bias": zeros(shape.beliefs)}
    if not shape.secrets:
        weights |= {"token_policy": matrix(width, shape.token_actions, 0.05), "token_policy_bias": zeros(shape.token_actions)}
        weights |= {"table_policy": matrix(width, shape.table_actions, 0.05), "table_policy_bias": zeros(shape.table_actions)}
    return weights


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


def opinion(weights: Weights, shape: Shape, tokens: Tensor, tables: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Return what `policy` returns, and for each token the logits of its beliefs."""
    seen, mean = trunk(weights, shape, tokens, tables)
    beliefs = seen @ padded(weights["belief"]) if shape.beliefs else seen
    of_tokens = beliefs[..., : shape.beliefs] + weights["belief_bias"] if shape.beliefs else beliefs[..., :0]
    return *heads(weights, shape, seen, mean), of_tokens.float()


def heads(weights: Weights, shape: Shape, seen: Tensor, mean: Tensor) -> tuple[Tensor, Tensor]:
    of_tokens = (seen @ padded(weights["token_policy"]))[..., : shape.token_actions] + weights["token_policy_bias"]
    of_table = mean @ weights["table_policy"] + weights["table_policy_bias"]
    return torch.cat([of_tokens.flatten(1), of_table], dim=1).float(), value_of(weights, mean)


def critic(weights: Weights, shape: Shape, tokens: Tensor, tables: Tensor, hidden: Tensor) -> Tensor:
    """Return the value for the seat that decides, with everything known."""
    return value_of(weights, trunk(weights, shape, tokens, tables, hidden)[1])


def action_order(features: Features, device: torch.device) -> Tensor:
    """Return, for every action, its index among a policy's logits."""
    return torch.from_numpy(play.action_order(features)).to(device)


def legal_logits(logits: Tensor, order: Tensor, masks: Tensor) -> Tensor:
    """Return logits in the order of actions, with those of illegal actions too low to be chosen."""
    return logits[:, order].masked_fill(masks == 0, -1e9)


def grown(old: Weights, blocks: int, new: Weights) -> Weights:
    """Return a larger network that computes the same as a smaller one; `new` has random weights.

    New units keep their random inputs and get no outputs, so they change nothing until they have learnt some.
    """
    found = {}
    for name, tensor in new.items():
        grown = tensor.detach().clone()
        block = name[-1]
        if block.isdigit() and int(block) >= blocks:
            found[name] = torch.zeros_like(grown) if name.startswith("out") else grown
            continue
        before = old.get(name)
        if before is None:  # the smaller network has nothing of this
            found[name] = grown
            continue
        if grown.dim() == 1:
            grown.zero_()
            grown[: len(before)] = before
        else:
            grown[before.shape[0] :] = 0
            grown[: before.shape[0], : before.shape[1]] = before
            if name.startswith("out") or "policy" in name or name in ("worth", "belief"):
                grown[: before.shape[0], before.shape[1] :] = 0
        found[name] = grown
    return found
