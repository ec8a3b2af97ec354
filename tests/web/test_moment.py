"""Moments of a finished match in a real browser: opened with all worths, tried again, and seen as they really were."""

import json
import random
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, expect
from support.browsing import PHONE, Visitor, clicks, keys
from support.seeing import faults
from support.serving import Client, Running

from lostcities import GAMES
from lostcities.games.compiler import jit_wanted

if not jit_wanted():
    pytest.skip("Numba is not there, or not wanted", allow_module_level=True)

NARROW = {"width": 360, "height": 640}
OPTIONS: dict[str, dict[str, Any]] = {"card": {"rounds": 1}, "board": {"rounds": 1}, "roll": {}}
ROWS = ".verdict li"
SIDEWAYS = "document.documentElement.scrollWidth > innerWidth"


class Played(NamedTuple):
    """A match against a bot, with its analysis."""

    id: str
    cookies: list[Any]
    decisions: list[dict[str, Any]]
    """The player's own decisions of the first round that count, the dearest first."""
    others: list[dict[str, Any]]
    """Those of the opponent."""

    @property
    def dearest(self) -> dict[str, Any]:
        return self.decisions[0]


@pytest.fixture(scope="module")
def played(server: Running) -> dict[str, Played]:
    return {game: play(server, game) for game in GAMES}


def play(server: Running, game: str) -> Played:
    client = Client(server.url)
    opened = client.open(game, seats=["me", "pip"], options=OPTIONS[game], name="Ann")
    client.join(opened, generous=True).dealt().play_out(random.Random(4))
    lines = client.http.get(f"/api/tables/{opened['id']}/journal", timeout=120).text.splitlines()
    cookies = [{"name": name, "value": value, "url": server.url} for name, value in client.http.cookies.items()]
    client.close()
    return Played(opened["id"], cookies, decisions_of(0, lines[-1]), decisions_of(1, lines[-1]))


def decisions_of(seat: int, report: str) -> list[dict[str, Any]]:
    made = json.loads(report)["report"]["rounds"][0]["decisions"]
    return sorted((one for one in made if one["seat"] == seat and one["counted"]), key=lambda one: -one["cost"])


@pytest.fixture
def visitors(browser: Browser, server: Running) -> Iterator[Any]:
    made: list[Visitor] = []

    def visit(match: Played, **options: Any) -> Visitor:
        made.append(Visitor(browser, server.url, **options))
        made[-1].context.add_cookies(match.cookies)
        made[-1].skip_guide()
        return made[-1]

    yield visit
    for visitor in made:
        visitor.close()


def show(visitor: Visitor, match: Played, move: int, again: bool = False) -> None:
    visitor.go(f"/journal/{match.id}?round=1&move={move}{'&try=1' if again else ''}")
    visitor.page.locator("main .table").wait_for()
    visitor.page.locator(ROWS if not again else ".verdict").first.wait_for()


def worths(visitor: Visitor) -> list[str]:
    return visitor.page.locator(f"{ROWS} bdi").all_inner_texts()


def view_of(visitor: Visitor, match: Played, move: int) -> dict[str, Any]:
    address = f"{visitor.url}/api/tables/{match.id}/journal/moment?round=1&move={move}"
    found: dict[str, Any] = visitor.page.request.get(address).json()
    return found


@pytest.mark.parametrize("game", GAMES)
def test_a_moment_shows_what_the_moves_were_worth(visitors: Any, played: dict[str, Played], game: str) -> None:
    visitor, made = visitors(played[game]), played[game].dearest
    show(visitor, played[game], made["move"])
    page = visitor.page
    expect(page.locator(".place .cost")).to_contain_text(f"−{made['cost']:.1f}")
    assert 2 <= page.locator(ROWS).count() <= 5
    expect(page.locator(f"{ROWS}.played bdi")).to_contain_text(f"{abs(played_worth(made)):.1f}")
    expect(page.locator(".table .best").first).to_be_visible()
    assert faults(page) == []


def played_worth(made: dict[str, Any]) -> float:
    return float(next(one["worth"] for one in made["candidates"] if one["move"] == made["played"]))


@pytest.mark.parametrize(("game", "how"), [("card", "keys"), ("board", "clicks"), ("roll", "keys")])
def test_trying_again_hides_the_worths_until_a_move_is_chosen(visitors: Any, played: dict[str, Played], game: str, how: str) -> None:
    visitor, made = visitors(played[game]), played[game].dearest
    show(visitor, played[game], made["move"], again=True)
    page, view = visitor.page, view_of(visitor, played[game], made["move"])["view"]
    expect(page.locator(".verdict h2")).to_have_text("Try again")
    expect(page.locator(".place .cost")).to_have_count(0)
    assert page.locator(ROWS).count() == page.locator(".table .best").count() == 0
    make = keys if how == "keys" else clicks
    make(page, view, made["best"])
    expect(page.locator(".verdict h2")).to_have_text("Well chosen")
    expect(page.locator(f"{ROWS}.chosen")).to_have_count(1)
    page.get_by_role("button", name="Choose again").click()
    assert page.locator(ROWS).count() == 0
    make(page, view, made["played"])
    expect(page.locator(".verdict h2")).to_have_text("The same again")
    expect(page.locator(".verdict p").first).to_contain_text(f"{made['cost']:.1f} points")


