"""Real servers on loopback for tests, and clients that use them over real sockets.

`Running` is a server in a thread of this process, so that coverage sees it; `Serving` is `lostcities serve` in a separate process, which
can be killed.
"""

import contextlib
import dataclasses
import json
import os
import random
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from support.databases import DATABASES
from support.waiting import PATIENCE, wait_for
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from lostcities.server.running import config_for, take_port
from lostcities.server.settings import Limits, Settings

Message = dict[str, Any]
SHARE = b"\xab" * 32
"""A client's contribution to a shuffle."""
SERVE = (sys.executable, "-m", "lostcities", "serve")
FREE = Limits(**dict.fromkeys((field.name for field in dataclasses.fields(Limits)), 100_000_000))
"""Limits that no test can reach by playing."""


def quick(folder: Path, **changes: Any) -> Settings:
    """Settings for tests: bots answer at once, and shuffles hardly wait."""
    fields: dict[str, Any] = {
        "data": folder,
        "database_url": DATABASES.url_of(folder),
        "port": 0,
        "pace": 0.0,
        "undo_wait": 0.0,
        "first_wait": 0.3,
        "next_wait": 0.3,
        "reveal_wait": 5.0,
        "workers": 1,
        "prepare": False,
        "limits": FREE,
    }
    return Settings(**(fields | changes))


class Running:
    """A server in a thread."""

    def __init__(self, settings: Settings) -> None:
        self.socket = take_port(settings, any_port=False)
        self.settings = dataclasses.replace(settings, port=self.socket.getsockname()[1])
        config = config_for(self.settings)
        config.timeout_graceful_shutdown = 2
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=self.server.run, args=([self.socket],), daemon=True)
        self.thread.start()
        wait_for(lambda: self.server.started or not self.thread.is_alive())

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.settings.port}"

    @property
    def services(self) -> Any:
        """The server's data in memory; look at it from the server's own thread, or while it is idle."""
        return self.server.config.app.app.state.services  # type: ignore[union-attr]

    def stop(self) -> None:
        self.server.should_exit = True
        self.thread.join(PATIENCE)
        assert not self.thread.is_alive()


class Serving:
    """`lostcities serve` in a separate process."""

    def __init__(self, folder: Path, *arguments: str, handles: int = 0, command: Sequence[str] = SERVE, **environment: str) -> None:
        """`handles` limits how many files and connections it may have open."""
        limits = {f"LOSTCITIES_LIMIT_{field.name.upper()}": str(getattr(FREE, field.name)) for field in dataclasses.fields(Limits)}
        if url := DATABASES.url_of(folder):
            environment = {"LOSTCITIES_DATABASE_URL": url, **environment}
        full = [*command, "--data", str(folder), "--port", "0", *arguments]
        self.log = (folder.parent / f"{folder.name}.log").open("ab")
        if handles:
            full = ["sh", "-c", f'ulimit -n {handles} && exec "$0" "$@"', *full]
        self.process = subprocess.Popen(
            full, stdout=subprocess.PIPE, stderr=self.log, text=True, env={**os.environ, **limits, **environment}, start_new_session=True
        )
        assert self.process.stdout
        self.said = self.process.stdout.readline()
        found = re.search(r"http://\S+", self.said)
        self.url = found[0] if found else ""

    def kill(self) -> None:
        self.end(signal.SIGKILL)

    def stop(self) -> int:
        return self.end(signal.SIGTERM)

    def end(self, how: int) -> int:
        if self.process.poll() is None:
            self.process.send_signal(how)
        status = self.process.wait(PATIENCE)
        assert self.process.stdout
        self.process.stdout.close()
        self.log.close()
        return status


class Client:
    """A person with a browser: a cookie jar, and a socket for each table."""

    def __init__(self, url: str, **headers: str) -> None:
        self.url = url
        self.http = httpx.Client(base_url=url, headers=headers, timeout=PATIENCE)
        self.sockets: list[Socket] = []

    def close(self) -> None:
        for opened in self.sockets:
            opened.close()
        self.http.close()

    def open(self, game: str = "card", **fields: Any) -> Message:
        """Open a table."""
        answer = self.http.post("/api/tables", json={"game": game, **fields})
        assert answer.status_code == 201, answer.text
        found: Message = answer.json()
        return found

    def sit(self, opened: Message, **fields: Any) -> httpx.Response:
        return self.http.post(f"/api/tables/{opened['id']}/seats", json={"key": key_of(opened["join"]), **fields})

    def join(self, table: Message | str, since: int = 0, generous: bool = False, **fields: Any) -> "Socket":
        id = table if isinstance(table, str) else table["id"]
        cookie = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        made = Socket(f"{self.url.replace('http', 'ws', 1)}/api/tables/{id}/live", {"Cookie": cookie} if cookie else {})
        made.generous = generous
        self.sockets.append(made)
        made.send(type="join", since=since, **fields)
        return made

    def table(self, table: Message, **query: str) -> Message:
        answer = self.http.get(f"/api/tables/{table['id']}", params=query)
        assert answer.status_code == 200, answer.text
        found: Message = answer.json()
        return found


