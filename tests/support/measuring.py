"""Measure a page in a browser: layout shifts, the longest task; also on slow networks and processors. All by Chrome's devtools protocol."""

from typing import Any

from playwright.sync_api import CDPSession
from support.browsing import Visitor
from support.waiting import wait_for

SLOW_LINE = {"offline": False, "latency": 300, "downloadThroughput": 1_600_000 // 8, "uploadThroughput": 1_600_000 // 8}
"""1.6 Mbit/s, and 300 ms from a request to its answer. It slows a socket's handshake, too, but not its messages."""
SLOW_PROCESSOR = {"rate": 4}
NOTE_SHIFTS = """
  window.shifts = [];
  new PerformanceObserver((list) => shifts.push(...list.getEntries().filter((entry) => !entry.hadRecentInput)
    .map(({ value, sources }) => ({ value, moved: sources.map(({ node }) => node?.textContent?.slice(0, 40)) }))))
    .observe({ type: 'layout-shift', buffered: true });
"""


def devtools(visitor: Visitor) -> CDPSession:
    session = visitor.context.new_cdp_session(visitor.page)
    session.send("Network.enable")
    return session


def note_shifts(visitor: Visitor) -> None:
    """Note every layout shift without a user action, from the next page on."""
    visitor.page.add_init_script(NOTE_SHIFTS)


def shifted(visitor: Visitor) -> tuple[float, list[Any]]:
    """Return the page's total shift, as the browser counts it, and what moved."""
    found = visitor.page.evaluate("shifts")
    return sum(shift["value"] for shift in found), [shift["moved"] for shift in found]


class Tracing:
    """A recording of the tasks of a page's main thread."""

    def __init__(self, session: CDPSession) -> None:
        self.session = session
        self.events: list[dict[str, Any]] = []
        self.complete = False
        session.on("Tracing.dataCollected", lambda data: self.events.extend(data["value"]))
        session.on("Tracing.tracingComplete", lambda _: setattr(self, "complete", True))
        session.send("Tracing.start", {"transferMode": "ReportEvents", "traceConfig": {"includedCategories": ["toplevel"]}})

    def tasks(self, visitor: Visitor) -> list[tuple[float, float]]:
        """Return processor time and duration of every task of the renderer so far, in milliseconds, longest first."""
        self.session.send("Tracing.end")
        wait_for(lambda: visitor.page.wait_for_timeout(20) or self.complete)
        names = {(event["pid"], event["tid"]): event["args"]["name"] for event in self.events if event["name"] == "thread_name"}
        main = [event for event in self.events if names.get((event["pid"], event["tid"])) == "CrRendererMain" and "tdur" in event]
        return sorted(((event["tdur"] / 1000, event["dur"] / 1000) for event in main if event["name"].endswith("RunTask")), reverse=True)
