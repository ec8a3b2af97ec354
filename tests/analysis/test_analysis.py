"""What was skill and what was luck: the laws that hold for every record of every game."""

import itertools
import json
import os
import random
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from support.matches import SOAK
from support.records import NAMES, vectors

from lostcities import GAMES, game, new
from lostcities.analysis import decisions, luck, strength
from lostcities.analysis.certainty import certainty_of
from lostcities.analysis.decisions import DEEP, LEVELS, QUICK, Judge, Trial, Yardstick, label_of
from lostcities.analysis.playouts import Playouts
from lostcities.analysis.report import MatchReport, analyse, as_json
from lostcities.analysis.story import MOST_DECISIONS, read_story
from lostcities.bots.critics.critic import critic_of
from lostcities.bots.registry import bot
from lostcities.games.compiler import jit_wanted
from lostcities.records import RecordError, record_of

if not jit_wanted():
    pytest.skip("Numba is not there, or not wanted", allow_module_level=True)

MATCHES: list[tuple[str, list[str], dict[str, Any]]] = [
    ("card", ["bruno", "pip"], {"rounds": 2, "max_turns": 24}),
    ("card", ["net", "thumb"], {"rounds": 1, "max_turns": 30, "colors": 6}),
    ("card", ["random", "random"], {"size": "mini"}),
    ("board", ["net", "pip"], {"rounds": 2, "max_turns": 20}),
    ("board", ["bruno", "random", "net"], {"rounds": 1, "max_turns": 24, "direction": "either"}),
    ("roll", ["net", "pip", "thumb"], {}),
]
every_match = pytest.mark.parametrize("match", MATCHES, ids=lambda match: "-".join([match[0], *match[1]]))


