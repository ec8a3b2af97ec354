"""PettingZoo's AEC loop: one policy plays every seat, and learns from how each seat fared.

    pip install "lostcities[rl]"
    python examples/rl/aec_self_play.py

The loop is that of PettingZoo's tutorials: `agent_iter`, `last`, `step`, with the mask in the observation. The learner is as small
as one can be, a linear policy that follows the gradient of its results (REINFORCE) in NumPy; put your own in its place.
"""

import argparse

import numpy as np
from measuring import at_random, measured
from numpy.typing import NDArray
from pettingzoo import AECEnv

from lostcities.rl import spec
from lostcities.rl.pettingzoo import env

GAME = "card"
OPTIONS = {"rounds": 1, "max_turns": 80}  # two beginners could draw from the discard piles for ever
RATE, MATCHES_A_STEP = 0.02, 16

Floats = NDArray[np.float64]


class Linear:
    """The chance of an action is a softmax over products of the observation with weights."""

    def __init__(self) -> None:
        layout = spec(GAME)
        self.weights = np.zeros((layout.observation_size, len(layout.actions)))
        self.moment, self.square, self.steps = np.zeros_like(self.weights), np.zeros_like(self.weights), 0

    def chances(self, seen: Floats, mask: NDArray[np.int8]) -> Floats:
        logits = np.where(mask, seen @ self.weights, -np.inf)
        powers = np.exp(logits - logits.max())
        return powers / powers.sum()

    def favourites(self, observations: NDArray[np.uint8], masks: NDArray[np.uint8]) -> NDArray[np.int64]:
        return np.where(masks, np.log1p(observations) @ self.weights, -np.inf).argmax(axis=1)

    def climb(self, gradient: Floats) -> None:
        """Take a step of Adam."""
        self.steps += 1
        self.moment += 0.1 * (gradient - self.moment)
        self.square += 0.01 * (gradient**2 - self.square)
        self.weights += RATE * (self.moment / (1 - 0.9**self.steps)) / (np.sqrt(self.square / (1 - 0.99**self.steps)) + 1e-8)


def play(table: AECEnv, policy: Linear, rng: np.random.Generator) -> list[tuple[float, Floats, Floats]]:
    """Play a match; return for each seat its result, and what it saw and by how much each action's logit should have been higher."""
    seen: dict[str, list[Floats]] = {agent: [] for agent in table.possible_agents}
    pulls: dict[str, list[Floats]] = {agent: [] for agent in table.possible_agents}
    results = dict.fromkeys(table.possible_agents, 0.0)
    table.reset(seed=int(rng.integers(2**32)))
    for agent in table.agent_iter():
        observation, reward, terminated, truncated, _ = table.last()
        results[agent] += reward
        if terminated or truncated:
            table.step(None)
            continue
        numbers = np.log1p(observation["observation"], dtype=np.float64)
        chances = policy.chances(numbers, observation["action_mask"])
        action = int(rng.choice(len(chances), p=chances))
        table.step(action)
        pull = -chances
        pull[action] += 1
        seen[agent].append(numbers)
        pulls[agent].append(pull)
    return [(results[agent], np.array(seen[agent]), np.array(pulls[agent])) for agent in table.possible_agents]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=120, help=f"steps of learning, each from {MATCHES_A_STEP} matches (default: 120)")
    parser.add_argument("--matches", type=int, default=1000, help="matches to measure with (default: 1000)")
    chosen = parser.parse_args()
    policy, rng = Linear(), np.random.default_rng(1)
    table = env(GAME, **OPTIONS)
    print(f"before: {measured(at_random, GAME, 'random', chosen.matches, **OPTIONS)}", flush=True)
    for _ in range(chosen.steps):
        played = [seat for _ in range(MATCHES_A_STEP) for seat in play(table, policy, rng)]
        policy.climb(sum(result * seen.T @ pulls for result, seen, pulls in played) / len(played))
    table.close()
    print(f"after:  {measured(policy.favourites, GAME, 'random', chosen.matches, **OPTIONS)}")


if __name__ == "__main__":
    main()
