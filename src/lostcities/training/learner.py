"""Learning from self-play: proximal policy optimization (Schulman et al. 2017), all on one device.

Every seat is the same network. Advantages come from a critic that sees the whole table, including hidden cards and the deck:
it can tell luck from skill, and is dropped after training. The policy sees only what a seat sees.
"""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

import torch
from torch import Tensor

from lostcities.bots.batches.runner import Runner
from lostcities.bots.interface import features_of, training_of
from lostcities.games.game import Game
from lostcities.training import network
from lostcities.training.kernels import PAST, RANDOM, THUMB, advantage
from lostcities.training.network import Shape, Weights
from lostcities.training.settings import Settings
from lostcities.training.simulator import Simulator

P = ParamSpec("P")
R = TypeVar("R")


SEEN = ("tokens", "tables", "hidden", "masks", "seats")
"""What is remembered of a position before its decision."""
LEARNED_FROM = ("tokens", "tables", "hidden", "masks", "actions", "chances")


class Memory:
    """What was seen and done in the last steps."""

    def __init__(self, simulator: Simulator, steps: int) -> None:
        def like(tensor: Tensor, length: int = steps) -> Tensor:
            return torch.zeros((length, *tensor.shape), dtype=tensor.dtype, device=tensor.device)

        def numbers(dtype: torch.dtype, length: int = steps) -> Tensor:
            return torch.zeros((length, simulator.size), dtype=dtype, device=simulator.rows.device)

        self.tokens, self.tables, self.hidden = like(simulator.tokens), like(simulator.tables), like(simulator.hidden)
        self.masks, self.rewards, self.ended = like(simulator.masks), like(simulator.rewards), like(simulator.ended)
        self.seats = like(simulator.seats, steps + 1)
        self.actions = numbers(torch.int64)
        self.chances, self.advantages, self.counted = (numbers(torch.float32) for _ in range(3))
        self.values = numbers(torch.float32, steps + 1)
        self.past = torch.zeros((simulator.size, 4, simulator.rewards.shape[1]), device=simulator.rows.device)


def remember(seen: list[Tensor], places: list[Tensor]) -> None:
    """Copy observations into memory. On a GPU the bytes of a match are interleaved before, and contiguous afterwards."""
    for tensor, place in zip(seen, places, strict=True):
        place.copy_(tensor)


def choose(logits: Tensor, order: Tensor, masks: Tensor, rival: Tensor) -> tuple[Tensor, Tensor]:
    """Return an action in every match, drawn from the policy (any legal one where a rival decides), and its log-probability."""
    chances = network.legal_logits(logits, order, masks).log_softmax(dim=1)
    drawn = torch.where(rival[:, None] & (masks > 0), 0.0, chances)
    uniform = torch.rand_like(drawn).clamp(1e-30, 1 - 1e-7)  # 0 and 1 would give infinite noise, and an illegal action
    actions = (drawn - (-uniform.log()).log()).argmax(dim=1)
    return actions, chances.gather(1, actions[:, None]).squeeze(1)