def key_of(link: str) -> str:
    return link.partition("=")[2]


class Socket:
    """One socket. It stores what it received: the last state or view, the version, and all messages."""

    def __init__(self, address: str, headers: dict[str, str] | None = None, patience: float = PATIENCE) -> None:
        self.stack = contextlib.ExitStack()
        opening = connect(address, additional_headers=headers or {}, open_timeout=patience, close_timeout=min(patience, 10.0))
        self.connection: ClientConnection = self.stack.enter_context(opening)
        self.seen: list[Message] = []
        self.view: Message | None = None
        self.table: Message = {}
        self.version = 0
        self.asked = 0
        self.generous = False
        """Whether it takes part in every shuffle."""
        self.revealed = False

    def close(self) -> None:
        self.stack.close()

    def closed(self) -> int:
        """Read to the end; return why the server closed it."""
        while True:
            try:
                self.receive()
            except ConnectionClosed as end:
                assert end.rcvd
                return end.rcvd.code

    def send(self, **fields: Any) -> None:
        self.connection.send(json.dumps(fields))

    def receive(self, seconds: float = PATIENCE) -> Message:
        return self.take(str(self.connection.recv(timeout=seconds)))

    def take(self, text: str) -> Message:
        message: Message = json.loads(text)
        self.seen.append(message)
        if "view" in message:
            self.view, self.version = message["view"], message["version"]
        self.table = message.get("table", self.table)
        if self.generous:
            self.take_part(message)
        return message

    def take_part(self, message: Message) -> None:
        """Commit to bytes once the server has, and reveal them once everyone has committed."""
        table, seat = message.get("table") or {}, str((self.table.get("you") or [0])[0])
        fixed = (message if message.get("what") == "fix" else table).get("commitments")
        round = message.get("round", self.table.get("round"))
        if message.get("what") == "commit" or (message["type"] == "state" and table["commitment"] and not table["committed"]):
            self.send(type="commit", id=f"c{random.getrandbits(64)}", round=round, commitment=sha256(SHARE).hexdigest())
        elif fixed and seat in fixed and int(seat) not in table.get("revealed", ()) and not self.revealed:
            self.send(type="reveal", id=f"r{random.getrandbits(64)}", round=round, bytes=SHARE.hex())
        self.revealed = bool(fixed)

    def until(self, holds: Callable[[Message], Any], seconds: float = PATIENCE) -> Message:
        """Read until the wanted message arrives."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            message = self.receive(end - time.monotonic())
            if holds(message):
                return message
        raise TimeoutError("waited too long")

    def until_type(self, kind: str, **fields: Any) -> Message:
        return self.until(lambda message: message["type"] == kind and all(message.get(name) == value for name, value in fields.items()))

    def ask(self, type: str, id: str | None = None, **fields: Any) -> Message:
        """Send something with an id, and read until its answer."""
        self.asked += 1
        name = id or f"q{self.asked}-{random.getrandbits(32)}"
        self.send(type=type, id=name, **fields)
        return self.until(lambda message: message.get("id") == name and message["type"] in ("ack", "error", "hint", "explain"))

    def move(self, move: str, **fields: Any) -> Message:
        return self.ask("move", **{"version": self.version, "move": move, **fields})

    def commit(self, share: bytes = SHARE) -> Message:
        """Commit to bytes for the shuffle, or to none."""
        return self.ask("commit", round=self.table["round"], commitment=sha256(share).hexdigest() if share else "")

    def reveal(self, share: bytes = SHARE) -> Message:
        return self.ask("reveal", round=self.table["round"], bytes=share.hex())

    def contribute(self, share: bytes = SHARE) -> Message:
        """Commit to bytes, and reveal them once the list of commitments is fixed."""
        answer = self.commit(share)
        if answer["type"] != "ack":
            return answer
        if not self.table.get("commitments"):
            self.until(lambda _: self.table.get("commitments"))
        return self.reveal(share)

    def dealt(self) -> "Socket":
        """Wait for the first deal."""
        if self.view is None:
            self.until(lambda message: message.get("view"))
        return self

    @property
    def legal(self) -> list[str]:
        """The moves this client can make now."""
        return list((self.view or {}).get("legal", []))

    def my_turn(self) -> "Socket":
        """Read until this client decides, or the match is over."""
        if not self.legal:
            self.until(lambda message: self.legal or (message.get("table") or {}).get("finished"))
        return self

    def play(self, rng: random.Random) -> Message:
        """Make a random move."""
        return self.move(rng.choice(self.legal))

    def play_out(self, rng: random.Random) -> "Socket":
        """Play to the end of the match, at random, but drawing from the deck."""
        while not self.table.get("finished"):
            self.my_turn()
            if self.legal:
                self.move("+" if "+" in self.legal else rng.choice(self.legal))
                if not (self.legal or self.table.get("finished")):
                    continue
        return self


@contextlib.contextmanager
def running(folder: Path, **changes: Any) -> Iterator[Running]:
    server = Running(quick(folder, **changes))
    try:
        yield server
    finally:
        server.stop()
