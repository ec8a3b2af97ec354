"""Paired matches on the training device: how strong a network is against another, or against a fixed rival.

Each deal is played once from every seat, as in the arena, and all matches run in parallel.
"""

from dataclasses import dataclass, replace

import torch
from torch import Tensor

from lostcities.bots.batches.runner import Runner
from lostcities.bots.critics.torch_critic import TorchCritic
from lostcities.games.game import Game
from lostcities.games.options import Options
from lostcities.games.rows import MATCH_OVER
from lostcities.intervals import Bounds, percent, share_bounds
from lostcities.training.critic.luck import Luck
from lostcities.training.player import Player
from lostcities.training.simulator import Simulator

LONGEST = 4000
"""Decisions after which an unfinished match is left out."""
AT_ONCE = 4096
"""Matches that are played side by side where luck is worked out, which needs memory for every card that could be drawn."""
APART = 1_000_003
"""The distance between the seeds of its parts."""


@dataclass(frozen=True, slots=True)
class Result:
    """The first player's result: points of lead per round, and its share of the matches.

    Both have 95% intervals over deals.
    """

    margin: float
    margin_error: float
    share: float
    bounds: Bounds
    deals: int
    players: int
    adjusted: float | None = None
    adjusted_error: float | None = None
    """The margin of the same matches without luck, if it was worked out."""

    def __str__(self) -> str:
        adjusted = "" if self.adjusted is None else f" ({self.adjusted:+.1f} ±{self.adjusted_error:.1f} without luck)"
        return f"{self.margin:+.1f} ±{self.margin_error:.1f} per round{adjusted}, {percent(self.share, self.bounds)} of matches"

    @property
    def figures(self) -> dict[str, float]:
        """The same for the metrics file."""
        margin = {"margin": self.margin, "margin_ci95": self.margin_error}
        if self.adjusted is not None and self.adjusted_error is not None:
            margin |= {"adjusted_margin": self.adjusted, "adjusted_margin_ci95": self.adjusted_error}
        return margin | {"share": self.share, "share_low": self.bounds.low, "share_high": self.bounds.high, "deals": self.deals}

    @property
    def better(self) -> bool:
        """Whether it wins significantly more than its share, or leads significantly without luck and does not win less."""
        if self.adjusted is not None and self.adjusted_error is not None and self.adjusted > self.adjusted_error:
            return self.share > 1 / self.players
        return self.bounds.low > 1 / self.players and self.margin > 0

    @property
    def worse(self) -> bool:
        """Whether it wins significantly less than its share."""
        return self.bounds.high < 1 / self.players


def duel(
    game: Game,
    players: int,
    options: Options,
    first: Player,
    other: Player,
    deals: int,
    seed: int,
    runner: Runner,
    critic: TorchCritic | None = None,
) -> Result:
    """Play `first` against `other` in all other seats. With a critic, margins are also there without luck."""
    most = max(AT_ONCE // players, 1) if critic else deals
    parts = []
    for part, done in enumerate(range(0, deals, most)):
        simulator = Simulator(game, [(1, players, options)], min(most, deals - done) * players, seed + APART * part, runner.device, runner)
        parts.append(played(simulator, players, first, other, seed + APART * part, critic))
    margins, luck = (torch.cat(found) for found in zip(*parts, strict=True))
    own = torch.arange(len(margins), device=runner.device) % players
    rounds = int(game.complete(options).get("rounds") or 1)
    return result(margins, own, players, deals, rounds, luck if critic else None)


@torch.no_grad()
def played(
    simulator: Simulator, players: int, first: Player, other: Player, seed: int, critic: TorchCritic | None
) -> tuple[Tensor, Tensor]:
    """Play every deal once with `first` in each seat; return every seat's lead in all matches, and its luck if there is a critic."""
    size, device = simulator.size, simulator.rows.device
    simulator.rngs.copy_(simulator.rngs[: size // players].repeat_interleave(players, 0))
    simulator.start()
    own = torch.arange(size, device=device) % players
    chance = torch.Generator(device).manual_seed(seed)  # its own, so that measuring changes nothing else
    margins = torch.full((size, players), float("nan"), device=device)
    open_matches = torch.ones(size, dtype=torch.bool, device=device)
    luck = Luck(critic, simulator, seed + 1) if critic else None
    for step in range(LONGEST):
        actions = torch.where(simulator.seats == own, first.actions(simulator, chance), other.actions(simulator, chance))
        if luck:
            luck.expect(actions)
        simulator.step(actions)
        if luck:
            luck.note(open_matches)
        finished = open_matches & ((simulator.ended & MATCH_OVER) > 0)
        margins[finished] = simulator.margins[finished]
        open_matches &= ~finished
        if step % 32 == 0 and not open_matches.any():
            break
    return margins, luck.total if luck else margins


def result(margins: Tensor, own: Tensor, players: int, deals: int, rounds: int, luck: Tensor | None = None) -> Result:
    lead = margins.gather(1, own[:, None]).squeeze(1)
    winners = (margins >= 0).sum(dim=1)
    share = torch.where(lead >= 0, 1 / winners, 0.0).masked_fill(lead.isnan(), float("nan"))
    by_deal = (lead / rounds).view(deals, players).mean(dim=1)
    shares = share.view(deals, players).mean(dim=1)
    known = ~by_deal.isnan()
    count = int(known.sum())
    width = 1.96 / max(count, 1) ** 0.5
    margin, won = by_deal[known], shares[known]
    bounds = share_bounds(won.tolist()) or Bounds(0.0, 1.0)
    found = Result(float(margin.mean()), float(margin.std()) * width, float(won.mean()), bounds, count, players)
    if luck is None:
        return found
    lucky = luck.gather(1, own[:, None]).squeeze(1) / rounds
    clean = margin - lucky.view(deals, players).mean(dim=1)[known]
    return replace(found, adjusted=float(clean.mean()), adjusted_error=float(clean.std()) * width)
