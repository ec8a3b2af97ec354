"""A bot that is a class of your own: `py:MODULE:CLASS`. It plays in this process; whatever it raises is a `BotFailure`.

The module is found as `python -m` finds it: in the current folder first. The class is derived from `Policy` or `Bot`. It is made
for every match, with `game` and `seed` if its `__init__` has parameters of these names.

Naming a class runs its code, so a name that comes over a network, or from someone else's file, must not get here.
"""

import contextlib
import inspect
import os
import sys
import traceback
from collections.abc import Callable
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

from lostcities.bots.bot import Bot, BotFailure, Policy
from lostcities.bots.listing import Seed
from lostcities.bots.log import Log
from lostcities.games.errors import BadOption, Reason
from lostcities.games.game import Game, View
from lostcities.games.options import Options, printable, shown

CLASS = "py:"
"""The prefix of a bot that is a class."""
GIVEN = ("game", "seed")
"""What a class may ask for when it is made."""
CRASHES = (Exception, SystemExit)
"""What a class can raise without ending the program that uses it."""
Result = TypeVar("Result")


def is_class(spec: str) -> bool:
    return spec.startswith(CLASS)


# -- finding the class --


def class_of(spec: str) -> type[Policy]:
    """Return the class that a text names. Raises `BadOption`, which says what was expected."""
    module, _, name = spec.removeprefix(CLASS).partition(":")
    if not (all(part.isidentifier() for part in module.split(".")) and name.isidentifier()):
        raise BadOption(Reason("class_form", {"bot": shown(spec)}))
    found = getattr(imported(module), name, None)
    if not (isinstance(found, type) and issubclass(found, Policy)) or inspect.isabstract(found):
        raise BadOption(Reason("not_a_bot", {"module": module, "name": name}))
    return found


def imported(name: str) -> ModuleType:
    """Import a module, from the current folder first. What it prints goes to stderr: stdout may be for results alone."""
    with contextlib.suppress(OSError):  # the current folder may be gone
        if os.getcwd() not in sys.path:
            sys.path.insert(0, os.getcwd())
    try:
        with contextlib.redirect_stdout(sys.stderr):
            return import_module(name)
    except ModuleNotFoundError as error:
        if error.name and f"{name}.".startswith(f"{error.name}."):
            raise BadOption(Reason("no_module", {"module": name, "folder": printable(str(Path.cwd()))})) from None
        raise BadOption(Reason("bad_module", {"module": name, "why": described(error)})) from None
    except CRASHES as error:
        raise BadOption(Reason("bad_module", {"module": name, "why": described(error)})) from None


def check_class(game: Game, spec: str) -> type[Policy]:
    """Return the class, if it plays a game and can be made."""
    found = class_of(spec)
    if found.games and game.name not in found.games:
        raise BadOption(Reason("class_other_game", {"bot": shown(spec), "game": game.name}))
    required = [name for name, parameter in parameters(found).items() if name not in GIVEN and parameter.default is parameter.empty]
    if required:
        raise BadOption(Reason("class_arguments", {"bot": shown(spec), "names": ", ".join(required)}))
    return found


def parameters(kind: type[Policy]) -> dict[str, inspect.Parameter]:
    """Return what its `__init__` takes, by name."""
    found = inspect.signature(kind).parameters
    return {name: one for name, one in found.items() if one.kind not in (one.VAR_POSITIONAL, one.VAR_KEYWORD)}


def made(game: Game, spec: str, seed: Seed) -> Policy:
    """Return an object of the class. What its `__init__` raises is not caught."""
    kind = check_class(game, spec)
    offered: dict[str, Any] = {"game": game, "seed": number_of(seed)}
    return kind(**{name: offered[name] for name in parameters(kind) if name in GIVEN})


def number_of(seed: Seed) -> int | None:
    """Return a seed that every generator takes: an integer below 2**63.

    >>> number_of(7), number_of("7/1")
    (7, 7631765994772377903)
    """
    return int.from_bytes(sha256(seed.encode()).digest()[:8], "big") >> 1 if isinstance(seed, str) else seed


