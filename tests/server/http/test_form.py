"""Your form: one's own finished matches with what their journals say about one's own seat, for nobody else, and gone with one's data."""

import json
import random
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from support.forms import DAY, Played, add_matches
from support.serving import Client, Running, running

from lostcities.bots.critics.critic import critic_name
from lostcities.games.compiler import jit_wanted
from lostcities.games.registry import game

NOW = 1_790_000_000_000
CRITIC = critic_name(game("card"))


def person(client: Client, name: str) -> Client:
    assert client.http.put("/api/me", json={"name": name}).status_code == 200
    return client


def form(client: Client, game: str = "card") -> dict[str, Any]:
    answer = client.http.get("/api/me/form", params={"game": game})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def folder(server: Running) -> Path:
    found = server.settings.data
    assert found
    return found


def test_a_form_has_ones_own_matches_and_figures_only(clients: Any, server: Running) -> None:
    anna, ben = person(clients(), "Anna"), person(clients(), "Ben")
    one = Played("one", NOW, (50, 40), cost=30.0, counted=60, ci95=0.12, luck=4.5, critic=CRITIC)
    two = Played("two", NOW + DAY, (10, 10), others=("odile",))
    add_matches(folder(server), "Anna", one, two, Played("sea", NOW, game="board", points=(9, 7, 3), others=("pip", "nell")))
    add_matches(folder(server), "Ben", Played("other", NOW))
    later, first = form(anna)["matches"]
    assert (later["id"], first["id"]) == ("two", "one")
    assert (later["judged"], later["share"], later["rounds"], later["analysable"]) == (None, 0.5, 3, True)
    assert (first["seats"], first["you"], first["points"], first["share"]) == (["Anna", "bruno"], 0, [50, 40], 1.0)
    own = {"cost": 30.0, "counted": 60, "cost_per_decision": 0.5, "ci95": 0.12, "luck": 4.5, "critic": CRITIC, "current": True}
    assert first["judged"] == own
    assert [match["id"] for match in form(anna, "board")["matches"]] == ["sea"]
    assert [match["id"] for match in form(ben)["matches"]] == ["other"]
    assert form(clients()) == {"game": "card", "matches": [], "lately": None}
    assert anna.http.get("/api/me/form", params={"game": "chess"}).status_code == 400


def test_the_last_ten_say_whom_one_plays_like(clients: Any, server: Running) -> None:
    """A match in which a bot helped says nothing about one's own play; an earlier critic's opinion still counts, and can be told apart."""
    client = person(clients(), "Clara")
    early = [Played(f"c{number}", NOW + number * DAY, cost=600.0, critic="card-critic-0") for number in range(5)]
    late = [Played(f"d{number}", NOW + (10 + number) * DAY, cost=36.0, counted=60, ci95=0.1, critic=CRITIC) for number in range(9)]
    helped = Played("helped", NOW + 30 * DAY, cost=600.0, helped=True, critic=CRITIC)
    add_matches(folder(server), "Clara", *early, *late, helped)
    found = form(client)
    assert [match["judged"]["current"] for match in found["matches"]] == [True] * 10 + [False] * 5
    lately = found["lately"]
    assert (lately["matches"], lately["counted"]) == (10, 600)
    assert lately["cost_per_decision"] == pytest.approx((9 * 36 + 600) / 600, abs=0.001)
    assert lately["ci95"] == pytest.approx(0.1 / 10**0.5, abs=0.001)
    scale = list(lately["scale"])
    assert lately["plays_like"] == [name for name in scale if name in lately["plays_like"]] != []


