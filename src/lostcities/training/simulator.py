"""Many matches played in parallel for training: the kernels of `games/` on a CPU or a GPU, with torch tensors as arrays.

A match may have a rival in one of its seats, who decides instead of the network: at random, by rules of thumb, or with an
older network.
"""

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from lostcities.bots.batches.runner import Runner
from lostcities.bots.interface import Mix, features_of, training_of
from lostcities.games import rows
from lostcities.games.cuda import side_by_side
from lostcities.games.engine import Engine, seeds
from lostcities.games.game import Game
from lostcities.games.head import PLAYERS
from lostcities.games.interface import Kernel
from lostcities.training import kernels
from lostcities.training.habits import Habits

LASTING = ("rows", "rngs", "observations", "masks", "seats", "totals", "margins")
"""The tensors that a step builds on; it computes the others."""


class Simulator:
    """Matches, and what the seats that decide see of them."""

    def __init__(
        self,
        game: Game,
        mix: Mix,
        size: int,
        seed: int,
        device: torch.device,
        runner: Runner | None = None,
        point: float | None = None,
        win: float | None = None,
    ) -> None:
        """`point` points of lead are worth 1, and a match is worth `win`, if not what the game's training says."""
        features, training = features_of(game), training_of(game)
        self.size = size
        self.run = runner or Runner(game, device)
        self.habits = Habits(game, device)
        self.point, self.win = float(point or training.POINT), float(training.WIN if win is None else win)
        players = max(entry[1] for entry in mix)

        def zeros(*shape: int, dtype: torch.dtype = torch.uint8) -> Tensor:
            return side_by_side(torch.zeros(shape, dtype=dtype, device=device))

        self.rows = side_by_side(torch.from_numpy(mixed_rows(game, mix, size)).to(device))
        self.rngs = torch.from_numpy(seeds(seed, size).view(np.int64)).to(device)
        """The bits of uint64, a type that not every torch can share."""
        self.observations = zeros(size, game.observation.SIZE)
        self.masks = zeros(size, len(game.tokens))
        self.seats = zeros(size)
        self.rewards = zeros(size, players, dtype=torch.float32)
        self.ended = zeros(size)
        self.totals = zeros(size, players, dtype=torch.float32)
        """Every seat's points at the end of the last match."""
        self.margins = zeros(size, players, dtype=torch.float32)
        """Every seat's lead over the best other seat at that time; 0 for unused seats."""
        self.tokens = zeros(size, features.TOKENS, features.TOKEN)
        self.tables = zeros(size, features.TABLE)
        self.hidden = zeros(size, features.TOKENS, training.SECRETS)
        self.kinds = zeros(size)
        self.rivals = zeros(size)
        self.handed = {name: self.run.shared(tensor) for name, tensor in vars(self).items() if isinstance(tensor, Tensor)}
        """All of them as arrays for the kernels, made once instead of at every step."""
        self.handed["rngs"] = self.handed["rngs"].view(np.uint64)
        self.start()

    def launch(self, kernel: Kernel, *arguments: object, each: int = 1) -> None:
        """Run a kernel for all matches, on a GPU with `each` threads per match. Tensors of this simulator are given by name."""
        given = (self.handed[argument] if isinstance(argument, str) else argument for argument in arguments)
        self.run(kernel, self.size * each, *given)

    def start(self) -> None:
        """Begin every match."""
        self.launch(rows.reset_rows, "rows", "rngs", "observations", "masks", "seats")
        self.feed()

    def feed(self) -> None:
        self.launch(kernels.feed, "rows", "observations", "seats", "tokens", "tables", "hidden", each=self.tokens.shape[1] + 1)

    def state(self) -> dict[str, Tensor]:
        """Return the matches as they are; `restore` puts such tensors back."""
        return {name: getattr(self, name) for name in LASTING}

    def restore(self, state: dict[str, Tensor]) -> None:
        for name in LASTING:
            getattr(self, name).copy_(state[name])
        self.feed()

    def step(self, actions: Tensor) -> None:
        """Take an action in every match. Where the rules of thumb decide, `actions` is overwritten."""
        chosen = self.run.shared(actions)
        self.launch(kernels.answer, "kinds", "rivals", "observations", "masks", "seats", chosen)
        paid = ("rewards", "ended", "totals", "margins")
        self.launch(kernels.play, "rows", "rngs", chosen, "observations", "masks", "seats", *paid, self.point, self.win)
        self.feed()

    @property
    def rival_decides(self) -> Tensor:
        return (self.kinds > kernels.SELF) & (self.rivals == self.seats)

    @property
    def players(self) -> Tensor:
        """The number of players in each match."""
        return self.rows[:, PLAYERS]


def mixed_rows(game: Game, mix: Mix, size: int) -> NDArray[np.uint8]:
    """Return rows of matches not dealt yet, with each table as often as its weight says."""
    engine = Engine(game)
    weights = np.array([entry[0] for entry in mix], dtype=float)
    bounds = np.round(np.cumsum(weights) / weights.sum() * size).astype(int)
    counts = np.diff(bounds, prepend=0)
    return np.concatenate([engine.blank_rows(count, players, options) for count, (_, players, options) in zip(counts, mix, strict=True)])
