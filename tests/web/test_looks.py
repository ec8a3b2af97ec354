"""Every page on a desktop and on a phone, in the soak in all languages and themes: nothing clipped or overlapping, no findings by axe."""

from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from playwright.sync_api import Browser
from support.browsing import DESK, LAPTOP, Visitor
from support.matches import SOAK
from support.seeing import OVERLAPPING, SETTLED, faults
from support.serving import Client, Running, key_of

from lostcities import GAMES
from lostcities.text import LANGUAGES

SMALLEST = {"width": 360, "height": 740}
SIZES = (SMALLEST, LAPTOP, DESK) if SOAK else (SMALLEST, DESK)
THEMES = ("light", "dark")
MOVES = 10
MANY = {"card": 2, "board": 4, "roll": 5}
BOTS = ["thumb", "pip", "nell", "bruno", "odile"]
"""Fast bots, each with its own name."""

CLIPPED = """() => {
  const shown = document.querySelector('dialog[open], .menu .sheet') ?? document.body
  const texts = 'button, a, h1, h2, h3, p, legend, label, td, th, dt, dd, li, option, .name, .name b, .plaque, .pill, .note'
  return [...shown.querySelectorAll(texts)]
    .filter((element) => element.checkVisibility() && !element.closest('[aria-hidden=true], .hidden'))
    .filter((element) => getComputedStyle(element).display !== 'inline' && element.scrollWidth > element.clientWidth + 1)
    .filter((element) => getComputedStyle(element).overflowX !== 'visible')
    .map((element) => element.outerHTML.slice(0, 160))
}"""
"""Text that its box cuts off."""

SPILLED = """() => [...document.querySelectorAll('.plaque')]
    .filter((element) => element.checkVisibility() && element.scrollWidth > element.clientWidth + 1)
    .map((element) => element.textContent)"""
"""Text that does not fit its plaque, whose width does not depend on its content."""

BROKEN = r"""() => {
  const range = document.createRange()
  const lines = (text, word) => {
    range.setStart(text, word.index)
    range.setEnd(text, word.index + word[0].length)
    return new Set([...range.getClientRects()].map((box) => box.top)).size
  }
  return [...document.querySelectorAll('th, td')].filter((cell) => cell.checkVisibility() && !cell.closest('.hidden')).flatMap((cell) => {
    const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
    const found = []
    while (walker.nextNode()) {
      const text = walker.currentNode
      if (text.parentElement.closest('code, .hidden')) continue
      found.push(...[...text.data.matchAll(/\p{L}+/gu)].filter((word) => lines(text, word) > 1).map((word) => word[0]))
    }
    return found
  })
}"""
"""Words in tables that are broken across lines."""

COVERED = """() => {
  const raised = [...document.querySelectorAll('.hand .raised')].map((card) => {
    const { left, right, top, bottom } = card.getBoundingClientRect()
    const around = -parseFloat(getComputedStyle(card, '::after').top)
    return { item: card.closest('li'), left: left - around, right: right + around, top: top - around, bottom: bottom + around }
  })
  const over = (one, other) => Math.min(one.right, other.right) > Math.max(one.left, other.left)
    && Math.min(one.bottom, other.bottom) > Math.max(one.top, other.top)
  return [...document.querySelectorAll('.hand .note')].filter((note) => note.checkVisibility())
    .filter((note) => raised.some((card) => card.item !== note.closest('li') && over(card, note.getBoundingClientRect())))
    .map((note) => note.textContent.trim())
}"""
"""Notes on cards that are partly under the ring of a raised one."""

Finished = dict[str, tuple[str, str]]


@pytest.fixture(scope="module")
def finished(server: Running) -> Finished:
    """A finished match of every game, played by bots with a spectator: its id and the key to watch it."""
    client = Client(server.url)
    found = {game: watched(client, game) for game in GAMES}
    client.close()
    return found


def watched(client: Client, game: str) -> tuple[str, str]:
    options = {"rounds": 1} if game == "board" and not SOAK else {}  # analysing three rounds of four players takes long
    opened = client.open(game, seats=BOTS[: MANY[game]], options=options)
    key = key_of(opened["watch"])
    watching = client.join(opened, watch=key)
    watching.until(lambda _: watching.table.get("finished"), 180)
    return opened["id"], key


LOOKED_AT = LANGUAGES if SOAK else ("de", "ru", "fa")
"""Outside the soak those with the longest words, another script, and the other direction."""


def games_in(language: str) -> tuple[str, ...]:
    """The games to look at in a language: each in one of them, in the soak in all."""
    turn = LOOKED_AT.index(language) % len(GAMES)
    return tuple(GAMES) if SOAK else tuple(GAMES)[turn : turn + 1]


