"""The Lost Cities family of games: play them, replay them, study them.

>>> import lostcities
>>> match = lostcities.new("board", players=3, direction="either", seed=7)
>>> match.player, match.phase
(1, 'play')
>>> match.legal()[:3]
['Y7:e', 'B10:e', 'W4:e']
>>> match.push("W4:e")
>>> match.push("+")
>>> match.player
2
>>> match.push("+B")
Traceback (most recent call last):
lostcities.games.errors.IllegalMove: "+B" is not legal for seat 2: play or discard a card first
"""

import random
import secrets

from lostcities._version import __version__
from lostcities.games.errors import BadOption, BadSetup, BadView, GameError, IllegalMove, Reason, words
from lostcities.games.game import Game, Outcome, Round, State
from lostcities.games.options import Value
from lostcities.games.registry import NAMES as GAMES
from lostcities.games.registry import game

__all__ = [
    "GAMES",
    "BadOption",
    "BadSetup",
    "BadView",
    "Game",
    "GameError",
    "IllegalMove",
    "Outcome",
    "Reason",
    "Round",
    "State",
    "__version__",
    "game",
    "new",
]


def new(name: str, players: int = 2, *, seed: int | str | None = None, starter: int | None = None, **options: Value) -> State:
    """Start a match and deal its first round. The same seed gives the same deals; without one they are unpredictable.

    >>> match, rng = new("card", seed=1), random.Random(1)
    >>> while not match.over:
    ...     match.push(rng.choice(match.legal()))
    >>> match.outcome()
    Outcome(totals=[-98, -84], winners=[1])
    >>> match.push("Y7")
    Traceback (most recent call last):
    lostcities.games.errors.IllegalMove: "Y7" is not legal: the match is over
    """
    rng = random.Random(secrets.token_bytes(64) if seed is None else seed)
    return game(name).deal(options, rng, players, starter)


def _english(reason: Reason) -> str:
    from lostcities.text import ENGLISH

    return ENGLISH.explain(reason)


words.explain = _english
