"""The documentation as a site: built in strict mode, complete, self-contained, and readable on a phone."""

import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from importlib.util import find_spec
from os.path import relpath
from pathlib import Path
from typing import Literal
from urllib.parse import unquote, urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect
from support.browsing import DESK, PHONE
from support.folders import ROOT
from support.markdown import text_of

FETCHED = {"script": "src", "img": "src", "iframe": "src", "source": "src", "video": "src", "object": "data", "form": "action"}
"""What a browser loads by itself, besides links in the head."""
LINKS_OF_THE_HEAD = {"stylesheet", "icon", "preload", "prefetch", "preconnect", "dns-prefetch", "manifest", "modulepreload"}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, as `make docs` builds it; the build fails on any warning and is silent otherwise."""
    folder = tmp_path_factory.mktemp("docs") / "site"
    command = [sys.executable, str(ROOT / "docs/site/build.py"), str(folder)]
    built = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
    assert (built.returncode, built.stderr) == (0, ""), built.stderr
    return folder


class Page(HTMLParser):
    """A page of the site: its links, the files it loads, and its link targets."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.fetched: list[str] = []
        self.names: set[str] = set()
        self.viewport = ""
        self.feed(file.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = {name: value or "" for name, value in attrs}
        self.names |= {has[name] for name in ("id", "name") if name in has}
        if tag == "a" and "href" in has:
            self.links.append(has["href"])
        if tag == "link" and LINKS_OF_THE_HEAD & set(has.get("rel", "").split()):
            self.fetched.append(has["href"])
        if FETCHED.get(tag) in has:
            self.fetched.append(has[FETCHED[tag]])
        if tag == "meta" and has.get("name") == "viewport":
            self.viewport = has["content"]


@cache
def read(file: Path) -> Page:
    return Page(file)


def pages(site: Path) -> list[Path]:
    return sorted(site.rglob("*.html"))


def inner_links(file: Path) -> Iterator[tuple[str, Path, str]]:
    """The links of a page that stay on the site: as written, the file they lead to, and the place in it."""
    for link in read(file).links:
        parts = urlsplit(link)
        if not parts.scheme and not parts.netloc:
            target = file.parent / unquote(parts.path) if parts.path else file
            yield link, target.resolve(), unquote(parts.fragment)


def test_every_page_is_there(site: Path) -> None:
    there = {relpath(file, site).removesuffix(".html") for file in pages(site)}
    for page in (ROOT / "docs").rglob("*.md"):
        name = relpath(page, ROOT / "docs").removesuffix(".md")
        assert re.sub(r"README$", "index", name) in there, name
    assert {"contributing", "changelog", "rules/card", "examples/train_small_agent-py", "examples/opening_wagers-py"} <= there


def test_internal_links_are_whole(site: Path) -> None:
    for file in pages(site):
        for link, target, anchor in inner_links(file):
            assert target.is_file(), f"{relpath(file, site)} links {link}"
            assert not anchor or target.suffix != ".html" or anchor in read(target).names, f"{relpath(file, site)} links {link}"


def test_every_page_is_reachable(site: Path) -> None:
    found, waiting = set(), [site / "index.html"]
    while waiting:
        file = waiting.pop()
        if file not in found and file.suffix == ".html":
            found.add(file)
            waiting += [target for _, target, _ in inner_links(file)]
    assert {relpath(file, site) for file in pages(site)} - {relpath(file, site) for file in found} <= {"search.html"}


@pytest.mark.skipif(find_spec("merman") is None, reason="merman has no build for this machine")
def test_diagrams_are_drawn(site: Path, browser: Browser) -> None:
    with browser.new_context(viewport=DESK, color_scheme="dark") as context:
        page = context.new_page()
        page.goto((site / "architecture.html").as_uri())
        drawn = page.locator("article img.only-dark:visible")
        assert drawn.count() == text_of("docs/architecture.md").count("```mermaid")
        assert drawn.evaluate_all("all => all.every(image => image.alt && image.complete && image.getBoundingClientRect().width > 250)")
        assert page.get_by_text("sequenceDiagram").count() == 0


def test_nothing_is_asked_of_anybody_else(site: Path) -> None:
    for file in pages(site):
        page = read(file)
        assert "width=device-width" in page.viewport, relpath(file, site)
        for address in page.fetched:
            assert not re.match(r"(https?:)?//", address), f"{relpath(file, site)} fetches {address}"
            assert (file.parent / unquote(urlsplit(address).path)).exists(), f"{relpath(file, site)} fetches {address}"
    for sheet in site.rglob("*.css"):
        assert not re.search(r"(?:url\(|@import\s*)['\"]?\s*(?:https?:)?//", sheet.read_text("utf-8")), sheet.name


def test_the_search_index(site: Path) -> None:
    index = (site / "searchindex.js").read_text("utf-8")
    for word in ("expedit", "wager", "batchenv", "pettingzoo"):
        assert word in index, word


def test_the_public_names_are_in_the_reference(site: Path) -> None:
    import lostcities
    from lostcities import data, play, records, rl

    names = read(site / "api.html").names
    for module in (lostcities, data, play, records, rl):
        expected = {f"{module.__name__}.{name}" for name in module.__all__ if name not in ("__version__", "VERSION")}
        assert expected - names == set()


@pytest.mark.parametrize("width", [360, PHONE["width"], DESK["width"]])
def test_in_a_browser(site: Path, browser: Browser, width: int) -> None:
    """No page scrolls sideways, nothing fails, and nothing is loaded from any other site."""
    with browser.new_context(viewport={"width": width, "height": 844}) as context:
        page = context.new_page()
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.on("pageerror", lambda error: asked.append(f"error: {error}"))
        for name in ("index", "card", "environments", "server", "api", "start/research", "examples/opening_wagers-py"):
            page.goto((site / f"{name}.html").as_uri())
            assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, name
        assert [address for address in asked if not address.startswith(("file:", "data:"))] == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(site: Path, browser: Browser, scheme: Literal["light", "dark"]) -> None:
    with browser.new_context(viewport=DESK, color_scheme=scheme) as context:
        page = context.new_page()
        for name in ("index", "card", "api", "examples"):
            page.goto((site / f"{name}.html").as_uri())
            found = Axe().run(page).response["violations"]
            assert [(rule["id"], rule["nodes"][0]["html"]) for rule in found] == [], name


def test_searching(site: Path, browser: Browser) -> None:
    with browser.new_context(viewport=PHONE) as context:
        page = context.new_page()
        page.goto((site / "index.html").as_uri())
        page.locator("label[for=__navigation]:visible").first.click()
        page.get_by_role("textbox", name="Search").fill("duplicate deals")
        page.keyboard.press("Enter")
        expect(page.locator(".search li a").first).to_be_visible()
        found = page.locator(".search li a").all_text_contents()
        assert any("Duplicate deals and ratings" in title for title in found), found
