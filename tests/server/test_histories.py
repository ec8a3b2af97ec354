"""The checker of histories accepts a good one, and finds whatever is wrong with a bad one."""

import json
import random
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace
from support.histories import History, Line, Stored, complaints
from support.tables import Playing, header, room_of

from lostcities.server.store.events import Event
from lostcities.server.tables.redaction import encode, event_message, state_message
from lostcities.server.tables.table import Table


class Told(NamedTuple):
    """A match as it is stored, and what both players and a spectator sent and received."""

    events: list[Event]
    histories: list[History]

    @property
    def complaints(self) -> list[str]:
        return complaints(self.histories, {"T": Stored(header(), self.events)})

    def moves(self, seat: int) -> list[int]:
        """The places of a seat's moves among the events."""
        return [place for place, event in enumerate(self.events) if event.what == "move" and event.seat == seat]

    def change(self, place: int, **fields: Any) -> None:
        self.events[place] = replace(self.events[place], **fields)

    def got(self, seat: int, type: str) -> list[int]:
        """The places of messages in the history of a seat; 2 is the spectator."""
        lines = self.histories[seat].lines
        return [place for place, line in enumerate(lines) if line.kind == "got" and json.loads(line.text)["type"] == type]

    def retell(self, seat: int, place: int, **fields: Any) -> None:
        lines = self.histories[seat].lines
        lines[place] = Line("got", json.dumps(json.loads(lines[place].text) | fields))


@pytest.fixture
def told() -> Told:
    """A good history: people's moves have keys, and duties have leases."""
    made = Told([], [History("T", (0,), ("token-of-0",)), History("T", (1,), ("token-of-1",)), History("T", ())])
    table = Table(header())
    for history in made.histories:
        history.note("joined", '{"since": 0}')
        history.note("got", encode(state_message(room_of(table), history.seats, "http://here")))
    for event in Playing(header()).play(random.Random(3), 40).events:
        asked = event.what in ("move", "takeback")
        stored = replace(event, key=f"{event.seat}/{event.version}") if asked else replace(event, epoch=1)
        made.events.append(stored)
        table.apply(stored)
        for history in made.histories:
            tell(history, table, stored)
    return made


def tell(history: History, table: Table, event: Event) -> None:
    mine, id = event.key is not None and event.seat in history.seats, str(event.version)
    if mine:
        history.note("sent", json.dumps({"type": event.what, "id": id, "version": event.version - 1, **event.body}))
    history.note("got", encode(event_message(table, event, history.seats)))
    if mine:
        history.note("got", json.dumps({"type": "ack", "id": id, "version": event.version}))


def test_a_good_history_has_nothing_wrong(told: Told) -> None:
    assert {event.what for event in told.events} >= {"commit", "deal", "move", "takeback"}
    assert told.complaints == []


# -- what is stored --


def lose_the_last(told: Told) -> None:
    del told.events[-1]


def lose_one_in_between(told: Told) -> None:
    del told.events[10]


def store_twice(told: Told) -> None:
    first, second = told.moves(0)[:2]
    told.change(second, key=told.events[first].key)


def store_what_nobody_sent(told: Told) -> None:
    told.change(told.moves(0)[0], key="0/invented")


def store_another_move(told: Told) -> None:
    first = told.moves(0)[0]
    told.change(first, body={"move": "-" + told.events[first].body["move"]})


def acknowledge_another_version(told: Told) -> None:
    place = told.got(0, "ack")[0]
    told.retell(0, place, version=json.loads(told.histories[0].lines[place].text)["version"] + 1)


def refuse_what_is_stored(told: Told) -> None:
    told.retell(1, told.got(1, "ack")[0], type="error", code="stale")


def store_under_an_old_lease(told: Told) -> None:
    told.change(0, epoch=2)


def store_a_duty_without_a_lease(told: Told) -> None:
    told.change(1, epoch=None)