@pytest.fixture(autouse=True)
def few_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small counts, except in the soak."""
    if not SOAK:
        monkeypatch.setattr(decisions, "FIRST_WORLDS", 2)
        monkeypatch.setattr(decisions, "WORLDS", 4)
        monkeypatch.setattr(decisions, "MORE_WORLDS", 4)
        monkeypatch.setattr(decisions, "ENDING_WORLDS", 4)
        monkeypatch.setattr(decisions, "DEEP_WORLDS", 3)
        monkeypatch.setattr(decisions, "DEEP_BLOCKS", (2, 2))
        monkeypatch.setattr(decisions, "DEEP_TURNS", 4)
        monkeypatch.setattr(luck, "DEALS", 16)


def recorded(name: str, bots: list[str], options: dict[str, Any], seed: int = 1) -> dict[str, Any]:
    """A match between bots."""
    state = new(name, len(bots), seed=seed, **options)
    players = [bot(game(name), spec, seed=seed) for spec in bots]
    while not state.over:
        seat = state.player
        assert seat is not None
        state.push(players[seat].decide(state.view(seat)))
    return dict(record_of(state, NAMES[: len(bots)]))


def report_of(record: object, seed: int = 0, level: str = QUICK) -> MatchReport:
    return analyse(read_story(record), level, seed)


@every_match
def test_the_ledger_adds_up_and_the_report_has_its_form(match: tuple[str, list[str], dict[str, Any]]) -> None:
    check_ledger(match, QUICK)


def test_at_the_deep_level_too() -> None:
    check_ledger(("card", ["bruno", "pip"], {"rounds": 1, "max_turns": 8}), DEEP)


def check_ledger(match: tuple[str, list[str], dict[str, Any]], level: str) -> None:
    name, bots, options = match
    record = recorded(name, bots, options)
    found = json.loads(json.dumps(as_json(report_of(record, level=level))))
    assert found["format"] == "lostcities.analysis/1"
    assert found["players"] == NAMES[: len(bots)]
    for played, told in zip(record["rounds"], found["rounds"], strict=True):
        count = len(played["moves"])
        assert len(told["graph"]) == len(told["chances"]) == count + 1
        assert told["lead"] == told["graph"][-1]
        for chances in told["chances"]:
            assert sum(chances) == pytest.approx(1, abs=0.01)
        for ledger in told["ledger"]:
            parts = [ledger["start"], *ledger["luck"].values(), *ledger["choices"].values(), ledger["rest"]]
            assert sum(parts) == pytest.approx(ledger["lead"], abs=0.01)
            assert ledger["lead"] == told["lead"][ledger["seat"]]
        assert [made["move"] for made in told["decisions"]] == list(range(1, count + 1))
        assert [made["played"] for made in told["decisions"]] == played["moves"]
        assert told["chance"][0]["what"] == "deal"
        assert told["chance"][0]["move"] == 0
        if name != "board":  # where artefacts count, too
            scores = played["scores"]
            assert told["lead"] == [scores[seat] - max(scores[:seat] + scores[seat + 1 :]) for seat in range(len(scores))]
    for told in found["seats"]:
        made = [each for played in found["rounds"] for each in played["decisions"] if each["seat"] == told["seat"] and each["counted"]]
        assert told["counted"] == len(made)
        assert told["cost"] == pytest.approx(sum(each["cost"] for each in made), abs=0.01)
        assert -told["cost"] == pytest.approx(sum(played["ledger"][told["seat"]]["choices"]["own"] for played in found["rounds"]), abs=0.01)
    winners = record["result"]["winners"]
    shares = [1 / len(winners) if seat in winners else 0 for seat in range(len(bots))]
    assert found["rounds"][-1]["chances"][-1] == pytest.approx(shares, abs=0.001)


def test_artefacts_count_in_the_round_in_which_they_are_taken() -> None:
    """So the leads of two players add up to the final one."""
    record = recorded("board", ["net", "thumb"], {"rounds": 3, "max_turns": 30}, 4)
    first, second = record["result"]["totals"]
    leads = [played.luck.leads[-1][0] for played in report_of(record).rounds]
    assert sum(leads) == first - second


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_seed_gives_the_same_report(level: str) -> None:
    record = recorded("card", ["bruno", "pip"], {"rounds": 1, "max_turns": 8})
    one, same, other = (json.dumps(as_json(report_of(record, seed, level))) for seed in (3, 3, 4))
    assert one == same
    assert one != other


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("match", [MATCHES[0], MATCHES[4], MATCHES[5]], ids=["card", "board", "roll"])
def test_costs_labels_and_candidates_agree(match: tuple[str, list[str], dict[str, Any]], level: str) -> None:
    """A label follows from cost and error, the best move comes first, and the one played is behind it by what it cost."""
    played = read_story(recorded(*match)).rounds[0]
    judge, before = Judge(played.game, critic_of(played.game), level), luck.standings(played.game, played.rows[:1])[0, : played.players]
    count = len(played.moves)
    for number in (*random.Random(3).sample(range(1, count), 10), count):
        made = judge.decision(played, number, before, number)
        assert made.label == (label_of(made.cost, made.error) if made.counted else None)
        assert made.cost > 0 or made.best == made.played
        assert made.effect[made.seat] == pytest.approx(-made.cost, abs=0.001)
        if made.candidates:
            worths = {candidate.move: candidate.worth for candidate in made.candidates}
            assert next(iter(worths)) == made.best
            assert list(worths.values()) == sorted(worths.values(), reverse=True)
            assert worths[made.best] - worths[made.played] == pytest.approx(made.cost, abs=0.001)


def test_an_opinion_is_never_surer_than_the_critic_is_right() -> None:
    report = report_of(recorded("card", ["pip", "random"], {"rounds": 1, "max_turns": 24}, 2))
    made = [made for made in report.rounds[0].decisions if made.cost > 0]
    assert made
    assert all(each.error >= certainty_of(game("card")).critic for each in made)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("match", [MATCHES[0], MATCHES[4], MATCHES[5]], ids=["card", "board", "roll"])
def test_what_a_seat_could_not_know_changes_nothing_in_its_verdicts(match: tuple[str, list[str], dict[str, Any]], level: str) -> None:
    """The hidden cards are redealt before a decision: its costs, candidates and label stay as they were."""
    story = read_story(recorded(*match))
    judge = Judge(story.game, critic_of(story.game), level)
    rng = random.Random(2)
    for played in story.rounds:
        before = luck.standings(story.game, played.rows[:1])[0, : played.players]
        for number in rng.sample(range(1, len(played.moves) + 1), 6):
            view = played.views[number - 1]
            other = story.game.world(view, rng)
            changed = list(played.views)
            changed[number - 1] = other.view(view["seat"])
            rows = played.rows.copy()
            rows[number - 1] = np.frombuffer(bytes(other.row), dtype=np.uint8)
            again = type(played)(played.game, played.number, played.setup, rows, played.actions, played.moves, changed)
            one, same = (judge.decision(told, number, before, 9) for told in (played, again))
            assert one.candidates == same.candidates
            assert (one.cost, one.error, one.label, one.best) == (same.cost, same.error, same.label, same.best)


def test_the_luck_of_a_draw_has_a_mean_of_nothing() -> None:
    """Over all cards that could have come, each as likely as it was: here the last draw but some, tried with every card."""
    record = recorded("card", ["net", "net"], {"rounds": 1}, 3)
    story = read_story(record).rounds[0]
    critic = critic_of(story.game)
    event = luck.luck_of(critic, story, 5).events[-6]
    drawn, total = story.moves[: event.move], 0.0
    state = new("card", seed=1, rounds=1)
    deck = record["rounds"][0]["setup"]["deck"]
    assert drawn[-1] == "+"
    assert state is not None
    left = int(story.views[event.move - 1]["deck"])
    hidden = deck[len(deck) - left :]
    for place in range(left):
        order = [hidden[place], *hidden[:place], *hidden[place + 1 :]]
        again = played_again(record, [*deck[: len(deck) - left], *order], drawn)
        lucky = [each for each in luck.luck_of(critic, again, 5).events if each.move == event.move]
        total += lucky[0].luck[0]
    assert total / left == pytest.approx(0, abs=1e-3)


def played_again(record: dict[str, Any], deck: list[str], moves: list[str]) -> Any:
    """The story of a round with another deck: the same moves, then draws and discards to its end."""
    state = game("card").from_setup({"rounds": 1}, 2, {"deck": deck}, record["rounds"][0]["starter"])
    for move in moves:
        state.push(move)
    while not state.over:
        legal = state.legal()
        state.push("+" if "+" in legal else next(move for move in legal if move.startswith("-")))
    return read_story(record_of(state, NAMES[:2])).rounds[0]


def test_labels_need_costs_beyond_doubt() -> None:
    assert label_of(12, 1) == "blunder"
    assert label_of(12, 4) == "mistake"  # 12 less two errors is below 5
    assert label_of(12, 7) is None
    assert label_of(6, 1) == "mistake"
    assert label_of(2.1, 0.5) == "inaccuracy"
    assert label_of(1.9, 0.1) is None


def test_passing_while_one_card_is_left_is_not_compared_with_an_opinion() -> None:
    """What ending the round is worth is known. The critic takes waiting for a mistake here; playing on shows that nothing is lost by it."""
    state, players, waited = new("card", 2, seed=0, rounds=1), [bot(game("card"), "bruno", seed=0) for _ in range(2)], list[int]()
    for number in itertools.count(1):
        view = state.view(state.player)
        waits = view["deck"] == 1 and view["phase"] == "draw" and len(view["legal"]) > 1 and len(waited) < 6
        waited += [number] * waits
        state.push(view["legal"][-1] if waits else players[view["seat"]].decide(view))
        if state.over:
            break
    assert len(waited) == 6
    made = {decision.move: decision for decision in report_of(record_of(state, NAMES[:2])).rounds[0].decisions}
    assert [made[number].cost for number in waited] == pytest.approx([0] * 6, abs=0.5)


def test_what_cannot_be_analysed_is_refused_with_a_sentence() -> None:
    whole = vectors("card")[0]
    unfinished = whole | {"rounds": whole["rounds"][:1]}
    unfinished.pop("result", None)
    cut = whole["rounds"][0] | {"moves": whole["rounds"][0]["moves"][:9]}
    cut.pop("scores", None)
    open_round = unfinished | {"rounds": [cut]}
    forged = json.loads(json.dumps(whole))
    forged["rounds"][0]["scores"] = [99, 0]
    long = json.loads(json.dumps(whole))
    long["rounds"][0]["moves"] *= MOST_DECISIONS
    for record, said in (
        (unfinished, "round 2: the match is not over; only a finished match can be analysed"),
        (open_round, "round 1: the match is not over; only a finished match can be analysed"),
        (forged, "scores"),
        (long, "at most"),
        (whole | {"meta": {"agreed_ends": [{"round": 1, "moves": 12}]}}, "round 1, move 13: only a match that was played to its end"),
        (whole | {"meta": {"agreed_ends": [[], "1"]}}, "^only a match that was played to its end"),
        ({"game": "chess"}, "missing"),
        (7, "object"),
    ):
        with pytest.raises(RecordError, match=said):
            read_story(record)


@pytest.mark.parametrize("name", ["card", "roll"])
def test_playouts_without_luck_end_as_plain_ones_do_and_vary_less(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    story = read_story(recorded(name, ["net", "net"], {"rounds": 1} if name == "card" else {}, 5)).rounds[0]
    before = luck.standings(story.game, story.rows[:1])[0, :2]
    rows = np.repeat(story.rows[len(story.moves) // 2][None], 400 if SOAK else 48, axis=0)
    playouts = Playouts(story.game, critic_of(story.game))
    clean = playouts(rows, before, 1)[:, 0]
    monkeypatch.setattr(playouts, "luck", lambda table, *_: np.zeros((len(table), 2), dtype=np.float32))
    plain = playouts(rows, before, 1)[:, 0]
    error = ((clean.var() + plain.var()) / len(rows)) ** 0.5
    assert abs(clean.mean() - plain.mean()) < 4 * error
    assert clean.std() < 0.9 * plain.std()


def test_the_deep_level_plays_the_better_moves_out() -> None:
    record = recorded("card", ["pip", "random"], {"rounds": 1, "max_turns": 8}, 2)
    quick, deep = (report_of(record, level=level) for level in LEVELS)
    changed = 0
    for one, other in zip(quick.rounds[0].decisions, deep.rounds[0].decisions, strict=True):
        changed += one.cost != other.cost
        assert one.counted == other.counted
        assert one.cost > 0 or other.cost == 0  # what costs nothing at first sight is not looked at again
    assert changed > 0
    assert deep.rounds[0].luck == quick.rounds[0].luck


def test_the_deep_level_has_no_scale(monkeypatch: pytest.MonkeyPatch) -> None:
    """The opponents were judged at the quick level, and costs that are measured otherwise cannot be compared with theirs."""
    monkeypatch.setattr(strength, "is_usual", lambda *_: True)  # a match at the usual table would take long
    record = recorded("card", ["pip", "random"], {"rounds": 1, "max_turns": 14}, 2)
    quick, deep = (as_json(report_of(record, level=level)) for level in LEVELS)
    assert (quick["level"], deep["level"]) == LEVELS
    assert quick["scale"]
    assert quick["seats"][0]["plays_like"]
    assert deep["scale"] is None
    assert deep["seats"][0]["plays_like"] == []


def test_a_cost_is_measured_in_worlds_that_had_no_say_in_the_choice() -> None:
    """All moves are worth the same here, and only chance tells them apart. So half of those that were chosen are ahead again, by little."""
    judge, rng = Judge(game("card"), critic_of(game("card")), DEEP), np.random.default_rng(1)
    noise = Yardstick(lambda rows, before, _: rng.normal(0, 10, (len(rows), len(before))).astype(np.float32), 0.0)
    seeming, measured = list[float](), list[float]()
    for number in range(60):
        state = new("card", seed=number)
        trial = Trial(judge, state.view(state.player), np.zeros(2, dtype=np.float32), number)
        trial.measure_by(noise)
        every = list(range(len(trial.legal)))
        trial.try_out(every, 3)
        best, cost, _ = trial.cost(0, every)
        if best != 0:
            seeming.append(cost)
            measured.append(trial.measure(0, every)[1])
    assert np.mean(measured) < 0.4 * np.mean(seeming)
    assert 0.3 < np.mean([cost > 0 for cost in measured]) < 0.7


@pytest.mark.parametrize("name", GAMES)
def test_after_preparation_an_analysis_compiles_nothing(name: str) -> None:
    """Nor load it from the cache. In a process of its own, because this one may have all of it."""
    done = subprocess.run([sys.executable, "-c", PREPARED, name], capture_output=True, text=True, check=True, env=os.environ)
    before, prepared, analysed = map(int, done.stdout.split())
    assert before < prepared == analysed


PREPARED = """
import gc, sys
from numba.core.dispatcher import Dispatcher
from lostcities import game, new
from lostcities.analysis.prepare import prepare
from lostcities.analysis.report import analyse
from lostcities.analysis.story import read_story
from lostcities.bots.registry import bot
from lostcities.records import record_of

def compiled():
    return sum(len(kernel.overloads) for kernel in gc.get_objects() if isinstance(kernel, Dispatcher))

def match():
    options = {"card": {"size": "mini", "rounds": 1}, "board": {"max_turns": 6}, "roll": {}}
    state = new(sys.argv[1], 2, seed=1, **options[sys.argv[1]])
    player = bot(game(sys.argv[1]), "random", seed=1)
    while not state.over:
        state.push(player.decide(state.view(state.player)))
    return read_story(record_of(state, ["a", "b"]))

story = match()
print(compiled())
prepare(game(sys.argv[1]))
print(compiled())
analyse(story)
print(compiled())
"""
