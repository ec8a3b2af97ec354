"""Clients whose request was committed, before a connection to PostgreSQL broke or a node died: they get what they asked for, once."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import DBAPIError
from support.databases import POSTGRESQL, ask
from support.nodes import Visitors, nodes
from support.serving import Message, Running
from support.waiting import wait_for

from lostcities.server.store.models import seats
from lostcities.server.tables.room import NO_LONGER_YOURS

pytestmark = [pytest.mark.usefixtures("engine"), pytest.mark.parametrize("engine", [POSTGRESQL], indirect=True, scope="module")]


def lose_an_answer(server: Running) -> None:
    """Let a node's next transaction about a table be committed, and its connection break before the node knows."""
    transactions = server.services.storage.writer.transactions
    attempt = transactions.attempt

    async def lost(work: Any) -> None:
        await attempt(work)
        if not about_a_table(work):
            return
        transactions.attempt = attempt
        raise DBAPIError("COMMIT", None, ConnectionResetError(), connection_invalidated=True)

    transactions.attempt = lost


def about_a_table(work: Any) -> bool:
    """Whether a transaction stores events or who has a seat; others store what the server does on its own."""
    return any(entry.rows or any(statement.table is seats for statement in entry.statements) for batch in work.args for entry in batch)


def people_at(folder: Path, table: Message) -> list[bool]:
    """Return which seats have a person."""
    return [person is not None for (person,) in ask(folder, "SELECT person FROM seats WHERE table_id = :t ORDER BY seat", t=table["id"])]


@pytest.mark.parametrize("seat", [None, 2])
@pytest.mark.parametrize("new", [True, False])
def test_whoever_sits_down_gets_one_seat(tmp_path: Path, visitors: Visitors, seat: int | None, new: bool) -> None:
    with nodes(tmp_path, 1) as (server,):
        table = visitors.at(server).open("board", seats=["me", "open", "open", "open"])
        boris = visitors.at(server)
        if not new:
            boris.open()
        lose_an_answer(server)
        answer = boris.sit(table, seat=seat)
        assert (answer.status_code, answer.json()["seat"]) == (200, seat or 1)
        assert people_at(tmp_path, table) == [number in (0, seat or 1) for number in range(4)]
        assert boris.join(table).receive()["table"]["you"] == [seat or 1]
        program = visitors.at(server).join(table, token=answer.json()["token"])
        assert program.receive()["table"]["you"] == [seat or 1]


def test_whoever_sits_down_at_two_nodes_at_once_gets_one_seat(tmp_path: Path, visitors: Visitors) -> None:
    with nodes(tmp_path) as servers:
        boris = visitors.at(servers[0])
        boris.open()
        here = [boris, visitors.at(servers[1], boris)]
        for _ in range(5):
            table = visitors.at(servers[0]).open("board", seats=["me", "open", "open", "open"])
            with ThreadPoolExecutor(4) as threads:
                answers = list(threads.map(lambda client: client.sit(table).json(), [*here, *here]))  # noqa: B023
            assert [answer["seat"] for answer in answers] == [1] * 4
            assert sum(answer["token"] is not None for answer in answers) == 1
            assert people_at(tmp_path, table) == [True, True, False, False]


def test_whoever_opens_a_table_gets_it(tmp_path: Path, visitors: Visitors) -> None:
    with nodes(tmp_path, 1) as (server,):
        anna = visitors.at(server)
        lose_an_answer(server)
        table = anna.open(seats=["me", "pip"])
        assert anna.join(table).dealt().table["you"] == [0]
        assert ask(tmp_path, "SELECT count(*) FROM tables") == [(1,)]
        assert ask(tmp_path, "SELECT epoch FROM leases") == [(1,)]


def test_a_rematch_is_opened_once(tmp_path: Path, visitors: Visitors) -> None:
    with nodes(tmp_path, 1) as (server,):
        anna = visitors.at(server)
        table = anna.open(seats=["me", "here"], options={"size": "mini", "rounds": 1})
        mine = anna.join(table).dealt()
        while not mine.table.get("finished"):
            mine.my_turn()
            if mine.legal:
                mine.move("+" if "+" in mine.legal else mine.legal[-1])
        lose_an_answer(server)
        again = anna.http.post(f"/api/tables/{table['id']}/rematch").json()
        assert again["seats"] == [0, 1]
        assert anna.join(again).dealt().legal is not None
        assert ask(tmp_path, "SELECT count(*) FROM tables") == [(2,)]


@pytest.mark.parametrize("begun", [True, False])
@pytest.mark.parametrize("lost", [True, False])
def test_whoever_leaves_leaves_all_their_seats(tmp_path: Path, visitors: Visitors, begun: bool, lost: bool) -> None:
    """The request is acknowledged with its last event. A seat that is free again may be taken from its client before that."""
    with nodes(tmp_path, 1) as (server,):
        anna = visitors.at(server)
        table = anna.open("board", seats=["me", "here", "bruno" if begun else "open"])
        mine = anna.join(table)
        if begun:
            mine.dealt()
        if lost:
            lose_an_answer(server)
        if lost and not begun:
            mine.send(type="leave", id="bye")
            assert mine.closed() == NO_LONGER_YOURS
        else:
            assert mine.ask("leave", "bye")["type"] == "ack"
        wait_for(lambda: people_at(tmp_path, table) == [begun, begun, False])
        left = "SELECT seat, key FROM events WHERE what = 'leave' ORDER BY version"
        assert ask(tmp_path, left) == [(0, None), (1, "0/bye")]


@pytest.mark.parametrize("begun", [True, False])
def test_whoever_asks_again_leaves_the_seats_that_they_still_have(tmp_path: Path, visitors: Visitors, begun: bool) -> None:
    """The node died after it had stored that the first seat was left."""
    with nodes(tmp_path) as (one, other):
        anna = visitors.at(one)
        table = anna.open("board", seats=["me", "here", "bruno" if begun else "open"])
        mine = anna.join(table)
        if begun:
            mine.dealt()
        room = one.services.registry.rooms[table["id"]]
        leave, seats_left = room.leave, []

        async def dying(seat: int, *more: Any) -> int:
            if seats_left:
                raise OSError
            seats_left.append(seat)
            return int(await leave(seat, *more))

        room.leave = dying
        assert mine.ask("leave", "bye")["code"] == "internal_error"
        again = visitors.at(other, anna).join(table)
        again.receive()
        assert again.ask("leave", "bye")["type"] == "ack"
        assert people_at(tmp_path, table) == [begun, begun, False]
        if begun:
            assert [seat["away"] for seat in visitors.at(other, anna).table(table)["table"]["seats"]] == ["left", "left", None]
