"""Make `support` importable, set the order of the test files and the effort of hypothesis, and provide terminals, servers and browsers."""

import os
import re
import signal
import sys
from collections.abc import Generator, Iterator
from contextlib import ExitStack, nullcontext
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

sys.path.insert(0, str(Path(__file__).parent))

from support.matches import SOAK

settings.register_profile("small", max_examples=6, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
settings.register_profile("soak", max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
settings.load_profile("soak" if SOAK else "small")

LONGEST = (
    "tests/training/test_training.py",
    "tests/web/test_looks.py",
    "tests/test_package.py",
    "tests/web/test_play.py",
    "tests/training/test_critic.py",
    "tests/web/test_home.py",
    "tests/web/test_replay.py",
    "tests/web/test_screens.py",
    "tests/web/test_lesson.py",
    "tests/web/test_offline.py",
    "tests/web/test_roll_table.py",
    "tests/web/test_journal.py",
    "tests/docs/test_docs.py",
    "tests/data/test_selfplay.py",
    "tests/web/test_moment.py",
    "tests/web/test_invite.py",
    "tests/web/test_access.py",
    "tests/games/test_compiled.py",
    "tests/cli/test_arena.py",
    "tests/server/test_faults.py",
    "tests/server/tables/test_nodes.py",
    "tests/web/test_fair.py",
    "tests/web/test_details.py",
    "tests/web/test_board_table.py",
    "tests/web/test_card_table.py",
    "tests/rl/test_opponents.py",
    "tests/terminal/test_play.py",
    "tests/games/test_branches.py",
    "tests/arena/test_cluster.py",
    "tests/docs/test_site.py",
    "tests/training/test_command.py",
    "tests/web/test_board_motion.py",
    "tests/test_variant.py",
    "tests/terminal/test_opponents.py",
)
"""The test files that use most processor time, longest first."""

REQUEST = re.compile(r'^.*"status": [23].*"event": "request".*\n?', re.MULTILINE)

os.environ.setdefault("LOSTCITIES_QUIET", "1")  # in a new cache every tested program would say that it compiles
signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored in the background, and the tested programs would inherit that


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the longest files first, so that parallel processes end at about the same time."""
    places = {file: place for place, file in enumerate(LONGEST)}
    items.sort(key=lambda item: places.get(item.nodeid.partition("::")[0], len(places)))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Leave the server's lines about successful requests out of a failure report: among hundreds of them the failure would be lost."""
    report = yield
    report.sections = [(name, REQUEST.sub("", text)) for name, text in report.sections]
    return report


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say loudly which tests this machine can't run."""
    reasons = {str(report.longrepr[2]) for report in terminalreporter.stats.get("skipped", ()) if isinstance(report.longrepr, tuple)}
    for reason in sorted(reason.partition("LEFT OUT")[2] for reason in reasons if "LEFT OUT" in reason):
        terminalreporter.write_line(f"LEFT OUT{reason}", red=True, bold=True)


@pytest.fixture
def screens(tmp_path: Path) -> Iterator[Any]:
    from support.screen import Screen  # needs a system with pseudo-terminals

    opened: list[Screen] = []

    def open_screen(*args: str, **more: Any) -> Screen:
        opened.append(Screen(tmp_path, *args, **more))
        return opened[-1]

    yield open_screen
    for screen in opened:
        screen.close()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Any]:
    """A PostgreSQL server for all tests of this process."""
    from support.databases import make_template
    from support.postgres import MISSING, programs
    from support.postgres import postgres as start

    found = programs()
    if found is None:
        pytest.skip(MISSING)
    with start(found) as server:
        make_template(server)
        yield server


@pytest.fixture(scope="module")
def engine(request: pytest.FixtureRequest) -> Iterator[str]:
    """What keeps the tables of this module's servers: SQLite, or what `on_each_engine` says."""
    from support.databases import POSTGRESQL, SQLITE, databases_on

    name = getattr(request, "param", SQLITE)
    with databases_on(request.getfixturevalue("postgres")) if name == POSTGRESQL else nullcontext():
        yield name


@pytest.fixture(scope="module")
def server(engine: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A server for all tests of a module."""
    from support.serving import running

    with running(tmp_path_factory.mktemp(f"server-{engine}")) as found:
        yield found


@pytest.fixture
def clients(server: Any) -> Iterator[Any]:
    """Makes clients for the module's server, or for another one."""
    from support.serving import Client

    made: list[Client] = []

    def new(url: str = server.url, **headers: str) -> Client:
        made.append(Client(url, **headers))
        return made[-1]

    yield new
    for client in made:
        client.close()


@pytest.fixture
def client(clients: Any) -> Any:
    return clients()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    from support.browsing import browsing

    with browsing() as found:
        yield found


@pytest.fixture(scope="session")
def redis_server() -> Iterator[Any]:
    """A real Redis for all tests of a process."""
    from support.redis_server import RedisServer

    with RedisServer() as found:
        yield found


@pytest.fixture
def redis(redis_server: Any) -> Any:
    """The real Redis, running and empty."""
    redis_server.ready()
    return redis_server


@pytest.fixture
def visitors() -> Iterator[Any]:
    """Makes people at any of several servers."""
    from support.nodes import Visitors

    with ExitStack() as stack:
        yield Visitors(stack)
