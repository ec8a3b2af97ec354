"""What a client is sent of a table. Nothing else turns positions into messages, so what holds here holds for every byte on the wire.

An audience is the seats of a client, in order; a spectator has none. All clients with the same seats are sent the same.
"""

from typing import Any

from msgspec import UNSET, UnsetType

from lostcities.games.game import View
from lostcities.records.fair import commitment
from lostcities.server.socket.messages import EventMessage, Share
from lostcities.server.tables.events import Event
from lostcities.server.tables.shuffling import Shuffling
from lostcities.server.tables.table import Table

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
    add_shuffle(message, table, event)
    return message


def add_shuffle(message: EventMessage, table: Table, event: Event) -> None:
    """What everybody is told of a shuffle: commitments when the list of them is fixed, bytes when they are dealt with."""
    made = table.shuffling
    if made is None or event.what not in ("commit", "fix", "deal"):
        return
    if event.what == "fix":
        message.commitments = shown_commitments(made)
        return
    message.commitment = shown_commitment(made)
    if event.what == "commit" and made.restarts:
        message.restarts, message.without = made.restarts, list(made.without)
    if event.what == "deal" and "seats" in table.state.rounds[-1].fair:
        message.seats = {seat: Share(**share) for seat, share in table.state.rounds[-1].fair["seats"].items()}


def text(event: Event, name: str) -> str | UnsetType:
    found: Any = event.body.get(name, UNSET)
    return found  # type: ignore[no-any-return]


def shown_commitment(made: Shuffling) -> str:
    """The server's own commitment."""
    return commitment(made.seed).hex()


def shown_commitments(made: Shuffling) -> dict[str, str]:
    """The commitments of the seats. Nobody is shown one before the list is fixed."""
    return {str(seat): given.hex() for seat, given in sorted(made.promised.items())}
