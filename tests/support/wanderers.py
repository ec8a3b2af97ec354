"""Clients that play at any node that answers, go on at another one when it fails, and write down all that they send and receive."""

import contextlib
import json
import random
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from support.histories import OPEN_END, History, Message
from support.serving import Client, Socket, key_of
from websockets.exceptions import ConnectionClosed, InvalidHandshake

GONE = (ConnectionClosed, InvalidHandshake, TimeoutError, OSError, EOFError)
"""What a client can meet when its node, or the way there, is gone."""
PATIENCE = 4.0
"""Seconds in which a node must answer before its client tries another one."""
TAKEN_BACK = 0.1
"""How often a turn is taken back, where that is possible."""
PAUSE = 0.02
"""Seconds that a decision takes."""


class Noted(Socket):
    """A socket whose messages are written down. It begins with what its client knew before."""

    def __init__(self, url: str, history: History, before: "Noted | None") -> None:
        super().__init__(f"{url.replace('http', 'ws', 1)}/api/tables/{history.table}/live", patience=PATIENCE)
        self.history, self.generous = history, bool(history.seats)
        self.can_take_back = False
        if before:
            self.view, self.version, self.table = before.view, before.version, before.table

    def send(self, **fields: Any) -> None:
        self.history.note("joined" if fields["type"] == "join" else "sent", json.dumps(fields))
        super().send(**fields)

    def take(self, text: str) -> Message:
        self.history.note("got", text)
        self.seen.clear()
        message = super().take(text)
        if message["type"] in ("event", "state"):
            self.can_take_back = message.get("table", message).get("can_take_back", False)
        return message


class Wanderer:
    """A client of one table, with some of its seats or none."""

    def __init__(self, doors: Sequence[Callable[[], str]], opened: Message, seats: tuple[int, ...], join: Message, seed: int) -> None:
        self.doors, self.join, self.rng = doors, join, random.Random(seed)
        secrets = (join["token"],) if "token" in join else ()
        self.history = History(opened["id"], seats, secrets)
        self.line: Noted | None = None
        self.pending: Message | None = None
        """What was sent and not answered."""
        self.number = self.visits = 0

    def wander(self, stopped: threading.Event) -> None:
        """Visit one node after another."""
        while not stopped.wait(0.05):
            with contextlib.suppress(*GONE):
                self.visit(stopped)

    def visit(self, stopped: threading.Event) -> None:
        """Play at one node for a while. What another one did not answer is asked again first."""
        until = time.monotonic() + self.rng.uniform(1.0, 6.0)
        line = self.line = Noted(self.rng.choice(self.doors)(), self.history, self.line)
        try:
            line.send(type="join", since=line.version if self.rng.random() < 0.5 else 0, **self.join)
            line.receive(PATIENCE)
            self.visits += 1
            if self.pending:
                self.answer(line)
            while time.monotonic() < until and not stopped.is_set():
                self.act(line, until)
        finally:
            line.close()

    def act(self, line: Noted, until: float) -> None:
        """Decide, or see what others do."""
        if not line.legal:
            line.receive(max(min(until - time.monotonic(), PATIENCE), 0.01))
            return
        time.sleep(PAUSE)
        self.number += 1
        asked = {"id": str(self.number), "version": line.version}
        if line.can_take_back and self.rng.random() < TAKEN_BACK:
            self.pending = {"type": "takeback", **asked}
        else:
            self.pending = {"type": "move", **asked, "move": self.rng.choice(line.legal)}
        self.answer(line)

    def answer(self, line: Noted) -> None:
        """Send what is pending, and read its answer."""
        assert self.pending
        line.send(**self.pending)
        answer = line.until(lambda message: message.get("id") == self.pending["id"], PATIENCE)  # type: ignore[index]
        if answer["type"] == "ack" or answer["code"] not in OPEN_END:
            self.pending = None


@contextlib.contextmanager
def wandering(wanderers: Iterable[Wanderer]) -> Iterator[None]:
    """Let them all play meanwhile."""
    stopped = threading.Event()
    threads = [threading.Thread(target=wanderer.wander, args=(stopped,)) for wanderer in wanderers]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        stopped.set()
        for thread in threads:
            thread.join()


def wanderers_at(kind: Sequence[str], game: str, client: Client, doors: Sequence[Callable[[], str]], seed: int) -> list[Wanderer]:
    """Open a long match with these seats; return those who play in it: one for the opener, one for each open seat, or a spectator."""
    options = {} if game == "roll" else {"rounds": 99}
    opened = client.open(game, seats=list(kind), options=options)
    mine = tuple(opened["seats"])
    found = [Wanderer(doors, opened, mine, {"token": opened["token"]} if mine else {"watch": key_of(opened["watch"])}, seed)]
    for seat, plan in enumerate(kind):
        if plan == "open":
            other = Client(client.url)
            token = other.sit(opened).json()["token"]
            other.close()
            found.append(Wanderer(doors, opened, (seat,), {"token": token}, seed + 1000 * (seat + 1)))
    return found
