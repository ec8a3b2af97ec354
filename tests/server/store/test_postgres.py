"""PostgreSQL as the database: what a host is told when it is missing or wrong, and what players notice when it restarts."""

import asyncio
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import httpx
import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine
from support.databases import DATABASES, ask, databases_on, in_transaction
from support.hammers import Hammer, acknowledged, check_stored, close_all, reached
from support.pgbouncer import pgbouncer, through
from support.postgres import Postgres
from support.serving import SERVE, Client, Serving, running
from support.waiting import wait_for

from lostcities.server.http import site
from lostcities.server.logs import Lines
from lostcities.server.store.address import address_of, database_of
from lostcities.server.store.database import AWAKE, DURABLE, PATIENCE, UNBLOCKED, engine_to_read, server_engine


@pytest.fixture
def on_postgres(postgres: Postgres) -> Iterator[Postgres]:
    with databases_on(postgres):
        yield postgres


def told(url: str, *command: str, **environment: str) -> str:
    """Return what a server says that cannot start with such a database: one sentence, and never the password."""
    done = subprocess.run(
        [*(command or SERVE), "--port", "0"],
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, "LOSTCITIES_DATABASE_URL": url, **environment},
    )
    assert done.returncode == 2, done.stderr
    assert done.stderr.count("\n") == 1
    assert "s3cret" not in done.stderr + done.stdout
    return done.stderr


# -- what is wrong --


def test_a_postgresql_that_does_not_answer_is_a_sentence(tmp_path: Path) -> None:
    said = told("postgresql://anna:s3cret@127.0.0.1:1/tables", LOSTCITIES_DATA=str(tmp_path))
    assert said.startswith("lostcities: can’t store the tables: ")
    assert "127.0.0.1" in said


def test_a_postgresql_that_refuses_us_is_a_sentence(postgres: Postgres, tmp_path: Path) -> None:
    at = f"@127.0.0.1:{postgres.port}"
    for url, why in {
        f"postgresql+asyncpg://lostcities:s3cret{at}/postgres": 'password authentication failed for user "lostcities"',
        postgres.url("nowhere"): 'database "nowhere" does not exist',
    }.items():
        assert told(url, LOSTCITIES_DATA=str(tmp_path)) == f"lostcities: can’t store the tables: {why}\n"


def test_a_missing_driver_is_a_sentence(tmp_path: Path) -> None:
    without = "import sys; sys.modules['asyncpg'] = None; from lostcities.cli.main import run; run()"
    said = told("postgresql://anna:s3cret@h/d", sys.executable, "-c", without, "serve", LOSTCITIES_DATA=str(tmp_path))
    assert said == "lostcities: the package for PostgreSQL is missing: pip install lostcities[postgres]\n"


@pytest.mark.parametrize(
    "url",
    [
        "mysql://anna:s3cret@h/d",
        "s3cret",
        "postgresql://anna:s3cret@h:port/d",
        "postgresql+psycopg2//s3cret",
        "postgresql://a:s3cret@h/d?nonsense=1",
    ],
)
def test_other_addresses_are_refused(tmp_path: Path, url: str) -> None:
    assert told(url, LOSTCITIES_DATA=str(tmp_path)).startswith("lostcities: that is not the address of a database: use sqlite+aiosqlite:")


def test_addresses_as_other_programs_write_them() -> None:
    for scheme in ("postgresql", "postgres"):
        found = address_of(f"{scheme}://anna@h/d?sslmode=require")
        assert (found.drivername, dict(found.query)) == ("postgresql+asyncpg", {"ssl": "require"})
        assert database_of(f"{scheme}://anna@h/d") is None


def test_its_own_programs_make_backups(on_postgres: Postgres, tmp_path: Path) -> None:
    """As docs/hosting.md says."""
    data = tmp_path / "data"
    server = Serving(data)
    opened = httpx.post(f"{server.url}/api/tables", json={"game": "card", "seats": ["me", "open"]}).json()
    url = DATABASES.url_of(data)
    assert url
    refused = subprocess.run([*SERVE, "--database-url", url, "--backup", str(tmp_path / "x")], capture_output=True, text=True)
    assert refused.stderr == "lostcities: back up PostgreSQL with pg_dump, and restore it with pg_restore\n"
    name, file = url.rpartition("/")[2], on_postgres.folder / "tables.dump"
    on_postgres.run("pg_dump", "--format=custom", f"--file={file}", name)  # while the server runs
    server.stop()
    DATABASES.empty(data)
    on_postgres.run("pg_restore", f"--dbname={name}", str(file))
    with running(data) as again:
        shown = httpx.get(f"{again.url}/api/tables/{opened['id']}", params={"token": opened["token"]})
        assert shown.status_code == 200


# -- a pool in between --


def shown_by(folder: Path, url: str) -> list[dict[str, str]]:
    """Return PostgreSQL's settings for the connection that reads, and for the one that writes."""

    async def look(engine: AsyncEngine) -> dict[str, str]:
        async with engine.connect() as connection:
            rows = await connection.execute(text("SELECT name, setting FROM pg_settings"))
            found = {str(name): str(setting) for name, setting in rows}
        await engine.dispose()
        return found

    name = url.rpartition("/")[2]
    ask(folder, f"ALTER DATABASE {name} SET synchronous_commit = off")
    return [asyncio.run(look(engine)) for engine in (engine_to_read(url), server_engine(url, PATIENCE, AWAKE))]


