"""The fixed tables: action ids and observation layouts, in the code, in a golden file and in the page; and what is imported when.

A change to one of these is a new version of the environments. Then write the golden file again:
`PYTHONPATH=tests python tests/rl/test_layout.py --write`.
"""

import json
import os
import subprocess
import sys
from importlib.util import find_spec
from typing import Any

import pytest
from support.folders import DATA, ROOT
from support.markdown import code, section, tables

import lostcities.rl
from lostcities import GAMES, BadOption, game
from lostcities.rl import spec

GOLDEN = DATA / "rl" / "v1.json"
PAGE = "docs/environments.md"

every_game = pytest.mark.parametrize("name", GAMES)


def layout(name: str) -> dict[str, Any]:
    chosen = spec(name)
    fields = [[field.name, field.offset, field.size] for field in chosen.observation]
    return {"version": chosen.version, "actions": list(chosen.actions), "observation": fields}


@every_game
def test_the_tables_are_those_of_the_golden_file(name: str) -> None:
    assert layout(name) == json.loads(GOLDEN.read_text("utf-8"))[name], (
        "a new layout is a new version; see the top of tests/rl/test_layout.py"
    )


@every_game
def test_the_page_has_the_tables(name: str) -> None:
    chosen = spec(name)
    text = section(PAGE, name)
    (_, *actions), (_, *fields) = tables(text)
    following = 0
    for ids, first, last, _ in actions:
        begin, _, end = ids.partition("-")
        assert int(begin) == following
        assert (chosen.actions[int(begin)], chosen.actions[int(end or begin)]) == (code(first), code(last))
        following = int(end or begin) + 1
    assert following == len(chosen.actions)
    assert fields == [[f"`{field.name}`", str(field.offset), str(field.size), field.what] for field in chosen.observation]
    assert f"{len(chosen.actions)} actions:" in text
    assert f"{chosen.observation_size} bytes of observation:" in text


@every_game
def test_the_tables_are_the_games_own(name: str) -> None:
    chosen = spec(name)
    assert (chosen.game, chosen.actions, chosen.observation_size) == (name, game(name).tokens, game(name).observation.SIZE)


def test_a_game_that_does_not_exist() -> None:
    with pytest.raises(BadOption, match="chess"):
        spec("chess")


def test_adapters_are_loaded_by_name() -> None:
    for name in lostcities.rl.ADAPTERS:
        if name != "sb3" or find_spec("stable_baselines3"):
            assert getattr(lostcities.rl, name) is not None
    with pytest.raises(AttributeError, match=r"'lostcities\.rl' has no attribute 'keras'"):
        _ = lostcities.rl.keras


def printed(program: str) -> str:
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout


def test_importing_it_loads_no_library_but_gymnasium_to_make_itself_known_there() -> None:
    loaded = printed("import sys, lostcities.rl; print(*sorted(sys.modules))").split()
    assert not {"pettingzoo", "pyspiel", "torch", "rich"} & set(loaded)


@pytest.mark.parametrize(
    ("adapter", "library"),
    [
        ("gymnasium", "gymnasium"),
        ("pettingzoo", "pettingzoo"),
        ("pettingzoo", "gymnasium"),
        ("openspiel", "pyspiel"),
        ("sb3", "stable_baselines3"),
    ],
)
def test_a_missing_library_is_named_with_what_to_do(adapter: str, library: str) -> None:
    program = f"""
import sys
from importlib.util import find_spec
sys.modules["{library}"] = None
import lostcities.rl
try:
    lostcities.rl.{adapter}
except ImportError as error:
    print(error)
"""
    named = {"pyspiel": "open_spiel", "stable_baselines3": "stable-baselines3"}.get(library, library)
    extra = "sb3" if adapter == "sb3" else "rl"
    assert printed(program) == f'this needs {named}, which is not installed: pip install "lostcities[{extra}]"\n'


def test_the_benchmark_runs() -> None:
    command = [sys.executable, str(ROOT / "benchmarks" / "rl.py"), "--game", "card", "--size", "64", "--seconds", "0.01"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=os.environ | {"PYTHONPATH": str(ROOT / "src")})
    figures = [json.loads(line) for line in done.stdout.splitlines()]
    assert [next(iter(figure)) for figure in figures] == ["batch", "pettingzoo", "openspiel"]
    assert all(value > 0 for figure in figures for key, value in figure.items() if key.endswith("_per_s"))


def test_the_benchmark_of_batches_runs() -> None:
    command = [sys.executable, str(ROOT / "benchmarks" / "batches.py"), "--game", "roll", "--matches", "4", "--size", "8"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=os.environ | {"PYTHONPATH": str(ROOT / "src")})
    arena, env = [json.loads(line) for line in done.stdout.splitlines()]
    assert (arena["arena"], arena["equal_records"]) == ("roll", 4)
    assert {"None", "random", "thumb", "net:quick=true", "net", "floats"} < set(env)


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit("usage: PYTHONPATH=tests python tests/rl/test_layout.py --write")
    GOLDEN.write_text(json.dumps({name: layout(name) for name in GAMES}, indent=1) + "\n", "utf-8")
