"""What happens when a table is damaged, or something else writes to the database: the other tables do not suffer."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from support.databases import add_event, ask, on_each_engine
from support.serving import Client, Running, running

pytestmark = on_each_engine


def test_a_wrong_entry_is_no_failure_of_the_database(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        client = Client(server.url)
        opened = client.open(seats=["me", "here"])
        table = client.join(opened).dealt().my_turn()
        add_event(tmp_path, opened["id"], table.version + 9, key="0/x")
        table.send(type="move", id="x", version=table.version, move=table.legal[0])
        assert table.closed() == 1011
        assert client.http.get("/healthz").status_code == 200
        client.close()


DAMAGE = {
    "header": "UPDATE tables SET header = '{' WHERE id = :table",
    "game": """UPDATE tables SET header = replace(header, '"card"', '"chess"') WHERE id = :table""",
    "body": "UPDATE events SET body = '{' WHERE version = 2 AND table_id = :table",
    "move": """UPDATE events SET body = '{"move": "Z9"}' WHERE what = 'move' AND table_id = :table""",
    "gap": "DELETE FROM events WHERE version = 2 AND table_id = :table",
    "what": "UPDATE events SET what = 'nothing' WHERE version = 2 AND table_id = :table",
}


@dataclass
class Host:
    """A server restarted after some of its tables were damaged."""

    server: Running
    client: Client
    good: dict[str, Any]
    bad: dict[str, dict[str, Any]]


@pytest.fixture(scope="module")
def host(engine: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    folder = tmp_path_factory.mktemp(f"host-{engine}")
    with running(folder) as server, closing(Client(server.url)) as client:
        good = client.open(seats=["me", "open"], listed=True)
        bad = {damage: client.open(seats=["me", "bruno"], listed=True) for damage in DAMAGE}
        for opened in bad.values():
            table = client.join(opened).dealt().my_turn()
            table.move(table.legal[-1])
        cookies = dict(client.http.cookies)
    for damage, opened in bad.items():
        ask(folder, DAMAGE[damage], table=opened["id"])
    with running(folder) as server, closing(Client(server.url)) as client:
        client.http.cookies.update(cookies)
        yield Host(server, client, good, bad)


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_table_says_so(host: Host, damage: str) -> None:
    client, bad = host.client, host.bad[damage]
    for path in ("", "/record", "/replay"):
        answer = client.http.get(f"/api/tables/{bad['id']}{path}")
        assert (answer.status_code, answer.json()["code"]) == (500, "table_damaged")
    late = client.join(bad)
    assert late.receive()["code"] == "table_damaged"
    assert late.closed() == 4500


def test_the_others_do_not_suffer_from_damaged_tables(host: Host) -> None:
    client = host.client
    assert client.table(host.good)["version"] == 0
    mine = {line["id"]: line["your_turn"] for line in client.http.get("/api/me").json()["tables"]}
    assert mine == dict.fromkeys([host.good["id"], *(opened["id"] for opened in host.bad.values())], False)
    listed = client.http.get("/api/tables").json()
    assert [line["id"] for line in listed["open"]] == [host.good["id"]]
    assert host.bad["header"]["id"] not in [line["id"] for line in listed["playing"]]
    assert client.http.delete("/api/me").status_code == 204
