"""A bot of ours, or of yours, as a program for others: it speaks the bot protocol. The counterpart of `external.py`.

Input that cannot be understood is ignored, with a message in the log. The end of the input ends the program, as `quit` does.
"""

import contextlib
import sys
import time
from collections.abc import Callable, Sequence
from typing import BinaryIO

from lostcities.bots.bot import Bot, Policy
from lostcities.bots.own import class_of, is_class, made
from lostcities.bots.protocol import MAX_LINE, Junk, Kind, Message, arguments, message, read_message, tell
from lostcities.bots.registry import bot as bot_named
from lostcities.bots.registry import sets_time
from lostcities.bots.workshop import Workshop
from lostcities.games.errors import BadOption, GameError, Reason
from lostcities.games.game import View
from lostcities.games.options import shown
from lostcities.games.registry import NAMES
from lostcities.games.registry import game as game_named
from lostcities.text import ENGLISH as TEXT

PREPARE_SECONDS = 12.0
"""How long to spend making bots before listening: `hello` has 20 s, a decision has none to spare."""
SUBSTITUTES = ("net", "thumb")
"""Bots that decide while the game's bot is still being made: the first of these that can."""
WAIT = 0.5
"""The share of a decision's time after which a substitute is asked: it needs some of the rest itself."""

Complaint = Callable[[str], None]


class Server:
    """A bot and the match that it plays. `answer` sends a line, `complain` is for people. Raises `BadOption` if no game has such a bot.

    `make` returns the bot of a game. With `own_time` the time of a question does not replace the bot's own. A `fragile` bot ends the
    program when it raises something, so that the one who asks learns of it at once; without it the question is not answered.
    """

    def __init__(
        self,
        name: str,
        make: Callable[[str], Policy],
        answer: Callable[[bytes], object],
        complain: Complaint,
        games: Sequence[str] = NAMES,
        own_time: bool = False,
        fragile: bool = False,
    ) -> None:
        self.name = name
        self.answer = answer
        self.complain = complain
        self.own_time = own_time
        self.fragile = fragile
        self.game: str | None = None
        """The game being played."""
        self.untold: list[tuple[Kind, Message]] = []
        """What the bot must still be told about the match, because it is not made yet."""
        self.substitutes: dict[str, Policy] = {}
        self.workshop = Workshop(games, make)
        self.workshop.wait(PREPARE_SECONDS)
        refusals = self.workshop.refusals()
        self.games = [name for name in games if name not in refusals]
        if not self.games:
            raise next(iter(refusals.values()))

    # -- messages --

    def hear(self, line: bytes) -> bool:
        """Take a line and answer it if required; return False if it was the last."""
        try:
            found = read_message(line)
            return self.obey(found) if found["type"] in set(Kind) else True
        except Junk as error:
            self.complain(TEXT("serve.ignored", line=briefly(line), why=TEXT.explain(error.reason)))
        except Exception as error:  # a view from outside can break a bot anywhere
            if self.fragile:
                raise
            self.complain(TEXT("serve.failed", line=briefly(line), why=f"{type(error).__name__}: {error}"))
        return True

    def obey(self, found: Message) -> bool:
        kind = Kind(found["type"])
        if kind == Kind.HELLO:
            self.answer(message(Kind.HELLO, name=self.name, games=self.games))
        elif kind == Kind.DECIDE:
            self.answer(message(Kind.MOVE, move=self.decide(**arguments(kind, found))))
        elif kind not in (Kind.MOVE, Kind.QUIT):
            self.listen(kind, arguments(kind, found))
        return kind != Kind.QUIT

    def listen(self, kind: Kind, told: Message) -> None:
        """Pass on what happens in the match, as soon as the bot is made."""
        if kind == Kind.START:
            self.begin(told)
        bot = self.ready(0)
        self.untold.append((kind, told))
        if bot:
            self.tell(bot)

    def begin(self, told: Message) -> None:
        """Begin a match, if the game and its options exist."""
        if told["game"] not in self.games:
            raise Junk(Reason("bot_other_game", {"game": shown(told["game"])}))
        try:
            told["options"] = game_named(told["game"]).complete(told["options"])
        except GameError as error:
            raise Junk(error.reason) from None
        self.game, self.untold = told["game"], []

    def tell(self, bot: Policy) -> None:
        """Tell a bot that follows its match what it has missed; others need only the view."""
        untold, self.untold = self.untold, []
        for kind, told in untold:
            if kind == Kind.START:
                bot.meet(told["game"])
            if isinstance(bot, Bot):
                tell(bot, kind, told)

    def decide(self, view: View, ms: float | None) -> str:
        """Return a move, within the given time if the bot thinks by the clock and has no time of its own."""
        begin = time.monotonic()
        bot = self.ready(None if ms is None else WAIT * ms / 1000)
        if bot is None:
            return self.substitute(view["game"]).decide(view)
        self.tell(bot)
        if ms is not None and not self.own_time:
            bot.ms = max(int(ms) - int(1000 * (time.monotonic() - begin)), 1)
        return bot.decide(view)

    def substitute(self, game: str) -> Policy:
        for spec in SUBSTITUTES:
            if game not in self.substitutes:
                with contextlib.suppress(BadOption):
                    self.substitutes[game] = bot_named(game_named(game), spec)
                    self.complain(TEXT("serve.substitute", bot=self.name, other=spec, game=game))
        return self.substitutes[game]

    def ready(self, seconds: float | None) -> Policy | None:
        """Return the bot of the current game; None if it is not made in time."""
        if self.game is None:
            raise Junk(Reason("before_start", {}))
        return self.workshop.bot(self.game, seconds)

    def close(self) -> None:
        for bot in self.workshop.made():
            if isinstance(bot, Bot):
                bot.close()