def move_without_being_asked(told: Told) -> None:
    told.change(told.moves(1)[-1], key=None)


# -- what is seen --


def skip_a_version(told: Told) -> None:
    del told.histories[2].lines[told.got(2, "event")[5]]


def see_a_version_twice(told: Told) -> None:
    place = told.got(2, "event")[5]
    told.histories[2].lines.insert(place, told.histories[2].lines[place])


def swap_two_versions(told: Told) -> None:
    lines, (one, other) = told.histories[2].lines, told.got(2, "event")[5:7]
    lines[one], lines[other] = lines[other], lines[one]


def go_back(told: Told) -> None:
    """Another node, which is behind, greets a client with an older position."""
    told.histories[2].note("joined", '{"since": 0}')
    told.histories[2].lines.append(told.histories[2].lines[told.got(2, "state")[0]])


def set_without_joining(told: Told) -> None:
    told.histories[2].lines.append(told.histories[2].lines[told.got(2, "state")[0]])


def see_another_order(told: Told) -> None:
    """Two nodes show different moves as the same version."""
    place = next(place for place in told.got(2, "event") if "move" in json.loads(told.histories[2].lines[place].text))
    told.retell(2, place, move="Y2")


def see_what_is_not_stored(told: Told) -> None:
    last = told.histories[2].lines[told.got(2, "event")[-1]]
    told.histories[2].note("got", json.dumps(json.loads(last.text) | {"version": len(told.events) + 1}))


def see_the_others_hand(told: Told) -> None:
    theirs = json.loads(told.histories[1].lines[told.got(1, "event")[-1]].text)
    told.retell(0, told.got(0, "event")[-1], view=theirs["view"])


def see_the_card_that_a_player_drew(told: Told) -> None:
    place = next(place for place in told.got(2, "event") if '"move":"+"' in told.histories[2].lines[place].text)
    told.retell(2, place, card="Y5")


def see_the_seed(told: Told) -> None:
    told.retell(2, told.got(2, "event")[-1], what=told.events[0].body["seed"])


def see_the_others_token(told: Told) -> None:
    told.histories[0].note("got", '{"type": "said", "phrase": "token-of-1"}')


def get_a_spectator_links(told: Told) -> None:
    place = told.got(2, "state")[0]
    table = json.loads(told.histories[2].lines[place].text)["table"]
    told.retell(2, place, table=table | {"links": {"join": None, "watch": "W"}})


BAD: dict[Callable[[Told], None], str] = {
    lose_the_last: "is lost",
    lose_one_in_between: "have gaps",
    store_twice: "is stored twice",
    store_what_nobody_sent: "nobody sent 0/invented",
    store_another_move: "is not stored as it was sent",
    acknowledge_another_version: "and is stored as",
    refuse_what_is_stored: "was refused (stale) and is stored",
    store_under_an_old_lease: "of a stale epoch, 1 after 2",
    store_a_duty_without_a_lease: "the duty 2 has no lease",
    move_without_being_asked: "has no lease",
    skip_a_version: "saw version 7 after 5",
    see_a_version_twice: "saw version 6 after 6",
    swap_two_versions: "saw version 7 after 5",
    go_back: "was set from version",
    set_without_joining: "was set from version",
    see_another_order: "is not what these seats may see",
    see_what_is_not_stored: "was seen and is lost",
    see_the_others_hand: "is not what these seats may see",
    see_the_card_that_a_player_drew: "is not what these seats may see",
    see_the_seed: "was sent a secret",
    see_the_others_token: "was sent a secret",
    get_a_spectator_links: "is not what these seats may see",
}


@pytest.mark.parametrize("spoil", BAD, ids=lambda spoil: spoil.__name__)
def test_whatever_is_wrong_is_found(told: Told, spoil: Callable[[Told], None]) -> None:
    spoil(told)
    assert any(BAD[spoil] in complaint for complaint in told.complaints), told.complaints
