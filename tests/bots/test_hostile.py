"""Programs that break the bot protocol in every way we thought of: each loses in time, for the right reason, and leaves nothing behind."""

import os
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from support.waiting import wait_for

from lostcities import game
from lostcities.arena.contest import Contest, Result
from lostcities.arena.deal import Deal
from lostcities.bots import external
from lostcities.bots.bot import BotFailure
from lostcities.bots.external import MAX_FAILURES, ExternalBot
from lostcities.bots.program import Program
from lostcities.bots.protocol import PROTOCOL
from lostcities.bots.random_bot import RandomBot

MS = 300
PYTHON = f"{sys.executable} -S -E"

PRELUDE = """
import json, os, signal, subprocess, sys, threading, time

def say(**message):
    os.write(1, json.dumps(message).encode() + b"\\n")

def until(kind):
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == kind:
            return message
    sys.exit()

def hello(**other):
    until("hello")
    say(**{"type": "hello", "name": "hostile", "games": ["card"], **other})

def asked():
    "Waits for a question; a legal move."
    return until("decide")["legal"][0]

def move(move):
    say(type="move", move=move)

HELLO = b'{"type": "hello", "name": "x", "games": ["card"]}\\n'

def raw(value):
    "A move whose value is written so."
    return b'{"type": "move", "move": ' + value + b"}\\n"

def play():
    "Honest play, to the end."
    while True:
        move(asked())

def answer(data):
    "Sends this where a move is due, and then waits for nothing."
    asked()
    os.write(1, data)
    time.sleep(60)

def flood(descriptor, data):
    while True:
        os.write(descriptor, data)

def sleep():
    time.sleep(60)
"""


FLOODED = "bot_flooded bot_no_hello"
"""For a flood right after the greeting, in which the answer may be lost."""


class Hostile(NamedTuple):
    """What a program does, and the code it loses with: `*` for any, or several where timing decides."""

    script: str
    code: str


SECONDS = 6.0
"""The time limit of a match: the longest time allowed here, the start of a process, and a slow machine."""

AT_HELLO = {
    "silent from the start": Hostile("sleep()", "bot_no_hello"),
    "gone at once": Hostile("sys.exit(3)", "bot_no_hello"),
    "a line without end for hello": Hostile("flood(1, b' ' * 65536)", "bot_no_hello"),
    "notes for hello": Hostile("while True: say(type='note'); time.sleep(0.001)", "bot_no_hello"),
    "a hello without games": Hostile("hello(games=None); sleep()", "bot_no_hello"),
    "a hello without a name": Hostile("hello(name=7); sleep()", "bot_no_hello"),
    "text for hello": Hostile("print('Welcome!', flush=True); sleep()", "bot_no_hello"),
    "another game": Hostile("hello(games=['chess', 7]); sleep()", "bot_other_game"),
    "never reads": Hostile("say(type='hello', name='deaf', games=['card']); sleep()", "bot_silent"),
    "a move with hello": Hostile("until('hello'); os.write(1, HELLO + raw(b'7')); play()", "bot_junk"),
}

IN_THE_MATCH = {
    "silent when asked": Hostile("sleep()", "bot_silent"),
    "slow": Hostile("found = asked(); time.sleep(2); move(found); play()", "bot_silent"),
    "gone before it is asked": Hostile("until('deal'); sys.exit(3)", "bot_died"),
    "gone when asked": Hostile("asked(); sys.exit(3)", "bot_died"),
    "gone in mid-match": Hostile("[move(asked()) for _ in range(9)]; os.abort()", "bot_died"),
    "a traceback": Hostile("asked(); {}['hand']", "bot_died"),
    "closes its input": Hostile("os.close(0); sleep()", "bot_silent"),
    "closes its output": Hostile("os.close(1); sleep()", "bot_died"),
    "a line without end": Hostile("flood(1, b'x' * 65536)", FLOODED),
    "a line too long": Hostile("answer(raw(b'Y' * 2**20))", "bot_flooded"),
    "lines without end": Hostile("flood(1, raw(b'0').replace(b'move', b'note') * 1000)", FLOODED),
    "blank lines without end": Hostile(r"flood(1, b'\n' * 65536)", FLOODED),
    "a trickle of notes": Hostile("asked()\nwhile True: say(type='note'); time.sleep(0.001)", "bot_silent"),
    "an illegal move": Hostile("asked(); move('Y99'); sleep()", "bot_illegal_move"),
    "an empty move": Hostile("asked(); move(''); sleep()", "bot_illegal_move"),
    "a move that is a number": Hostile("asked(); move(7); sleep()", "bot_junk"),
    "a move that is a list": Hostile("asked(); move(['+']); sleep()", "bot_junk"),
    "no move": Hostile("asked(); say(type='move'); sleep()", "bot_junk"),
    "a type that is a number": Hostile("asked(); say(type=7, move='+'); sleep()", "bot_junk"),
    "another type": Hostile("asked(); say(type='mvoe', move='+'); sleep()", "bot_silent"),
    "no object": Hostile(r"answer(b'[]\n')", "bot_junk"),
    "no JSON": Hostile(r"answer(b'my move is +\n')", "bot_junk"),
    "no UTF-8": Hostile(r"answer(raw(b'\xff'))", "bot_junk"),
    "half a character": Hostile(r"""answer(raw(b'"\\ud800"'))""", "bot_junk"),
    "nested without end": Hostile(r"answer(b'[' * 500_000 + b'\n')", "bot_junk"),
    "a number too large": Hostile("answer(raw(b'9' * 9999))", "bot_junk"),
    "no number": Hostile("answer(raw(b'NaN'))", "bot_junk"),
    "a field twice": Hostile("""answer(raw(b'"+", "move": "-Y7"'))""", "bot_junk"),
    "zero bytes": Hostile(r"answer(bytes(100) + b'\n')", "bot_junk"),
    "two answers": Hostile("""found = raw(b'"%s"' % asked().encode()); os.write(1, found * 2); play()""", "bot_junk"),
    "two answers, one after the other": Hostile("while True: found = asked(); move(found); move(found)", "*"),
    "a move for the start": Hostile("until('start'); move('+'); play()", "*"),
    "an answer to everything": Hostile("for line in sys.stdin: move('+')", "*"),
    "deaf to signals": Hostile("[signal.signal(number, signal.SIG_IGN) for number in (1, 2, 3, 15)]; sleep()", "bot_silent"),
    "leaves a child behind": Hostile("subprocess.Popen(['sleep', '60']); sys.exit()", "*"),
    "many children": Hostile("[subprocess.Popen(['sleep', '60']) for _ in range(5)]; sleep()", "bot_silent"),
    "a flood on stderr, and silence": Hostile("flood(2, b'x' * 65536)", "bot_silent"),
}

