"""Opponents in the terminal: chosen by name, hearing what the protocol says, replaced if they fail, and still there later."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from support.commands import PROGRAM
from support.messages import Message, expected_messages
from support.programs import doing, program, recorder
from support.screen import environment, kept, play, shown

import lostcities
from lostcities import GAMES
from lostcities.games.errors import BadOption
from lostcities.records import check, record_of
from lostcities.terminal.opening import resumed_table
from lostcities.terminal.opponents import DEFAULT, SUBSTITUTE, assign

PROMPT = f"(Enter: {DEFAULT}):"


def told(log: Path) -> list[list[Message]]:
    """Return what each process of the recorder heard, without `hello` and `quit`."""
    messages = [json.loads(line) for line in log.read_text().splitlines()]
    starts = [place for place, message in enumerate(messages) if message["type"] == "hello"]
    parts = [messages[begin:end] for begin, end in zip(starts, [*starts[1:], len(messages)], strict=True)]
    assert all(part[-1] == {"type": "quit"} for part in parts)
    return [part[1:-1] for part in parts]


# -- by name --


def test_one_a_seat_and_the_last_for_the_rest() -> None:
    assert assign([], [1]) == {1: DEFAULT}
    assert assign(["random"], [1, 2]) == {1: "random", 2: "random"}
    assert assign(["net", "best"], [1, 2, 3]) == {1: "net", 2: "best", 3: "best"}
    assert assign([], []) == {}
    with pytest.raises(BadOption, match="2 opponents given, but only 1 seat is free for bots"):
        assign(["net", "best"], [1])


def test_opponents_have_their_names_at_the_table_and_in_the_record(tmp_path: Path) -> None:
    spec = recorder(tmp_path / "log")
    result = play(tmp_path, "roll", "--players", "4", "--opponent", "random", "--opponent", spec, typed="q\n")
    assert (result.returncode, result.stderr) == (0, "")
    for name in ("□ random", "▽ recorder 1", "◇ recorder 2"):
        assert name in result.stdout
    record = kept(tmp_path)
    assert record["players"] == ["You", "random", "recorder 1", "recorder 2"]
    assert record["meta"]["bots"] == {"1": "random", "2": spec, "3": spec}


def test_nobody_named_and_nobody_to_ask_is_the_default(tmp_path: Path) -> None:
    command = [*PROGRAM, "play", "card", "--seed", "3"]
    done = subprocess.run(command, input="q\n", capture_output=True, text=True, timeout=60, env=environment(tmp_path), check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert kept(tmp_path)["players"] == ["You", DEFAULT]
    assert "Who do you want" not in done.stdout


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        ("nobody", 'unknown bot "nobody" for card; choose from pip, nell'),
        ("thumb:ms=5", "the bot thumb has no setting"),
        ("cmd:", "cmd: must be followed by the command line of a program"),
        ("cmd:/no/such/program", "cannot play: its program could not be started: No such file or directory"),
        (f"cmd:{sys.executable} -c 1", "its program ended: exit status 0 (see docs/bots/protocol.md)"),
    ],
)
def test_who_is_not_there_is_one_sentence_and_status_2(spec: str, sentence: str, tmp_path: Path) -> None:
    result = play(tmp_path, "card", "--opponent", spec)
    assert (result.returncode, result.stdout) == (2, "")
    assert sentence in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_more_opponents_than_seats_are_refused(tmp_path: Path) -> None:
    result = play(tmp_path, "card", "--opponent", "random", "--opponent", "random")
    assert result.returncode == 2
    assert "2 opponents given, but only 1 seat is free for bots" in result.stderr


# -- the menu --


@pytest.mark.parametrize(("answer", "name"), [("1", "pip"), ("random", "random"), ("", DEFAULT), (" 2 ", "nell")])
def test_the_menu_asks_by_number_or_name(answer: str, name: str, screens: Any, tmp_path: Path) -> None:
    screen = screens("card", "--seed", "3", asking=True)
    text = shown(screen.until(PROMPT))
    assert "1  pip     a beginner" in text
    assert f"□ {name} " in shown(screen.type(answer))
    assert kept(tmp_path)["meta"]["bots"] == {"1": name}


def test_the_menu_asks_again(screens: Any, tmp_path: Path) -> None:
    screen = screens("roll", "--players", "3", asking=True)
    assert "for all 2 seats" in screen.until(PROMPT)
    assert 'unknown bot "nobody" for roll' in screen.type("nobody", PROMPT)
    assert "only 2 seats are free for bots" in screen.type("1 1 1", PROMPT)
    assert 'unknown bot "99"' in screen.type("99", PROMPT)
    screen.type(f"1 {DEFAULT}")
    assert kept(tmp_path)["players"] == ["You", "pip", DEFAULT]


def test_a_program_can_be_typed_into_the_menu(screens: Any, tmp_path: Path) -> None:
    screen = screens("card", asking=True)
    screen.until(PROMPT)
    assert "□ recorder " in shown(screen.type(recorder(tmp_path / "log")))


@pytest.mark.parametrize("interrupted", [False, True])
def test_leaving_at_the_menu_is_quiet(interrupted: bool, screens: Any, tmp_path: Path) -> None:
    screen = screens("card", asking=True)
    screen.until(PROMPT)
    time.sleep(0.3)
    screen.process.send_signal(signal.SIGINT) if interrupted else os.write(screen.master, b"\x04")
    assert screen.process.wait(10) in (0, 130)
    assert "Traceback" not in screen.until("")
    assert not (tmp_path / "play").exists()


# -- what they hear --


@pytest.mark.parametrize("name", GAMES)
def test_a_program_at_a_persons_table_is_told_what_the_contract_says(name: str, tmp_path: Path) -> None:
    """A game is started, left and continued: the second process hears all of it. Nobody hears moves that were undone."""
    log = tmp_path / "log"
    turns = [".", "u", "."] if name == "roll" else ["x1", "u", "x1", "d"]
    rounds = [] if name == "roll" else ["--option", "rounds=2"]
    first = play(tmp_path, name, *rounds, "--seed", "2", "--opponent", recorder(log), typed="\n".join(turns * 5) + "\nq\n")
    assert (first.returncode, first.stderr) == (0, "")
    half = kept(tmp_path)
    second = play(tmp_path, "--resume", typed="x1\nd\n.\n" * 1000)
    assert (second.returncode, second.stderr) == (0, "")
    whole = kept(tmp_path)
    assert whole["meta"]["bots"] == {"1": recorder(log)}
    heard, heard_again = told(log)
    expected = messages_of(half)
    assert heard == expected[: len(heard)]
    assert questions(heard) == questions(expected)
    assert heard_again == [message for message in messages_of(whole) if message not in questions(heard)]


def messages_of(record: dict[str, Any]) -> list[Message]:
    return expected_messages(check(record), 1, ["You", "recorder"], 1000)


def questions(messages: list[Message]) -> list[Message]:
    return [message for message in messages if message["type"] == "decide"]


# -- when they fail --


def test_a_bot_that_fails_is_replaced_and_the_game_goes_on(tmp_path: Path) -> None:
    spec = program(tmp_path, '"Y99"', "Zed")
    result = play(tmp_path, "card", "--seed", "3", "--opponent", spec, typed="1\nd\n1\nd\nq\n")
    assert (result.returncode, result.stderr) == (0, "")
    sentence = f'□ Zed dropped out: it played "Y99", which is not legal there. {SUBSTITUTE} takes over.'
    assert sentence in " ".join(result.stdout.split())
    record = kept(tmp_path)
    assert record["players"] == ["You", "Zed"]
    assert record["meta"]["bots"] == {"1": SUBSTITUTE}
    assert len(record["rounds"][0]["moves"]) >= 6


# -- while they think --


def test_a_bot_that_thinks_for_long_is_seen_to_and_can_be_left(screens: Any, tmp_path: Path) -> None:
    spec = doing(tmp_path, 'time.sleep(0.6); say(type="move", move=told["legal"][0])', "Zed")
    screen = screens("card", "--seed", "3", "--opponent", spec)
    screen.until(">")
    screen.type("1")
    assert "□ Zed is thinking…" in screen.type("d")
    screen.type("1")
    screen.type("d", "thinking…")
    screen.process.send_signal(signal.SIGINT)
    assert "Continue with: lostcities play --resume" in screen.until("--resume")
    assert screen.process.wait(10) == 0
    assert "Traceback" not in screen.until("")


def test_a_quick_bot_is_not_said_to_think(screens: Any) -> None:
    screen = screens("card", "--seed", "3")
    screen.until(">")
    screen.type("1")
    assert "thinking" not in screen.type("d")


# -- continuing a game --


def test_other_opponents_can_be_named_when_a_game_goes_on(tmp_path: Path) -> None:
    play(tmp_path, "card", "--seed", "3", "--opponent", "random", typed="1\nd\nq\n")
    play(tmp_path, "--resume", "--opponent", recorder(tmp_path / "log"), typed="q\n")
    assert kept(tmp_path)["players"] == ["You", "recorder"]
    assert play(tmp_path, "--resume", "--opponent", "nobody").returncode == 2


def test_a_record_from_elsewhere_runs_no_program_by_itself(tmp_path: Path) -> None:
    spec = recorder(tmp_path / "log")
    play(tmp_path, "card", "--seed", "3", "--opponent", "random", typed="1\nd\nq\n")
    record = kept(tmp_path)
    record["meta"]["bots"]["1"] = spec
    file = tmp_path / "elsewhere.json"
    file.write_text(json.dumps(record))
    result = play(tmp_path, "--resume", str(file), typed="q\n")
    assert result.returncode == 2
    assert "to run it, give it with --opponent" in result.stderr
    assert not (tmp_path / "log").exists()
    assert play(tmp_path, "--resume", str(file), "--opponent", spec, typed="q\n").returncode == 0
    assert (tmp_path / "log").exists()


@pytest.mark.parametrize("bots", [{"1": 7}, {"1": None}, ["random"], None])
def test_a_record_that_notes_no_bot_has_the_default(bots: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOSTCITIES_DATA", str(tmp_path))
    record = record_of(lostcities.new("card", seed=3), ["You", "Ben"], {"bots": bots})
    table = resumed_table(record, None, None, None, [])
    assert table.names == ["You", "Ben"]
    assert table.meta["bots"] == {"1": DEFAULT}
