"""A record shown to people: every turn in words, and at each round's end the table and the scores worked out."""

from itertools import groupby
from typing import Any, NamedTuple

from rich.console import Console
from rich.text import Text

from lostcities.games.game import State, View
from lostcities.records import check
from lostcities.terminal.parts import named
from lostcities.terminal.result import announce, round_title
from lostcities.terminal.table import Finished, drawn, finish
from lostcities.terminal.theme import BOLD
from lostcities.terminal.views import Event, view_of
from lostcities.text import ENGLISH as TEXT


class Step(NamedTuple):
    """A decision, and whose turn it was part of."""

    turn: tuple[int, int]
    event: Event


class Story:
    """What a record tells, gathered while it is replayed."""

    def __init__(self) -> None:
        self.rounds: list[list[Step]] = []
        self.ends: list[Finished] = []

    def watch(self, state: State, move: str) -> None:
        """Told of every decision just before it is made."""
        seat = state.player
        assert seat is not None
        if len(self.rounds) == len(self.ends):
            self.rounds.append([])
        after = state.copy()
        after.push(move)
        self.rounds[-1].append(Step((state.turn, seat), Event(seat, move, drawn(state, after, seat))))
        if len(after.scores) > len(state.scores):
            self.ends.append(finish(state, move))


def show_record(record: dict[str, Any], console: Console) -> None:
    """Prints the game in a record that has been checked."""
    story = Story()
    state = check(record, story.watch)
    names = record["players"]
    for number, steps in enumerate(story.rounds):
        end = story.ends[number] if number < len(story.ends) else None
        if state.options.get("rounds", 1) != 1:
            console.print(Text(TEXT("score.round_number", number=number + 1), BOLD))
        show_round(console, names, steps, end.view if end else state.view(None), end)
    announce(console, state, names)


def show_round(console: Console, names: list[str], steps: list[Step], view: View, end: Finished | None) -> None:
    """A round turn by turn; then the table as it was left, and the scores if it is over."""
    shown = view_of(view["game"])
    for (turn, seat), made in groupby(steps, key=lambda step: step.turn):
        told = ", ".join(shown.tell(step.event) for step in made)
        console.print(Text(f"{turn + 1:>4}  {named(names, seat)} {told}"))
    console.print("", shown.render(view, names), "", sep="\n")
    if end:
        console.print(round_title(view), "", shown.tally(view, end.earlier, names), "", sep="\n")
