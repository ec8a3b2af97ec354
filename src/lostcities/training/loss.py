"""What a lesson minimizes: proximal policy optimization (Schulman et al. 2017), and what any other loss gets to see."""

from collections.abc import Callable
from typing import NamedTuple

import torch
from torch import Tensor
from torch.nn.functional import logsigmoid

from lostcities.bots.interface import features_of
from lostcities.bots.network import ONE
from lostcities.games.game import Game
from lostcities.training.settings import Settings


class Batch(NamedTuple):
    """Decisions to learn from, one per row, in random order."""

    tokens: Tensor
    tables: Tensor
    hidden: Tensor
    """What only the critic sees."""
    masks: Tensor
    actions: Tensor
    chances: Tensor
    """The log-probability that the action had when it was chosen."""
    returns: Tensor
    """What the critic should have said."""
    advantages: Tensor
    """How much better it went than the critic expected; over a lesson, the mean is 0 and the spread 1."""
    bonus: Tensor
    """The entropy bonus at this time, one number."""
    variance: Tensor
    """The variance of the lesson's returns, one number."""

    def part(self, chosen: Tensor) -> "Batch":
        """Return some of the decisions."""
        return self._replace(**{name: getattr(self, name)[chosen] for name in self._fields[:-2]})


class Found(NamedTuple):
    """What the networks say of a batch now."""

    chances: Tensor
    """The log-probability of every action; that of an illegal one is below −1e8."""
    public: Tensor
    """The policy's own value."""
    beliefs: Tensor
    value: Tensor
    """The critic's value."""


Figures = dict[str, Tensor]
"""Statistics by name, one number each; a run prints their means."""
Loss = Callable[[Batch, Found], tuple[Tensor, Figures]]


class Proximal:
    """The loss of our own networks."""

    def __init__(self, game: Game, settings: Settings) -> None:
        self.clip, self.hands = settings.clip, features_of(game).HANDS

    def __call__(self, batch: Batch, found: Found) -> tuple[Tensor, Figures]:
        ratio = (found.chances.gather(1, batch.actions[:, None]).squeeze(1) - batch.chances).exp()
        gain = torch.minimum(ratio * batch.advantages, ratio.clamp(1 - self.clip, 1 + self.clip) * batch.advantages)
        entropy = -(found.chances.exp() * found.chances.clamp(min=-50)).sum(dim=1)
        wrong = (found.value - batch.returns) ** 2
        public_wrong = (found.public - batch.returns) ** 2
        surprise = self.surprise(found.beliefs, batch.hidden)
        loss = (-gain - batch.bonus * entropy + 0.5 * wrong + 0.1 * public_wrong + 0.02 * surprise).mean()
        return loss, {
            "entropy": entropy.mean(),
            "moved": (ratio - 1).abs().mean(),
            "explained": 1 - wrong.mean() / batch.variance,
            "public": 1 - public_wrong.mean() / batch.variance,
            "surprise": surprise.mean(),
        }

    def surprise(self, beliefs: Tensor, hidden: Tensor) -> Tensor:
        """Return how far beliefs are from the hidden cards, in nats per position: every unseen copy is in the hand or it is not."""
        guesses = beliefs.shape[-1]
        if not guesses:
            return beliefs.sum(dim=(1, 2))
        there = hidden[..., :guesses].float() / ONE
        kinds = guesses // self.hands
        unseen = (hidden[..., guesses : guesses + kinds].float() / ONE).repeat(1, 1, self.hands)
        likely = there * logsigmoid(beliefs) + (unseen - there) * logsigmoid(-beliefs)
        return -likely.sum(dim=(1, 2))
