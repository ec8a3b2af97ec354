"""How much luck a critic explains: rounds between two players, as they ended and with the luck taken out.

The luck of a chance event is the critic's value after it, less the mean over everything that could have happened. Whatever the critic,
its mean is 0; the better the critic, the more of the spread it takes away. The critic is told who plays.
"""

from dataclasses import dataclass

import torch
from torch import Tensor

from lostcities.bots.critics.manners import TOLD, Manner
from lostcities.bots.critics.torch_critic import TorchCritic
from lostcities.games.rows import ROUND_OVER
from lostcities.training.critic.crowd import Crowd
from lostcities.training.critic.luck import Luck
from lostcities.training.critic.watching import Watched
from lostcities.training.tables import Table


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
    luck = Luck(critic, matches, seed + 1, manners)
    final = torch.zeros_like(luck.total)
    playing = torch.ones(size, dtype=torch.bool, device=device)
    while playing.any():
        actions = crowd.decide(matches.tokens.contiguous(), matches.tables.contiguous(), matches.masks.contiguous())
        luck.expect(actions)
        matches.step(actions)
        luck.note(playing)
        ended = (matches.ended & ROUND_OVER) > 0
        final = torch.where((playing & ended)[:, None], matches.leads, final)
        playing &= ~ended
    raw, lucky = (found.gather(1, own[:, None]).view(deals, copies).mean(dim=1).double() for found in (final, luck.total))
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
