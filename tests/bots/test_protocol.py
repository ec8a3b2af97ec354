"""The bot protocol, `lostcities.bot/1`, with real processes: exactly what a program hears, and our bots as programs for others."""

import json
import os
import random
import re
import shlex
import shutil
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from support.folders import ROOT
from support.messages import Message, expected_messages
from support.programs import recorder

from lostcities import GAMES, State, game
from lostcities.arena.contest import Contest
from lostcities.arena.deal import Deal
from lostcities.bots.bot import FAILURES, Bot
from lostcities.bots.protocol import PROTOCOL
from lostcities.bots.random_bot import RandomBot
from lostcities.bots.registry import bot, sets_time
from lostcities.bots.serving import Server

COMMAND = f"{shlex.quote(sys.executable)} -m lostcities"

TABLES: list[tuple[str, int, dict[str, Any]]] = [
    ("card", 2, {"rounds": 2}),
    ("board", 3, {"rounds": 2, "direction": "either"}),
    ("roll", 3, {}),
]

every_table = pytest.mark.parametrize("table", TABLES, ids=[name for name, *_ in TABLES])


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOSTCITIES_DATA", str(tmp_path))


def played(name: str, options: dict[str, Any], bots: list[Bot], number: int = 0) -> State:
    """Return a whole match between these bots."""
    table = game(name).table(len(bots), options)
    result = Contest(table, bots, names(len(bots)), Deal(5, number, len(bots))).play()
    assert result.forfeit is None, result.reason
    return table


def names(players: int) -> list[str]:
    return [f"player {seat}" for seat in range(players)]


# -- what a program hears --


@every_table
def test_a_program_is_told_what_the_contract_says(table: tuple[str, int, dict[str, Any]], tmp_path: Path) -> None:
    name, players, options = table
    log = tmp_path / "messages"
    program = bot(game(name), recorder(log), ms=2000)
    expected: list[Message] = [{"type": "hello", "protocol": PROTOCOL}]
    for seat in range(players):
        bots = [program if place == seat else bot(game(name), "random", f"{seat}/{place}") for place in range(players)]
        called = [*names(players)[:seat], "recorder", *names(players)[seat + 1 :]]
        expected += expected_messages(played(name, options, bots, seat), seat, called, 2000)
    program.close()
    told = [json.loads(line) for line in log.read_text().splitlines()]
    for place, (found, wanted) in enumerate(zip(told, expected, strict=False)):
        assert found == wanted, f"message {place}"
        assert "legal" not in wanted or wanted["legal"] == wanted["view"]["legal"]
    assert told[len(expected) :] == [{"type": "quit"}]
    assert {message["type"] for message in told} >= {"hello", "start", "deal", "event", "decide", "round", "end", "quit"}


def test_a_match_that_another_bot_forfeits_ends_for_the_program(tmp_path: Path) -> None:
    log = tmp_path / "messages"
    program = bot(game("card"), recorder(log), ms=2000)

    class Cheat(Bot):
        def decide(self, view: dict[str, Any]) -> str:
            return "Y99"

    table = game("card").table(2, {})
    Contest(table, [Cheat(), program], names(2), Deal(5, 0, 2)).play()
    played("card", {"rounds": 1}, [bot(game("card"), "random", 1), program])
    program.close()
    kinds = [json.loads(line)["type"] for line in log.read_text().splitlines()]
    first = kinds[1 : kinds.index("end") + 1]
    assert (first[0], first[-1]) == ("start", "end")
    assert kinds.count("hello") == 1
    assert kinds.count("start") == kinds.count("end") == 2


# -- our bots, for others --


def served(spec: str, *args: str) -> str:
    return f"cmd:{COMMAND} bots serve {' '.join([shlex.quote(spec), *args])}"


def pair(name: str, spec: str, seed: int) -> list[Bot]:
    return [bot(game(name), "thumb", seed), bot(game(name), spec, seed, ms=5000)]


@pytest.mark.parametrize(("spec", "args"), [("thumb", ()), ("random", ("--seed", "3"))])
@every_table
def test_a_bot_of_ours_plays_the_same_as_a_program(table: tuple[str, int, dict[str, Any]], spec: str, args: tuple[str, ...]) -> None:
    name, _, options = table
    direct = played(name, options, pair(name, spec, 3))
    bots = pair(name, served(spec, *args), 3)
    through = played(name, options, bots)
    bots[1].close()
    assert [past.moves for past in through.rounds] == [past.moves for past in direct.rounds]


