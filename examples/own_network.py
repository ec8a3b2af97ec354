"""A network and a loss of your own, trained by our self-play.

    pip install "lostcities[train]"
    python examples/own_network.py card --decisions 2000000 --device cpu --out nets

The network lets the colours attend to each other; ours only shows each of them the mean of all. The loss keeps a new policy near
the old one with a price on the distance; ours stops rewarding a move of the policy at a fixed distance. Everything else is as in
`lostcities train`: the options, the rivals, the critic, checkpoints, metrics, and the paired matches at the end.
"""

import sys

import torch
from torch import Tensor, nn
from torch.nn.functional import scaled_dot_product_attention

from lostcities import Game
from lostcities.bots.interface import features_of
from lostcities.bots.network import action_order
from lostcities.training import Batch, Config, Found, Parts, Proximal, main

HEADS = 4


class Attention(nn.Module):
    """A policy: `--blocks` rounds of attention between tokens of size `--width`."""

    def __init__(self, game: Game, config: Config) -> None:
        super().__init__()
        features, width = features_of(game), config.width
        self.token, self.table = nn.Linear(features.TOKEN, width), nn.Linear(features.TABLE, width)
        self.questions = nn.ModuleList(nn.Linear(width, 3 * width) for _ in range(config.blocks))
        self.answers = nn.ModuleList(nn.Linear(width, width) for _ in range(config.blocks))
        self.of_tokens = nn.Linear(width, len(features.TOKEN_ACTIONS[0]))
        self.of_table, self.value = nn.Linear(width, len(features.TABLE_ACTIONS)), nn.Linear(width, 1)
        self.register_buffer("order", torch.from_numpy(action_order(features)))

    def forward(self, tokens: Tensor, tables: Tensor, masks: Tensor) -> tuple[Tensor, Tensor, None]:
        """Return a logit for every action in the game's order, the value, and no beliefs."""
        present = tokens[..., -1:] > 0  # with five colours, the sixth token is empty
        seen = (self.token(tokens) + self.table(tables)[:, None]).relu()
        for questions, answers in zip(self.questions, self.answers, strict=True):
            seen = seen + answers(attend(questions(seen), present)).relu()
        mean = (seen * present).sum(dim=1) / present.sum(dim=1)
        logits = torch.cat([self.of_tokens(seen).flatten(1), self.of_table(mean)], dim=1)
        return logits[:, self.order], self.value(mean).squeeze(1), None


def attend(asked: Tensor, present: Tensor) -> Tensor:
    """Return what every token learns from those that are present."""
    split = [part.unflatten(2, (HEADS, -1)).transpose(1, 2) for part in asked.chunk(3, dim=2)]
    heard = scaled_dot_product_attention(*split, attn_mask=present[:, None, None, :, 0])
    return heard.transpose(1, 2).flatten(2)


class Priced(Proximal):
    """A loss: a price of `PRICE` per nat that the policy moves away from the one that played."""

    PRICE = 2.0

    def __call__(self, batch: Batch, found: Found) -> tuple[Tensor, dict[str, Tensor]]:
        change = found.chances.gather(1, batch.actions[:, None]).squeeze(1) - batch.chances
        distance = change.exp() - 1 - change  # an estimate of the divergence that is never negative
        entropy = -(found.chances.exp() * found.chances.clamp(min=-50)).sum(dim=1)
        wrong = (found.value - batch.returns) ** 2
        public_wrong = (found.public - batch.returns) ** 2
        gain = change.exp() * batch.advantages - self.PRICE * distance
        loss = (-gain - batch.bonus * entropy + 0.5 * wrong + 0.1 * public_wrong).mean()
        figures = {"entropy": entropy, "distance": distance, "wrong": wrong}
        return loss, {name: figure.mean() for name, figure in figures.items()}


if __name__ == "__main__":
    sys.exit(main(Parts(policy=Attention, loss=Priced)))
