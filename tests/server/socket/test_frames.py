"""What a socket receives below the level of messages: pings, fragments, bytes; and clients that do not read."""

import base64
import contextlib
import dataclasses
import os
import socket
import struct
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.serving import FREE, Client, Running, running
from support.waiting import PATIENCE, wait_for

from lostcities.server.settings import Limits
from lostcities.server.socket.protocol import MOST_UNREAD

TEXT, PING, FIN = 1, 9, 0x80
TRIED = 24 * 1024 * 1024
"""Bytes of pings to send: many times what the buffers of a connection hold."""


def frame(kind: int, data: bytes = b"", fin: bool = True) -> bytes:
    """A frame of at most 125 bytes as a client sends it, masked with zeros."""
    return bytes([kind | (FIN if fin else 0), FIN | len(data)]) + bytes(4) + data


class Raw:
    """A socket that sends anything, and reads only on request."""

    def __init__(self, server: Running, table: str, cookie: str = "") -> None:
        self.raw = socket.socket()
        self.raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self.raw.settimeout(PATIENCE)
        self.raw.connect(("127.0.0.1", server.settings.port))
        key = base64.b64encode(os.urandom(16)).decode()
        head = f"GET /api/tables/{table}/live HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        self.raw.sendall(f"{head}Cookie: {cookie}\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode())
        answer = b""
        while not answer.endswith(b"\r\n\r\n"):
            answer += self.raw.recv(1)
        assert b" 101 " in answer

    def flood(self, piece: bytes, total: int) -> bool:
        """Send the same bytes repeatedly; return whether the server cut the connection before all were sent."""
        try:
            for _ in range(total // len(piece)):
                self.raw.sendall(piece)
        except (ConnectionError, TimeoutError):
            return True
        return False

    def close_code(self) -> int:
        """Read to the end; return the code of the closing frame, or 0 if there is none."""
        found = b""
        with contextlib.suppress(ConnectionError):
            while piece := self.raw.recv(65536):
                found += piece
        place = found.rfind(b"\x88")
        return int(struct.unpack(">H", found[place + 2 : place + 4])[0]) if place >= 0 else 0


@pytest.fixture
def raws() -> Iterator[list[Raw]]:
    made: list[Raw] = []
    yield made
    for one in made:
        one.raw.close()


def unread(server: Running) -> int:
    """The largest number of bytes that wait to be written to any client."""
    connections: Any = server.server.server_state.connections
    return max((one.transport.get_write_buffer_size() for one in list(connections)), default=0)


def test_pings_that_are_never_read_hold_no_memory(server: Running, client: Client, raws: list[Raw]) -> None:
    raws.append(Raw(server, client.open()["id"]))
    assert raws[0].flood(frame(PING, b"x" * 125) * 500, TRIED)
    wait_for(lambda: unread(server) == 0)


def test_a_client_that_joined_and_does_not_read_is_cut_off_as_well(server: Running, client: Client, raws: list[Raw]) -> None:
    opened = client.open()
    cookie = "; ".join(f"{name}={value}" for name, value in client.http.cookies.items())
    raws.append(Raw(server, opened["id"], cookie))
    raws[0].raw.sendall(frame(TEXT, b'{"type":"join","since":0}'))
    wait_for(lambda: any(client.audience == (0,) for client in server.services.registry.rooms[opened["id"]].subscribers))
    assert raws[0].flood(frame(PING, b"x" * 125) * 500, TRIED)
    wait_for(lambda: unread(server) <= MOST_UNREAD and not server.services.registry.rooms[opened["id"]].subscribers)


def test_a_client_that_reads_nothing_does_not_keep_its_connection(
    server: Running, client: Client, raws: list[Raw], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is told why it is disconnected, and does not read that either."""
    monkeypatch.setattr("lostcities.server.socket.conversation.JOIN_SECONDS", 0.1)
    monkeypatch.setattr("lostcities.server.socket.protocol.UNREAD_SECONDS", 0.3)
    monkeypatch.setattr("lostcities.server.socket.protocol.LINGER_SECONDS", 0.3)
    monkeypatch.setattr("lostcities.server.socket.protocol.MOST_UNREAD", 10 * TRIED)
    opened = client.open()
    client.http.close()
    raws.append(Raw(server, opened["id"]))
    with contextlib.suppress(TimeoutError):
        raws[0].raw.settimeout(2)
        raws[0].flood(frame(PING, b"x" * 125) * 500, TRIED)
    wait_for(lambda: not server.server.server_state.connections)


@pytest.mark.parametrize(
    "piece",
    [frame(TEXT, fin=False) + frame(0, fin=False) * 100_000, frame(PING) * 100_000, frame(TEXT, b"{}") * 100_000],
    ids=["fragments", "pings", "messages"],
)
def test_frames_are_counted_as_messages_are(tmp_path: Path, raws: list[Raw], piece: bytes) -> None:
    with running(tmp_path, limits=Limits()) as server:
        client = Client(server.url)
        raws.append(Raw(server, client.open()["id"]))
        raws[0].flood(piece, len(piece))
        assert raws[0].close_code() in (0, 4400, 4429)
        wait_for(lambda: unread(server) == 0)
        metrics = client.http.get("/metrics").text
        assert 'lostcities_refusals_total{code="too_fast"}' in metrics
        client.close()


def test_bytes_are_counted_too(tmp_path: Path, raws: list[Raw]) -> None:
    with running(tmp_path, limits=dataclasses.replace(FREE, bytes=1000)) as server:
        client = Client(server.url)
        raws.append(Raw(server, client.open()["id"]))
        raws[0].raw.sendall(frame(PING, b"x" * 125) * 40)
        assert raws[0].close_code() == 4429
        client.close()


def test_others_play_on_while_one_floods(tmp_path: Path, raws: list[Raw]) -> None:
    """One socket after another sends fragments; meanwhile someone plays a match at a permitted pace."""
    with running(tmp_path, limits=dataclasses.replace(FREE, frames=Limits().frames, bytes=Limits().bytes)) as server:
        client = Client(server.url)
        table = client.join(client.open(seats=["me", "here"])).dealt().my_turn()
        piece = frame(TEXT, fin=False) + frame(0, fin=False) * 50_000
        for _ in range(40):
            raws.append(Raw(server, table.table["id"]))
            raws[-1].raw.setblocking(False)
            with contextlib.suppress(BlockingIOError, ConnectionError):
                raws[-1].raw.sendall(piece)
            assert table.move(table.legal[-1])["type"] == "ack"
            time.sleep(0.02)
        client.close()