@pytest.mark.parametrize("game", GAMES)
def test_the_switch_shows_what_was_there_and_changes_no_worth(visitors: Any, played: dict[str, Played], game: str) -> None:
    visitor, made = visitors(played[game]), played[game].dearest
    show(visitor, played[game], made["move"])
    page, before = visitor.page, worths(visitor)
    found = view_of(visitor, played[game], made["move"])
    held = page.get_by_text("Pip holds") if game == "board" else page.locator("[aria-label^='Pip holds']")
    expect(held).to_have_count(0)
    page.get_by_role("button", name="What was there").click()
    if game == "roll":
        expect(page.locator(".unknown .number")).to_have_count(3 if len(found["setup"]["rolls"]) > found["view"]["turn"] + 1 else 0)
    else:
        expect(held).to_have_count(1)
        card = found["setup"]["deck"][-found["view"]["deck"]]
        coming = page.get_by_text("Next from the deck") if game == "card" else page.locator(".unknown .next .hidden")
        expect(coming).to_contain_text(card[1:].replace("*", "wager"))
    assert worths(visitor) == before
    page.get_by_role("button", name="What you could know").click()
    expect(held).to_have_count(0)


@pytest.mark.parametrize("game", GAMES)
def test_a_moment_of_another_player_speaks_of_them_by_name(visitors: Any, played: dict[str, Played], game: str) -> None:
    """Only what the reader did themselves, and their place at the table, is "You"."""
    visitor, match = visitors(played[game]), played[game]
    for made in (match.others[0], next(one for one in match.others if one["played"][0] in "+>.")):
        show(visitor, match, made["move"])
        said = visitor.page.locator("body").inner_text()
        assert "What Pip could know" in said
        assert not re.search(r"\byou\b|\byour\b|Your|YOU", said), said


def test_every_decision_can_be_opened_and_a_wrong_address_is_refused(visitors: Any, played: dict[str, Played]) -> None:
    match = played["card"]
    visitor = visitors(match)
    for made in (match.decisions[-1], match.decisions[len(match.decisions) // 2]):
        show(visitor, match, made["move"])
        expect(visitor.page.locator(".place h2")).to_contain_text(f"move {made['move']}")
    visitor.errors.clear()
    visitor.go(f"/journal/{match.id}?round=1&move=999")
    expect(visitor.page.get_by_text("has no move 999")).to_be_visible()
    visitor.allow("Failed to load resource")  # the browser itself reports the refusal


def test_moments_follow_each_other_and_lead_to_the_replay_and_back(visitors: Any, played: dict[str, Played]) -> None:
    match = played["card"]
    visitor = visitors(match)
    first, *_, last = sorted(match.decisions[:3], key=lambda made: made["move"])
    show(visitor, match, last["move"])
    page = visitor.page
    while page.get_by_role("link", name="Previous moment").count():
        page.get_by_role("link", name="Previous moment").click()
    expect(page.locator(".place h2")).to_contain_text(f"move {first['move']}")
    page.get_by_role("link", name="Replay from here").click()
    page.get_by_role("slider").wait_for()
    expect(page.locator(".worth.lost").first).to_be_visible()
    page.keyboard.press("ArrowRight")
    page.get_by_role("link", name="Open this moment").click()
    expect(page.locator(".place h2")).to_contain_text(f"move {first['move']}")


@pytest.mark.parametrize("game", GAMES)
def test_the_replay_tells_what_every_decision_and_event_was_worth(visitors: Any, played: dict[str, Played], game: str) -> None:
    match = played[game]
    visitor = visitors(match)
    lines = visitor.page.request.get(f"{visitor.url}/api/tables/{match.id}/journal").text().splitlines()
    [told] = json.loads(lines[-1])["report"]["rounds"]
    visitor.go(f"/replay/{match.id}?round=1&move=0")
    decisions = [made for made in told["decisions"] if made["candidates"]]
    turns = visitor.page.locator("ol > li")
    expect(turns.locator(".worth")).to_have_count(len(decisions) + len(told["chance"]))
    expect(turns.locator(".worth:not(.sun, .cloud)")).to_have_count(len(decisions))
    deal = told["chance"][0]["luck"][0]
    expect(turns.first.get_by_role("button")).to_have_accessible_name(re.compile(rf"The deal\. Luck .?{abs(deal):.1f}"))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("language", "scheme", "size"), [("fa", "dark", PHONE), ("de", "light", NARROW)])
def test_a_phone_shows_a_moment_without_scrolling_sideways(
    visitors: Any, played: dict[str, Played], game: str, language: str, scheme: str, size: dict[str, int]
) -> None:
    visitor = visitors(played[game], viewport=size, locale=language, color_scheme=scheme)
    show(visitor, played[game], played[game].dearest["move"])
    page = visitor.page
    assert not page.evaluate(SIDEWAYS)
    page.locator(".switch button").last.click()
    page.locator(".unknown").wait_for()
    assert not page.evaluate(SIDEWAYS)
    assert faults(page) == []


def test_a_small_desk_has_room_for_the_header(visitors: Any, played: dict[str, Played]) -> None:
    visitor = visitors(played["card"], viewport={"width": 1280, "height": 720}, locale="de")
    show(visitor, played["card"], played["card"].dearest["move"])
    boxes = [visitor.page.locator(place).bounding_box() for place in ("header .switch", "header .rest > a >> nth=0")]
    [switch, link] = [box for box in boxes if box]
    assert switch["x"] + switch["width"] <= link["x"]
