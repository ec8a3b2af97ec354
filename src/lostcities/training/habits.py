"""How a bot makes a move of what its network thinks, for many matches on a device: `bots/net_bot.py` does the same for one."""

import torch
from torch import Tensor

from lostcities.bots.batches.network import offsets
from lostcities.bots.net_bot import PATIENCE, Manner, held_back
from lostcities.games.game import Game
from lostcities.games.notation import DRAW

COLD = 0.002
"""A temperature at which the best move is played; the lowest one there is."""
NEVER = -1e9
"""The logit of a move that is not made."""


class Habits:
    """The impulses and the patience of a game's bots. All of it can be part of a GPU's graph."""

    def __init__(self, game: Game, device: torch.device) -> None:
        self.at_once = torch.tensor([not held_back(token) for token in game.tokens], device=device)
        self.deck = game.actions.get(DRAW)
        self.turn_at = offsets(game)["turn"]

    def move(
        self, logits: Tensor, observations: Tensor, masks: Tensor, players: Tensor, manner: Manner, chance: torch.Generator | None = None
    ) -> Tensor:
        """Return an action in every match, given the logits of all actions, −1e9 for illegal ones."""
        if not manner.luck:
            return self.patient(logits.argmax(dim=1), observations, masks, players)
        sudden = drawn(logits[:, 0], chance) < manner.impulse
        rash = gumbel(torch.zeros_like(logits).masked_fill(~self.impulses(masks), NEVER), chance)
        free = gumbel(logits / max(manner.temperature, COLD), chance)
        return torch.where(sudden, rash.argmax(dim=1), self.patient(free.argmax(dim=1), observations, masks, players))

    def impulses(self, masks: Tensor) -> Tensor:
        """Return the legal moves that do something at once; all legal ones where none does."""
        legal = masks > 0
        hasty = legal & self.at_once
        return torch.where(hasty.any(dim=1, keepdim=True), hasty, legal)

    def patient(self, actions: Tensor, observations: Tensor, masks: Tensor, players: Tensor) -> Tensor:
        """Return the same actions, or a draw from the deck where a round has gone on for too long."""
        if self.deck is None:
            return actions
        turn = observations[:, self.turn_at].int() + 256 * observations[:, self.turn_at + 1].int()
        late = (turn >= PATIENCE * players) & (masks[:, self.deck] > 0)
        return actions.masked_fill(late, self.deck)


def drawn(like: Tensor, chance: torch.Generator | None) -> Tensor:
    """Return random numbers between 0 and 1. 0 and 1 themselves would give infinite noise, and an illegal action."""
    return torch.rand(like.shape, device=like.device, generator=chance).clamp(1e-30, 1 - 1e-7)


def gumbel(logits: Tensor, chance: torch.Generator | None) -> Tensor:
    """Return logits with noise: the highest is each action as often as a softmax says."""
    return logits - (-drawn(logits, chance).log()).log()
