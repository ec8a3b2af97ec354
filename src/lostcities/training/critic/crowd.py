"""Who plays the matches that a critic watches: players of every kind, and random moves in a tenth of all decisions.

All of them are the network in the package, played in a manner of their own, or the rules of thumb. Many become strong players on the way:
so a critic learns what good play makes of any position, however bad the play was that led to it.
"""

from dataclasses import dataclass

import torch
from torch import Tensor

from lostcities.bots.batches.policy import thumb_actions
from lostcities.bots.critics.manners import ANY_MOVE, MILD
from lostcities.bots.critics.manners import STRONG as STRONG_PLAYER
from lostcities.bots.interface import features_of, tables_of
from lostcities.bots.torch_network import action_order, legal_logits, policy, stored
from lostcities.games.game import Game
from lostcities.training.critic.watching import Watched
from lostcities.training.devices import fast
from lostcities.training.habits import COLD, NEVER, gumbel

STRONG = 0.3
"""The share of matches without weak play."""
LEARN = (0.0, 0.01, 0.03)
"""How likely a weak player becomes a strong one with every decision in its match; each as likely."""
RANDOM_MOVES = (0.0, 0.1, 0.3)
"""How often a player of the other matches makes a random move: each as likely, so a tenth of all decisions and a little more."""


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of player: how a network's opinion becomes a move, or the rules of thumb."""

    weight: float
    temperature: float = 0.0
    impulse: float = 0.0
    thumb: bool = False


def kinds(game: Game) -> list[Kind]:
    """Return the kinds of players in matches that are not all strong."""
    characters = [Kind(2, *manner) for manner in tables_of(game).CHARACTERS]
    return [Kind(5), Kind(1, 0.5), Kind(1, 1.0), *characters, Kind(4, thumb=True), Kind(1, impulse=1.0), Kind(0.5, temperature=ANY_MOVE)]


class Crowd:
    """The players of all matches of a simulator."""

    def __init__(self, simulator: Watched, seats: int, generator: torch.Generator) -> None:
        self.simulator, self.generator, self.device = simulator, generator, simulator.rows.device
        game = simulator.game
        self.kind = torch.bfloat16 if self.device.type == "cuda" else torch.float32
        weights, self.shape = stored(game, self.device)
        self.weights = {name: tensor.to(self.kind) for name, tensor in weights.items()}
        self.order = action_order(features_of(game), self.device)
        self.kinds = kinds(game)
        self.manners = torch.tensor([(kind.temperature, kind.impulse, kind.thumb) for kind in self.kinds], device=self.device)
        self.odds = torch.tensor([kind.weight for kind in self.kinds], device=self.device)
        self.manner = torch.zeros((simulator.size, seats, 4), device=self.device)
        """For every seat: temperature, impulse, whether it is the rules of thumb, random moves."""
        self.strong = torch.zeros((simulator.size, seats), device=self.device)
        """1 for a seat that plays the network's best moves from now on."""
        self.learning = torch.zeros((simulator.size, seats), device=self.device)
        self.best = torch.tensor(STRONG_PLAYER, device=self.device)
        self.decide_by = fast(policy, self.device)
        self.thumbs = torch.zeros(simulator.size, dtype=torch.int64, device=self.device)
        self.invite(torch.ones(simulator.size, dtype=torch.bool, device=self.device))

    def rand(self, *shape: int) -> Tensor:
        return torch.rand(shape, device=self.device, generator=self.generator)

    def invite(self, ended: Tensor) -> None:
        """Seat new players where a match has ended."""
        size, seats, _ = self.manner.shape
        chosen = torch.multinomial(self.odds, size * seats, replacement=True, generator=self.generator)
        drawn = (self.rand(size, seats) * len(RANDOM_MOVES)).long()
        random_moves = torch.tensor(RANDOM_MOVES, device=self.device)[drawn]
        weak = torch.cat([self.manners[chosen].view(size, seats, 3), random_moves[..., None]], dim=2)
        strong = (self.rand(size) < STRONG)[:, None] | ((weak - self.best).abs().sum(dim=2) == 0)
        self.manner = torch.where(ended[:, None, None], weak, self.manner)
        self.strong = torch.where(ended[:, None], strong.float(), self.strong)
        pace = torch.tensor(LEARN, device=self.device)[(self.rand(size, seats) * len(LEARN)).long()]
        self.learning = torch.where(ended[:, None], pace, self.learning)
        self.improve()

    def improve(self) -> None:
        """Let some weak players become strong ones."""
        self.strong = torch.where(self.rand(*self.strong.shape) < self.learning, 1.0, self.strong)
        self.manner = torch.where(self.strong[..., None] > 0, self.best, self.manner)

    def told(self) -> Tensor:
        """Return what a critic is told of every seat."""
        temperature, *others = self.manner.unbind(2)
        told = torch.stack([temperature / (temperature + MILD), *others, self.learning / max(LEARN)], dim=2)
        return told * (self.strong == 0)[..., None]

    @torch.no_grad()
    def decide(self, tokens: Tensor, tables: Tensor, masks: Tensor) -> Tensor:
        """Return a legal action in every match."""
        simulator = self.simulator
        temperature, impulse, thumb, random_moves = self.manner[
            torch.arange(len(masks), device=self.device), simulator.seats.long()
        ].unbind(1)
        logits = legal_logits(self.decide_by(self.weights, self.shape, tokens, tables)[0], self.order, masks)
        logits = logits / temperature.clamp(min=COLD)[:, None]
        draw = self.rand(len(masks))
        any_move = (draw < random_moves)[:, None]
        at_once = (draw > 1 - impulse)[:, None]
        logits = torch.where(at_once, torch.where(simulator.habits.impulses(masks), 0.0, NEVER), logits)
        logits = torch.where(any_move, torch.where(masks > 0, 0.0, NEVER), logits)
        actions = gumbel(logits, self.generator).argmax(dim=1)
        simulator.run(thumb_actions, simulator.size, simulator.handed["observations"], simulator.handed["masks"], self.thumbs)
        actions = torch.where((thumb > 0) & ~any_move[:, 0], self.thumbs, actions)
        return simulator.habits.patient(actions, simulator.observations, masks, simulator.players)
