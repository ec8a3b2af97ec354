"""Fair shuffles on the page in a real browser: it commits, reveals and checks, and says so when a server cheats."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Route, WebSocketRoute
from support.browsing import INSECURE, PHONE, Visitor
from support.matches import SOAK
from support.serving import Client, Running, key_of, running

from lostcities import GAMES
from lostcities.records.proof import verify

SHORT: dict[str, dict[str, int]] = {"card": {"rounds": 1}, "board": {"rounds": 1}, "roll": {}}
if not SOAK:
    SHORT = {game: {"max_turns": 12, **options} if options else {} for game, options in SHORT.items()}
PROVEN = "Fair deal: nobody could have chosen it, not even the host and all the other players together."
BROKEN = "Warning: this is not the deal that was promised!"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server that waits until a browser has loaded the page and has committed."""
    with running(tmp_path_factory.mktemp("server"), first_wait=60.0, next_wait=60.0) as found:
        yield found


@pytest.fixture
def visitor(browser: Browser, server: Running) -> Iterator[Visitor]:
    found = Visitor(browser, server.url)
    yield found
    found.close()


def finish(visitor: Visitor, game: str, **fields: Any) -> str:
    id = visitor.open(game, options=SHORT[game], seats=["me", "thumb"], **fields)
    visitor.play_out(id, "keys")
    return id


def check(visitor: Visitor, says: str) -> list[str]:
    """Press the button; return the findings one by one."""
    visitor.page.get_by_role("button", name="Check fairness").click()
    visitor.page.get_by_role("heading", name=says).wait_for()
    return [text.replace("\n", " ") for text in visitor.page.locator(".verdict li").all_inner_texts()]


@pytest.mark.parametrize("game", GAMES)
def test_the_page_makes_the_shuffle_again_and_finds_what_it_saw(visitor: Visitor, game: str) -> None:
    id = finish(visitor, game)
    found = check(visitor, PROVEN)
    assert [line[0] for line in found] == ["✓"] * 4
    record = visitor.page.request.get(f"{visitor.url}/api/tables/{id}/record").json()
    assert [verdict.contributors for verdict in verify(record)] == [(0,)]


def test_what_was_seen_outlives_a_reload(visitor: Visitor) -> None:
    id = visitor.open("card", options=SHORT["card"], seats=["me", "thumb"])
    visitor.wait_for_turn(id)
    visitor.page.reload()
    visitor.play_out(id, "keys")
    visitor.page.reload()
    visitor.page.get_by_role("button", name="Rematch").wait_for()
    assert len(check(visitor, PROVEN)) == 4


def test_every_round_can_be_checked_when_it_is_over(visitor: Visitor) -> None:
    id = visitor.open("card", options={"rounds": 2, "size": "mini"}, seats=["me", "thumb"])
    play_round(visitor, id, 1)
    visitor.page.get_by_role("heading", name="Round 1 is over").wait_for()
    assert len(check(visitor, PROVEN)) == 4
    visitor.page.get_by_role("button", name="Continue", exact=True).click()
    play_round(visitor, id, 2)
    visitor.page.get_by_role("button", name="Rematch").wait_for()
    assert len(check(visitor, PROVEN)) == 4


def play_round(visitor: Visitor, id: str, number: int) -> None:
    """Play until this many rounds are over."""
    while True:
        shown = visitor.table(id)
        view = shown["view"]
        if view and len(view["scores"]) >= number:
            return
        if view and view.get("legal"):
            visitor.make(view, "+" if "+" in view["legal"] else view["legal"][0], "keys", shown["version"])