def talk(*lines: str | bytes | Message, spec: str = "random") -> subprocess.CompletedProcess[str]:
    """Run `lostcities bots serve` with these lines as its input."""
    data = b"".join(encoded(line) + b"\n" for line in lines)
    command = [*shlex.split(COMMAND), "bots", "serve", spec]
    done = subprocess.run(command, input=data, capture_output=True, timeout=60, check=False, env=os.environ | {"PYTHONWARNINGS": "error"})
    return subprocess.CompletedProcess(command, done.returncode, done.stdout.decode(), done.stderr.decode())


def encoded(line: str | bytes | Message) -> bytes:
    if isinstance(line, bytes):
        return line
    return (line if isinstance(line, str) else json.dumps(line)).encode()


def test_the_games_are_named_and_the_end_of_the_input_is_quiet() -> None:
    result = talk({"type": "hello", "protocol": PROTOCOL})
    assert json.loads(result.stdout) == {"type": "hello", "name": "random", "games": list(GAMES)}
    assert (result.returncode, result.stderr) == (0, "")


def test_nothing_is_read_after_quit() -> None:
    assert talk({"type": "quit"}, {"type": "hello"}).stdout == ""


def test_what_cannot_be_understood_is_passed_over_with_a_sentence() -> None:
    state = game("card").deal({}, random.Random(1), starter=0)
    view = state.view(0)
    start = {"type": "start", "game": "card", "options": {}, "seat": 0, "players": ["A", "B"]}
    decide = {"type": "decide", "view": view, "legal": view["legal"], "ms": 100}
    result = talk(
        *("no JSON", b"\xff", "[]", '{"type": 5}', "[" * 100_000, "{" + "x" * 1_200_000 + "}", decide),
        *({**start, "game": "chess"}, {**start, "options": {"colors": 9}}, {**start, "seat": "first"}, {"type": "deal"}),
        *("", {"type": "shuffle"}, {**start, "color": "red"}, {**decide, "view": {}}, {**decide, "view": {"legal": []}}),
        *({**decide, "ms": True}, {**decide, "ms": "100"}, decide),
    )
    assert json.loads(result.stdout)["move"] in view["legal"]
    sentences = result.stderr.splitlines()
    assert len(sentences) == 15
    assert all(sentence.startswith("lostcities: ") for sentence in sentences)
    assert "no match has been started" in result.stderr
    assert "Traceback" not in result.stderr
    assert result.returncode == 0


@pytest.mark.parametrize("spec", ["nobody", "thumb:ms=3", "cmd:", "random:x"])
def test_a_bot_that_is_not_there_is_one_sentence_and_status_2(spec: str) -> None:
    result = talk({"type": "hello"}, spec=spec)
    assert (result.returncode, result.stdout, len(result.stderr.splitlines())) == (2, "", 1)
    assert result.stderr.startswith("lostcities: ")


@pytest.mark.parametrize(
    ("spec", "ms", "expected"), [("best", "70", 70), ("best", "70.0", 70), ("best", "7e1", 70), ("best:ms=200", "70", 200)]
)
def test_the_time_of_the_question_is_kept_unless_another_was_set(spec: str, ms: str, expected: int) -> None:
    class Slow(Bot):
        def __init__(self) -> None:
            self.ms = 200

        def decide(self, view: dict[str, Any]) -> str:
            print("a word to the log")
            return f"{view['legal'][0]} {self.ms}"

    answers: list[bytes] = []
    server = Server(spec, lambda _: Slow(), answers.append, lambda text: pytest.fail(text), own_time=sets_time(spec))
    server.hear(b'{"type": "start", "game": "card", "options": {}, "seat": 0, "players": []}')
    question = '{"type": "decide", "view": {"game": "card", "legal": ["+"]}, "legal": ["+"], "ms": MS}'
    assert server.hear(question.replace("MS", ms).encode())
    assert json.loads(answers[0])["move"] == f"+ {expected}"


