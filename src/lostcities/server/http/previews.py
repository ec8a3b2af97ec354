"""Link previews in messengers: a title, a sentence and a picture in the head of the page (Open Graph).

Only the path of a link is known here: its key comes after the #, which neither browsers nor messengers send. So a preview names the
game, but nobody at the table. That of a deal of the day is the same before and after anyone has played it.
"""

import re
from datetime import date
from html import escape
from typing import NamedTuple

from lostcities.games.registry import NAMES
from lostcities.server.store.listing import Shared
from lostcities.server.tables.days import Day
from lostcities.text import Catalogue

GAME = f"({'|'.join(NAMES)})"
TABLE = re.compile(r"(?:t|replay)/([\w-]{1,64})", re.ASCII)
LEARNED = re.compile(rf"learn/{GAME}(/lesson)?")
DAILY = re.compile(rf"daily(?:/([\d-]{{10}})(?:/{GAME})?)?", re.ASCII)
PUZZLES = re.compile(rf"puzzles(?:/{GAME}(?:/[\w-]{{1,32}})?)?", re.ASCII)
WIDTH, HEIGHT = 1200, 630
"""Size of the pictures, which `docs/img/previews.py` takes."""
END = b"</head>"


class Preview(NamedTuple):
    """What messengers show for a link."""

    title: str
    line: str
    picture: str
    """Its name in `web/public/previews`."""


def table_of(path: str) -> str | None:
    """Return the table that an address is about.

    >>> table_of("t/4gT"), table_of("me")
    ('4gT', None)
    """
    found = TABLE.fullmatch(path)
    return found[1] if found else None


def preview_of(path: str, shared: Shared | None, words: Catalogue) -> Preview:
    """Return the preview of an address. A page that is not about a game shows all three."""
    if shared:
        return preview_of_table(shared, words)
    if learned := LEARNED.fullmatch(path):
        game, what = learned[1], words("page.lesson" if learned[2] else "page.learn")
        return Preview(titled(game, what, words), words(f"page.game.{game}.line"), game)
    if (daily := DAILY.fullmatch(path)) and (not daily[1] or Day.named(daily[1])):
        game, what = daily[2], words("server.daily", day=date.fromisoformat(daily[1])) if daily[1] else words("page.daily")
        return Preview(titled(game, what, words), words("page.daily.about"), f"daily-{game}" if game else "daily")
    if puzzles := PUZZLES.fullmatch(path):
        return Preview(titled(puzzles[1], words("page.puzzles"), words), words("puzzle.ask"), puzzles[1] or "home")
    return Preview(words("page.name"), words("page.headline"), "home")


def preview_of_table(shared: Shared, words: Catalogue) -> Preview:
    game, line = words(f"page.game.{shared.game}"), words(f"page.game.{shared.game}.line")
    title = words("server.invited", game=game) if shared.open else f"{game} – {words('page.name')}"
    return Preview(title, line, shared.game)


def titled(game: str | None, what: str, words: Catalogue) -> str:
    return f"{words(f'page.game.{game}')} – {what}" if game else what


def tags_of(path: str, shared: Shared | None, words: Catalogue, base: str) -> dict[str, str]:
    """Return the tags by name."""
    title, line, picture = preview_of(path, shared, words)
    return {
        "og:type": "website",
        "og:site_name": words("page.name"),
        "og:title": title,
        "og:description": line,
        "og:image": f"{base}/previews/{picture}.png",
        "og:image:width": str(WIDTH),
        "og:image:height": str(HEIGHT),
        "twitter:card": "summary_large_image",
    }


def with_tags(page: bytes, tags: dict[str, str]) -> bytes:
    lines = "".join(f'<meta property="{name}" content="{escape(content)}" />\n' for name, content in tags.items())
    return page.replace(END, lines.encode() + END, 1)
