"""The networks as they are trained: new weights, larger networks from smaller ones, beliefs and the critic.

What they share with play is in `bots/torch_network.py`.
"""

import torch
from torch import Tensor

from lostcities.bots.torch_network import Shape, Weights, action_order, heads, legal_logits, padded, policy, trunk, value_of

__all__ = ["Shape", "Weights", "action_order", "critic", "grown", "legal_logits", "new_weights", "opinion", "policy"]


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


def opinion(weights: Weights, shape: Shape, tokens: Tensor, tables: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Return what `policy` returns, and for each token the logits of its beliefs."""
    seen, mean = trunk(weights, shape, tokens, tables)
    beliefs = seen @ padded(weights["belief"]) if shape.beliefs else seen
    of_tokens = beliefs[..., : shape.beliefs] + weights["belief_bias"] if shape.beliefs else beliefs[..., :0]
    return *heads(weights, shape, seen, mean), of_tokens.float()


def critic(weights: Weights, shape: Shape, tokens: Tensor, tables: Tensor, hidden: Tensor) -> Tensor:
    """Return the value for the seat that decides, with everything known."""
    return value_of(weights, trunk(weights, shape, tokens, tables, hidden)[1])


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
