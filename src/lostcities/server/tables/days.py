"""The days of the deals, in UTC: when a day's deals may be begun, until when they count, and when their secret is told.

>>> day = Day.at(1_700_000_000_000)
>>> day.name, (day.ends - day.begins) / HOUR_MS, (day.closes - day.ends) / HOUR_MS
('2023-11-14', 24.0, 3.0)
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from lostcities.records.daily import is_day

HOUR_MS = 3_600_000
DAY_MS = 24 * HOUR_MS
LATE_MS = 3 * HOUR_MS
"""How long after midnight a try that was begun before may still be finished. Only then is the secret told."""
AHEAD = 30
"""For so many days in advance there is a secret, and its commitment can be read."""
OPPONENT = "bruno"
"""Whom everyone plays against ..."""
AGAINST = "opponent"
"""... and the name of its random choices."""
FIRST = "2020-01-01"
"""No day before is asked for in earnest."""


@dataclass(frozen=True, slots=True, order=True)
class Day:
    """A day, by its name such as `2026-11-16`."""

    name: str

    @staticmethod
    def at(now: int) -> Day:
        """Return the day of a moment in milliseconds since 1970."""
        return Day(datetime.fromtimestamp(now / 1000, UTC).date().isoformat())

    @staticmethod
    def named(text: str) -> Day | None:
        """Return the day with this name; None if there is none."""
        return Day(text) if is_day(text) and text >= FIRST else None

    @property
    def begins(self) -> int:
        """In milliseconds since 1970, as the next two."""
        return int(datetime.combine(date.fromisoformat(self.name), datetime.min.time(), UTC).timestamp()) * 1000

    @property
    def ends(self) -> int:
        """From then on its deals cannot be begun."""
        return self.begins + DAY_MS

    @property
    def closes(self) -> int:
        """From then on no try counts, and the secret is told."""
        return self.ends + LATE_MS

    def later(self, days: int) -> Day:
        return Day((date.fromisoformat(self.name) + timedelta(days)).isoformat())

    def open(self, now: int) -> bool:
        """Whether a try may be begun."""
        return self.begins <= now < self.ends

    def closed(self, now: int) -> bool:
        """Whether the secret may be told."""
        return now >= self.closes
