"""Play matches one after another, in any process: those of a tournament, or others."""

from collections import defaultdict
from contextlib import suppress

from lostcities.arena.contest import Contest, Result, Stop, Stopped
from lostcities.arena.deal import Deal
from lostcities.arena.statistics import Played
from lostcities.arena.tournament import Pairing, Table, Tournament
from lostcities.bots.bot import Bot, BotFailure, Policy
from lostcities.bots.command_line import is_program
from lostcities.bots.registry import bot
from lostcities.games.registry import game
from lostcities.records import encode, record_of


class Seating:
    """Keeps the programs that play match after match; our own bots are made for each match, with its seed."""

    def __init__(self, table: Table, stopped: Stop = lambda: False) -> None:
        self.table = table
        self.game = game(table.game)
        self.stopped = stopped
        self.idle: defaultdict[str, list[Policy]] = defaultdict(list)
        """Programs that wait for their next match."""

    def match(self, specs: list[str], deal: Deal, first: int = 0) -> tuple[Contest, Result]:
        """Play one match between these bots, by seat. `first` distinguishes matches of the same deal with other seats."""
        if self.stopped():
            raise Stopped
        bots: list[Policy] = []
        try:
            for seat, spec in enumerate(specs):
                bots.append(self.seated(spec, deal.bot_seed(first, seat)))
            match = Contest(self.table.table(), bots, specs, deal, self.stopped)
            result = match.play()
        except BaseException:
            close(bots)
            raise
        self.leave(specs, bots)
        return match, result

    def seated(self, spec: str, seed: str) -> Policy:
        """Return a bot for one match. A program that has played before is used again."""
        if self.idle[spec]:
            return self.idle[spec].pop()
        return bot(self.game, spec, seed, self.table.ms)

    def leave(self, specs: list[str], bots: list[Policy]) -> None:
        """After a match, let programs wait for the next one. One that failed restarts by itself."""
        for spec, player in zip(specs, bots, strict=True):
            if is_program(spec):
                self.idle[spec].append(player)
            else:
                close([player])

    def close(self) -> None:
        for waiting in self.idle.values():
            close(waiting)
        self.idle.clear()


class Worker(Seating):
    """Plays the matches of a tournament."""

    def __init__(self, tournament: Tournament, keep_records: bool, stopped: Stop = lambda: False) -> None:
        super().__init__(tournament, stopped)
        self.tournament = tournament
        self.keep_records = keep_records

    def play(self, pairing: Pairing) -> Played:
        """Play one match, given only its pairing."""
        specs = self.tournament.seats(pairing)
        match, result = self.match(specs, self.tournament.deal(pairing.deal), pairing.seat)
        record = encode(record_of(match.state, specs, self.meta(pairing, result))) if self.keep_records else None
        return Played(*pairing, result, record)

    def meta(self, pairing: Pairing, result: Result) -> dict[str, object]:
        """Return the notes of the record: enough to find the match in its tournament."""
        bots = {str(seat): spec for seat, spec in enumerate(self.tournament.seats(pairing))}
        meta: dict[str, object] = {"bots": bots, "seed": self.tournament.seed, "deal": pairing.deal, "seat": pairing.seat}
        return meta | {"ms": result.ms, "decisions": result.moves} | result.note


def close(bots: list[Policy]) -> None:
    """Close all bots, even if one of them fails."""
    for player in bots:
        if isinstance(player, Bot):
            with suppress(BotFailure):
                player.close()
