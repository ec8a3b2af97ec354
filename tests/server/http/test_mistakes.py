"""One's own mistakes: what journals say of one's own seat, for nobody else."""

import json
import sqlite3
import zlib
from contextlib import closing
from typing import Any

from support.forms import Played, add_matches
from support.serving import Client, Running

NOW = 1_790_000_000_000


def person(clients: Any, name: str) -> Client:
    found: Client = clients()
    assert found.http.put("/api/me", json={"name": name}).status_code == 200
    return found


def mistakes(client: Client, game: str = "card") -> list[dict[str, Any]]:
    found = client.http.get("/api/me/mistakes", params={"game": game}).json()
    assert found["game"] == game
    return list(found["mistakes"])


def decision(move: int, seat: int, label: str | None, cost: float = 5.0) -> dict[str, Any]:
    return {"move": move, "seat": seat, "label": label, "cost": cost, "played": "Y7"}


def judge(server: Running, table: str, *decisions: dict[str, Any]) -> None:
    """Let a stored journal have some decisions of its second round."""
    rounds = [{"round": 1, "decisions": []}, {"round": 2, "decisions": list(decisions)}]
    keep(server, table, zlib.compress(json.dumps({"what": "report", "report": {"seats": [], "rounds": rounds}}).encode() + b"\n"))


def keep(server: Running, table: str, body: bytes) -> None:
    assert server.settings.data
    with closing(sqlite3.connect(server.settings.data / "tables.db", timeout=30)) as connection, connection:
        connection.execute("UPDATE journals SET body = ? WHERE table_id = ?", (body, table))


def test_they_are_the_mistakes_and_blunders_of_ones_own_seat(clients: Any, server: Running) -> None:
    anna, ben = person(clients, "Anna"), person(clients, "Ben")
    assert server.settings.data
    add_matches(server.settings.data, "Anna", Played("one", NOW, cost=9.0), Played("two", NOW + 1, cost=9.0), Played("none", NOW + 2))
    judge(server, "one", decision(4, 0, "blunder", 9.5), decision(5, 1, "blunder"), decision(8, 0, "inaccuracy"))
    judge(server, "two", decision(2, 0, "mistake"), decision(6, 0, None))
    found = mistakes(anna)
    assert [(each["table"], each["move"], each["label"]) for each in found] == [("two", 2, "mistake"), ("one", 4, "blunder")]
    assert found[1] == {"table": "one", "finished": NOW, "round": 2, "move": 4, "cost": 9.5, "label": "blunder"}
    assert (mistakes(anna, "board"), mistakes(ben), mistakes(clients())) == ([], [], [])


def test_a_table_where_one_played_against_oneself_does_not_count(clients: Any, server: Running) -> None:
    clara = person(clients, "Clara")
    assert server.settings.data
    add_matches(server.settings.data, "Clara", Played("both", NOW, cost=9.0))
    judge(server, "both", decision(4, 0, "blunder"))
    assert len(mistakes(clara)) == 1
    with closing(sqlite3.connect(server.settings.data / "tables.db", timeout=30)) as connection, connection:
        connection.execute("UPDATE seats SET person = (SELECT id FROM people WHERE name = 'Clara') WHERE table_id = 'both'")
    assert mistakes(clara) == []


def test_a_damaged_journal_is_left_out(clients: Any, server: Running) -> None:
    dora = person(clients, "Dora")
    assert server.settings.data
    add_matches(
        server.settings.data, "Dora", Played("good", NOW, cost=9.0), Played("torn", NOW + 1, cost=9.0), Played("odd", NOW + 2, cost=9.0)
    )
    judge(server, "good", decision(4, 0, "blunder"))
    keep(server, "torn", b"torn")
    keep(server, "odd", zlib.compress(b"[]"))
    assert [each["table"] for each in mistakes(dora)] == ["good"]


def test_a_game_that_does_not_exist_is_refused(clients: Any) -> None:
    assert clients().http.get("/api/me/mistakes", params={"game": "chess"}).status_code == 400
