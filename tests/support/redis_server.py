"""A real Redis or Valkey on a free port of loopback, for tests: it can be paused, killed and started again, and looked into."""

import shutil
import signal
import socket
import subprocess
import tempfile
from types import TracebackType
from typing import Any, Self

import pytest
from support.waiting import wait_for

PROGRAMS = ("redis-server", "valkey-server")
PASSWORD = "hush-hush"


def program() -> str:
    """Return the program; without one the test is left out, and the end of the run says so."""
    for name in PROGRAMS:
        if found := shutil.which(name):
            return found
    pytest.skip("LEFT OUT: the tests with a real Redis. Install redis-server or valkey-server to run them.")


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


class RedisServer:
    """One server. It stores nothing on disk: whenever it starts, it is empty."""

    def __init__(self, port: int = 0) -> None:
        self.program, self.port = program(), port or free_port()
        self.folder = tempfile.mkdtemp(prefix="redis-")
        self.process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)

    @property
    def url(self) -> str:
        return f"redis://:{PASSWORD}@127.0.0.1:{self.port}/0"

    def start(self) -> None:
        settings = ["--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--requirepass", PASSWORD]
        command = [self.program, *settings, "--dir", self.folder]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        try:
            wait_for(self.answers)
        except BaseException:
            self.kill()
            raise

    def answers(self) -> bool:
        import redis

        try:
            with self.client() as client:
                return bool(client.ping())
        except redis.RedisError:
            return False

    def client(self) -> Any:
        import redis

        return redis.Redis.from_url(self.url, decode_responses=True, protocol=2, socket_timeout=5)

    def ready(self) -> None:
        """Start it again if a test has killed it, and empty it."""
        if self.process is None:
            self.start()
        self.go_on()
        with self.client() as client:
            client.flushall()

    def kill(self) -> None:
        if self.process:
            self.process.kill()
            self.process.wait()
            self.process = None

    def pause(self) -> None:
        assert self.process
        self.process.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        assert self.process
        self.process.send_signal(signal.SIGCONT)

    def everything(self) -> str:
        """Return all that is stored at the moment, as text."""
        with self.client() as client:
            return "\n".join(f"{key} {self.content(client, key)}" for key in client.scan_iter())

    @staticmethod
    def content(client: Any, key: str) -> Any:
        kinds = {
            "string": client.get,
            "hash": client.hgetall,
            "zset": lambda key: client.zrange(key, 0, -1),
            "stream": client.xrange,
            "list": lambda key: client.lrange(key, 0, -1),
            "set": client.smembers,
        }
        return kinds.get(client.type(key), lambda _: None)(key)
