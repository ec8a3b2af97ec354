"""A bot in its seat at a table: it takes part in the shuffles, decides when its turn comes, and leaves when the match is over."""

import time
from collections.abc import Callable

from lostcities.bots.bot import BotFailure, Policy
from lostcities.bots.follower import Follower, ready
from lostcities.games.errors import GameError, Reason
from lostcities.games.game import View
from lostcities.games.options import printable, shown
from lostcities.games.registry import game as game_named
from lostcities.guest.connection import Connection, TurnedAway
from lostcities.guest.invitation import Invitation, Message
from lostcities.guest.part import Part
from lostcities.guest.story import Story
from lostcities.text import ENGLISH as TEXT

PACE = 0.7
"""Seconds between what happened last and the bot's move, so that people can follow, and undo; as for the server's own bots."""
SHARE = 20
"""With a clock, a decision may take this part of the time that is left: so a match of any length can be finished."""
LEAST_MS = 20
PASSING = ("stale", "not_your_turn", "bot_plays_on")
"""Refusals of a move that only mean that something else happened first; the table says what."""


class Guest:
    """A bot at a table. `say` tells people what happens."""

    def __init__(self, bot: Policy, story: Story, connection: Connection, pace: float, say: Callable[[str], None]) -> None:
        self.bot = bot
        self.story = story
        self.seat = story.seat
        self.connection = connection
        self.pace = pace
        self.say = say
        self.ms = bot.ms
        """Milliseconds per decision without a clock."""
        self.part = Part(self.seat)
        self.view: View | None = None
        self.version = 0
        self.table: Message = {}
        self.asked: str | None = None
        """The move that was sent and not answered yet."""
        self.answered = -1
        """The version at which the bot decided last."""
        self.due: float | None = None
        """When the bot decides."""
        self.agreeing = ""
        """The answer to a proposal that was sent last."""

    def play(self) -> None:
        """Play to the end of the match. Raises `BotFailure` if the bot fails, and `TurnedAway` if it cannot play on."""
        while not self.table.get("finished"):
            message = self.connection.receive(None if self.due is None else max(self.due - time.monotonic(), 0))
            if message:
                self.listen(message)
            elif self.due is not None and time.monotonic() >= self.due and self.connection.socket:
                self.decide()
        self.story.tell(self.bot)

    def listen(self, message: Message) -> None:
        """Take a message. One that no server of ours would send ends the visit."""
        try:
            self.hear(message)
        except TurnedAway:
            raise
        except (LookupError, TypeError, ValueError, AttributeError) as error:
            raise TurnedAway(Reason("strange_message", {"detail": f"{type(error).__name__}: {error}"})) from None

    def hear(self, message: Message) -> None:
        kind = message["type"]
        if kind in ("state", "event"):
            self.happen(message)
        if kind in ("state", "table"):
            self.table = message["table"]
            self.story.players[:] = [printable(str(seat["name"] or seat["bot"] or "")) for seat in self.table["seats"]]
            self.look()
        if kind in ("ack", "error"):
            self.answer(message)
        self.schedule()

    def happen(self, message: Message) -> None:
        """Take a new position."""
        self.view, self.version = message["view"], message["version"]
        rounds = self.story.rounds
        if message["type"] == "state":
            self.story.resume(self.view)
        else:
            self.story.hear(message)
        if self.view and self.story.rounds > rounds:
            self.say(TEXT("join.round", round=self.story.rounds, scores=" : ".join(map(str, self.view["scores"][-1]))))

    def look(self) -> None:
        """Do what the table asks for besides decisions."""
        if self.table["finished"]:
            self.finish(self.table["results"])
            return
        if self.table["seats"][self.seat]["away"] == "flag":
            raise TurnedAway(Reason("out_of_time", {}))
        if self.part.wronged(self.table):
            self.say(TEXT("join.wronged"))
        if request := self.part.step(self.table):
            attempt = self.table["round"], self.table["restarts"]
            kind = request.pop("kind")
            self.part.sent[self.connection.ask(kind, **request)] = kind, attempt
        agreed = self.table["proposals"].get("end_round")
        if agreed and self.seat not in agreed and self.agreeing not in self.connection.waiting:
            self.agreeing = self.connection.ask("agree", what="end_round", yes=True)  # a stalled round ends only if everyone agrees

    def finish(self, results: Message) -> None:
        """Note how the match ended."""
        scores = (f"{name} {total}" for name, total in zip(self.story.players, results["totals"], strict=True))
        self.say(TEXT("join.over", scores=" · ".join(scores)))
        self.story.end(results["totals"], results["winners"])

    def answer(self, message: Message) -> None:
        """Take the answer to a request."""
        granted, name = message["type"] == "ack", message["id"]
        self.part.answered(name, granted)
        if name != self.asked:
            return
        self.asked = None
        if granted or message["code"] in PASSING:
            return
        if message["code"] != "internal_error":
            raise TurnedAway(Reason("table_refused", {"address": self.connection.address, "why": printable(str(message["message"]))}))
        self.answered = -1  # it was not stored

    # -- deciding --

    def schedule(self) -> None:
        """Set when the bot decides, if it has to."""
        wanted = self.view is not None and self.view["to_move"] == self.seat and bool(self.view.get("legal"))
        if not wanted or self.asked or self.version <= self.answered:
            self.due = None
        elif self.due is None:
            self.due = time.monotonic() + min(self.pace, self.ms_left / 1000)

    @property
    def ms_left(self) -> int:
        """Milliseconds that this decision may take, by the clock of the seat."""
        left = self.table["seats"][self.seat]["clock_ms"] if self.table else None
        return 86_400_000 if left is None else max(int(left) // SHARE, LEAST_MS)

    def decide(self) -> None:
        """Ask the bot, and send its move."""
        assert self.view is not None
        self.due, self.answered = None, self.version
        self.bot.ms = min(self.ms, self.ms_left)
        legal = list(self.view["legal"])
        self.story.tell(self.bot)
        try:
            move = self.bot.decide(self.view)
        except GameError as error:  # not a position of this game
            raise TurnedAway(Reason("strange_message", {"detail": str(error)})) from None
        if move not in legal:
            raise BotFailure(Reason("bot_illegal_move", {"move": shown(move)}))
        self.asked = self.connection.ask("move", version=self.version, move=move)


def visit(invitation: Invitation, spec: str, name: str | None, ms: int, pace: float, seed: int | None, say: Callable[[str], None]) -> None:
    """Take a seat for a bot and play one match. Nobody's seat is taken for a bot that cannot play.

    Raises `BadOption` if there is no such seat or bot, else as `Guest.play`. However it ends, the seat is given up at once.
    """
    table = invitation.look()
    game = game_named(str(table.get("game")))
    options = game.complete(table.get("options") or {})
    bot = ready(game, spec, seed, ms)
    follower = Follower(bot, spec, 0)
    try:
        called = name or bot.name or spec.partition(":")[0]
        seat, token = invitation.sit(called)
        say(TEXT("join.seated", name=printable(called), seat=seat, game=game.name))
        connection = Connection(invitation.socket, token, say)
        try:
            Guest(bot, Story(game.name, options, seat), connection, pace, say).play()
        except BaseException:
            connection.leave()
            raise
        connection.hang_up()
    finally:
        follower.close()
