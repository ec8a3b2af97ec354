"""Gradient descent: steps of Adam, each of which is one graph on a GPU.

A step launches hundreds of small kernels beside a few large ones. With small batches, launching them one by one takes longer than
they do.
"""

from collections.abc import Callable, Iterable
from typing import Any

import torch
from torch import Tensor

from lostcities.training.loss import Figures

WARM_UP = 3
"""Steps before the graph is captured: they compile kernels and allocate what the optimizer keeps."""


class Descent:
    """Improves parameters, batch by batch."""

    def __init__(
        self,
        losses: Callable[[Tensor], tuple[Tensor, Figures]],
        groups: Iterable[Iterable[Tensor]],
        rate: float,
        norm: float,
        batch: int,
        device: torch.device,
    ) -> None:
        """`losses` returns the loss of the examples at some places, with figures; it always has to read the same memory.

        Each group of parameters has a learning rate of its own. Gradients longer than `norm` are shortened to it.
        """
        self.losses, self.norm = losses, norm
        self.graphs = device.type == "cuda"
        given: list[dict[str, Any]] = [
            {"params": list(group), "lr": torch.tensor(rate, device=device) if self.graphs else rate} for group in groups
        ]
        self.optimizer = torch.optim.Adam(given, eps=1e-5, fused=self.graphs, capturable=self.graphs)
        self.parameters = [tensor for group in given for tensor in group["params"]]
        self.places = torch.zeros(batch, dtype=torch.int64, device=device)
        self.figures: Figures = {}
        self.graph: torch.cuda.CUDAGraph | None = None
        self.steps = 0

    def set_rates(self, *rates: float) -> None:
        """Set the learning rate of every group."""
        for group, rate in zip(self.optimizer.param_groups, rates, strict=True):
            if isinstance(group["lr"], Tensor):
                group["lr"].fill_(rate)  # in place, because the graph knows the memory
            else:
                group["lr"] = rate

    def __call__(self, places: Tensor) -> Figures:
        """Take a step with the examples at these places; return its figures, which are valid until the next one."""
        if not self.graphs or len(places) != len(self.places):
            return self.step(places)
        self.places.copy_(places)
        self.steps += 1
        if self.steps <= WARM_UP:
            return self.warmed_up()
        if self.graph is None:
            self.graph = self.captured()
        self.graph.replay()
        return self.figures

    def step(self, places: Tensor) -> Figures:
        self.optimizer.zero_grad(set_to_none=True)
        loss, figures = self.losses(places)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.parameters, self.norm)
        self.optimizer.step()
        return {name: figure.detach() for name, figure in figures.items()}

    def warmed_up(self) -> Figures:
        """Take a step on a stream of its own, as before any capture."""
        side = torch.cuda.Stream()
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            figures = self.step(self.places)
        torch.cuda.current_stream().wait_stream(side)
        return figures

    def captured(self) -> torch.cuda.CUDAGraph:
        """Return a step as a graph. Nothing is learnt while it is captured."""
        torch.cuda.synchronize()
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph, capture_error_mode="relaxed"):  # gradients are computed on a thread of their own
            self.figures = self.step(self.places)
        return graph
