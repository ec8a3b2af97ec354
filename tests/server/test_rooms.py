"""The rooms of the server: who may import whom, as the docstring of `lostcities.server` says."""

import ast
from pathlib import Path

from lostcities import server

SOURCE = Path(server.__file__).parent
BELOW = ("errors", "settings", "logs", "metrics", "rates", "messages")
"""Modules that do not know any room."""
ORDER = ("store", "redis", "bots", "tables", "services", "http", "socket", "app", "running", "thinking")
INDEPENDENT = {("redis", "store"), ("bots", "store")}
"""Neighbouring rooms: the first does not import the second either."""


def room_of(path: Path) -> str:
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


def imported(path: Path) -> set[str]:
    """The rooms and modules that a file imports from, including imports inside functions and only for types."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module:
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
    return {name.split(".")[2] for name in found if name.startswith("lostcities.server.")}


def allowed(room: str) -> set[str]:
    above = ORDER[: ORDER.index(room) + 1] if room in ORDER else ()
    return {*BELOW, *above} - {other for own, other in INDEPENDENT if own == room}


def test_each_room_imports_only_those_before_it() -> None:
    for path in SOURCE.rglob("*.py"):
        if path != SOURCE / "__init__.py":
            assert imported(path) <= allowed(room_of(path)), path


def test_every_room_and_module_has_its_place_in_the_order() -> None:
    found = {room_of(path) for path in SOURCE.rglob("*.py")} - {"__init__"}
    assert found == {*BELOW, *ORDER}
    assert all(f"`{name}`" in (server.__doc__ or "") for name in ORDER)
