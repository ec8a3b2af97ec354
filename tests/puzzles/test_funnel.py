"""The funnel, with small numbers of worlds: what it keeps, and that the same seed finds the same again."""

import json
from collections.abc import Generator, Iterator
from pathlib import Path

import numpy as np
import pytest

from lostcities.analysis.trials import Worlds
from lostcities.bots.critics.critic import Rows
from lostcities.bots.network import Floats
from lostcities.games.compiler import jit_wanted
from lostcities.games.errors import BadOption
from lostcities.games.registry import game
from lostcities.puzzles import funnel, mining
from lostcities.puzzles import positions as mining_positions
from lostcities.puzzles.funnel import GLANCE, Finder, Funnel, candidates_of, easy, gap_at, near, still_open
from lostcities.puzzles.journal import SHARE, Journal, Plan, Task
from lostcities.puzzles.labs import lab_of
from lostcities.puzzles.mining import Miner, mine
from lostcities.puzzles.positions import Position, SelfPlay
from lostcities.puzzles.puzzle import Puzzle, unpacked
from lostcities.puzzles.themes import rules_of
from lostcities.puzzles.trial import Trial

if not jit_wanted():
    pytest.skip("Numba is not there, or not wanted", allow_module_level=True)

CARD = game("card")
OTHER = "net:quick=true"


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(funnel, "CRITIC_WORLDS", 16)
    monkeypatch.setattr(funnel, "BLOCKS", (8, 16))
    monkeypatch.setattr(funnel, "OTHER_WORLDS", 16)


class Planted:
    """A lab that knows what every move of one trial is worth: worlds differ, moves keep their distances.

    The other network is asked about the answers and the best of the other moves, in this order.
    """

    def __init__(self, *worth: float, otherwise: tuple[float, ...] = ()) -> None:
        self.worth, self.other, self.asked = worth, otherwise or worth[:2], list[int]()

    def leads(self, rows: Rows, worth: tuple[float, ...]) -> Floats:
        count = len(rows) // len(worth)
        world = np.random.default_rng(count).normal(0, 10, count)
        self.asked.append(count)  # worlds
        return np.concatenate([np.column_stack([each + world] * 2) for each in worth]).astype(np.float32)

    def judge(self, rows: Rows) -> Floats:
        return self.leads(rows, self.worth)

    def play(self, rows: Rows, seed: int) -> Floats:
        return self.leads(rows, self.worth)

    def play_otherwise(self, rows: Rows, seed: int) -> Floats:
        return self.leads(rows, self.other)


def positions(moves: int) -> Iterator[Position]:
    """Yield positions with so many moves."""
    for seed in range(99):
        yield from (each for each in SelfPlay(CARD).round(seed) if len(each.legal) == moves)


def planted(lab: Planted, critic: tuple[float, ...]) -> Trial:
    """Return a trial with as many moves as the lab knows, which the critic has tried in 256 worlds."""
    trial = Trial(next(positions(len(lab.worth))), Worlds(CARD), 3)
    trial.note(GLANCE, range(len(critic)), Planted(*critic).leads(np.zeros((256 * len(critic), 1), dtype=np.uint8), critic))
    trial.asked[GLANCE] = 2
    return trial


def found(lab: Planted, critic: tuple[float, ...] = (9.0, 4.0, 3.0)) -> Puzzle | None:
    return Funnel(CARD, lab).puzzles([planted(lab, critic)])[0]


def test_what_holds_in_every_series_is_a_puzzle_with_its_worths() -> None:
    lab = Planted(8.0, 3.0, 2.0)
    puzzle = found(lab)
    assert puzzle
    assert list(puzzle.worth) == puzzle.view["legal"]
    assert puzzle.answers == [puzzle.best] == puzzle.view["legal"][:1]
    first, second, third = puzzle.worth.values()
    assert (first - second, first - third) == (pytest.approx(5, abs=0.02), pytest.approx(6, abs=0.02))
    assert sum(lab.asked) == 3 * 2048 + 512, "three beliefs, and the other network"


def test_a_gap_of_less_than_three_points_when_played_out_is_none() -> None:
    assert found(Planted(8.0, 5.5, 2.0)) is None


def test_a_best_move_that_the_critic_took_for_wrong_is_none() -> None:
    """Moves that the critic thought as good as that one were never played out: any of them may be better."""
    assert found(Planted(3.0, 8.0, 2.0, otherwise=(8.0, 3.0))) is None


def test_a_network_of_another_seed_must_agree() -> None:
    assert found(Planted(8.0, 3.0, 2.0, otherwise=(3.0, 8.0))) is None
    assert found(Planted(8.0, 3.0, 2.0, otherwise=(8.0, 3.0)))


def test_an_answer_as_good_as_the_best_counts_too() -> None:
    puzzle = found(Planted(8.0, 7.8, 2.0, otherwise=(8.0, 7.8, 2.0)), (9.0, 8.9, 3.0))
    assert puzzle
    assert sorted(puzzle.answers) == sorted(puzzle.view["legal"][:2])


def test_what_the_weakest_opponent_finds_is_easy() -> None:
    sure = next(each for each in positions(5))
    sure.logits = np.array([20.0, 0, 0, 0, 0])
    assert easy(sure, [0])
    assert not easy(sure, [4])


def test_moves_far_behind_in_a_few_worlds_are_no_candidates() -> None:
    """Those worlds were good ones: their plain mean would be above all others."""
    trial = planted(Planted(0.0, 0.0, 0.0), (9.0, 4.0, 3.0))
    table = trial.found[GLANCE]
    table[2, 16:] = np.nan
    table[:, :16] += 50
    table[2, :16] = table[0, :16] - 20
    assert near(trial.worths(GLANCE)) == [0, 1]
    assert candidates_of(trial)[:2] == [0, 1]
    assert still_open(trial.worths(GLANCE), [0, 1, 2]) == [0, 1]


