"""Today's expedition in a browser: setting out, the result, the poster saved and shared, stamps, one's rating and data."""

import json
import random
import struct
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from support.browsing import PHONE, Visitor, Visitors
from support.days import Today, finish, invent, on, today
from support.seeing import faults
from support.serving import Client, Running, running

from lostcities.bots.character import NAMES
from lostcities.server.store import daily as store
from lostcities.server.store.daily import Mark
from lostcities.server.tables.daily import Dailies
from lostcities.server.tables.marks import Marks
from lostcities.text import catalogue

__all__ = ["today"]
SHARING = """navigator.canShare = () => true
navigator.share = async ({ files: [file], text, url }) => {
  window.shared = { name: file.name, type: file.type, size: file.size, text, url }
}"""


@pytest.fixture(autouse=True)
def quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    """Results are worked out at once, by `judge` below."""
    monkeypatch.setattr(Dailies, "begin_to_judge", lambda *_: None)
    monkeypatch.setattr(Marks, "want", lambda *_: None)


@pytest.fixture
def visitor(visitors: Visitors) -> Visitor:
    found = visitors()
    found.skip_guide()
    return found


def judge(server: Running, day: str, game: str, table: str, names: list[str | None] | None = None) -> None:
    """Give a try its cost, ten others theirs, of whom seven lost more, and the opponents their marks."""

    async def work() -> None:
        storage = server.services.storage
        await storage.write(store.judged(table, 30.0))
        await invent(storage, day, game, [10.0, 20.0, 29.9, *(40.0 + number for number in range(7))], [0] * 10, names)
        for number, name in enumerate(NAMES):
            await store.keep_mark(storage, day, game, Mark(name, 100.0 - 20 * number, number))

    on(server, work())


def as_client(visitor: Visitor, server: Running) -> Client:
    """The same person with a socket of their own."""
    client = Client(server.url)
    for cookie in visitor.context.cookies():
        client.http.cookies.set(str(cookie.get("name")), str(cookie.get("value")))
    return client


def played(visitor: Visitor, server: Running, day: str, game: str = "roll") -> str:
    """Finish a deal as this visitor, who is somebody from now on; return the table."""
    client = as_client(visitor, server)
    client.http.put("/api/me", json={"name": "Ana"})
    visitor.come_as(client)
    id = finish(client, day, game)
    client.close()
    return id


def kept(page: Page, label: str) -> bytes:
    with page.expect_download() as waiting:
        page.get_by_role("button", name=label, exact=True).click()
    return Path(waiting.value.path()).read_bytes()


def test_from_home_to_the_result_by_keyboard(visitor: Visitor, server: Running, today: Today) -> None:
    visitor.go("/")
    page = visitor.page
    page.get_by_role("button", name="Set out").focus()
    page.keyboard.press("Enter")
    page.locator("main[data-version]").wait_for()
    page.get_by_role("heading", name="Today’s expedition · The Card Game").wait_for()
    id = page.url.rpartition("/")[2]
    client = as_client(visitor, server)
    client.join(id).dealt().play_out(random.Random(1))
    client.close()
    page.get_by_role("button", name="Check fairness").click()
    page.get_by_text("The server reveals the secret of this deal on the next day").wait_for()
    page.get_by_role("link", name="Result").press("Enter")
    page.get_by_role("heading", name="Working out your result").wait_for()
    judge(server, today.name, "card", id)
    page.get_by_role("heading", name="Better than 70%", exact=True).wait_for()
    page.get_by_text("30.0 points lost by your choices").wait_for()
    page.get_by_text("11 players have finished").wait_for()
    assert page.locator(".marks li").count() == len(NAMES)
    expect(page.get_by_role("img", name="better than 70%")).to_be_visible()
    today.at(27)
    visitor.go(f"/t/{id}")
    page.get_by_role("button", name="Check fairness").click()
    page.get_by_text("The deal that was promised").wait_for()
    page.get_by_text("is the one it locked in before the round").wait_for()


