"""Take the pictures of the page in this folder, in a real browser: `PYTHONPATH=tests .venv/bin/python docs/img/take.py`."""

import tempfile
from pathlib import Path
from typing import Any

from support.browsing import DESK, PHONE, Visitor, browsing
from support.serving import Client, running

from lostcities.bots.steady import SteadyBot
from lostcities.games.registry import game as game_named

IMAGES = Path(__file__).parent
SHOTS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("desk", {"viewport": DESK}),
    ("dark", {"viewport": DESK, "color_scheme": "dark"}),
    ("phone", {"viewport": PHONE, "is_mobile": True, "has_touch": True}),
    ("persian", {"viewport": PHONE, "is_mobile": True, "has_touch": True, "locale": "fa"}),
)
POSTERS = ("desk", "persian")
MOVES = {"card": 24, "board": 30, "roll": 24}


def table(visitor: Visitor, game: str) -> None:
    """Open a game in progress in which it is our turn."""
    id = visitor.open(game, seats=["me", "thumb"])
    for _ in range(MOVES[game]):
        visitor.wait_for_turn(id)
        shown = visitor.table(id)
        visitor.make(shown["view"], shown["view"]["legal"][0], "keys", shown["version"])
    visitor.wait_for_turn(id)


def poster(visitor: Visitor) -> None:
    """Show the poster of a round that Odile has played for us against Pip."""
    bot, client = SteadyBot(game_named("card"), "odile"), Client(visitor.url)
    id = client.open("card", seats=["me", "pip"], options={"rounds": 1})["id"]
    socket = client.join(id).dealt()
    while not socket.table.get("finished"):
        if socket.my_turn().legal:
            socket.move(bot.decide(socket.view or {}, b""))
    visitor.come_as(client)
    client.close()
    visitor.go(f"/poster/{id}")
    visitor.page.locator(".ways button:enabled").first.wait_for()


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
            if kind in POSTERS:
                poster(visitor)
                take(visitor, f"poster-{kind}")
            visitor.close()


if __name__ == "__main__":
    main()
