"""Step through a record at the keyboard: forward and back, decision by decision, each as the deciding player saw it."""

import re
from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple

from rich.console import Console, Group, RenderableType
from rich.text import Text

from lostcities.games.game import State, View
from lostcities.play import Event
from lostcities.records import Replay
from lostcities.terminal.parts import named
from lostcities.terminal.result import announce, round_title
from lostcities.terminal.table import Finished
from lostcities.terminal.theme import BOLD, DIM
from lostcities.terminal.views import view_of
from lostcities.text import ENGLISH as TEXT

SHOWN_EVENTS = 3
"""How many previous decisions are shown below the table."""

NEXT = frozenset(["\x1b[C", "\x1bOC", "\r", "\n", " ", "n", "l"])
BACK = frozenset(["\x1b[D", "\x1bOD", "\x7f", "\b", "b", "p", "h"])
NEXT_ROUND = frozenset(["\x1b[6~", "]"])
ROUND_START = frozenset(["\x1b[5~", "["])
FIRST = frozenset(["\x1b[H", "\x1bOH", "\x1b[1~", "g"])
LAST = frozenset(["\x1b[F", "\x1bOF", "\x1b[4~", "G"])
QUIT = frozenset(["q", "\x1b", "\x03", "\x04"])
KEY = re.compile(r"\x1b\[[0-9;]*[A-Za-z~]|\x1bO[A-Z]|.", re.DOTALL)
"""One key in what a terminal sends."""


class Moment(NamedTuple):
    """One stop: before a decision, or at the end of a round."""

    round: int
    number: int
    """The number of the decision in its round."""
    view: View
    seat: int | None
    move: str | None
    """The next move; None at the end of a round."""
    events: list[Event]
    end: Finished | None = None


def moments_of(replay: Replay) -> list[Moment]:
    """Return all moments of a record. Raises `RecordError` if it is invalid."""
    moments: list[Moment] = []
    events: list[Event] = []
    for step in replay.steps():
        moments.append(moment(step.before, step.event.move, events))
        events.append(step.event)
        if end := Finished.by(step):
            moments.append(moment(step.before, None, events, end))
            events = []
    if replay.match.state.dealt:  # the record stops within a round
        moments.append(moment(replay.match.state, None, events))
    return moments


def moment(state: State, move: str | None, events: list[Event], end: Finished | None = None) -> Moment:
    """Return a stop at a state, with what happened before it."""
    view = end.view if end else state.view(state.player)
    number = len(state.rounds[-1].moves) + 1
    return Moment(len(state.scores) + 1, number, view, state.player, move, events[-SHOWN_EVENTS:], end)


class Stepper:
    """Shows one moment at a time. `read_keys` waits for keys and returns what the terminal sent."""

    def __init__(self, record: object, console: Console, read_keys: Callable[[], str]) -> None:
        replay = Replay(record)
        self.moments = moments_of(replay)
        self.names, self.state = replay.names, replay.match.state
        self.console = console
        self.read_keys = read_keys
        self.at = 0

    def run(self) -> None:
        """Run until the person quits. Keys pressed faster than tables are drawn arrive together."""
        with suppress(KeyboardInterrupt, EOFError):
            while self.moments:
                self.show(self.moments[self.at])
                for key in KEY.findall(self.read_keys()):
                    if key in QUIT:
                        return
                    self.at = max(0, min(self.target(key), len(self.moments) - 1))

    def target(self, key: str) -> int:
        """Return the index of the moment that a key leads to."""
        here = self.moments[self.at].round
        if key in NEXT:
            return self.at + 1
        if key in BACK:
            return self.at - 1
        if key in NEXT_ROUND:
            return next((at for at, moment in enumerate(self.moments) if moment.round > here), len(self.moments) - 1)
        if key in ROUND_START:
            start = next(at for at, moment in enumerate(self.moments) if moment.round == here)
            return start if start < self.at else next(at for at, moment in enumerate(self.moments) if moment.round >= here - 1)
        if key in FIRST:
            return 0
        return len(self.moments) - 1 if key in LAST else self.at

    def show(self, moment: Moment) -> None:
        self.console.clear()
        self.console.print(self.table(moment))
        self.console.print(Text(self.caption(moment), BOLD))
        if moment is self.moments[-1]:
            announce(self.console, self.state, self.names)
        self.console.print(Text(TEXT("replay.keys"), DIM, no_wrap=True, overflow="ellipsis"))

    def table(self, moment: Moment) -> RenderableType:
        shown = view_of(moment.view["game"])
        if moment.end:
            return Group(round_title(moment.view), "", shown.tally(moment.view, moment.end.earlier, self.names), "")
        return shown.render(moment.view, self.names, moment.events)

    def caption(self, moment: Moment) -> str:
        moves = sum(1 for other in self.moments if other.round == moment.round and other.move is not None)
        game = self.state.game.name
        if moment.end:
            return TEXT("replay.end", game=game, round=moment.round, moves=moves)
        if moment.move is None:
            return TEXT("replay.stop", game=game, round=moment.round, moves=moves)
        name = named(self.names, moment.seat or 0)
        return TEXT("replay.move", game=game, round=moment.round, number=moment.number, moves=moves, name=name, move=moment.move)