def test_while_a_bot_is_made_ready_another_decides_and_it_is_told_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """When it is ready, it hears in order what it missed; nobody waits longer than the question allows."""
    finished = threading.Event()
    heard: list[Any] = []

    class Late(Bot):
        def start(self, game: str, options: Any, seat: int, players: list[str]) -> None:
            heard.append((game, seat))

        def event(self, seat: int, move: str, card: str | None) -> None:
            heard.append((seat, move, card))

        def decide(self, view: dict[str, Any]) -> str:
            heard.append("decide")
            return "mine"

    def make(_game: str) -> Bot:
        finished.wait(10)
        return Late()

    monkeypatch.setattr("lostcities.bots.serving.bot_named", lambda *_: RandomBot(1))
    monkeypatch.setattr("lostcities.bots.serving.PREPARE_SECONDS", 0.01)
    answers: list[bytes] = []
    complaints: list[str] = []
    server = Server("best", make, answers.append, complaints.append)
    decide = b'{"type": "decide", "view": {"game": "roll", "legal": ["R3"]}, "ms": 20}'
    server.hear(b'{"type": "start", "game": "roll", "options": {}, "seat": 1, "players": []}')
    server.hear(decide)
    server.hear(b'{"type": "event", "seat": 1, "move": "+", "card": "Y7"}')
    finished.set()
    server.workshop.wait(10)
    server.hear(decide)
    assert [json.loads(line)["move"] for line in answers] == ["R3", "mine"]
    assert heard == [("roll", 1), (1, "+", "Y7"), "decide"]
    assert complaints == ["best is still loading for roll; net plays meanwhile"]


# -- the examples and the page --

EXAMPLES = {"careful.py": sys.executable, "first.js": "node"}


@pytest.mark.parametrize("file", EXAMPLES)
@every_table
def test_an_example_plays_whole_matches_and_beats_random_play(table: tuple[str, int, dict[str, Any]], file: str) -> None:
    if not shutil.which(EXAMPLES[file]):
        pytest.skip(f"{EXAMPLES[file]} is not installed")
    name, _, options = table
    program = bot(game(name), f"cmd:{EXAMPLES[file]} {ROOT / 'examples/bots' / file}")
    wins = [played(name, options, [bot(game(name), "random", number), program], number).outcome() for number in range(6)]
    program.close()
    assert sum(outcome is not None and 1 in outcome.winners for outcome in wins) >= 4


def test_the_python_example_is_short_and_needs_nothing_else() -> None:
    source = (ROOT / "examples/bots/careful.py").read_text()
    assert len(source.splitlines()) < 60
    assert set(re.findall(r"^(?:import|from) (\w+)", source, flags=re.MULTILINE)) <= sys.stdlib_module_names
    page = (ROOT / "docs/bots/protocol.md").read_text()
    for file in EXAMPLES:
        assert f"in {len((ROOT / 'examples/bots' / file).read_text().splitlines())}" in page


def test_the_page_shows_the_messages_as_they_are() -> None:
    """Its transcript and its table name the fields that are really sent, and it lists all reasons."""
    page = (ROOT / "docs/bots/protocol.md").read_text()
    shown = [json.loads(line) for line in re.findall(r"^> (.*)$", page, flags=re.MULTILINE)]
    sent = [{"type": "hello", "protocol": PROTOCOL}, {"type": "quit"}]
    for name, players, options in TABLES:
        state = played(name, options, [bot(game(name), "random", seat) for seat in range(players)])
        sent += expected_messages(state, 0, names(players), 1000)
    assert {fields(message) for message in shown} == {fields(message) for message in sent}
    rows = re.findall(r"^\| `(\w+)` \|([^|]*)\| ", page.partition("## Time")[0], flags=re.MULTILINE)
    assert {(kind, *sorted(re.findall(r"`(\w+)`", cell))) for kind, cell in rows} == {fields(message, "card") for message in sent}
    assert sorted(re.findall(r"\| `(bot_\w+)` \|", page)) == sorted(FAILURES)


def fields(message: Message, *apart: str) -> tuple[str, ...]:
    return (message["type"], *sorted(message.keys() - {"type", *apart}))


def test_the_readme_of_the_examples_has_commands_that_work() -> None:
    """Its first arena, with fewer matches."""
    page = (ROOT / "examples/bots/README.md").read_text()
    words = shlex.split(re.findall(r"^lostcities (arena .*)$", page, flags=re.MULTILINE)[0])
    words = [f"cmd:{sys.executable} {ROOT}/examples/bots/careful.py" if word.startswith("cmd:") else word for word in words]
    command = [*shlex.split(COMMAND), *words[:-1], "2", "--option", "rounds=1", "--json"]
    result = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    (found,) = json.loads(result.stdout)["pairs"]
    assert (found["matches"], found["forfeits"]) == (2, [0, 0])