def pages(visitor: Visitor, finished: Finished, games: Sequence[str]) -> Iterator[str]:
    """Show one page after another, and every dialog, each ready to be checked."""
    visitor.skip_guide()
    yield from at_home(visitor)
    for game in games:
        yield from at_a_table(visitor, game)
        yield from after_a_match(visitor, game, *finished[game])
        visitor.go(f"/learn/{game}")
        visitor.page.locator("main h2").first.wait_for()
        yield f"learn {game}"
    yield from with_others(visitor)
    visitor.go("/me")
    visitor.page.locator("form").wait_for()
    yield "me"
    visitor.go("/t/nowhere")
    visitor.page.locator("main h1").wait_for()
    yield "dead link"
    visitor.go("/nowhere")
    visitor.page.locator("main h1").wait_for()
    yield "nowhere"


def at_home(visitor: Visitor) -> Iterator[str]:
    visitor.go("/")
    visitor.page.locator(".go > .button").wait_for()
    yield "home"
    for place, name in ((0, "language"), (1, "who")):
        visitor.page.locator("header button").nth(place).click()
        opened = visitor.page.locator("dialog[open], .menu .sheet")
        opened.wait_for()
        yield f"home {name}"
        visitor.page.keyboard.press("Escape")
        opened.wait_for(state="hidden")
    for value in ("roll", "friend"):
        visitor.page.locator(f"label:has(input[value={value}])").click()
    yield "home friend"
    for place, name in ((0, "friend"), (1, "here")):
        visitor.page.locator(".ways button").nth(place).click()
        visitor.page.locator("dialog[open] summary").click()
        yield f"form {name}"
        visitor.page.keyboard.press("Escape")


def at_a_table(visitor: Visitor, game: str) -> Iterator[str]:
    """Two seats, then as many as possible: the second time with clocks."""
    visitor.open(game, seats=["me", "thumb"])
    visitor.page.locator("main[data-version] button:enabled").first.wait_for()
    yield game
    yield from dialogs(visitor, game)
    seats, options = ["me", *["thumb"] * (MANY[game] - 1)], {"colors": 6} if game == "card" else {}
    id = visitor.open(game, seats=seats, options=options, clock={"kind": "budget", "seconds": 300, "increment": 5}, assist="open")
    visitor.skip_ahead(id, MOVES)
    yield f"{game} full"
    visitor.page.keyboard.press("1")
    yield f"{game} chosen"


def dialogs(visitor: Visitor, game: str) -> Iterator[str]:
    visitor.page.keyboard.press("?")
    visitor.page.locator("dialog[open]").wait_for()
    yield f"{game} help"
    visitor.page.keyboard.press("Escape")
    visitor.page.keyboard.press("h")
    visitor.page.locator(".said.best").wait_for(timeout=60_000)  # the first one waits until the bots are ready
    yield f"{game} hints"
    visitor.page.keyboard.press("h")


def after_a_match(visitor: Visitor, game: str, id: str, key: str) -> Iterator[str]:
    visitor.go(f"/t/{id}#watch={key}")
    visitor.page.locator("main .onward").wait_for()
    yield f"{game} result"
    visitor.page.locator("main .more section button").click()
    visitor.page.locator(".verdict li").first.wait_for()
    yield f"{game} shuffle"
    visitor.go(f"/journal/{id}#watch={key}")
    visitor.page.locator("main[aria-busy=false] .moments").wait_for(timeout=180_000)  # perhaps nothing in it stands out
    yield f"{game} journal"
    visitor.go(f"/replay/{id}?round=1&move=20#watch={key}")
    visitor.page.locator("nav input").wait_for()
    yield f"{game} replay"
    visitor.page.set_viewport_size(SMALLEST)
    visitor.page.locator("nav > button").click()
    yield f"{game} turns"


def with_others(visitor: Visitor) -> Iterator[str]:
    """Pages with other people: invited, at the same device, or arriving with a link."""
    id = visitor.open("card", seats=["me", "open"])
    visitor.page.locator(".link").wait_for()
    yield "invitation"
    link = visitor.table(id)["table"]["links"]["join"]
    visitor.context.clear_cookies()
    visitor.go("/")
    visitor.page.goto(link)
    visitor.page.locator("form").wait_for()
    yield "join"
    visitor.open("card", seats=["me", "here"])
    visitor.page.locator("main h2").wait_for()
    yield "curtain"
    visitor.go("/learn/card")
    visitor.page.locator("header .opener").click()
    yield "settings"
    visitor.go("/")
    visitor.page.locator("section > .picture").wait_for()
    yield "home with a game"


def check_fit(visitor: Visitor, where: tuple[Any, ...]) -> None:
    page = visitor.page
    assert page.evaluate("document.documentElement.scrollWidth") <= page.evaluate("innerWidth"), where
    assert page.evaluate(CLIPPED) == [], where
    assert page.evaluate(OVERLAPPING) == [], where
    assert page.evaluate(SPILLED) == [], where
    assert page.evaluate(BROKEN) == [], where
    assert page.evaluate("document.documentElement.lang") == where[0]
    assert "page." not in page.inner_text("body"), where


