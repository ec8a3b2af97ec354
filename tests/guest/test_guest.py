"""`lostcities bots join` with real servers and programs: a bot plays a match as a person would, and leaves its seat in order."""

import json
import os
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest
from support.commands import PROGRAM
from support.guests import GAMES, Visit, messages, opened, played_out, record_of
from support.messages import expected_messages
from support.programs import doing, recorder
from support.serving import Client
from support.waiting import wait_for

from lostcities.bots import Bot
from lostcities.guest.story import Story
from lostcities.records import check
from lostcities.records.proof import verify


@pytest.mark.parametrize("name", GAMES)
def test_a_program_plays_a_match_and_hears_what_the_arena_would_tell_it(name: str, anna: Client, tmp_path: Path) -> None:
    table = opened(anna, name)
    log = tmp_path / "messages"
    guest = Visit(table["join"], recorder(log))
    played_out(anna, table)
    assert guest.end() is None, guest.error
    record = record_of(anna, table)
    state = check(record)
    told = messages(log)
    assert (told[0]["type"], told[-1]["type"]) == ("hello", "quit")
    assert told[1:-1] == expected_messages(state, 1, ["Anna", "recorder"], 1000)
    assert guest.said[-1] == f"The match is over: Anna {state.totals[0]} · recorder {state.totals[1]}"
    for played in record["rounds"]:  # it took part in every shuffle, like a person
        assert set(played["fair"]["seats"]) == {"0", "1"}
    assert verify(record)


@pytest.mark.usefixtures("classes")
def test_a_class_and_a_bot_of_ours_play_too(anna: Client) -> None:
    table = opened(anna, "roll", seats=["me", "open", "open"])
    guests = [Visit(table["join"], "py:classes:Last"), Visit(table["join"], "thumb", "Uncle Tom")]
    played_out(anna, table)
    assert [guest.end() for guest in guests] == [None, None]
    assert sorted(record_of(anna, table)["players"]) == ["Anna", "Last", "Uncle Tom"]


# -- undone decisions, proposals, clocks --


def test_what_was_undone_is_not_told(anna: Client, tmp_path: Path) -> None:
    """The guest waits a moment, in which a person can still undo; if it was asked too soon, it is told everything again."""
    table = opened(anna, "roll")
    log = tmp_path / "messages"
    guest = Visit(table["join"], recorder(log), pace=0.1)
    seat = anna.join(table, generous=True)
    undone = 0
    while not seat.table.get("finished"):
        seat.my_turn()
        if seat.legal:
            seat.move(seat.legal[0])
            undone += undone < 3 and seat.ask("takeback", version=seat.version)["type"] == "ack"
    assert guest.end() is None, guest.error
    assert undone
    told = [message for message in messages(log)[1:-1] if message["type"] != "decide"]
    began = max(place for place, message in enumerate(told) if message["type"] == "start")
    expected = expected_messages(check(record_of(anna, table)), 1, ["Anna", "recorder"], 1000)
    assert told[began:] == [message for message in expected if message["type"] != "decide"]


def test_a_story_with_an_undone_decision_is_told_again_from_its_start() -> None:
    told: list[tuple[str, Any]] = []

    class Listening(Bot):
        def start(self, game: str, options: Any, seat: int, players: list[str]) -> None:
            told.append(("start", list(players)))

        def deal(self, round: int, starter: int, view: Any) -> None:
            told.append(("deal", round))

        def event(self, seat: int, move: str, card: str | None) -> None:
            told.append((move, card))

        def decide(self, view: Any) -> str:
            return ""

    bot = Listening()
    story = Story("card", {}, 1)
    story.players[:] = ["Anna", "mine"]
    view = {"round": 1, "turn": 0, "to_move": 0, "starter": 0, "scores": []}
    story.hear({"view": None, "what": "sit"})
    story.hear({"view": view, "what": "deal"})
    story.hear({"view": view, "seat": 0, "move": "Y7"})
    story.tell(bot)
    story.hear({"view": view, "seat": 0, "what": "takeback"})
    story.hear({"view": view, "seat": 0, "move": "-Y7"})
    story.hear({"view": view | {"turn": 1, "to_move": 1}, "seat": 0, "move": "+", "card": "B2"})
    story.hear({"view": view | {"turn": 1, "to_move": 1}, "seat": 1, "move": "+", "card": "B3"})
    story.tell(bot)
    start = [("start", ["Anna", "mine"]), ("deal", 1)]
    assert told == [*start, ("Y7", None), *start, ("-Y7", None), ("+", None), ("+", "B3")]


