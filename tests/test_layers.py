"""The layers of docs/architecture.md: who may import whom, and what loading the package costs."""

import ast
import subprocess
import sys
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import lostcities

SOURCE = Path(lostcities.__file__).parent
ALLOWED_IN_GAMES = {"lostcities.games", "numpy", "numba"}
ABOVE = {
    "play": {"games", "play"},
    "lessons": {"games", "play", "lessons"},
    "records": {"games", "play", "text", "records"},
    "bots": {"folders", "games", "play", "text", "records", "bots"},
    "analysis": {"games", "play", "text", "records", "bots", "analysis"},
    "puzzles": {"folders", "games", "glicko", "play", "records", "bots", "analysis", "arena", "puzzles"},
    "arena": {"games", "play", "text", "intervals", "records", "bots", "analysis", "arena", "_version"},
    "data": {"games", "play", "text", "intervals", "records", "bots", "arena", "data", "_version"},
    "training": {"games", "intervals", "text", "bots", "training"},
    "terminal": {"folders", "games", "glicko", "play", "text", "records", "bots", "puzzles", "terminal"},
    "guest": {"games", "text", "records", "bots", "guest"},
    "rl": {"games", "play", "bots", "terminal", "rl"},
    "server": {"games", "glicko", "play", "text", "records", "bots", "analysis", "arena", "puzzles", "server", "_version"},
    "cli": {"folders", "games", "text", "intervals", "records", "bots", "analysis", "arena", "data", "training", "terminal", "guest"}
    | {"puzzles", "server", "cli", "benchmark", "_version"},
}
"""The parts of the package that each layer may import."""


def imports(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def test_games_import_numpy_numba_and_themselves() -> None:
    for path in SOURCE.joinpath("games").rglob("*.py"):
        for name in imports(path):
            top = name.split(".")[0]
            assert top in sys.stdlib_module_names or any(name == ok or name.startswith(f"{ok}.") for ok in ALLOWED_IN_GAMES), (path, name)


@pytest.mark.parametrize("layer", ABOVE)
def test_each_layer_knows_only_those_above_it(layer: str) -> None:
    for path in SOURCE.joinpath(layer).rglob("*.py"):
        for name in imports(path):
            parts = name.split(".")
            if parts[0] == "lostcities" and parts[1] not in lostcities.__all__:
                assert parts[1] in ABOVE[layer], (path, name)


PUSHING = {"push", "push_chance"}
DRIVING = PUSHING | {"begin", "leave_to_chance", "carry_out", "start_round", "lay_out", "finish_round"}
"""Methods that change a state."""
MATCHES = {"match", "told"}
"""The names of a `Match` wherever something is pushed onto one."""
MAKING = {"deal", "from_setup", "world", "table", "resample", "new"}
"""Functions that make a state, apart from `Match.new`."""


def last_name(node: ast.expr) -> str:
    """Return `state` for `self.table.state`, `world` for `game.world(view, rng)`."""
    return ast.unparse(node.func if isinstance(node, ast.Call) else node).rpartition(".")[2]


def states_made(nodes: list[ast.AST]) -> set[str]:
    """The names of the states that a file makes for itself."""
    made = [node for node in nodes if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call) and last_name(node.value) in MAKING]
    return {last_name(target) for node in made for target in node.targets if not ast.unparse(node.value).startswith("Match.new(")}


def driven(source: str) -> list[str]:
    """Return where a file changes a state itself: it pushes onto anything but a match, or uses what only a state has."""
    nodes = list(ast.walk(ast.parse(source)))
    states = {"state"} | MAKING | states_made(nodes)
    calls = [node.func for node in nodes if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)]
    targets = [target for node in nodes if isinstance(node, ast.Assign) for target in node.targets if isinstance(target, ast.Attribute)]
    changes = [call for call in calls if call.attr in DRIVING] + [target for target in targets if target.attr == "rng"]
    found = [node for node in changes if last_name(node.value) in states]
    found += [call for call in calls if call.attr in PUSHING and last_name(call.value) not in MATCHES]
    return [f"{node.lineno} {ast.unparse(node)}" for node in found]


