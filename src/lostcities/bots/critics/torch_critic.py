"""The critic on torch tensors: where it is trained, and where many positions are judged on a GPU.

It looks at a position from the seat that decides, and judges every seat: the lead that it can expect in the round, over the best
other seat, and its chance to win the match. `critic.py` computes the same with numpy alone.
"""

import torch
from torch import Tensor

from lostcities.bots.batches.runner import Runner
from lostcities.bots.critics.critic import PART, POINTS, packaged
from lostcities.bots.critics.kernels import describe, look
from lostcities.bots.critics.manners import TOLD
from lostcities.bots.interface import features_of, together_of
from lostcities.bots.network import read
from lostcities.bots.torch_network import Shape, Weights, trunk
from lostcities.games import forks
from lostcities.games.cuda import side_by_side
from lostcities.games.game import Game
from lostcities.games.head import PLAYERS

AT_ONCE = 1 << 17
"""Positions that are judged together."""
OUT_OF_PLAY = -1e4
"""The logit of a seat that nobody sits in."""


def told(weights: Weights, manners: Tensor) -> Tensor:
    """Return the bias of the first layer for each position: the players are told, beginning with the seat that decides."""
    return weights["bias"] + manners.to(weights["bias"].dtype).flatten(1) @ weights["manner"]


def opinions(weights: Weights, shape: Shape, tokens: Tensor, tables: Tensor, known: Tensor, manners: Tensor) -> Tensor:
    """Return, for every seat from the one that decides on, its expected lead and a logit for its chance to win."""
    weights = weights | {"bias": told(weights, manners)}
    return verdict(weights, trunk(weights, shape, tokens, tables, known if shape.secrets else None)[1])


def verdict(weights: Weights, mean: Tensor) -> Tensor:
    inner = (mean @ weights["value"] + weights["value_bias"]).relu()
    return (inner @ weights["worth"] + weights["worth_bias"]).float().unflatten(1, (2, -1))


def judgements(found: Tensor, seats: Tensor, players: Tensor) -> tuple[Tensor, Tensor]:
    """Return the leads, in points, and the chances of all seats in their own order, for opinions that begin with the deciding seat."""
    count = found.shape[-1]
    leads, logits = found.unbind(1)
    ahead = torch.arange(count, device=found.device)
    pairs = (players == 2)[:, None]
    lead = (leads[:, :1] - leads[:, 1:2]) / 2  # what one of two leads by, the other trails by
    leads = torch.where(pairs, torch.cat([lead, -lead, leads[:, 2:]], dim=1), leads) * POINTS
    chances = logits.masked_fill(ahead >= players[:, None], OUT_OF_PLAY).softmax(dim=1)
    place = places(seats, players, count)
    there = ahead < players[:, None]
    return leads.gather(1, place) * there, chances.gather(1, place) * there


def from_seat(manners: Tensor, seats: Tensor, players: Tensor) -> Tensor:
    """Return what is told of the seats from the deciding seat on; 0 where nobody sits."""
    ahead = torch.arange(manners.shape[1], device=manners.device)
    place = (ahead + seats.long()[:, None]) % players.long()[:, None]
    found = manners.gather(1, place[..., None].expand_as(manners))
    return found * (ahead < players[:, None])[..., None]


def places(seats: Tensor, players: Tensor, count: int) -> Tensor:
    """Return how far each seat is ahead of the deciding one, clockwise."""
    seat = torch.arange(count, device=seats.device)
    return (seat - seats.long()[:, None]) % players.long()[:, None]


class TorchCritic:
    """A critic for rows of matches on a device."""

    def __init__(self, game: Game, run: Runner, weights: Weights, shape: Shape) -> None:
        self.game, self.run, self.weights, self.shape = game, run, weights, shape

    def __call__(self, rows: Tensor, before: Tensor, manners: Tensor | None = None) -> tuple[Tensor, Tensor]:
        """Return the leads and the chances of all seats; where a round is over, the lead it ended with.

        `before` is what the seats of each match stood at when the round began; `manners` is what is told of its seats, if anything.
        """
        if manners is None:
            manners = torch.zeros((1, self.game.max_players, TOLD), device=rows.device).expand(len(rows), -1, -1)
        given = zip(rows.split(AT_ONCE), before.split(AT_ONCE), manners.split(AT_ONCE), strict=True)
        with torch.no_grad():
            parts = [self.part(*some) for some in given]
        return torch.cat([lead for lead, _ in parts]), torch.cat([chance for _, chance in parts])

    def part(self, rows: Tensor, before: Tensor, manners: Tensor) -> tuple[Tensor, Tensor]:
        count, features, device = len(rows), features_of(self.game), rows.device

        def space(*shape: int) -> Tensor:
            return side_by_side(torch.zeros((count, *shape), dtype=torch.uint8, device=device))

        observations, seats, over = space(self.game.observation.SIZE), space(), space()
        tokens, tables = space(features.TOKENS, features.TOKEN), space(features.TABLE)
        known = space(features.TOKENS, together_of(self.game).TOGETHER)
        leads = torch.zeros((count, self.game.max_players), device=device)
        self.run(forks.round_leads, count, rows, before, leads, over)
        self.run(look, count, rows, observations, seats)
        self.run(describe, count * (features.TOKENS + 1), rows, observations, seats, tokens, tables, known)
        players = rows[:, PLAYERS].long()
        heard = from_seat(manners, seats, players)
        found = opinions(self.weights, self.shape, tokens.contiguous(), tables.contiguous(), known.contiguous(), heard)
        expected, chances = judgements(found, seats, players)
        return torch.where((over > 0)[:, None], leads, expected), chances


def stored_critic(game: Game, run: Runner) -> TorchCritic:
    """Return a game's critic in the package, for torch."""
    kind = torch.bfloat16 if run.device.type == "cuda" else torch.float32
    with packaged(game).open("rb") as file:
        _, arrays = read(file)
    weights = {name.removeprefix(f"{PART}."): torch.from_numpy(array).to(run.device, kind) for name, array in arrays.items()}
    blocks = sum(name.startswith("own") for name in weights)
    return TorchCritic(game, run, weights, Shape.of(features_of(game), len(weights["bias"]), blocks, together_of(game).TOGETHER))