def test_the_poster_is_a_picture_and_a_drawing_with_its_fonts(visitor: Visitor, server: Running, today: Today) -> None:
    id = played(visitor, server, today.name)
    judge(server, today.name, "roll", id)
    visitor.go(f"/daily/{today.name}/roll")
    page = visitor.page
    picture = kept(page, "Download picture")
    assert picture.startswith(b"\x89PNG")
    assert struct.unpack(">II", picture[16:24]) == (1080, 1350)
    drawing = kept(page, "Download as SVG").decode()
    assert drawing.startswith('<svg xmlns="http://www.w3.org/2000/svg" width="1080" height="1350"')
    assert "src:url(data:font/woff2" in drawing
    assert "better than 70%" in drawing
    assert "Ana" not in drawing
    assert "http" not in drawing.replace("http://www.w3.org/2000/svg", "")


def test_nobody_has_beaten_more_than_they_are_told(visitor: Visitor, server: Running, today: Today) -> None:
    """Who has beaten all but one of 200 is not better than 100%."""
    id = played(visitor, server, today.name)
    on(server, invent(server.services.storage, today.name, "roll", [10.0] + [40.0] * 199, [0] * 200))
    on(server, server.services.storage.write(store.judged(id, 30.0)))
    visitor.go(f"/daily/{today.name}/roll")
    visitor.page.get_by_role("heading", name="Better than 99%", exact=True).wait_for()
    expect(visitor.page.get_by_role("img", name="better than 99%")).to_be_visible()


def test_a_phone_shares_it_by_its_own_dialog(browser: Browser, server: Running, today: Today) -> None:
    visitor = Visitor(browser, server.url, viewport=PHONE, is_mobile=True, has_touch=True)
    visitor.page.add_init_script(SHARING)
    id = played(visitor, server, today.name)
    judge(server, today.name, "roll", id)
    visitor.go(f"/daily/{today.name}/roll")
    page = visitor.page
    page.get_by_role("button", name="Share").tap()
    shared = page.wait_for_function("window.shared").json_value()
    assert (shared["name"], shared["type"]) == ("expeditions-roll.png", "image/png")
    assert shared["size"] > 50_000
    assert shared["url"] == f"{server.url}/daily/{today.name}/roll"
    assert "better than 70%" in shared["text"]
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    visitor.close()


def test_the_poster_of_a_table_leads_to_its_deal(visitor: Visitor, server: Running, today: Today) -> None:
    """Also that of its own page, not only that on the page of the result."""
    visitor.page.add_init_script(SHARING)
    id = played(visitor, server, today.name)
    visitor.go(f"/poster/{id}")
    page = visitor.page
    page.get_by_role("button", name="Copy link to this deal").wait_for()
    page.get_by_role("button", name="Share").click()
    assert page.wait_for_function("window.shared").json_value()["url"] == f"{server.url}/daily/{today.name}/roll"


def test_the_link_leads_to_the_same_deal(visitor: Visitor, today: Today) -> None:
    visitor.skip_guide()
    visitor.go(f"/daily/{today.name}/board")
    page = visitor.page
    page.get_by_role("button", name="Set out").click()
    page.locator("main[data-version]").wait_for()
    shown = visitor.table(page.url.rpartition("/")[2])["table"]
    assert (shown["daily"], shown["game"], shown["ranked"]) == (today.name, "board", True)


def test_a_day_that_is_over_has_its_journal_and_can_be_played_again(visitor: Visitor, server: Running, today: Today) -> None:
    id = played(visitor, server, today.name)
    today.at(30)
    visitor.go("/daily")
    page = visitor.page
    section = page.locator("section", has=page.get_by_role("heading", name="Yesterday"))
    expect(section.get_by_role("link", name="Journal")).to_have_attribute("href", f"/journal/{id}")
    expect(page.locator(".stamped")).to_have_count(1)
    expect(page.locator(".stamped a")).to_have_attribute("href", f"/daily/{today.name}")
    section.get_by_role("button", name="Play again").click()
    page.locator("main[data-version]").wait_for()
    assert not visitor.table(page.url.rpartition("/")[2])["table"]["ranked"]


# -- a page that stays open --


