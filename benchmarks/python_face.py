"""Measure the Python engine: `legal`, `push` and `view`, in microseconds per call, best of five, interpreted.

usage: python benchmarks/python_face.py
Each game is one random round with fixed seeds, for the fewest and for the most players; a call's time is the mean over
all its decisions.
"""

import random
import time
from collections.abc import Callable

import lostcities
from lostcities import GAMES, State

REPEATS = 5


def positions(start: State, seed: int) -> tuple[list[State], list[str]]:
    """Return every position of a random round at which a player decides, and the moves made there."""
    rng = random.Random(seed)
    state = start.copy()
    seen: list[State] = []
    moves: list[str] = []
    while not state.over:
        seen.append(state.copy())
        moves.append(rng.choice(state.legal()))
        state.push(moves[-1])
    return seen, moves


def ask(seen: list[State]) -> None:
    for state in seen:
        state.legal()


def look(seen: list[State]) -> None:
    for state in seen:
        state.view(state.player)


def replay(start: State, moves: list[str]) -> None:
    state = start.copy()
    for move in moves:
        state.push(move)


def best(function: Callable[[], object], calls: int) -> float:
    """Return the microseconds per call."""
    seconds = []
    for _ in range(REPEATS):
        begin = time.perf_counter()
        function()
        seconds.append(time.perf_counter() - begin)
    return min(seconds) / calls * 1e6


def measure(name: str, players: int) -> dict[str, float]:
    start = lostcities.new(name, players, seed=7, **({} if name == "roll" else {"rounds": 1}))
    seen, moves = positions(start, 7)
    return {
        "legal": best(lambda: ask(seen), len(seen)),
        "push": best(lambda: replay(start, moves), len(moves)),
        "view": best(lambda: look(seen), len(seen)),
    }


def main() -> None:
    for name in GAMES:
        game = lostcities.game(name)
        for players in sorted({game.min_players, game.max_players}):
            figures = "  ".join(f"{call} {value:5.1f} us" for call, value in measure(name, players).items())
            print(f"{name:5}  {players} players  {figures}")


if __name__ == "__main__":
    main()
