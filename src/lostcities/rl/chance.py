"""The chance outcomes of a game, numbered: OpenSpiel expects the same number for the same outcome at all times.

Where there are very many (three colour dice and three number dice fall in more than twelve thousand ways), an outcome
is split into pieces: first the three colours, then, given those, the three numbers.
"""

from collections import defaultdict
from functools import cache

from lostcities.games.game import State
from lostcities.games.options import Value
from lostcities.games.registry import game as game_of
from lostcities.play import Match, Outside

MANY = 1000
"""Above this number, outcomes are split into pieces."""
PIECE = 3
"""Letters per piece of an outcome."""

Chances = list[tuple[str, float]]


class Chance:
    """The chance outcomes of one game."""

    def __init__(self, match: State) -> None:
        first = everything(match)
        self.outcomes = list(dict.fromkeys(outcome for chances in first for outcome, _ in chances))
        tree = in_pieces(first[0]) if len(self.outcomes) > MANY else {}
        self.names = list(dict.fromkeys(piece for chances in tree.values() for piece, _ in chances)) or self.outcomes
        self.numbers = {name: number for number, name in enumerate(self.names)}
        self.tree = {begun: self.numbered(chances) for begun, chances in tree.items()}
        """For every prefix of an outcome, the pieces that can follow; empty if outcomes are not split."""
        self.pieces = -(-len(self.outcomes[0]) // PIECE) if tree else 1
        """How many pieces make an outcome."""

    def name(self, number: int) -> str:
        if not 0 <= number < len(self.names):
            raise ValueError(f"expected a chance outcome from 0 to {len(self.names) - 1}, got {number}")
        return self.names[number]

    def numbered(self, chances: Chances) -> list[tuple[int, float]]:
        return [(self.numbers[name], probability) for name, probability in chances]

    def chances(self, match: State, begun: str) -> list[tuple[int, float]]:
        """Return what can happen next, by number and probability, after the part of an outcome that has begun."""
        return list(self.tree[begun]) if self.tree else self.numbered(match.chances())

    def complete(self, begun: str) -> bool:
        """Whether this is a whole outcome."""
        return begun not in self.tree


def everything(state: State) -> list[Chances]:
    """Return all outcomes before the first decision: these are all that chance can ever do."""
    match, found = Match(state, Outside()), []
    while state.player is None:
        found.append(state.chances())
        match.push_chance(found[-1][0][0])
    return found


def in_pieces(chances: Chances) -> dict[str, Chances]:
    """Return, for every prefix of an outcome, what can follow it and with what probability.

    >>> in_pieces([("abcx", 0.125), ("abcy", 0.375), ("defx", 0.5)])["abc"]
    [('x', 0.25), ('y', 0.75)]
    """
    weights: defaultdict[str, float] = defaultdict(float)
    for outcome, probability in chances:
        for end in [*range(0, len(outcome), PIECE), len(outcome)]:
            weights[outcome[:end]] += probability
    tree: defaultdict[str, Chances] = defaultdict(list)
    for begun, weight in weights.items():
        if begun:
            cut = (len(begun) - 1) // PIECE * PIECE
            tree[begun[:cut]].append((begun[cut:], weight / weights[begun[:cut]]))
    return dict(tree)


@cache
def chance_of(name: str, players: int, options: tuple[tuple[str, Value], ...]) -> Chance:
    return Chance(game_of(name).table(players, dict(options)))
