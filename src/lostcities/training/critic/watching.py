"""The matches that a critic watches, played in parallel."""

import torch
from torch import Tensor

from lostcities.bots.batches.runner import Runner
from lostcities.bots.critics.kernels import describe
from lostcities.bots.interface import Mix, features_of, together_of
from lostcities.games import forks
from lostcities.games.cuda import side_by_side
from lostcities.games.game import Game
from lostcities.training.critic import kernels
from lostcities.training.simulator import Simulator


class Watched(Simulator):
    """Matches whose rounds are scored one by one."""

    def __init__(self, game: Game, mix: Mix, size: int, seed: int, device: torch.device, runner: Runner | None = None) -> None:
        tokens, seats = features_of(game).TOKENS, game.max_players

        def zeros(*shape: int, dtype: torch.dtype = torch.float32) -> Tensor:
            return side_by_side(torch.zeros((size, *shape), dtype=dtype, device=device))

        self.leads, self.shares, self.before = zeros(seats), zeros(seats), zeros(seats)
        """For every seat: its lead in the last round that ended, its share of the last match, and what it stood at before this round."""
        self.parts = zeros(tokens, seats)
        """What each token contributed to every seat's points in the last round that ended."""
        self.known = zeros(tokens, together_of(game).TOGETHER, dtype=torch.uint8)
        self.game = game
        super().__init__(game, mix, size, seed, device, runner)

    def start(self) -> None:
        super().start()
        self.launch(forks.standings, "rows", "before")

    def feed(self) -> None:
        self.launch(describe, "rows", "observations", "seats", "tokens", "tables", "known", each=self.tokens.shape[1] + 1)

    def step(self, actions: Tensor) -> None:
        """Take an action in every match."""
        shown, paid = ("observations", "masks", "seats"), ("before", "leads", "parts", "shares", "ended")
        self.launch(kernels.watch, "rows", "rngs", self.run.shared(actions), *shown, *paid)
        self.feed()
