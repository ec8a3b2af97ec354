"""Link previews in messengers: a title, a sentence and a picture in the head of the page (Open Graph).

Only the path of a link is known here: its key comes after the #, which neither browsers nor messengers send. So a preview names the
game, but nobody at the table.
"""

import re
from html import escape

from lostcities.games.registry import NAMES
from lostcities.server.store.listing import Shared
from lostcities.text import Catalogue

TABLE = re.compile(r"(?:t|replay)/([\w-]{1,64})", re.ASCII)
LEARNED = re.compile(rf"learn/({'|'.join(NAMES)})(/lesson)?")
WIDTH, HEIGHT = 1200, 630
"""Size of the pictures, which `docs/img/previews.py` takes."""
END = b"</head>"


def table_of(path: str) -> str | None:
    """Return the table that an address is about.

    >>> table_of("t/4gT"), table_of("me")
    ('4gT', None)
    """
    found = TABLE.fullmatch(path)
    return found[1] if found else None


def tags_of(path: str, shared: Shared | None, words: Catalogue, base: str) -> dict[str, str]:
    """Return the tags by name. A page that is not about a game shows all three."""
    name = words("page.name")
    title, line, picture = name, words("page.headline"), "home"
    if shared:
        game = words(f"page.game.{shared.game}")
        title = words("server.invited", game=game) if shared.open else f"{game} – {name}"
        line, picture = words(f"page.game.{shared.game}.line"), shared.game
    elif learned := LEARNED.fullmatch(path):
        game, what = learned[1], "page.lesson" if learned[2] else "page.learn"
        title, line, picture = f"{words(f'page.game.{game}')} – {words(what)}", words(f"page.game.{game}.line"), game
    return {
        "og:type": "website",
        "og:site_name": name,
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
