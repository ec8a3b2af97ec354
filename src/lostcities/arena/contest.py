"""Plays one match between bots, and tells each of them what the bot protocol says that a bot is told, and nothing else."""

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass

from lostcities.arena.deal import Deal
from lostcities.bots.bot import BotFailure, Policy
from lostcities.bots.follower import Follower
from lostcities.games.errors import IllegalMove, Reason
from lostcities.games.game import State, View
from lostcities.games.options import shown
from lostcities.play import Match, Seeded

Stop = Callable[[], bool]
"""Asked before every decision: whether to give the match up."""


class Stopped(Exception):
    """The tournament was stopped while this match was being played."""


class Forfeit(Exception):
    """A seat has lost a match by breaking the rules of play."""

    def __init__(self, seat: int, reason: Reason) -> None:
        super().__init__(seat, reason)
        self.seat = seat
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Result:
    """What came of a match. If it was forfeited, the totals are those of the rounds finished, and all others have won."""

    totals: list[int]
    winners: list[int]
    rounds: int
    """Rounds finished."""
    truncated: int
    """Rounds that the cap on turns ended."""
    ms: list[float]
    """The time that each seat spent on its decisions."""
    moves: list[int]
    """How many decisions each seat was asked for."""
    forfeit: int | None = None
    """The seat that lost by breaking the rules of play."""
    reason: Reason | None = None

    @property
    def note(self) -> dict[str, object]:
        """The forfeit as the `meta` of a record has it; nothing if there was none."""
        if self.reason is None:
            return {}
        return {"forfeit": {"seat": self.forfeit, "code": self.reason.code, "arguments": self.reason.args}}


class Contest:
    """A match between bots before it is played; `play` plays it, and `state` then has its record."""

    def __init__(self, state: State, players: Sequence[Policy], names: list[str], deal: Deal, stopped: Stop = lambda: False) -> None:
        self.match = Match(state, Seeded(deal.chance, deal.starter))
        self.state = state
        self.names = names
        self.followers = [Follower(player, name, seat) for seat, (player, name) in enumerate(zip(players, names, strict=True))]
        self.stopped = stopped
        self.seconds = [0.0] * state.players
        self.moves = [0] * state.players

    def play(self) -> Result:
        """Plays to the end. A bot that fails as `BotFailure` says forfeits; any other exception is a bug and comes through."""
        state = self.state
        try:
            self.tell(lambda one: one.meet(state.game.name))
            names = [one.name or one.spec for one in self.followers]
            self.tell(lambda one: one.start(state, names))
            while not state.over:
                self.play_round()
        except Forfeit as forfeit:
            result = self.result([seat for seat in range(state.players) if seat != forfeit.seat], forfeit)
        else:
            outcome = state.outcome()
            assert outcome is not None
            result = self.result(outcome.winners)
        self.tell_end(result)
        return result

    def play_round(self) -> None:
        roll = self.match.deal()
        self.tell(lambda one: one.deal(self.state, roll))
        while self.state.player is not None:
            self.decide(self.state.player)

    def decide(self, seat: int) -> None:
        """Asks the seat that is to decide, makes its move, and tells everybody."""
        if self.stopped():
            raise Stopped
        move = self.ask(seat, self.state.view(seat))
        try:
            event = self.match.push(move)
        except IllegalMove:
            raise Forfeit(seat, Reason("bot_illegal_move", {"move": shown(move)})) from None
        self.tell(lambda one: one.event(event))

    def ask(self, seat: int, view: View) -> str:
        """The move that a bot names, with its time taken."""
        self.moves[seat] += 1
        begin = time.perf_counter()
        try:
            return self.followers[seat].player.decide(view)
        except BotFailure as failure:
            raise Forfeit(seat, failure.reason) from None
        finally:
            self.seconds[seat] += time.perf_counter() - begin

    # -- what everybody is told --

    def tell(self, hear: Callable[[Follower], None]) -> None:
        """Tells every bot. One that fails forfeits, unless the match is over: then nothing that it does can matter."""
        for one in self.followers:
            try:
                hear(one)
            except BotFailure as failure:
                if not self.state.over:
                    raise Forfeit(one.seat, failure.reason) from None

    def tell_end(self, result: Result) -> None:
        """Tells the bots that still listen how it ended."""
        for one in self.followers:
            with suppress(BotFailure):
                one.end(result.totals, result.winners)

    def result(self, winners: list[int], forfeit: Forfeit | None = None) -> Result:
        state = self.state
        return Result(
            totals=state.totals,
            winners=winners,
            rounds=len(state.scores),
            truncated=sum(played.truncated for played in state.rounds),
            ms=[round(1000 * seconds, 3) for seconds in self.seconds],
            moves=list(self.moves),
            forfeit=forfeit.seat if forfeit else None,
            reason=forfeit.reason if forfeit else None,
        )
