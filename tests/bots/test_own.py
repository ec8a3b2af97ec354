"""Bots that are classes, `py:MODULE:CLASS`, with real modules and processes: found, made, told and asked like others, and safe to lose."""

import json
import os
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from support.commands import PROGRAM, run
from support.messages import expected_messages
from support.tournaments import arena, records, timeless
from support.waiting import wait_for

from lostcities import BadOption, game
from lostcities.arena.contest import Contest
from lostcities.arena.deal import Deal
from lostcities.bots import Bot, Policy, registry, serve
from lostcities.bots.bot import BotFailure
from lostcities.bots.follower import Follower
from lostcities.bots.protocol import PROTOCOL
from lostcities.server.tables.opening import NewTable, header_of

CARD = game("card")
MODULE = """
import random
from abc import abstractmethod
from lostcities.bots import Bot, Policy

class Last(Policy):
    thinks_long = False
    def decide(self, view):
        print("a bot that prints")
        return view["legal"][-1]

class Chance(Policy):
    name = "by chance"
    def __init__(self, game, seed=None):
        assert game.name == "card"
        self.rng = random.Random(seed)
    def decide(self, view):
        return self.rng.choice(view["legal"])

class Listener(Bot):
    games = ("card", "roll")
    told = []
    def note(self, *what): self.told.append(what)
    def meet(self, game): self.note("meet", game)
    def start(self, game, options, seat, players): self.note("start", game, options, seat, players)
    def deal(self, round, starter, view): self.note("deal", round, starter, view)
    def roll(self, dice): self.note("roll", dice)
    def event(self, seat, move, card): self.note("event", seat, move, card)
    def round_over(self, scores): self.note("round", scores)
    def end(self, totals, winners): self.note("end", totals, winners)
    def close(self): self.note("close")
    def decide(self, view):
        self.note("decide", view)
        return view["legal"][0]

class Raises(Policy):
    def decide(self, view):
        return {}["a" + "b"]

class Leaves(Policy):
    def decide(self, view):
        raise SystemExit(0)

class Unmade(Policy):
    def __init__(self):
        open("weights")
    def decide(self, view):
        return view["legal"][0]

class Deaf(Bot):
    def event(self, seat, move, card):
        raise ValueError("I do not listen")
    def close(self):
        raise ValueError("nor go")
    def decide(self, view):
        return view["legal"][0]

class Greedy(Policy):
    def decide(self, view):
        view["legal"].append("Y99")
        return "Y99"

class Mute(Policy):
    def decide(self, view):
        return None

class Stuck(Policy):
    def decide(self, view):
        print("stuck", flush=True)
        while True:
            pass

class Timed(Policy):
    def decide(self, view):
        return f"{self.ms} ms"

class Needy(Policy):
    def __init__(self, seed, depth, *more, **others): ...
    def decide(self, view): ...

class Unfinished(Policy):
    @abstractmethod
    def decide(self, view): ...

class Other:
    def decide(self, view): ...
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with the module in it."""
    monkeypatch.setenv("LOSTCITIES_DATA", str(tmp_path / "data"))
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.delitem(sys.modules, "mine", raising=False)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(MODULE)
    (tmp_path / "loud.py").write_text('from mine import Last\nprint("a module that prints")\n')
    return tmp_path


def contest(specs: list[str], **options: Any) -> tuple[Contest, Any]:
    bots = [registry.bot(CARD, spec, f"{seat}") for seat, spec in enumerate(specs)]
    match = Contest(CARD.table(2, {"rounds": 1, **options}), bots, specs, Deal(5, 0, 2))
    return match, match.play()


# -- it plays like any other bot --


