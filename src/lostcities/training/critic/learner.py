"""A critic that learns from watched matches: every position is compared with what came of it.

What came of it is a mix of what really happened and what the critic says about later positions (lambda returns): most of
the luck in between is averaged out. Nothing is looked at twice, because a critic learns the cards of a round by heart.
"""

import torch
from torch import Tensor
from torch.nn.functional import log_softmax

from lostcities.bots.critics.critic import POINTS
from lostcities.bots.critics.manners import TOLD
from lostcities.bots.critics.torch_critic import OUT_OF_PLAY, from_seat, judgements, places, told, verdict
from lostcities.bots.interface import features_of, together_of
from lostcities.bots.torch_network import Shape, Weights, padded, trunk
from lostcities.games.registry import game as game_named
from lostcities.games.rows import MATCH_OVER, ROUND_OVER
from lostcities.training import network
from lostcities.training.config import Config
from lostcities.training.critic.crowd import Crowd
from lostcities.training.critic.watching import Watched
from lostcities.training.descent import Descent
from lostcities.training.devices import chosen_device, fast
from lostcities.training.loss import Figures

SEEN = ("tokens", "tables", "known", "seats")
GIVEN = (*SEEN, "manners")

PARTS = 1.0
"""How much it counts, beside the lead, what each token contributed to it."""


def all_opinions(weights: Weights, shape: Shape, tokens: Tensor, tables: Tensor, known: Tensor, manners: Tensor) -> tuple[Tensor, Tensor]:
    """Return a critic's opinions, and what it expects each token to contribute to the points of every seat."""
    weights = weights | {"bias": told(weights, manners)}
    seen, mean = trunk(weights, shape, tokens, tables, known if shape.secrets else None)
    parts = (seen @ padded(weights["part"]))[..., : len(weights["part_bias"])] + weights["part_bias"]
    return verdict(weights, mean), parts.float()


