"""A person's name and face: chosen once, the same for everyone at every table, and deleted with the person."""

import random
from typing import Any

from support.databases import on_each_engine_in_soak
from support.serving import Client, key_of

from lostcities.server.messages import FACES

pytestmark = on_each_engine_in_soak


def faces(client: Client, opened: dict[str, Any]) -> list[str | None]:
    return [seat["face"] for seat in client.table(opened)["table"]["seats"]]


def test_a_chosen_face_is_kept_and_everybody_sees_it(client: Client, clients: Any) -> None:
    assert client.http.put("/api/me", json={"face": "mei"}).json()["face"] == "mei"
    assert client.http.get("/api/me").json()["face"] == "mei"
    opened = client.open(seats=["me", "open"])
    ben = clients()
    ben.http.put("/api/me", json={"name": "Ben", "face": "mei"})  # two may look alike: their names differ
    ben.sit(opened)
    assert faces(client, opened) == faces(ben, opened) == ["mei", "mei"]
    watching = clients().table(opened, key=key_of(opened["watch"]))
    assert [seat["face"] for seat in watching["table"]["seats"]] == ["mei", "mei"]


def test_a_face_that_nobody_can_draw_is_refused(client: Client) -> None:
    assert client.http.put("/api/me", json={"face": "magnus"}).status_code == 400
    assert client.http.get("/api/me").json()["face"] is None


def test_whoever_chose_none_is_given_one_that_is_free_and_keeps_it(client: Client, clients: Any) -> None:
    opened, ben = client.open("board", seats=["me", "open", "bruno"]), clients()
    assert faces(client, opened) == [FACES[0], None, None]
    ben.sit(opened)
    assert faces(client, opened) == [FACES[0], FACES[1], None]
    assert ben.http.get("/api/me").json()["face"] == FACES[1]
    late = clients()
    late.http.put("/api/me", json={"language": "de"})  # a person by now, but without a face
    late.open(seats=["me", "pip"])
    assert late.http.get("/api/me").json()["face"] == FACES[0]


def test_people_at_one_device_have_faces_of_their_own(client: Client) -> None:
    client.http.put("/api/me", json={"face": FACES[1]})
    opened = client.open("roll", seats=["me", "here", "pip", "here"])
    assert faces(client, opened) == [FACES[1], FACES[0], None, FACES[2]]


def test_a_new_name_and_face_are_seen_at_tables_that_are_not_over(client: Client) -> None:
    over = client.open(seats=["me", "pip"], options={"size": "mini", "rounds": 1})
    client.join(over).dealt().play_out(random.Random(1))
    opened = client.open(seats=["me", "open"])
    shared = client.open(seats=["me", "here"], name="Anna", here=["Bea"])
    table = client.join(opened)
    client.http.put("/api/me", json={"name": "Lena", "face": "otto"})
    table.until(lambda message: message["type"] == "table" and message["table"]["seats"][0]["name"] == "Lena")
    assert faces(client, opened) == ["otto", None]
    assert faces(client, over) == [FACES[0], None]
    assert [seat["name"] for seat in client.table(shared)["table"]["seats"]] == ["Lena", "Bea"]
    listed = {table["id"]: table for table in client.http.get("/api/me").json()["tables"]}
    assert listed[opened["id"]]["faces"] == ["otto", None]
    assert listed[opened["id"]]["seats"] == ["Lena", None]
    assert listed[shared["id"]]["faces"] == ["otto", FACES[1]]
    assert listed[over["id"]]["faces"] == [FACES[0], "pip"]


def test_what_was_changed_is_there_after_a_table_was_read_again(client: Client, server: Any) -> None:
    opened = client.open(seats=["me", "open"])
    server.services.registry.rooms.pop(opened["id"])  # as if it had been idle for long
    client.http.put("/api/me", json={"name": "Lena", "face": "otto"})
    seat = client.table(opened)["table"]["seats"][0]
    assert (seat["name"], seat["face"]) == ("Lena", "otto")


def test_a_replay_knows_the_faces_and_who_asks(client: Client, clients: Any) -> None:
    client.http.put("/api/me", json={"face": "kofi"})
    opened = client.open(seats=["me", "pip"], options={"size": "mini", "rounds": 1})
    client.join(opened).dealt().play_out(random.Random(1))
    own = client.http.get(f"/api/tables/{opened['id']}/replay").json()
    assert (own["faces"], own["you"]) == (["kofi", "pip"], [0])
    other = clients().http.get(f"/api/tables/{opened['id']}/replay", params={"key": key_of(opened["watch"])}).json()
    assert (other["faces"], other["you"]) == (["kofi", "pip"], [])
    assert "kofi" not in client.http.get(f"/api/tables/{opened['id']}/record").text


def test_forgetting_takes_the_face_off_every_seat(client: Client, clients: Any) -> None:
    client.http.put("/api/me", json={"face": "noor"})
    over = client.open(seats=["me", "pip"], options={"size": "mini", "rounds": 1})
    client.join(over).dealt().play_out(random.Random(1))
    opened, ben = client.open(seats=["me", "open"]), clients()
    ben.sit(opened)
    client.http.delete("/api/me")
    assert faces(ben, opened)[0] is None
    watching = clients().table(over, key=key_of(over["watch"]))
    assert watching["table"]["seats"][0]["face"] is None


# -- the state of your games, and links --


def test_ones_own_games_say_how_they_stand(client: Client) -> None:
    going = client.open(seats=["me", "here"], options={"rounds": 2})
    table = client.join(going).dealt()
    table.move(table.legal[0], seat=table.view["to_move"])
    [mine] = client.http.get("/api/me").json()["tables"]
    view = client.table(going)["view"]
    assert (mine["round"], mine["rounds"], mine["standing"]) == (1, 2, view["live"])
    waiting = client.open("roll", seats=["me", "open"])
    found = {line["id"]: line for line in client.http.get("/api/me").json()["tables"]}[waiting["id"]]
    assert (found["round"], found["rounds"], found["standing"]) == (None, None, None)


def test_a_used_invitation_leads_to_watching_and_shows_no_position(client: Client, clients: Any) -> None:
    opened, ben, late = client.open(seats=["me", "open"]), clients(), clients()
    assert late.table(opened, key=key_of(opened["join"]))["table"]["links"] is None
    ben.sit(opened)
    shown = late.table(opened, key=key_of(opened["join"]))
    assert shown["view"] is None
    assert shown["table"]["links"] == {"join": None, "watch": opened["watch"]}
    client.join(opened).dealt()
    assert late.table(opened, key=key_of(shown["table"]["links"]["watch"]))["view"]["seat"] is None


def test_a_table_against_bots_has_its_commitment_when_it_is_opened(client: Client) -> None:
    """So that a client can commit with its first message."""
    opened = client.open(seats=["me", "pip"])
    assert opened["table"]["commitment"]
    assert client.join(opened).receive()["table"]["commitment"] == opened["table"]["commitment"]
