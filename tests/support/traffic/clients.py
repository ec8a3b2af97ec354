"""Clients of a server, over HTTP and sockets. Everything they send and receive is written down, in an order that is always the same.

After each step the scene waits until the server waits for people, and until every client has read what it was sent. The messages of one
client are in the order of arrival; those that several receive at once are in the order of the clients.
"""

import contextlib
import json
import os
import re
import sys
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from socket import create_connection
from typing import Any

import httpx
from support.folders import ROOT
from support.serving import PATIENCE, Message, Serving, wait_for
from support.traffic.server import Clock
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

SERVER = (sys.executable, "-m", "support.traffic.server")
HOST = "localhost"
"""The host name in requests: the port differs in every run, and would appear in links."""
SECRET = re.compile(r"secret-\d+")
CHANGING = ("date", "content-length")
"""Headers that are not written down."""
PASSING = re.compile(r'expires=[^;]*|"version":"[^"]*"')
"""Text that is cut out: dates, and the version."""
ANSWERS = ("ack", "error", "hint", "explain")


class Interrupted(Exception):
    """An unfinished scenario, and what was written down of it."""

    def __init__(self, lines: list[str]) -> None:
        super().__init__(lines[-1] if lines else "")
        self.lines = lines


class Journal:
    """Everything sent, line by line. Secrets are numbered as they appear, so the order in which the server drew them does not matter."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.secrets: dict[str, str] = {}

    def write(self, who: str, text: str) -> None:
        line = SECRET.sub(self.numbered, PASSING.sub("", text))
        self.lines.append(f"{who} {line}".replace("\n", "\\n"))

    def numbered(self, found: re.Match[str]) -> str:
        prefix = "secret-"
        return self.secrets.setdefault(found[0], prefix + str(len(self.secrets) + 1).zfill(len(found[0]) - len(prefix)))


class Scene:
    """A server, its visitors, and their sockets."""

    def __init__(self, url: str, clock: Clock) -> None:
        self.url, self.clock = url, clock
        self.journal = Journal()
        self.sockets: list[Socket] = []
        self.stack = contextlib.ExitStack()

    def visitor(self, name: str, **headers: str) -> "Visitor":
        return Visitor(self, name, headers)

    def settle(self) -> None:
        """Continue until the server waits for people, as the first client sees it; then let all clients read what they were sent."""
        for socket in self.sockets:
            socket.catch_up()
            while socket is self.sockets[0] and not socket.waited_for:
                socket.receive()
                socket.catch_up()

    def pass_time(self, seconds: float) -> None:
        self.clock.advance(seconds)
        self.journal.write("clock", f"+{seconds}")


class Visitor:
    """A person with a browser."""

    def __init__(self, scene: Scene, name: str, headers: dict[str, str]) -> None:
        self.scene, self.name = scene, name
        client = httpx.Client(base_url=scene.url, headers={"host": HOST, **headers}, timeout=PATIENCE)
        self.http = scene.stack.enter_context(client)

    def ask(self, method: str, path: str, body: Message | None = None, **headers: str) -> Any:
        """Send one request; return the answer if it is JSON."""
        content = None if body is None else json.dumps(body)
        self.scene.journal.write(self.name, " ".join(filter(None, (method, path, str(headers or ""), content))))
        answer = self.http.request(method, path, content=content, headers={"content-type": "application/json", **headers})
        kept = [f"{name}: {value}" for name, value in answer.headers.multi_items() if name not in CHANGING]
        self.scene.journal.write(self.name, f"{answer.status_code} {'; '.join(kept)}")
        self.scene.journal.write(self.name, f"{answer.status_code} {answer.text}")
        self.scene.settle()
        return answer.json() if answer.headers.get("content-type") == "application/json" else None

    def await_shuffle(self, table: str) -> None:
        """Wait until the server has committed to a seed: at a table without connections, only asking shows it."""
        wait_for(lambda: self.http.get(f"/api/tables/{table}").json()["table"]["commitment"])

    def join(self, table: str, name: str = "", sees: str = "", **fields: Any) -> "Socket":
        """Return a socket that has joined a table, with a name if it is not the visitor's only one; `sees` is the event that follows."""
        socket = self.open(table, name)
        socket.send(type="join", **fields)
        self.scene.sockets.append(socket)
        if sees:
            socket.receive()  # the state alone: what follows may already be there, and is read in the order of the clients
            self.scene.sockets[0].until_event(sees)
        else:
            socket.catch_up()
        self.scene.settle()
        return socket

    def turned_away(self, table: str, text: str) -> None:
        """Open a socket whose first message is refused."""
        socket = self.open(table)
        socket.post(text)
        socket.read_to_end()

    def open(self, table: str, name: str = "") -> "Socket":
        cookies = "; ".join(f"{key}={value}" for key, value in self.http.cookies.items())
        headers = {"Cookie": cookies} if cookies else {}
        address = httpx.URL(self.scene.url)
        opening = connect(
            f"ws://{HOST}/api/tables/{table}/live",
            sock=create_connection((address.host, address.port)),
            additional_headers=headers,
            open_timeout=PATIENCE,
        )
        return Socket(self.scene, name or self.name, self.scene.stack.enter_context(opening))


