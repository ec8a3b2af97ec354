"""`lostcities serve`: ports, browsers, backups, and its output."""

import os
import socket
import subprocess
import sys
import threading
import time
import webbrowser
from pathlib import Path
from typing import Any

import httpx
import pytest
from support.serving import Serving, quick
from support.waiting import wait_for
from typer.testing import CliRunner

from lostcities.cli.main import app
from lostcities.server import running as running_module
from lostcities.server.errors import Refused
from lostcities.server.running import address_of, open_browser, run, take_port
from lostcities.server.settings import Settings
from lostcities.server.store.backup import back_up, restore
from lostcities.server.store.database import prepare
from lostcities.server.store.lock import Lock


def command(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    full = [sys.executable, "-m", "lostcities", "serve", *arguments]
    return subprocess.run(full, capture_output=True, text=True, timeout=60, env={**os.environ, **environment})


def test_the_page_is_there_soon_after_the_command(tmp_path: Path) -> None:
    """The limit is three seconds when warm; on a busy machine it takes longer."""
    Serving(tmp_path / "data").stop()
    began = time.monotonic()
    server = Serving(tmp_path / "data")
    try:
        assert "Ctrl-C" in server.said
        assert httpx.get(server.url, timeout=20).status_code in (200, 503)
        assert time.monotonic() - began < 12
        heavy = {"numba", "torch", "openskill", "ray"}
        loaded = Path(f"/proc/{server.process.pid}/maps").read_text() if Path("/proc/self/maps").exists() else ""
        assert not any(f"/{name}/" in loaded for name in heavy)
    finally:
        assert server.stop() in (0, -15)


START = """
import asyncio, sys
from pathlib import Path
from lostcities.server.app import lifespan, unguarded
from lostcities.server.settings import Settings
from lostcities.text import catalogue

async def start():
    app = unguarded(Settings(Path(sys.argv[1])), Path("none"))
    async with lifespan(app):
        games = {f"lostcities.games.{name}.state" for name in ("card", "board", "roll")}
        print(games <= set(sys.modules), catalogue.cache_info().currsize, bool(app.openapi_schema), "numba" in sys.modules)

asyncio.run(start())
"""


def test_nothing_is_left_to_load_when_the_first_request_comes(tmp_path: Path) -> None:
    said = subprocess.run([sys.executable, "-c", START, str(tmp_path)], capture_output=True, text=True, timeout=60)
    assert said.stdout == "True 6 True False\n", said.stderr


def test_a_port_that_is_taken_is_a_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        said = command("--data", str(tmp_path), "--port", port)
        assert said.returncode == 2
        assert said.stderr.startswith(f"lostcities: port {port} is already in use; choose another with --port")
        assert said.stderr.count("\n") == 1
        settings = quick(tmp_path, port=taken.getsockname()[1])
        with pytest.raises(Refused):
            take_port(settings, any_port=False)
        with take_port(settings, any_port=True) as found:
            assert found.getsockname()[1] > settings.port


def test_an_address_that_is_not_this_computers(tmp_path: Path) -> None:
    with pytest.raises(Refused) as caught:
        take_port(quick(tmp_path, host="192.0.2.1"), any_port=True)
    assert caught.value.reason.code == "cannot_bind"
    said = command("--data", str(tmp_path), "--host", "192.0.2.1")
    assert said.returncode == 2
    assert said.stderr.startswith("lostcities: can’t open the server at 192.0.2.1: ")


def test_no_two_servers_on_the_same_tables(tmp_path: Path) -> None:
    server = Serving(tmp_path / "data")
    try:
        said = command("--data", str(tmp_path / "data"), "--port", "0")
        assert said.returncode == 2
        assert f"another server is using {tmp_path / 'data'}; it is at {server.url}" in said.stderr
        shown = command("--data", str(tmp_path / "data"), "--open", "--any-port", BROWSER="true %s")
        assert shown.returncode == 0
        assert server.url in shown.stdout
    finally:
        server.stop()


def test_backup_and_restore_by_command(tmp_path: Path) -> None:
    data, copy = str(tmp_path / "data"), str(tmp_path / "copy.db")
    missing = command("--data", data, "--backup", copy)
    assert missing.returncode == 2
    assert "there are no tables yet" in missing.stderr
    server = Serving(tmp_path / "data")
    try:
        made = command("--data", data, "--backup", copy)
        assert (made.returncode, made.stdout) == (0, f"All tables backed up to {copy}.\n")
        busy = command("--data", data, "--restore", copy, "--force")
        assert busy.returncode == 2
        assert "another server is using" in busy.stderr
    finally:
        server.stop()
    assert command("--data", data, "--restore", copy).returncode == 2
    back = command("--data", data, "--restore", copy, "--force")
    assert (back.returncode, back.stdout) == (0, f"Tables restored from {copy}.\n")
    assert "cannot be" in command("--data", data, LOSTCITIES_LIMIT_TABLES="none").stderr


def shared(folder: Path) -> list[Path]:
    """The files that other users could read, except for the test's own log."""
    return [path for path in folder.rglob("*") if path.is_file() and path.suffix != ".log" and path.stat().st_mode & 0o077]


@pytest.mark.skipif(sys.platform == "win32", reason="permissions are another matter there")
def test_files_are_for_their_owner_alone(tmp_path: Path) -> None:
    """In folders that existed before: the data, a separate database, and its backups."""
    data, other = tmp_path / "data", tmp_path / "other"
    for folder in (data, other):
        folder.mkdir(mode=0o755)
    url = f"sqlite+aiosqlite:///{other / 'mine.db'}"
    before = os.umask(0o022)
    try:
        for more in ((), ("--database-url", url)):
            server = Serving(data, *more)
            try:
                httpx.post(f"{server.url}/api/tables", json={"game": "card"})
                made = command("--data", str(data), *more, "--backup", str(tmp_path / f"copy{len(more)}.db"))
                assert made.returncode == 0
                assert shared(tmp_path) == []
            finally:
                server.stop()
        restored = quick(tmp_path / "restored")
        restore(restored, tmp_path / "copy0.db")
    finally:
        os.umask(before)
    assert (restored.data / "tables.db").stat().st_mode & 0o777 == 0o600
    assert restored.data.stat().st_mode & 0o777 == 0o700
    assert {folder.stat().st_mode & 0o777 for folder in (data, other)} == {0o755}


def test_files_that_were_there_keep_their_permissions(tmp_path: Path) -> None:
    database = tmp_path / "tables.db"
    database.touch(0o640)
    database.chmod(0o640)
    prepare(quick(tmp_path))
    assert database.stat().st_mode & 0o777 == 0o640
    back_up(quick(tmp_path), tmp_path / "copy.db")
    assert (tmp_path / "copy.db").stat().st_mode & 0o777 == 0o600


def test_settings_come_from_the_command_and_the_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    asked: list[tuple[Settings, bool]] = []

    def record(settings: Settings, any_port: bool, ready: Any) -> None:
        asked.append((settings, any_port))
        ready("http://127.0.0.1:1")

    monkeypatch.setattr(running_module, "run", record)
    monkeypatch.setattr(webbrowser, "open", lambda _: False)
    arguments = ["serve", "--host", "0.0.0.0", "--public-url", "https://x.example", "--allow-host", "a", "--allow-host", "b"]
    arguments += [
        "--trust-proxy",
        "--public-metrics",
        "--daily-names",
        "--keep-days",
        "3",
        "--keep-abandoned-days",
        "1.5",
        "--open",
        "--any-port",
    ]
    environment = {"LOSTCITIES_PORT": "9000", "LOSTCITIES_DATA": str(tmp_path), "LOSTCITIES_DATABASE_URL": "sqlite+aiosqlite:///x.db"}
    done = CliRunner().invoke(app, arguments, env=environment)
    assert done.exit_code == 0, done.output
    assert "http://127.0.0.1:1" in done.output
    settings, any_port = asked[0]
    assert any_port
    assert (settings.host, settings.port, settings.data) == ("0.0.0.0", 9000, tmp_path / "server")
    assert settings.allow_hosts == ("a", "b")
    assert (settings.trust_proxy, settings.keep_days, settings.keep_abandoned_days) == (True, 3, 1.5)
    assert settings.public_metrics
    assert settings.daily_names
    assert settings.url == "sqlite+aiosqlite:///x.db"


def test_the_commands_own_functions(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    runner = CliRunner()
    data = str(tmp_path / "data")
    assert runner.invoke(app, ["serve", "--data", data, "--backup", str(tmp_path / "x")]).exit_code == 2
    lock = Lock(tmp_path / "data")
    lock.take()
    lock.announce("http://127.0.0.1:7")
    monkeypatch.setattr(webbrowser, "open", lambda _: True)
    shown = runner.invoke(app, ["serve", "--data", data, "--open"])
    assert "opened in your browser" in shown.output
    lock.release()
    monkeypatch.setattr("lostcities.server.store.backup.back_up", lambda *_: None)
    monkeypatch.setattr("lostcities.server.store.backup.restore", lambda *_: None)
    both = runner.invoke(app, ["serve", "--data", data, "--backup", "x", "--restore", "y"])
    assert both.output == "All tables backed up to x.\nTables restored from y.\n"


def test_the_server_from_start_to_stop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Any] = []

    class Noted(running_module.Server):
        def __init__(self, *arguments: Any) -> None:
            super().__init__(*arguments)
            made.append(self)

    monkeypatch.setattr(running_module, "Server", Noted)
    addresses: list[str] = []
    thread = threading.Thread(target=run, args=(quick(tmp_path), False, addresses.append))
    thread.start()
    wait_for(lambda: addresses)
    assert httpx.get(f"{addresses[0]}/healthz").json()["status"] == "ok"
    assert Lock(tmp_path).held() == addresses[0]
    made[0].should_exit = True
    thread.join(20)
    assert not thread.is_alive()
    assert Lock(tmp_path).held() == ""


def test_a_server_that_cannot_keep_its_tables(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    settings = quick(tmp_path, database_url=f"sqlite+aiosqlite:///{tmp_path / 'file' / 'tables.db'}")
    with pytest.raises(Refused) as caught:
        run(settings, False, str)
    assert caught.value.reason.code == "no_storage"
    other = quick(tmp_path, database_url=f"sqlite+aiosqlite:///{tmp_path}")
    with pytest.raises(Refused) as caught:
        run(other, False, str)
    assert caught.value.reason.code == "no_storage"


def test_addresses(tmp_path: Path) -> None:
    settings = {host: address_of(Settings(tmp_path, host=host)) for host in ("127.0.0.1", "0.0.0.0", "::", "::1")}
    assert settings == {
        "127.0.0.1": "http://127.0.0.1:8765",
        "0.0.0.0": "http://127.0.0.1:8765",
        "::": "http://[::1]:8765",
        "::1": "http://[::1]:8765",
    }
    assert address_of(Settings(tmp_path, public_url="https://x.example/")) == "https://x.example"


def test_where_no_browser_can_be_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: str) -> bool:
        raise webbrowser.Error

    monkeypatch.setattr(webbrowser, "open", fail)
    assert not open_browser("http://127.0.0.1:1")


def test_locks(tmp_path: Path) -> None:
    first, second = Lock(tmp_path), Lock(tmp_path)
    first.take()
    with pytest.raises(Refused):
        second.take()
    first.release()
    second.take()
    second.release()
