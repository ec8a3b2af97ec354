"""Learning from self-play: proximal policy optimization (Schulman et al. 2017) by default, all on one device.

Every seat is the same network. Advantages come from a critic that sees the whole table, including hidden cards and the deck:
it can tell luck from skill, and is dropped after training. The policy sees only what a seat sees.
"""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

import torch
from torch import Tensor

from lostcities.bots.batches.runner import Runner
from lostcities.games.registry import game as game_named
from lostcities.training import network
from lostcities.training.config import Config
from lostcities.training.descent import Descent
from lostcities.training.devices import chosen_device, fast
from lostcities.training.kernels import PAST, RANDOM, THUMB, advantage
from lostcities.training.loss import Batch, Figures, Found
from lostcities.training.memory import SEEN, Memory, remember
from lostcities.training.nets import check_policy, expect
from lostcities.training.network import Shape, Weights
from lostcities.training.parts import OURS, Parts
from lostcities.training.pool import Pool
from lostcities.training.simulator import Simulator

P = ParamSpec("P")
R = TypeVar("R")


def choose(logits: Tensor, order: Tensor, masks: Tensor, rival: Tensor) -> tuple[Tensor, Tensor]:
    """Return an action in every match, drawn from the policy (any legal one where a rival decides), and its log-probability."""
    chances = network.legal_logits(logits, order, masks).log_softmax(dim=1)
    drawn = torch.where(rival[:, None] & (masks > 0), 0.0, chances)
    uniform = torch.rand_like(drawn).clamp(1e-30, 1 - 1e-7)  # 0 and 1 would give infinite noise, and an illegal action
    actions = (drawn - (-uniform.log()).log()).argmax(dim=1)
    return actions, chances.gather(1, actions[:, None]).squeeze(1)


