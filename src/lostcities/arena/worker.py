"""Play matches in any process, those of a tournament or others: together if all their bots can, otherwise one after another."""

from collections import defaultdict
from contextlib import suppress
from dataclasses import replace

from lostcities.analysis.luck import luck_of_match
from lostcities.analysis.story import read_story
from lostcities.arena.contest import Contest, Result, Stop, Stopped
from lostcities.arena.deal import Deal
from lostcities.arena.simul import Fixture, Simul
from lostcities.arena.statistics import Played
from lostcities.arena.tournament import Pairing, Table, Tournament
from lostcities.bots.batches import CPU, BatchPolicy, batch_policy
from lostcities.bots.bot import Bot, BotFailure, Policy
from lostcities.bots.command_line import is_program
from lostcities.bots.critics.manners import manner_of_bot
from lostcities.bots.registry import bot
from lostcities.games.game import State
from lostcities.games.registry import game
from lostcities.records import encode, record_of


class Seating:
    """Keeps the programs and the networks that play match after match; other bots are made for each match, with its seed."""

    def __init__(self, table: Table, stopped: Stop = lambda: False, device: str = CPU) -> None:
        self.table = table
        self.game = game(table.game)
        self.stopped = stopped
        self.device = device
        self.policies: dict[str, BatchPolicy] = {}
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

    def simul(self, fixtures: list[Fixture], positions: bool = False) -> Simul:
        """Return many matches between bots that play in batches, ready to be played together."""
        return Simul(self.table, fixtures, self.policy, self.stopped, positions)

    def policy(self, spec: str) -> BatchPolicy:
        if spec not in self.policies:
            self.policies[spec] = batch_policy(self.game, spec, self.device)
        return self.policies[spec]

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

    def __init__(self, tournament: Tournament, keep_records: bool, stopped: Stop = lambda: False, device: str = CPU) -> None:
        super().__init__(tournament, stopped, device)
        self.tournament = tournament
        self.keep_records = keep_records

    def play(self, pairings: tuple[Pairing, ...]) -> list[Played]:
        """Play some matches, given only their pairings: all at once if their bots can."""
        if not all(map(self.tournament.in_batches, pairings)):
            return [self.play_one(pairing) for pairing in pairings]
        simul = self.simul([Fixture(self.tournament.seats(one), self.tournament.deal(one.deal), one.seat) for one in pairings])
        results = simul.play()
        return [self.played(*match) for match in zip(pairings, simul.states, results, strict=True)]

    def play_one(self, pairing: Pairing) -> Played:
        match, result = self.match(self.tournament.seats(pairing), self.tournament.deal(pairing.deal), pairing.seat)
        return self.played(pairing, match.state, result)

    def played(self, pairing: Pairing, state: State, result: Result) -> Played:
        specs = self.tournament.seats(pairing)
        if self.tournament.luck_adjusted and result.forfeit is None:
            manners = [manner_of_bot(self.game, spec) for spec in specs]
            story = read_story(record_of(state, specs), views=False, most=None)
            result = replace(result, luck=luck_of_match(story, manners))
        record = encode(record_of(state, specs, self.meta(pairing, result))) if self.keep_records else None
        return Played(*pairing, result, record)

    def meta(self, pairing: Pairing, result: Result) -> dict[str, object]:
        """Return the notes of the record: enough to find the match in its tournament."""
        bots = {str(seat): spec for seat, spec in enumerate(self.tournament.seats(pairing))}
        meta: dict[str, object] = {"bots": bots, "seed": self.tournament.seed, "deal": pairing.deal, "seat": pairing.seat}
        lucky = {} if result.luck is None else {"luck": result.luck}
        return meta | {"ms": result.ms, "decisions": result.moves} | lucky | result.note


def close(bots: list[Policy]) -> None:
    """Close all bots, even if one of them fails."""
    for player in bots:
        if isinstance(player, Bot):
            with suppress(BotFailure):
                player.close()
