"""The installed page: what browsers ask of it, what it can do without a network, and how a new build takes over from an old one."""

import json
import shutil
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect
from support.browsing import PHONE, Visitor, keys
from support.lessons import open_lesson, play_through
from support.matches import SOAK
from support.serving import Client, Running, Serving, quick
from support.waiting import PATIENCE

from lostcities import GAMES
from lostcities.server import app
from lostcities.server.http.pages import STATIC
from lostcities.text import LANGUAGES, catalogue

INSTALLED = "navigator.serviceWorker.ready.then(({ active }) => active.state === 'activated')"
KEPT = """async () => {
  const kept = await Promise.all((await caches.keys()).map((name) => caches.open(name)))
  return (await Promise.all(kept.map((cache) => cache.keys()))).flat().map(({ url }) => url)
}"""
"""The addresses of everything in the browser's caches."""
BUILDS = "caches.keys().then((names) => names.length)"
LARGEST = 750_000
"""Bytes fetched for times without a network."""


def installed(browser: Browser, url: str, path: str = "/learn/card/lesson", **options: Any) -> Visitor:
    """Return somebody whose browser keeps the page."""
    visitor = Visitor(browser, url, service_workers="allow", **options)
    visitor.go(path)
    visitor.until(INSTALLED)
    return visitor


def leave_the_network(visitor: Visitor) -> None:
    """Cut a window off; its console is full of it from now on."""
    visitor.context.set_offline(True)
    visitor.allow("Failed to load resource", "WebSocket")


# -- what browsers ask --


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_manifest_speaks_the_language_of_the_person(clients: Any, language: str) -> None:
    answer = clients(**{"accept-language": language}).http.get("/manifest.webmanifest")
    words, found = catalogue(language), answer.json()
    assert answer.headers["content-type"].startswith("application/manifest+json")
    assert (found["name"], found["lang"], found["dir"]) == (words("page.name"), language, "rtl" if language == "fa" else "ltr")
    assert [shortcut["name"] for shortcut in found["shortcuts"]] == [words(f"page.game.{game}") for game in GAMES]


def test_every_picture_of_the_manifest_has_its_size(client: Client) -> None:
    found = client.http.get("/manifest.webmanifest").json()
    pictures = found["icons"] + found["screenshots"] + [icon for shortcut in found["shortcuts"] for icon in shortcut["icons"]]
    assert {"maskable", None} == {icon.get("purpose") for icon in found["icons"]}
    for picture in [*pictures, {"src": "/icons/touch.png", "sizes": "180x180"}]:
        content = client.http.get(picture["src"]).content
        assert "x".join(map(str, struct.unpack(">II", content[16:24]))) == picture["sizes"], picture["src"]


def test_the_worker_is_asked_for_anew_each_time_and_keeps_little(client: Client) -> None:
    answer = client.http.get("/sw.js")
    assert answer.headers["cache-control"] == "no-cache"
    assert "javascript" in answer.headers["content-type"]
    files = json.loads(answer.text[len("const BUILD = ") : answer.text.index(";\n")])["files"]
    assert not [file for file in files if "/Journal." in file or "/Replay." in file], "they need the server anyway"
    assert sum(int(client.http.get(file).headers["content-length"]) for file in files) < LARGEST


def test_browsers_offer_to_install_the_page_and_nothing_that_the_server_says_is_kept(browser: Browser, server: Running) -> None:
    visitor = installed(browser, server.url)
    devices = visitor.context.new_cdp_session(visitor.page)
    assert devices.send("Page.getAppManifest")["errors"] == []
    errors = [error["errorId"] for error in devices.send("Page.getInstallabilityErrors")["installabilityErrors"]]
    assert [error for error in errors if error != "in-incognito"] == []  # contexts of tests are like private windows
    visitor.go("/")
    visitor.page.get_by_role("button", name="Play Bruno").click()
    visitor.page.locator("main[data-version]").wait_for()
    kept = [address.removeprefix(server.url) for address in visitor.page.evaluate(KEPT)]
    assert [address for address in kept if not address.startswith("/assets/")] == ["/"]
    visitor.close()


def test_the_home_page_installs_the_worker_when_the_line_is_free(browser: Browser, server: Running) -> None:
    visitor = Visitor(browser, server.url, service_workers="allow")
    visitor.page.clock.install()
    visitor.go("/")
    visitor.page.locator(".go > .button").wait_for()
    assert visitor.page.evaluate("navigator.serviceWorker.getRegistration().then((found) => found === undefined)")
    visitor.page.clock.run_for(11_000)
    visitor.until("navigator.serviceWorker.getRegistration().then((found) => found !== undefined)")
    visitor.close()


