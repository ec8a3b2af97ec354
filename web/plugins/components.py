"""Write the page's constants of each game, `src/box/<game>.ts`, from `games/<game>/components.py`. Run by `npm run generate`.

Every table and number of a game becomes a constant of the same name; a word such as COLORS becomes its letters, and
the options an object by name. It needs only Python: the package's `__init__`, which imports
numpy, is not run.
"""

import json
import sys
from collections.abc import Iterator
from dataclasses import asdict, is_dataclass
from importlib import import_module
from pathlib import Path
from types import ModuleType

WEB = Path(__file__).parents[1]
PACKAGE = WEB.parent / "src" / "lostcities"


def without_init() -> None:
    """Make modules of the package importable without running its `__init__`."""
    package = ModuleType("lostcities")
    package.__path__ = [str(PACKAGE)]
    sys.modules["lostcities"] = package


def constants(components: ModuleType) -> Iterator[tuple[str, object]]:
    """Yield the constants of a game's own module, except for the notation of its actions."""
    shared = vars(import_module("lostcities.games.notation")) | vars(import_module("lostcities.games.options"))
    for name, value in vars(components).items():
        if name.isupper() and name not in shared and name != "TOKENS":
            yield name, value


def module(components: ModuleType) -> str:
    """Return the TypeScript of a game."""
    heading = f"// Made from {components.__name__} by web/plugins/components.py: change it there."
    return "\n".join([heading, "", *(f"export const {name} = {literal(name, value)};" for name, value in constants(components)), ""])


def literal(name: str, value: object) -> str:
    """Return a constant as TypeScript. Options can change a box, so its fields are not narrowed to their values."""
    if all(map(is_dataclass, value.values() if isinstance(value, dict) else [value])):
        return json.dumps(value, default=asdict)
    if name == "OPTIONS" and isinstance(value, tuple):
        value = {option.name: asdict(option) for option in value}
    return f"{json.dumps(list(value) if isinstance(value, str) else value)} as const"


def write() -> None:
    without_init()
    (WEB / "src" / "box").mkdir(exist_ok=True)
    for path in sorted(PACKAGE.glob("games/*/components.py")):
        game = path.parent.name
        source = module(import_module(f"lostcities.games.{game}.components"))
        (WEB / "src" / "box" / f"{game}.ts").write_text(source, "utf-8")


if __name__ == "__main__":
    write()
