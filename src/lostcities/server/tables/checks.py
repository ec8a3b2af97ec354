"""The requests to a table: each function checks one against the table and returns the event that it becomes.

Nothing is changed here. A request that cannot be granted raises `Refused`; one that was granted before raises `Repeated`.
"""

import secrets
import time
from dataclasses import dataclass

from lostcities.records.fair import COMMITMENT_BYTES, SEED_BYTES, SHARE_BYTES, VERSION
from lostcities.server.errors import BAD_REQUEST, FORBIDDEN, Refused, Repeated, refused
from lostcities.server.store.events import OPEN, PERSON, Event, What
from lostcities.server.tables.shuffling import Shuffling
from lostcities.server.tables.table import MOST_TAKE_BACKS, STALLED, Table


def now_ms() -> int:
    """Return the time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


@dataclass(frozen=True, slots=True)
class Asker:
    """Who makes a request: a client's seats, the id of its request, and when. No seats: the server itself, or a spectator."""

    seats: tuple[int, ...]
    id: str | None
    now: int
    owner: int = 0
    """The first of all seats that belong to the person who asks."""
    epoch: int | None = None
    """The lease under which the server does a duty."""

    @property
    def key(self) -> str | None:
        """The id of the request with its owner: ids are each person's own, whichever of their seats they use."""
        return f"{self.owner}/{self.id}" if self.id is not None and self.seats else None


def event(table: Table, asker: Asker, what: What, seat: int | None = None, **body: str | int) -> Event:
    return Event(table.version + 1, what, asker.now, seat, asker.key, body, asker.epoch)


def check_new(table: Table, asker: Asker) -> None:
    """Refuse clients without a seat, and recognise requests that were granted before."""
    if not asker.seats:
        raise refused("no_seat", FORBIDDEN)
    if asker.key in table.keys:
        raise Repeated(table.keys[asker.key])


def check_version(table: Table, version: int) -> None:
    """Refuse a request that was made for another position."""
    if not table.position <= version <= table.version:
        raise refused("stale")


def check_turn(table: Table, asker: Asker, seat: int | None, taker: int | None = None) -> int:
    """Return the seat that decides, or whose turn is undone, if the asker may decide for it."""
    deciding = table.state.player if taker is None else taker
    if seat is not None and seat not in asker.seats:
        raise refused("not_your_seat", FORBIDDEN)
    if deciding is None:
        raise Refused(table.state.waiting(), 409)
    if deciding not in asker.seats or seat not in (None, deciding):
        raise refused("not_your_turn")
    if table.seats[deciding].away:
        raise refused("bot_plays_on")
    return deciding


def move(table: Table, asker: Asker, version: int, text: str, seat: int | None, ms: int) -> Event:
    """A person's decision, which took `ms` milliseconds."""
    check_new(table, asker)
    deciding = check_turn(table, asker, seat)
    check_version(table, version)
    reason = table.state.why_not(text)
    if reason:
        raise Refused(reason, 409)
    return event(table, asker, "move", deciding, **timed(table, ms, move=text))


def bot_move(table: Table, asker: Asker, position: int, text: str) -> Event:
    """A bot's decision; refused if the position has changed since the bot was asked."""
    if table.position != position or table.deciding_bot() is None or table.state.why_not(text):
        raise refused("stale")
    return event(table, asker, "move", table.state.player, move=text)


def takeback(table: Table, asker: Asker, version: int, seat: int | None, ms: int) -> Event:
    check_new(table, asker)
    taker = check_turn(table, asker, seat, table.match.taker)
    check_version(table, version)
    if not table.match.can_take_back:
        raise refused("nothing_to_take_back")
    if not table.can_take_back:
        raise refused("too_many_take_backs", count=MOST_TAKE_BACKS)
    return event(table, asker, "takeback", taker, **timed(table, ms))


def timed(table: Table, ms: int, **body: str | int) -> dict[str, str | int]:
    return body | {"ms": ms} if table.clocks else body


# -- shuffles --


def commit(table: Table, asker: Asker, seed: bytes | None = None) -> Event:
    """The server commits to a seed, once per round; again if someone who took part has left, or has not revealed."""
    made = table.shuffling
    stopped = made is not None and (made.spoiled or bool(made.unrevealed))
    if table.state.dealt or table.over or not table.full or (made and not stopped):
        raise refused("stale")
    return event(table, asker, "commit", round=table.round, seed=(seed or secrets.token_bytes(SEED_BYTES)).hex())


