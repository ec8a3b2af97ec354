"""Measure how soon a journal shows its first graph: `python benchmarks/journal.py`.

Matches against a bot are played to their end, and each journal is opened once in a browser on this machine, from an address to the
first round of the landscape. Nothing is stored before, but kernels are compiled: the first journal is not counted.
"""

import sys
import tempfile
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from support.browsing import Visitor, browsing
from support.serving import Client, running

from lostcities import GAMES
from lostcities.bots.bot import Policy
from lostcities.bots.registry import policy
from lostcities.games.registry import game

MATCHES = 6
PATIENCE = 120_000
"""Milliseconds for a journal, of which the first has to compile its kernels."""
WATCH = """addEventListener('DOMContentLoaded', () => {
  new MutationObserver(() => {
    if (document.querySelector('.ground .lead:not(.waits)')) window.drawn ??= performance.now();
  }).observe(document.body, {subtree: true, childList: true, attributes: true});
})"""
"""Notes when a round's own lead stands under its ridge, in milliseconds since the address was opened."""


def played_out(client: Client, name: str, player: Policy) -> str:
    """Play a match with the usual options to its end, and return its id."""
    opened = client.open(name, seats=["me", "pip"])
    socket = client.join(opened).dealt()
    while not socket.table.get("finished"):
        socket.my_turn()
        if socket.legal:
            socket.move(player.decide(socket.view))
    return str(opened["id"])


def first_graphs(name: str) -> list[float]:
    """Return the seconds from the address to the first graph, one figure per match."""
    with tempfile.TemporaryDirectory() as folder, running(Path(folder)) as server, browsing() as browser:
        client, player = Client(server.url), policy(game(name), "bruno")
        found = [first_graph(Visitor(browser, server.url), client, played_out(client, name, player)) for _ in range(MATCHES + 1)]
        client.close()
        return found[1:]


def first_graph(visitor: Visitor, client: Client, match: str) -> float:
    visitor.come_as(client)
    visitor.page.add_init_script(WATCH)
    visitor.go(f"/journal/{match}")
    visitor.page.wait_for_function("() => window.drawn !== undefined", timeout=PATIENCE)
    took: float = visitor.page.evaluate("window.drawn")
    visitor.page.locator("main[aria-busy=false]").wait_for(timeout=PATIENCE)  # the next one has the computer for itself
    visitor.close()
    return took / 1000


if __name__ == "__main__":
    for name in sys.argv[1:] or GAMES:
        took = first_graphs(name)
        print(f"{name}: first graph after {median(took):.1f} s, at most {max(took):.1f} s, {len(took)} matches")
