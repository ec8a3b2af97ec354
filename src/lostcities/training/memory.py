"""What was seen and done in the last steps of all matches."""

import torch
from torch import Tensor

from lostcities.training.loss import Batch
from lostcities.training.simulator import Simulator

SEEN = ("tokens", "tables", "hidden", "masks", "seats")
"""What is remembered of a position before its decision."""
LEARNED_FROM = ("tokens", "tables", "hidden", "masks", "actions", "chances")


class Memory:
    """The steps between two lessons."""

    def __init__(self, simulator: Simulator, steps: int) -> None:
        def like(tensor: Tensor, length: int = steps) -> Tensor:
            return torch.zeros((length, *tensor.shape), dtype=tensor.dtype, device=tensor.device)

        def numbers(dtype: torch.dtype, length: int = steps) -> Tensor:
            return torch.zeros((length, simulator.size), dtype=dtype, device=simulator.rows.device)

        self.tokens, self.tables, self.hidden = like(simulator.tokens), like(simulator.tables), like(simulator.hidden)
        self.masks, self.rewards, self.ended = like(simulator.masks), like(simulator.rewards), like(simulator.ended)
        self.seats = like(simulator.seats, steps + 1)
        self.actions = numbers(torch.int64)
        self.chances, self.advantages, self.counted = (numbers(torch.float32) for _ in range(3))
        self.values = numbers(torch.float32, steps + 1)
        self.past = torch.zeros((simulator.size, 4, simulator.rewards.shape[1]), device=simulator.rows.device)

    def decided(self) -> Tensor:
        """Return where the network had a choice: nothing is learnt from a rival's moves, or where only one move was legal."""
        choices = self.masks.sum(dim=2, dtype=torch.int32)
        return ((self.counted > 0) & (choices > 1)).flatten().nonzero().squeeze(1)

    def batch(self) -> Batch:
        """Return all decisions in one batch, which shares this memory; the learner fills in the rest."""
        flat = {name: getattr(self, name).flatten(0, 1) for name in LEARNED_FROM}
        returns, advantages = (torch.zeros_like(flat["chances"]) for _ in range(2))
        bonus, variance = (torch.zeros((), device=returns.device) for _ in range(2))
        return Batch(**flat, returns=returns, advantages=advantages, bonus=bonus, variance=variance)


def remember(seen: list[Tensor], places: list[Tensor]) -> None:
    """Copy observations into memory. On a GPU the bytes of a match are interleaved before, and contiguous afterwards."""
    for tensor, place in zip(seen, places, strict=True):
        place.copy_(tensor)
