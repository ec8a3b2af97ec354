"""Run a tournament: matches in its folder count, the others are played, on this machine or on a cluster."""

from collections.abc import Callable, Iterator

from lostcities.arena.journal import Journal
from lostcities.arena.processes import Workplace, available_cores, do_all
from lostcities.arena.statistics import Played, Summary, summary
from lostcities.arena.tournament import Pairing, Tournament

Watcher = Callable[[Played], None]
"""Called for every match that counts: first those found in the folder, then each one when it is over."""


Together = tuple[Pairing, ...]
"""Matches that one process plays together."""
AT_ONCE = 512
"""The most of them: some seconds of work for a network."""


class Run:
    """A tournament being played. After an interruption `matches` has the finished ones."""

    def __init__(
        self, tournament: Tournament, players: Workplace[tuple[Pairing, ...], list[Played]], journal: Journal | None = None
    ) -> None:
        self.tournament = tournament
        self.players = players
        self.journal = journal
        self.matches: dict[Pairing, Played] = {}

    def play(self, watch: Watcher = lambda _: None) -> None:
        """Play all missing matches."""
        wanted = dict.fromkeys(self.tournament.pairings())
        for played in self.journal.finished() if self.journal else ():
            if Pairing(*played[:3]) in wanted:
                self.count(played, watch)
        missing = [pairing for pairing in wanted if pairing not in self.matches]
        do_all(self.players, list(self.tasks(missing)), lambda played: self.keep(played, watch))

    def tasks(self, missing: list[Pairing]) -> Iterator[Together]:
        """Return the matches that are played together; those whose bots cannot decide for many at once stand alone."""
        together = [pairing for pairing in missing if self.tournament.in_batches(pairing)]
        size = min(AT_ONCE, -(-len(together) // (2 * (self.players.jobs or available_cores()))))
        for start in range(0, len(together), size or 1):
            yield tuple(together[start : start + size])
        for pairing in missing:
            if not self.tournament.in_batches(pairing):
                yield (pairing,)

    def keep(self, played: list[Played], watch: Watcher) -> None:
        for match in played:
            if self.journal:
                self.journal.add(match)
            self.count(match, watch)

    def count(self, played: Played, watch: Watcher) -> None:
        self.matches[Pairing(*played[:3])] = played._replace(record=None)
        watch(played)

    def results(self) -> list[Summary]:
        """The result of every pair so far, as the JSON of `lostcities arena` has it."""
        of_pair: list[list[Played]] = [[] for _ in self.tournament.pairs]
        for played in self.matches.values():
            of_pair[played.pair].append(played)
        return [summary(bots, matches, self.tournament.players) for bots, matches in zip(self.tournament.pairs, of_pair, strict=True)]
