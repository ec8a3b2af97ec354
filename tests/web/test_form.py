"""Your form on the page, in a real browser: the words, the picture and its keys, matches without a journal, and hardly any matches."""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Route, expect
from support.browsing import DESK, PHONE, Visitor
from support.forms import DAY, Played, add_matches
from support.seeing import OVERLAPPING, SETTLED, faults
from support.serving import Client, Running

from lostcities.bots.critics.critic import critic_name
from lostcities.games.compiler import jit_wanted
from lostcities.games.registry import game

NOW = 1_790_000_000_000
CRITIC = critic_name(game("card"))
SMALLEST = {"width": 360, "height": 740}
LOOKS = (("en", "light", DESK), ("fa", "dark", PHONE), ("de", "light", SMALLEST), ("ru", "dark", SMALLEST))


def career(prefix: str, count: int = 14) -> list[Played]:
    """Matches of somebody who gets better, with a luck that comes and goes; an earlier critic judged the first."""
    rng = random.Random(2)
    luck = [18.0 if number % 2 else -16.0 for number in range(count)]
    return [
        Played(
            f"{prefix}{number}",
            NOW + number * DAY,
            (rng.randint(20, 90), rng.randint(20, 90)),
            (("bruno", "odile", "pip")[number % 3],),
            cost=60 * (1.2 - number / 20),
            luck=luck[number],
            critic=CRITIC if number else "card-critic-0",
        )
        for number in range(count)
    ]


People = Any


@pytest.fixture
def people(browser: Browser, server: Running) -> Iterator[People]:
    """Make visitors with a name and finished matches, on their page of results."""
    made: list[Visitor] = []

    def new(name: str, *matches: Played, client: Client | None = None, **options: Any) -> Visitor:
        someone = client or Client(server.url)
        someone.http.put("/api/me", json={"name": name, "face": "mei"})
        add_matches(data_of(server), name, *matches)
        made.append(Visitor(browser, server.url, **options))
        made[-1].context.add_cookies([{"name": key, "value": value, "url": server.url} for key, value in someone.http.cookies.items()])
        if not client:
            someone.close()
        made[-1].go("/me")
        return made[-1]

    yield new
    for visitor in made:
        visitor.close()


def data_of(server: Running) -> Path:
    assert server.settings.data
    return server.settings.data


def isolated(figure: str) -> str:
    """Return a figure between the marks that keep its direction."""
    return f"\u2066{figure}\u2069"


def form(visitor: Visitor, game: str = "card") -> Locator:
    return visitor.page.locator(f"[data-form={game}]")


@pytest.mark.parametrize(("language", "theme", "size"), LOOKS, ids=lambda one: one if isinstance(one, str) else "")
def test_a_form_fits_and_axe_finds_nothing(people: People, language: str, theme: str, size: Any) -> None:
    visitor = people(f"L{language}", *career(language), locale=language, color_scheme=theme, viewport=size)
    form(visitor).locator(".picture circle.dot").first.wait_for()
    visitor.page.evaluate(SETTLED)
    assert visitor.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert visitor.page.evaluate(OVERLAPPING) == []
    assert faults(visitor.page) == []


def test_a_form_tells_whom_one_plays_like_and_what_luck_did(people: People) -> None:
    visitor = people("Anna", *career("a"))
    shown = form(visitor)
    expect(shown).to_contain_text("Lately")
    expect(shown).to_contain_text("600 decisions in 10 recent matches with a journal")
    expect(shown).to_contain_text("Luck comes and goes: so far it gave you 14.0 points in 14 matches, well within what chance gives.")
    expect(shown).to_contain_text("higher up is better")
    expect(shown.locator(".picture circle.dot")).to_have_count(14)
    expect(shown.locator(".picture circle.older")).to_have_count(1)
    rows = shown.locator("li", has=visitor.page.get_by_role("link", name="Replay"))
    expect(rows).to_have_count(5)
    shown.get_by_role("button", name="Show all 14").click()
    expect(rows).to_have_count(14)
    newest = rows.first
    expect(newest).to_contain_text("Odile")
    expect(newest).to_contain_text(isolated("0.55 ± 0.10") + " lost per decision")
    expect(newest).to_contain_text("luck " + isolated("+18.0"))
    assert newest.get_by_role("link", name="Journal").get_attribute("href") == "/journal/a13"
    assert newest.get_by_role("link", name="Replay").get_attribute("href") == "/replay/a13"
    expect(visitor.page.get_by_role("heading", name="Your games")).to_have_count(0)


