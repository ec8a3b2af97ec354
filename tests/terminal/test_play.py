"""The terminal as people use it: the real program, fed through a pipe or a pseudo-terminal, and what it shows and stores."""

import json
import os
import random
import re
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest
from support.commands import PROGRAM
from support.screen import arguments, environment, kept, play, shown

from lostcities.games.errors import BadOption
from lostcities.games.registry import NAMES, game
from lostcities.records import check
from lostcities.terminal.opening import new_table, people_names
from lostcities.terminal.reading import short

PLAYERS = {"card": 2, "board": 3, "roll": 4}


def whole_game(name: str, seed: int, **options: Any) -> tuple[list[str], dict[str, Any]]:
    """Return what a player types in a game from start to end, and the record that must result."""
    box = game(name)
    table = new_table(box, box.complete(options), seed, 1, [], dict.fromkeys(range(1, PLAYERS[name]), "random"))
    rng = random.Random(seed)
    typed: list[str] = []
    while not table.state.over:
        if table.state.player in table.bots:
            finished = table.let_bot_play()
        else:
            move = rng.choice(table.state.legal())
            typed.append(rng.choice([move, move.lower(), short(move, table.state.view(0))]))
            finished = table.play(move)
        if finished and not table.state.over:
            typed.append("")
    return typed, table.record()