def looks() -> list[tuple[str, str]]:
    """In the soak every language in both themes, otherwise alternating themes."""
    if SOAK:
        return [(language, theme) for language in LANGUAGES for theme in THEMES]
    return [(language, THEMES[number % 2]) for number, language in enumerate(LOOKED_AT)]


@pytest.mark.parametrize(("language", "theme"), looks())
def test_every_page(browser: Browser, server: Running, finished: Finished, language: str, theme: str) -> None:
    """Each in all sizes, and nothing is asked of others. Axe checks every page in one size and one language, in the soak in all."""
    visitor = Visitor(browser, server.url, viewport=LAPTOP, locale=language, color_scheme=theme)
    asked: list[str] = []
    visitor.page.on("request", lambda request: asked.append(request.url))
    turn = LOOKED_AT.index(language)
    games = games_in(language)
    for number, name in enumerate(pages(visitor, finished, games)):
        for place, size in enumerate(SIZES):
            visitor.page.set_viewport_size(size)
            visitor.page.evaluate(SETTLED)
            where = (language, theme, size["width"], name)
            check_fit(visitor, where)
            if SOAK or (place == (number + turn) % len(SIZES) and (name.startswith(games) or number % len(LOOKED_AT) == turn)):
                assert faults(visitor.page) == [], where
    own = (server.url, server.url.replace("http", "ws"), "data:")
    assert asked
    assert [url for url in asked if not url.startswith(own)] == []
    visitor.close()


WIDEST = "() => document.querySelectorAll('main bdi.score').forEach((score) => { score.textContent = '\u2212156' })"
"""As if every expedition and every player had the points of a good wager, which a real deal rarely gives."""


@pytest.mark.parametrize(("language", "game"), [(language, game) for language in LOOKED_AT for game in games_in(language)])
def test_high_scores_have_room(browser: Browser, server: Running, language: str, game: str) -> None:
    """Alternating the number of players, in the soak with each number."""
    visitor = Visitor(browser, server.url, viewport=LAPTOP, locale=language)
    counts = range(2, MANY[game] + 1)
    for players in counts if SOAK else [counts[LOOKED_AT.index(language) % len(counts)]]:
        id = visitor.open(game, seats=["me", *["thumb"] * (players - 1)], options={"colors": 6} if game == "card" else {})
        visitor.skip_ahead(id, MOVES)
        for size in SIZES:
            visitor.page.set_viewport_size(size)
            visitor.page.evaluate(SETTLED)
            visitor.page.evaluate(WIDEST)
            check_fit(visitor, (language, size["width"], game, players))
    visitor.close()


UNEVEN = """() => document.querySelectorAll('main tr').forEach((row) => row.querySelectorAll('td')
    .forEach((cell, seat) => { cell.textContent = seat % 3 === 1 ? '0' : '+170' }))"""
"""As if some players had only short scores: a column's width depends on its content."""


@pytest.mark.parametrize("game", GAMES)
def test_names_have_room_over_short_scores(browser: Browser, server: Running, finished: Finished, game: str) -> None:
    visitor = Visitor(browser, server.url, viewport=SMALLEST, locale="de")
    next(after_a_match(visitor, game, *finished[game]))
    visitor.page.evaluate(UNEVEN)
    check_fit(visitor, ("de", game))
    visitor.close()


@pytest.mark.parametrize("language", ["en", "fa"])
def test_old_and_new_score_fit_their_plaque(browser: Browser, server: Running, language: str) -> None:
    """Both as long as possible, where the chosen card can be played."""
    visitor = Visitor(browser, server.url, viewport=SMALLEST, locale=language)
    visitor.skip_guide()
    visitor.open("card", seats=["me", "thumb"], options={"colors": 6}, assist="open")
    visitor.page.locator("main[data-version] button:enabled").first.wait_for()
    visitor.page.keyboard.press("1")
    visitor.page.locator(".plaque.active").wait_for()
    visitor.page.evaluate(WIDEST)
    visitor.page.locator(".plaque.active").evaluate("(plaque) => plaque.style.setProperty('--characters', 8)")
    for size in SIZES:
        visitor.page.set_viewport_size(size)
        visitor.page.evaluate(SETTLED)
        check_fit(visitor, (language, size["width"]))
    visitor.close()


@pytest.mark.parametrize("game", ["card", "board"])
def test_a_raised_card_covers_no_note_above_it(browser: Browser, server: Running, game: str) -> None:
    visitor = Visitor(browser, server.url, viewport=SMALLEST)
    id = visitor.open(game, seats=["me", "thumb"])
    visitor.wait_for_turn(id)
    visitor.catch_up(id)
    visitor.page.keyboard.press("5")
    visitor.page.locator(".hand .raised").wait_for()
    for size in ({"width": 360, "height": 640}, SMALLEST, {"width": 820, "height": 1180}):
        visitor.page.set_viewport_size(size)
        visitor.page.evaluate(SETTLED)
        assert visitor.page.locator(".hand .note").count() > 4
        assert visitor.page.evaluate(COVERED) == [], size
    visitor.close()