@pytest.mark.parametrize("hours", [25, 30], ids=["while tries can end", "after the day is closed"])
def test_setting_out_on_a_day_that_is_over_shows_the_new_one(visitor: Visitor, today: Today, hours: float) -> None:
    """It never opens a table for practice."""
    visitor.allow("409")
    visitor.go("/")
    page = visitor.page
    page.get_by_role("button", name="Set out").wait_for()
    today.at(hours)
    page.get_by_role("button", name="Set out").click()
    page.get_by_role("status").get_by_text("A new day has begun.").wait_for()
    next = today.day.later(1).name
    expect(page.locator(".today li.today a")).to_have_attribute("href", f"/daily/{next}")
    page.get_by_role("button", name="Set out").click()
    page.locator("main[data-version]").wait_for()
    shown = visitor.table(page.url.rpartition("/")[2])["table"]
    assert (shown["daily"], shown["ranked"]) == (next, True)


def test_going_on_with_a_day_that_is_closed_shows_the_new_one(visitor: Visitor, today: Today) -> None:
    visitor.allow("409")
    visitor.go("/daily")
    page = visitor.page
    page.get_by_role("button", name="Set out").first.click()
    page.locator("main[data-version]").wait_for()
    visitor.go("/daily")
    page.get_by_role("button", name="Continue").wait_for()
    today.at(30)
    page.get_by_role("button", name="Continue").click()
    page.get_by_role("alert").get_by_text("A new day has begun.").wait_for()
    expect(page.get_by_role("button", name="Set out")).to_have_count(3)
    assert page.url.endswith("/daily")


def test_what_is_seen_again_is_of_today(visitor: Visitor, server: Running, today: Today) -> None:
    """When the page is visible again, when the network is back, and at midnight by itself."""
    played(visitor, server, today.name)
    page = visitor.page
    page.clock.install()
    visitor.go("/")
    for hours, happens in (
        (25, "document.dispatchEvent(new Event('visibilitychange'))"),
        (49, "window.dispatchEvent(new Event('online'))"),
        (72.5, None),
    ):
        expect(page.locator(".today li.today a")).to_have_attribute("href", f"/daily/{today.day.later(int(hours / 24) - 1).name}")
        today.at(hours)
        if happens:
            page.evaluate(happens)
        else:
            page.clock.fast_forward("23:00:02")
    expect(page.locator(".today li.today a")).to_have_attribute("href", f"/daily/{today.day.later(3).name}")


def test_the_deals_of_a_day_change_with_the_hours(visitor: Visitor, today: Today) -> None:
    """On the page of all deals and on that of one, which is where the link of a poster leads."""
    page = visitor.page
    page.clock.install()
    for path in ("/daily", f"/daily/{today.name}/card"):
        today.at(12)
        visitor.go(path)
        page.get_by_role("button", name="Set out").first.wait_for()
        today.at(24.5)
        page.clock.fast_forward("12:00:02")
        if path == "/daily":
            expect(page.get_by_role("heading", name="Yesterday")).to_be_visible()
        else:
            page.get_by_text("Nobody can set out on these deals any more").wait_for()
            expect(page.get_by_role("button", name="Set out")).to_have_count(0)
        expect(page.get_by_role("button", name="Play this deal")).to_have_count(0)
        today.at(27.1)
        page.clock.fast_forward("02:30:02")
        page.get_by_role("button", name="Play this deal").first.wait_for()


@pytest.mark.parametrize("look", [{}, {"viewport": {"width": 360, "height": 640}, "locale": "fr"}], ids=["desk", "small phone"])
def test_a_table_for_practice_says_so(visitors: Visitors, today: Today, look: dict[str, Any]) -> None:
    visitor, words = visitors(**look), catalogue(str(look.get("locale", "en")))
    visitor.skip_guide()
    visitor.go(f"/daily/{today.name}/card")
    page = visitor.page
    page.get_by_role("button", name=words("page.daily.set_out")).wait_for()
    today.at(30)
    page.reload()
    page.get_by_role("button", name=words("page.daily.practise")).click()
    page.locator("main[data-version]").wait_for()
    page.get_by_role("heading", name=f"{words('page.daily.practice')} · {words('page.game.card')}").wait_for()
    expect(page.locator("header").get_by_text(words("page.daily.practice")).locator("visible=true").last).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert faults(page) == []
    assert not visitor.table(page.url.rpartition("/")[2])["table"]["ranked"]


