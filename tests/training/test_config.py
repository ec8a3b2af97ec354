"""The configuration: its checks, and that Python, the command line and the page have the same names and defaults."""

import json
import shlex
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

import pytest
import typer
from support.markdown import code, table

from lostcities import BadOption
from lostcities.cli.main import app
from lostcities.training.config import Config, given, options
from lostcities.training.settings import FURTHER, SMALL, Settings

PAGE = "docs/bots/training.md"


def usual(**changes: Any) -> Config:
    return Config.of("board", **({"device": "cpu"} | changes))


def test_a_cpu_gets_small_settings_and_another_network_smaller_steps() -> None:
    """Whatever is given comes before both."""
    gpu, cpu = Config.of("board", device="cuda"), usual()
    assert gpu == Config("board", device="cuda")
    assert asdict(cpu) == asdict(gpu) | SMALL | {"device": "cpu"}
    further = usual(begin=Path("net.npz"), entropy=0.5)
    assert asdict(further) == asdict(cpu) | FURTHER | {"begin": Path("net.npz"), "entropy": 0.5}


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"batch": 0}, "0 is not a valid value for the setting batch; expected a number of type int ≥ 1"),
        ({"matches": -1}, "int ≥ 1"),
        ({"width": 1}, "int ≥ 2"),
        ({"width": 64.0}, "int ≥ 2"),
        ({"width": "64"}, "int ≥ 2"),
        ({"width": None}, "int ≥ 2"),
        ({"critic_first": True}, "int ≥ 0"),
        ({"rate": -1}, "float ≥ 0"),
        ({"rate": float("nan")}, "float ≥ 0"),
        ({"entropy": float("inf")}, "float ≥ 0"),
        ({"minutes": 0}, "float ≥ 0.01"),
        ({"decisions": 0}, "int ≥ 1"),
        ({"minutes": 1, "decisions": 1}, "in minutes or in decisions, not both"),
        ({"decisions": 1, "distill": 1}, "distill goes with minutes"),
        ({"distill_decisions": 1}, "distill_decisions with decisions"),
        ({"device": "abacus"}, "expected cpu or cuda"),
        ({"against_random": 0.7, "against_past": 0.3}, "expected a sum of at most 1"),
        ({"pool": 1}, "set against_past"),
        ({"past": ("package",)}, "set against_past"),
        ({"mix": ((1, 7, {}),)}, "players"),
        ({"mix": ((1, 2, {"colours": 5}),)}, "colours"),
        ({"mix": ((0, 2, {}),)}, "expected WEIGHT:PLAYERS"),
    ],
)
def test_what_cannot_be_is_a_sentence(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(BadOption, match=said):
        usual(**changes)


def test_an_unknown_game_or_setting_is_refused() -> None:
    with pytest.raises(BadOption, match="chess"):
        Config("chess")
    with pytest.raises(TypeError, match="wide"):
        usual(wide=3)


@pytest.mark.parametrize("text", ["", "2", "two:2", "1:two", "nan:2", "-1:2"])
def test_a_table_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(BadOption, match="expected WEIGHT:PLAYERS or WEIGHT:PLAYERS:key=value"):
        given("board", device="cpu", mix=[text])


def typed(command: str) -> Config:
    """The configuration that `lostcities train` makes of a command line."""
    found = typer.main.get_command(app).commands["train"].make_context("train", shlex.split(command)[2:])  # type: ignore[attr-defined]
    assert found.params.pop("resume") in (True, False)
    return given(**found.params)


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"decisions": 5_000_000, "distill_decisions": 100, "seed": 7, "out": Path("my nets"), "keep": True},
        {"minutes": 2.5, "distill": 0.1, "begin": Path("a.npz"), "rate": 3e-5, "critic_first": 3},
        {"against_past": 0.5, "past": ("package", "b c.npz"), "pool": 3, "measure_against": ("package",), "measure_all": True},
        {"mix": ((3.0, 2, {"rounds": 2}), (0.5, 4, {"direction": "either", "max_turns": 300}))},
    ],
)
def test_a_command_gives_the_configuration_that_it_came_from(changes: dict[str, Any]) -> None:
    config = usual(**changes)
    assert typed(config.command()) == config


def test_every_field_is_an_option_with_its_help() -> None:
    """Python's, the command line's, and the one of machines without the rest of the package."""
    parser = pytest.importorskip("lostcities.training.command", exc_type=ImportError).parser("train")
    command = typer.main.get_command(app).commands["train"]  # type: ignore[attr-defined]
    names = {option.name for option in options()}
    assert names == {field.name for field in fields(Config)} - {"game"}
    assert {parameter.name for parameter in command.params} - {"resume", "game", "help"} == names
    helps = {parameter.name: parameter.help for parameter in command.params}
    flags = {action.dest: action for action in parser._actions}
    for option in options():
        assert flags[option.name].option_strings == [option.flag]
        assert helps[option.name] in str(flags[option.name].help)


def test_the_page_has_every_setting_with_its_default() -> None:
    """The tables of the page, in the order of `--help`."""
    rows = table(PAGE, "The run", "option default what") + table(PAGE, "Settings", "option GPU CPU what")
    of_learning = {field.name for field in fields(Settings)}
    found = [code(row[0]) for row in rows]
    assert found == [option.flag for option in options()]
    for option, row in zip(options(), rows, strict=True):
        if option.name in of_learning:
            default, *small = option.default.split("; CPU: ")
            assert (row[1], row[2]) == (default, small[0] if small else default), option.flag
        elif option.default:
            assert row[1] == option.default, option.flag


def test_a_configuration_is_written_as_json() -> None:
    pytest.importorskip("torch")
    from lostcities.training.run import written

    config = usual(mix=((1.0, 2, {"rounds": 1}),))
    assert json.loads(json.dumps(written(config)))["mix"] == [[1.0, 2, {"rounds": 1}]]
