"""`lostcities verify`: checks the proofs that a record's shuffles were fair."""

import json
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from lostcities.cli.common import WRONG_USE
from lostcities.cli.replay import complain_of_line, open_input
from lostcities.text import ENGLISH as TEXT

if TYPE_CHECKING:
    from lostcities.records import Json
    from lostcities.records.proof import Verdict

UNPROVEN = 1


def verify(
    file: Annotated[str, typer.Argument(metavar="FILE", help=TEXT("cli.verify.file"))],
    as_json: Annotated[bool, typer.Option("--json", help=TEXT("cli.verify.json"))] = False,
) -> None:
    """Checks every record of a file; the exit status is that of the worst."""
    from lostcities.records import records_in

    with open_input(file) as stream:
        status = max(answer(line, data, as_json) for line, data in records_in(stream))
    if status:
        sys.exit(status)


def answer(line: int | None, data: bytes, as_json: bool) -> int:
    """Prints what was found of one record, and on stderr what is wrong; its exit status."""
    from lostcities.records import RecordError, Replay, decode
    from lostcities.records.proof import verdicts as verdicts_of

    try:
        replay = Replay(decode(data))
        verdicts = verdicts_of(replay)
    except RecordError as error:
        complain_of_line(line, error)
        if as_json:
            print(json.dumps({"error": str(error)}))
        return WRONG_USE
    why = unproven(verdicts)
    if as_json:
        print(json.dumps({"proven": why is None, "rounds": [as_object(verdict) for verdict in verdicts]}))
    else:
        show(line, verdicts, replay.names)
    if why is None:
        return 0
    complain_of_line(line, why)
    return UNPROVEN


def unproven(verdicts: list["Verdict"]) -> str | None:
    """Why a record is not proven; one that is has a right proof of every finished round."""
    wrong, missing = (sum(verdict.proof == kind for verdict in verdicts) for kind in ("wrong", "missing"))
    if wrong:
        return TEXT("verify.failed", count=wrong)
    if missing == len(verdicts):
        return TEXT("verify.none")
    return TEXT("verify.partly", count=missing) if missing else None


def as_object(verdict: "Verdict") -> "Json":
    found: Json = {"proof": verdict.proof}
    if verdict.proof != "missing":
        found |= {"version": verdict.version, "contributions": len(verdict.contributors), "restarts": verdict.restarts}
        if not verdict.first_form:
            found["contributors"] = list(verdict.contributors)
    if verdict.reason:
        found |= {"reason": verdict.reason.code, "why": TEXT.explain(verdict.reason)}
    return found


def show(line: int | None, verdicts: list["Verdict"], players: list[str]) -> None:
    """A line a round, with its place."""
    for number, verdict in enumerate(verdicts, 1):
        places = {"line": line, "round": number}
        named = [TEXT(f"place.{name}", number=str(place)) for name, place in places.items() if place is not None]
        print(TEXT("place.at", place=", ".join(named), why=in_words(verdict, players)))


def in_words(verdict: "Verdict", players: list[str]) -> str:
    if verdict.reason:
        return TEXT("verify.wrong", why=TEXT.explain(verdict.reason))
    if verdict.proof == "missing":
        return TEXT("verify.missing")
    found = rightly(verdict, players)
    return TEXT("verify.restarted", verdict=found, count=verdict.restarts) if verdict.restarts else found


def rightly(verdict: "Verdict", players: list[str]) -> str:
    """What a right proof shows, and who added to it."""
    if not verdict.contributors:
        return TEXT("verify.alone")
    if verdict.first_form:
        return TEXT("verify.first", count=len(verdict.contributors))
    return TEXT("verify.right", names=", ".join(TEXT("verify.player", name=players[seat], seat=str(seat)) for seat in verdict.contributors))
