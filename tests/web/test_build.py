"""The built page: its types come from the server's description, and it is small."""

import json
import re
from collections import defaultdict

import pytest
from playwright.sync_api import Browser, Response
from support.browsing import Visitor
from support.folders import ROOT
from support.serving import Running

from lostcities import GAMES
from lostcities.server.app import description
from lostcities.text import LANGUAGES, catalogue

FIRST_PAGE = 60_000
ANY_TABLE = 150_000
"""Bytes of script as transferred."""


def test_the_page_is_typed_from_the_server() -> None:
    kept = ROOT / "web" / "openapi.json"
    assert json.loads(kept.read_text()) == description(), "run `make openapi`"


def test_the_page_knows_what_the_server_calls_somebody_without_a_name() -> None:
    source = (ROOT / "web" / "src" / "text" / "languages.ts").read_text()
    known = dict(re.findall(r"(\w+): \{ name: .*nobody: '(.*)' \}", source))
    assert known == {code: catalogue(code)("server.player") for code in LANGUAGES}


class Weighing:
    """Adds up what a window receives, by kind."""

    def __init__(self, visitor: Visitor) -> None:
        self.sizes: dict[str, int] = defaultdict(int)
        visitor.page.on("response", self.add)

    def add(self, response: Response) -> None:
        assert response.request.resource_type != "script" or response.headers.get("content-encoding") == "gzip", response.url
        self.sizes[response.request.resource_type] += int(response.headers.get("content-length", 0))


def test_the_first_page_is_small(browser: Browser, server: Running) -> None:
    visitor = Visitor(browser, server.url)
    weighing = Weighing(visitor)
    visitor.page.add_init_script("window.requestIdleCallback = () => 0")  # what is loaded ahead does not belong to the first page
    visitor.go("/")
    visitor.page.locator(".go > .button").wait_for()
    assert 10_000 < weighing.sizes["script"] <= FIRST_PAGE
    visitor.close()


@pytest.mark.parametrize("game", GAMES)
def test_every_table_is_small(browser: Browser, server: Running, game: str) -> None:
    visitor = Visitor(browser, server.url)
    weighing = Weighing(visitor)
    visitor.open(game, seats=["me", "thumb"])
    visitor.page.locator("main[data-version] button:enabled").first.wait_for()
    assert FIRST_PAGE / 2 < weighing.sizes["script"] <= ANY_TABLE
    visitor.close()
