"""Proximal policy optimization in one file, in the style of CleanRL, against a league of the agent's own former selves.

    pip install "lostcities[train]"
    python examples/rl/league.py

`BatchEnv(opponent=…)` takes any function from observations and masks to actions. Here it is a frozen copy of the agent's own network,
drawn anew for every lesson from all copies kept so far. The agent never meets the bots that it is measured against.
"""

import argparse
from copy import deepcopy

import numpy as np
import torch
from measuring import at_random, measured
from torch import Tensor, nn
from torch.distributions import Categorical

from lostcities.rl import BatchEnv, spec

GAME = "card"
OPTIONS = {"rounds": 1, "max_turns": 120}  # two beginners could draw from the discard piles for ever
SIZE, STEPS, EPOCHS, BATCH = 256, 64, 3, 4096
RATE, CLIP, LAMBDA, ENTROPY, VALUE = 1e-3, 0.2, 0.98, 0.01, 1.0
KEEP_EVERY = 5


class Agent(nn.Module):
    """From the bytes of an observation to a policy and a value."""

    def __init__(self, width: int = 128) -> None:
        super().__init__()
        layout = spec(GAME)
        self.body = nn.Sequential(nn.Linear(layout.observation_size, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.policy, self.value = nn.Linear(width, len(layout.actions)), nn.Linear(width, 1)
        nn.init.zeros_(self.policy.weight)  # at first all moves are equally likely

    def forward(self, observations: Tensor, masks: Tensor) -> tuple[Categorical, Tensor]:
        seen = self.body(observations.float().log1p())
        return Categorical(logits=self.policy(seen).masked_fill(masks == 0, -1e9)), self.value(seen)[:, 0]

    @torch.no_grad()
    def choose(self, observations: np.ndarray, masks: np.ndarray, favourite: bool = False) -> np.ndarray:
        policy, _ = self(torch.from_numpy(observations), torch.from_numpy(masks))
        return (policy.logits.argmax(dim=1) if favourite else policy.sample()).numpy()


class League:
    """The frozen copies, one of which plays: a function of observations and masks."""

    def __init__(self, agent: Agent) -> None:
        self.copies = [deepcopy(agent)]
        self.playing = self.copies[0]

    def __call__(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        return self.playing.choose(observations, masks)

    def next(self, rng: np.random.Generator) -> None:
        self.playing = self.copies[rng.integers(len(self.copies))]


def lesson(env: BatchEnv, agent: Agent, optimizer: torch.optim.Optimizer) -> None:
    """Play for a number of steps, then learn from them."""
    now, kept = env.shown(), []
    for _ in range(STEPS):
        seen = torch.from_numpy(now.observations.copy()), torch.from_numpy(now.masks.copy())  # the next step overwrites them
        with torch.no_grad():
            policy, values = agent(*seen)
            actions = policy.sample()
        now = env.step(actions)
        paid, ended = torch.from_numpy(now.rewards[:, 0].copy()), torch.from_numpy(now.terminated | now.truncated)
        kept.append((*seen, actions, policy.log_prob(actions), values, paid, ended))
    observations, masks, actions, before, values, paid, ended = (torch.stack(column) for column in zip(*kept, strict=True))
    with torch.no_grad():
        _, following = agent(torch.from_numpy(now.observations), torch.from_numpy(now.masks))
    gained = advantages(values, paid, ended, following)
    goals = (gained + values).flatten()
    learn(agent, optimizer, *(column.flatten(0, 1) for column in (observations, masks, actions, before, gained)), goals)


def advantages(values: Tensor, paid: Tensor, ended: Tensor, following: Tensor) -> Tensor:
    """Generalized advantage estimation. Nothing follows the end of a match."""
    gained, later = torch.zeros_like(values), torch.zeros_like(following)
    for step in reversed(range(len(values))):
        surprise = paid[step] + following * ~ended[step] - values[step]
        later = surprise + LAMBDA * later * ~ended[step]
        gained[step], following = later, values[step]
    return gained


def learn(
    agent: Agent,
    optimizer: torch.optim.Optimizer,
    observations: Tensor,
    masks: Tensor,
    actions: Tensor,
    before: Tensor,
    gained: Tensor,
    goals: Tensor,
) -> None:
    """Make actions that went better than expected likelier, without moving a probability far at once."""
    gained = (gained - gained.mean()) / (gained.std() + 1e-6)
    for _ in range(EPOCHS):
        for some in torch.randperm(len(actions)).split(BATCH):
            policy, values = agent(observations[some], masks[some])
            ratio = (policy.log_prob(actions[some]) - before[some]).exp()
            better = torch.minimum(ratio * gained[some], ratio.clamp(1 - CLIP, 1 + CLIP) * gained[some])
            loss = VALUE * (values - goals[some]).square().mean() - (better + ENTROPY * policy.entropy()).mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(agent.parameters(), 1.0)
            optimizer.step()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lessons", type=int, default=60, help="how long to train (default: 60)")
    parser.add_argument("--matches", type=int, default=1000, help="matches to measure with (default: 1000)")
    chosen = parser.parse_args()
    torch.manual_seed(1)
    torch.set_num_threads(1)
    agent, rng = Agent(), np.random.default_rng(1)
    league, optimizer = League(agent), torch.optim.Adam(agent.parameters(), lr=RATE)
    with BatchEnv(GAME, SIZE, options=OPTIONS, seed=1, opponent=league) as env:
        for number in range(1, chosen.lessons + 1):
            league.next(rng)
            lesson(env, agent, optimizer)
            if number % KEEP_EVERY == 0:
                league.copies.append(deepcopy(agent))
    for opponent in ("random", "thumb"):
        print(f"before, against {opponent}: {measured(at_random, GAME, opponent, chosen.matches, **OPTIONS)}")
        trained = measured(lambda seen, masks: agent.choose(seen, masks, favourite=True), GAME, opponent, chosen.matches, **OPTIONS)
        print(f"after,  against {opponent}: {trained}", flush=True)


if __name__ == "__main__":
    main()
