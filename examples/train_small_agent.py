"""A small agent, trained in minutes on a CPU.

It learns the card game by playing against itself, and is then measured against `pip`, the weakest of the graded opponents:

    pip install "lostcities[train]"
    python examples/train_small_agent.py --out agent.npz
    lostcities arena card "cmd:python examples/train_small_agent.py --play agent.npz" thumb --matches 100

Read it from top to bottom like a notebook: 1 the table, 2 the network, 3 playing, 4 learning, 5 the agent as a bot, 6 measuring.
The method is proximal policy optimization in self-play. It contains no knowledge of how to play well.
"""

import argparse
import json
import random
import sys
import time
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn.functional import log_softmax, relu

import lostcities
from lostcities.arena.contest import Contest
from lostcities.arena.deal import Deal
from lostcities.arena.statistics import Played, summary
from lostcities.bots.bot import Policy
from lostcities.bots.registry import bot
from lostcities.intervals import Bounds, percent
from lostcities.rl import BatchEnv, spec
from lostcities.text import decimal

# %% 1. The table
#
# Hundreds of rounds of the card game are played in parallel. A match is one round here, and ends after 120 turns at the
# latest: beginners who have not yet found out that only the deck ends a round would exchange cards for ever.

OPTIONS = {"rounds": 1, "max_turns": 120}
GAME = lostcities.game("card")
COLORS, RANKS = 5, 10

# An observation is 426 bytes; docs/card.md has the table, and `spec("card")` the offsets. Nearly all of it is about colours: a number of
# bytes for each of six. They are split by colour, and the sixth, which is not in play, is left out. The rest is about the whole table:
# whether a card must be drawn, how many are left in the deck. Sums and counts are scaled to be near 1.

FIELDS = {field.name: field.offset for field in spec("card").observation}
SIDES = [FIELDS["sides"], FIELDS["sides"] + 138]  # what is on this seat's side, and on the other's
OF_COLORS = [(FIELDS["hand"], 10, 1), (FIELDS["discards"], 10, 1)]  # offset, bytes per colour, divisor
OF_COLORS += [(FIELDS["top"], 1, 5), (FIELDS["second"], 1, 5), (FIELDS["barred"], 1, 1)]
for side in SIDES:  # played, known to be in the hand; the lowest rank that fits, the sum and the number of the cards played
    OF_COLORS += [(side, 10, 1), (side + 60, 10, 1), (side + 120, 1, 5), (side + 126, 1, 20), (side + 132, 1, 4)]
OF_TABLE = [(FIELDS["draw"], 1), (FIELDS["left"], 20)]
FEATURES = sum(size for _, size, _ in OF_COLORS) + len(OF_TABLE)


def by_color(observations: Tensor) -> Tensor:
    """Return positions' bytes as numbers: positions x colours x features, with every colour's features in the same order."""
    parts = []
    for offset, size, scale in OF_COLORS:
        part = observations[:, offset : offset + 6 * size].reshape(-1, 6, size)
        parts.append(part[:, :COLORS].float() / scale)
    for offset, scale in OF_TABLE:
        part = observations[:, offset].float() / scale
        parts.append(part[:, None, None].expand(-1, COLORS, 1))
    return torch.cat(parts, dim=2)


# %% 2. The network
#
# To the rules all colours are alike, so all colours share the same weights: what is learnt about yellow holds for red. Each colour sees
# itself and the mean of all. It proposes its own actions (play a card, discard it, take its pile); the mean proposes the deck, and says
# what the position is worth to the seat that decides.

ACTIONS = len(GAME.tokens)
LAY, DISCARD, DECK, TAKE = (GAME.actions[token] for token in ("Y*", "-Y*", "+", "+Y"))
OF_FIRST_COLOR = [first + rank for first in (LAY, DISCARD) for rank in range(RANKS)]
OWN_ACTIONS = [[*(action + color * RANKS for action in OF_FIRST_COLOR), TAKE + color] for color in range(COLORS)]
NEVER = -1e9