def test_a_gap_near_the_top_is_seen() -> None:
    trial = planted(Planted(0.0, 0.0, 0.0), (9.0, 8.5, 3.0))
    assert gap_at(trial.worths(GLANCE), 4) == [0, 1]
    assert gap_at(trial.worths(GLANCE), 6) is None


@pytest.mark.usefixtures("few")
def test_real_positions_pass_the_whole_funnel_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    """A few turns in a few worlds, which let much through: it need not be a puzzle, but looks like one, and is the same again."""
    monkeypatch.setattr(mining_positions, "LONGEST", 3)
    for name, value in {"PROMISING": (0.3, 0.3), "CRITIC_GAP": 0.3, "GAP": 0.1, "SURE": 0.0, "EASY": 2.0}.items():
        monkeypatch.setattr(funnel, name, value)
    one, again = (through(seed=2) for _ in range(2))
    assert one == again
    assert one
    for puzzle in one:
        assert set(puzzle.worth) == set(puzzle.view["legal"])
        assert puzzle.best in puzzle.answers
        assert puzzle.themes
        assert set(puzzle.themes) <= set(rules_of(CARD).THEMES)


def test_few_of_the_last_cards_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """Self-play has so many puzzles there that they would be half of a set."""
    finder, asked = Finder(CARD, lab_of(CARD, 2, OTHER)), list[int]()
    monkeypatch.setattr(finder, "promising", lambda position, _seed: asked.append(position.view["deck"]))
    for seed in range(8):
        list(finder.find(seed))
    offered = [each.view["deck"] for seed in range(8) for each in finder.selfplay.round(seed)]
    last, others = (lambda decks: sum(deck <= 3 for deck in decks)), (lambda decks: [deck for deck in decks if deck > 3])
    assert 0 < last(asked) < last(offered) / 3
    assert others(asked) == others(offered)
    assert finder.looked == len(asked)


def through(seed: int) -> list[Puzzle]:
    lab = lab_of(CARD, 2, OTHER)
    finder = Finder(CARD, lab)
    return [each for each in Funnel(CARD, lab).puzzles([*finder.find(seed)]) if each]


def here(plan: Plan, _jobs: int | None, numbers: Iterator[int]) -> Generator[Task]:
    """Do all tasks in this process, with its small numbers of worlds."""
    miner = Miner(plan, lambda: False)
    for number in numbers:
        yield miner.play(number)


@pytest.mark.usefixtures("few")
def test_a_stopped_run_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mining, "on_cores", here)
    monkeypatch.setattr(mining, "ROUNDS", 1)
    monkeypatch.setattr(mining_positions, "LONGEST", 3)
    plan = Plan("roll", 3, 2, OTHER, "cpu")
    told: list[tuple[int, int]] = []

    class Enough(Exception):
        pass

    def stop(kept: int, looked: int) -> None:
        told.append((kept, looked))
        raise Enough

    out = tmp_path / "roll.jsonl.gz"
    with pytest.raises(Enough):
        mine(plan, out, 1000, 1, stop)
    done = Journal(out, plan).done
    assert list(done) == [0]
    with pytest.raises(Enough):
        mine(plan, out, 1000, 1, stop)
    again = Journal(out, plan)
    assert list(again.done) == [0, 1]
    assert again.done[0] == done[0]
    assert told[1][1] > told[0][1]
    assert list(unpacked(out.read_bytes())) == again.kept(1000)


# -- the journal of a run --


PLAN = Plan("card", 1, 16, OTHER, "cpu")


def some(place: int, *themes: str) -> Puzzle:
    return Puzzle("", "card", {"hand": [f"Y{place}"], "turn": place}, "+", ["+"], {"+": 1.0}, 0.1, list(themes), 1500)


def test_ids_follow_the_order_of_the_tasks_not_of_their_ends(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "a", PLAN)
    journal.note(Task(1, 10, [some(2, "race")]))
    assert journal.kept(10) == [], "the first task is not done"
    journal.note(Task(0, 10, [some(3, "begin")]))
    assert [(each.id, each.themes) for each in journal.kept(10)] == [("card-00001", ["begin"]), ("card-00002", ["race"])]
    assert Journal(tmp_path / "a", PLAN).kept(10) == journal.kept(10)


def test_the_same_position_counts_once_whatever_the_turn(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "a", PLAN)
    one = some(2, "race")
    again = Puzzle(**one.as_json() | {"view": one.view | {"turn": 77}})
    journal.note(Task(0, 10, [one, again]))
    assert len(journal.kept(10)) == 1


def test_no_kind_makes_up_more_than_its_share(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "a", PLAN)
    journal.note(Task(0, 10, [some(number, "race") for number in range(50)] + [some(60, "begin")]))
    assert len(journal.kept(100)) == SHARE * 100 + 1


def test_a_line_cut_off_by_a_crash_is_dropped_and_the_next_one_stands_alone(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "a", PLAN)
    journal.note(Task(0, 10, [some(2, "race")]))
    with journal.path.open("a") as file:
        file.write('{"task": 1, "loo')
    again = Journal(tmp_path / "a", PLAN)
    assert list(again.done) == [0]
    again.note(Task(2, 10, []))
    assert list(Journal(tmp_path / "a", PLAN).done) == [0, 2]


def test_a_run_with_other_settings_is_refused(tmp_path: Path) -> None:
    Journal(tmp_path / "a", PLAN)
    with pytest.raises(BadOption, match="other settings"):
        Journal(tmp_path / "a", Plan("card", 2, 16, OTHER, "cpu"))
    assert json.loads((tmp_path / "a.part").read_text())["plan"]["seed"] == 1
