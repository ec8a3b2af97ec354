"""Solve the smallest card game exactly with OpenSpiel: the figures of `docs/research/solved.md`.

usage: python research/solve.py [--iterations N] [--bots NAME …]

Counts the game tree, runs CFR+ on it, says how exploitable its average policy is on the way and what it does in the end, and what the
best reply to each bot gains. Everything is in points per round. Times are CPU seconds. Needs about 1 GB of memory and the extra `rl`.
"""

import argparse
from collections import Counter
from collections.abc import Iterator
from time import process_time

import pyspiel

from lostcities.games.rewards import POINTS
from lostcities.rl.exact import best_reply, policy_of
from lostcities.rl.openspiel import SpielGame

GAME = "lostcities_card(size=tiny,rounds=1)"
NODES = ("decisions", "chance nodes", "ends")


def histories(state: pyspiel.State) -> Iterator[pyspiel.State]:
    """Yield every state of the game, each in every way it can come about."""
    yield state
    if not state.is_terminal():
        for action in state.legal_actions():
            yield from histories(state.child(action))


def print_size(game: SpielGame) -> None:
    """Print how many histories there are of each kind, and how many a player can tell apart."""
    counts: Counter[str] = Counter()
    known: list[set[str]] = [set(), set()]
    for state in histories(game.new_initial_state()):
        seat = state.current_player()
        counts[NODES[0 if seat >= 0 else 2 if state.is_terminal() else 1]] += 1
        if seat >= 0:
            known[seat].add(state.information_state_string())
    print(f"histories: {counts.total():,} (" + ", ".join(f"{counts[kind]:,} {kind}" for kind in NODES) + ")")
    print(f"information states: {len(known[0]):,} of the starter, {len(known[1]):,} of the other")


def replies(game: pyspiel.Game, policy: pyspiel.Policy) -> list[float]:
    """Return what the best replies to a policy of OpenSpiel's own gain, seat by seat."""
    root = game.new_initial_state()
    return [POINTS * pyspiel.TabularBestResponse(game, seat, policy).value_from_state(root) for seat in (0, 1)]


def solved(game: SpielGame, iterations: int) -> pyspiel.Policy:
    """Run CFR+, printing at every doubling how far its average policy can be exploited; return that policy.

    OpenSpiel keeps the tree after the first walk, so that the rest runs in C++.
    """
    print("\n| iterations | exploitability | value for the starter | seconds |", "| --- | --- | --- | --- |", sep="\n")
    begun = process_time()
    tree = pyspiel.convert_to_cached_tree(game)
    solver = pyspiel.CFRPlusSolver(tree)
    seconds = process_time() - begun
    for done in range(1, iterations + 1):
        begun = process_time()
        solver.evaluate_and_update_policy()
        seconds += process_time() - begun
        if done & (done - 1) == 0 or done == iterations:
            first, second = replies(tree, solver.average_policy())
            print(f"| {done} | {(first + second) / 2:.5f} | {-second:.4f} to {first:.4f} | {seconds:.0f} |", flush=True)
    return solver.tabular_average_policy()


def print_habits(game: SpielGame, policy: pyspiel.Policy) -> None:
    """Print how often the policy makes each kind of move against itself."""
    habits: Counter[str] = Counter()

    def play(state: pyspiel.State, reach: float) -> None:
        if reach == 0 or state.is_terminal():
            return
        moves = state.chance_outcomes() if state.is_chance_node() else policy.action_probabilities(state).items()
        for action, probability in moves:
            if not state.is_chance_node():
                habits[kind_of(state.action_to_string(action))] += reach * probability
            play(state.child(action), reach * probability)

    play(game.new_initial_state(), 1.0)
    print("\n| move | times a round |", "| --- | --- |", sep="\n")
    print(*(f"| {kind} | {times:.2f} |" for kind, times in habits.most_common()), sep="\n")


def kind_of(move: str) -> str:
    """Return the kind of a move of the card game."""
    if move.startswith("+"):
        return "draw from the deck" if move == "+" else "draw from the pile"
    what = "wager" if move.endswith("*") else "number"
    return f"discard a {what}" if move.startswith("-") else f"play a {what}"


def print_bots(game: SpielGame, bots: list[str]) -> None:
    print("\n| bot | best reply as starter | as the other | exploitability | seconds |", "| --- | --- | --- | --- | --- |", sep="\n")
    for name in bots:
        begun = process_time()
        policy = policy_of(game, name)
        first, second = (best_reply(game, policy, seat) for seat in (0, 1))
        print(f"| `{name}` | {first:.4f} | {second:.4f} | {(first + second) / 2:.4f} | {process_time() - begun:.0f} |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--iterations", type=int, default=512)
    parser.add_argument("--bots", nargs="*", default=["random", "thumb", "net"])
    chosen = parser.parse_args()
    game = pyspiel.load_game(GAME)
    print_size(game)
    print_habits(game, solved(game, chosen.iterations))
    print_bots(game, chosen.bots)


if __name__ == "__main__":
    main()