def serve_named(spec: str, seed: int | None, lines: BinaryIO, output: BinaryIO, complain: Complaint) -> None:
    """Play with the bot that a text names."""
    if is_class(spec):
        name = class_of(spec).name or spec.rpartition(":")[2]
        listen(lines, output, lambda answer: Server(name, lambda game: made(game_named(game), spec, seed), answer, complain, fragile=True))
        return

    def make(game: str) -> Policy:
        return bot_named(game_named(game), spec, seed)

    listen(lines, output, lambda answer: Server(spec, make, answer, complain, own_time=sets_time(spec)))


def serve_bot(bot: Policy) -> None:
    """Play with a bot on stdin and stdout. What it raises ends the program, with its traceback on stderr."""
    if not isinstance(bot, Policy):
        raise TypeError(f"expected a bot, which is an object of a class derived from Policy or Bot, got {bot!r}")
    name = bot.name or type(bot).__name__

    def server(answer: Callable[[bytes], object]) -> Server:
        return Server(name, lambda _: bot, answer, complain, tuple(bot.games) or NAMES, fragile=True)

    def complain(text: str) -> None:
        print(text, file=sys.stderr)

    listen(sys.stdin.buffer, sys.stdout.buffer, server)


def listen(lines: BinaryIO, output: BinaryIO, make: Callable[[Callable[[bytes], object]], Server]) -> None:
    """Play until told to stop or the input ends. What a bot prints goes to stderr: the output has only answers."""

    def answer(line: bytes) -> None:
        output.write(line)
        output.flush()

    with contextlib.redirect_stdout(sys.stderr), contextlib.closing(make(answer)) as server:
        while line := lines.readline(MAX_LINE + 2):
            rest = line
            while len(line) > MAX_LINE and rest and not rest.endswith(b"\n"):
                rest = lines.readline(MAX_LINE)  # ignored: the line is already too long
            if line.strip() and not server.hear(line):
                break


def briefly(line: bytes) -> str:
    return shown(line[:60].decode(errors="replace").strip())
