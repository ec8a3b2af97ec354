"""`lostcities stats`: its answers match those that plain Python finds in the same rounds."""

import json
import random
import shutil
import subprocess
from collections import defaultdict
from collections.abc import Callable, Iterable
from math import sqrt
from pathlib import Path
from statistics import fmean
from typing import Any
from xml.etree import ElementTree

import duckdb
import pytest
from support.commands import run

from lostcities import game
from lostcities.cli.main import app
from lostcities.data import PlayedRound, SelfPlay, rounds, selfplay
from lostcities.data.stats import POINTS, SHARE, answers, figures
from lostcities.intervals import half_width, share_bounds
from lostcities.records import RecordError
from lostcities.text import ENGLISH

Samples = Iterable[tuple[Any, float]]
"""What one round adds: groups and values."""


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    made = tmp_path_factory.mktemp("stats")
    selfplay(SelfPlay("card", ("thumb", "random"), 12, options={"rounds": 2}), made / "card", jobs=1)
    selfplay(SelfPlay("board", ("random",), 12, players=3, options={"rounds": 1}), made / "board", jobs=1)
    selfplay(SelfPlay("roll", ("thumb",), 10, players=2), made / "roll", jobs=1)
    return {name: made / name for name in ("card", "board", "roll")}


def expected(folder: Path, samples: Callable[[PlayedRound], Samples]) -> dict[str, dict[str, Any]]:
    """Return each group's count, mean and standard error by the textbook, with rounds as clusters: the spread of each round's residue."""
    by_group: dict[str, list[list[float]]] = defaultdict(list)
    for played in rounds(folder):
        in_round: dict[str, list[float]] = defaultdict(list)
        for group, x in samples(played):
            in_round[str(group)].append(x)
        for group, found in in_round.items():
            by_group[group].append(found)
    return {group: summed(found) for group, found in by_group.items()}


def summed(found: list[list[float]]) -> dict[str, Any]:
    every = [x for one in found for x in one]
    mean = fmean(every)
    residues = [sum(one) - mean * len(one) for one in found]
    spread = sqrt(sum(residue**2 for residue in residues) / (len(found) - 1) / len(found)) if len(found) > 1 else 0
    return {"count": len(every), "rounds": len(found), "mean": mean, "error": spread * len(found) / len(every)}


def compare(folder: Path, name: str, samples: Callable[[PlayedRound], Samples]) -> None:
    [question] = [question for question in answers(folder)["questions"] if question["name"] == name]
    wanted = expected(folder, samples)
    assert {group["group"] for group in question["groups"]} == set(wanted)
    for group in question["groups"]:
        known = wanted[group["group"]]
        assert (group["count"], group["rounds"]) == (known["count"], known["rounds"])
        assert group["mean"] == pytest.approx(known["mean"], abs=1e-4)
        if group["rounds"] > 6 and question["unit"] == POINTS:
            assert 1.9 < group["ci95"] / known["error"] < 2.5 or known["error"] == 0


def scores_of(played: PlayedRound) -> list[int]:
    assert played.played.scores is not None
    return played.played.scores


def lead(played: PlayedRound, seat: int) -> int:
    scores = scores_of(played)
    return scores[seat] - max(score for other, score in enumerate(scores) if other != seat)


def moves_of(played: PlayedRound, seat: int) -> list[str]:
    return [move for move, whose in zip(played.played.moves, played.seats, strict=True) if whose == seat]


@pytest.mark.parametrize("name", ["card", "board", "roll"])
def test_who_starts(folders: dict[str, Path], name: str) -> None:
    def samples(played: PlayedRound) -> Samples:
        count = len(scores_of(played))
        return [((seat - played.played.starter) % count + 1, lead(played, seat)) for seat in range(count)]

    compare(folders[name], "starter", samples)


def test_by_bot(folders: dict[str, Path]) -> None:
    compare(folders["card"], "bots", lambda played: [(bot, lead(played, seat)) for seat, bot in enumerate(played.bots)])


def test_by_turns(folders: dict[str, Path]) -> None:
    [question] = [question for question in answers(folders["card"])["questions"] if question["name"] == "turns"]
    ranges = [tuple(map(int, group["group"].split("-"))) for group in question["groups"]]

    def samples(played: PlayedRound) -> Samples:
        [found] = [group for group in ranges if group[0] <= played.turns <= group[-1]]
        return [("-".join(map(str, found)), score) for score in scores_of(played)]

    compare(folders["card"], "turns", samples)


# -- the card game --