def test_it_agrees_to_end_a_round_that_has_stalled(anna: Client, tmp_path: Path) -> None:
    """Neither takes from the deck; after 30 turns the person proposes to end the round, which needs everyone."""
    table = opened(anna, "card", options={"rounds": 1})
    stalls = doing(
        tmp_path,
        'say(type="move", move=next((m for m in told["legal"] if m[0] == "-" or m[0] == "+" and m != "+"), told["legal"][-1]))',
        "stalls",
    )
    guest = Visit(table["join"], stalls)
    seat = anna.join(table, generous=True)
    while not seat.table.get("finished"):
        if (seat.table.get("stalled") or 0) >= 30:
            seat.ask("propose", what="end_round")
            seat.until(lambda _: seat.table.get("finished"))
            break
        seat.my_turn()
        pile = [move for move in seat.legal if move[0] == "-" or (move[0] == "+" and move != "+")]
        seat.move((pile or seat.legal)[0])
    assert guest.end() is None, guest.error


def test_a_clock_leaves_a_program_less_time_and_a_shorter_pace(anna: Client, tmp_path: Path) -> None:
    table = opened(anna, "card", options={"size": "mini", "rounds": 1}, clock={"kind": "budget", "seconds": 10})
    log = tmp_path / "messages"
    guest = Visit(table["join"], recorder(log), pace=60)
    played_out(anna, table)
    assert guest.end() is None, guest.error
    times = [told["ms"] for told in messages(log) if told["type"] == "decide"]
    assert all(20 <= ms <= 500 for ms in times)
    assert times[-1] < times[0]


@pytest.mark.usefixtures("classes")
def test_a_clock_that_runs_out_ends_the_visit(anna: Client) -> None:
    table = opened(anna, "card", options={"size": "mini", "rounds": 1}, clock={"kind": "move", "seconds": 5})
    guest = Visit(table["join"], "py:classes:Slow")
    played_out(anna, table)
    assert str(guest.end()) == "its clock ran out, and a server bot plays on"


# -- leaving --


def test_a_program_that_fails_gives_its_seat_to_a_bot_of_the_server(anna: Client, tmp_path: Path) -> None:
    for number, body in enumerate(['say(type="move", move="Y99")', "sys.exit(3)"]):
        table = opened(anna, "card", options={"size": "mini", "rounds": 1})
        guest = Visit(table["join"], doing(tmp_path, body, f"fails{number}"))
        seat = played_out(anna, table)
        error = guest.end()
        assert type(error).__name__ == "BotFailure"
        assert seat.table["seats"][1]["helped"]


@pytest.mark.parametrize("begun", [False, True])
def test_ctrl_c_leaves_the_table_at_once(begun: bool, anna: Client, tmp_path: Path) -> None:
    """Before the first deal the seat becomes free again; later a bot of the server takes it. The program is told to quit."""
    table = opened(anna, "card", options={"rounds": 1})
    log = tmp_path / "messages"
    command = [*PROGRAM, "bots", "join", table["join"], recorder(log)]
    with (tmp_path / "said").open("wb") as said, subprocess.Popen(command, stdout=said, stderr=said, env=os.environ) as process:
        if begun:
            anna.join(table, generous=True).my_turn()
        else:
            wait_for(lambda: b"has seat 1" in (tmp_path / "said").read_bytes(), 60)
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 130
    wait_for(lambda: anna.table(table)["table"]["seats"][1]["away"] == "left" or anna.table(table)["table"]["seats"][1]["kind"] == "open")
    assert "left the table" in (tmp_path / "said").read_text()
    assert json.loads(log.read_text().splitlines()[-1]) == {"type": "quit"}
