"""Search: playouts that gain what the rules say, moves that are reproducible and leak nothing, and a clock that is respected."""

import os
import random
import subprocess
import sys
import time
from functools import cache
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest
from support.matches import Table, card, every_table, new_match, play_randomly
from support.networks import random_file

from lostcities import GAMES, State, game
from lostcities.bots.critics.critic import Critic, Judged
from lostcities.bots.interface import features_of, training_of
from lostcities.bots.net_bot import PATIENCE
from lostcities.bots.network import Network, load
from lostcities.bots.quick import QuickNetwork
from lostcities.bots.search import LEAST_WORLDS, MOST_ROWS, OVERHEAD, USED, Indifferent, OutOfTime, Playouts, SearchBot, Trial, engine_of
from lostcities.games.compiler import jit_wanted
from lostcities.games.head import ROUND, TURN
from lostcities.games.kernel import get16, put16

NO_ODDS = np.zeros(0, dtype=np.float32)
SPREAD = 0.025

pytestmark = pytest.mark.skipif(not jit_wanted(), reason="Numba is not there, or not wanted")

every_game = pytest.mark.parametrize("name", GAMES)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("nets")


@cache
def network_file(name: str, folder: Path) -> str:
    return str(random_file(game(name), folder))


def network(folder: Path) -> Network:
    return load(game("card"), network_file("card", folder)).networks["quick"]


def searcher(name: str, folder: Path, **settings: Any) -> SearchBot:
    return SearchBot(game(name), file=network_file(name, folder), seed=5, **settings)


def row_of(state: State) -> np.ndarray:
    return np.frombuffer(bytes(state.row), dtype=np.uint8)


def test_a_playout_gains_the_lead_and_the_match(folder: Path) -> None:
    """The last draw of the last round: nothing depends on chance, so every world gains the same."""
    state = card("0: Y* Y2\n1: B* B2", size="mini", rounds=1)
    for move in ("Y*", "+", "B*", "+", "Y2", "+", "B2"):
        state.push(move)
    assert state.view(0)["deck"] == 1
    seat = state.player
    assert seat is not None
    training = training_of(state.game)
    playouts = Playouts(state.game, network(folder), Indifferent())
    gains = playouts.values(row_of(state), seat, NO_ODDS, [state.game.actions["+"]], np.arange(3, dtype=np.uint64), float("inf"))
    lead = state.live[seat] - state.live[1 - seat]
    won = 0 if lead == 0 else training.WIN if lead > 0 else -training.WIN
    np.testing.assert_allclose(gains, lead / training.POINT + won, rtol=1e-5)


def test_a_round_before_the_last_is_worth_its_lead_and_what_the_network_expects(folder: Path) -> None:
    class Judge(Indifferent):
        def __call__(self, tokens: Any, tables: Any) -> Any:
            return np.zeros((len(tokens), 127), dtype=np.float32), np.full(len(tokens), 7.0, dtype=np.float32)

    state = card(rounds=2)
    rng = random.Random(1)
    while state.row[state.game.rules.LEFT] > 1 or state.phase != "draw":
        state.push("+" if state.phase == "draw" else rng.choice(state.legal()))
    seat = state.player
    assert seat is not None
    gains = Playouts(state.game, network(folder), Judge()).values(
        row_of(state), seat, NO_ODDS, [state.game.actions["+"]], np.arange(4, dtype=np.uint64), float("inf")
    )
    lead = state.live[seat] - state.live[1 - seat]
    np.testing.assert_allclose(gains, lead / training_of(state.game).POINT + 7, rtol=1e-5)


class Recorder:
    """A critic who says that every seat leads by 30 and wins as often as the others, and remembers what it was asked."""

    def __init__(self) -> None:
        self.rows: list[np.ndarray] = []

    def judge(self, rows: np.ndarray, before: np.ndarray) -> Judged:
        self.rows += list(rows)
        return Judged(np.full((len(rows), len(before)), 30.0), np.full((len(rows), len(before)), 1 / len(before)))


