"""OpenSpiel: counterfactual regret minimization, by sampling, on the small card game.

    pip install "lostcities[rl]"
    python examples/rl/openspiel_mccfr.py

Both seats minimize their regret by playing against each other; the average of their policies is then measured against random play.
"""

import argparse
import random

import numpy as np
import pyspiel
from measuring import Measured

import lostcities.rl.openspiel  # noqa: F401  registers the games

GAME = "lostcities_card(size=mini,rounds=1)"


def played(policy: pyspiel.Policy | None, seat: int, rng: random.Random) -> float:
    """Play a game in which one seat follows a policy, if there is one, and all else is random; return the seat's lead in points."""
    state = pyspiel.load_game(GAME).new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            choices = state.chance_outcomes()
        elif policy and state.current_player() == seat:
            choices = policy.action_probabilities(state).items()
        else:
            choices = [(action, 1.0) for action in state.legal_actions()]
        actions, chances = zip(*choices, strict=True)
        state.apply_action(rng.choices(actions, chances)[0])
    return 100 * state.returns()[seat]


def measured(policy: pyspiel.Policy | None, matches: int) -> Measured:
    rng = random.Random(1)
    leads = np.array([played(policy, match % 2, rng) for match in range(matches)])
    won = ((leads > 0) + (leads == 0) / 2).mean()
    return Measured(float(leads.mean()), float(1.96 * leads.std(ddof=1) / matches**0.5), float(won))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--iterations", type=int, default=60_000, help="games to learn from (default: 60,000)")
    parser.add_argument("--matches", type=int, default=2000, help="matches to measure with (default: 2000)")
    chosen = parser.parse_args()
    game = pyspiel.load_game(GAME)
    solver = pyspiel.OutcomeSamplingMCCFRSolver(game, seed=1)
    print(f"before: {measured(None, chosen.matches)}", flush=True)
    for _ in range(chosen.iterations):
        solver.run_iteration()
    print(f"after:  {measured(solver.average_policy(), chosen.matches)}")


if __name__ == "__main__":
    main()