class Learner:
    """A network that plays itself, and the optimizer that improves it."""

    def __init__(self, game: Game, settings: Settings, seed: int, device: torch.device, past: tuple[Weights, Shape] | None = None) -> None:
        """`past` is the network that has a seat in some matches."""
        self.game, self.settings, self.device = game, settings, device
        features, training = features_of(game), training_of(game)
        self.shape = Shape.of(features, settings.width, settings.blocks, beliefs=features.BELIEFS)
        self.critic_shape = Shape.of(features, settings.critic_width, settings.critic_blocks, training.SECRETS)
        self.hands = features.HANDS
        generator = torch.Generator().manual_seed(seed)
        self.weights = network.new_weights(self.shape, device, generator)
        self.critic = network.new_weights(self.critic_shape, device, generator)
        self.mean = {name: tensor.clone() for name, tensor in self.weights.items()}
        """A running mean of the weights, steadier than the last ones."""
        for tensor in self.parameters:
            tensor.requires_grad_()
        self.kind = torch.bfloat16 if device.type == "cuda" else torch.float32
        self.playing = self.copied(self.weights)
        self.judging = self.copied(self.critic)
        self.order = network.action_order(features, device)
        groups = [{"params": list(self.weights.values())}, {"params": list(self.critic.values())}]
        self.optimizer = torch.optim.Adam(groups, lr=settings.rate, eps=1e-5, fused=device.type == "cuda")
        self.runner = Runner(game, device)
        torch.manual_seed(seed)
        self.simulator = Simulator(game, training.MIX, settings.matches, seed, device, self.runner)
        self.seat_rivals()
        self.past = (self.copied(past[0]), past[1]) if past else None
        self.met = (self.simulator.kinds == PAST).nonzero().squeeze(1)
        """The matches with the older network."""
        self.memory = Memory(self.simulator, settings.steps)
        self.graph: torch.cuda.CUDAGraph | None = None
        self.loss, self.policy, self.judge = self.fast(self.losses), self.fast(network.policy), self.fast(network.critic)
        self.remember, self.choose = self.fast(remember), self.fast(choose)
        self.decisions = 0
        self.lessons = 0

    def fast(self, function: Callable[P, R]) -> Callable[P, R]:
        """Return a function compiled for a GPU."""
        return torch.compile(function, dynamic=False) if self.device.type == "cuda" else function

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
        simulator, settings, size = self.simulator, self.settings, self.simulator.size
        seats = torch.randint(0, 120, (size,), device=self.device) % simulator.players
        draw = torch.rand(size, device=self.device)
        kinds = torch.zeros_like(simulator.kinds)
        share = 0.0
        for kind, part_of_all in ((RANDOM, settings.against_random), (THUMB, settings.against_thumb), (PAST, settings.against_past)):
            kinds[(draw >= share) & (draw < share + part_of_all)] = kind
            share += part_of_all
        simulator.kinds.copy_(kinds)
        simulator.rivals.copy_(seats.to(torch.uint8))

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
        self.decisions += self.settings.steps * self.simulator.size

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
        for t in range(self.settings.steps):
            self.play_step(t)
        memory.seats[-1].copy_(simulator.seats)
        last = (simulator.tokens.contiguous(), simulator.tables.contiguous(), simulator.hidden.contiguous())
        memory.values[-1].copy_(self.judge(self.judging, self.critic_shape, *last))
        arrays = (memory.seats, memory.values, memory.rewards, memory.ended, memory.past, self.settings.decay, memory.advantages)
        self.runner(advantage, simulator.size, *arrays)

    def play_step(self, t: int) -> None:
        memory, simulator = self.memory, self.simulator
        self.remember([getattr(simulator, name) for name in SEEN], [getattr(memory, name)[t] for name in SEEN])
        memory.values[t].copy_(self.judge(self.judging, self.critic_shape, memory.tokens[t], memory.tables[t], memory.hidden[t]))
        logits, _ = self.policy(self.playing, self.shape, memory.tokens[t], memory.tables[t])
        rival = simulator.rival_decides  # rivals that play at random, or whose action is replaced
        actions, chances = self.choose(logits, self.order, memory.masks[t], rival)
        self.past_decides(t, actions)
        memory.chances[t].copy_(chances)
        memory.counted[t].copy_(~rival)
        memory.actions[t].copy_(actions)
        simulator.step(actions)
        memory.rewards[t].copy_(simulator.rewards)
        memory.ended[t].copy_(simulator.ended)

    def past_decides(self, t: int, actions: Tensor) -> None:
        """Play the older network's best move where it decides."""
        if self.past is None:
            return
        memory, simulator, met = self.memory, self.simulator, self.met
        logits, _ = self.policy(*self.past, memory.tokens[t][met], memory.tables[t][met])
        best = network.legal_logits(logits, self.order, simulator.masks[met]).argmax(dim=1)
        actions[met] = torch.where(simulator.rival_decides[met], best, actions[met])

    # -- learning --

    def learn(self, rate: float, entropy: float) -> dict[str, float]:
        """Improve the network on what was collected; return statistics."""
        memory, settings = self.memory, self.settings
        policy, critic = self.optimizer.param_groups
        policy["lr"] = rate if self.lessons >= settings.critic_first else 0.0
        critic["lr"] = rate
        self.lessons += 1
        flat = {name: getattr(memory, name).flatten(0, 1) for name in LEARNED_FROM}
        advantages = memory.advantages.flatten()
        flat["returns"] = advantages + memory.values[:-1].flatten()
        decided = self.decided()
        if len(decided) < 2:  # advantages are relative: one decision alone teaches nothing
            return {}
        spread, middle = torch.std_mean(advantages[decided])
        flat["advantages"] = ((advantages - middle) / (spread + 1e-6)).clamp(-6, 6)
        bonus = torch.tensor(entropy, device=self.device)
        totals = torch.zeros(5, device=self.device)
        size = len(decided)
        batch = min(settings.batch, size)
        for _ in range(settings.epochs):
            order = decided[torch.randperm(size, device=self.device)]
            for start in range(0, size - batch + 1, batch):
                chosen = order[start : start + batch]
                loss, parts = self.loss({name: tensor[chosen] for name, tensor in flat.items()}, bonus)
                loss.backward()
                torch.nn.utils.clip_grad_norm_(self.parameters, 0.5)
                self.optimizer.step()
                self.optimizer.zero_grad(set_to_none=True)
                totals += parts.detach()
        self.settle_mean()
        totals /= settings.epochs * (size // batch)
        variance = flat["returns"][decided].var()
        found = [
            totals[0],
            totals[1],
            1 - totals[2] / variance,
            1 - totals[3] / variance,
            totals[4],
            spread,
            torch.tensor(size / len(advantages)),
        ]
        names = ("entropy", "moved", "explained", "public", "surprise", "spread", "decided")
        return {name: float(value) for name, value in zip(names, found, strict=True)}

    def decided(self) -> Tensor:
        """Return where the network had a choice: nothing is learnt from a rival's moves, or where only one move was legal."""
        memory = self.memory
        choices = memory.masks.sum(dim=2, dtype=torch.int32)
        return ((memory.counted > 0) & (choices > 1)).flatten().nonzero().squeeze(1)

    def losses(self, given: dict[str, Tensor], bonus: Tensor) -> tuple[Tensor, Tensor]:
        weights = {name: tensor.to(self.kind) for name, tensor in self.weights.items()}
        critic = {name: tensor.to(self.kind) for name, tensor in self.critic.items()}
        logits, public, beliefs = network.opinion(weights, self.shape, given["tokens"], given["tables"])
        chances = network.legal_logits(logits, self.order, given["masks"]).log_softmax(dim=1)
        ratio = (chances.gather(1, given["actions"][:, None]).squeeze(1) - given["chances"]).exp()
        clip = self.settings.clip
        gain = torch.minimum(ratio * given["advantages"], ratio.clamp(1 - clip, 1 + clip) * given["advantages"])
        entropy = -(chances.exp() * chances.clamp(min=-50)).sum(dim=1)
        value = network.critic(critic, self.critic_shape, given["tokens"], given["tables"], given["hidden"])
        wrong = (value - given["returns"]) ** 2
        public_wrong = (public - given["returns"]) ** 2
        surprise = self.surprise(beliefs, given["hidden"])
        loss = (-gain - bonus * entropy + 0.5 * wrong + 0.1 * public_wrong + 0.02 * surprise).mean()
        return loss, torch.stack([part.mean() for part in (entropy, (ratio - 1).abs(), wrong, public_wrong, surprise)])

    def surprise(self, beliefs: Tensor, hidden: Tensor) -> Tensor:
        """Return how far beliefs are from the hidden cards, in nats per position: every unseen copy is in the hand or it is not."""
        if not self.shape.beliefs:
            return beliefs.sum(dim=(1, 2))
        there = hidden[..., : self.shape.beliefs].float() / 16
        kinds = self.shape.beliefs // self.hands
        unseen = (hidden[..., self.shape.beliefs : self.shape.beliefs + kinds].float() / 16).repeat(1, 1, self.hands)
        likely = there * torch.nn.functional.logsigmoid(beliefs) + (unseen - there) * torch.nn.functional.logsigmoid(-beliefs)
        return -likely.sum(dim=(1, 2))

    def settle_mean(self) -> None:
        for name, tensor in self.weights.items():
            self.mean[name].lerp_(tensor.detach(), 0.05)