def expeditions(played: PlayedRound, seat: int) -> list[tuple[int, int]]:
    """Return the number of wagers on each of a seat's expeditions, and its worth by the rules."""
    laid: dict[str, list[str]] = defaultdict(list)
    for move in moves_of(played, seat):
        if move[0] not in "+-":
            laid[move[0]].append(move[1:])
    found = []
    for cards in laid.values():
        numbers = [int(card) for card in cards if card != "*"]
        wagers = cards.count("*")
        found.append((wagers, (sum(numbers) - 20) * (1 + wagers) + 20 * (len(cards) >= 8)))
    return found


def test_expeditions_add_up(folders: dict[str, Path]) -> None:
    for played in rounds(folders["card"]):
        assert scores_of(played) == [sum(worth for _, worth in expeditions(played, seat)) for seat in (0, 1)]


def test_wagers(folders: dict[str, Path]) -> None:
    compare(folders["card"], "wagers", lambda played: [one for seat in (0, 1) for one in expeditions(played, seat)])
    compare(
        folders["card"],
        "wagers_pay",
        lambda played: [(wagers, float(worth > 0)) for seat in (0, 1) for wagers, worth in expeditions(played, seat)],
    )


def test_colours(folders: dict[str, Path]) -> None:
    compare(folders["card"], "colors", lambda played: [(len(expeditions(played, seat)), scores_of(played)[seat]) for seat in (0, 1)])


# -- the other games --


def test_paths(folders: dict[str, Path]) -> None:
    def openings(played: PlayedRound, seat: int) -> list[str]:
        return [move for move in moves_of(played, seat) if ":" in move]

    def scientist(played: PlayedRound, seat: int) -> int:
        return next((place for place, move in enumerate(openings(played, seat), 1) if move.endswith(":s")), 0)

    compare(folders["board"], "paths", lambda played: [(len(openings(played, seat)), scores_of(played)[seat]) for seat in range(3)])
    compare(folders["board"], "scientist", lambda played: [(scientist(played, seat), scores_of(played)[seat]) for seat in range(3)])


def test_dice(folders: dict[str, Path]) -> None:
    def begun(played: PlayedRound, seat: int) -> int:
        return len({letter for move in moves_of(played, seat) for letter in move if letter in "ROYGBP"})

    compare(folders["roll"], "colors", lambda played: [(begun(played, seat), scores_of(played)[seat]) for seat in (0, 1)])
    compare(folders["roll"], "refused", lambda played: [(moves_of(played, seat).count("."), scores_of(played)[seat]) for seat in (0, 1)])


# -- intervals --


def test_one_sample_a_round_is_the_usual_interval() -> None:
    rng = random.Random(1)
    sample = [rng.gauss(5, 3) for _ in range(40)]
    found = figures(POINTS, 40, 40, sum(sample), sum(x * x for x in sample), sum(sample), 40)
    assert found["ci95"] == pytest.approx(half_width(sample), abs=1e-4)
    assert figures(POINTS, 1, 2, 10, 100, 20, 4) == {"count": 2, "rounds": 1, "mean": 5.0, "ci95": None, "low": None, "high": None}


def test_shares_have_the_bounds_of_the_arena() -> None:
    """With one sample per round, they are the same as those over deals. A share of 1 is not certain."""
    for sample in ([1.0] * 30, [0.0] * 30, [1.0, 0.0, 1.0, 1.0] * 8):
        n = len(sample)
        found = figures(SHARE, n, n, sum(sample), sum(x * x for x in sample), sum(sample), n)
        assert (found["low"], found["high"]) == share_bounds(sample)
        assert found["ci95"] == pytest.approx((found["high"] - found["low"]) / 2, abs=1e-4)


def test_bounds_of_shares_hold_the_truth_where_rounds_differ_in_size() -> None:
    """Nine in ten pay, and those of one round are correlated."""
    rng, held = random.Random(3), 0
    for _ in range(400):
        sums = []
        for n in (rng.randint(1, 6) for _ in range(25)):
            alike = rng.random() < 0.5
            paid = n * (rng.random() < 0.9) if alike else sum(rng.random() < 0.9 for _ in range(n))
            sums.append((paid, n))
        totals = [sum(x * y for x, y in ((a[i], a[j]) for a in sums)) for i, j in ((0, 0), (0, 1), (1, 1))]
        found = figures(SHARE, 25, sum(n for _, n in sums), sum(x for x, _ in sums), *totals)
        held += found["low"] <= 0.9 <= found["high"]
    assert held / 400 > 0.93


