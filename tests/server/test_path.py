"""The path of a move: from one seat's socket to the disk, and to the other seat's socket."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from support.serving import Client, running

from lostcities.server import app
from lostcities.server.tables.daily import Dailies

PACKAGE = "lostcities.server."
PATH = {
    "socket.protocol",  # frames and their limits
    "rates",
    "socket.client",  # the message, its answer, and what goes out
    "tables.room",  # one change at a time
    "tables.checks",
    "store.writer",
    "tables.table",
    "tables.catch_up",
    "tables.redaction",
    "tables.scheduler",
}
"""All server modules that run while a move is made."""


class Tracer:
    """Notes the server modules in which a line of code runs, in all threads started while it is installed."""

    def __init__(self) -> None:
        self.modules: set[str] = set()

    def __call__(self, frame: FrameType, what: str, _: Any) -> Any:
        name = str(frame.f_globals.get("__name__", ""))
        if not name.startswith(PACKAGE):
            return None
        if what == "line":  # a coroutine that only awaits another one is called, too, but runs no line
            self.modules.add(name.removeprefix(PACKAGE))
        return self


@contextmanager
def traced() -> Iterator[Tracer]:
    tracer, before = Tracer(), threading.gettrace()
    threading.settrace(tracer)
    try:
        yield tracer
    finally:
        threading.settrace(before)  # type: ignore[arg-type]


async def rest(_: Dailies) -> None:
    """Do nothing by itself."""


def test_a_move_passes_through_ten_modules_at_most(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "TICK", 3600.0)  # nothing else happens in the meantime, nor does what a slow start leaves for later
    monkeypatch.setattr(Dailies, "run", rest)
    with traced() as tracer, running(tmp_path) as server:
        anna, ben = Client(server.url), Client(server.url)
        opened = anna.open(seats=["me", "open"])
        ben.sit(opened)
        sockets = [client.join(opened, generous=True) for client in (anna, ben)]
        for socket in sockets:
            socket.dealt().send(type="ping")
            socket.until_type("pong")
        mover, other = sorted(sockets, key=lambda socket: not socket.legal)
        tracer.modules.clear()
        version = mover.move(mover.legal[0])["version"]
        other.until_type("event", version=version)
        modules = set(tracer.modules)
        for client in (anna, ben):
            client.close()
    assert modules == PATH
    assert len(PATH) <= 10
