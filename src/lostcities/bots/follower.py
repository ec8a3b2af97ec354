"""Tells one bot of a match what its seat may know, in the order of the bot protocol.

Whoever plays a match tells it of every event as it happens (`deal`, `event`), or lets it catch up when it is to decide: then it hears
nothing that can still be taken back. One that sits down in the middle of a match hears all of it from the beginning.
"""

from lostcities.bots.bot import Bot, BotFailure
from lostcities.games.errors import Reason
from lostcities.games.game import Round, State
from lostcities.games.notation import DRAW
from lostcities.games.options import shown
from lostcities.play import Event, Match, Recorded, Roll


class Follower:
    """A bot in its seat."""

    def __init__(self, bot: Bot, spec: str, seat: int) -> None:
        self.bot = bot
        self.spec = spec
        self.seat = seat
        self.told: Match | None = None
        """The match as far as it has been told, where the bot catches up."""

    # -- as it happens --

    def start(self, state: State, names: list[str]) -> None:
        self.bot.start(state.game.name, dict(state.options), self.seat, list(names))

    def deal(self, state: State, roll: Roll | None) -> None:
        """A round has been dealt, and in a game with dice its first turn has begun."""
        self.bot.deal(len(state.scores) + 1, state.starter, state.view(self.seat))
        self.roll(roll)

    def event(self, event: Event) -> None:
        """Somebody has decided."""
        own = event.seat == self.seat and event.move == DRAW
        self.bot.event(event.seat, event.move, event.card if own else None)
        self.roll(event.roll)
        if event.scores is not None:
            self.bot.round_over(list(event.scores))

    def roll(self, roll: Roll | None) -> None:
        if roll:
            self.bot.roll(list(roll))

    def end(self, state: State) -> None:
        outcome = state.outcome()
        if outcome is not None:
            self.bot.end(list(outcome.totals), list(outcome.winners))

    # -- catching up --

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
            self.told = Match(state.game.table(state.players, state.options), Recorded())
            self.start(state, names)
        for number in range(max(len(self.told.state.rounds) - 1, 0), len(state.rounds)):
            self.follow(self.told, state, number)
        self.end(state)

    def follow(self, told: Match, state: State, number: int) -> None:
        """Goes through what is new in a round."""
        assert isinstance(told.chance, Recorded)
        played = state.rounds[number]
        told.chance.rounds[number] = setup_of(state, played), played.starter
        if len(told.state.rounds) == number:
            self.deal(told.state, told.deal())
        for move in played.moves[len(told.state.rounds[number].moves) :]:
            self.event(told.push(move))


def setup_of(state: State, played: Round) -> dict[str, object]:
    return state.setup() if played.scores is None else played.setup
