"""The files in deploy/: they are well formed, and name only options, packages and figures that exist."""

import json
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import typer
import yaml
from support.folders import ROOT

from lostcities.cli.main import app
from lostcities.server import metrics

DEPLOY = ROOT / "deploy"
UNITS = sorted(DEPLOY.glob("*.service"))
ENVIRONMENT = {
    "BASE": "python@sha256:0",
    "DOMAIN": "games.example.org",
    "NODES": "127.0.0.1:8765 127.0.0.1:8766",
    "POSTGRES_PASSWORD": "s3cret",
    "VALKEY_PASSWORD": "s3cret",
}
VARIABLE = re.compile(r"\$\{(\w+)(?::[-?]([^}]*))?\}")


def composed() -> dict[str, Any]:
    """Return the file as compose reads it."""
    text = (DEPLOY / "compose.yaml").read_text()
    for name, otherwise in VARIABLE.findall(text):
        assert name in ENVIRONMENT or ":" in otherwise, f"{name} has neither a value nor a default"
    found: dict[str, Any] = yaml.safe_load(VARIABLE.sub(lambda match: ENVIRONMENT.get(match[1], match[2]), text))
    return found


def check_command(words: list[str]) -> None:
    """Parse a command line of ours as the command itself would, with the environment that holds addresses."""
    command = typer.main.get_command(app)
    assert isinstance(command, typer.core.TyperGroup)
    found = command.get_command(typer.Context(command), words[0])
    assert found, words
    found.make_context(words[0], list(words[1:]))


# -- compose --


@pytest.fixture
def addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    """The environment that units and containers give to our commands."""
    monkeypatch.setenv("LOSTCITIES_DATABASE_URL", "postgresql+asyncpg://lostcities@127.0.0.1/lostcities")
    monkeypatch.setenv("LOSTCITIES_REDIS_URL", "redis://127.0.0.1")


@pytest.mark.usefixtures("addresses")
def test_every_command_in_compose_is_one_of_ours() -> None:
    services = composed()["services"]
    entry = json.loads(re.findall(r"^ENTRYPOINT (.*)$", (DEPLOY / "Containerfile").read_text(), re.MULTILINE)[-1])
    ours = [service for service in services.values() if service["image"] == "lostcities"]
    assert len(ours) == 3
    for service in ours:
        program, *words = [*service.get("entrypoint", entry), *service.get("command", [])]
        assert program == "/opt/lostcities/bin/lostcities"
        check_command(words)


def test_compose_has_what_several_servers_need() -> None:
    made = composed()
    services = made["services"]
    assert set(services) == {"node1", "node2", "worker", "postgres", "valkey", "caddy"}
    assert services["node1"] == services["node2"]
    names = set(services) | set(made["volumes"])
    for service in services.values():
        assert set(service.get("depends_on", ())) <= names
        for volume in service.get("volumes", ()):
            source = volume.partition(":")[0]
            assert source in names or (DEPLOY / source).exists()
    node, worker = services["node1"]["environment"], services["worker"]["environment"]
    assert set(node) == {"LOSTCITIES_DATABASE_URL", "LOSTCITIES_REDIS_URL"}
    assert set(worker) == {"LOSTCITIES_REDIS_URL"}
    assert services["caddy"]["environment"]["NODES"].split() == ["node1:8765", "node2:8765"]


def test_the_image_can_have_the_extras_that_compose_asks_for() -> None:
    container = (DEPLOY / "Containerfile").read_text()
    for extra in composed()["services"]["node1"]["build"]["args"]["EXTRAS"].split():
        assert f"requirements/{extra}.txt" in container
        assert (ROOT / "requirements" / f"{extra}.txt").is_file()


def test_no_image_gets_what_is_in_the_environment_file() -> None:
    assert "deploy/.env" in (ROOT / ".dockerignore").read_text().splitlines()


# -- units, Caddy --


@pytest.mark.usefixtures("addresses")
@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: str(unit.name))
def test_every_command_of_a_unit_is_one_of_ours(unit: Path) -> None:
    lines = re.findall(r"^(?:# .*: )?ExecStart=(.*)$", unit.read_text(), re.MULTILINE)
    assert lines
    for line in lines:
        program, *words = shlex.split(line.replace("%i", "8765").replace("%S", "/var/lib"))
        assert program == "/opt/lostcities/bin/lostcities"
        check_command(words)


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="LEFT OUT: the check of units. It needs systemd-analyze.")
@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: str(unit.name))
def test_systemd_accepts_the_unit(unit: Path, tmp_path: Path) -> None:
    file = tmp_path / unit.name.replace("@.", "@8765.")
    file.write_text(unit.read_text().replace("/opt/lostcities/bin/lostcities", sys.executable).replace("/etc/lostcities", str(tmp_path)))
    done = subprocess.run(["systemd-analyze", "verify", "--man=no", str(file)], capture_output=True, text=True, timeout=60)
    assert (done.returncode, [line for line in done.stderr.splitlines() if unit.stem.rstrip("@") in line]) == (0, [])


@pytest.mark.skipif(not shutil.which("caddy"), reason="LEFT OUT: the check of the Caddyfile. It needs caddy.")
def test_caddy_accepts_its_file(tmp_path: Path) -> None:
    command = ["caddy", "validate", "--adapter", "caddyfile", "--config", str(DEPLOY / "Caddyfile")]
    environment = {**ENVIRONMENT, "HOME": str(tmp_path), "PATH": "/usr/bin"}
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, env=environment)
    assert done.returncode == 0, done.stderr
    assert "Valid configuration" in done.stdout + done.stderr


# -- Grafana --


def figures() -> set[str]:
    """Return the names of all figures at /metrics, as Prometheus stores them."""
    found = set()
    for name, kind in re.findall(r"^# TYPE (\w+) (\w+)$", metrics.page().decode(), re.MULTILINE):
        if not name.endswith("_created"):
            found |= {f"{name}_{part}" for part in ("bucket", "sum", "count")} if kind == "histogram" else {name}
    return found


def test_the_dashboard_shows_all_figures_and_no_others() -> None:
    board = json.loads((DEPLOY / "grafana.json").read_text())
    panels = [panel for panel in board["panels"] if panel["type"] != "row"]
    shown = {name for panel in panels for target in panel["targets"] for name in re.findall(r"\blostcities_\w+", target["expr"])}
    assert shown <= figures()
    whole = {re.sub(r"_(bucket|sum|count)$", "", name) for name in shown}
    assert whole == {re.sub(r"_(bucket|sum|count)$", "", name) for name in figures()}


def test_panels_of_the_dashboard_do_not_overlap() -> None:
    board = json.loads((DEPLOY / "grafana.json").read_text())
    taken: set[tuple[int, int]] = set()
    for panel in board["panels"]:
        place = panel["gridPos"]
        cells = {(x, y) for x in range(place["x"], place["x"] + place["w"]) for y in range(place["y"], place["y"] + place["h"])}
        assert not cells & taken, panel["title"]
        assert max(x for x, _ in cells) < 24
        taken |= cells
    assert len({panel["id"] for panel in board["panels"]}) == len(board["panels"])
