"""Take the pictures of the page in this folder, in a real browser: `PYTHONPATH=tests .venv/bin/python docs/img/take.py`."""

import tempfile
from pathlib import Path
from typing import Any

from support.browsing import DESK, PHONE, Visitor, browsing
from support.serving import running

IMAGES = Path(__file__).parent
SHOTS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("desk", {"viewport": DESK}),
    ("dark", {"viewport": DESK, "color_scheme": "dark"}),
    ("phone", {"viewport": PHONE, "is_mobile": True, "has_touch": True}),
    ("persian", {"viewport": PHONE, "is_mobile": True, "has_touch": True, "locale": "fa"}),
)
MOVES = {"card": 24, "board": 30, "roll": 24}


def table(visitor: Visitor, game: str) -> None:
    """Open a game in progress in which it is our turn."""
    id = visitor.open(game, seats=["me", "thumb"])
    for _ in range(MOVES[game]):
        visitor.wait_for_turn(id)
        shown = visitor.table(id)
        visitor.make(shown["view"], shown["view"]["legal"][0], "keys", shown["version"])
    visitor.wait_for_turn(id)


def take(visitor: Visitor, name: str) -> None:
    visitor.page.wait_for_timeout(700)
    visitor.page.screenshot(path=IMAGES / f"page-{name}.png")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, running(Path(folder)) as server, browsing() as browser:
        for kind, options in SHOTS:
            visitor = Visitor(browser, server.url, **options)
            visitor.skip_guide()
            visitor.go("/")
            visitor.page.locator(".go > .button").wait_for()
            take(visitor, f"home-{kind}")
            for game in MOVES:
                table(visitor, game)
                take(visitor, f"{game}-{kind}")
            visitor.go("/learn/card")
            visitor.page.locator("main h2").first.wait_for()
            take(visitor, f"learn-{kind}")
            visitor.close()


if __name__ == "__main__":
    main()