def test_it_plays_wherever_a_bot_is_named(folder: Path) -> None:
    """The same matches from any number of processes; what it prints is not among the results."""
    wanted = ("card", "py:loud:Last", "py:mine:Chance", "random", "--matches", "4", "--option", "rounds=1", "--records")
    one, two = arena(*wanted, "one", "--jobs", "1"), arena(*wanted, "two", "--jobs", "2")
    assert timeless(one) == timeless(two)
    assert [pair["forfeits"] for pair in one] == [[0, 0]] * 3
    assert {tuple(record["players"]) for record in records(folder / "one")} >= {("py:loud:Last", "py:mine:Chance")}
    again = run("ladder", "card", "--players", "2", "--bots", "py:mine:Last", "--bots", "random", "--matches", "4", "--slow", "2", "--json")
    assert again.returncode == 0, again.stderr
    assert {line["bot"] for line in json.loads(again.stdout)["tables"][0]["bots"]} == {"py:mine:Last", "random"}


def test_it_plays_in_the_terminal_under_its_own_name() -> None:
    done = run("play", "card", "--opponent", "py:mine:Chance", "--option", "rounds=1", "--seed", "1", typed="quit\n")
    assert done.returncode == 0, done.stderr
    assert "by chance" in done.stdout


def test_self_play_is_the_same_again() -> None:
    pytest.importorskip("duckdb")
    for name in ("a", "b"):
        wanted = ("selfplay", "card", "--bots", "py:mine:Chance", "--games", "3", "--option", "size=mini", "--records", "--out", name)
        assert run(*wanted, "--jobs", "1").returncode == 0
    one, other = ([file.read_text() for file in sorted(Path(name).rglob("*.jsonl"))] for name in ("a", "b"))
    assert one == other
    assert one


def test_it_is_an_opponent_in_gymnasium() -> None:
    gymnasium = pytest.importorskip("gymnasium")
    import lostcities.rl.gymnasium  # noqa: F401

    env = gymnasium.make("lostcities/card-v1", opponent="py:mine:Last", size="mini")
    seen, _ = env.reset(seed=1)
    over = False
    while not over:
        seen, _, over, truncated, _ = env.step(int(seen["action_mask"].argmax()))
        over |= truncated
    env.close()


def test_a_bot_is_told_exactly_what_a_program_is_told() -> None:
    for name in ("card", "roll"):
        played = game(name)
        bot = registry.bot(played, "py:mine:Listener", 1)
        told = bot.player.told  # type: ignore[attr-defined]
        told.clear()
        table = played.table(2, {"rounds": 2} if name == "card" else {})
        assert Contest(table, [bot, registry.bot(played, "random", 2)], ["a", "b"], Deal(5, 0, 2)).play().forfeit is None
        assert told.pop(0) == ("meet", name)
        expected = expected_messages(table, 0, ["Listener", "b"], 1000)
        assert [tuple(what) for what in told] == [flat(message) for message in expected]
        Follower(bot, "x", 0).close()
        assert told[-1] == ("close",)


def flat(message: dict[str, Any]) -> tuple[Any, ...]:
    """The message as the arguments of a bot's method, after its name."""
    fields = [value for name, value in message.items() if name not in ("legal", "ms")]
    return (*fields, message.get("card")) if message["type"] == "event" and "card" not in message else tuple(fields)


def test_a_seed_is_given_only_if_it_is_wanted_and_repeats_the_game() -> None:
    moves = [contest(["py:mine:Chance", "py:mine:Chance"])[0].state.rounds[0].moves for _ in range(2)]
    assert moves[0] == moves[1]


def test_it_is_told_its_time() -> None:
    with pytest.raises(BotFailure, match='it played "70 ms"'):
        registry.bot(CARD, "py:mine:Timed", ms=70).decide({"legal": ["+"]})


def test_it_counts_as_slow_unless_it_says_otherwise() -> None:
    assert registry.thinks_long("py:mine:Raises")
    assert not registry.thinks_long("py:mine:Last")


# -- what goes wrong --


