"""A guest's part in the fair shuffles: it commits to bytes of its own, and reveals them once its commitment is in the fixed list.

The same rules as the page's (`web/src/fair/part.ts`): bytes are never used twice, and are not revealed if the list is wrong.
"""

import secrets
from collections import defaultdict

from lostcities.guest.invitation import Message
from lostcities.records.fair import SHARE_BYTES, commitment

Attempt = tuple[int, int]
"""A round, and how often its shuffle was restarted."""


class Part:
    """What one seat adds to the shuffles of a match."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.bytes: dict[Attempt, bytes] = defaultdict(lambda: secrets.token_bytes(SHARE_BYTES))
        self.lists: dict[Attempt, Message] = {}
        """The lists of commitments as they were first shown."""
        self.accepted: set[Attempt] = set()
        """The attempts for which the server has stored our commitment."""
        self.sent: dict[str, tuple[str, Attempt]] = {}
        """Requests by their id, as long as they must not be made again."""
        self.reported: set[Attempt] = set()
        """The attempts whose list was found to be wrong."""

    def step(self, table: Message) -> Message | None:
        """Return the request to make next, if any."""
        attempt = table["round"], table["restarts"]
        if table["commitment"] is None or self.seat in table["without"]:
            return None
        if table["commitments"] is None:
            kind, due = "commit", self.seat not in table["committed"]
            if due and attempt in self.accepted:  # it was dropped when the seat was given up for a while
                self.accepted.discard(attempt)
                self.forget(kind, attempt)
            content = {"commitment": commitment(self.bytes[attempt]).hex()}
        else:
            kind, due = "reveal", self.seat not in table["revealed"] and self.listed(table)
            content = {"bytes": self.bytes[attempt].hex()}
        return {"kind": kind, "round": table["round"], **content} if due and (kind, attempt) not in self.sent.values() else None

    def listed(self, table: Message) -> bool:
        """Whether the fixed list has our commitment, and is still the list that was shown first."""
        attempt = table["round"], table["restarts"]
        known = self.lists.setdefault(attempt, table["commitments"])
        return known == table["commitments"] and known.get(str(self.seat)) == commitment(self.bytes[attempt]).hex()

    def wronged(self, table: Message) -> bool:
        """Whether a list is found to be wrong now, although the server had accepted our commitment."""
        attempt = table["round"], table["restarts"]
        if table["commitments"] is None or attempt not in self.accepted - self.reported or self.listed(table):
            return False
        self.reported.add(attempt)
        return True

    def answered(self, id: str, granted: bool) -> None:
        """Note the answer to a request. A reveal that was refused may be tried again: the server may have been busy."""
        if id in self.sent:
            kind, attempt = self.sent[id]
            if granted and kind == "commit":
                self.accepted.add(attempt)
            elif not granted and kind == "reveal":
                del self.sent[id]

    def forget(self, kind: str, attempt: Attempt) -> None:
        self.sent = {id: what for id, what in self.sent.items() if what != (kind, attempt)}