def shuffle_of(table: Table, round: int) -> Shuffling:
    """Return the current shuffle, if it is for this round."""
    if not table.committed or round != table.round:
        raise refused("wrong_round", round=round)
    assert table.shuffling is not None
    return table.shuffling


def pledge(table: Table, asker: Asker, round: int, text: str) -> Event:
    """A person commits to bytes for the next shuffle, once, under their first seat; empty: nothing to add."""
    check_new(table, asker)
    made = shuffle_of(table, round)
    if made.fixed or table.header.daily:
        raise refused("commitments_closed")
    if asker.owner in made.without:
        raise refused("left_out")
    if table.seats[asker.owner].kind != PERSON:
        raise refused("no_seat", FORBIDDEN)
    if asker.owner in made.commitments:
        raise refused("committed_before")
    if text:
        check_hex(text, COMMITMENT_BYTES)
    return event(table, asker, "pledge", asker.owner, round=round, commitment=text.lower())


def fix(table: Table, asker: Asker) -> Event:
    """The list of commitments is fixed."""
    if not table.committed or not table.full or not table.shuffling or table.shuffling.fixed or not table.shuffling.promised:
        raise refused("stale")
    return event(table, asker, "fix", round=table.round)


def reveal(table: Table, asker: Asker, round: int, text: str) -> Event:
    """A person reveals the bytes that they committed to."""
    check_new(table, asker)
    made = shuffle_of(table, round)
    if asker.owner not in made.unrevealed:
        raise refused("nothing_to_reveal")
    check_hex(text, SHARE_BYTES)
    if not made.fits(asker.owner, bytes.fromhex(text)):
        raise refused("wrong_reveal")
    return event(table, asker, "reveal", asker.owner, round=round, bytes=text.lower())


def check_hex(text: str, size: int) -> None:
    if len(text) != 2 * size or not set(text) <= set("0123456789abcdefABCDEF"):
        raise refused("bad_bytes", BAD_REQUEST, bytes=size)


def deal(table: Table, asker: Asker) -> Event:
    if not table.committed or not table.full or not table.shuffling or not table.shuffling.complete:
        raise refused("stale")
    return event(table, asker, "deal", round=table.round, fair=VERSION)


# -- people --


def sit(table: Table, asker: Asker, seat: int | None) -> Event:
    """A person takes a free seat: the given one, or the first."""
    free = [number for number, place in enumerate(table.seats) if place.kind == OPEN]
    if seat is not None and not 0 <= seat < table.players:
        raise refused("bad_seat", BAD_REQUEST, seat=seat, high=table.players - 1)
    if seat is not None and seat not in free:
        raise refused("seat_taken")
    if not free:
        raise refused("no_free_seat")
    return event(table, asker, "sit", free[0] if seat is None else seat)


def leave(table: Table, asker: Asker, seat: int, why: str) -> Event:
    """A person gives up a seat, and withdraws from a shuffle that is not dealt yet.

    The event says so, because tables stored before this rule must be dealt as they were.
    """
    if table.seats[seat].kind != PERSON or table.seats[seat].away or table.over:
        raise refused("stale")
    if table.header.daily and why == "left":
        raise refused("not_at_daily")  # whoever goes away continues later, and a bot's move would spoil the try
    if table.header.daily and not table.begun:
        raise refused("stale")  # the seat would be free for somebody else
    withdrawn = {"withdrawn": True} if table.committed else {}
    return event(table, asker, "leave", seat, why=why, **withdrawn)


def come_back(table: Table, asker: Asker, seat: int) -> Event:
    if table.seats[seat].away not in ("left", "absent") or table.over:
        raise refused("stale")
    return event(table, asker, "return", seat)


def flag(table: Table, asker: Asker, position: int, ms: int) -> Event:
    """The clock of the deciding seat has run out."""
    seat = table.state.player
    if seat is None or table.position != position or table.seats[seat].player:
        raise refused("stale")
    return event(table, asker, "flag", seat, **timed(table, ms))


# -- agreements --


def check_proposal(table: Table, what: str) -> None:
    if table.header.daily:
        raise refused("not_at_daily")
    if what == "end_round" and table.stalled < STALLED:
        raise refused("not_stalled", turns=STALLED)
    if what == "hints" and table.hints:
        raise refused("hints_allowed")
    if not table.full:
        raise refused("seats_free")


def agreed(table: Table, asker: Asker, what: What) -> Event:
    check_proposal(table, what)
    return event(table, asker, what)
