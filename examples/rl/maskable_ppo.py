"""MaskablePPO of sb3-contrib, on a VecEnv of Stable-Baselines3 whose matches are played in compiled code.

    pip install "lostcities[sb3]"
    python examples/rl/maskable_ppo.py

The agent learns the card game against random play, and is measured before and after.
"""

import argparse

import numpy as np
import torch
from measuring import Measured, measured
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import VecMonitor

from lostcities.rl.sb3 import VecEnv

GAME, OPPONENT = "card", "random"
OPTIONS = {"rounds": 1, "max_turns": 120}  # two beginners could draw from the discard piles for ever


def strength(model: MaskablePPO, matches: int) -> Measured:
    """Let the agent play its favourite moves."""

    def policy(observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        return model.predict(observations, action_masks=masks, deterministic=True)[0]

    return measured(policy, GAME, OPPONENT, matches, floats=True, **OPTIONS)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=400_000, help="decisions of the agent to learn from (default: 400,000)")
    parser.add_argument("--matches", type=int, default=1000, help="matches to measure with (default: 1000)")
    chosen = parser.parse_args()
    torch.set_num_threads(1)
    env = VecMonitor(VecEnv(GAME, 128, opponent=OPPONENT, floats=True, **OPTIONS))
    model = MaskablePPO("MlpPolicy", env, n_steps=128, batch_size=2048, n_epochs=4, learning_rate=1e-3, gamma=1.0, ent_coef=0.01, seed=1)
    print(f"before: {strength(model, chosen.matches)}", flush=True)
    model.learn(chosen.steps)
    print(f"after:  {strength(model, chosen.matches)}")


if __name__ == "__main__":
    main()
