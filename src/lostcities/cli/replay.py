"""`lostcities replay`: checks records; prints what came of them as JSON, or shows the game to people."""

import json
import sys
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, BinaryIO

import typer

from lostcities.cli.common import WRONG_USE, complain, fail
from lostcities.text import ENGLISH as TEXT

if TYPE_CHECKING:
    from lostcities.records import Json


def replay(
    file: Annotated[str, typer.Argument(metavar="FILE", help=TEXT("cli.replay.file"))],
    as_json: Annotated[bool, typer.Option("--json", help=TEXT("cli.replay.json"))] = False,
    legal: Annotated[bool, typer.Option("--legal", help=TEXT("cli.replay.legal"))] = False,
) -> None:
    """Checks every record of a file; the exit status is 2 if one of them is wrong."""
    from lostcities.records import records_in

    if legal and not as_json:
        fail(TEXT("cli.replay.legal_alone"))
    bad = 0
    with open_input(file) as stream:
        for line, data in records_in(stream):
            bad += not (answer(line, data, legal) if as_json else show(line, data, can_step(file)))
    if bad:
        sys.exit(WRONG_USE)


def open_input(file: str) -> AbstractContextManager[BinaryIO]:
    if file == "-":
        return nullcontext(sys.stdin.buffer)
    from lostcities.records.errors import naming

    with naming(file, "cannot_read"):
        return Path(file).open("rb")


def answer(line: int | None, data: bytes, legal: bool) -> bool:
    """Prints one record's answer as a line of JSON; False if the record is wrong."""
    from lostcities.records import RecordError, decode

    try:
        result = summary(decode(data), legal)
    except RecordError as error:
        complain_of_line(line, error)
        result = {"error": str(error)}
    print(json.dumps(result), flush=line is None)
    return "error" not in result


def complain_of_line(line: int | None, why: object) -> None:
    """On stderr a record of many is named by its line; its answer on stdout is in its place anyway."""
    complain(why if line is None else TEXT("place.at", place=TEXT("place.line", number=str(line)), why=str(why)))


def summary(record: object, with_legal: bool) -> "Json":
    """What the contract says of a record: scores and moves a round, totals, winners, and what comes next."""
    from lostcities.records import Replay

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
    """Whether somebody sits there who can press keys."""
    return file != "-" and sys.stdin.isatty() and sys.stdout.isatty()


def show(line: int | None, data: bytes, stepping: bool) -> bool:
    """Shows one record to people, to be stepped through where they can; False if it is wrong."""
    from rich.console import Console

    from lostcities.records import RecordError, decode
    from lostcities.terminal.keys import keyboard
    from lostcities.terminal.replay import show_record
    from lostcities.terminal.stepper import Stepper

    console = Console(highlight=False)
    try:
        if stepping:
            with keyboard() as read_keys:
                Stepper(decode(data), console, read_keys).run()
        else:
            show_record(decode(data), console)
    except RecordError as error:
        complain_of_line(line, error)
        return False
    return True
