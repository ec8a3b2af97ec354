"""The table behind the terminal: what typed words mean, how much of a turn can be undone, and where games are stored."""

import json
import os
import random
from pathlib import Path

import pytest

import lostcities
from lostcities.bots.random_bot import RandomBot
from lostcities.games.registry import NAMES
from lostcities.play import Event, Match, Seeded
from lostcities.terminal.reading import Command, command, moves, readings, short
from lostcities.terminal.storage import last_unfinished, new_file
from lostcities.terminal.table import Table

HAND = ["Y3", "Y10", "B*"]
PLAY = {"hand": HAND, "phase": "play", "legal": ["Y3", "Y10", "B*", "-Y3", "-Y10", "-B*"]}
OPEN = {"hand": HAND[:2], "phase": "play", "legal": ["Y3:e", "Y3:s", "Y10:s", "-Y3", "-Y10"]}
DRAW = {"hand": HAND, "phase": "draw", "legal": ["+", "+R", "+G"]}
ARROW = {"phase": "advance", "legal": [">R", ">G", ">."]}
DICE = {"phase": "dice", "legal": ["R0", "R3", "."]}


@pytest.mark.parametrize(
    ("typed", "view", "meant"),
    [
        ("1", PLAY, ["Y3"]),
        ("3", PLAY, ["B*"]),
        ("x2", PLAY, ["-Y10"]),
        ("X 2", PLAY, ["-Y10"]),
        ("-y10", PLAY, ["-Y10"]),
        ("xy3", PLAY, ["-Y3"]),
        (" b* ", PLAY, ["B*"]),
        ("4", PLAY, []),
        ("0", PLAY, []),
        ("²", PLAY, []),
        ("g", PLAY, []),
        ("1", OPEN, ["Y3:e", "Y3:s"]),
        ("2", OPEN, ["Y10:s"]),
        ("1s", OPEN, ["Y3:s"]),
        ("y3:E", OPEN, ["Y3:e"]),
        ("2e", OPEN, []),
        ("d", DRAW, ["+"]),
        ("+", DRAW, ["+"]),
        ("g", DRAW, ["+G"]),
        ("+r", DRAW, ["+R"]),
        ("g", ARROW, [">G"]),
        (">g", ARROW, [">G"]),
        (".", ARROW, [">."]),
        (".", DICE, ["."]),
        ("r3", DICE, ["R3"]),
        ("3", DICE, []),
    ],
)
def test_what_is_typed_means_a_move(typed: str, view: dict[str, object], meant: list[str]) -> None:
    assert moves(typed, view) == meant


def test_a_colors_letter_is_no_command_where_it_is_a_move() -> None:
    assert command("r", PLAY) == Command("rules")
    assert command("R", DRAW) is None
    assert command("r", ARROW) is None
    assert command("rules", DRAW) == Command("rules")
    assert command("s my game.json", PLAY) == Command("save", "my game.json")
    assert command("Y3", PLAY) is None


@pytest.mark.parametrize("name", NAMES)
def test_the_short_form_of_a_move_means_that_move(name: str) -> None:
    for seed in range(3):
        state = lostcities.new(name, seed=seed)
        rng = random.Random(seed)
        for _ in range(150):
            if state.player is None:
                break
            view = state.view(state.player)
            for move in view["legal"]:
                assert moves(short(move, view), view) == [move]
                assert moves(move.lower(), view) == [move]
            state.push(rng.choice(view["legal"]))


def test_anything_can_be_typed() -> None:
    rng = random.Random(3)
    state = lostcities.new("board", seed=3)
    view = state.view(state.player)
    for _ in range(2000):
        text = "".join(rng.choices("xX-+>.:*es0123456789YBWGRПи \t\x00é²", k=rng.randrange(1, 6)))
        if text.strip():
            assert readings(text, view)
            assert set(moves(text, view)) <= set(view["legal"])


def table(name: str, players: int = 2, **options: int) -> Table:
    match = Match.new(lostcities.game(name), players, options, Seeded(random.Random(3)), undo=True)
    return Table(match, ["A", "B", "C"][:players], {}, Path("/dev/null"))


@pytest.mark.parametrize("name", NAMES)
def test_a_turn_can_be_taken_back_until_something_new_is_seen(name: str) -> None:
    """Undo belongs to the player who decided last; a card drawn, a roll and the end of a round are final."""
    rng = random.Random(4)
    match = table(name)
    taken_back = 0
    for _ in range(400):
        seat, turn, log = match.state.player, match.state.turn, list(match.log)
        if seat is None:
            break
        before = match.state.copy()
        move = rng.choice(match.state.legal())
        match.play(move)
        seen = move.startswith("+") or len(match.state.rolls) > len(before.rolls) or len(match.state.scores) > len(before.scores)
        assert match.match.can_take_back == (not seen)
        if not seen and rng.random() < 0.3:
            hidden = match.state.setup()
            match.take_back()
            taken_back += 1
            assert match.state.player == seat
            assert match.state.turn == turn
            assert match.state.setup() == hidden
            assert match.log == [entry for entry in log if entry.turn != match.match.turn]
            assert not match.match.can_take_back
    assert taken_back > 3


def test_taking_back_returns_to_the_start_of_the_turn() -> None:
    match = table("roll")
    chain = None
    for _ in range(300):
        start = match.state.copy()
        seat = match.state.player
        assert seat is not None
        for move in match.state.legal():
            match.play(move)
            if match.state.phase == "advance" and match.state.player == seat:
                chain = match.state.legal()
                break
            match.match.state = start.copy()
        if chain:
            break
        match.play(match.state.legal()[0])
    assert chain
    match.take_back()
    assert match.state.phase == "dice"
    assert match.state.rounds[-1].moves == start.rounds[-1].moves


def test_a_seat_is_told_what_it_may_know() -> None:
    match = table("card")
    first = match.state.player
    assert first is not None
    other = 1 - first
    lay = match.state.legal()[0]
    match.play(lay)
    assert match.events(first) == [Event(first, lay)]
    match.play("+")
    (card,) = [event.card for event in match.events(first) if event.move == "+"]
    assert card in match.state.view(first)["hand"]
    assert match.events(other) == [Event(first, lay), Event(first, "+")]
    drop = match.state.legal()[-1]
    match.play(drop)
    match.play("+")
    assert match.events(first) == [Event(first, "+", card), Event(other, drop), Event(other, "+")]


def test_random_bots_play_alike_with_the_same_seed() -> None:
    view = {"legal": [str(number) for number in range(100)]}
    one, two, three = RandomBot(1), RandomBot(1), RandomBot(2)
    played = [[bot.decide(view) for _ in range(20)] for bot in (one, two, three)]
    assert played[0] == played[1] != played[2]


def test_every_game_has_a_file_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOSTCITIES_DATA", str(tmp_path))
    assert last_unfinished(None) is None
    found = [new_file("card") for _ in range(3)]
    assert len(set(found)) == 3
    for age, (path, record) in enumerate(zip(found, ({"game": "card"}, {"game": "roll"}, {"game": "card", "result": {}}), strict=True)):
        path.write_text(json.dumps(record))
        os.utime(path, (age, age))
    (tmp_path / "play" / "broken.json").write_text("{")
    assert last_unfinished(None) == (found[1], {"game": "roll"})
    assert last_unfinished("card") == (found[0], {"game": "card"})
    assert last_unfinished("board") is None