def test_a_page_that_came_without_https_plays_copies_and_checks(browser: Browser, tmp_path: Any) -> None:
    with running(tmp_path, first_wait=60.0, allow_hosts=(INSECURE,)) as server:
        visitor = Visitor(browser, server.url.replace("127.0.0.1", INSECURE), viewport=PHONE, has_touch=True, is_mobile=True)
        id = visitor.open("card", options=SHORT["card"], seats=["me", "thumb"])
        assert visitor.page.evaluate("[isSecureContext, typeof crypto.subtle]") == [False, "undefined"]
        visitor.wait_for_turn(id)
        visitor.page.keyboard.press("?")
        visitor.page.get_by_role("button", name="Copy spectator link").click()
        visitor.page.get_by_role("button", name="Copied").wait_for()
        assert "#watch=" in visitor.page.evaluate("getSelection().toString()")
        visitor.page.keyboard.press("Escape")
        visitor.play_out(id, "keys")
        check(visitor, PROVEN)
        visitor.errors.clear()  # browsers warn that a header has no effect without https
        visitor.close()


def tampering(change: Callable[[Any], object]) -> Callable[[Route], None]:
    """A server that changes a record."""

    def answer(route: Route) -> None:
        record = route.fetch().json()
        change(record)
        route.fulfill(json=record)

    return answer


def swap(record: Any) -> None:
    deck = record["rounds"][0]["setup"]["deck"]
    deck[0], deck[1] = deck[1], deck[0]


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        (swap, ["The deal in the record is a different one."]),
        (
            lambda record: record["rounds"][0]["fair"].update(seats={}),
            [
                "Your browser’s randomness was changed or left out.",
                "The record contains contributions that weren’t locked in before the round, or that come from a bot.",
                "Shuffling again in this browser gives different cards from those you saw.",
                "The deal in the record is a different one.",
            ],
        ),
    ],
)
def test_a_record_that_was_changed_is_found_out(visitor: Visitor, change: Callable[[Any], object], wrong: list[str]) -> None:
    id = finish(visitor, "card")
    visitor.page.route(f"**/api/tables/{id}/record", tampering(change))
    assert [line[2:] for line in check(visitor, BROKEN) if line[0] == "✗"] == wrong


def test_bytes_are_not_told_to_a_server_that_changes_the_commitment(browser: Browser, server: Running) -> None:
    visitor = Visitor(browser, server.url)
    asked: list[str] = []

    def between(route: WebSocketRoute) -> None:
        real = route.connect_to_server()
        route.on_message(lambda text: (asked.append(json.loads(text)["type"]), real.send(text)))
        real.on_message(lambda text: route.send(lie(str(text))))

    def lie(text: str) -> str:
        message = json.loads(text)
        if (message.get("table") or {}).get("commitments"):
            message["table"]["commitments"]["0"] = "ee" * 32
        return json.dumps(message)

    visitor.page.route_web_socket("**/live", between)
    visitor.open("card", seats=["me", "thumb"])
    visitor.page.get_by_text("Your part in this shuffle was changed").wait_for()
    visitor.page.get_by_text("The shuffle was restarted").wait_for()  # the server waited for the bytes in vain
    assert "commit" in asked
    assert "reveal" not in asked
    visitor.close()


def test_whoever_does_not_reveal_is_named_and_the_others_commit_again(browser: Browser, server: Running) -> None:
    visitor, guest = Visitor(browser, server.url), Client(server.url)
    id = visitor.open("card", seats=["me", "open"], options={"rounds": 1}, name="Ann")
    visitor.page.locator(".link bdi").wait_for()
    guest.http.post(f"/api/tables/{id}/seats", json={"key": key_of(visitor.page.locator(".link bdi").inner_text()), "name": "Ben"})
    socket = guest.join(id)
    socket.until(lambda _: socket.table.get("commitment"))
    assert socket.ask("commit", round=1, commitment="ab" * 32)["type"] == "ack"
    visitor.page.get_by_text("The shuffle was restarted: Ben didn’t reveal their part in time.").wait_for()
    deal = socket.until_type("event", what="deal")
    assert list(deal["seats"]) == ["0"]
    guest.close()
    visitor.close()
