"""Runs a tournament: what is kept in its folder counts, the rest is played, on this machine or on a cluster."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from typing import Any, Protocol

from lostcities.arena.journal import Journal
from lostcities.arena.statistics import Played, summary
from lostcities.arena.tournament import Pairing, Tournament


class Players(Protocol):
    """Plays matches somewhere, in any order; closing the iterator stops it."""

    def play(self, pairings: Iterable[Pairing]) -> Iterator[Played]: ...


Watcher = Callable[[Played], None]
"""Told of every match that counts: first those kept from before, then each one when it is over."""


class Run:
    """A tournament being played. After an interruption `matches` has what was finished."""

    def __init__(self, tournament: Tournament, players: Players, journal: Journal | None = None) -> None:
        self.tournament = tournament
        self.players = players
        self.journal = journal
        self.matches: dict[Pairing, Played] = {}

    def play(self, watch: Watcher = lambda _: None) -> None:
        """Plays all that is missing."""
        wanted = dict.fromkeys(self.tournament.pairings())
        for played in self.journal.finished() if self.journal else ():
            if Pairing(*played[:3]) in wanted:
                self.count(played, watch)
        missing = [pairing for pairing in wanted if pairing not in self.matches]
        if not missing:
            return
        with closing(self.players.play(missing)) as matches:  # type: ignore[type-var]
            for played in matches:
                if self.journal:
                    self.journal.add(played)
                self.count(played, watch)

    def count(self, played: Played, watch: Watcher) -> None:
        self.matches[Pairing(*played[:3])] = played._replace(record=None)
        watch(played)

    def results(self) -> list[dict[str, Any]]:
        """Every pair as the contract's JSON has it, so far as it has been played."""
        of_pair: list[list[Played]] = [[] for _ in self.tournament.pairs]
        for played in self.matches.values():
            of_pair[played.pair].append(played)
        return [summary(bots, matches, self.tournament.players) for bots, matches in zip(self.tournament.pairs, of_pair, strict=True)]
