"""What a client is sent of a table. Nothing else turns positions into messages, so what holds here holds for every byte on the wire.

An audience is the seats of a client, in order; a spectator has none. All clients with the same seats are sent the same.
"""

from typing import Any

from msgspec import UNSET, UnsetType

from lostcities.games.game import View
from lostcities.records.fair import commitment
from lostcities.server.events import Event
from lostcities.server.messages import EventMessage
from lostcities.server.table import Table

Audience = tuple[int, ...]
SPECTATOR: Audience = ()


def viewer(table: Table, audience: Audience) -> int | None:
    """Through whose eyes a client looks: of several seats the one that decides, or decides next."""
    if len(audience) <= 1:
        return audience[0] if audience else None
    deciding, players = table.state.player or 0, table.header.players
    return min(audience, key=lambda seat: (seat - deciding) % players)


def view(table: Table, audience: Audience) -> View | None:
    """The position as a client may see it; None before the first deal."""
    return table.state.view(viewer(table, audience)) if table.begun else None


def may_take_back(table: Table, audience: Audience) -> bool:
    return table.can_take_back and table.state.player in audience


def event_message(table: Table, event: Event, drawn: str | None, audience: Audience) -> EventMessage:
    """An event that has just been applied, as a client may see it."""
    message = EventMessage(event.version, view(table, audience), UNSET if event.seat is None else event.seat)
    message.can_take_back = may_take_back(table, audience)
    if event.what == "move":
        message.move = event.body["move"]
        if drawn is not None and event.seat in audience:
            message.card = drawn
        return message
    message.what = event.what
    message.why = text(event, "why")
    message.round = event.body.get("round", UNSET)
    if event.what in ("commit", "deal"):
        message.commitment = shown_commitment(table) or UNSET
    if event.what == "deal":
        message.contributions = table.state.rounds[-1].fair["contributions"]
    return message


def text(event: Event, name: str) -> str | UnsetType:
    found: Any = event.body.get(name, UNSET)
    return found  # type: ignore[no-any-return]


def shown_commitment(table: Table) -> str | None:
    """The commitment of the round being played, or about to be."""
    return None if table.secret is None else commitment(table.secret).hex()