def critic_weights(shape: Shape, seats: int, device: torch.device, generator: torch.Generator) -> Weights:
    """Return a critic's random weights: those of a policy without its actions, with two outputs per seat."""
    weights = network.new_weights(shape, device, generator)
    kept = {name: tensor for name, tensor in weights.items() if "policy" not in name}
    worth = torch.randn(shape.width // 2, 2 * seats, generator=generator) * 0.1 * (4 / shape.width) ** 0.5
    part = torch.randn(shape.width, seats, generator=generator) * 0.05 * (2 / shape.width) ** 0.5
    kept["manner"] = (torch.randn(seats * TOLD, shape.width, generator=generator) * 0.1).to(device)
    kept |= {"worth": worth.to(device), "worth_bias": torch.zeros(2 * seats, device=device)}
    return kept | {"part": part.to(device), "part_bias": torch.zeros(seats, device=device)}


class CriticLearner:
    """A critic, the matches that it watches, and the optimizer that improves it."""

    def __init__(self, config: Config) -> None:
        self.config, self.game, self.device = config, game_named(config.game), chosen_device(config.device)
        torch.manual_seed(config.seed)
        self.seats = max(players for _, players, _ in config.tables)
        self.shape = Shape.of(features_of(self.game), config.critic_width, config.critic_blocks, together_of(self.game).TOGETHER)
        generator = torch.Generator().manual_seed(config.seed)
        self.weights = critic_weights(self.shape, self.game.max_players, self.device, generator)
        self.mean = {name: tensor.clone() for name, tensor in self.weights.items()}
        """A running mean of the weights, steadier than the last ones."""
        for tensor in self.weights.values():
            tensor.requires_grad_()
        self.kind = torch.bfloat16 if self.device.type == "cuda" else torch.float32
        self.simulator = Watched(self.game, config.tables, config.matches, config.seed, self.device)
        self.crowd = Crowd(self.simulator, self.seats, torch.Generator(self.device).manual_seed(config.seed))
        self.opinions, self.losses = fast(all_opinions, self.device), fast(self.loss, self.device)
        steps = config.steps
        self.memory = {name: self.like(getattr(self.simulator, name), steps) for name in SEEN}
        self.memory["manners"] = torch.zeros((steps, config.matches, self.game.max_players, TOLD), device=self.device)
        self.leads, self.chances = (torch.zeros((steps + 1, config.matches, self.game.max_players), device=self.device) for _ in range(2))
        self.parts = torch.zeros((steps + 1, config.matches, self.shape.tokens, self.game.max_players), device=self.device)
        self.seated = self.simulator.players.long().repeat(steps)
        """The number of players, for every position in memory."""
        self.batch = min(config.batch, len(self.seated))
        self.descent = Descent(self.losses_at, [self.weights.values()], config.rate, config.norm, self.batch, self.device)
        self.decisions = 0
        self.lessons = 0

    @staticmethod
    def like(tensor: Tensor, steps: int) -> Tensor:
        return torch.zeros((steps, *tensor.shape), dtype=tensor.dtype, device=tensor.device)

    def judging(self) -> Weights:
        return {name: tensor.detach().to(self.kind) for name, tensor in self.weights.items()}

    # -- watching --

    @torch.no_grad()
    def collect(self) -> None:
        """Watch the next steps of all matches, and note what came of every position."""
        simulator, memory, weights = self.simulator, self.memory, self.judging()
        ended, leads, parts, shares = [], [], [], []
        players = simulator.players.long()
        for t in range(self.config.steps):
            for name in SEEN:
                memory[name][t].copy_(getattr(simulator, name))
            tokens, tables = memory["tokens"][t], memory["tables"][t]
            memory["manners"][t].copy_(self.manners(players))
            self.judge(t, weights, tokens, tables, memory["known"][t], memory["manners"][t], players)
            actions = self.crowd.decide(tokens, tables, simulator.masks.contiguous())
            simulator.step(actions)
            ended.append(simulator.ended.clone())
            leads.append(simulator.leads.clone())
            parts.append(simulator.parts.clone())
            shares.append(simulator.shares.clone())
            self.crowd.invite((simulator.ended & MATCH_OVER) > 0)  # some players have learnt something meanwhile
        tokens, tables, known = (getattr(simulator, name).contiguous() for name in ("tokens", "tables", "known"))
        self.judge(self.config.steps, weights, tokens, tables, known, self.manners(players), players)
        self.look_back(ended, leads, parts, shares)
        self.decisions += self.config.steps * simulator.size

    def manners(self, players: Tensor) -> Tensor:
        """Return what the critic is told of the seats, from the deciding one on."""
        told = torch.zeros((len(players), self.game.max_players, TOLD), device=self.device)
        told[:, : self.seats] = self.crowd.told()
        return from_seat(told, self.simulator.seats, players)

    def judge(self, t: int, weights: Weights, tokens: Tensor, tables: Tensor, known: Tensor, manners: Tensor, players: Tensor) -> None:
        found, parts = self.opinions(weights, self.shape, tokens, tables, known, manners)
        self.leads[t], self.chances[t] = judgements(found, self.simulator.seats, players)
        place = places(self.simulator.seats, players, parts.shape[-1])
        self.parts[t] = parts.gather(2, place[:, None].expand_as(parts)) * POINTS

    def look_back(self, ended: list[Tensor], leads: list[Tensor], parts: list[Tensor], shares: list[Tensor]) -> None:
        """Replace the critic's judgements by what came of the positions."""
        keep = self.config.decay
        lead, part, chance = self.leads[-1].clone(), self.parts[-1].clone(), self.chances[-1].clone()
        for t in range(len(ended) - 1, -1, -1):
            round_over = ((ended[t] & ROUND_OVER) > 0)[:, None]
            match_over = ((ended[t] & MATCH_OVER) > 0)[:, None]
            lead = torch.where(round_over, leads[t], lead)
            part = torch.where(round_over[..., None], parts[t], part)
            chance = torch.where(match_over, shares[t], chance)
            said = self.leads[t].clone(), self.parts[t].clone(), self.chances[t].clone()
            self.leads[t], self.parts[t], self.chances[t] = lead, part, chance
            lead, part, chance = (keep * came + (1 - keep) * before for came, before in zip((lead, part, chance), said, strict=True))

    # -- learning --

    def learn(self, rate: float) -> dict[str, float]:
        """Improve the critic on what was watched; return statistics."""
        self.descent.set_rates(rate)
        self.lessons += 1
        order = torch.randperm(len(self.seated), device=self.device)
        totals: Figures = {}
        starts = range(0, len(order) - self.batch + 1, self.batch)
        for start in starts:
            figures = self.descent(order[start : start + self.batch])
            totals = {name: totals.get(name, 0.0) + figure for name, figure in figures.items()}
        for name, tensor in self.weights.items():
            self.mean[name].lerp_(tensor.detach(), 0.05)
        return {name: float(total) / len(starts) for name, total in totals.items()}

    def losses_at(self, chosen: Tensor) -> tuple[Tensor, Figures]:
        """Return the loss of some of the positions, and figures."""
        tokens, tables, known, seats, manners = (self.memory[name].flatten(0, 1)[chosen] for name in GIVEN)
        leads, parts, chances = (tensor[:-1].flatten(0, 1)[chosen] for tensor in (self.leads, self.parts, self.chances))
        return self.losses(tokens, tables, known, seats, manners, leads, parts, chances, self.seated[chosen])

    def loss(
        self,
        tokens: Tensor,
        tables: Tensor,
        known: Tensor,
        seats: Tensor,
        manners: Tensor,
        leads: Tensor,
        parts: Tensor,
        chances: Tensor,
        players: Tensor,
    ) -> tuple[Tensor, Figures]:
        """Return the squared error of the leads, and the surprise at who won."""
        weights = {name: tensor.to(self.kind) for name, tensor in self.weights.items()}
        found, said = all_opinions(weights, self.shape, tokens, tables, known, manners)
        count = found.shape[-1]
        ahead = torch.arange(count, device=found.device)
        place = (ahead + seats.long()[:, None]) % players[:, None]
        there = (ahead < players[:, None]).float()
        lead, logits = found.unbind(1)
        wrong = ((lead - leads.gather(1, place) / POINTS) ** 2 * there).sum(dim=1) / players
        likely = log_softmax(logits.masked_fill(there == 0, OUT_OF_PLAY), dim=1)
        surprise = -(chances.gather(1, place) * there * likely).sum(dim=1)
        came = parts.gather(2, place[:, None].expand_as(parts)) / POINTS
        apart = ((said - came) ** 2 * there[:, None]).sum(dim=(1, 2)) / players
        loss = wrong.mean() + 0.25 * surprise.mean() + PARTS * apart.mean()
        return loss, {"error": wrong.mean().sqrt() * POINTS, "surprise": surprise.mean(), "parts": apart.mean().sqrt() * POINTS}
