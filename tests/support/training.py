"""Tiny training runs for tests, and networks of a form that only torch can play. Needs torch."""

from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from lostcities import Game
from lostcities.bots.interface import features_of, training_of
from lostcities.training.config import Config
from lostcities.training.parts import OURS, Parts
from lostcities.training.run import Run

torch.set_num_threads(1)  # the matrices are small, and the other cores are busy with other tests
CPU = torch.device("cpu")
LESSON = 48 * 24
"""Decisions per lesson."""
TINY: dict[str, Any] = {"matches": 48, "steps": 24, "batch": 576, "rate": 2e-3}
TINY |= {"width": 16, "blocks": 1, "critic_width": 16, "critic_blocks": 1}
BUDGET: dict[str, Any] = {"decisions": 2 * LESSON, "distill_decisions": 1, "deals": 2, "measurements": 0}
AS_TYPED = [word for name, value in TINY.items() for word in (f"--{name.replace('_', '-')}", str(value))]


def tiny(name: str = "card", **changes: Any) -> Config:
    """A configuration that learns in no time."""
    return Config(name, **({"device": "cpu"} | TINY | changes))


def run_in(folder: Path, say: Any = print, parts: Parts = OURS, **changes: Any) -> Run:
    """A run of two lessons; its quick network gets one."""
    return Run(tiny(out=folder, **(BUDGET | changes)), parts, say)


class Small(nn.Module):
    """A policy that looks at everything at once, with frozen parameters and without beliefs."""

    def __init__(self, game: Game, config: Config) -> None:
        super().__init__()
        features = features_of(game)
        self.inside = nn.Linear(features.TOKENS * features.TOKEN + features.TABLE, config.width)
        self.scale = nn.Parameter(torch.ones(config.width), requires_grad=False)
        self.logits, self.value = nn.Linear(config.width, len(game.tokens)), nn.Linear(config.width, 1)

    def forward(self, tokens: Tensor, tables: Tensor, masks: Tensor) -> tuple[Tensor, Tensor, None]:
        assert masks.dtype == torch.bool
        seen = self.inside(torch.cat([tokens.flatten(1), tables], dim=1)).relu() * self.scale
        return self.logits(seen), self.value(seen).squeeze(1), None


class SmallCritic(nn.Module):
    """A critic that looks at the secrets and at the table."""

    def __init__(self, game: Game, config: Config) -> None:
        super().__init__()
        features = features_of(game)
        self.value = nn.Linear(features.TOKENS * training_of(game).SECRETS + features.TABLE, 1)

    def forward(self, tokens: Tensor, tables: Tensor, hidden: Tensor) -> Tensor:
        found: Tensor = self.value(torch.cat([hidden.flatten(1), tables], dim=1))
        return found.squeeze(1)