class Socket:
    """A socket at a table, and what its client knows so far."""

    def __init__(self, scene: Scene, name: str, connection: Any) -> None:
        self.scene, self.name, self.connection = scene, name, connection
        self.view: Message = {}
        self.table: Message = {}
        self.version = 0
        self.asked = 0

    def post(self, text: str) -> None:
        self.scene.journal.write(self.name, f"> {text}")
        self.connection.send(text)

    def send(self, **fields: Any) -> None:
        self.post(json.dumps(fields))

    def receive(self) -> Message:
        """Return the next message."""
        text = self.connection.recv(timeout=PATIENCE)
        message: Message = json.loads(text)
        if message["type"] != "pong":
            self.scene.journal.write(self.name, f"< {text}")
        if "view" in message:
            self.view, self.version = message["view"] or {}, message["version"]
        self.table = message.get("table", self.table)
        return message

    def until(self, holds: Callable[[Message], Any]) -> Message:
        while not holds(message := self.receive()):
            pass
        return message

    def until_event(self, what: str) -> Message:
        return self.until(lambda message: message.get("what") == what)

    def ask(self, type: str, **fields: Any) -> Message:
        """Send a request, with its own id unless given one, and read the answer."""
        self.asked += 1
        id = fields.pop("id", f"{self.name}{self.asked}")
        self.send(type=type, id=id, **fields)
        answer = self.until(lambda message: message["type"] in ANSWERS and message["id"] == id)
        self.scene.settle()
        return answer

    def move(self, move: str, **fields: Any) -> Message:
        return self.ask("move", **{"version": self.version, "move": move, **fields})

    @property
    def legal(self) -> list[str]:
        return list(self.view.get("legal", ()))

    @property
    def share(self) -> bytes:
        """Return this client's contribution to shuffles."""
        return sha256(self.name.encode()).digest()

    def commit(self) -> Message:
        return self.ask("commit", round=self.table["round"], commitment=sha256(self.share).hexdigest())

    def reveal(self) -> Message:
        return self.ask("reveal", round=self.table["round"], bytes=self.share.hex())

    # -- waiting --

    def catch_up(self) -> None:
        """Read everything sent so far."""
        self.connection.send('{"type":"ping"}')
        self.until(lambda message: message["type"] == "pong")

    @property
    def waited_for(self) -> bool:
        """Whether nothing more happens at the table until someone acts."""
        seats, deciding = self.table["seats"], self.view.get("to_move")
        if self.table["finished"] or any(seat["kind"] == "open" for seat in seats):
            return True
        if deciding is not None:
            return seats[deciding]["bot"] is None
        people = {socket.table["you"][0] for socket in self.scene.sockets if socket.table["you"]}
        fixed = self.table["commitments"]
        done = len(self.table["revealed"]) == len(fixed) if fixed else people <= {*self.table["committed"], *self.table["without"]}
        return self.table["commitment"] is not None and not done

    # -- going --

    def go(self, sees: str = "") -> None:
        """Close the socket; another client must be there to see it. `sees` is the event that follows."""
        self.scene.sockets.remove(self)
        self.scene.journal.write(self.name, "closes")
        self.connection.close()
        first = self.scene.sockets[0]
        first.until(lambda message: message["type"] == "table")
        if sees:
            first.until_event(sees)
        self.scene.settle()

    def read_to_end(self) -> None:
        """Read until the server closes the socket."""
        if self in self.scene.sockets:
            self.scene.sockets.remove(self)
        try:
            while True:
                self.receive()
        except ConnectionClosed as end:
            self.scene.journal.write(self.name, f"closed {end.rcvd.code if end.rcvd else None}")


@contextlib.contextmanager
def scene(folder: Path) -> Iterator[Scene]:
    """A server without visitors. Any error in the scenario becomes `Interrupted`."""
    clock = Clock(folder)
    paths = os.pathsep.join(filter(None, (str(ROOT / "tests"), os.environ.get("PYTHONPATH"))))
    server = Serving(folder, command=SERVER, PYTHONPATH=paths)
    try:
        found = Scene(server.url, clock)
        with found.stack:
            yield found
    except Exception as error:
        raise Interrupted(found.journal.lines) from error
    finally:
        server.stop()
