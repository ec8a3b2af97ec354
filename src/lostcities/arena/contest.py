"""Play one match between bots, and tell each of them exactly what the bot protocol says."""

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
"""Called before every decision; returns whether to abandon the match."""


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
    """The result of a match. After a forfeit the totals are those of the finished rounds, and all other seats have won."""

    totals: list[int]
    winners: list[int]
    rounds: int
    """Rounds finished."""
    truncated: int
    """Rounds that ended at the cap on turns."""
    ms: list[float]
    """Milliseconds that each seat spent on its decisions."""
    moves: list[int]
    """How many decisions each seat was asked for."""
    forfeit: int | None = None
    """The seat that lost by breaking the rules of play."""
    reason: Reason | None = None
    luck: list[float] | None = None
    """How many points of lead luck gave each seat, if that was asked for and nobody forfeited."""

    @property
    def note(self) -> dict[str, object]:
        """Return the forfeit for the `meta` of a record; empty if there was none."""
        if self.reason is None:
            return {}
        return {"forfeit": {"seat": self.forfeit, "code": self.reason.code, "arguments": self.reason.args}}


class Contest:
    """A match between bots. `play` plays it, and afterwards `state` has its record."""

    def __init__(self, state: State, players: Sequence[Policy], names: list[str], deal: Deal, stopped: Stop = lambda: False) -> None:
        self.match = Match(state, Seeded(deal.chance, deal.starter))
        self.state = state
        self.names = names
        self.followers = [Follower(player, name, seat) for seat, (player, name) in enumerate(zip(players, names, strict=True))]
        self.stopped = stopped
        self.seconds = [0.0] * state.players
        self.moves = [0] * state.players

    def play(self) -> Result:
        """Play to the end. A bot that raises `BotFailure` forfeits; any other exception is a bug and propagates."""
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
        """Ask the seat that decides, make its move, and tell everyone."""
        if self.stopped():
            raise Stopped
        move = self.ask(seat, self.state.view(seat))
        try:
            event = self.match.push(move)
        except IllegalMove:
            raise Forfeit(seat, Reason("bot_illegal_move", {"move": shown(move)})) from None
        self.tell(lambda one: one.event(event))

    def ask(self, seat: int, view: View) -> str:
        """Return a bot's move and add up the time it took."""
        self.moves[seat] += 1
        begin = time.perf_counter()
        try:
            return self.followers[seat].player.decide(view)
        except BotFailure as failure:
            raise Forfeit(seat, failure.reason) from None
        finally:
            self.seconds[seat] += time.perf_counter() - begin

    # -- what the bots are told --

    def tell(self, hear: Callable[[Follower], None]) -> None:
        """Tell every bot. One that fails forfeits, unless the match is already over."""
        for one in self.followers:
            try:
                hear(one)
            except BotFailure as failure:
                if not self.state.over:
                    raise Forfeit(one.seat, failure.reason) from None

    def tell_end(self, result: Result) -> None:
        """Tell the bots that are still in the match how it ended."""
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
