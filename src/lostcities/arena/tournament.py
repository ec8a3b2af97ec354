"""A tournament: who plays whom at which table, and the matches of which it consists. How they are run is in `running.py`."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations, permutations
from typing import NamedTuple

from lostcities.arena.deal import Deal
from lostcities.bots.registry import check, thinks_long
from lostcities.games.errors import BadOption, Reason
from lostcities.games.game import Game, State
from lostcities.games.options import Options
from lostcities.games.registry import game

CAP = "max_turns"
LONGEST = 1000
"""Turns of a round unless told otherwise: seven times as many as random play of the card game takes."""


class Pairing(NamedTuple):
    """One match to be played: which pair, which deal, and the seat of the pair's first bot."""

    pair: int
    deal: int
    seat: int


class Table:
    """The table that matches are played at, and where the chance of each of them comes from."""

    game: str
    players: int
    options: Options
    seed: int
    ms: int
    """The time a move that programs are given."""

    def deal(self, number: int) -> Deal:
        return Deal(self.seed, number, self.players)

    def table(self) -> State:
        return game(self.game).table(self.players, self.options)


@dataclass(frozen=True)
class Tournament(Table):
    """Every pair of some bots at one table. `opened` makes one whose parts have been checked."""

    game: str
    bots: tuple[str, ...]
    matches: int
    """Matches of each pair."""
    players: int = 2
    options: Options = field(default_factory=dict)
    seed: int = 0
    ms: int = 1000
    slow: int | None = None
    """Matches of a pair in which somebody thinks long; as many as of the others if not told."""
    both_ways: bool = False
    """Each of a pair is once the one that sits alone: with more than two players that is another measurement."""

    @property
    def pairs(self) -> list[tuple[str, str]]:
        return list(permutations(self.bots, 2) if self.both_ways and self.players > 2 else combinations(self.bots, 2))

    @property
    def chosen(self) -> Options:
        """The options that differ from those of a tournament for which nobody named any."""
        defaults = capped(game(self.game), {})
        return {name: value for name, value in self.options.items() if value != defaults[name]}

    @property
    def total(self) -> int:
        """How many matches there are in all."""
        return sum(self.matches_of(pair) for pair in self.pairs)

    @property
    def slow_matches(self) -> int:
        return self.matches if self.slow is None else self.slow

    def matches_of(self, pair: tuple[str, str]) -> int:
        return self.slow_matches if any(map(thinks_long, pair)) else self.matches

    def pairings(self) -> Iterator[Pairing]:
        """All matches. Pairs take turns, so that a tournament that is stopped has said something of every pair."""
        deals = [self.matches_of(pair) // self.players for pair in self.pairs]
        for deal in range(max(deals)):
            for pair in range(len(deals)):
                for seat in range(self.players if deal < deals[pair] else 0):
                    yield Pairing(pair, deal, seat)

    def seats(self, pairing: Pairing) -> list[str]:
        """Which bot sits where."""
        first, other = self.pairs[pairing.pair]
        return [first if seat == pairing.seat else other for seat in range(self.players)]


def opened(tournament: Tournament) -> Tournament:
    """The tournament with all options written out; `BadOption` if it cannot be played."""
    played = game(tournament.game)
    played.check_players(tournament.players)
    check_bots(played, tournament)
    for matches in (tournament.matches, tournament.slow_matches):
        if matches < 1 or matches % tournament.players:
            raise BadOption(Reason("bad_matches", {"matches": matches, "players": tournament.players}))
    if tournament.ms < 1:
        raise BadOption(Reason("bad_ms", {"ms": tournament.ms}))
    return Tournament(**{**vars(tournament), "options": capped(played, tournament.options)})


def capped(played: Game, given: Mapping[str, object]) -> Options:
    """All options with their values. Bots may take from the piles for ever, so there is a cap unless one is given, if only as None."""
    options = played.complete(given)
    if CAP not in given and options.get(CAP, LONGEST) is None:
        options[CAP] = LONGEST
    return options


def check_bots(played: Game, tournament: Tournament) -> None:
    if len(tournament.bots) < 2:
        raise BadOption(Reason("too_few_bots", {"count": len(tournament.bots)}))
    for spec in tournament.bots:
        check(played, spec)
