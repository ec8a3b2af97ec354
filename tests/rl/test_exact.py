"""The game that can be solved: its tree, best replies to bots, and CFR until nothing is left to gain."""

from collections.abc import Iterator
from typing import Any

import pyspiel
import pytest
from open_spiel.python.policy import UniformRandomPolicy
from support.matches import SOAK

import lostcities.rl.openspiel  # noqa: F401  registers the games
from lostcities.bots.thumb import ThumbBot
from lostcities.rl.exact import BotPolicy, best_reply, exploitability, policy_of

TINY = "lostcities_card(size=tiny,rounds=1)"
SHORT = "lostcities_card(size=tiny,rounds=1,max_turns=1)"


def histories(state: Any, probability: float = 1.0) -> Iterator[tuple[Any, float]]:
    """Every state of a game in every way it can come about, with the probability of its chances."""
    yield state, probability
    if state.is_terminal():
        return
    chances = dict(state.chance_outcomes()) if state.is_chance_node() else {}
    for action in state.legal_actions():
        yield from histories(state.child(action), probability * chances.get(action, 1.0))


def reported(state: Any) -> tuple[int, int]:
    """The decisions and the outcomes of chance that led to a state."""
    players = [step.player for step in state.full_history()]
    return sum(player >= 0 for player in players), sum(player < 0 for player in players)


def test_the_longest_match_is_as_long_as_reported() -> None:
    game = pyspiel.load_game(TINY)
    state = game.new_initial_state()
    for step in ["=Y2", "=Y4", "=Y*", "=Y5", "-Y4", "+", "=Y*", "-Y5", "+", "=Y3", "Y*", "+Y", "Y*", "+Y", "-Y5", "+", "=Y*"]:
        legal = {state.action_to_string(action): action for action in state.legal_actions()}
        state.apply_action(legal[step])
    assert state.is_terminal()
    assert reported(state) == (game.max_game_length(), game.max_chance_nodes_in_history()) == (10, 7)
    assert game.max_history_length() == 17


@pytest.mark.parametrize("seat", [0, 1])
def test_the_best_reply_is_the_one_that_the_other_implementation_finds(seat: int) -> None:
    """OpenSpiel has two: ours is the one in Python, which can ask a bot."""
    game = pyspiel.load_game(TINY if SOAK else SHORT)
    uniform = pyspiel.UniformRandomPolicy(game)  # the best response does not keep it alive
    other = pyspiel.TabularBestResponse(game, seat, uniform).value_from_state(game.new_initial_state())
    assert best_reply(game, UniformRandomPolicy(game), seat) == pytest.approx(100 * other)


def test_a_policy_makes_the_moves_of_its_bot() -> None:
    game = pyspiel.load_game(SHORT)
    bot = ThumbBot(game.game)
    policy = BotPolicy(game, bot)
    for state, _ in histories(game.new_initial_state()):
        if state.current_player() >= 0:
            [(action, probability)] = policy.action_probabilities(state).items()
            assert state.action_to_string(action) == bot.decide(state.story.state.view(state.current_player()))
            assert probability == 1


def test_a_single_random_turn_worked_out_by_hand() -> None:
    """A wager alone costs 10, a number n costs 5 - n. Of 21 hands, 3 are two wagers (laid in one of two moves), 12 a wager and a number,
    6 two numbers (each card in one of four moves): (3 * 10/2 + 12 * 11.5/4 + 6 * 3/4) / 21. Who starts cannot do better than discard."""
    game = pyspiel.load_game(SHORT)
    policy = policy_of(game, "random")
    assert best_reply(game, policy, 1) == pytest.approx(54 / 21)
    assert best_reply(game, policy, 0) == 0
    assert exploitability(game, policy) == pytest.approx(27 / 21)


@pytest.mark.parametrize("name", ["pip", "best:ms=5", "nobody"])
def test_a_bot_whose_chances_are_unknown_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match=f"expected a bot whose chances are known, random, thumb or net, got {name}"):
        policy_of(pyspiel.load_game(SHORT), name)


@pytest.mark.parametrize("text", ["lostcities_card(size=mini,rounds=1)", "lostcities_card(size=tiny)", "lostcities_roll"])
def test_a_game_that_is_too_large_is_refused(text: str) -> None:
    game = pyspiel.load_game(text)
    with pytest.raises(ValueError, match="expected a match of at most 12 decisions, as in size=tiny,rounds=1; lostcities_"):
        best_reply(game, policy_of(game, "random"), 0)


@pytest.mark.skipif(not SOAK, reason="walks through the whole game")
def test_the_whole_tree() -> None:
    game = pyspiel.load_game(TINY)
    counts, known = [0, 0, 0], set()
    lengths, ends = set(), {}
    for state, probability in histories(game.new_initial_state()):
        counts[2 if state.is_terminal() else int(state.is_chance_node())] += 1
        if state.current_player() >= 0:
            known.add(state.information_state_string())
        if state.is_terminal():
            lengths.add(reported(state))
            ends[state.history_str()] = probability
            assert abs(state.returns()[0]) <= game.max_utility()
    assert counts == [69566, 53360, 49368]
    assert len(known) == 14735 + 7504
    assert (max(decisions for decisions, _ in lengths), max(chances for _, chances in lengths)) == (10, 7)
    assert len(ends) == counts[2]


@pytest.mark.skipif(not SOAK, reason="solves a game")
def test_regret_minimization_solves_it() -> None:
    game = pyspiel.load_game(TINY)
    tree = pyspiel.convert_to_cached_tree(game)
    solver = pyspiel.CFRPlusSolver(tree)
    for _ in range(128):
        solver.evaluate_and_update_policy()
    root, policy = tree.new_initial_state(), solver.average_policy()
    first, second = (100 * pyspiel.TabularBestResponse(tree, seat, policy).value_from_state(root) for seat in (0, 1))
    assert 0 <= (first + second) / 2 < 0.002
    assert -second <= 1 / 3 <= first


@pytest.mark.skipif(not SOAK, reason="walks through the whole game four times")
@pytest.mark.parametrize(("name", "expected"), [("random", 4.267919), ("thumb", 0.621429), ("net", 0.716667)])
def test_how_exploitable_the_bots_are(name: str, expected: float) -> None:
    """The figures of docs/research/solved.md; those of random play were also found by another program."""
    game = pyspiel.load_game(TINY)
    assert exploitability(game, policy_of(game, name)) == pytest.approx(expected, abs=1e-5)
