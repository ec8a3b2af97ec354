"""Opening a table: what may be asked for, and the header and the chairs that it becomes."""

import secrets
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Literal

from lostcities.bots.registry import parse
from lostcities.games.game import Game
from lostcities.games.options import shown
from lostcities.games.registry import game
from lostcities.server.errors import BAD_REQUEST, refused
from lostcities.server.store.events import BOT, OPEN, PERSON, ClockRule, Header
from lostcities.server.store.people import new_key
from lostcities.server.store.storage import Chair

ME = "me"
HERE = "here"
DEFAULT = "bruno"
LONGEST_MS = 3000
"""No bot may think longer than this."""


@dataclass(slots=True)
class Wish:
    """A table as somebody asks for it."""

    game: str
    options: dict[str, Any] = field(default_factory=dict)
    seats: list[str] = field(default_factory=lambda: [ME, DEFAULT])
    assist: Literal["table", "counters", "open"] = "table"
    clock: ClockRule | None = None
    listed: bool = False
    takeover: int | None = 180
    hints: bool | None = None


def header_of(wish: Wish, now: int) -> Header:
    """What the table will be; `GameError` if it cannot."""
    played = game(wish.game)
    players = played.check_players(len(wish.seats))
    plans = [plan_of(played, seat) for seat in seated(wish.seats)]
    alone = sum(not plan.startswith(BOT) for plan in plans) <= 1
    if wish.hints and not alone:
        raise refused("hints_not_alone", BAD_REQUEST)
    if wish.listed and sum(seat in (ME, HERE) for seat in seated(wish.seats)) > 1:
        raise refused("listed_one_seat", BAD_REQUEST)
    return Header(
        id=new_key(),
        game=wish.game,
        options=played.complete(wish.options),
        seats=plans,
        starter=secrets.randbelow(players),
        join=new_key(),
        watch=new_key(),
        created=now,
        assist=wish.assist,
        clock=wish.clock,
        listed=wish.listed,
        takeover=wish.takeover,
        hints=alone if wish.hints is None else wish.hints,
    )


def seated(seats: list[str]) -> list[str]:
    """The seats with the one who opens the table in the first that is theirs, or else in the first that is free."""
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
    """A bot of the list, with nothing set but its time: neither programs nor files of this computer can be named from outside."""
    listing, settings = parse(played, spec)
    for name, value in settings.items():
        if name != "ms" or int(value) > LONGEST_MS:
            raise refused("bad_setting", BAD_REQUEST, setting=name, value=shown(value), expected=f"ms=1..{LONGEST_MS}")
    return spec if settings else listing.name


def chairs_of(seats: list[str], header: Header, owner: Chair, here: Iterable[str]) -> list[Chair]:
    """Who sits there at first: the one who opened the table, in all seats that are theirs, and by their names those at the same device."""
    names = iter(here)
    return [
        Chair(owner.person, owner.token, next(names)) if seat == HERE else chair_of(plan, owner)
        for seat, plan in zip(seats, header.seats, strict=True)
    ]


def chair_of(plan: str, owner: Chair) -> Chair:
    if plan == PERSON:
        return Chair(owner.person, owner.token, owner.name)
    return Chair(bot=plan.removeprefix(BOT)) if plan.startswith(BOT) else Chair()


def moved_on(header: Header, seats: list[str], now: int) -> Header:
    """The header of a rematch: the same table, everybody one seat further."""
    plans = [seats[-1], *seats[:-1]]
    changes: dict[str, Any] = {"id": new_key(), "join": new_key(), "watch": new_key(), "created": now, "previous": header.id}
    fields = {name: getattr(header, name) for name in header.__struct_fields__}
    return Header(**(fields | changes | {"seats": plans, "starter": secrets.randbelow(len(plans))}))
