"""The bots in the seats that have no person: by the names that `lostcities bots` lists, or programs (`cmd:COMMAND LINE`)."""

from collections import Counter
from collections.abc import Sequence

from lostcities.bots.follower import Follower, opponent
from lostcities.bots.registry import check
from lostcities.games.errors import BadOption, Reason
from lostcities.games.game import Game

DEFAULT = "bruno"
"""The default opponent: neither weak nor a master."""

SUBSTITUTE = "thumb"
"""Plays on for a bot that failed: it needs no file or program that could fail too."""


def assign(specs: Sequence[str], seats: Sequence[int]) -> dict[int, str]:
    """Return one bot per seat, in order; the last one named takes all remaining seats.

    >>> assign(["net", "best:ms=50"], [1, 2, 3])
    {1: 'net', 2: 'best:ms=50', 3: 'best:ms=50'}
    """
    if len(specs) > len(seats):
        raise BadOption(Reason("too_many_opponents", {"count": len(specs), "seats": len(seats)}))
    chosen = list(specs) or [DEFAULT]
    return {seat: chosen[min(place, len(chosen) - 1)] for place, seat in enumerate(seats)}


def invite(game: Game, specs: dict[int, str], seed: int | None) -> dict[int, Follower]:
    """Return the bots, ready to play. Raises `BadOption` if one does not exist or does not start."""
    for spec in specs.values():
        check(game, spec)
    return {seat: opponent(game, spec, seat, seed) for seat, spec in specs.items()}


def names_of(opponents: dict[int, Follower]) -> dict[int, str]:
    """Return the name of each at the table; numbers distinguish equal names."""
    names = {seat: name_of(opponent) for seat, opponent in opponents.items()}
    count, used = Counter(names.values()), Counter[str]()
    for seat, name in names.items():
        used[name] += 1
        names[seat] = f"{name} {used[name]}" if count[name] > 1 else name
    return names


def name_of(opponent: Follower) -> str:
    """Return the name that a program gives itself, or a bot's name from the list."""
    return opponent.name or opponent.spec.partition(":")[0]
