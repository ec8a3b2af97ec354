"""A bot at the table: it is told of the match what its seat saw, in the order of the bot protocol, and decides.

What can still be taken back it is not told. So it follows a copy of the match that trails behind, and catches up when it is to decide; one
that sits down in the middle of a match, or of a record, hears all of it from the beginning.
"""

from collections import Counter

from lostcities.bots.bot import Bot, BotFailure
from lostcities.games.errors import Reason
from lostcities.games.game import Round, State
from lostcities.games.options import shown

DECK_DRAW = "+"
"""The one decision that shows its player something the others do not see."""


class Opponent:
    """A bot in its seat."""

    def __init__(self, bot: Bot, spec: str, seat: int) -> None:
        self.bot = bot
        self.spec = spec
        self.seat = seat
        self.told: State | None = None
        """The match as far as it has been told."""
        self.rolls = 0
        """Rolls of this round that it has been told."""

    def decide(self, state: State, names: list[str]) -> str:
        """Its move. `BotFailure` if it names none that is legal; it is then out of the match."""
        self.catch_up(state, names)
        view = state.view(self.seat)
        move = self.bot.decide(view)
        if move not in view["legal"]:
            raise BotFailure(Reason("bot_illegal_move", {"move": shown(move)}))
        return move

    def catch_up(self, state: State, names: list[str]) -> None:
        """Tells it all that has happened since it was last told; at the end of the match, how that ended."""
        if self.told is None:
            self.told = state.game.table(state.players, state.options)
            self.bot.start(state.game.name, dict(state.options), self.seat, list(names))
        for number in range(max(len(self.told.rounds) - 1, 0), len(state.rounds)):
            self.follow(self.told, state, number)
        outcome = state.outcome()
        if outcome is not None:
            self.bot.end(list(outcome.totals), list(outcome.winners))

    def follow(self, told: State, state: State, number: int) -> None:
        """Goes through what is new in a round."""
        played, finished = state.rounds[number], len(told.scores)
        if len(told.rounds) == number:
            self.deal(told, state, number)
        for move in played.moves[len(told.rounds[number].moves) :]:
            self.event(told, move)
            self.roll(told, state)
        if len(told.scores) > finished:
            self.bot.round_over(list(told.scores[-1]))

    def deal(self, told: State, state: State, number: int) -> None:
        played = state.rounds[number]
        told.begin(setup_of(state, played), played.starter)
        self.rolls = 0
        self.bot.deal(number + 1, told.starter, told.view(self.seat))
        self.roll(told, state)

    def roll(self, told: State, state: State) -> None:
        """Tells of a roll that has begun a turn. One that the copy was not dealt with is taken from the match."""
        if told.awaits_chance and len(told.rolls) < len(state.rolls):
            told.push_chance("".join(state.rolls[len(told.rolls)]))
        for dice in told.rolls[self.rolls :]:
            self.bot.roll(list(dice))
        self.rolls = len(told.rolls)

    def event(self, told: State, move: str) -> None:
        """Tells of a decision, and of the card if it was its own draw from the deck."""
        seat, before = told.player, Counter(self.hand(told))
        assert seat is not None
        told.push(move)
        new = Counter(self.hand(told)) - before
        own = seat == self.seat and move == DECK_DRAW
        self.bot.event(seat, move, next(iter(new), None) if own else None)

    def hand(self, told: State) -> list[str]:
        return list(told.view(self.seat).get("hand", ()))


def setup_of(state: State, played: Round) -> dict[str, object]:
    return state.setup() if played.scores is None else played.setup
