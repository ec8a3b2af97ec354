"""RLlib's PPO with action masking, on the Gymnasium environment.

    pip install "lostcities[rl]" "ray[rllib]" torch
    python examples/rl/rllib_ppo.py

The observation has the key `action_mask`; the module below gives illegal actions a probability of zero. The agent learns the small
card game (`size="mini"`) against random play.
"""

import argparse
import logging

import gymnasium
import numpy as np
import ray
import torch
from measuring import Measured, measured
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.apis.value_function_api import ValueFunctionAPI
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.core.rl_module.torch import TorchRLModule
from ray.tune.registry import register_env
from torch import nn

GAME, OPPONENT = "card", "random"
OPTIONS = {"size": "mini", "rounds": 1}


def make_env(_: dict) -> gymnasium.Env:
    """Make an environment in the process that plays it."""
    import lostcities.rl  # noqa: F401  registers the environments

    return gymnasium.make(f"lostcities/{GAME}-v1", opponent=OPPONENT, **OPTIONS)


class Masked(TorchRLModule, ValueFunctionAPI):
    """A policy and a value; the logits of illegal actions are far below all others."""

    def setup(self) -> None:
        size, width = self.observation_space["observation"].shape[0], 64
        self.body = nn.Sequential(nn.Linear(size, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.policy, self.value = nn.Linear(width, self.action_space.n), nn.Linear(width, 1)

    def seen(self, batch: dict) -> torch.Tensor:
        return self.body(batch[Columns.OBS]["observation"].float().log1p())

    def _forward(self, batch: dict, **_: object) -> dict:
        logits = self.policy(self.seen(batch))
        return {Columns.ACTION_DIST_INPUTS: logits.masked_fill(batch[Columns.OBS]["action_mask"] == 0, -1e9)}

    def compute_values(self, batch: dict, embeddings: object = None) -> torch.Tensor:
        return self.value(self.seen(batch))[:, 0]


def strength(module: TorchRLModule, matches: int) -> Measured:
    """Let the agent play its favourite moves."""

    @torch.no_grad()
    def policy(observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        seen = {"observation": torch.from_numpy(observations), "action_mask": torch.from_numpy(masks)}
        return module.forward_inference({Columns.OBS: seen})[Columns.ACTION_DIST_INPUTS].argmax(dim=1).numpy()

    return measured(policy, GAME, OPPONENT, matches, **OPTIONS)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--iterations", type=int, default=12, help="how long to train (default: 12)")
    parser.add_argument("--matches", type=int, default=2000, help="matches to measure with (default: 2000)")
    chosen = parser.parse_args()
    ray.init(num_cpus=1, include_dashboard=False, logging_level=logging.ERROR)
    register_env("lostcities", make_env)
    config = (
        PPOConfig()
        .environment("lostcities")
        .env_runners(num_env_runners=0, num_envs_per_env_runner=8)
        .learners(num_learners=0)
        .training(train_batch_size=2048, minibatch_size=512, num_epochs=6, lr=1e-3, gamma=1.0, entropy_coeff=0.01)
        .rl_module(rl_module_spec=RLModuleSpec(module_class=Masked))
        .debugging(seed=1)
    )
    algorithm = config.build_algo()
    print(f"before: {strength(algorithm.get_module(), chosen.matches)}", flush=True)
    for _ in range(chosen.iterations):
        algorithm.train()
    print(f"after:  {strength(algorithm.get_module(), chosen.matches)}")
    algorithm.stop()
    ray.shutdown()


if __name__ == "__main__":
    main()
