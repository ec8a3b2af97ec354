"""Many matches played side by side for training: the kernels of `games/` on a CPU or a GPU, the arrays as torch tensors.

A match may have a rival in one of its seats, who decides instead of the network: at random, by rule of thumb, or as an
older network would.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from torch import Tensor

from lostcities.bots.interface import own_kernels, part
from lostcities.games.cuda import side_by_side
from lostcities.games.engine import Engine, seeds
from lostcities.games.game import Game
from lostcities.training import kernels

THREADS = 64

Mix = Sequence[tuple[float, int, dict[str, Any]]]
"""Tables with their weights: how often, how many players, which options."""


class Runner:
    """Calls a kernel by its name for all matches, here or on a GPU."""

    def __init__(self, game: Game, device: torch.device) -> None:
        self.cuda: Any = None
        self.compiled: dict[str, Any] = {}
        if device.type == "cuda":
            from lostcities.games.cuda import CudaEngine, load_cuda

            self.cuda = load_cuda()
            self.engine: Any = CudaEngine(game, own_kernels(game))
        else:
            self.engine = Engine(game, kernels=own_kernels(game))

    def __call__(self, name: str, size: int, *arguments: Any, across: int = 1) -> None:
        """`size` matches, and on a GPU so many threads for each."""
        if name not in self.compiled:
            self.compiled[name] = self.engine.kernel(getattr(kernels, name + ("_thread" if self.cuda else "_all")))
        given = [self.shared(argument) if isinstance(argument, Tensor) else argument for argument in arguments]
        if self.cuda is None:
            self.compiled[name](*given)
            return
        stream = self.cuda.external_stream(torch.cuda.current_stream().cuda_stream)
        blocks = (size + THREADS - 1) // THREADS
        self.compiled[name][(blocks, across), (THREADS, 1), stream](*given)

    def shared(self, tensor: Tensor) -> Any:
        """The same memory as the kernels' kind of array."""
        if self.cuda is None:
            return tensor.numpy()
        if tensor.dtype is torch.uint64:  # not every torch can hand these over
            return self.cuda.as_cuda_array(tensor.view(torch.int64), sync=False).view(np.uint64)
        return self.cuda.as_cuda_array(tensor, sync=False)


class Simulator:
    """Matches, and what is seen of them by the seats that decide."""

    def __init__(self, game: Game, mix: Mix, size: int, seed: int, device: torch.device, runner: Runner | None = None) -> None:
        features, training = part(game, "features"), part(game, "training")
        self.size = size
        self.run = runner or Runner(game, device)
        self.point, self.win = float(training.POINT), float(training.WIN)
        players = max(entry[1] for entry in mix)

        def zeros(*shape: int, dtype: torch.dtype = torch.uint8) -> Tensor:
            return side_by_side(torch.zeros(shape, dtype=dtype, device=device))

        self.rows = side_by_side(torch.from_numpy(mixed_rows(game, mix, size)).to(device))
        self.rngs = torch.from_numpy(seeds(seed, size).view(np.int64)).to(device).view(torch.uint64)
        self.observations = zeros(size, game.observation.SIZE)
        self.masks = zeros(size, len(game.tokens))
        self.seats = zeros(size)
        self.rewards = zeros(size, players, dtype=torch.float32)
        self.ended = zeros(size)
        self.totals = zeros(size, players, dtype=torch.float32)
        """What every seat had at the end of the last match."""
        self.tokens = zeros(size, features.TOKENS, features.TOKEN)
        self.tables = zeros(size, features.TABLE)
        self.hidden = zeros(size, features.TOKENS, training.SECRETS)
        self.kinds = zeros(size)
        self.rivals = zeros(size)
        self.handed = {name: self.run.shared(tensor) for name, tensor in vars(self).items() if isinstance(tensor, Tensor)}
        """All of them as the kernels take them, made once and not at every step."""
        self.start()

    def launch(self, kernel: str, *arguments: Any, across: int = 1) -> None:
        """Runs a kernel for all matches. Tensors of this simulator are given by their names."""
        self.run(kernel, self.size, *(self.handed[given] if isinstance(given, str) else given for given in arguments), across=across)

    def start(self) -> None:
        """Begins every match."""
        self.launch("start", "rows", "rngs", "observations", "masks", "seats")
        self.feed()

    def feed(self) -> None:
        self.launch("feed", "rows", "observations", "seats", "tokens", "tables", "hidden", across=self.tokens.shape[1] + 1)

    def step(self, actions: Tensor) -> None:
        """Takes an action in every match; `actions` is changed where a rule of thumb decides."""
        chosen = self.run.shared(actions)
        self.launch("answer", "kinds", "rivals", "observations", "masks", "seats", chosen)
        paid = ("rewards", "ended", "totals")
        self.launch("play", "rows", "rngs", chosen, "observations", "masks", "seats", *paid, self.point, self.win)
        self.feed()

    @property
    def rival_decides(self) -> Tensor:
        return (self.kinds > kernels.SELF) & (self.rivals == self.seats)

    @property
    def margins(self) -> Tensor:
        """By how much every seat was ahead of the best other at the end of the last match; 0 where nobody sits."""
        seats = torch.arange(self.totals.shape[1], device=self.totals.device)
        seated = seats < self.players[:, None]
        others = seated & (seats[:, None, None] != seats)
        best = torch.where(others, self.totals, -torch.inf).amax(dim=2).T
        return torch.where(seated, self.totals - best, 0.0)

    @property
    def players(self) -> Tensor:
        """How many play in each match."""
        from lostcities.games.head import PLAYERS

        return self.rows[:, PLAYERS]


def mixed_rows(game: Game, mix: Mix, size: int) -> Any:
    """Rows of matches not yet dealt, each table as often as its weight says."""
    engine = Engine(game)
    weights = np.array([entry[0] for entry in mix], dtype=float)
    bounds = np.round(np.cumsum(weights) / weights.sum() * size).astype(int)
    counts = np.diff(bounds, prepend=0)
    return np.concatenate([engine.blank_rows(count, players, options) for count, (_, players, options) in zip(counts, mix, strict=True)])
