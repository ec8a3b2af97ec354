"""Link previews in messengers: the game in words and as a picture, and neither keys nor names."""

import re
import struct
from html import unescape
from typing import Any

import httpx
import pytest
from support.serving import Client, key_of, running

from lostcities import GAMES
from lostcities.text import ENGLISH

LARGEST = 120_000


def tags(answer: httpx.Response) -> dict[str, str]:
    assert answer.status_code == 200
    return {name: unescape(content) for name, content in re.findall(r'<meta property="([\w:]+)" content="([^"]*)" />', answer.text)}


def size(picture: bytes) -> tuple[int, int]:
    assert picture.startswith(b"\x89PNG")
    width, height = struct.unpack(">II", picture[16:24])
    return width, height


@pytest.mark.parametrize("game", GAMES)
def test_an_invitation_shows_its_game(client: Client, clients: Any, game: str) -> None:
    opened = client.open(game, seats=["me", "open"], name="Secret & Name")
    page = clients().http.get(f"/t/{opened['id']}")
    found = tags(page)
    assert found["og:title"].startswith("You’re invited: ")
    assert found["og:image"] == f"{client.url}/previews/{game}.png"
    for secret in (key_of(opened["join"]), key_of(opened["watch"]), "Secret"):
        assert secret not in page.text
    picture = clients().http.get(found["og:image"])
    assert (picture.headers["content-type"], size(picture.content)) == ("image/png", (1200, 630))
    assert size(picture.content) == (int(found["og:image:width"]), int(found["og:image:height"]))
    assert len(picture.content) < LARGEST


def test_an_invitation_speaks_the_language_of_those_who_invite(client: Client, clients: Any) -> None:
    client.http.put("/api/me", json={"language": "pl"})
    opened = client.open(seats=["me", "open"])
    assert tags(clients().http.get(f"/t/{opened['id']}"))["og:title"] == "Zaproszenie do gry: Gra karciana"


def test_a_table_without_a_free_seat_invites_nobody(client: Client) -> None:
    opened = client.open(seats=["me", "pip"])
    assert tags(client.http.get(f"/t/{opened['id']}"))["og:title"] == "The Card Game – Expeditions"
    assert tags(client.http.get(f"/replay/{opened['id']}"))["og:image"].endswith("/card.png")


@pytest.mark.parametrize(
    "path",
    ["/", "/me", "/t/none-there", "/t/" + "x" * 99, "/learn/chess", "/daily/2026-11-31/card", "/daily/2026-11-16/chess", "/puzzles/chess"],
)
def test_every_other_page_shows_the_three_games(client: Client, path: str) -> None:
    found = tags(client.http.get(path))
    assert (found["og:title"], found["og:image"]) == ("Expeditions", f"{client.url}/previews/home.png")
    assert len(client.http.get(found["og:image"]).content) < LARGEST


@pytest.mark.parametrize(
    ("path", "title"), [("/learn/board", "The Board Game – Learn the rules"), ("/learn/roll/lesson", "Roll & Write – First lesson")]
)
def test_a_link_to_rules_and_lessons_shows_the_game(client: Client, path: str, title: str) -> None:
    found = tags(client.http.get(path))
    assert (found["og:title"], found["og:image"]) == (title, f"{client.url}/previews/{path.split('/')[2]}.png")


@pytest.mark.parametrize("game", GAMES)
def test_a_link_to_a_deal_names_its_game_and_day(client: Client, game: str) -> None:
    """Its picture is of the game, and still in mist: nothing of the deal is known yet."""
    found = tags(client.http.get(f"/daily/2026-11-16/{game}"))
    assert found["og:title"] == f"{ENGLISH(f'page.game.{game}')} – Expedition of 16 November 2026"
    assert found["og:description"].startswith("The same deal for everyone")
    assert found["og:image"] == f"{client.url}/previews/daily-{game}.png"
    picture = client.http.get(found["og:image"])
    assert size(picture.content) == (1200, 630)
    assert len(picture.content) < LARGEST


@pytest.mark.parametrize(
    ("language", "day"),
    [
        ("de", "Das Kartenspiel – Expedition vom 16. November 2026"),
        ("fr", "Le jeu de cartes – Expédition du 16 novembre 2026"),
        ("pl", "Gra karciana – Ekspedycja z 16 listopada 2026"),
        ("ru", "Карточная игра – Экспедиция 16 ноября 2026 г."),
        ("fa", "بازی کارتی – اکتشاف ۲۵ آبان ۱۴۰۵"),
    ],
)
def test_the_day_of_a_link_is_written_as_people_write_it(clients: Any, language: str, day: str) -> None:
    title = tags(clients(**{"accept-language": language}).http.get("/daily/2026-11-16/card"))["og:title"]
    assert " ".join(title.split()) == day, "some spaces are narrow"


def test_a_link_to_all_deals_of_a_day_shows_them(client: Client) -> None:
    for path, title in (("/daily", "Today’s expedition"), ("/daily/2026-11-16", "Expedition of 16 November 2026")):
        found = tags(client.http.get(path))
        assert (found["og:title"], found["og:image"]) == (title, f"{client.url}/previews/daily.png")
    assert size(client.http.get("/previews/daily.png").content) == (1200, 630)


def test_a_link_to_puzzles_shows_their_game(client: Client) -> None:
    for path in ("/puzzles/card", "/puzzles/card/card-00001"):
        found = tags(client.http.get(path))
        assert (found["og:title"], found["og:description"]) == ("The Card Game – Puzzles", "What is the best move?")
        assert found["og:image"] == f"{client.url}/previews/card.png"
    assert tags(client.http.get("/puzzles"))["og:title"] == "Puzzles"


def test_the_picture_has_the_address_that_others_see(tmp_path_factory: pytest.TempPathFactory) -> None:
    with running(tmp_path_factory.mktemp("public"), public_url="https://games.example.org") as server:
        answer = httpx.get(f"{server.url}/", headers={"host": "games.example.org"})
        assert tags(answer)["og:image"] == "https://games.example.org/previews/home.png"


def test_a_page_that_has_not_changed_is_not_sent_again(client: Client) -> None:
    opened = client.open(seats=["me", "open"])
    first = client.http.get(f"/t/{opened['id']}")
    again = client.http.get(f"/t/{opened['id']}", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert client.http.get("/", headers={"if-none-match": first.headers["etag"]}).status_code == 200


def test_the_page_is_shown_where_the_database_fails(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    from sqlalchemy.exc import OperationalError

    from lostcities.server.http import pages

    async def fails(*_: object) -> None:
        raise OperationalError("", {}, Exception("gone"))

    opened = client.open(seats=["me", "open"])
    monkeypatch.setattr(pages, "shared_table", fails)
    assert tags(client.http.get(f"/t/{opened['id']}"))["og:title"] == "Expeditions"
