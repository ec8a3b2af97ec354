"""The journal of a finished match, in a real browser: its figures add up, it comes in parts, and it can be read by keyboard in any look."""

import json
import random
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect
from support.browsing import DESK, PHONE, Visitor, Visitors
from support.seeing import OVERLAPPING, SETTLED, faults
from support.serving import Client, Running, key_of

from lostcities.bots.registry import policy
from lostcities.games.registry import game
from lostcities.server.bots.pool import NoAnswer

Match = tuple[str, str]
PATIENCE = 90_000
"""Milliseconds for an analysis: on a busy machine, nothing may be compiled yet."""
WIDE = "document.documentElement.scrollWidth > document.documentElement.clientWidth"


def finished(client: Client, name: str, seats: list[str], options: dict[str, Any], slips: float = 0.1) -> Match:
    """A match played to its end by someone who plays like Bruno, but for some slips: its id, and the key to watch it."""
    rng, player = random.Random(1), policy(game(name), "bruno")
    opened = client.open(name, seats=seats, options=options)
    socket = client.join(opened).dealt()
    while not socket.table.get("finished"):
        socket.my_turn()
        if socket.legal:
            slip = "+" if "+" in socket.legal else rng.choice(socket.legal)
            socket.move(slip if rng.random() < slips else player.decide(socket.view))
    return opened["id"], key_of(opened["watch"])


@pytest.fixture(scope="module")
def reader(server: Running) -> Iterator[Client]:
    """The one who has played the matches."""
    client = Client(server.url)
    yield client
    client.close()


@pytest.fixture(scope="module")
def card(reader: Client) -> Match:
    return finished(reader, "card", ["me", "pip"], {"size": "mini", "rounds": 3})


@pytest.fixture
def visitor(visitors: Visitors, reader: Client) -> Visitor:
    return signed_in(visitors(), reader)


def signed_in(visitor: Visitor, client: Client) -> Visitor:
    visitor.context.add_cookies([{"name": name, "value": value, "url": visitor.url} for name, value in client.http.cookies.items()])
    return visitor


def read(visitor: Visitor, match: Match, watch: bool = False) -> Page:
    """Open a journal and wait for all of it."""
    visitor.go(f"/journal/{match[0]}" + (f"#watch={match[1]}" if watch else ""))
    visitor.page.locator("main[aria-busy=false]").wait_for(timeout=PATIENCE)
    return visitor.page


def figure(page: Page, part: str) -> float:
    shown = page.locator(f"[data-part={part}]").inner_text()
    assert re.fullmatch(r"[+−]?\d+\.\d", shown), shown
    return float(shown.replace("−", "-"))


PARTS = ("start", "deal", "own_draws", "other_draws", "own_choices", "other_choices", "rest")


def test_the_end_of_a_match_leads_to_figures_that_add_up(visitor: Visitor, card: Match) -> None:
    visitor.skip_guide()
    visitor.go(f"/t/{card[0]}")
    onward = visitor.page.locator("main .onward")
    onward.locator('a[href^="/journal/"]').wait_for()
    assert onward.locator(".main").count() == 1
    onward.locator('a[href^="/journal/"]').click()
    visitor.page.locator("main[aria-busy=false]").wait_for(timeout=PATIENCE)
    page = visitor.page
    totals = visitor.table(card[0])["table"]["results"]["totals"]
    lead = figure(page, "lead")
    assert lead == totals[0] - totals[1]
    assert sum(figure(page, part) for part in PARTS) == pytest.approx(lead, abs=0.01)
    assert str(abs(round(lead))) in page.locator("main h2").first.inner_text() or lead == 0
    visitor.go("/me")
    page.locator(f'a[href="/journal/{card[0]}"]').wait_for()


def test_arrow_keys_go_from_event_to_event_and_say_each(visitor: Visitor, reader: Client) -> None:
    page = read(visitor, finished(reader, "card", ["me", "pip"], {"rounds": 1}))
    ridge = page.locator("[role=slider]")
    last = int(ridge.get_attribute("aria-valuemax") or 0)
    assert last > 3
    ridge.focus()
    said = []
    for _ in range(last + 1):
        page.keyboard.press("ArrowRight")
        said.append(ridge.get_attribute("aria-valuetext") or "")
    assert len(set(said)) == last + 1
    assert all(re.search(r"Round 1.*[+−]?\d+\.\d.*\d%$", text) for text in said), said
    page.keyboard.press("Home")
    assert ridge.get_attribute("aria-valuetext") == said[0]
    assert page.locator(".ground .said").inner_text() in said[0]
    moment = next(place for place, text in enumerate(said) if "better:" in text)
    for _ in range(moment):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"round=1&move=\d+"))