HOSTILE = AT_HELLO | {name: Hostile(f"hello()\n{does}", code) for name, (does, code) in IN_THE_MATCH.items()}


@pytest.fixture(autouse=True)
def surroundings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOSTCITIES_DATA", str(tmp_path))
    monkeypatch.setattr(external, "HELLO_MS", 2000)


@pytest.fixture
def programs(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Program]]:
    """All programs started. Afterwards none of them, nor any child or thread of theirs, may be left."""
    started: list[Program] = []

    class Watched(Program):
        def __init__(self, command: str) -> None:
            super().__init__(command)
            started.append(self)

    threads = threading.active_count()
    monkeypatch.setattr(external, "Program", Watched)
    yield started
    for program in started:
        assert program.process.returncode is not None
        assert program.inbox.size < 10_000_000  # bytes: nothing fills up the memory
        assert not is_running(program.process.pid)
    assert threading.active_count() <= threads


def is_running(group: int) -> bool:
    """Return whether the group has a running process; a zombie that init has not reaped yet does not count."""
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return False
        time.sleep(0.01)
    return True


def bot_of(script: str, folder: Path, ms: int = MS) -> ExternalBot:
    file = folder / "bot.py"
    file.write_text(PRELUDE + textwrap.dedent(script))
    return ExternalBot(f"{PYTHON} {file}", ms)


def match_of(bot: ExternalBot, number: int = 0) -> Result:
    table = game("card").table(2, {"rounds": 1, "max_turns": 30})
    return Contest(table, [RandomBot(number), bot], ["random", "hostile"], Deal(1, number, 2)).play()


@pytest.mark.usefixtures("programs")
def test_a_program_that_does_not_greet_is_told_how(tmp_path: Path) -> None:
    """The message names the question, a possible answer, what came instead, and where everything is explained."""
    with pytest.raises(BotFailure) as failed:
        bot_of("print('Welcome!', flush=True); sleep()", tmp_path).meet("card")
    said = str(failed.value)
    for part in (PROTOCOL, '"type": "hello", "name": "my-bot", "games": ["card"]', "Welcome!", "docs/bots/protocol.md"):
        assert part in said


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_program_loses(name: str, tmp_path: Path) -> None:
    hostile = HOSTILE[name]
    bot = bot_of(hostile.script, tmp_path)
    begin = time.monotonic()
    result = match_of(bot)
    bot.close()
    assert time.monotonic() - begin < SECONDS
    assert result.forfeit == 1
    assert result.winners == [0]
    assert result.reason is not None
    assert hostile.code == "*" or result.reason.code in hostile.code.split(" "), str(result.reason)
    assert str(BotFailure(result.reason))
    with pytest.raises(BotFailure):
        bot.decide({"legal": ["+"]})


@pytest.mark.parametrize(
    "command", ["/no/such/program", "", "{folder}", "{folder}/text", "{folder}/noise", "'open", "a\0b"], ids=lambda text: text or "empty"
)
def test_what_cannot_be_started_loses(command: str, tmp_path: Path, programs: list[Program]) -> None:
    (tmp_path / "text").write_text("hello")
    (tmp_path / "noise").write_bytes(b"\x7fELF\0\0")
    (tmp_path / "noise").chmod(0o755)
    result = match_of(ExternalBot(command.replace("{folder}", str(tmp_path)), MS))
    assert result.reason is not None
    assert (result.forfeit, result.reason.code) == (1, "bot_not_started")
    assert not programs