def test_nobody_but_games_and_play_drives_a_state() -> None:
    for path in SOURCE.rglob("*.py"):
        if path.relative_to(SOURCE).parts[0] not in ("games", "play"):
            assert not driven(path.read_text()), path


@pytest.mark.parametrize(
    "source",
    [
        "self.state.push(move)",
        "position.push(move)",
        "match = lostcities.new(name)\nmatch.push(move)",
        "world = game.world(view, rng)\nworld.leave_to_chance()",
        "game.table(2, {}).begin(setup)",
        "table.state.rng = rng",
    ],
)
def test_a_driver_would_be_found(source: str) -> None:
    assert driven(source)


def module_of(path: Path) -> str:
    return ".".join(path.relative_to(SOURCE.parent).with_suffix("").parts).removesuffix(".__init__")


def import_graph() -> dict[str, set[str]]:
    """The modules that each module imports, including only for types. The package itself is left out: its public names are open to all."""
    paths = {module_of(path): path for path in SOURCE.rglob("*.py")}
    graph = {}
    for module, path in paths.items():
        found = {name if name in paths else name.rpartition(".")[0] for name in imports(path)}
        graph[module] = {name for name in found if name in paths and name not in (module, "lostcities")}
    return graph


def test_no_module_imports_itself_through_others() -> None:
    order = TopologicalSorter(import_graph())
    order.prepare()  # raises CycleError with the modules that import each other


def test_the_database_is_known_in_its_own_room_alone() -> None:
    for path in SOURCE.rglob("*.py"):
        if "store" not in path.parts:
            assert not {name for name in imports(path) if name.split(".")[0] in ("sqlalchemy", "alembic")}, path


def test_redis_is_known_in_its_own_room_alone() -> None:
    for path in SOURCE.rglob("*.py"):
        if path.parent != SOURCE / "server" / "redis":
            assert not {name for name in imports(path) if name.split(".")[0] == "redis"}, path


def test_training_imports_torch_numba_numpy_and_the_package() -> None:
    """A GPU machine may not have anything else."""
    for path in SOURCE.joinpath("training").rglob("*.py"):
        for name in imports(path):
            top = name.split(".")[0]
            assert top in sys.stdlib_module_names or top in ("lostcities", "numpy", "numba", "torch"), (path, name)


def test_no_game_knows_another() -> None:
    for name in lostcities.GAMES:
        others = {f"lostcities.games.{other}" for other in lostcities.GAMES if other != name}
        for path in SOURCE.joinpath("games", name).rglob("*.py"):
            assert not {used for used in imports(path) if any(used.startswith(f"{other}.") for other in others)}, path


def test_rules_are_plain_python() -> None:
    for name in lostcities.GAMES:
        for path in SOURCE.joinpath("games", name).glob("[!s]*.py"):
            assert not {used for used in imports(path) if used.split(".")[0] in ("numpy", "numba")}, path


def strings(path: Path) -> set[str]:
    """The string literals of a file, except for the keys of dictionaries: a reason may have an argument `card`."""
    nodes = list(ast.walk(ast.parse(path.read_text())))
    keys = {id(key) for node in nodes if isinstance(node, ast.Dict) for key in node.keys}
    return {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in keys}


def test_no_game_is_named_outside_its_own_places() -> None:
    for path in SOURCE.rglob("*.py"):
        own = path.stem in lostcities.GAMES or path.parent.name in lostcities.GAMES or path.name == "registry.py"
        assert own or not strings(path) & set(lostcities.GAMES), path


def test_importing_the_package_loads_numpy_and_nothing_heavy() -> None:
    code = "import sys, lostcities; lostcities.new('board', seed=1); print(*sorted(sys.modules))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert "numpy" in loaded
    assert not {"numba", "typer", "rich", "icu4py", "msgspec"} & set(loaded)
