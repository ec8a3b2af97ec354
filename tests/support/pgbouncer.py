"""A real PgBouncer on loopback in front of PostgreSQL: Debian's program, which keeps a connection for each session."""

import contextlib
import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import make_url
from support.postgres import USER, Postgres, free_port, rights
from support.waiting import wait_for

SETTINGS = """
[databases]
* = host=127.0.0.1 port={server}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = {folder}/users
pool_mode = session
"""


def program() -> str | None:
    return shutil.which("pgbouncer", path=f"{os.environ['PATH']}:/usr/sbin")


@contextlib.contextmanager
def pgbouncer(postgres: Postgres) -> Iterator[int]:
    """Run it; return its port. Where it is missing the test is left out, and the end of the run says so."""
    found = program()
    if found is None:
        pytest.skip("LEFT OUT: the tests behind PgBouncer. Install Debian's pgbouncer to run them.")
    folder, port, owner = Path(tempfile.mkdtemp(prefix="pgbouncer-")), free_port(), rights()
    (folder / "users").write_text(f'"{USER}" "{postgres.password}"\n')
    (folder / "settings").write_text(SETTINGS.format(server=postgres.port, port=port, folder=folder))
    if owner:
        for path in (folder, *folder.iterdir()):
            os.chown(path, owner["user"], owner["group"])
    process = subprocess.Popen([found, "--quiet", str(folder / "settings")], stderr=subprocess.DEVNULL, **owner)
    try:
        wait_for(lambda: listens(port))
        yield port
    finally:
        process.kill()
        process.wait()
        shutil.rmtree(folder, ignore_errors=True)


def listens(port: int) -> bool:
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
        return True
    return False


def through(url: str | None, port: int) -> str:
    """Return the address of a database as it is reached through another port."""
    return make_url(url or "").set(port=port).render_as_string(hide_password=False)