def test_an_interval_holds_the_truth_19_times_in_20() -> None:
    """Even if samples within a round are correlated, and rounds have different numbers of them."""
    rng, held = random.Random(2), 0
    for _ in range(400):
        sums = [(2 * n + rng.gauss(0, 1) * n, n) for n in (rng.randint(1, 5) for _ in range(60))]
        totals = [sum(x * y for x, y in ((a[i], a[j]) for a in sums)) for i, j in ((0, 0), (0, 1), (1, 1))]
        found = figures(POINTS, 60, sum(n for _, n in sums), sum(x for x, _ in sums), *totals)
        held += abs(found["mean"] - 2) <= found["ci95"]
    assert 0.91 < held / 400 < 0.98


# -- the command --


def stats(*arguments: str | Path, **more: str) -> subprocess.CompletedProcess[str]:
    return run("stats", *arguments, **more)


@pytest.mark.parametrize("name", ["card", "board", "roll"])
def test_for_people_and_for_programs(folders: dict[str, Path], name: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    app(["stats", str(folders[name]), "--svg", str(tmp_path / "answers.svg")], standalone_mode=False)
    shown = capsys.readouterr().out
    app(["stats", str(folders[name]), "--json"], standalone_mode=False)
    told = json.loads(capsys.readouterr().out)
    assert told == json.loads(json.dumps(answers(folders[name])))
    assert told["options"] == game(name).complete(told["options"])
    drawn = " ".join(ElementTree.parse(tmp_path / "answers.svg").getroot().itertext())
    for question in told["questions"]:
        asked = ENGLISH(f"stats.{question['name']}")
        assert asked in drawn
        assert asked.split("?")[0] in shown
        for group in question["groups"]:
            for told_in in (drawn, shown):
                assert f"n = {group['count']:,}" in told_in
    assert "█" in shown
    assert "±" in shown


def test_wrong_use(tmp_path: Path, folders: dict[str, Path]) -> None:
    done = stats(tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert "is not a self-play folder; lostcities selfplay writes one" in done.stderr
    done = stats(folders["card"], "--svg", tmp_path / "no" / "answers.svg")
    assert done.returncode == 2
    assert "cannot be written: No such file or directory" in done.stderr
    (tmp_path / "duckdb.py").write_text("raise ImportError\n")
    done = stats(folders["card"], PYTHONPATH=str(tmp_path))
    assert done.returncode == 2
    assert 'pip install "lostcities[data]"' in done.stderr


def cut_short(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-40])


def spoil_a_page(file: Path) -> None:
    """Overwrite a page, but not the index at the end of the file."""
    content = file.read_bytes()
    file.write_bytes(content[:4] + bytes(len(content) // 2) + content[4 + len(content) // 2 :])


def other_columns(file: Path) -> None:
    duckdb.execute(f"COPY (SELECT 1 AS match, 2 AS round) TO '{file}' (FORMAT parquet)")


@pytest.mark.parametrize("spoil", [lambda file: file.write_text("junk\n"), cut_short, spoil_a_page, other_columns])
def test_a_damaged_file_is_named(folders: dict[str, Path], tmp_path: Path, spoil: Callable[[Path], None]) -> None:
    folder = Path(shutil.copytree(folders["card"], tmp_path / "card"))
    bad = folder / "rounds" / "000001.parquet"
    shutil.copy(folder / "rounds" / "000000.parquet", bad)
    spoil(bad)
    done = stats(folder)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"lostcities: {bad} cannot be read: ")
    assert done.stderr.count("\n") == 1
    with pytest.raises(RecordError, match=r"000001\.parquet cannot be read"):
        list(rounds(folder))


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("{", "this is not JSON"),
        ('{"format":"lostcities.selfplay/2"}', "game is missing"),
        ({"game": "chess"}, "unknown game"),
        ({"players": "two"}, 'its players cannot be "two"'),
        ({"bots": ["random", 1]}, "its bots cannot be 1"),
        ({"options": {"colours": 5}}, 'unknown option "colours"'),
    ],
)
def test_a_damaged_description_is_named(folders: dict[str, Path], tmp_path: Path, content: str | dict[str, Any], said: str) -> None:
    about = Path(shutil.copytree(folders["card"], tmp_path / "card")) / "selfplay.json"
    about.write_text(content if isinstance(content, str) else json.dumps(json.loads(about.read_text()) | content))
    done = stats(about.parent)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"lostcities: {about} cannot be read: {said}")


def test_nothing_finished_is_no_error(tmp_path: Path) -> None:
    selfplay(SelfPlay("card", ("random", f"cmd:{tmp_path}/nothing"), 1), tmp_path / "out", jobs=1)
    told = answers(tmp_path / "out")
    assert told["rounds"] == 0
    assert all(question["groups"] == [] for question in told["questions"])