def test_keys_and_pointer_go_from_match_to_match(people: People) -> None:
    """From left to right, in a right-to-left language too."""
    visitor = people("Parisa", *career("p"), locale="fa")
    slider = form(visitor).get_by_role("slider")
    expect(slider).to_have_value("13")
    slider.focus()
    visitor.page.keyboard.press("ArrowLeft")
    expect(slider).to_have_value("12")
    link = form(visitor).locator(".pointed a")
    expect(link).to_have_attribute("href", "/journal/p12")
    assert isolated("۰٫۶۰ ± ۰٫۱۰") in (slider.get_attribute("aria-valuetext") or "")
    visitor.page.keyboard.press("Home")
    expect(link).to_have_attribute("href", "/journal/p0")
    box = slider.bounding_box()
    assert box
    visitor.page.mouse.move(box["x"] + box["width"] - 60, box["y"] + 40)
    expect(link).to_have_attribute("href", "/journal/p13")


def test_luck_beyond_chance_is_told_kindly(people: People) -> None:
    visitor = people("Lucky", *(Played(f"l{number}", NOW + number, cost=30.0, luck=-20.0 - number) for number in range(8)))
    said = "So far luck cost you 188.0 points in 8 matches, more than chance usually gives. That happens to 1 person in 20"
    expect(form(visitor)).to_contain_text(said)


def test_one_match_shows_no_trend(people: People) -> None:
    visitor = people("Once", Played("once", NOW, cost=30.0, luck=6.2))
    expect(form(visitor)).to_contain_text("Can’t tell yet who you play like")
    expect(form(visitor)).to_contain_text(f"One match has a journal, with {isolated('+6.2')} points of luck.")
    expect(form(visitor).locator(".picture")).to_have_count(0)
    assert faults(visitor.page) == []


def test_without_a_finished_match_there_is_nothing_to_tell(people: People, client: Client) -> None:
    client.http.put("/api/me", json={"name": "New"})
    client.open("board", seats=["me", "pip"])
    visitor = people("New", client=client)
    expect(form(visitor, "board")).to_contain_text("No finished match yet.")
    expect(form(visitor, "card")).to_have_count(0)


def test_journals_are_worked_out_newest_first_until_one_stops(people: People) -> None:
    """The server is asked for one after another, and for nothing before somebody wants it."""
    visitor = people("Busy", *(Played(f"b{number}", NOW + number) for number in range(3)))
    asked: list[str] = []
    waiting: list[Route] = []

    def answer(route: Route) -> None:
        asked.append(route.request.url.split("/")[-2])
        if len(asked) == 1:
            route.fulfill(body=json.dumps({"what": "failed"}) + "\n")
        else:
            waiting.append(route)

    visitor.page.route("**/journal?*", answer)
    button = form(visitor).get_by_role("button", name="Work them out")
    expect(form(visitor)).to_contain_text("3 matches have no journal yet.")
    assert asked == []
    button.click()
    expect(form(visitor)).to_contain_text("Working out match 2 of 3…")
    assert faults(visitor.page) == []
    form(visitor).get_by_role("button", name="Stop").click()
    expect(button).to_be_visible()
    expect(form(visitor)).to_contain_text("1 couldn’t be worked out.")
    assert asked == ["b2", "b1"]


@pytest.mark.skipif(not jit_wanted(), reason="Numba is not there, or not wanted")
def test_a_match_is_worked_out_and_told(people: People, client: Client) -> None:
    client.http.put("/api/me", json={"name": "Real"})
    opened = client.open("card", options={"size": "mini", "rounds": 1}, seats=["me", "pip"])
    client.join(opened).dealt().play_out(random.Random(1))
    visitor = people("Real", client=client)
    form(visitor).get_by_role("button", name="Work it out").click()
    expect(form(visitor)).to_contain_text("One match has a journal", timeout=60_000)
    expect(form(visitor).get_by_role("button", name="Work it out")).to_have_count(0)
