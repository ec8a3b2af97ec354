"""A socket whose messages nobody takes stops reading: a flood waits with its sender, not in the server's memory."""

import asyncio
import select
import socket
import threading
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
import uvicorn
from support.serving import FREE
from support.waiting import PATIENCE, wait_for
from websockets.sync.client import connect

from lostcities.server.socket.protocol import MOST_WAITING, SteadySocket

MESSAGES, BYTES = 1500, 60_000
"""Together far more than the buffers of a connection hold."""


class Listener:
    """Takes no message before it is released; then takes all of them, and answers with their numbers."""

    def __init__(self) -> None:
        self.listens = threading.Event()
        self.heard: list[int] = []

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        assert (await receive())["type"] == "websocket.connect"
        await send({"type": "websocket.accept"})
        while not self.listens.is_set():
            await asyncio.sleep(0.01)
        while (message := await receive())["type"] == "websocket.receive":
            self.heard.append(int(message["text"].lstrip(".")))


@pytest.fixture
def listener() -> Iterator[tuple[Listener, uvicorn.Server, str]]:
    app = Listener()
    server = uvicorn.Server(uvicorn.Config(app, ws=partial(SteadySocket, FREE), lifespan="off", log_config=None))
    taken = socket.create_server(("127.0.0.1", 0))
    thread = threading.Thread(target=server.run, args=([taken],), daemon=True)
    thread.start()
    wait_for(lambda: server.started)
    yield app, server, f"ws://127.0.0.1:{taken.getsockname()[1]}"
    server.should_exit = True
    thread.join(PATIENCE)


def test_reading_stops_while_messages_wait_and_none_is_lost(listener: tuple[Listener, uvicorn.Server, str]) -> None:
    app, server, url = listener
    with connect(url, max_size=None, compression=None) as client:

        def flood() -> None:
            for number in range(MESSAGES):
                client.send(str(number).rjust(BYTES, "."))

        sender = threading.Thread(target=flood, daemon=True)
        sender.start()
        (held,) = server.server_state.connections
        assert isinstance(held, SteadySocket)
        wait_for(lambda: not held.transport.is_reading())
        wait_for(lambda: not select.select([], [client.socket], [], 0)[1])  # all buffers on the way are full
        assert MOST_WAITING < held.queue.qsize() < 3 * MOST_WAITING  # what had already been read when it stopped is still taken
        assert sender.is_alive()
        app.listens.set()
        sender.join(PATIENCE)
        wait_for(lambda: len(app.heard) == MESSAGES)
    assert app.heard == list(range(MESSAGES))