def test_names_are_told_of_before_and_listed_after(browser: Browser, tmp_path: Path, today: Today) -> None:
    with running(tmp_path, daily_names=True) as server:
        visitor = Visitor(browser, server.url)
        visitor.go("/daily")
        visitor.page.get_by_text("Here the results list everyone who gave a name.").wait_for()
        id = played(visitor, server, today.name)
        judge(server, today.name, "roll", id, ["<b>Bo</b>", None])
        visitor.go(f"/daily/{today.name}/roll")
        visitor.page.get_by_text("Players with a name").click()
        lines = visitor.page.locator("details li")
        expect(lines).to_have_count(2)
        expect(lines.nth(0)).to_contain_text("<b>Bo</b>")
        expect(lines.nth(1)).to_contain_text("Ana")
        visitor.close()


def test_ones_rating_is_a_range_at_first_and_ones_data_can_be_taken_along(visitor: Visitor, server: Running, today: Today) -> None:
    id = played(visitor, server, today.name)
    visitor.go("/me")
    page = visitor.page
    line = page.locator("[data-rating=roll]")
    [rating] = page.request.get(f"{server.url}/api/me/rating").json()["ratings"]
    expect(line).to_contain_text(f"{rating['low']} to {rating['high']}")
    expect(line).to_contain_text("from 1 match")
    assert line.locator(".rival").count() == len(NAMES)
    with page.expect_download() as waiting:
        page.get_by_role("link", name="Download my data").click()
    assert waiting.value.suggested_filename == "lostcities.json"
    found: dict[str, Any] = json.loads(Path(waiting.value.path()).read_text())
    assert [each["table"] for each in found["daily"]] == [each["source"] for each in found["ratings"]] == [id]
    delete_my_data(page)
    page.get_by_role("button", name="Set out").wait_for()
    assert page.request.get(f"{server.url}/api/me/export").json()["person"] is None


def delete_my_data(page: Page) -> None:
    page.get_by_role("button", name="Delete my data").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete my data").click()


def test_nothing_is_left_on_the_page_of_whoever_deletes_their_data(visitor: Visitor, server: Running, today: Today) -> None:
    played(visitor, server, today.name)
    visitor.go("/")
    page = visitor.page
    expect(page.locator(".today .stamped")).to_have_count(1)
    page.get_by_role("link", name="Your results").click()
    delete_my_data(page)
    expect(page.locator(".today .stamps li")).to_have_count(7)
    expect(page.locator(".today .stamped")).to_have_count(0)
    expect(page.get_by_text("2 more deals today")).to_be_visible()


def test_data_that_could_not_be_deleted_are_still_there(visitor: Visitor, server: Running, today: Today) -> None:
    played(visitor, server, today.name)
    visitor.go("/me")
    page = visitor.page
    page.route("**/api/me", lambda route: route.abort() if route.request.method == "DELETE" else route.continue_())
    visitor.allow("Failed to load resource")
    delete_my_data(page)
    page.get_by_role("alert").get_by_text("Can’t reach the server. Please try again.").wait_for()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_role("textbox", name="Your name")).to_have_value("Ana")
    assert page.evaluate("localStorage.length") > 0
    page.unroute("**/api/me")
    delete_my_data(page)
    page.get_by_role("button", name="Set out").wait_for()


@pytest.mark.parametrize("look", [{}, {"color_scheme": "dark"}, {"viewport": PHONE, "locale": "fa"}], ids=["desk", "dark", "persian phone"])
def test_axe_finds_nothing(visitors: Visitors, server: Running, today: Today, look: dict[str, Any]) -> None:
    visitor = visitors(**look)
    id = played(visitor, server, today.name)
    judge(server, today.name, "roll", id)
    for path, what in (
        ("/daily", "ol"),
        (f"/daily/{today.name}/roll", ".marks li"),
        ("/me", "[data-rating]"),
        (f"/poster/{id}", ".poster"),
    ):
        visitor.go(path)
        visitor.page.locator(what).first.wait_for()
        assert faults(visitor.page) == [], path
