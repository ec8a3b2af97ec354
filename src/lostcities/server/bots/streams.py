"""The bots' work as streams in Redis: what `remote.py` puts there and `taker.py` takes.

There is a stream per rank. All workers are one consumer of one group: an errand belongs to whoever last renewed it, and is claimed by
another one when nobody has renewed it for a few seconds. Answers go to a stream of the server that asked, which expires.

Servers and workers of neighbouring versions meet here. Fields may be added, and those that are unknown are ignored; whatever else
changes needs another `PROTOCOL`, and with it other streams.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, cast

import msgspec

from lostcities.server.bots.worker import Answer, Request
from lostcities.server.bots.workforce import LATER, LIVE
from lostcities.server.redis.connection import Command, Connection, Reply
from lostcities.server.redis.roll import Roll

PROTOCOL = 1
PREFIX = f"lostcities:bots:{PROTOCOL}"
STREAMS = {LIVE: f"{PREFIX}:live", LATER: f"{PREFIX}:later"}
GROUP, CONSUMER = "workers", "any"
CLAIMED = f"{PREFIX}:claimed"
"""How many errands were claimed from workers that died."""
LONGEST = 10_000
"""Errands in a stream; the oldest ones are dropped."""
MOST_ANSWERS = 1_000
ANSWERS_MS = 60_000
"""How long answers are kept for a server that doesn't fetch them."""


def workers_of(connection: Connection) -> Roll:
    """Return the workers that are there, each as `name:processes`."""
    return Roll(connection, f"bots:{PROTOCOL}:workers")


def processes(members: Sequence[str]) -> int:
    """Return how many processes some workers have together."""
    return sum(int(member.rpartition(":")[2]) for member in members)


def answers_of(server: str) -> str:
    return f"{PREFIX}:answers:{server}"


def entries(reply: Reply) -> Iterator[tuple[str, str, dict[str, str]]]:
    """Yield the entries of streams that were read: stream, id, fields."""
    for stream, lines in reply or ():
        for entry, pairs in lines:
            yield stream, entry, fields_of(pairs)


def fields_of(pairs: Sequence[str] | None) -> dict[str, str]:
    """Return the fields of an entry; one that was deleted has none."""
    return dict(zip((pairs or ())[::2], (pairs or ())[1::2], strict=True))


@dataclass(frozen=True, eq=False)
class Errand:
    """A request in a stream."""

    rank: int
    entry: str
    """Its id in the stream."""
    id: str
    """Its id at the server that asked."""
    server: str
    request: Request

    @staticmethod
    def read(rank: int, entry: str, fields: dict[str, str]) -> "Errand":
        """Return an errand. Raises `KeyError` or `ValueError` if it isn't one."""
        request = msgspec.json.decode(fields["request"])
        if not (isinstance(request, dict) and isinstance(request.get("ms"), int)):
            raise ValueError("a request needs ms")
        return Errand(rank, entry, fields["id"], fields["server"], cast(Request, request))

    @property
    def stream(self) -> str:
        return STREAMS[self.rank]

    def answered(self, answer: Answer | None) -> list[Command]:
        """Return the commands that send an answer, or tell that there is none, and end the errand."""
        body = msgspec.json.encode(answer).decode()
        key = answers_of(self.server)
        told: Command = ("XADD", key, "MAXLEN", "~", MOST_ANSWERS, "*", "id", self.id, "answer", body)
        return [told, ("PEXPIRE", key, ANSWERS_MS), *self.ended()]

    def ended(self) -> list[Command]:
        return [("XACK", self.stream, GROUP, self.entry), ("XDEL", self.stream, self.entry)]

    def renewed(self) -> Command:
        return ("XCLAIM", self.stream, GROUP, CONSUMER, 0, self.entry, "JUSTID")

    def returned(self) -> Command:
        """Return the command that lets others claim it at once, as if nobody had tried."""
        return ("XCLAIM", self.stream, GROUP, CONSUMER, 0, self.entry, "IDLE", 3_600_000, "RETRYCOUNT", 0, "JUSTID")


def placed(id: str, server: str, request: Request, rank: int) -> Command:
    """Return the command that puts a request into its stream."""
    body = msgspec.json.encode(request).decode()
    return ("XADD", STREAMS[rank], "MAXLEN", "~", LONGEST, "*", "id", id, "server", server, "request", body)


def answer_in(fields: dict[str, str]) -> tuple[str, Answer | None]:
    """Return an errand's id and its answer. Raises `KeyError` or `ValueError` if there is none."""
    found: Any = msgspec.json.decode(fields["answer"])
    if not (found is None or isinstance(found, dict)):
        raise ValueError("an answer is an object")
    return fields["id"], cast("Answer | None", found)