def check_settings(reading: dict[str, str], writing: dict[str, str]) -> None:
    for found, wanted in ((reading, UNBLOCKED), (writing, AWAKE)):
        assert {name: found[name] for name in DURABLE | wanted} == DURABLE | wanted


@pytest.mark.usefixtures("on_postgres")
def test_each_connection_has_our_settings(tmp_path: Path) -> None:
    check_settings(*shown_by(tmp_path, DATABASES.url_of(tmp_path) or ""))


def test_a_pool_that_keeps_a_connection_for_a_session(on_postgres: Postgres, tmp_path: Path) -> None:
    """As docs/hosting.md says."""
    with pgbouncer(on_postgres) as port:
        url = through(DATABASES.url_of(tmp_path), port)
        check_settings(*shown_by(tmp_path, url))
        DATABASES.empty(tmp_path)
        with running(tmp_path, database_url=url) as server:
            client = Client(server.url)
            table = client.join(client.open(seats=["me", "here"])).dealt().my_turn()
            assert table.move(table.legal[0])["type"] == "ack"
            assert client.http.get("/healthz").json()["status"] == "ok"
            client.close()


# -- what it cannot store --


@pytest.mark.usefixtures("on_postgres")
def test_a_zero_character_is_refused_before_it_reaches_the_database(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        client = Client(server.url)
        for path in ("/api/tables/a%00b", "/t/a%00b"):
            assert client.http.get(path).status_code == 404
        table = client.join(client.open(seats=["me", "here"])).dealt().my_turn()
        assert table.move(table.legal[0], id="x")["type"] == "ack"
        table.send(type="say", id="a\0b", phrase="hello")
        assert table.until_type("error")["code"] == "bad_message"
        assert client.http.get("/healthz").json()["status"] == "ok"
        client.close()


# -- restarts --


@pytest.mark.parametrize("away", [0.0, 1.5])
def test_a_restart_of_postgresql_loses_nothing(on_postgres: Postgres, tmp_path: Path, away: float) -> None:
    """It crashes three times under load: moves fail until it is back, and then go on without anyone's help."""
    server = Serving(tmp_path / "data")
    client = Client(server.url)
    hammers = [Hammer(client, client.open(seats=["me", "here"], options={"rounds": 99}), seed) for seed in range(4)]
    stopped = threading.Event()

    def play(hammer: Hammer) -> None:
        while not stopped.is_set():
            try:
                hammer.play(hammer.come_back())
            except AssertionError:
                raise
            except Exception:
                time.sleep(0.05)

    threads = [threading.Thread(target=play, args=(hammer,)) for hammer in hammers]
    try:
        for thread in threads:
            thread.start()
        for _ in range(3):
            wait_for(partial(reached, hammers, acknowledged(hammers) + 60))
            on_postgres.restart(away)
        wait_for(partial(reached, hammers, acknowledged(hammers) + 60))
        wait_for(lambda: client.http.get("/healthz").json()["status"] == "ok")
    finally:
        stopped.set()
        server.stop()
        for thread in threads:
            thread.join()
        close_all(client)
    check_stored(tmp_path / "data", hammers)
    log = (tmp_path / "data.log").read_text()
    assert on_postgres.password not in log
    assert "table_damaged" not in log


@pytest.mark.usefixtures("on_postgres")
def test_health_says_that_a_write_hangs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything can be read meanwhile, and the write has not failed yet."""
    monkeypatch.setattr(site, "PATIENCE", 0.5)
    with running(tmp_path) as server, httpx.Client(base_url=server.url, timeout=20) as client, ThreadPoolExecutor(1) as threads:

        def health() -> tuple[int, list[str]]:
            found = client.get("/healthz")
            return found.status_code, [problem["code"] for problem in found.json()["problems"]]

        with in_transaction(tmp_path, "LOCK TABLE tables IN SHARE MODE"):
            opening = threads.submit(httpx.post, f"{server.url}/api/tables", json={"game": "card"}, timeout=20)
            wait_for(lambda: health() == (503, ["not_stored"]))
        assert opening.result().status_code == 201
        wait_for(lambda: health() == (200, []))


def test_health_says_that_postgresql_is_gone_and_that_it_is_back(
    on_postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its address is told to programs on this computer alone, and is not logged."""
    lines: list[str] = []
    monkeypatch.setattr(Lines, "warning", lambda _, line: lines.append(line))
    with running(tmp_path, trust_proxy=True) as server, httpx.Client(base_url=server.url, timeout=20) as client:
        on_postgres.stop(signal.SIGQUIT)
        try:
            refused = client.post("/api/tables", json={"game": "card"})
            assert (refused.status_code, refused.json()["code"]) == (503, "not_stored")
            assert "127.0.0.1" not in refused.text
            failing = client.get("/healthz")
            assert (failing.status_code, {problem["code"] for problem in failing.json()["problems"]}) == (503, {"not_read", "not_stored"})
            refused = client.get("/api/tables/unknown")
            assert (refused.status_code, refused.json()["code"]) == (503, "not_read")
            assert "127.0.0.1" in failing.text
            for problem in client.get("/healthz", headers={"x-forwarded-for": "203.0.113.1"}).json()["problems"]:
                assert re.fullmatch(r"can’t (read the tables|save anything): \w+", problem["message"])
        finally:
            on_postgres.start()
        wait_for(lambda: client.get("/healthz").status_code == 200)
        assert client.post("/api/tables", json={"game": "card"}).status_code == 201
    assert any("storing_fails" in line for line in lines)
    assert "127.0.0.1" not in "".join(lines)