class Learner:
    """A network that plays itself, and the optimizer that improves it."""

    def __init__(self, config: Config, parts: Parts = OURS) -> None:
        self.config, self.game, self.device = config, game_named(config.game), chosen_device(config.device)
        torch.manual_seed(config.seed)
        self.net = parts.policy_for(self.game, config, self.device)
        self.judge = parts.critic_for(self.game, config, self.device)
        self.loss = parts.loss(self.game, config)
        generator = torch.Generator().manual_seed(config.seed)
        self.weights = self.net.new_weights(generator)
        self.critic = self.judge.new_weights(generator)
        self.mean = {name: tensor.clone() for name, tensor in self.weights.items()}
        """A running mean of the weights, steadier than the last ones."""
        for tensor in self.parameters:
            tensor.requires_grad_()
        self.kind = torch.bfloat16 if self.device.type == "cuda" else torch.float32
        self.playing, self.judging = self.copied(self.weights), self.copied(self.critic)
        self.runner = Runner(self.game, self.device)
        torch.manual_seed(config.seed)
        worth = config.point, config.win
        self.simulator = Simulator(self.game, config.tables, config.matches, config.seed, self.device, self.runner, *worth)
        self.seat_rivals()
        self.pool = Pool(self.game, config, self.simulator, (self.net, self.weights), self.kind, self.fast)
        self.kinds = self.simulator.kinds.clone()
        """The rivals of all matches, once they have come."""
        self.memory = Memory(self.simulator, config.steps)
        self.batch = self.memory.batch()
        self.graph: torch.cuda.CUDAGraph | None = None
        self.fast_losses, self.fast_policy = self.fast(self.losses), self.fast(self.net.policy)
        self.fast_value, self.remember, self.choose = self.fast(self.judge.value), self.fast(remember), self.fast(choose)
        groups = self.weights.values(), self.critic.values()
        self.descent = Descent(self.losses_at, groups, config.rate, config.norm, config.batch, self.device)
        self.decisions = 0
        self.lessons = 0
        self.check()

    def fast(self, function: Callable[P, R]) -> Callable[P, R]:
        """Return a function compiled for a GPU."""
        return fast(function, self.device)

    @torch.no_grad()
    def check(self) -> None:
        """Refuse a policy or a critic of the wrong form before anything is learnt."""
        tokens, tables, masks, hidden = (getattr(self.simulator, name)[:2].contiguous() for name in ("tokens", "tables", "masks", "hidden"))
        check_policy(self.game, self.net, self.playing, tokens, tables, masks)
        expect("critic: values", self.judge.value(self.judging, tokens, tables, hidden), (len(tokens),))

    @property
    def parameters(self) -> list[Tensor]:
        return [*self.weights.values(), *self.critic.values()]

    def begin_from(self, weights: Weights, shape: Shape) -> None:
        """Take over a smaller network's weights: at first it plays the same."""
        grown = network.grown(weights, shape.blocks, self.weights)
        for name, tensor in grown.items():
            self.weights[name].data.copy_(tensor)
            self.mean[name].copy_(tensor)

    def copied(self, weights: Weights) -> Weights:
        return {name: tensor.detach().to(self.kind, copy=True) for name, tensor in weights.items()}

    def seat_rivals(self) -> None:
        """Spread rivals evenly over all tables."""
        simulator, config, size = self.simulator, self.config, self.simulator.size
        seats = torch.randint(0, 120, (size,), device=self.device) % simulator.players
        draw = torch.rand(size, device=self.device)
        kinds = torch.zeros_like(simulator.kinds)
        share = 0.0
        for kind, part_of_all in ((RANDOM, config.against_random), (THUMB, config.against_thumb), (PAST, config.against_past)):
            kinds[(draw >= share) & (draw < share + part_of_all)] = kind
            share += part_of_all
        simulator.kinds.copy_(kinds)
        simulator.rivals.copy_(seats.to(torch.uint8))

    def await_rivals(self, here: bool) -> None:
        """Let the rivals play, or the network itself in their seats. In place, because a GPU's graph knows the memory."""
        self.simulator.kinds.copy_(self.kinds if here else torch.zeros_like(self.kinds))

    # -- playing --

    def collect(self) -> None:
        """Play the next steps of all matches. On a GPU all of it is one graph, launched at once."""
        for name, tensor in self.weights.items():
            self.playing[name].copy_(tensor.detach())
        for name, tensor in self.critic.items():
            self.judging[name].copy_(tensor.detach())
        if self.device.type == "cuda":
            if self.graph is None:
                self.graph = self.captured()
            self.graph.replay()
        else:
            self.play_steps()
        self.decisions += self.config.steps * self.simulator.size

    def captured(self) -> torch.cuda.CUDAGraph:
        """Return the steps as a graph. The first steps, played to warm up, do not count."""
        with torch.no_grad():
            side = torch.cuda.Stream()
            side.wait_stream(torch.cuda.current_stream())
            with torch.cuda.stream(side):
                self.play_steps()
            torch.cuda.current_stream().wait_stream(side)
            torch.cuda.synchronize()
            graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(graph, capture_error_mode="relaxed"):  # the kernels of two libraries are captured
                self.play_steps()
        return graph

    @torch.no_grad()
    def play_steps(self) -> None:
        memory, simulator = self.memory, self.simulator
        for t in range(self.config.steps):
            self.play_step(t)
        memory.seats[-1].copy_(simulator.seats)
        last = (simulator.tokens.contiguous(), simulator.tables.contiguous(), simulator.hidden.contiguous())
        memory.values[-1].copy_(self.fast_value(self.judging, *last))
        arrays = (memory.seats, memory.values, memory.rewards, memory.ended, memory.past, self.config.decay, memory.advantages)
        self.runner(advantage, simulator.size, *arrays)

    def play_step(self, t: int) -> None:
        memory, simulator = self.memory, self.simulator
        self.remember([getattr(simulator, name) for name in SEEN], [getattr(memory, name)[t] for name in SEEN])
        memory.values[t].copy_(self.fast_value(self.judging, memory.tokens[t], memory.tables[t], memory.hidden[t]))
        logits, _ = self.fast_policy(self.playing, memory.tokens[t], memory.tables[t], memory.masks[t])
        rival = simulator.rival_decides  # rivals that play at random, or whose action is replaced
        actions, chances = self.choose(logits, self.net.order, memory.masks[t], rival)
        self.past_decides(t, actions)
        memory.chances[t].copy_(chances)
        memory.counted[t].copy_(~rival)
        memory.actions[t].copy_(actions)
        simulator.step(actions)
        memory.rewards[t].copy_(simulator.rewards)
        memory.ended[t].copy_(simulator.ended)

    def past_decides(self, t: int, actions: Tensor) -> None:
        """Let the networks of the pool move where they decide."""
        memory, simulator = self.memory, self.simulator
        for past in self.pool.members:
            moves = past.moves(simulator, memory.tokens[t], memory.tables[t])
            actions[past.met] = torch.where(simulator.rival_decides[past.met], moves, actions[past.met])

    # -- learning --

    def learn(self, rate: float, bonus: float) -> dict[str, float]:
        """Improve the network on what was collected; return statistics. `bonus` is what entropy is worth now."""
        config = self.config
        self.descent.set_rates(rate if self.lessons >= config.critic_first else 0.0, rate)
        self.lessons += 1
        decided = self.memory.decided()
        size = len(decided)
        if size < 2:  # advantages are relative: one decision alone teaches nothing
            return {}
        spread = self.prepare(decided, bonus)
        batch = min(config.batch, size)
        totals: Figures = {}
        for _ in range(config.epochs):
            order = decided[torch.randperm(size, device=self.device)]
            for start in range(0, size - batch + 1, batch):
                figures = self.descent(order[start : start + batch])
                totals = {name: totals.get(name, 0.0) + figure for name, figure in figures.items()}
        self.settle()
        count = config.epochs * (size // batch)
        shown = {name: total / count for name, total in totals.items()} | {"spread": spread}
        found = torch.stack([figure.float() for figure in shown.values()]).tolist()
        return dict(zip(shown, found, strict=True)) | {"decided": size / self.memory.actions.numel()}

    def prepare(self, decided: Tensor, bonus: float) -> Tensor:
        """Complete what was collected with returns and advantages; return the spread of those that count, which are `decided`."""
        memory, batch = self.memory, self.batch
        advantages = memory.advantages.flatten()
        batch.returns.copy_(advantages + memory.values[:-1].flatten())
        spread, middle = torch.std_mean(advantages[decided])
        batch.advantages.copy_(((advantages - middle) / (spread + 1e-6)).clamp(-6, 6))
        batch.bonus.fill_(bonus)
        batch.variance.copy_(batch.returns[decided].var())
        return spread

    def losses_at(self, places: Tensor) -> tuple[Tensor, Figures]:
        """Return the loss of some of the decisions, and figures."""
        return self.fast_losses(self.batch.part(places))

    def losses(self, batch: Batch) -> tuple[Tensor, Figures]:
        weights = {name: tensor.to(self.kind) for name, tensor in self.weights.items()}
        critic = {name: tensor.to(self.kind) for name, tensor in self.critic.items()}
        logits, public, beliefs = self.net.opinion(weights, batch.tokens, batch.tables, batch.masks)
        chances = network.legal_logits(logits, self.net.order, batch.masks).log_softmax(dim=1)
        value = self.judge.value(critic, batch.tokens, batch.tables, batch.hidden)
        return self.loss(batch, Found(chances, public, beliefs, value))

    def settle(self) -> None:
        """Move the mean towards the new weights, and let the pool know of them."""
        for name, tensor in self.weights.items():
            self.mean[name].lerp_(tensor.detach(), 0.05)
        self.pool.learnt(self.weights, self.decisions - self.config.steps * self.simulator.size, self.decisions)
