"""A small network that learns to play like the large one, for the many moves that search plays out."""

import torch
from torch import Tensor

from lostcities.bots.interface import features_of
from lostcities.training import network
from lostcities.training.descent import Descent
from lostcities.training.learner import Learner
from lostcities.training.loss import Figures
from lostcities.training.nets import TokenPolicy
from lostcities.training.network import Shape, Weights

WIDTH = 64
BLOCKS = 2
RATE = 2e-3
NORM = 1.0
BATCH = 16384


class Distiller:
    """Watches the large network play itself, and imitates it."""

    def __init__(self, learner: Learner, seed: int) -> None:
        self.learner = learner
        self.net = TokenPolicy(learner.game, Shape.of(features_of(learner.game), WIDTH, BLOCKS), learner.device)
        self.weights = self.net.new_weights(torch.Generator().manual_seed(seed))
        for tensor in self.weights.values():
            tensor.requires_grad_()
        memory = learner.memory
        self.seen = [getattr(memory, name).flatten(0, 1) for name in ("tokens", "tables", "masks")]
        self.batch = min(BATCH, len(self.seen[0]))
        self.descent = Descent(self.losses, [self.weights.values()], RATE, NORM, self.batch, learner.device)

    def learn(self, share_left: float) -> float:
        """Imitate the play of one more collection; return the remaining distance from the large network, in nats."""
        learner = self.learner
        learner.collect()
        self.descent.set_rates(RATE * max(share_left, 0.02))
        order = torch.randperm(len(self.seen[0]), device=learner.device)
        starts = range(0, len(order) - self.batch + 1, self.batch)
        total = torch.zeros((), device=learner.device)
        for start in starts:
            total += self.descent(order[start : start + self.batch])["far"]
        return total.item() / len(starts)

    def losses(self, places: Tensor) -> tuple[Tensor, Figures]:
        """Return how far the small network is from the large one at some of the positions."""
        large, playing = self.learner.net, self.learner.playing
        tokens, tables, masks = (tensor[places] for tensor in self.seen)
        with torch.no_grad():
            logits, value = large.policy(playing, tokens, tables, masks)
            wanted = network.legal_logits(logits, large.order, masks).log_softmax(dim=1)
        logits, own_value = self.net.policy(self.weights, tokens, tables, masks)
        found = network.legal_logits(logits, self.net.order, masks).log_softmax(dim=1)
        far = (wanted.exp() * (wanted - found)).sum(dim=1).mean()
        return far + 0.5 * ((own_value - value) ** 2).mean(), {"far": far}

    def finished(self) -> Weights:
        return {name: tensor.detach() for name, tensor in self.weights.items()}