@every_game
@pytest.mark.parametrize("players", [2, 3])
def test_a_playout_is_cut_where_a_critic_judges_it(name: str, players: int, folder: Path) -> None:
    chosen, training = game(name), training_of(game(name))
    if players > chosen.max_players or not training.AHEAD:
        pytest.skip("no such table, or rounds are played out")
    state, critic = new_match((name, players, {}), 4), Recorder()
    assert state.player is not None
    quick = load(chosen, network_file(name, folder)).networks["quick"]
    actions = [chosen.actions[move] for move in state.legal()[:2]]
    playouts = Playouts(chosen, quick, Indifferent(), cast(Critic, critic))
    gains = playouts.values(row_of(state), state.player, NO_ODDS, actions, np.arange(5, dtype=np.uint64), float("inf"))
    np.testing.assert_allclose(gains, 30 / training.POINT)
    assert [get16(bytearray(row), TURN) for row in critic.rows] == [training.AHEAD * players] * 10


@every_game
def test_a_round_that_ends_before_the_cut_counts_as_it_ended(name: str, folder: Path) -> None:
    """The critic is asked nothing where no playout is cut, and the gains are those of whole playouts."""
    chosen, rng = game(name), random.Random(6)
    if not training_of(chosen).AHEAD:
        pytest.skip("rounds are played out")
    state = new_match((name, 2, {"rounds": 1} if name == "board" else {}), 4)
    last = None
    while state.player is not None:
        last = row_of(state).copy(), state.player, [chosen.actions[move] for move in state.legal()[:2]]
        state.push(rng.choice(state.legal()))
    assert last
    quick, critic = load(chosen, network_file(name, folder)).networks["quick"], Recorder()
    found = [
        Playouts(chosen, quick, Indifferent(), judge).values(*last[:2], NO_ODDS, last[2], np.arange(3, dtype=np.uint64), float("inf"))
        for judge in (cast(Critic, critic), None)
    ]
    np.testing.assert_allclose(*found)
    assert not critic.rows


@every_table
def test_moves_are_legal_and_can_be_repeated(table: Table, folder: Path) -> None:
    rng = random.Random(2)
    first, second = (searcher(table[0], folder, worlds=6) for _ in range(2))
    for seed in range(3):
        state = play_randomly(new_match(table, seed), rng, decisions=rng.randrange(1, 40))
        if state.player is None:
            continue
        view = state.view(state.player)
        hidden_changed = state.resample(state.player, rng).view(state.player)
        assert hidden_changed == view
        move = first.decide(view)
        assert move in state.legal()
        assert second.decide(hidden_changed) == move


@every_game
def test_all_candidates_face_the_same_worlds(name: str, folder: Path) -> None:
    bot = searcher(name, folder)
    state = new_match((name, game(name).max_players, {}), 4)
    assert state.player is not None
    action = bot.game.actions[state.legal()[0]]
    gains = bot.playouts.values(row_of(state), state.player, NO_ODDS, [action, action], np.arange(5, dtype=np.uint64), float("inf"))
    np.testing.assert_allclose(gains[0], gains[1], atol=1e-5)
    assert len(set(gains[0].tolist())) > 1


