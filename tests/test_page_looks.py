"""Every page in six languages and both themes, on a desk and on a phone: nothing clipped, nothing to find for axe, no request to others."""

from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from browsing import DESK, PHONE, Visitor, browsing
from playwright.sync_api import Browser
from serving import Running, running

from lostcities import GAMES
from lostcities.text import LANGUAGES

pytestmark = pytest.mark.xdist_group("browser")
SMALLEST = {"width": 360, "height": 740}
OVERFLOWING = """() => [...document.querySelectorAll('button, h1, h2, h3, p, legend, label, td, th, dt, dd, .name')]
  .filter((element) => element.checkVisibility() && !element.closest('[aria-hidden=true], .hidden'))
  .filter((element) => element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflowX !== 'visible')
  .filter((element) => getComputedStyle(element).textOverflow !== 'ellipsis' && getComputedStyle(element).display !== 'inline')
  .map((element) => element.outerHTML.slice(0, 120))"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("server")) as found:
        yield found


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with browsing() as found:
        yield found


def pages(visitor: Visitor) -> Iterator[str]:
    """Shows one page after another, each ready to be looked at."""
    visitor.skip_guide()
    visitor.go("/")
    visitor.page.locator("article button").first.wait_for()
    yield "home"
    visitor.page.locator(".ways button").nth(2).click()
    visitor.page.locator("dialog[open]").wait_for()
    yield "form"
    for game in GAMES:
        visitor.open(game, seats=["me", "thumb"])
        visitor.page.locator("main[data-version] button:enabled").first.wait_for()
        yield game
        visitor.go(f"/learn/{game}")
        visitor.page.locator("main h2").first.wait_for()
        yield f"learn {game}"
    visitor.open("card", seats=["me", "open"])
    visitor.page.locator(".link").wait_for()
    yield "invitation"
    visitor.go("/me")
    visitor.page.locator("form").wait_for()
    yield "me"


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_page_is_clipped_or_wider_than_the_screen(browser: Browser, server: Running, language: str) -> None:
    for viewport in (SMALLEST, PHONE, DESK):
        visitor = Visitor(browser, server.url, viewport=viewport, locale=language)
        for name in pages(visitor):
            where = (language, viewport["width"], name)
            assert visitor.page.evaluate("document.documentElement.scrollWidth") <= viewport["width"], where
            assert visitor.page.evaluate(OVERFLOWING) == [], where
            assert visitor.page.evaluate("document.documentElement.lang") == language
            assert "page." not in visitor.page.inner_text("body"), where
        visitor.close()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("language", ["en", "fa"])
def test_axe_finds_nothing(browser: Browser, server: Running, language: str, theme: str) -> None:
    visitor = Visitor(browser, server.url, locale=language, color_scheme=theme)
    for name in pages(visitor):
        found = Axe().run(visitor.page).response["violations"]
        assert [(one["id"], [node["target"] for node in one["nodes"]]) for one in found] == [], name
    visitor.close()


def test_nothing_is_asked_of_others(browser: Browser, server: Running) -> None:
    visitor = Visitor(browser, server.url)
    asked: list[str] = []
    visitor.page.on("request", lambda request: asked.append(request.url))
    for _ in pages(visitor):
        pass
    own = (server.url, server.url.replace("http", "ws"), "data:")
    assert asked
    assert [url for url in asked if not url.startswith(own)] == []
    visitor.close()