@pytest.mark.parametrize(
    ("spec", "why"),
    [
        ("py:mine:Raises", "it raised KeyError: 'ab' (mine.py, line LINE); its log: "),
        ("py:mine:Leaves", "it raised SystemExit: 0 (mine.py, line LINE); its log: "),
        ("py:mine:Unmade", "it raised FileNotFoundError: [Errno 2] No such file or directory: 'weights' (mine.py, line LINE); its log: "),
        ("py:mine:Deaf", "it raised ValueError: I do not listen (mine.py, line LINE); its log: "),
        ("py:mine:Greedy", 'it played "Y99", which is not legal there'),
        ("py:mine:Mute", "it played null, which is not legal there"),
    ],
)
def test_a_class_that_fails_loses_its_match_and_nothing_else(spec: str, why: str, folder: Path) -> None:
    match, result = contest([spec, "random"])
    assert (result.forfeit, result.winners) == (0, [1])
    assert re.sub(r"line \d+", "line LINE", str(BotFailure(result.reason))).startswith(why)
    log = folder / "data" / "logs" / f"{spec.replace(':', '-')}.log"
    assert log.exists() == ("its log" in why)
    assert not log.exists() or "Traceback" in log.read_text()
    assert match.state.rounds == [] or match.state.rounds[0].scores is None


def test_the_arena_plays_on_and_reports_every_forfeit() -> None:
    done = run("arena", "card", "py:mine:Raises", "random", "--matches", "4", "--json", "--jobs", "1")
    [pair] = json.loads(done.stdout)["pairs"]
    assert (done.returncode, pair["wins"], pair["losses"], pair["forfeits"]) == (0, 0, 4, [4, 0])
    assert done.stderr.count("py:mine:Raises forfeits deal") == 4


def test_at_the_terminal_another_bot_takes_over() -> None:
    done = run("play", "roll", "--opponent", "py:mine:Raises", "--seed", "5", typed="quit\n")
    assert done.returncode == 0
    assert "Raises dropped out: it raised KeyError: 'ab'" in done.stdout
    absent = run("play", "card", "--opponent", "py:mine:Unmade", typed="quit\n")
    assert absent.returncode == 2
    assert 'lostcities: "py:mine:Unmade" cannot play: it raised FileNotFoundError' in absent.stderr


def test_ctrl_c_ends_an_arena_in_which_a_class_never_decides(folder: Path) -> None:
    command = [*PROGRAM, "arena", "card", "py:mine:Stuck", "random", "--matches", "2", "--jobs", "1"]
    with (folder / "said").open("wb") as said, subprocess.Popen(command, stdout=said, stderr=said, env=os.environ) as process:
        wait_for(lambda: b"stuck" in (folder / "said").read_bytes(), 60)
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 130
    assert b"Traceback" not in (folder / "said").read_bytes()


@pytest.mark.parametrize(
    ("spec", "why"),
    [
        ("py:", "does not name a class"),
        ("py:mine", "does not name a class"),
        ("py:mine:La st", "does not name a class"),
        ("py:../mine:Last", "does not name a class"),
        ("py:nowhere:Last", "there is no module nowhere in "),
        ("py:nowhere.below:Last", "there is no module nowhere.below in "),
        ("py:broken:Last", "importing broken failed: ModuleNotFoundError: No module named 'not_installed' (broken.py, line 1)"),
        ("py:wrong:Last", "importing wrong failed: SyntaxError: "),
        ("py:leaving:Last", "importing leaving failed: SystemExit: 3 (leaving.py, line 1)"),
        ("py:mine:Nobody", "mine has no bot Nobody: expected a class derived from lostcities.bots.Policy"),
        ("py:mine:Other", "mine has no bot Other: "),
        ("py:mine:Unfinished", "mine has no bot Unfinished: "),
        ("py:mine:random", "mine has no bot random: "),
        ("py:mine:Needy", "its __init__ requires depth, but is only given game and seed"),
    ],
)
def test_what_is_not_a_bot_is_refused_with_a_sentence(spec: str, why: str, folder: Path) -> None:
    (folder / "broken.py").write_text("import not_installed\n")
    (folder / "wrong.py").write_text("class Last(:\n")
    (folder / "leaving.py").write_text("raise SystemExit(3)\n")
    with pytest.raises(BadOption) as refused:
        registry.check(CARD, spec)
    assert why in str(refused.value)


