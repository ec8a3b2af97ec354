"""What those who come back have missed: the table as it was a while ago, and the events since then.

So catching up costs the same however long the match is, and whatever was taken back in it.
"""

from collections import deque

from lostcities.server.socket.messages import encode
from lostcities.server.tables.events import Event
from lostcities.server.tables.redaction import Audience, event_message
from lostcities.server.tables.table import Table

MOST_MISSED = 200
"""Events that are kept; a client that missed more gets the position instead."""


class Past:
    """The last events of a table, and the table before them."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.events: deque[Event] = deque()

    def add(self, event: Event) -> None:
        self.events.append(event)
        if len(self.events) > MOST_MISSED:
            self.table.apply(self.events.popleft())

    def present(self) -> Table:
        """The table after all events."""
        table = self.table.copy()
        for event in self.events:
            table.apply(event)
        return table


class Rerun:
    """The events after a version once more, each as it was shown to an audience then."""

    def __init__(self, past: Past, audience: Audience, since: int) -> None:
        self.past, self.audience, self.since = past, audience, since
        self.table = past.table.copy()
        self.texts: list[str] = []

    def step(self) -> bool:
        """Shows the next event; False if there is none, or if so much has happened meanwhile that it is no longer kept."""
        number = self.table.version - self.past.table.version
        if not 0 <= number < len(self.past.events):
            return False
        event = self.past.events[number]
        drawn = self.table.apply(event)
        if event.version > self.since:
            self.texts.append(encode(event_message(self.table, event, drawn, self.audience)))
        return True