@pytest.mark.parametrize("name", NAMES)
def test_a_whole_game_is_played_and_kept(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOSTCITIES_DATA", str(tmp_path / "expected"))
    rounds = {} if name == "roll" else {"rounds": 2}
    typed, expected = whole_game(name, 11, **rounds)
    options = [word for key, value in rounds.items() for word in ("--option", f"{key}={value}")]
    result = play(tmp_path, name, "--players", str(PLAYERS[name]), "--seed", "11", *options, typed="\n".join(typed) + "\n")
    assert (result.returncode, result.stderr) == (0, "")
    record = kept(tmp_path)
    assert record["rounds"] == expected["rounds"]
    assert record["result"] == expected["result"]
    assert check(record).over
    winners = [record["players"][seat] for seat in record["result"]["winners"]]
    last = result.stdout.splitlines()[-2]
    assert all(winner in last for winner in winners)
    assert "with" in last
    assert "\x1b" not in result.stdout


def test_the_board_at_a_terminal(screens: Any) -> None:
    screen = screens("card", "--seed", "3", "--name", "Anna")
    raw = screen.until(">")
    text = shown(raw)
    assert "48;2;245;213;71" in raw
    assert "☼ Y* │ │☼ Y2 │ │☼ Y4 │ │☼ Y5 │ │≈ B7 │ │▲ W* │ │▲ W3 │ │▲ W6" in text
    assert "○ Anna" in text
    assert "44 cards left" in text
    assert len(text.splitlines()) <= 24
    text = shown(screen.type("1"))
    assert "○ Anna played ☼ Y*" in text
    assert "−40" in text
    assert "‹*›" in text
    text = shown(screen.type("d"))
    assert "□ random " in text
    assert "New: " in text


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(("rows", "columns"), [(24, 80), (40, 120)])
def test_nothing_is_cut_off(name: str, rows: int, columns: int, screens: Any) -> None:
    screen = screens(name, "--players", str(PLAYERS[name]), "--seed", "5", rows=rows, columns=columns)
    text = shown(screen.until(">"))
    assert len(text.splitlines()) <= rows
    assert max(len(line) for line in text.splitlines()) <= columns
    assert "…" not in text


def test_without_color_no_color_is_sent(screens: Any) -> None:
    raw = screens("roll", "--seed", "5", NO_COLOR="1").until(">")
    assert not re.search(r"\x1b\[[0-9;]*[34]8;", raw)
    assert "ψR" in shown(raw)


def test_a_hand_is_hidden_behind_a_curtain(screens: Any) -> None:
    screen = screens("card", "--humans", "2", "--seed", "3", "--name", "Anna", "--name", "Ben")
    curtain = shown(screen.until("screen."))
    assert "○ Anna’s turn. Everyone else, look away!" in curtain
    assert "╭" not in curtain
    hand = shown(screen.type(""))
    assert "│☼ Y* │" in hand
    screen.type("1")
    raw = screen.type("d", "screen.")
    assert "\x1b[3J" in raw
    assert "□ Ben’s turn." in shown(raw)
    assert "╭" not in raw
    own = shown(screen.type(""))
    assert "□ Ben  Play or discard a card" in own
    assert "│☼ Y2 │" not in own
    assert "○ Anna played ☼ Y*, drew from the deck" in own


def test_there_is_no_curtain_where_nothing_is_hidden(screens: Any) -> None:
    assert "look away" not in shown(screens("roll", "--humans", "2", "--seed", "3").until(">"))


def test_what_cannot_be_done_is_explained(tmp_path: Path) -> None:
    lines = ["zz", "9", "R9", "+", "d", "1", "x1", "+Y", "r", "u", "u", "x8", "w", "s", "help", "rules", "?", "q"]
    result = play(tmp_path, "card", "--seed", "3", typed="\n".join(lines))
    assert result.returncode == 0
    for sentence in (
        "ZZ is not a move in this game. Type ? to see what you can do.",
        "R9 is not possible: R9 is not in your hand.",
        "+ is not possible: play or discard a card first.",
        "-Y2 is not possible: draw a card first.",
        "+Y is not possible: the Desert discard pile is empty.",
        "+R is not possible: the Volcano discard pile is empty.",
        "Nothing to undo: you haven’t moved yet this turn.",
        "+W is not possible: you discarded that card this turn.",
        "Which file? s FILE",
        "undo to the start of your turn",
        "Lost Cities is a registered trademark of Dr. Reiner Knizia",
        "draw from the deck (44 left)",
    ):
        assert sentence in result.stdout
    assert "Traceback" not in result.stdout + result.stderr


def test_opening_a_path_asks_for_the_figure(tmp_path: Path) -> None:
    result = play(tmp_path, "board", "--seed", "3", typed="1\nx\n1\ns\nd\nq\n")
    assert "No path was opened." in result.stdout
    assert "and the scientist" in result.stdout
    moves = kept(tmp_path)["rounds"][0]["moves"]
    assert any(move.endswith(":s") for move in moves)


def test_a_turn_is_taken_back_until_it_is_complete(tmp_path: Path) -> None:
    result = play(tmp_path, "card", "--humans", "2", "--seed", "3", typed="\n1\nu\n2\nu\nx3\nd\n\nu\nq\n")
    assert result.stdout.count("Nothing to undo") == 1
    assert kept(tmp_path)["rounds"][0]["moves"] == ["-Y4", "+"]


@pytest.mark.parametrize("typed", ["1\nd\n1\n", "1\nd\n1\nq\n"])
def test_a_game_that_was_left_goes_on(typed: str, tmp_path: Path) -> None:
    result = play(tmp_path, "card", "--seed", "3", "--name", "Anna", typed=typed)
    assert result.returncode == 0
    assert "Continue with: lostcities play --resume" in result.stdout
    before = kept(tmp_path)
    result = play(tmp_path, "--resume", typed="d\n")
    assert "○ Anna  Draw a card" in result.stdout
    after = kept(tmp_path)
    made = before["rounds"][0]["moves"]
    assert after["rounds"][0]["moves"][: len(made) + 1] == [*made, "+"]
    assert after["rounds"][0]["setup"] == before["rounds"][0]["setup"]
    assert after["players"] == ["Anna", "random"]


@pytest.mark.parametrize("name", NAMES)
def test_a_saved_record_goes_on_from_its_file(name: str, tmp_path: Path) -> None:
    file = tmp_path / "saved.json"
    first = play(tmp_path, name, "--seed", "4", typed=f"s {file}\ns {file}\nn\ns {tmp_path}/no/such/place\nq\n")
    assert f"Saved as {file}" in first.stdout.replace("\n", "")
    assert "exists. Overwrite it" in first.stdout
    assert "cannot be written" in first.stdout
    saved = file.read_bytes()
    result = play(tmp_path, "--resume", str(file), typed="q\n")
    assert result.returncode == 0
    assert file.read_bytes() == saved
    assert len(list((tmp_path / "play").glob("*.json"))) == 2


def test_a_record_between_rounds_goes_on_with_the_next_deal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOSTCITIES_DATA", str(tmp_path / "expected"))
    _, record = whole_game("card", 2, rounds=2)
    del record["rounds"][1], record["result"]
    file = tmp_path / "between.json"
    file.write_text(json.dumps(record))
    result = play(tmp_path, "--resume", str(file), typed="q\n")
    assert "round 2 of 2 · turn " in result.stdout


def test_a_roll_that_is_due_is_made_when_a_game_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOSTCITIES_DATA", str(tmp_path / "expected"))
    _, record = whole_game("roll", 2)
    del record["result"], record["rounds"][0]["scores"]
    first = record["rounds"][0]
    first["setup"]["rolls"], first["moves"] = first["setup"]["rolls"][:1], ["."] * PLAYERS["roll"]
    file = tmp_path / "due.json"
    file.write_text(json.dumps(record))
    result = play(tmp_path, "--resume", str(file), typed="q\n")
    assert result.returncode == 0
    assert "Dice" in result.stdout


@pytest.mark.parametrize("command", [signal.SIGINT, None])
def test_an_interrupt_ends_cleanly(command: signal.Signals | None, screens: Any, tmp_path: Path) -> None:
    screen = screens("board", "--seed", "3")
    screen.until(">")
    screen.type("x1")
    time.sleep(0.3)  # Python's input() misses a signal that comes just before it waits; a person would press again
    if command:
        screen.process.send_signal(command)
    else:
        os.write(screen.master, b"\x04")
    text = shown(screen.until("--resume"))
    assert screen.process.wait(10) == 0
    assert "Continue with: lostcities play --resume" in text
    assert "Traceback" not in text
    assert kept(tmp_path)["rounds"][0]["moves"][-1].startswith("-")


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (["chess"], 'unknown game "chess"; choose from card, board, roll'),
        ([], "which game? Choose one of card, board, roll"),
        (["card", "--players", "3"], "card is for 2 players"),
        (["roll", "--humans", "0"], "--humans must be from 1 to 2"),
        (["card", "--option", "colors=7"], 'the option colors cannot be "7"; expected 5 / 6'),
        (["card", "--option", "rounds=1", "--option", "rounds=3"], 'the option "rounds" is given twice'),
        (["card", "--name", "Anna", "--name", "Ben"], "2 names are given for 1 person"),
        (["--resume"], "no unfinished game to continue"),
        (["--resume", "--players", "2"], "--resume takes players, options and names from the record"),
        (["--resume", "/no/such/file"], "/no/such/file cannot be read"),
    ],
)
def test_wrong_use_is_one_sentence_and_status_2(args: list[str], sentence: str, tmp_path: Path) -> None:
    result = play(tmp_path, *args)
    assert result.returncode == 2
    assert result.stdout == ""
    assert sentence in result.stderr
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize("typed", [b"\xff\xfe\n\x00\n", b"s ~nobody/x\ns a\0b\n", b"s " + b"x" * 5000 + b"\n", b"s /\nn\n", b"\x1b[A\n"])
def test_no_input_ends_in_a_traceback(typed: bytes, tmp_path: Path) -> None:
    command = [*PROGRAM, *arguments("card", "--seed", "3")]
    plain = environment(tmp_path, PYTHONIOENCODING="ascii:strict")
    for env in (environment(tmp_path), plain):
        result = subprocess.run(command, input=typed + b"1\n", capture_output=True, env=env, timeout=60, check=False)
        assert (result.returncode, result.stderr) == (0, b"")
        assert b"played" in result.stdout