HARMLESS = {
    "notes between": "hello()\nwhile True: say(type='note', text='é'); say(type='move', move=asked(), why=[1])",
    "blank lines": """
        hello()
        while True: os.write(1, b"\\n \\r\\n"); move(asked())
        """,
    "hello before it is greeted": "say(type='hello', name='x', games=['card']); until('hello'); play()",
    "a flood on stderr": "hello(); threading.Thread(target=flood, args=(2, b'x' * 65536), daemon=True).start(); play()",
    "carriage returns": """
        hello()
        while True: os.write(1, raw(b'"%s"' % asked().encode()).replace(b"}", b"}\\r"))
        """,
    "a line in pieces": """
        hello()
        while True:
            line = raw(b'"%s"' % asked().encode())
            os.write(1, line[:9]), time.sleep(0.002), os.write(1, line[9:])
        """,
}


@pytest.mark.parametrize("name", HARMLESS)
def test_a_harmless_oddity_loses_nothing(name: str, tmp_path: Path, programs: list[Program]) -> None:
    bot = bot_of(HARMLESS[name], tmp_path, ms=1000)
    results = [match_of(bot, number) for number in range(2)]
    bot.close()
    assert [result.forfeit for result in results] == [None, None]
    assert len(programs) == 1


@pytest.mark.usefixtures("programs")
def test_the_log_is_bounded_and_told_of(tmp_path: Path) -> None:
    bot = bot_of("hello(); os.write(2, b'x' * 3_000_000 + b'\\nmy last words\\n'); sys.exit(4)", tmp_path, ms=2000)
    result = match_of(bot)
    assert result.reason is not None
    (log,) = (tmp_path / "logs").iterdir()
    assert "exit status 4" in str(BotFailure(result.reason))
    assert f"my last words (its log: {log})" in str(BotFailure(result.reason))
    assert 1_000_000 < log.stat().st_size < 1_100_000
    match_of(bot)
    assert len(list((tmp_path / "logs").iterdir())) == 2


def test_the_next_match_has_a_fresh_process(tmp_path: Path, programs: list[Program]) -> None:
    mark = tmp_path / "mark"
    leave = f"open({str(mark)!r}, 'w'); sys.stdin.readline(); sys.exit(1)"  # once the match has started: before that it would be replaced
    bot = bot_of(f"hello()\nif not os.path.exists({str(mark)!r}): {leave}\nplay()", tmp_path, ms=2000)
    assert [match_of(bot, number).forfeit for number in range(3)] == [1, None, None]
    bot.close()
    assert len(programs) == 2


def test_after_three_failures_in_a_row_it_is_not_tried_again(tmp_path: Path, programs: list[Program]) -> None:
    bot = bot_of("hello(); until('decide'); sys.exit(1)", tmp_path)
    reasons = [match_of(bot, number).reason for number in range(6)]
    assert [reason.code for reason in reasons if reason] == ["bot_died"] * 6
    assert len(programs) == MAX_FAILURES


def test_an_answer_left_over_from_one_match_is_not_taken_in_the_next(tmp_path: Path, programs: list[Program]) -> None:
    """The answer would be an illegal move there."""
    script = """
        hello()
        for line in sys.stdin:
            found = json.loads(line)
            if found["type"] == "decide": move(found["legal"][0])
            if found["type"] == "end": move("Y99")
        """
    bot = bot_of(script, tmp_path, ms=2000)
    for number in range(3):
        assert match_of(bot, number).forfeit is None
        wait_for(lambda: programs[-1].inbox.lines)
    bot.close()
    assert len(programs) == 3


def test_a_child_that_left_the_group_holds_nobody_up(tmp_path: Path) -> None:
    """It keeps the pipes open, and is not ours to kill; here it ends by itself."""
    bot = bot_of("hello(); subprocess.Popen(['sleep', '3'], start_new_session=True); time.sleep(60)", tmp_path)
    begin = time.monotonic()
    result = match_of(bot)
    assert result.forfeit == 1
    assert time.monotonic() - begin < SECONDS + 1


def test_a_bot_that_nobody_closed_ends_with_its_owner(tmp_path: Path) -> None:
    file = tmp_path / "bot.py"
    file.write_text(PRELUDE + "hello(); signal.signal(15, signal.SIG_IGN); time.sleep(60)")
    code = f"""
from lostcities.bots.external import ExternalBot
bot = ExternalBot({f"{PYTHON} {file}"!r}, 100)
bot.meet("card")
print(bot.program.process.pid)
"""
    pid = int(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=20).stdout)
    assert not is_running(pid)


def test_a_polite_program_is_told_and_waited_for(tmp_path: Path, programs: list[Program]) -> None:
    mark = tmp_path / "mark"
    bot = bot_of(f"hello()\nif until('quit'): time.sleep(0.2); open({str(mark)!r}, 'w').write('done')", tmp_path)
    bot.meet("card")
    bot.close()
    bot.close()
    assert mark.read_text() == "done"
    assert programs[0].process.returncode == 0
