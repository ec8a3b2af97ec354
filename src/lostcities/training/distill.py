"""A small network that learns to play like the large one, for the many moves that search plays out."""

import torch
from torch import Tensor

from lostcities.bots.interface import features_of
from lostcities.training import network
from lostcities.training.learner import Learner
from lostcities.training.nets import TokenPolicy
from lostcities.training.network import Shape, Weights

WIDTH = 64
BLOCKS = 2
RATE = 2e-3
BATCH = 16384


class Distiller:
    """Watches the large network play itself, and imitates it."""

    def __init__(self, learner: Learner, seed: int) -> None:
        self.learner = learner
        self.net = TokenPolicy(learner.game, Shape.of(features_of(learner.game), WIDTH, BLOCKS), learner.device)
        self.weights = self.net.new_weights(torch.Generator().manual_seed(seed))
        for tensor in self.weights.values():
            tensor.requires_grad_()
        self.optimizer = torch.optim.Adam(self.weights.values(), lr=RATE)

    def learn(self, share_left: float) -> float:
        """Imitate the play of one more collection; return the remaining distance from the large network, in nats."""
        learner, memory = self.learner, self.learner.memory
        learner.collect()
        for group in self.optimizer.param_groups:
            group["lr"] = RATE * max(share_left, 0.02)
        tokens, tables, masks = (getattr(memory, name).flatten(0, 1) for name in ("tokens", "tables", "masks"))
        batch = min(BATCH, len(tokens))
        order = torch.randperm(len(tokens), device=learner.device)
        total = torch.zeros((), device=learner.device)
        starts = range(0, len(tokens) - batch + 1, batch)
        for start in starts:
            chosen = order[start : start + batch]
            total += self.imitate(tokens[chosen], tables[chosen], masks[chosen])
        return total.item() / len(starts)

    def imitate(self, tokens: Tensor, tables: Tensor, masks: Tensor) -> Tensor:
        large, playing = self.learner.net, self.learner.playing
        with torch.no_grad():
            logits, value = large.policy(playing, tokens, tables, masks)
            wanted = network.legal_logits(logits, large.order, masks).log_softmax(dim=1)
        logits, own_value = self.net.policy(self.weights, tokens, tables, masks)
        found = network.legal_logits(logits, self.net.order, masks).log_softmax(dim=1)
        far = (wanted.exp() * (wanted - found)).sum(dim=1).mean()
        loss = far + 0.5 * ((own_value - value) ** 2).mean()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.weights.values(), 1.0)
        self.optimizer.step()
        self.optimizer.zero_grad(set_to_none=True)
        return far.detach()

    def finished(self) -> Weights:
        return {name: tensor.detach() for name, tensor in self.weights.items()}
