"""What chance can do in a game, with a number for each: OpenSpiel wants the same number for the same thing at all times.

Where there are very many such things (three colour dice and three number dice fall in more than twelve thousand ways), chance
does them piece by piece: first the three colours, then, given those, the three numbers.
"""

from collections import defaultdict
from functools import cache

from lostcities.games.game import State
from lostcities.games.options import Value
from lostcities.games.registry import game as game_of
from lostcities.play import Match, Outside

MANY = 1000
"""More than this and they are done piece by piece."""
PIECE = 3
"""Letters of an outcome in a piece."""

Chances = list[tuple[str, float]]


class Chance:
    """The chances of one game."""

    def __init__(self, match: State) -> None:
        first = everything(match)
        self.outcomes = list(dict.fromkeys(outcome for chances in first for outcome, _ in chances))
        tree = in_pieces(first[0]) if len(self.outcomes) > MANY else {}
        self.names = list(dict.fromkeys(piece for chances in tree.values() for piece, _ in chances)) or self.outcomes
        self.numbers = {name: number for number, name in enumerate(self.names)}
        self.tree = {begun: self.numbered(chances) for begun, chances in tree.items()}
        """For every beginning of an outcome, the pieces that can follow; empty where outcomes are whole."""

    def name(self, number: int) -> str:
        if not 0 <= number < len(self.names):
            raise ValueError(f"expected a chance outcome from 0 to {len(self.names) - 1}, got {number}")
        return self.names[number]

    def numbered(self, chances: Chances) -> list[tuple[int, float]]:
        return [(self.numbers[name], probability) for name, probability in chances]

    def chances(self, match: State, begun: str) -> list[tuple[int, float]]:
        """What can happen next, by its number, when so much of an outcome has."""
        return list(self.tree[begun]) if self.tree else self.numbered(match.chances())

    def complete(self, begun: str) -> bool:
        """Whether this is a whole outcome."""
        return begun not in self.tree


def everything(state: State) -> list[Chances]:
    """What chance is asked before the first decision, whatever it does: that is everything it can ever do."""
    match, found = Match(state, Outside()), []
    while state.player is None:
        found.append(state.chances())
        match.push_chance(found[-1][0][0])
    return found


def in_pieces(chances: Chances) -> dict[str, Chances]:
    """For every beginning of an outcome, what can follow it and how likely.

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
