"""Show a record to people: every turn in words, and at the end of each round the table and the scores worked out."""

from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from rich.console import Console
from rich.text import Text

from lostcities.games.game import View
from lostcities.play import Event
from lostcities.records import Replay
from lostcities.terminal.parts import named
from lostcities.terminal.result import announce, round_title
from lostcities.terminal.table import Finished
from lostcities.terminal.theme import BOLD
from lostcities.terminal.views import view_of
from lostcities.text import ENGLISH as TEXT


class Told(NamedTuple):
    """A round to tell: its decisions, each with the turn and the seat, and its end if it has one."""

    decisions: list[tuple[tuple[int, int], Event]]
    end: Finished | None


def rounds_of(replay: Replay) -> list[Told]:
    """Return the rounds of a record. Raises `RecordError` if it is invalid."""
    rounds: list[Told] = []
    decisions: list[tuple[tuple[int, int], Event]] = []
    for step in replay.steps():
        decisions.append(((step.before.turn, step.event.seat), step.event))
        if end := Finished.by(step):
            rounds.append(Told(decisions, end))
            decisions = []
    return [*rounds, Told(decisions, None)] if decisions else rounds


def show_record(record: object, console: Console) -> None:
    """Print the game in a record. Raises `RecordError` before printing anything if the record is invalid."""
    replay = Replay(record)
    rounds, names, state = rounds_of(replay), replay.names, replay.match.state
    for number, told in enumerate(rounds):
        if state.options.get("rounds", 1) != 1:
            console.print(Text(TEXT("score.round_number", game=state.game.name, number=number + 1), BOLD))
        show_round(console, names, told, told.end.view if told.end else state.view(None))
    announce(console, state, names)


def show_round(console: Console, names: list[str], told: Told, view: View) -> None:
    """Print a round turn by turn, then the final table, and the scores if it is over."""
    shown = view_of(view["game"])
    for (turn, seat), made in groupby(told.decisions, key=itemgetter(0)):
        words = ", ".join(shown.tell(event) for _, event in made)
        console.print(Text(f"{turn + 1:>4}  {named(names, seat)} {words}"))
    console.print("", shown.render(view, names), "", sep="\n")
    if told.end:
        console.print(round_title(view), "", shown.tally(view, told.end.earlier, names), "", sep="\n")
