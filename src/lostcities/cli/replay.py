"""`lostcities replay`: check records; print their results as JSON, or show the game to people."""

import json
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Annotated, BinaryIO

import typer

from lostcities.cli.common import WRONG_USE, complain, fail
from lostcities.records import RecordError, Replay, decode, records_in
from lostcities.records.errors import naming
from lostcities.records.files import Json
from lostcities.text import ENGLISH as TEXT


def replay(
    file: Annotated[str, typer.Argument(metavar="FILE", help=TEXT("cli.replay.file"))],
    as_json: Annotated[bool, typer.Option("--json", help=TEXT("cli.replay.json"))] = False,
    legal: Annotated[bool, typer.Option("--legal", help=TEXT("cli.replay.legal"))] = False,
) -> None:
    """Check every record of a file; the exit status is 2 if one of them is invalid."""
    if legal and not as_json:
        fail(TEXT("cli.replay.legal_alone"))

    def answer(line: int | None, record: object) -> int:
        if as_json:
            print(json.dumps(summary(record, legal)), flush=line is None)
        else:
            show(record, can_step(file))
        return 0

    answer_all(file, as_json, answer)


def answer_all(file: str, as_json: bool, answer: Callable[[int | None, object], int]) -> None:
    """Answer every record of a file, in order, and exit with the worst status. An invalid record does not stop the rest."""
    worst = 0
    with open_input(file) as stream:
        for line, data in records_in(stream):
            try:
                worst = max(worst, answer(line, decode(data)))
            except RecordError as error:
                worst = WRONG_USE
                complain_of_line(line, error)
                if as_json:
                    print(json.dumps({"error": str(error)}), flush=line is None)
    if worst:
        sys.exit(worst)


def open_input(file: str) -> AbstractContextManager[BinaryIO]:
    if file == "-":
        return nullcontext(sys.stdin.buffer)
    with naming(file, "cannot_read"):
        return Path(file).open("rb")


def complain_of_line(line: int | None, why: object) -> None:
    """Complain about a record, naming its line if the file has many. On stdout the order of the answers says which it is."""
    complain(why if line is None else TEXT("place.at", place=TEXT("place.line", number=str(line)), why=str(why)))


def summary(record: object, with_legal: bool) -> Json:
    """Return a record's summary: scores and moves per round, totals, winners, and what comes next."""
    replay = Replay(record)
    steps = [(step.before.legal(), step.event.seat) for step in replay.steps()] if with_legal else []
    state = replay.match.state if with_legal else replay.finish()
    rounds: list[Json] = []
    for played in state.rounds:
        rounds.append({"scores": played.scores, "moves": len(played.moves)})
        if with_legal:
            made, steps = steps[: len(played.moves)], steps[len(played.moves) :]
            rounds[-1] |= {"legal": [legal for legal, _ in made], "seats": [seat for _, seat in made]}
    outcome = state.outcome()
    result: Json = {"finished": state.over, "rounds": rounds, "totals": state.totals, "winners": outcome.winners if outcome else None}
    if outcome is None:
        result["next"] = None if state.player is None else {"seat": state.player, "legal": state.legal()}
    return result


def can_step(file: str) -> bool:
    """Whether a person can press keys."""
    return file != "-" and sys.stdin.isatty() and sys.stdout.isatty()


def show(record: object, stepping: bool) -> None:
    """Show one record to people, step by step if they can press keys."""
    from rich.console import Console

    from lostcities.terminal.keys import keyboard
    from lostcities.terminal.replay import show_record
    from lostcities.terminal.stepper import Stepper

    console = Console(highlight=False)
    if stepping:
        with keyboard() as read_keys:
            Stepper(record, console, read_keys).run()
    else:
        show_record(record, console)
