"""A bot that is an external program, in any language: `cmd:COMMAND LINE`. It speaks the bot protocol, and nothing it says is trusted.

The worst that it can cause is a `BotFailure`, and that within its time. It is then out of the match. Its process is killed, and the
next match starts a new one, until three matches in a row have failed: from then on every match fails at once.
"""

import time

from lostcities.bots.bot import Bot, BotFailure
from lostcities.bots.program import MAX_UNREAD, Closed, Program
from lostcities.bots.protocol import GRACE_MS, HELLO_MS, PROTOCOL, Junk, Kind, Message, message, read_message
from lostcities.games.errors import Reason
from lostcities.games.game import View
from lostcities.games.options import Options, printable, shown
from lostcities.text import ENGLISH as TEXT

MAX_FAILURES = 3
HELLO = '{"type": "hello", "name": "my-bot", "games": ["card"]}'
"""An example of a valid answer to the greeting."""
LAST_WORDS_SECONDS = 0.3
"""How long to wait for the log of a program that has exited."""


class ExternalBot(Bot):
    """One process of a program, for one match after another; `ms` is its time per decision."""

    def __init__(self, command: str, ms: int) -> None:
        self.command = command
        self.ms = ms
        self.games: list[str] = []
        self.program: Program | None = None
        self.playing = False
        self.failure: BotFailure | None = None
        """Why it is out of this match."""
        self.failures = 0
        """Matches failed in a row."""

    # -- a match --

    def start(self, game: str, options: Options, seat: int, players: list[str]) -> None:
        """Begin a match, with a new process if the current one cannot be used."""
        self.meet(game)
        self.playing = True
        self.tell(Kind.START, game=game, options=dict(options), seat=seat, players=list(players))

    def deal(self, round: int, starter: int, view: View) -> None:
        self.tell(Kind.DEAL, round=round, starter=starter, view=view)

    def roll(self, dice: list[str]) -> None:
        self.tell(Kind.ROLL, dice=dice)

    def event(self, seat: int, move: str, card: str | None) -> None:
        drawn = {} if card is None else {"card": card}
        self.tell(Kind.EVENT, seat=seat, move=move, **drawn)

    def decide(self, view: View) -> str:
        if self.failure:
            raise self.failure
        try:
            self.refuse_unasked()
            self.tell(Kind.DECIDE, view=view, legal=view["legal"], ms=self.ms)
            move = self.answer(Kind.MOVE, self.ms + GRACE_MS).get("move")
        except BotFailure as failure:
            raise self.fail(failure) from None
        if not isinstance(move, str):
            raise self.fail(self.wrong("bot_junk", line=TEXT("bots.no_move", value=shown(move))))
        if move not in view["legal"]:
            raise self.fail(self.wrong("bot_illegal_move", move=shown(move)))
        return move

    def round_over(self, scores: list[int]) -> None:
        self.tell(Kind.ROUND, scores=scores)

    def end(self, totals: list[int], winners: list[int]) -> None:
        self.tell(Kind.END, totals=totals, winners=winners)
        self.playing = False
        if not self.failure:
            self.failures = 0

    def close(self) -> None:
        if self.program:
            self.program.end(message(Kind.QUIT))
        self.program = None

    # -- its process --

    def meet(self, game: str) -> None:
        """Make sure that its process is running and plays the game."""
        if self.failure and self.failures >= MAX_FAILURES:
            raise self.failure
        self.failure = None
        try:
            if self.program and not self.is_quiet():
                self.program.end()
                self.program = None
            if not self.program:
                self.program = self.launch()
                self.greet(self.program)
            if game not in self.games:
                raise self.wrong("bot_other_game", game=game)
        except BotFailure as failure:
            raise self.fail(failure) from None

    def launch(self) -> Program:
        try:
            return Program(self.command)
        except OSError as error:
            raise self.wrong("bot_not_started", why=error.strerror or str(error)) from None
        except ValueError as error:  # an unclosed quotation mark, a null character
            raise self.wrong("bot_not_started", why=str(error)) from None

    def greet(self, program: Program) -> None:
        """Exchange names."""
        greeting = message(Kind.HELLO, protocol=PROTOCOL)
        program.send(greeting)
        try:
            hello = self.answer(Kind.HELLO, HELLO_MS)
        except BotFailure as failure:
            raise self.no_hello(greeting, TEXT.explain(failure.reason)) from None
        name, games = hello.get("name"), hello.get("games")
        if not isinstance(name, str) or not isinstance(games, list):
            raise self.no_hello(greeting, TEXT("bots.no_hello"))
        self.name = printable(name)[:80].strip() or self.command
        self.games = [game for game in games if isinstance(game, str)]

    def no_hello(self, greeting: bytes, why: str) -> BotFailure:
        """Return the failure of a program that does not speak the protocol: what was asked, and what a valid answer would have been."""
        return self.wrong("bot_no_hello", asked=greeting.decode().strip(), wanted=HELLO, why=why)

    def fail(self, failure: BotFailure) -> BotFailure:
        """Put it out of the match and return the failure to raise."""
        if self.program:
            self.program.end()
        self.program = None
        self.playing = False
        self.failure = failure
        self.failures += 1
        return failure

    def wrong(self, code: str, **arguments: str) -> BotFailure:
        return BotFailure(Reason(code, dict(arguments)))

    # -- messages --

    def tell(self, kind: Kind, **fields: object) -> None:
        """Send a message, if a match is being played and the bot is still in it."""
        if self.program and self.playing:
            self.program.send(message(kind, **fields))

    def answer(self, wanted: Kind, ms: int) -> Message:
        """Return the first message of a kind that comes in time; others are ignored."""
        deadline = time.monotonic() + ms / 1000
        while True:
            found = self.next_message(deadline)
            if found and found["type"] == wanted:
                return found
            if time.monotonic() > deadline:
                raise self.wrong("bot_silent", ms=str(ms))

    def refuse_unasked(self) -> None:
        """Ignore what was said before the question. A move is refused as junk, even if it only repeats an earlier answer."""
        now = time.monotonic()
        while (found := self.next_message(now)) is not None:
            if found["type"] == Kind.MOVE:
                raise self.wrong("bot_junk", line=TEXT("bots.unasked", move=shown(found.get("move"))))
            if time.monotonic() > now + GRACE_MS / 1000:
                raise self.wrong("bot_flooded", limit=str(MAX_UNREAD))

    def is_quiet(self) -> bool:
        """Whether its process can play another match: it is alive, and has said nothing that could be taken for an answer."""
        try:
            self.refuse_unasked()
        except BotFailure:
            return False
        return True

    def next_message(self, deadline: float) -> Message | None:
        """Return the next message, an empty one for a blank line; None if nothing came in time."""
        assert self.program is not None
        line = self.program.receive(deadline)
        if isinstance(line, str):
            raise self.closed(self.program, line)
        if line is None or not line.strip():
            return line if line is None else {"type": ""}
        try:
            return read_message(line)
        except Junk as error:
            found = shown(line[:100].decode(errors="replace"))
            raise self.wrong("bot_junk", line=TEXT("bots.junk", line=found, why=TEXT.explain(error.reason))) from None

    def closed(self, program: Program, why: Closed) -> BotFailure:
        """Return the failure for why no more lines will come."""
        if why == "flooded":
            return self.wrong("bot_flooded", limit=str(program.inbox.limit))
        program.wait(LAST_WORDS_SECONDS)
        return self.wrong("bot_died", detail=last_words(program, program.end()))


def last_words(program: Program, status: int | None) -> str:
    """Return how a process ended and its last line on stderr."""
    ended = status is not None and status >= 0
    how = TEXT("bots.status" if ended else "bots.killed", status=str(abs(status or 0)))
    said = program.log.last_line()
    return TEXT("bots.said", how=how, said=said, file=printable(str(program.log.file or "-"))) if said else how
