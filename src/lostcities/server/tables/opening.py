"""Opening a table: the request, and the header and chairs made from it.

Requests are pydantic models: FastAPI checks them and describes them in /openapi.json.
"""

import base64
import hashlib
import secrets
from collections.abc import Iterable
from typing import Annotated, Literal

from msgspec.structs import replace
from pydantic import BaseModel, ConfigDict, Field

from lostcities.bots.registry import parse
from lostcities.games.game import Game
from lostcities.games.options import shown
from lostcities.games.registry import game
from lostcities.server.errors import BAD_REQUEST, refused
from lostcities.server.messages import FACES
from lostcities.server.store.events import BOT, OPEN, PERSON, ClockRule, Header
from lostcities.server.store.people import KEY_BYTES, new_key
from lostcities.server.store.storage import Chair

ME = "me"
HERE = "here"
DEFAULT = "bruno"
LONGEST_MS = 3000
"""The longest time per move that can be given to a bot."""


Name = Annotated[str, Field(max_length=200, description="Up to 24 characters are kept.")]
OptionValue = int | str | bool | None


class Strict(BaseModel):
    """A request without unknown fields."""

    model_config = ConfigDict(extra="forbid", strict=True)


class MoveClock(Strict):
    """Seconds for each turn."""

    kind: Literal["move"]
    seconds: int = Field(ge=5, le=86400)


class BudgetClock(Strict):
    """Seconds for the whole match, and an increment for each turn."""

    kind: Literal["budget"]
    seconds: int = Field(ge=5, le=86400)
    increment: int = Field(default=0, ge=0, le=3600)


class NewTable(Strict):
    """A table to open."""

    game: Annotated[str, Field(max_length=32)]
    options: dict[Annotated[str, Field(max_length=32)], OptionValue] = Field(default={}, max_length=32)
    seats: list[Annotated[str, Field(min_length=1, max_length=64)]] = Field(
        default=[ME, DEFAULT], min_length=1, max_length=16, description='An entry a seat: "me", "open", "here", or the name of a bot.'
    )
    name: Name | None = None
    here: list[Name] = Field(default=[], max_length=16, description='The names of those who sit in the seats "here", in their order.')
    assist: Literal["table", "counters", "open"] = "table"
    clock: Annotated[MoveClock | BudgetClock, Field(discriminator="kind")] | None = None
    listed: bool = False
    takeover: int | None = Field(default=180, ge=10, le=86400)
    hints: bool | None = None


def header_of(wanted: NewTable, now: int) -> Header:
    """Return the header of the table. Raises `GameError` if it cannot be played."""
    played = game(wanted.game)
    players = played.check_players(len(wanted.seats))
    plans = [plan_of(played, seat) for seat in seated(wanted.seats)]
    alone = sum(not plan.startswith(BOT) for plan in plans) <= 1
    if wanted.hints and not alone:
        raise refused("hints_not_alone", BAD_REQUEST)
    if wanted.listed and sum(seat in (ME, HERE) for seat in seated(wanted.seats)) > 1:
        raise refused("listed_one_seat", BAD_REQUEST)
    return Header(
        id=new_key(),
        game=wanted.game,
        options=played.complete(wanted.options),
        seats=plans,
        starter=secrets.randbelow(players),
        join=new_key(),
        watch=new_key(),
        created=now,
        assist=wanted.assist,
        clock=ClockRule(**wanted.clock.model_dump()) if wanted.clock else None,
        listed=wanted.listed,
        takeover=wanted.takeover,
        hints=alone if wanted.hints is None else wanted.hints,
    )


def seated(seats: list[str]) -> list[str]:
    """Return the seats with the opener in the first that is "me", or else in the first that is open."""
    if ME in seats or OPEN not in seats:
        return seats
    first = seats.index(OPEN)
    return [*seats[:first], ME, *seats[first + 1 :]]


def plan_of(played: Game, seat: str) -> str:
    if seat == OPEN:
        return OPEN
    if seat in (ME, HERE):
        return PERSON
    return BOT + checked_bot(played, seat)


def checked_bot(played: Game, spec: str) -> str:
    """Return a bot from the list, which may set only its time: clients must not name programs or files on this computer."""
    listing, settings = parse(played, spec)
    for name, value in settings.items():
        if name != "ms" or int(value) > LONGEST_MS:
            raise refused("bad_setting", BAD_REQUEST, setting=name, value=shown(value), expected=f"ms=1..{LONGEST_MS}")
    return spec if settings else listing.name


def chairs_of(seats: list[str], header: Header, owner: Chair, here: Iterable[str]) -> list[Chair]:
    """Return the first chairs: the opener in all seats that are theirs, and those at the same device by their names."""
    names, faces = iter(here), iter([*(face for face in FACES if face != owner.face), *FACES])
    return [
        Chair(owner.person, owner.token, next(names), face=next(faces)) if seat == HERE else chair_of(plan, owner)
        for seat, plan in zip(seats, header.seats, strict=True)
    ]


def free_face(chairs: Iterable[Chair]) -> str:
    """Return a face for a person who has chosen none: one that nobody else at the table has."""
    taken = {chair.face for chair in chairs}
    return next((face for face in FACES if face not in taken), FACES[0])


def chair_of(plan: str, owner: Chair) -> Chair:
    if plan == PERSON:
        return Chair(owner.person, owner.token, owner.name, face=owner.face)
    return Chair(bot=plan.removeprefix(BOT)) if plan.startswith(BOT) else Chair()


def moved_on(header: Header, seats: list[str], now: int) -> Header:
    """Return the header of a rematch: the same table, with everyone one seat further.

    Its id follows from the table before, with keys that only its players have: two nodes that open it at once open one table.
    """
    plans = [seats[-1], *seats[:-1]]
    again = hashlib.blake2b(f"{header.id} {header.join} {header.watch}".encode(), digest_size=KEY_BYTES).digest()
    fresh = {"id": base64.urlsafe_b64encode(again).decode().rstrip("="), "join": new_key(), "watch": new_key()}
    return replace(header, **fresh, created=now, previous=header.id, seats=plans, starter=secrets.randbelow(len(plans)))
