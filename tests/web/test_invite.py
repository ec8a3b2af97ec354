"""Invitations: what a guest with a link sees, what happens to a used link, and that spectators know they are watching."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect
from support.browsing import Visitor
from support.matches import SOAK
from support.serving import Running

from lostcities import GAMES
from lostcities.text import LANGUAGES

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 664}, "is_mobile": True, "has_touch": True}
NARROW = {"width": 360, "height": 640}
HEADER = 52
"""The greatest height of a one-row header, in pixels."""


@pytest.fixture
def host(browser: Browser, server: Running) -> Iterator[Visitor]:
    found = Visitor(browser, server.url)
    found.page.request.put(f"{server.url}/api/me", data={"name": "Maria", "face": "noor"})
    yield found
    found.close()


@pytest.fixture
def guest(browser: Browser, server: Running) -> Iterator[Visitor]:
    found = Visitor(browser, server.url, **PHONE)
    found.skip_guide()
    yield found
    found.close()


def invited(host: Visitor, game: str = "card", **fields: Any) -> tuple[str, str]:
    """A table that waits for one player: its id and the link."""
    id = host.open(game, **{"seats": ["me", "open"]} | fields)
    host.page.locator(".link").wait_for()
    return id, host.page.locator(".link bdi").inner_text()


@pytest.mark.parametrize("game", GAMES)
def test_the_page_of_a_link_shows_the_poster_who_invites_and_what_is_played(host: Visitor, guest: Visitor, game: str) -> None:
    _, link = invited(host, game, clock={"kind": "budget", "seconds": 300, "increment": 5})
    page = guest.page
    page.goto(link)
    page.get_by_role("heading", name="Maria invites you").wait_for()
    assert page.locator(".poster svg").first.is_visible()
    facts = page.locator(".facts").inner_text()
    assert all(fact in facts for fact in ("2 players", "5 minutes + 5 s")), facts
    assert ("3 rounds" in facts, "3 expeditions" in facts) == (game == "card", game == "board")
    assert page.locator(".host svg").inner_html() == host.page.locator("section li svg").first.inner_html()
    assert page.locator("main .button").count() == 1
    page.get_by_role("button", name="Join").click()  # name and face are optional
    page.locator("main[data-version]").wait_for()


def test_options_that_are_not_as_usual_are_told(host: Visitor, guest: Visitor) -> None:
    _, link = invited(host, "board", options={"direction": "either", "rounds": 1}, seats=["me", "open", "bruno"])
    guest.page.goto(link)
    facts = guest.page.locator(".facts").inner_text()
    assert all(fact in facts for fact in ("3 players", "1 expedition", "Cards on a path: rising or falling")), facts
    assert "Point tiles" not in facts


def test_an_invitation_fits_a_phone_in_every_language(browser: Browser, server: Running, host: Visitor) -> None:
    _, link = invited(host)
    for language in LANGUAGES:
        visitor = Visitor(browser, server.url, locale=language, **PHONE)
        visitor.page.goto(link)
        visitor.page.locator("form .button").wait_for()
        assert visitor.page.evaluate("document.documentElement.scrollHeight <= innerHeight"), language
        assert visitor.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), language
        visitor.close()


def test_name_and_face_given_with_the_invitation_are_kept_and_seen_by_all(host: Visitor, guest: Visitor) -> None:
    id, link = invited(host)
    guest.page.goto(link)
    guest.page.get_by_label("Your name").fill("Ben")
    guest.page.get_by_role("radio", name="knitted cap").check(force=True)
    guest.page.get_by_role("button", name="Join").click()
    host.page.get_by_role("heading", name="Ben").wait_for()
    seats = [(seat["name"], seat["face"]) for seat in host.table(id)["table"]["seats"]]
    assert seats == [("Maria", "noor"), ("Ben", "otto")]
    _, again = invited(host)
    guest.page.goto(again)
    expect(guest.page.get_by_label("Your name")).to_have_value("Ben")
    expect(guest.page.get_by_role("radio", name="knitted cap")).to_be_checked()


def test_whoever_has_no_name_is_asked_while_they_wait(browser: Browser, server: Running) -> None:
    host, guest = Visitor(browser, server.url), Visitor(browser, server.url, **PHONE)
    _, link = invited(host)
    guest.page.goto(link)
    guest.page.get_by_role("heading", name="You’re invited").wait_for()
    host.page.get_by_label("Your name").fill("Maria")
    host.page.get_by_role("radio", name="flower").check(force=True)
    host.page.get_by_role("button", name="Save").click()
    expect(host.page.get_by_label("Your name")).to_have_count(0)
    guest.page.reload()
    guest.page.get_by_role("heading", name="Maria invites you").wait_for()
    for one in (host, guest):
        one.close()


def test_a_used_link_leads_to_watching_which_the_page_says(browser: Browser, server: Running, host: Visitor, guest: Visitor) -> None:
    _, link = invited(host)
    late = Visitor(browser, server.url, **PHONE)
    for one in (guest, late):
        one.page.goto(link)
        one.page.get_by_role("button", name="Join").wait_for()
    guest.page.get_by_role("button", name="Join").click()
    guest.page.locator("main[data-version]").wait_for()
    late.page.get_by_role("button", name="Join").click()  # someone was faster
    late.page.get_by_role("heading", name="All seats are taken").wait_for()
    late.page.reload()
    late.page.get_by_role("heading", name="All seats are taken").wait_for()
    late.page.get_by_role("link", name="Watch").click()
    late.page.locator("main[data-version]").wait_for()
    late.page.get_by_text("Watching").wait_for()
    assert late.page.locator("header").get_by_text("Watching").count() == 1
    assert late.page.evaluate("document.querySelector('header').getBoundingClientRect().height") <= HEADER
    assert guest.page.get_by_text("Watching").count() == 0
    late.allow("Failed to load resource")  # the refusal is an answer 409, which browsers also log
    late.close()


@pytest.mark.parametrize("language", LANGUAGES if SOAK else ("de", "fa"))
def test_the_header_of_a_phone_has_one_row(browser: Browser, server: Running, host: Visitor, language: str) -> None:
    """With everything it can contain: rounds, undo, hints, phrases, help."""
    id, _ = invited(host, "board")
    visitor = Visitor(browser, server.url, locale=language, **PHONE)
    key = host.table(id)["table"]["links"]["join"].partition("=")[2]
    visitor.page.request.post(f"{server.url}/api/tables/{id}/seats", data={"key": key})
    visitor.skip_guide()
    visitor.go(f"/t/{id}")
    visitor.page.locator("main[data-version]").wait_for()
    assert visitor.page.locator("header .rest > .button").count() == 3
    for size in (PHONE["viewport"], NARROW):
        visitor.page.set_viewport_size(size)
        assert visitor.page.evaluate("document.querySelector('header').getBoundingClientRect().height") <= HEADER
        assert visitor.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    visitor.close()
