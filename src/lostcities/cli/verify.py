"""`lostcities verify`: check the proofs that a record's shuffles were fair."""

import json
from typing import TYPE_CHECKING, Annotated, cast

import typer

from lostcities.cli.replay import answer_all, complain_of_line
from lostcities.records import Replay
from lostcities.records.files import Json
from lostcities.text import ENGLISH as TEXT

if TYPE_CHECKING:
    from lostcities.records.proof import Verdict

UNPROVEN = 1


def verify(
    file: Annotated[str, typer.Argument(metavar="FILE", help=TEXT("cli.verify.file"))],
    as_json: Annotated[bool, typer.Option("--json", help=TEXT("cli.verify.json"))] = False,
) -> None:
    """Check every record or day of a file; the exit status is that of the worst."""
    answer_all(file, as_json, lambda line, found: answer_either(line, found, as_json))


def answer_either(line: int | None, found: object, as_json: bool) -> int:
    from lostcities.records.days import is_day

    return answer_day(line, cast("Json", found), as_json) if is_day(found) else answer(line, Replay(found), as_json)


def answer_day(line: int | None, found: Json, as_json: bool) -> int:
    """Print the result for what a server says of a day; return its exit status."""
    from lostcities.records.days import verify_day

    verdict = verify_day(found)
    told = TEXT(f"verify.days.{verdict.proof}", day=verdict.day, commitment=verdict.commitment)
    if as_json:
        print(json.dumps({"proven": verdict.proof == "right", "day": verdict.day, "commitment": verdict.commitment}))
    if verdict.proof != "right":
        complain_of_line(line, told)
        return UNPROVEN
    if not as_json:
        print(told if line is None else TEXT("place.at", place=TEXT("place.line", number=str(line)), why=told))
    return 0


def answer(line: int | None, replay: Replay, as_json: bool) -> int:
    """Print the result for one record, with errors on stderr; return its exit status."""
    from lostcities.records.proof import verdicts

    found = verdicts(replay)
    why = unproven(found)
    if as_json:
        print(json.dumps({"proven": why is None, "rounds": [as_object(verdict) for verdict in found]}))
    else:
        show(line, found, replay.names)
    if why is None:
        return 0
    complain_of_line(line, why)
    return UNPROVEN


def unproven(verdicts: list["Verdict"]) -> str | None:
    """Return why a record is not proven. A proven record has a valid proof for every finished round."""
    wrong, missing = (sum(verdict.proof == kind for verdict in verdicts) for kind in ("wrong", "missing"))
    if wrong:
        return TEXT("verify.failed", count=wrong)
    if missing == len(verdicts):
        return TEXT("verify.none")
    return TEXT("verify.partly", count=missing) if missing else None


def as_object(verdict: "Verdict") -> Json:
    found: Json = {"proof": verdict.proof}
    if verdict.proof != "missing":
        found |= {"version": verdict.version, "contributions": len(verdict.contributors), "restarts": verdict.restarts}
        if not verdict.first_form:
            found["contributors"] = list(verdict.contributors)
        if verdict.day:
            found |= {"day": verdict.day, "commitment": verdict.commitment}
    if verdict.reason:
        found |= {"reason": verdict.reason.code, "why": TEXT.explain(verdict.reason)}
    return found


def show(line: int | None, verdicts: list["Verdict"], players: list[str]) -> None:
    """Print a line per round."""
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
    """Return what a valid proof shows, and who added to it."""
    if verdict.day:
        return TEXT("verify.day", day=verdict.day, commitment=str(verdict.commitment))
    if not verdict.contributors:
        return TEXT("verify.alone")
    if verdict.first_form:
        return TEXT("verify.first", count=len(verdict.contributors))
    return TEXT("verify.right", names=", ".join(TEXT("verify.player", name=players[seat], seat=str(seat)) for seat in verdict.contributors))
