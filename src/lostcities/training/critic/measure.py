"""How much luck a critic explains: rounds between two players, as they ended and with the luck taken out.

The luck of a chance event is the critic's value after it, less the mean over everything that could have happened. Whatever the critic,
its mean is 0; the better the critic, the more of the spread it takes away. The critic is told who plays.
"""

from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from lostcities.analysis.manners import TOLD, Manner
from lostcities.analysis.torch_critic import TorchCritic
from lostcities.games import forks
from lostcities.games.cuda import side_by_side
from lostcities.games.engine import seeds
from lostcities.games.head import ROUND, STARTER
from lostcities.games.rows import ROUND_OVER
from lostcities.training.critic.crowd import Crowd
from lostcities.training.critic.watching import Watched
from lostcities.training.tables import Table

DEALS = 4096
"""Deals from which the expectation before a deal is estimated."""


@dataclass(frozen=True, slots=True)
class Spread:
    """The first player's rounds."""

    rounds: int
    raw: float
    adjusted: float
    raw_mean: float
    adjusted_mean: float
    luck: float
    """The mean luck, in standard errors."""
    scale: float
    """The share of the luck whose removal leaves the least."""
    best: float
    """The spread that then remains, as a share of the raw one."""

    @property
    def share(self) -> float:
        """The share of the spread that is left."""
        return self.adjusted / self.raw if self.raw else float("nan")

    def __str__(self) -> str:
        error = self.rounds**-0.5
        return (
            f"sd {self.raw:.1f} -> {self.adjusted:.1f} ({self.share:.1%}; scale {self.scale:.2f}: {self.best:.1%}), "
            f"mean {self.raw_mean:+.2f} ±{self.raw * error:.2f} -> {self.adjusted_mean:+.2f} ±{self.adjusted * error:.2f}, "
            f"luck {self.luck:+.2f} se, {self.rounds} rounds"
        )


@torch.no_grad()
def spread(critic: TorchCritic, table: Table, first: Manner, other: Manner, deals: int, seed: int, paired: bool) -> Spread:
    """Play a round of the first manner against the other one in all other seats; if `paired`, on every deal once from every seat."""
    game, (_, players, options) = critic.game, table
    device, copies = critic.run.device, players if paired else 1
    size = deals * copies
    matches = Watched(game, [(1, players, options)], size, seed, device, critic.run)
    matches.rngs.copy_(matches.rngs[:deals].repeat_interleave(copies, 0))
    matches.start()
    own = torch.arange(size, device=device) % players
    crowd = seated(matches, players, own, first, other, seed)
    manners = torch.zeros((size, game.max_players, TOLD), device=device)
    manners[:, :players] = crowd.told()
    fresh = torch.from_numpy(seeds(seed + 1, size * game.chance.OUTCOMES * game.chance.SAMPLES).view(np.int64)).to(device)
    luck = critic(matches.rows, matches.before, manners)[0] - expected_deal(critic, matches, manners, seed)
    final = torch.zeros_like(luck)
    playing = torch.ones(size, dtype=torch.bool, device=device)
    while playing.any():
        actions = crowd.decide(matches.tokens.contiguous(), matches.tables.contiguous(), matches.masks.contiguous())
        mean, certain = expectation(critic, matches, manners, actions, fresh)
        matches.step(actions)
        ended = (matches.ended & ROUND_OVER) > 0
        following = torch.where(ended[:, None], matches.leads, critic(matches.rows, matches.before, manners)[0])
        luck += torch.where((playing & ~certain)[:, None], following - mean, 0.0)
        final = torch.where((playing & ended)[:, None], matches.leads, final)
        playing &= ~ended
    raw, lucky = (found.gather(1, own[:, None]).view(deals, copies).mean(dim=1).double() for found in (final, luck))
    return compared(raw, lucky)


def compared(raw: Tensor, lucky: Tensor) -> Spread:
    """Return statistics of leads and of the luck in them."""
    clean, count = raw - lucky, len(raw)
    both = torch.stack([raw, lucky]).cov()
    scale = float(both[0, 1] / both[1, 1])
    best = float((raw - scale * lucky).std() / raw.std())
    means = float(raw.mean()), float(clean.mean())
    return Spread(count, float(raw.std()), float(clean.std()), *means, float(lucky.mean() / lucky.std()) * count**0.5, scale, best)


def seated(matches: Watched, players: int, own: Tensor, first: Manner, other: Manner, seed: int) -> Crowd:
    """Return a crowd with the first manner in the seats `own`, and the other one everywhere else."""
    device = matches.rows.device
    crowd = Crowd(matches, players, torch.Generator(device).manual_seed(seed))
    is_first = torch.arange(players, device=device) == own[:, None]
    crowd.strong.zero_()
    crowd.learning.zero_()
    crowd.manner = torch.where(is_first[..., None], torch.tensor(first, device=device), torch.tensor(other, device=device))
    return crowd


def expected_deal(critic: TorchCritic, table: Watched, manners: Tensor, seed: int) -> Tensor:
    """Return what every seat of each match could expect before the deal, which depends on who starts and on who plays."""
    game, device = critic.game, table.rows.device
    rngs = torch.from_numpy(seeds(seed + 2, DEALS).view(np.int64)).to(device)
    kinds, kind = manners.unique(dim=0, return_inverse=True)
    starts = table.rows[:, STARTER].long()
    expected = torch.zeros_like(table.leads)
    for starter in range(int(table.players[0])):
        dealt = side_by_side(table.rows[:1].repeat(DEALS, 1))
        dealt[:, STARTER] = starter
        dealt[:, ROUND] = 0
        critic.run(forks.deal_rows, DEALS, dealt, critic.run.shared(rngs).view(np.uint64))
        before = torch.zeros((DEALS, game.max_players), device=device)
        critic.run(forks.standings, DEALS, dealt, before)
        for number, told in enumerate(kinds):
            alike = ((starts == starter) & (kind == number))[:, None]
            mean = critic(dealt, before, told.expand(DEALS, -1, -1))[0].mean(dim=0)
            expected = torch.where(alike, mean, expected)
    return expected


def expectation(critic: TorchCritic, table: Watched, manners: Tensor, actions: Tensor, fresh: Tensor) -> tuple[Tensor, Tensor]:
    """Return what every seat can expect of the actions before chance has its say, and where chance has none."""
    game, size = critic.game, table.size
    outcomes = game.chance.OUTCOMES
    tries, device = outcomes * game.chance.SAMPLES, table.rows.device
    split = torch.zeros((size, tries, table.rows.shape[1]), dtype=torch.uint8, device=device)
    weights = torch.zeros((size, tries), device=device)
    uncertain = torch.zeros((size, tries), dtype=torch.uint8, device=device)
    rngs = critic.run.shared(fresh).view(np.uint64)
    critic.run(forks.fork, size * tries, table.rows, critic.run.shared(actions), outcomes, rngs, split, weights, uncertain)
    certain = (uncertain == 0).all(dim=1)
    possible = ((weights > 0) & ~certain[:, None]).flatten().nonzero()[:, 0]
    mean = torch.zeros((size, game.max_players), device=device)
    if len(possible):
        match = possible // tries
        leads, _ = critic(split.flatten(0, 1)[possible], table.before[match], manners[match])
        mean.index_add_(0, match, leads * weights.flatten()[possible, None])
    return mean, certain