@pytest.mark.parametrize(
    "record", ["[]", "{}", '{"players": 5}', "{", '{"format": "lostcities.record/1", "game": "card", "players": ["A", "B"], "rounds": 1}']
)
def test_a_bad_record_is_refused(record: str, tmp_path: Path) -> None:
    file = tmp_path / "bad.json"
    file.write_text(record)
    result = play(tmp_path, "--resume", str(file), "--humans", "2")
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.startswith("lostcities: ")


def test_an_empty_name_leaves_its_seat_unnamed() -> None:
    assert people_names(3, ["", "Ben"]) == ["Player 1", "Ben", "Player 3"]
    assert people_names(1, [" "]) == people_names(1, []) == ["You"]
    with pytest.raises(BadOption, match="3 names are given for 2 people"):
        people_names(2, ["Anna", "", ""])


def test_names_cannot_disturb_the_screen(tmp_path: Path) -> None:
    result = play(tmp_path, "card", "--name", "\x1b[31mEve\x07 [red]x[/red] and a very long name", typed="q\n")
    assert "\x1b" not in result.stdout
    assert "○ [31mEve [red]" in result.stdout


@pytest.mark.parametrize("name", NAMES)
def test_the_rules_are_printed(name: str, tmp_path: Path) -> None:
    result = subprocess.run([*PROGRAM, "rules", name], capture_output=True, text=True, env=environment(tmp_path), timeout=60, check=True)
    assert " ".join(result.stdout.split()).endswith("not affiliated with or endorsed by him or any publisher.")
    assert "<!--" not in result.stdout
    for heading in ("Scoring", "Options", "Notation"):
        assert f"\n{heading} " in result.stdout
    for option in game(name).options:
        assert f"{option.name}=" in result.stdout


@pytest.mark.parametrize("name", NAMES)
def test_a_record_is_shown_turn_by_turn(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOSTCITIES_DATA", str(tmp_path))
    _, record = whole_game(name, 8, **({} if name == "roll" else {"rounds": 1}))
    file = tmp_path / "record.json"
    file.write_text(json.dumps(record))
    result = subprocess.run(
        [*PROGRAM, "replay", str(file)], capture_output=True, text=True, env=environment(tmp_path), timeout=60, check=True
    )
    assert "The game is over" in result.stdout
    assert "   1  " in result.stdout
    assert result.stdout.splitlines()[-1].endswith("points.")