class Network(nn.Module):
    """From positions to the log-probability of every action and a value. Illegal actions get a probability of zero."""

    def __init__(self, width: int = 96) -> None:
        super().__init__()
        self.first = nn.Linear(FEATURES, width)
        self.own, self.mean = nn.Linear(width, width), nn.Linear(width, width)
        self.policy, self.deck, self.worth = nn.Linear(width, 2 * RANKS + 1), nn.Linear(width, 1), nn.Linear(width, 1)
        self.register_buffer("columns", torch.tensor([*chain(*OWN_ACTIONS), DECK]), persistent=False)
        nn.init.zeros_(self.policy.weight)  # at first all moves are equally likely
        nn.init.zeros_(self.worth.weight)

    def forward(self, observations: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        seen = relu(self.first(by_color(observations)))
        seen = seen + relu(self.own(seen) + self.mean(seen.mean(dim=1, keepdim=True)))
        mean = seen.mean(dim=1)
        logits = torch.full((len(observations), ACTIONS), NEVER)
        logits[:, self.columns] = torch.cat([self.policy(seen).flatten(1), self.deck(mean)], dim=1)
        return log_softmax(logits.masked_fill(masks == 0, NEVER), dim=1), self.worth(mean)[:, 0]


# %% 3. Playing
#
# One network plays both seats. For a number of steps it plays in all rounds at once, and remembers what it saw, did and expected.


class Memory:
    """What happened in `steps` steps of `size` rounds."""

    def __init__(self, steps: int, size: int) -> None:
        self.observations = torch.zeros(steps, size, 426, dtype=torch.uint8)
        self.masks = torch.zeros(steps, size, ACTIONS, dtype=torch.uint8)
        self.actions = torch.zeros(steps, size, dtype=torch.int64)
        self.chances, self.values, self.rewards = (torch.zeros(steps, size) for _ in range(3))
        self.ended = torch.zeros(steps, size, dtype=torch.bool)
        self.seats = torch.zeros(steps + 1, size, dtype=torch.uint8)


@torch.no_grad()
def play(env: BatchEnv, network: Network, memory: Memory) -> Tensor:
    """Fill the memory; return what the positions at its end are worth. The next step overwrites a step's arrays, so they are copied."""
    now = env.shown()
    rounds = torch.arange(env.size)
    for step in range(len(memory.actions)):
        memory.observations[step] = torch.from_numpy(now.observations)
        memory.masks[step] = torch.from_numpy(now.masks)
        memory.seats[step] = torch.from_numpy(now.seats)
        chances, memory.values[step] = network(memory.observations[step], memory.masks[step])
        actions = torch.multinomial(chances.exp(), 1)[:, 0]
        memory.actions[step], memory.chances[step] = actions, chances[rounds, actions]
        now = env.step(actions.numpy())
        memory.rewards[step] = torch.from_numpy(now.rewards)[rounds, memory.seats[step].long()]
        memory.ended[step] = torch.from_numpy(now.terminated | now.truncated)
    memory.seats[-1] = torch.from_numpy(now.seats)
    return network(torch.from_numpy(now.observations), torch.from_numpy(now.masks))[1]


# %% 4. Learning
#
# How much better was an action than expected? What one seat gains the other loses, so whatever follows counts with the opposite sign
# when the other seat decides next. A reward is the lead at the end of a round, in hundreds of points.

DECAY = 0.99
CLIP, ENTROPY, VALUE = 0.2, 0.015, 1.0


def advantages(memory: Memory, last: Tensor) -> Tensor:
    """Generalized advantage estimation, from the last step back to the first."""
    result = torch.zeros_like(memory.values)
    following, expected = torch.zeros_like(last), last
    for step in reversed(range(len(result))):
        sign = torch.where(memory.seats[step] == memory.seats[step + 1], 1.0, -1.0) * ~memory.ended[step]
        surprise = memory.rewards[step] + sign * expected - memory.values[step]
        following = surprise + DECAY * sign * following
        result[step], expected = following, memory.values[step]
    return result


def learn(network: Network, optimizer: torch.optim.Optimizer, memory: Memory, last: Tensor, epochs: int = 2, batch: int = 4096) -> None:
    """Make actions that went better than expected likelier, without moving a probability far at once."""
    gained = advantages(memory, last).flatten()
    goals = gained + memory.values.flatten()
    gained = (gained - gained.mean()) / (gained.std() + 1e-6)
    observations, masks = memory.observations.flatten(0, 1), memory.masks.flatten(0, 1)
    actions, before = memory.actions.flatten(), memory.chances.flatten()
    choice = masks.sum(dim=1) > 1  # where only one action is legal there is nothing to learn
    for _ in range(epochs):
        for some in torch.randperm(len(actions)).split(batch):
            chances, values = network(observations[some], masks[some])
            ratio = (chances.gather(1, actions[some, None])[:, 0] - before[some]).exp()
            better = torch.minimum(ratio * gained[some], ratio.clamp(1 - CLIP, 1 + CLIP) * gained[some])
            variety = -(chances.exp() * chances.clamp(min=-30)).sum(dim=1)
            loss = VALUE * (values - goals[some]).square().mean() - ((better + ENTROPY * variety) * choice[some]).mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimizer.step()


def train(lessons: int, size: int = 256, steps: int = 128, seed: int = 1) -> Network:
    """Play and learn in turn; the steps become smaller over time. The same seed gives the same agent."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)  # the matrices are small: more threads would wait for each other
    network = Network()
    optimizer = torch.optim.Adam(network.parameters(), lr=1e-3)
    memory = Memory(steps, size)
    with BatchEnv("card", size, options=OPTIONS, seed=seed) as env:
        for lesson in range(lessons):
            for group in optimizer.param_groups:
                group["lr"] = 1e-3 * (1 - 0.9 * lesson / lessons)
            learn(network, optimizer, memory, play(env, network, memory))
            if (lesson + 1) % 10 == 0 or lesson + 1 == lessons:
                rounds = max(int(memory.ended.sum()), 1)
                told = f"lesson {lesson + 1} of {lessons}: {(lesson + 1) * steps * size / 1e6:.2f} million decisions"
                print(f"{told}, {size * steps / rounds:.0f} a round, {time.process_time() / 60:.1f} minutes of one core", flush=True)
    return network


# %% 5. The agent as a bot
#
# A bot is shown a view, the JSON with everything that its seat can know. Any world that fits the view has the same observation, so the
# network can be asked. It now plays its favourite move, and like all our networks draws from the deck when a round lasts too long.

PATIENCE = 100


class SmallAgent(Policy):
    """The network as a player: in the arena, in the terminal, or as a separate program."""

    def __init__(self, network: Network) -> None:
        self.network = network

    @torch.no_grad()
    def decide(self, view: dict[str, Any]) -> str:
        legal: list[str] = view["legal"]
        if len(legal) == 1:
            return legal[0]
        if "+" in legal and view["turn"] >= PATIENCE:
            return "+"
        world = GAME.world(view, random.Random(0))
        mask = np.zeros(ACTIONS, dtype=np.uint8)
        mask[[GAME.actions[move] for move in legal]] = 1
        seen = np.frombuffer(bytes(world.observe(view["seat"])), dtype=np.uint8).copy()
        chances, _ = self.network(torch.from_numpy(seen)[None], torch.from_numpy(mask)[None])
        return GAME.tokens[int(chances.argmax())]


def save(network: Network, path: Path) -> None:
    """Save only the weights, as plain arrays."""
    np.savez(path, **{name: array.numpy() for name, array in network.state_dict().items()})


def load(path: Path) -> Network:
    with np.load(path, allow_pickle=False) as arrays:
        weights = {name: torch.from_numpy(arrays[name]) for name in arrays.files}
    network = Network(width=len(weights["first.bias"]))
    network.load_state_dict(weights)
    return network


def answer(agent: SmallAgent) -> None:
    """Run the agent as a program for the arena and the terminal: two of the messages of docs/bots/protocol.md are enough."""
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            print(json.dumps({"type": "hello", "name": "small", "games": ["card"]}), flush=True)
        elif message["type"] == "decide":
            print(json.dumps({"type": "move", "move": agent.decide(message["view"])}), flush=True)


# %% 6. Measuring
#
# Every deal is played twice, once from each seat, so that the advantage of a seat cancels out. The mean of such a pair is one sample, and
# the interval is over these samples. Whole matches of three rounds are played here, as people play them.


def measure(network: Network, opponent: str, deals: int, seed: int = 0) -> dict[str, Any]:
    """Return what `lostcities arena` would print for the agent and one of our bots."""
    agent, played = SmallAgent(network), []
    for number in range(deals):
        deal = Deal(seed, number, players=2)
        for seat in (0, 1):
            bots = [agent if at == seat else bot(GAME, opponent, deal.bot_seed(seat, at)) for at in (0, 1)]
            names = ["small" if at == seat else opponent for at in (0, 1)]
            played.append(Played(0, number, seat, Contest(GAME.table(2, {}), bots, names, deal).play()))
    return summary(("small", opponent), played, players=2)


def report(found: dict[str, Any]) -> str:
    own, other = found["mean_score"]
    margin = f"{decimal(found['margin_per_round'], 1, '+')} ± {found['ci95']:.1f} points per round"
    scores = f"{decimal(own, 1)} : {decimal(other, 1)}"
    won = percent(found["win_share"], Bounds(found["win_share_low"], found["win_share_high"]), digits=0)
    return f"{' against '.join(found['bots'])}: {margin} ({scores}), {won} of {found['matches']} matches"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lessons", type=int, default=120, help="how long to train (default: 120)")
    parser.add_argument("--size", type=int, default=256, help="rounds played side by side (default: 256)")
    parser.add_argument("--steps", type=int, default=128, help="decisions in each before the network learns (default: 128)")
    parser.add_argument("--deals", type=int, default=100, help="deals to measure with, each played from both seats (default: 100)")
    parser.add_argument("--opponent", default="pip", help="whom to measure against (default: pip)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, help="keep the agent in this file")
    parser.add_argument("--play", type=Path, metavar="FILE", help="do not train: play as a bot with the agent in this file")
    chosen = parser.parse_args()
    if chosen.play:
        answer(SmallAgent(load(chosen.play)))
        return
    network = train(chosen.lessons, chosen.size, chosen.steps, chosen.seed)
    if chosen.out:
        save(network, chosen.out)
    print(report(measure(network, chosen.opponent, chosen.deals)))


if __name__ == "__main__":
    main()