def test_playouts_lose_patience_as_bots_do(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A round that has lasted too long ends after as many turns as there are cards in the deck."""
    state = new_match(("card", 2, {"rounds": 1}), 3)
    put16(state.row, TURN, 2 * PATIENCE)
    decisions = 2 * state.view(0)["deck"]
    monkeypatch.setattr("lostcities.bots.search.LONGEST", decisions)
    playouts = Playouts(state.game, network(folder), Indifferent())
    rows = np.tile(np.frombuffer(bytes(state.row), dtype=np.uint8), (8, 1))
    actions = np.full(8, state.game.actions[state.legal()[0]])
    playouts.play(rows, np.arange(8, dtype=np.uint64).reshape(8, 1), actions, 0, np.zeros(8), float("inf"))
    assert rows[:, ROUND].tolist() == [1] * 8


@every_game
def test_playouts_that_are_late_are_broken_off(name: str, folder: Path) -> None:
    bot = searcher(name, folder, ms=120)
    state = new_match((name, 2, {}), 4)
    assert state.player is not None
    view = state.view(state.player)
    late = Trial(state.legal()[:3], [0.0, 0.0, 0.0], SPREAD, np.zeros((3, 0), dtype=np.float32))
    assert bot.search(view, bot.eye.see(view), late, time.monotonic() - 1) == state.legal()[0]


class Slow:
    """Playouts on a fake clock: each row takes this many seconds, sometimes a little more. All actions gain the same on average."""

    def __init__(self, seconds: float) -> None:
        self.seconds, self.now, self.rng = seconds, 1000.0, random.Random(1)
        self.worlds: list[int] = []
        self.late = 0
        self.noise = 1.0

    def monotonic(self) -> float:
        return self.now

    def values(self, _row: Any, _seat: int, _odds: Any, actions: list[int], seeds: Any, deadline: float) -> Any:
        size = len(actions) * len(seeds)
        assert size <= MOST_ROWS
        takes = (size + OVERHEAD) * self.seconds * self.rng.uniform(1, 1.08)
        self.worlds.append(len(seeds))
        if self.now + takes > deadline:
            self.now, self.late = deadline, self.late + 1
            raise OutOfTime
        self.now += takes
        return self.noise * np.random.default_rng(len(self.worlds)).normal(size=(len(actions), len(seeds))).astype(np.float32)


@pytest.mark.parametrize(("ms", "seconds"), [(1000, 2e-5), (1000, 1e-4), (1000, 5e-4), (100, 1e-4), (100, 3e-4)])
def test_the_clock_is_kept(ms: int, seconds: float, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No batch starts that would not finish in time, however long a playout takes; and no time is left for another one."""
    bot, clock = searcher("card", folder, ms=ms), Slow(seconds)
    state = new_match(("card", 2, {}), 4)
    assert state.player is not None
    monkeypatch.setattr(bot, "playouts", clock)
    monkeypatch.setattr(bot, "candidates", lambda view, _: (view["legal"][:3], [0.0, 0.0, 0.0]))
    monkeypatch.setattr("lostcities.bots.search.time.monotonic", clock.monotonic)
    began, budget = clock.now, USED * ms / 1000
    assert bot.decide(state.view(state.player)) in state.legal()
    assert clock.late == 0
    assert clock.now - began <= budget
    assert (3 * LEAST_WORLDS + OVERHEAD) * seconds > 0.8 * (began + budget - clock.now)
    assert len(clock.worlds) > 1


def test_a_first_batch_that_is_not_ready_is_given_up(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bot, clock = searcher("card", folder, ms=1000), Slow(0.1)
    state = new_match(("card", 2, {}), 4)
    assert state.player is not None
    monkeypatch.setattr(bot, "playouts", clock)
    monkeypatch.setattr(bot, "candidates", lambda view, _: (view["legal"][:3], [0.0, 0.0, 0.0]))
    monkeypatch.setattr("lostcities.bots.search.time.monotonic", clock.monotonic)
    began = clock.now
    assert bot.decide(state.view(state.player)) == state.legal()[0]
    assert (clock.late, len(clock.worlds)) == (1, 1)
    assert clock.now - began <= 1


def trial(*gains: list[float], doubts: list[float] | None = None) -> Trial:
    return Trial([f"move {i}" for i in range(len(gains))], doubts or [0.0] * len(gains), SPREAD, np.array(gains, dtype=np.float32))


def test_what_is_surely_better_is_chosen() -> None:
    assert trial([1, 2, 3, 4], [1, 2, 3, 4]).choice() == "move 0"
    assert trial([1, 2, 3, 4], [2, 3, 4, 5]).choice() == "move 1"
    assert trial([1, 2, 3, 4], [2, 3, 4, 5], [3, 4, 5, 6]).choice() == "move 2"


def test_a_few_lucky_worlds_do_not_overrule_the_network() -> None:
    lucky = [1.0, 2.0, 3.0, 14.0]
    assert trial([1, 2, 3, 4], lucky, doubts=[0, 0.01]).choice() == "move 0"
    assert trial([1, 2, 3, 4] * 30, [1.1, 2.0, 3.0, 4.1] * 30, doubts=[0, 0.01]).choice() == "move 1"


def test_what_is_known_well_enough_is_not_looked_at_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Moves that come to the same in every world take one batch of worlds, not all of the time."""
    assert trial([1, 2, 3, 4], [1, 2, 3, 4]).settled
    assert not trial([1, 2, 3, 4], [1.1, 1.9, 3.1, 3.9]).settled
    bot, clock = searcher("card", folder, ms=1000), Slow(1e-4)
    state = new_match(("card", 2, {}), 4)
    assert state.player is not None
    monkeypatch.setattr(bot, "playouts", clock)
    monkeypatch.setattr(clock, "noise", 0.0)
    monkeypatch.setattr(bot, "candidates", lambda view, _: (view["legal"][:3], [0.0, 0.1, 0.2]))
    assert bot.decide(state.view(state.player)) == state.legal()[0]
    assert len(clock.worlds) == 1


def test_one_world_decides_nothing() -> None:
    race = trial([1], [9], [5], doubts=[0, 0.01, 0.02])
    race.narrow()
    assert race.moves == ["move 0", "move 1", "move 2"]
    assert race.choice() == "move 0"


def test_with_one_world_the_bot_plays_as_the_network_thinks(folder: Path) -> None:
    bot, rng = searcher("card", folder, worlds=1), random.Random(3)
    for seed in range(12):
        state = play_randomly(new_match(("card", 2, {}), seed), rng, decisions=rng.randrange(1, 40))
        if state.player is not None:
            view = state.view(state.player)
            assert bot.decide(view) == bot.candidates(view)[0][0]


def test_hopeless_moves_are_dropped() -> None:
    race = trial([1, 2, 3, 4], [-9, -8, -7, -6.5], [1.5, 2, 2.5, 4])
    race.narrow()
    assert race.moves == ["move 0", "move 2"]
    assert race.gains.shape == (2, 4)
    assert race.doubts == [0.0, 0.0]


@every_table
def test_the_quick_network_thinks_what_its_weights_say(table: Table, folder: Path) -> None:
    rng, played = random.Random(3), game(table[0])
    bot, own = searcher(table[0], folder, worlds=1), load(played, network_file(table[0], folder)).networks["quick"]
    seen = []
    for seed in range(12):
        state = play_randomly(new_match(table, seed), rng, decisions=rng.randrange(1, 40))
        if state.player is not None:
            seen.append((state.legal(), *bot.eye.see(state.view(state.player))))
    tokens, tables = (np.concatenate([position[kind] for position in seen]) for kind in (1, 2))
    expected, _ = own(tokens, tables)
    found = QuickNetwork(own, engine_of(played), features_of(played), len(seen))(tokens, tables)
    for i, (legal, *_) in enumerate(seen):
        actions = [played.actions[move] for move in legal]
        np.testing.assert_allclose(found[i, actions], expected[i, actions], rtol=1e-4, atol=1e-4)


@every_game
def test_search_works_without_a_compiler(name: str) -> None:
    """In a process of its own: whether rules are compiled is decided once."""
    options = {"size": "mini"} if name == "card" else {}
    source = (
        "import random, lostcities\n"
        "from lostcities.bots.registry import bot\n"
        f"game = lostcities.game('{name}')\n"
        f"view = game.deal({options}, random.Random(1), 2, 0).view(0)\n"
        "print(bot(game, 'best:worlds=2', seed=1).decide(view) in view['legal'])\n"
    )
    words = [sys.executable, "-c", source]
    done = subprocess.run(words, env=os.environ | {"LOSTCITIES_JIT": "0"}, capture_output=True, text=True, timeout=120, check=False)
    assert (done.stdout, done.stderr) == ("True\n", "")