@pytest.mark.parametrize("game", GAMES)
def test_a_shortcut_leads_to_its_game(visitors: Any, game: str) -> None:
    visitor = visitors()
    visitor.go(f"/?game={game}")
    expect(visitor.page.locator(f"input[value={game}]")).to_be_checked()


# -- without a network --


@pytest.fixture
def serving(tmp_path: Path) -> Iterator[Serving]:
    found = Serving(tmp_path / "data")
    yield found
    found.kill()


@pytest.mark.parametrize(
    ("game", "language"), [(game, language) for game in GAMES for language in ("en", "fa")] if SOAK else [("roll", "fa")]
)
def test_after_the_server_died_lessons_go_on_and_all_else_says_why_not(
    browser: Browser, serving: Serving, tmp_path: Path, game: str, language: str
) -> None:
    visitor, words = installed(browser, serving.url, viewport=PHONE, locale=language), catalogue(language)
    page, port, away = visitor.page, serving.url.rpartition(":")[2], words("page.ended.away")
    serving.kill()
    leave_the_network(visitor)

    visitor.go("/")
    expect(page.get_by_role("status").filter(has_text=words("page.offline"))).to_be_visible()
    page.locator(f"label:has(input[value={game}])").click()
    page.get_by_role("link", name=words("page.lesson.start")).click()
    play_through(visitor, game, keys)
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_have_text(words("page.no_connection"))
    page.reload()
    page.locator("main[data-ask]").wait_for()
    visitor.go(f"/learn/{game}")
    page.locator("main h1, main h2").first.wait_for()
    for path in ("/t/some-table", "/me", "/daily", "/journal/some-table", "/puzzles"):
        visitor.go(path)
        expect(page.locator("[role=alert], main h1").filter(has_text=away).first).to_be_visible()

    visitor.go("/")
    page.locator(".go > .button").click()
    expect(page.get_by_role("alert")).to_have_text(words("page.no_connection"))
    again = Serving(tmp_path / "data", "--port", port)
    visitor.context.set_offline(False)
    expect(page.get_by_role("status").filter(has_text=words("page.offline"))).to_have_count(0, timeout=PATIENCE * 1000)
    page.locator(".go > .button").click()
    page.locator("main[data-version]").wait_for()
    again.kill()
    visitor.close()


# -- a new build --


def rebuilt(folder: Path) -> Path:
    """Return the page as another build: every script has another name, and the page says which build it is."""
    shutil.copytree(STATIC, folder, ignore=shutil.ignore_patterns("*.gz"))
    names = {file.name: f"{file.stem}x.js" for file in (folder / "assets").glob("*.js")}
    for file in (*(folder / "assets").glob("*.js"), folder / "index.html", folder / "sw.js"):
        text = file.read_text("utf-8")
        for old, new in names.items():
            text = text.replace(old, new)
        target = file.with_name(names.get(file.name, file.name))
        file.unlink()
        target.write_text(
            text.replace('"version":"', '"version":"x').replace('<html lang="en"', '<html lang="en" data-build="new"'), "utf-8"
        )
    return folder


def test_a_new_build_replaces_the_old_one_and_never_mixes_with_it(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = Running(quick(tmp_path / "data"))
    visitor = installed(browser, server.url)
    server.stop()
    folder, create = rebuilt(tmp_path / "static"), app.create_app
    monkeypatch.setattr(app, "create_app", lambda settings: create(settings, folder))
    server = Running(quick(tmp_path / "data", port=server.settings.port))

    # A page of the old build that is still open finds its own scripts, which the server no longer has.
    visitor.page.get_by_role("link", name="Expeditions").click()
    visitor.page.get_by_role("link", name="Learn the rules").click()
    visitor.page.locator("main h1").first.wait_for()
    assert visitor.page.evaluate("document.documentElement.dataset.build") is None

    visitor.go("/")
    assert visitor.page.evaluate("document.documentElement.dataset.build") == "new"
    visitor.until(f"{BUILDS}.then((count) => count === 2)")
    visitor.until("caches.keys().then(async (names) => (await (await caches.open(names[1])).match('/')) !== undefined)")
    visitor.until(INSTALLED)
    server.stop()
    leave_the_network(visitor)
    open_lesson(visitor, "card")
    assert visitor.page.evaluate("document.documentElement.dataset.build") == "new"
    loaded = visitor.page.evaluate(
        "performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => name.endsWith('.js'))"
    )
    assert loaded
    assert all(name.endswith("x.js") for name in loaded), "no script of the old build"
    visitor.close()
