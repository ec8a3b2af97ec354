"""Measure how long a move takes from one browser to another, and how long the first page takes: `python benchmarks/page.py`.

Two windows at one table on this machine, with moves by keyboard. A clock in each window notes when a key was pressed and when the
new position was on the page.
"""

import sys
import tempfile
import time
from pathlib import Path
from statistics import median, quantiles

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from support.browsing import Visitor, browsing
from support.serving import Serving, running

MOVES = 60
WATCH = """() => {
  window.pressed = []; window.shown = {};
  addEventListener('keydown', () => window.pressed.push(performance.timeOrigin + performance.now()), true);
  new MutationObserver(() => {
    const version = document.querySelector('main[data-version]')?.dataset.version;
    if (version !== undefined) window.shown[version] ??= performance.timeOrigin + performance.now();
  }).observe(document.body, {subtree: true, attributes: true, childList: true, attributeFilter: ['data-version']});
}"""


def latencies() -> list[float]:
    """Return the milliseconds from the last key of a move to the position on the other page."""
    with tempfile.TemporaryDirectory() as folder, running(Path(folder)) as server, browsing() as browser:
        host, guest = Visitor(browser, server.url), Visitor(browser, server.url)
        id = host.open("card", seats=["me", "open"], name="Ann")
        guest.skip_guide()
        guest.page.goto(host.page.locator(".link bdi").inner_text())
        guest.page.get_by_label("Your name").fill("Ben")
        guest.page.get_by_role("button", name="Sit down").click()
        for one in (host, guest):
            one.page.locator("main[data-version]").wait_for()
            one.page.evaluate(WATCH)
        found = []
        while len(found) < MOVES:
            for one, other in ((host, guest), (guest, host)):
                shown = one.table(id)
                if shown["view"].get("legal"):
                    legal = shown["view"]["legal"]
                    one.make(shown["view"], "+" if "+" in legal else legal[-1], "keys", shown["version"])
                    version = str(shown["version"] + 1)
                    other.page.wait_for_function("version => window.shown[version] !== undefined", arg=version)
                    found.append(
                        other.page.evaluate("version => window.shown[version]", version) - one.page.evaluate("window.pressed.at(-1)")
                    )
        return found


def first_page() -> float:
    """Return the seconds from the command to the first page, with kernels compiled beforehand."""
    with tempfile.TemporaryDirectory() as folder, browsing() as browser:
        began = time.perf_counter()
        server = Serving(Path(folder) / "data")
        visitor = Visitor(browser, server.url)
        visitor.go("/")
        visitor.page.locator("article button").first.wait_for()
        took = time.perf_counter() - began
        server.stop()
        return took


if __name__ == "__main__":
    times = latencies()
    print(f"own move to the other browser: median {median(times):.0f} ms, p95 {quantiles(times, n=20)[-1]:.0f} ms of {len(times)} moves")
    print(f"from `lostcities serve` to the first page: {min(first_page() for _ in range(3)):.1f} s, the best of three")