def described(error: BaseException) -> str:
    """Return an exception as one line, with the place where it was raised."""
    text = "".join(traceback.format_exception_only(error)).strip().rpartition("\n")[2]
    frames = traceback.extract_tb(error.__traceback__)
    if isinstance(error, SyntaxError) or not frames:
        return printable(text)[:200]
    return printable(f"{text[:200]} ({Path(frames[-1].filename).name}, line {frames[-1].lineno})")


# -- playing --


class OwnPolicy(Policy):
    """A policy of the user's. One that cannot be made fails when it is met, or asked. Tracebacks are kept as its log."""

    def __init__(self, game: Game, spec: str, seed: Seed, ms: int) -> None:
        self.spec = spec
        self.player: Policy | None = None
        self.failure: BotFailure | None = None
        """Why it could not be made, or is out of this match."""
        with contextlib.suppress(BotFailure):
            self.player = self.guarded(lambda: made(game, spec, seed))
        self.name = printable(str(getattr(self.player, "name", None) or spec.rpartition(":")[2]))[:80]
        self.ms = ms

    def ready(self) -> Policy:
        if self.player is None:
            assert self.failure is not None
            raise self.failure
        return self.player

    def meet(self, game: str) -> None:
        player = self.ready()
        self.guarded(lambda: player.meet(game))

    def decide(self, view: View) -> str:
        player, legal = self.ready(), list(view["legal"])
        player.ms = self.ms
        move = self.guarded(lambda: player.decide(view))
        if not isinstance(move, str) or move not in legal:
            raise BotFailure(Reason("bot_illegal_move", {"move": shown(move)}))
        return str(move)

    def guarded(self, act: Callable[[], Result]) -> Result:
        """Let it act. An exception becomes a failure, and its traceback goes into the log."""
        try:
            return act()
        except CRASHES as error:
            log = Log(self.spec)
            log.add(traceback.format_exc().encode(errors="replace"))
            where = printable(str(log.file or "-"))
            self.failure = BotFailure(Reason("bot_raised", {"error": described(error), "file": where}))
            raise self.failure from None


class OwnBot(OwnPolicy, Bot):
    """The same for a bot that follows its match. After a failure it hears nothing until the next one."""

    playing = False

    def tell(self, act: Callable[[Bot], None]) -> None:
        player = self.ready()
        assert isinstance(player, Bot)
        if self.playing:
            self.guarded(lambda: act(player))

    def guarded(self, act: Callable[[], Result]) -> Result:
        try:
            return super().guarded(act)
        except BotFailure:
            self.playing = False
            raise

    def start(self, game: str, options: Options, seat: int, players: list[str]) -> None:
        self.playing = True
        self.tell(lambda bot: bot.start(game, options, seat, players))

    def deal(self, round: int, starter: int, view: View) -> None:
        self.tell(lambda bot: bot.deal(round, starter, view))

    def roll(self, dice: list[str]) -> None:
        self.tell(lambda bot: bot.roll(dice))

    def event(self, seat: int, move: str, card: str | None) -> None:
        self.tell(lambda bot: bot.event(seat, move, card))

    def round_over(self, scores: list[int]) -> None:
        self.tell(lambda bot: bot.round_over(scores))

    def end(self, totals: list[int], winners: list[int]) -> None:
        self.tell(lambda bot: bot.end(totals, winners))
        self.playing = False

    def close(self) -> None:
        """Close it. What it raises is only logged: nobody is left to tell."""
        player = self.player
        if isinstance(player, Bot):
            with contextlib.suppress(BotFailure):
                self.guarded(player.close)


def own_bot(game: Game, spec: str, seed: Seed, ms: int) -> Policy:
    """Return a player of the class that a text names. Raises `BadOption` if there is no such class."""
    kind = OwnBot if issubclass(check_class(game, spec), Bot) else OwnPolicy
    return kind(game, spec, seed, ms)
