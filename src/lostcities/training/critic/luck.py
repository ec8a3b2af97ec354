"""The luck of many matches while they are played on the training device, as `analysis/luck.py` defines it for one."""

import numpy as np
import torch
from torch import Tensor

from lostcities.bots.critics.manners import TOLD
from lostcities.bots.critics.torch_critic import TorchCritic
from lostcities.games import forks
from lostcities.games.cuda import side_by_side
from lostcities.games.engine import seeds
from lostcities.games.rows import MATCH_OVER, ROUND_OVER
from lostcities.training.simulator import Simulator

DEALS = 64
"""Other deals of each round from which its expectation is estimated."""


class Luck:
    """What luck has given every seat so far. Call `expect` before every step of the matches, and `note` after it."""

    def __init__(self, critic: TorchCritic, matches: Simulator, seed: int, manners: Tensor | None = None) -> None:
        """Begin with matches that have just been dealt. The critic is told that all seats are strong, or else these `manners`."""
        self.critic, self.matches = critic, matches
        size, seats, device = matches.size, critic.game.max_players, critic.run.device
        self.manners = torch.zeros((size, seats, TOLD), device=device) if manners is None else manners
        self.total, self.before, self.expected = (torch.zeros((size, seats), device=device) for _ in range(3))
        """Points of lead: the luck so far, what the seats stood at before this round, and what could be expected of the last step."""
        self.certain = torch.ones(size, dtype=torch.bool, device=device)
        tries = max(critic.game.chance.OUTCOMES * critic.game.chance.SAMPLES, DEALS)
        self.fresh = torch.from_numpy(seeds(seed, size * tries).view(np.int64)).to(device)
        self.dealt(torch.ones_like(self.certain))

    @property
    def rngs(self) -> object:
        return self.critic.run.shared(self.fresh).view(np.uint64)

    def dealt(self, where: Tensor) -> None:
        """Add the luck of a deal in some matches."""
        places = where.nonzero()[:, 0]
        if not len(places):
            return
        rows, count = side_by_side(self.matches.rows[places]), len(places)
        before = torch.zeros((count, self.before.shape[1]), device=rows.device)
        self.critic.run(forks.standings, count, rows, before)
        self.before[places] = before
        others = side_by_side(rows.repeat_interleave(DEALS, 0))
        self.critic.run(forks.deal_rows, len(others), others, self.rngs)
        manners = self.manners[places]
        known = self.critic(others, before.repeat_interleave(DEALS, 0), manners.repeat_interleave(DEALS, 0))[0]
        self.total[places] += self.critic(rows, before, manners)[0] - known.view(count, DEALS, -1).mean(dim=1)

    def expect(self, actions: Tensor) -> None:
        """Work out what every seat can expect of the actions before chance has its say."""
        critic, rows = self.critic, self.matches.rows
        chance, size, device = critic.game.chance, self.matches.size, rows.device
        tries = chance.OUTCOMES * chance.SAMPLES
        split = torch.zeros((size, tries, rows.shape[1]), dtype=torch.uint8, device=device)
        weights = torch.zeros((size, tries), device=device)
        uncertain = torch.zeros((size, tries), dtype=torch.uint8, device=device)
        critic.run(forks.fork, size * tries, rows, actions, chance.OUTCOMES, self.rngs, split, weights, uncertain)
        self.certain = (uncertain == 0).all(dim=1)
        possible = ((weights > 0) & ~self.certain[:, None]).flatten().nonzero()[:, 0]
        self.expected.zero_()
        if len(possible):
            match = possible // tries
            leads, _ = critic(split.flatten(0, 1)[possible], self.before[match], self.manners[match])
            self.expected.index_add_(0, match, leads * weights.flatten()[possible, None])

    def note(self, playing: Tensor) -> None:
        """Add the luck of the step just taken in the matches still `playing`. Chance gives nothing in a step that ends a round."""
        ended = (self.matches.ended & ROUND_OVER) > 0
        drawn = playing & ~self.certain & ~ended
        now = self.critic(self.matches.rows, self.before, self.manners)[0]
        self.total += torch.where(drawn[:, None], now - self.expected, 0.0)
        self.dealt(playing & ended & ((self.matches.ended & MATCH_OVER) == 0))