def test_a_class_for_another_game_is_refused() -> None:
    with pytest.raises(BadOption, match='"py:mine:Listener" does not play board'):
        registry.check(game("board"), "py:mine:Listener")
    done = run("arena", "board", "py:mine:Listener", "random")
    assert (done.returncode, done.stdout) == (2, "")


# -- who may not name one --


def test_nothing_is_imported_because_a_stranger_names_it(folder: Path) -> None:
    """A request for a table, or a record from someone else."""
    spec = "py:mine:Last"
    with pytest.raises(BadOption, match="unknown bot"):
        header_of(NewTable(game="card", seats=["me", spec]), 0)
    with pytest.raises(BadOption, match="unknown bot"):
        registry.policy(CARD, spec)
    record = {"format": "lostcities.record/1", "game": "card", "players": ["A", "B"], "rounds": [], "meta": {"bots": {"1": spec}}}
    (folder / "record.json").write_text(json.dumps(record))
    done = run("play", "--resume", "record.json")
    assert done.returncode == 2
    assert "a program or a class" in done.stderr
    assert "mine" not in sys.modules


# -- as a program --

SERVED = """
from lostcities.bots import serve
from mine import Chance, Last, Listener, Raises
"""


def program(folder: Path, call: str) -> str:
    (folder / "served.py").write_text(f"{SERVED}\n{call}\n")
    return f"cmd:{shlex.quote(sys.executable)} served.py"


def test_a_served_bot_plays_the_same_as_a_program(folder: Path) -> None:
    """As an object, and as a class that `lostcities bots serve` is given."""
    direct, _ = contest(["py:mine:Last", "random"])
    command = f"{shlex.quote(sys.executable)} -m lostcities bots serve py:mine:Last"
    for spec in (program(folder, "serve(Last())"), f"cmd:{command}"):
        match, result = contest([spec, "random"])
        assert (result.forfeit, match.followers[0].name) == (None, "Last")
        match.followers[0].close()
        assert match.state.rounds[0].moves == direct.state.rounds[0].moves


def talk(folder: Path, call: str, *lines: object) -> subprocess.CompletedProcess[str]:
    program(folder, call)
    said = "".join(f"{line if isinstance(line, str) else json.dumps(line)}\n" for line in lines)
    return subprocess.run([sys.executable, "served.py"], input=said, capture_output=True, text=True, timeout=60, check=False)


HELLO = {"type": "hello", "protocol": PROTOCOL}
START = {"type": "start", "game": "card", "options": {}, "seat": 0, "players": ["A", "B"]}
JUNK = ["no JSON", {**START, "game": "board"}, {**START, "options": {"colors": 9}}]
DECIDE = {"type": "decide", "view": {"game": "card", "legal": ["+"]}, "legal": ["+"], "ms": 100}


def test_a_served_bot_gives_its_name_and_its_games_and_ignores_junk(folder: Path) -> None:
    done = talk(folder, "serve(Listener())", HELLO, *JUNK, START, DECIDE)
    hello, move = map(json.loads, done.stdout.splitlines())
    assert hello == {"type": "hello", "name": "Listener", "games": ["card", "roll"]}
    assert move == {"type": "move", "move": "+"}
    assert (done.returncode, done.stderr.count("ignored")) == (0, 3)


def test_a_served_bot_that_raises_ends_at_once_with_its_traceback(folder: Path) -> None:
    done = talk(folder, "serve(Raises())", HELLO, START, DECIDE, DECIDE)
    assert (done.returncode, len(done.stdout.splitlines())) == (1, 1)
    assert done.stderr.strip().endswith("KeyError: 'ab'")
    _, result = contest([program(folder, "serve(Raises())"), "random"])
    assert "exit status 1; last output: KeyError: 'ab'" in str(BotFailure(result.reason))


def test_only_a_bot_can_be_served() -> None:
    class Mine(Policy):
        def decide(self, view: dict[str, Any]) -> str:
            return "+"

    for thing in (Mine, "thumb", None):
        with pytest.raises(TypeError, match="expected a bot, which is an object of a class derived from Policy or Bot, got "):
            serve(thing)  # type: ignore[arg-type]
    assert issubclass(Bot, Policy)
