"""Many connections: a limit per address, and always handles left for new requests."""

import asyncio
import contextlib
import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn
from support.serving import SERVE, Client, Serving
from support.waiting import PATIENCE, wait_for
from websockets.sync.client import connect

from lostcities.server.http import protocol
from lostcities.server.http.protocol import Connections, TimedProtocol
from lostcities.server.running import MOST_HANDLES

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs many loopback addresses, and limits by the shell")

FEW = ("sh", "-c", 'ulimit -n "$0"; exec "$@"')
GET = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"


def with_handles(count: int) -> tuple[str, ...]:
    """The command for a server in a process that may open this many files."""
    return (*FEW, str(count), *SERVE)


class Crowd:
    """Silent connections from several addresses."""

    def __init__(self, url: str) -> None:
        self.port = int(url.rpartition(":")[2])
        self.stack = ExitStack()

    def silent(self, address: str, count: int) -> list[socket.socket]:
        return [self.one(address) for _ in range(count)]

    def one(self, address: str) -> socket.socket:
        return self.stack.enter_context(socket.create_connection(("127.0.0.1", self.port), PATIENCE, (address, 0)))

    def ask(self, address: str) -> bytes:
        """Return everything received for a request."""
        made = self.one(address)
        found = b""
        with contextlib.suppress(ConnectionError):
            made.sendall(GET)
            while piece := made.recv(4096):
                found += piece
        return found


def is_open(made: socket.socket) -> bool:
    made.setblocking(False)
    try:
        return made.recv(1) != b""
    except BlockingIOError:
        return True
    except ConnectionError:
        return False


@pytest.fixture
def crowded(tmp_path: Path) -> Iterator[Any]:
    """Starts servers, each with a crowd."""
    with ExitStack() as stack:

        def start(*arguments: str, handles: int = 1024, **environment: str) -> tuple[Serving, Crowd]:
            server = Serving(tmp_path / "data", *arguments, command=with_handles(handles), **environment)
            stack.callback(server.stop)
            crowd = Crowd(server.url)
            stack.callback(crowd.stack.close)
            return server, crowd

        yield start


def test_one_address_has_only_so_many_connections(crowded: Any) -> None:
    """The one that has been silent longest makes way for the next."""
    server, crowd = crowded(LOSTCITIES_LIMIT_CONNECTIONS="20")
    made = crowd.silent("127.0.0.2", 60)
    assert b"200 OK" in crowd.ask("127.0.0.2")
    wait_for(lambda: sum(is_open(one) for one in made) < 20)
    assert not any(is_open(one) for one in made[:40])
    assert httpx.get(f"{server.url}/healthz").status_code == 200


def test_whoever_uses_all_connections_is_told(crowded: Any) -> None:
    server, crowd = crowded(LOSTCITIES_LIMIT_CONNECTIONS="5")
    client = Client(server.url)
    opened = client.open(seats=["me", "here"])
    with ExitStack() as stack:
        for _ in range(5):
            url = f"{server.url.replace('http', 'ws')}/api/tables/{opened['id']}/live"
            stack.enter_context(connect(url, sock=crowd.one("127.0.0.2")))
        found = crowd.ask("127.0.0.2")
        assert found == b"" or (b"429 Too Many Requests" in found and b"too_many_sockets" in found)
        assert b"200 OK" in crowd.ask("127.0.0.3")
    wait_for(lambda: b"200 OK" in crowd.ask("127.0.0.2"))
    client.close()


def test_behind_a_proxy_connections_of_an_address_are_not_counted(crowded: Any) -> None:
    _, crowd = crowded("--trust-proxy", LOSTCITIES_LIMIT_CONNECTIONS="5")
    made = crowd.silent("127.0.0.1", 30)
    assert b"200 OK" in crowd.ask("127.0.0.1")
    assert all(is_open(one) for one in made)


def test_new_requests_get_through_however_many_connections_are_silent(crowded: Any) -> None:
    """Nearly all handles of the process are in use, from many addresses; then someone plays against a bot."""
    server, crowd = crowded("--workers", "1", handles=200)
    for number in range(2, 22):
        crowd.silent(f"127.0.0.{number}", 20)
    client = Client(server.url)
    for _ in range(5):
        assert client.http.get("/healthz").status_code == 200
    table = client.join(client.open(seats=["me", "pip"])).dealt().my_turn()
    table.move(table.legal[-1])
    table.move("+")
    table.until(lambda message: message.get("seat") == 1 and message.get("move"))
    client.close()
    log = Path(server.log.name).read_text("utf-8")
    assert "Too many open files" not in log
    assert "out of system resource" not in log


def test_a_server_takes_as_many_handles_as_it_may(tmp_path: Path) -> None:
    server = Serving(tmp_path / "data", command=("sh", "-c", 'ulimit -S -n 300; exec "$@"', "sh", *SERVE))
    try:
        limits = Path(f"/proc/{server.process.pid}/limits").read_text("utf-8")
        line = next(line.split() for line in limits.splitlines() if line.startswith("Max open files"))
        assert int(line[3]) == min(int(line[4]), MOST_HANDLES)
    finally:
        server.stop()


def test_addresses_that_have_gone_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lostcities.server.http.protocol.MOST_ADDRESSES", 3)
    all = Connections(5, 100)
    pairs = [socket.socketpair() for _ in range(6)]

    class Made(asyncio.BaseTransport):
        def __init__(self, made: socket.socket) -> None:
            super().__init__({"socket": made})

    for number, pair in enumerate(pairs):
        assert all.admit(str(number), Made(pair[0]), number)
        if number != 2:
            pair[0].close()
    assert set(all.open) == {"2", "4", "5"}
    for pair in pairs:
        pair[0].close()
        pair[1].close()


# -- answers that nobody reads --


class Endless:
    """Answers with more than the buffers of a connection hold."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        with contextlib.suppress(OSError):
            for _ in range(1000):
                await send({"type": "http.response.body", "body": b"x" * 2**20, "more_body": True})


def test_an_answer_that_nobody_reads_keeps_no_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "ANSWER_SECONDS", 0.5)
    monkeypatch.setattr(protocol, "LINGER_SECONDS", 0.2)
    server = uvicorn.Server(
        uvicorn.Config(Endless(), http=partial(TimedProtocol, Connections(None, 1000)), lifespan="off", log_config=None)
    )
    taken = socket.create_server(("127.0.0.1", 0))
    thread = threading.Thread(target=server.run, args=([taken],), daemon=True)
    thread.start()
    wait_for(lambda: server.started)
    with socket.create_connection(taken.getsockname()) as client:
        client.sendall(GET)
        wait_for(lambda: server.server_state.connections)
        wait_for(lambda: not server.server_state.connections)
    server.should_exit = True
    thread.join(PATIENCE)
