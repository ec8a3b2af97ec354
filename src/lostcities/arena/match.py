"""Plays one match between bots, and tells each of them what the bot protocol says that a bot is told, and nothing else."""

import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from lostcities.arena.deal import Deal
from lostcities.bots.bot import Bot, BotFailure
from lostcities.games.errors import IllegalMove, Reason
from lostcities.games.game import State, View
from lostcities.games.options import shown

DECK_DRAW = "+"
"""The one decision of the notation that shows its player something the others do not see."""


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


class Match:
    """A match before it is played; `play` plays it, and `state` then has its record."""

    def __init__(self, state: State, bots: Sequence[Bot], names: list[str], deal: Deal, stopped: Stop = lambda: False) -> None:
        self.state = state
        self.bots = bots
        self.names = names
        self.deal = deal
        self.stopped = stopped
        self.rolls_told = 0
        self.seconds = [0.0] * state.players
        self.moves = [0] * state.players
        state.pauses = True

    def play(self) -> Result:
        """Plays to the end. A bot that fails as `BotFailure` says forfeits; any other exception is a bug and comes through."""
        state = self.state
        try:
            self.tell(lambda _, bot: bot.meet(state.game.name))
            names = [bot.name or name for bot, name in zip(self.bots, self.names, strict=True)]
            self.tell(lambda seat, bot: bot.start(state.game.name, dict(state.options), seat, list(names)))
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
        state, number = self.state, len(self.state.scores) + 1
        state.rng = self.deal.chance(number)
        state.begin(starter=self.deal.starter if number == 1 else None)
        self.tell(lambda seat, bot: bot.deal(number, state.starter, state.view(seat)))
        self.rolls_told = 0
        while state.player is not None:
            self.tell_rolls()
            self.decide(state.player)
        self.tell(lambda _, bot: bot.round_over(list(state.scores[-1])))

    def decide(self, seat: int) -> None:
        """Asks the seat that is to decide, and tells everybody what it did."""
        if self.stopped():
            raise Stopped
        view = self.state.view(seat)
        before = list(view.get("hand", ()))
        move = self.ask(seat, view)
        try:
            self.state.push(move)
        except IllegalMove:
            raise Forfeit(seat, Reason("bot_illegal_move", {"move": shown(move)})) from None
        card = self.drawn(seat, before) if move == DECK_DRAW else None
        self.tell(lambda other, bot: bot.event(seat, move, card if other == seat else None))

    def ask(self, seat: int, view: View) -> str:
        """The move that a bot names, with its time taken."""
        self.moves[seat] += 1
        begin = time.perf_counter()
        try:
            return self.bots[seat].decide(view)
        except BotFailure as failure:
            raise Forfeit(seat, failure.reason) from None
        finally:
            self.seconds[seat] += time.perf_counter() - begin

    def drawn(self, seat: int, before: list[str]) -> str | None:
        """The card that is new in a hand."""
        hand: list[str] = self.state.view(seat).get("hand", [])
        added = Counter(hand) - Counter(before)
        return next(iter(added), None)

    # -- what everybody is told --

    def tell(self, hear: Callable[[int, Bot], None]) -> None:
        """Tells every bot. One that fails forfeits, unless the match is over: then nothing that it does can matter."""
        for seat, bot in enumerate(self.bots):
            try:
                hear(seat, bot)
            except BotFailure as failure:
                if not self.state.over:
                    raise Forfeit(seat, failure.reason) from None

    def tell_rolls(self) -> None:
        while self.rolls_told < len(self.state.rolls):
            self.tell_roll(self.state.rolls[self.rolls_told])
            self.rolls_told += 1

    def tell_roll(self, dice: list[str]) -> None:
        self.tell(lambda _, bot: bot.roll(list(dice)))

    def tell_end(self, result: Result) -> None:
        """Tells the bots that still listen how it ended."""
        for bot in self.bots:
            try:
                bot.end(list(result.totals), list(result.winners))
            except BotFailure:
                continue

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
