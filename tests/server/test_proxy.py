"""The bad network of the tests of faults: what it does to a connection between two programs."""

import contextlib
import socket
import threading
import time
from collections.abc import Iterator

import pytest
from support.proxy import Proxy

SHORT = 0.3


def echo(listening: socket.socket, heard: list[bytes]) -> None:
    """Answer every connection with what it sends."""
    while True:
        try:
            accepted, _ = listening.accept()
        except OSError:
            return
        threading.Thread(target=answer, args=(accepted, heard), daemon=True).start()


def answer(accepted: socket.socket, heard: list[bytes]) -> None:
    with accepted, contextlib.suppress(ConnectionError):
        while piece := accepted.recv(1000):
            heard.append(piece)
            accepted.sendall(piece)


@pytest.fixture
def heard() -> list[bytes]:
    """What the server behind the network has heard."""
    return []


@pytest.fixture
def proxy(heard: list[bytes]) -> Iterator[Proxy]:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        threading.Thread(target=echo, args=(listening, heard), daemon=True).start()
        made = Proxy(int(listening.getsockname()[1]))
        yield made
        made.close()
        listening.shutdown(socket.SHUT_RDWR)


def connected(proxy: Proxy) -> socket.socket:
    return socket.create_connection(("127.0.0.1", proxy.port), timeout=10)


def asked(line: socket.socket, seconds: float = 10.0) -> bytes:
    line.settimeout(seconds)
    line.sendall(b"?")
    return line.recv(1000)


def test_it_carries_both_directions(proxy: Proxy) -> None:
    with connected(proxy) as line:
        assert asked(line) == b"?"


def test_what_is_held_arrives_later(proxy: Proxy) -> None:
    with connected(proxy) as line:
        assert asked(line) == b"?"
        proxy.hold()
        with pytest.raises(TimeoutError):
            asked(line, SHORT)
        proxy.heal()
        line.settimeout(10)
        assert line.recv(1000) == b"?"


def test_an_answer_can_be_lost_although_the_request_arrived(proxy: Proxy, heard: list[bytes]) -> None:
    with connected(proxy) as line:
        proxy.hold("back")
        with pytest.raises(TimeoutError):
            asked(line, SHORT)
        proxy.cut()
        assert ended(line)
    assert heard == [b"?"]


def test_a_held_network_accepts_nobody(proxy: Proxy) -> None:
    proxy.hold()
    with connected(proxy) as line, pytest.raises(TimeoutError):
        asked(line, SHORT)


def test_a_cut_ends_all_connections_and_refuses_new_ones_until_it_is_healed(proxy: Proxy) -> None:
    with connected(proxy) as line:
        assert asked(line) == b"?"
        proxy.cut()
        assert ended(line)
    with connected(proxy) as line:
        assert ended(line)
    proxy.heal()
    with connected(proxy) as line:
        assert asked(line) == b"?"


def ended(line: socket.socket) -> bool:
    try:
        return line.recv(1000) == b""
    except ConnectionError:
        return True


def test_a_slow_network_takes_its_time_in_each_direction(proxy: Proxy) -> None:
    with connected(proxy) as line:
        assert asked(line) == b"?"
        proxy.slow(0.1)
        began = time.monotonic()
        assert asked(line) == b"?"
        assert time.monotonic() - began >= 0.2
