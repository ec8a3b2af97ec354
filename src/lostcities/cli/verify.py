"""`lostcities verify`: check the proofs that a record's shuffles were fair."""

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from lostcities.cli.replay import answer_all, complain_of_line, open_input
from lostcities.records import Replay, decode
from lostcities.records.files import Json
from lostcities.text import ENGLISH as TEXT

if TYPE_CHECKING:
    from lostcities.records.days import DayVerdict
    from lostcities.records.proof import Verdict

UNPROVEN = 1


def verify(
    file: Annotated[str, typer.Argument(metavar="FILE", help=TEXT("cli.verify.file"))],
    day: Annotated[str | None, typer.Option("--day", metavar="FILE", help=TEXT("cli.verify.day"))] = None,
    as_json: Annotated[bool, typer.Option("--json", help=TEXT("cli.verify.json"))] = False,
) -> None:
    """Check every record or day of a file; the exit status is that of the worst."""
    published = read_published(day) if day else None
    answer_all(file, as_json, lambda line, found: answer_either(line, found, published, as_json))


def read_published(file: str) -> "DayVerdict":
    """Return what a server has published of a day."""
    from lostcities.records.days import verify_day

    with open_input(file) as stream:
        return verify_day(decode(stream.read()))


def answer_either(line: int | None, found: object, published: "DayVerdict | None", as_json: bool) -> int:
    from lostcities.records.days import says_a_day

    if says_a_day(found):
        return answer_day(line, found, published, as_json)
    return answer(line, Replay(found), published, as_json)


def answer_day(line: int | None, found: object, published: "DayVerdict | None", as_json: bool) -> int:
    """Print the result for what a server says of a day; return its exit status."""
    from lostcities.records.days import verify_day

    verdict = verify_day(found)
    other = differing([verdict], published)
    wanting = None if verdict.proof == "right" else TEXT(f"verify.days.{verdict.proof}", day=verdict.day, commitment=verdict.commitment)
    why = other or wanting
    if as_json:
        told: Json = {"proven": why is None, "day": verdict.day, "commitment": verdict.commitment}
        print(json.dumps(told | compared(other, published)))
    if why:
        complain_of_line(line, why)
        return UNPROVEN
    if not as_json:
        right = TEXT("verify.days.right" if published else "verify.days.alone", day=verdict.day, commitment=verdict.commitment)
        print(right if line is None else TEXT("place.at", place=TEXT("place.line", number=str(line)), why=right))
    return 0


def answer(line: int | None, replay: Replay, published: "DayVerdict | None", as_json: bool) -> int:
    """Print the result for one record, with errors on stderr; return its exit status."""
    from lostcities.records.proof import verdicts

    found = verdicts(replay)
    other = differing(found, published)
    why = unproven(found) or other
    if as_json:
        rounds = [as_object(verdict) for verdict in found]
        print(json.dumps({"proven": why is None, "rounds": rounds} | compared(other, published)))
    else:
        show(line, found, replay.names, published is not None and other is None)
    if why is None:
        return 0
    complain_of_line(line, why)
    return UNPROVEN


def differing(found: Sequence["Verdict | DayVerdict"], published: "DayVerdict | None") -> str | None:
    """Return why this is not what the server has published; None if it is, or if there is nothing to compare."""
    from lostcities.records.days import is_published

    if published is None or all(is_published(verdict, published) for verdict in found):
        return None
    return TEXT("verify.unpublished", day=published.day, commitment=published.commitment)


def compared(other: str | None, published: "DayVerdict | None") -> Json:
    return {"published": other is None} if published else {}


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


def show(line: int | None, verdicts: list["Verdict"], players: list[str], published: bool) -> None:
    """Print a line per round."""
    for number, verdict in enumerate(verdicts, 1):
        places = {"line": line, "round": number}
        named = [TEXT(f"place.{name}", number=str(place)) for name, place in places.items() if place is not None]
        print(TEXT("place.at", place=", ".join(named), why=in_words(verdict, players, published)))


def in_words(verdict: "Verdict", players: list[str], published: bool) -> str:
    if verdict.reason:
        return TEXT("verify.wrong", why=TEXT.explain(verdict.reason))
    if verdict.proof == "missing":
        return TEXT("verify.missing")
    found = rightly(verdict, players, published)
    return TEXT("verify.restarted", verdict=found, count=verdict.restarts) if verdict.restarts else found


def rightly(verdict: "Verdict", players: list[str], published: bool) -> str:
    """Return what a valid proof shows, and who added to it. Of a day it shows less, unless its commitment is the published one."""
    if verdict.day:
        return TEXT("verify.day" if published else "verify.day_alone", day=verdict.day, commitment=str(verdict.commitment))
    if not verdict.contributors:
        return TEXT("verify.alone")
    if verdict.first_form:
        return TEXT("verify.first", count=len(verdict.contributors))
    return TEXT("verify.right", names=", ".join(TEXT("verify.player", name=players[seat], seat=str(seat)) for seat in verdict.contributors))
