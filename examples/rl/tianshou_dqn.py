"""Tianshou's DQN with action masking, on the Gymnasium environment.

    pip install "lostcities[rl]" tianshou
    python examples/rl/tianshou_dqn.py

Tianshou looks for the observation under `obs` and for the mask under `mask`. The agent learns the small card game (`size="mini"`)
against random play.
"""

import argparse

import gymnasium
import numpy as np
import torch
from gymnasium.spaces import Dict, Discrete
from gymnasium.wrappers import TransformObservation
from measuring import Measured, measured
from tianshou.algorithm import DQN
from tianshou.algorithm.modelfree.dqn import DiscreteQLearningPolicy
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Batch, Collector, CollectStats, VectorReplayBuffer
from tianshou.env import DummyVectorEnv
from tianshou.trainer import OffPolicyTrainerParams
from torch import nn

from lostcities.rl import spec  # this also registers the environments

GAME, OPPONENT = "card", "random"
OPTIONS = {"size": "mini", "rounds": 1}
ENVS = 8


def make_env() -> gymnasium.Env:
    env = gymnasium.make(f"lostcities/{GAME}-v1", opponent=OPPONENT, **OPTIONS)
    renamed = Dict({"obs": env.observation_space["observation"], "mask": env.observation_space["action_mask"]})
    return TransformObservation(env, lambda seen: {"obs": seen["observation"], "mask": seen["action_mask"] == 1}, renamed)


class Values(nn.Module):
    """What each action is worth. DQN itself leaves illegal ones out."""

    def __init__(self, size: int, actions: int, width: int = 128) -> None:
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(size, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU(), nn.Linear(width, actions))

    def forward(self, obs: Batch, state: object = None, info: object = None) -> tuple[torch.Tensor, object]:
        seen = torch.as_tensor(obs.obs if hasattr(obs, "obs") else obs)
        return self.layers(seen.float().log1p()), state


def strength(algorithm: DQN, matches: int) -> Measured:
    """Let the agent play its favourite moves."""

    def policy(observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        return algorithm.policy(Batch(obs=Batch(obs=observations, mask=masks == 1), info=Batch())).act

    return measured(policy, GAME, OPPONENT, matches, **OPTIONS)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=40_000, help="decisions of the agent to learn from (default: 40,000)")
    parser.add_argument("--matches", type=int, default=2000, help="matches to measure with (default: 2000)")
    chosen = parser.parse_args()
    torch.manual_seed(1)
    np.random.seed(1)  # Tianshou explores with it
    torch.set_num_threads(1)
    envs = DummyVectorEnv([make_env for _ in range(ENVS)])
    envs.seed(1)
    layout = spec(GAME)
    values = Values(layout.observation_size, len(layout.actions))
    policy = DiscreteQLearningPolicy(model=values, action_space=Discrete(len(layout.actions)), eps_training=0.2)
    algorithm = DQN(policy=policy, optim=AdamOptimizerFactory(lr=1e-3), gamma=1.0, target_update_freq=200)
    print(f"before: {strength(algorithm, chosen.matches)}", flush=True)
    collector = Collector[CollectStats](algorithm, envs, VectorReplayBuffer(20_000, ENVS), exploration_noise=True)
    algorithm.run_training(
        OffPolicyTrainerParams(
            max_epochs=1,
            epoch_num_steps=chosen.steps,
            training_collector=collector,
            collection_step_num_env_steps=64,
            update_step_num_gradient_steps_per_sample=0.125,
            batch_size=128,
            show_progress=False,
        )
    )
    print(f"after:  {strength(algorithm, chosen.matches)}")


if __name__ == "__main__":
    main()
