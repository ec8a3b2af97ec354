"""A tournament: which bots play each other at which table, and its matches. `running.py` runs them."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations, permutations
from typing import NamedTuple

from lostcities.arena.deal import Deal
from lostcities.bots.batches import plays_in_batches
from lostcities.bots.registry import check, thinks_long
from lostcities.games.errors import BadOption, Reason
from lostcities.games.game import Game, State
from lostcities.games.options import Options
from lostcities.games.registry import game


class Pairing(NamedTuple):
    """One match to play: its pair, its deal, and the seat of the pair's first bot."""

    pair: int
    deal: int
    seat: int


class Table:
    """The table that matches are played at, and the seed of their chance."""

    game: str
    players: int
    options: Options
    seed: int
    ms: int
    """Milliseconds per move for bots that are programs."""

    def deal(self, number: int) -> Deal:
        return Deal(self.seed, number, self.players)

    def table(self) -> State:
        return game(self.game).table(self.players, self.options)


@dataclass(frozen=True)
class Tournament(Table):
    """Every pair of some bots at one table. `opened` checks one and fills in its options."""

    game: str
    bots: tuple[str, ...]
    matches: int
    """Matches per pair."""
    players: int = 2
    options: Options = field(default_factory=dict)
    seed: int = 0
    ms: int = 1000
    slow: int | None = None
    """Matches per pair in which a bot thinks long; by default as many as for the others."""
    both_ways: bool = False
    """Whether each bot of a pair is once the one that sits alone: with more than two players that is a different measurement."""
    luck_adjusted: bool = False
    """Whether the luck of every match is worked out, so that it can be taken out of the margins."""

    @property
    def pairs(self) -> list[tuple[str, str]]:
        return list(permutations(self.bots, 2) if self.both_ways and self.players > 2 else combinations(self.bots, 2))

    @property
    def chosen(self) -> Options:
        """The options that differ from a tournament's defaults."""
        defaults = game(self.game).capped({})
        return {name: value for name, value in self.options.items() if value != defaults[name]}

    @property
    def total(self) -> int:
        """The number of matches."""
        return sum(self.matches_of(pair) for pair in self.pairs)

    @property
    def slow_matches(self) -> int:
        return self.matches if self.slow is None else self.slow

    def matches_of(self, pair: tuple[str, str]) -> int:
        return self.slow_matches if any(map(thinks_long, pair)) else self.matches

    def in_batches(self, pairing: Pairing) -> bool:
        """Whether both bots of a match can decide for many matches at once."""
        return all(self.plays_in_batches[bot] for bot in self.pairs[pairing.pair])

    @cached_property
    def plays_in_batches(self) -> dict[str, bool]:
        return {bot: plays_in_batches(game(self.game), bot) for bot in self.bots}

    def pairings(self) -> Iterator[Pairing]:
        """Return all matches. Pairs take turns, so that a tournament that is stopped has results for every pair."""
        deals = [self.matches_of(pair) // self.players for pair in self.pairs]
        for deal in range(max(deals)):
            for pair in range(len(deals)):
                for seat in range(self.players if deal < deals[pair] else 0):
                    yield Pairing(pair, deal, seat)

    def seats(self, pairing: Pairing) -> list[str]:
        """Return the bot in each seat."""
        first, other = self.pairs[pairing.pair]
        return [first if seat == pairing.seat else other for seat in range(self.players)]


def opened(tournament: Tournament) -> Tournament:
    """Return the tournament with all options filled in. Raises `BadOption` if it cannot be played."""
    played = game(tournament.game)
    played.check_players(tournament.players)
    check_bots(played, tournament)
    for matches in (tournament.matches, tournament.slow_matches):
        if matches < 1 or matches % tournament.players:
            raise BadOption(Reason("bad_matches", {"matches": matches, "players": tournament.players}))
    if tournament.ms < 1:
        raise BadOption(Reason("bad_ms", {"ms": tournament.ms}))
    return Tournament(**{**vars(tournament), "options": played.capped(tournament.options)})


def check_bots(played: Game, tournament: Tournament) -> None:
    if len(tournament.bots) < 2:
        raise BadOption(Reason("too_few_bots", {"count": len(tournament.bots)}))
    for spec in tournament.bots:
        check(played, spec)