LOOKS = [
    ("board", 4, "en", {"width": 360, "height": 740}, "dark"),
    ("roll", 3, "fa", PHONE, "light"),
    ("card", 2, "fa", DESK, "dark"),
    ("board", 2, "de", DESK, "light"),
]


@pytest.mark.parametrize(("name", "players", "language", "size", "theme"), LOOKS)
def test_it_fits_in_every_look(
    browser: Browser, server: Running, reader: Client, name: str, players: int, language: str, size: Any, theme: str
) -> None:
    seats = ["me", "pip", "nell", "thumb"][:players]
    match = finished(reader, name, seats, {"card": {"rounds": 1}, "board": {"rounds": 1}}.get(name, {}))
    visitor = signed_in(Visitor(browser, server.url, viewport=size, locale=language, color_scheme=theme), reader)
    page = read(visitor, match)
    page.evaluate(SETTLED)
    assert not page.evaluate(WIDE)
    if size == DESK:
        assert page.evaluate("document.documentElement.scrollHeight") <= DESK["height"], "the whole journal fits on a desk"
    assert page.evaluate(OVERLAPPING) == []
    assert "page." not in page.inner_text("body")
    assert "why." not in page.inner_text("body")
    assert faults(page) == []
    visitor.close()


def test_a_spectator_reads_it_with_names_and_chooses_the_seat(visitors: Visitors, card: Match) -> None:
    page = read(visitors(), card, watch=True)
    assert "You" not in page.locator("main").inner_text()
    first = figure(page, "lead")
    page.locator("[aria-pressed=false]").click()
    assert figure(page, "lead") == -first


def test_it_comes_in_parts(visitor: Visitor, card: Match) -> None:
    """Ground and rounds are there at once, the ridge before the figures, and at last everything."""
    read(visitor, card)
    lines = [json.loads(line) for line in visitor.page.request.get(f"{visitor.url}/api/tables/{card[0]}/journal").text().splitlines()]
    match, report = lines[0], lines[-1]["report"]
    courses = [
        {"what": "course", "course": {key: each[key] for key in ("round", "lead", "chance", "graph", "chances")}}
        for each in report["rounds"]
    ]
    parts: list[list[Any]] = [[match], [match, *courses[:1]], [match, *courses]]
    for part in parts:
        visitor.page.unroute_all()
        visitor.page.route("**/api/tables/*/journal?*", answer(part))
        visitor.go(f"/journal/{card[0]}")
        visitor.page.locator(".ground .round").nth(len(match["rounds"]) - 1).wait_for()
        known = visitor.page.locator(".ground .lead:not(.waits)")
        expect(known).to_have_count(len(part) - 1)
        assert visitor.page.locator("[data-part=lead]").inner_text() == "…"
        expect(visitor.page.locator(".grown")).to_have_attribute("style", re.compile(r"scaleX\(1\)" if len(part) > 3 else r"scaleX\(0"))


def answer(lines: list[Any]) -> Callable[[Route], None]:
    body = "".join(json.dumps(line) + "\n" for line in lines)
    return lambda route: route.fulfill(body=body, content_type="application/jsonl")


def test_a_failure_is_said_and_can_be_tried_again(
    visitor: Visitor, reader: Client, server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    id, _ = finished(reader, "card", ["me", "pip"], {"size": "mini", "rounds": 1})

    async def no_answer(*_: Any) -> Any:
        raise NoAnswer

    with monkeypatch.context() as patched:
        patched.setattr(server.services.bots, "analyse", no_answer)
        visitor.go(f"/journal/{id}")
        failed = visitor.page.locator("main [role=alert]")
        failed.wait_for()
        assert visitor.page.locator("main").get_attribute("aria-busy") == "false"
    failed.locator("button").click()
    failed.wait_for(state="hidden", timeout=PATIENCE)
    expect(visitor.page.locator("[data-part=lead]")).not_to_have_text("…", timeout=PATIENCE)


def test_a_match_that_cannot_be_analysed_says_why(visitor: Visitor, reader: Client) -> None:
    running = reader.open("card", seats=["me", "pip"])
    visitor.go(f"/journal/{running['id']}")
    expect(visitor.page.locator("main [role=alert]")).to_contain_text("played to its end")
    visitor.allow("Failed to load resource")  # the browser logs the refusal