def test_a_table_that_was_not_measured_is_not_compared(clients: Any, server: Running) -> None:
    """Decisions cost several times as much there. Such matches count only where there are no others."""
    client = person(clients(), "Berta")
    usual, small = (Played(name, NOW, cost=60.0, ci95=0.1, critic=CRITIC) for name in ("usual", "small"))
    small = small._replace(cost=480.0, options={"size": "mini"})
    add_matches(folder(server), "Berta", small)
    lately = form(client)["lately"]
    assert (lately["cost_per_decision"], lately["plays_like"], lately["scale"]) == (8.0, [], None)
    add_matches(folder(server), "Berta", usual)
    lately = form(client)["lately"]
    assert (lately["matches"], lately["counted"], lately["cost_per_decision"]) == (1, 60, 1.0)
    assert lately["plays_like"]


def test_several_seats_at_one_device_are_not_ones_own_match(clients: Any, server: Running) -> None:
    client = person(clients(), "Dora")
    add_matches(folder(server), "Dora", Played("both", NOW, cost=1.0))
    with closing(sqlite3.connect(folder(server) / "tables.db")) as connection, connection:
        connection.execute("UPDATE seats SET bot = NULL, person = (SELECT id FROM people WHERE name = 'Dora') WHERE table_id = 'both'")
    assert form(client)["matches"] == []


def test_a_match_with_a_round_ended_by_agreement_has_no_journal(clients: Any, server: Running) -> None:
    """Neither the form nor the list of one's own games may offer one."""
    client = person(clients(), "Gerda")
    add_matches(folder(server), "Gerda", Played("whole", NOW), Played("agreed", NOW + DAY))
    with closing(sqlite3.connect(folder(server) / "tables.db")) as connection, connection:
        connection.execute("INSERT INTO events (table_id, version, at, what, body) VALUES ('agreed', 0, 0, 'end_round', '{}')")
    wanted = {"whole": True, "agreed": False}
    assert {match["id"]: match["analysable"] for match in form(client)["matches"]} == wanted
    assert {table["id"]: table["analysable"] for table in client.http.get("/api/me").json()["tables"]} == wanted


def test_only_the_last_two_hundred_are_told(clients: Any, server: Running) -> None:
    client = person(clients(), "Eva")
    add_matches(folder(server), "Eva", *(Played(f"e{number}", NOW + number) for number in range(203)))
    found = [match["id"] for match in form(client)["matches"]]
    assert (found[0], found[-1], len(found)) == ("e202", "e3", 200)


def test_whoever_deletes_their_data_has_no_form(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        client = person(Client(server.url), "Anna")
        cookies = dict(client.http.cookies)
        add_matches(tmp_path, "Anna", Played("one", NOW, cost=30.0))
        assert len(form(client)["matches"]) == 1
        assert client.http.delete("/api/me").status_code == 204
        client.http.cookies.update(cookies)
        assert form(client) == {"game": "card", "matches": [], "lately": None}
        client.close()


@pytest.mark.skipif(not jit_wanted(), reason="Numba is not there, or not wanted")
def test_a_journal_leaves_its_figures_and_no_name(client: Client, clients: Any) -> None:
    """The figures are those of the report, the names those that the players have now."""
    opened = client.open("card", options={"size": "mini", "rounds": 1}, seats=["me", "pip"], name="Frida")
    client.join(opened).dealt().play_out(random.Random(1))
    [before] = form(client)["matches"]
    path, watch = f"/api/tables/{opened['id']}/journal", {"key": opened["watch"].partition("=")[2]}
    report = json_lines(client.http.get(path, timeout=120).text)[-1]["report"]
    [after] = form(client)["matches"]
    assert (before["judged"], before["rounds"]) == (None, 1)
    own = report["seats"][0]
    assert {name: after["judged"][name] for name in ("cost", "counted", "ci95", "luck")} == {
        name: own[name] for name in ("cost", "counted", "ci95", "luck")
    }
    assert json_lines(client.http.get(path).text)[-1] == {"what": "report", "report": report}
    assert "Frida" in report["players"]
    client.http.delete("/api/me")
    again = json_lines(clients().http.get(path, params=watch).text)[-1]["report"]
    assert again == report | {"players": ["Player", "pip"]}


def json_lines(text: str) -> list[Any]:
    return [json.loads(line) for line in text.splitlines()]
