"""What you can replace in a run without a fork: the policy network, the critic, and the loss."""

from collections.abc import Callable
from dataclasses import dataclass

import torch

from lostcities.bots.interface import features_of, training_of
from lostcities.games.game import Game
from lostcities.training.config import Config
from lostcities.training.loss import Loss, Proximal
from lostcities.training.nets import Critic, ModuleCritic, ModulePolicy, Policy, TokenCritic, TokenPolicy
from lostcities.training.network import Shape

Make = Callable[[Game, Config], torch.nn.Module]


@dataclass(frozen=True, slots=True)
class Parts:
    """Functions (or classes) that make the parts of a run for its game and configuration; by default our own."""

    policy: Make | None = None
    """Makes a module `(tokens, tables, masks) -> (logits, values, beliefs or None)`.

    `tokens` (positions × tokens × features) and `tables` (positions × features) are numbers, mostly from 0 to 1; `masks` says
    which actions are legal. The module returns a logit for every action in the game's order, and one value per position.
    Its parameters learn; its buffers stay as they are.
    """
    critic: Make | None = None
    """Makes a module `(tokens, tables, hidden) -> values`; `hidden` (positions × tokens × secrets) is what the policy cannot see."""
    loss: Callable[[Game, Config], Loss] = Proximal
    """Makes a function `(batch, found) -> (loss, figures)`."""

    def policy_for(self, game: Game, config: Config, device: torch.device) -> Policy:
        if self.policy:
            return ModulePolicy(game, self.policy(game, config), device)
        features = features_of(game)
        return TokenPolicy(game, Shape.of(features, config.width, config.blocks, beliefs=features.BELIEFS), device)

    def critic_for(self, game: Game, config: Config, device: torch.device) -> Critic:
        if self.critic:
            return ModuleCritic(self.critic(game, config), device)
        secrets = training_of(game).SECRETS
        return TokenCritic(Shape.of(features_of(game), config.critic_width, config.critic_blocks, secrets), device)


OURS = Parts()
