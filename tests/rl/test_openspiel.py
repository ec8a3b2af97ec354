"""OpenSpiel: its own tests, its search algorithms, and the laws: what a player sees does not depend on what it cannot know."""

import json
import pickle
import random
import subprocess
import sys
from itertools import product
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python import observation
from open_spiel.python.algorithms import generate_playthrough, ismcts, mcts, outcome_sampling_mccfr

import lostcities.rl.openspiel  # noqa: F401  registers the games
from lostcities import GAMES, BadOption, GameError, IllegalMove, game
from lostcities.rl.chance import chance_of
from lostcities.rl.observer import RECALLED

LOADED = [
    "lostcities_card",
    "lostcities_card(size=mini)",
    "lostcities_card(colors=6,rounds=2,max_turns=30)",
    "lostcities_board(rounds=2)",
    "lostcities_board(players=3,direction=either,rounds=1,max_turns=40)",
    "lostcities_board(players=4,open_lowest=true,points_once=true,rounds=1)",
    "lostcities_roll",
    "lostcities_roll(players=5)",
]
SMALL = [
    "lostcities_card(size=mini,rounds=2)",
    "lostcities_card(rounds=1,max_turns=30)",
    "lostcities_board(rounds=1,max_turns=30)",
    "lostcities_roll",
]
every_game = pytest.mark.parametrize("text", LOADED)


def advance(state: Any, rng: random.Random) -> None:
    """Take one random step, chance or decision."""
    if state.is_chance_node():
        outcomes, probabilities = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choices(outcomes, probabilities)[0])
    else:
        state.apply_action(rng.choice(state.legal_actions()))


def after(text: str, steps: int, seed: int = 1) -> Any:
    """A state in which a player decides, after this many decisions."""
    state, rng, made = pyspiel.load_game(text).new_initial_state(), random.Random(seed), 0
    while made < steps or state.is_chance_node():
        made += not state.is_chance_node()
        advance(state, rng)
    return state


# -- the library's own tests --


@pytest.mark.parametrize("text", [*SMALL, "lostcities_roll(players=5)", "lostcities_board(players=3,rounds=1,max_turns=12)"])
def test_random_simulations(text: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(text), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", GAMES)
def test_callers_in_python_and_in_c_get_the_same_answers(name: str) -> None:
    state, rng = pyspiel.load_game(f"lostcities_{name}").new_initial_state(), random.Random(4)
    for _ in range(400):
        assert state.is_chance_node() == pyspiel.State.is_chance_node(state)
        assert state.legal_actions() == pyspiel.State.legal_actions(state)
        for player in (0, 1):
            assert state.legal_actions(player) == pyspiel.State.legal_actions(state, player)
        if not state.is_terminal():
            advance(state, rng)


@pytest.mark.parametrize("text", ["lostcities_card", "lostcities_board"])
def test_information_set_search_plays_the_full_game(text: str) -> None:
    loaded = pyspiel.load_game(text)
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(loaded, evaluator, uct_c=1.0, max_simulations=6, random_state=np.random.RandomState(2))
    state, rng, decisions = loaded.new_initial_state(), random.Random(3), 0
    while decisions < 4:
        if state.is_chance_node():
            advance(state, rng)
        else:
            action = bot.step(state)
            assert action in state.legal_actions()
            state.apply_action(action)
            decisions += 1


def test_search_sees_through_to_the_end_of_a_small_game() -> None:
    loaded = pyspiel.load_game("lostcities_card(size=mini)")
    bot = ismcts.ISMCTSBot(loaded, mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)), 1.0, 10, random_state=np.random.RandomState(2))
    state, rng = loaded.new_initial_state(), random.Random(3)
    while not state.is_terminal():
        if state.is_chance_node() or state.current_player() == 1:
            advance(state, rng)
        else:
            state.apply_action(bot.step(state))
    assert state.returns()[0] == -state.returns()[1]


def test_outcome_sampling_gives_a_policy_over_the_legal_actions() -> None:
    np.random.seed(1)
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(pyspiel.load_game("lostcities_card(size=mini,rounds=1)"))
    for _ in range(60):
        solver.iteration()
    policy = solver.average_policy()
    state = after("lostcities_card(size=mini,rounds=1)", 0)
    chances = policy.action_probabilities(state)
    assert sorted(chances) == state.legal_actions()
    assert sum(chances.values()) == pytest.approx(1)


def test_nothing_is_left_hanging_when_python_ends() -> None:
    code = "import pyspiel, lostcities.rl.openspiel; pyspiel.load_game('lostcities_card').new_initial_state()"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("", "")


# -- laws --


@every_game
def test_a_match_is_the_one_that_the_python_face_plays(text: str) -> None:
    loaded = pyspiel.load_game(text)
    state, rng = loaded.new_initial_state(), random.Random(5)
    match = loaded.game.table(loaded.players, loaded.options)
    begun = ""
    while not state.is_terminal():
        if state.is_chance_node():
            probabilities = [probability for _, probability in state.chance_outcomes()]
            assert sum(probabilities) == pytest.approx(1)
            numbers = [number for number, _ in state.chance_outcomes()]
            number = rng.choices(numbers, probabilities)[0]
            begun += state.action_to_string(number).removeprefix("=")
            if begun in dict(match.chances()):
                match.push_chance(begun)
                begun = ""
            state.apply_action(number)
        else:
            assert state.current_player() == match.player
            assert [state.action_to_string(action) for action in state.legal_actions()] == match.legal()
            action = rng.choice(state.legal_actions())
            match.push(match.game.tokens[action])
            state.apply_action(action)
    assert match.over
    totals = match.totals
    leads = [points - max(totals[:seat] + totals[seat + 1 :]) for seat, points in enumerate(totals)]
    assert state.returns() == pytest.approx([lead / 100 for lead in leads])


@every_game
@pytest.mark.parametrize("steps", [0, 7, 24])
def test_what_a_player_is_told_does_not_depend_on_what_is_hidden(text: str, steps: int) -> None:
    state = after(text, steps)
    for player in range(state.num_players()):
        for number in range(3):
            world = state.resample_from_infostate(player, random.Random(number).random)
            assert world.current_player() == state.current_player()
            assert world.information_state_string(player) == state.information_state_string(player)
            assert world.information_state_tensor(player) == state.information_state_tensor(player)
            assert world.observation_string(player) == state.observation_string(player)
            assert world.observation_tensor(player) == state.observation_tensor(player)
            assert player != state.current_player() or world.legal_actions() == state.legal_actions()


# -- observers of every type --

PRIVATE = pyspiel.PrivateInfoType
TYPES = [
    pytest.param(public, recalls, private, id=f"{'public' if public else 'not public'}, {private.name}{', recalls' if recalls else ''}")
    for public, recalls, private in product((True, False), (False, True), (PRIVATE.NONE, PRIVATE.SINGLE_PLAYER, PRIVATE.ALL_PLAYERS))
]
every_type = pytest.mark.parametrize(("public", "recalls", "private"), TYPES)


def observers(loaded: Any, public: bool, recalls: bool, private: Any) -> list[Any]:
    """The observer as used from Python, and as used from C++."""
    kind = pyspiel.IIGObservationType(public_info=public, perfect_recall=recalls, private_info=private)
    return [observation.make_observation(loaded, kind), observation._Observation(loaded, loaded.make_observer(kind, {}))]


def shown(observer: Any, state: Any, player: int) -> tuple[str, dict[str, list[float]]]:
    observer.set_from(state, player)
    return observer.string_from(state, player), {name: part.tolist() for name, part in observer.dict.items()}


@every_type
@every_game
@pytest.mark.parametrize("steps", [0, 24])
def test_no_observer_shows_what_is_hidden_from_it(text: str, steps: int, public: bool, recalls: bool, private: Any) -> None:
    """Without private information it shows nobody's hand, whoever asks; with a player's own, nobody else's."""
    state = after(text, steps)
    players = range(state.num_players())
    for observer in observers(pyspiel.load_game(text), public, recalls, private):
        for player in players:
            before = shown(observer, state, player)
            worlds = [state.resample_from_infostate(player, random.Random(number).random) for number in range(2)]
            if private != PRIVATE.ALL_PLAYERS:
                assert [shown(observer, world, player) for world in worlds] == [before, before]
            if private == PRIVATE.NONE:
                assert {json.dumps(shown(observer, state, other)) for other in players} == {json.dumps(before)}
                assert all(shown(observer, world, other) == before for world in worlds for other in players)


@every_game
@pytest.mark.parametrize("recalls", [False, True])
def test_the_public_observer_sees_the_table_of_a_spectator(text: str, recalls: bool) -> None:
    state = after(text, 9)
    for observer in observers(pyspiel.load_game(text), True, recalls, PRIVATE.NONE):
        string, parts = shown(observer, state, 1)
        if not recalls:
            assert json.loads(string) == state.story.state.view(None)
        assert '"hand":' not in string
        hand = next((size for name, size, _ in state.story.state.game.observation.SPEC if name == "hand"), 0)
        assert parts["observation"] == [0] * hand + state.story.state.observe(0).tolist()[hand:]


def test_no_draw_from_the_deck_is_in_the_public_story() -> None:
    state, deck = after("lostcities_card", 6), pyspiel.load_game("lostcities_card").game.actions["+"]
    while deck not in state.legal_actions():
        state.apply_action(state.legal_actions()[0])
    drawer = state.current_player()
    state.apply_action(deck)
    one, other = (followed(state, outcome) for outcome, _ in state.chance_outcomes()[:2])
    for observer in observers(pyspiel.load_game("lostcities_card"), True, True, PRIVATE.NONE):
        assert shown(observer, one, 0) == shown(observer, other, 0)
    own = observers(pyspiel.load_game("lostcities_card"), False, True, PRIVATE.SINGLE_PLAYER)[0]
    assert shown(own, one, drawer) != shown(own, other, drawer)
    assert shown(own, one, 1 - drawer) == shown(own, other, 1 - drawer)


def test_private_observers_show_hands() -> None:
    state = after("lostcities_card", 8)
    hands = [state.story.state.hand(seat) for seat in (0, 1)]
    counts = [state.story.state.observe(seat).tolist()[:60] for seat in (0, 1)]
    kinds = (PRIVATE.SINGLE_PLAYER, PRIVATE.ALL_PLAYERS)
    alone, of_all = (observers(pyspiel.load_game("lostcities_card"), False, False, kind)[1] for kind in kinds)
    for seat in (0, 1):
        string, parts = shown(alone, state, seat)
        assert (json.loads(string), parts) == (hands[seat], {"hands": counts[seat]})
    string, parts = shown(of_all, state, 0)
    assert (json.loads(string), parts) == (hands, {"hands": counts[0] + counts[1]})


def test_who_asks_for_nothing_is_shown_nothing() -> None:
    for recalls in (False, True):
        for observer in observers(pyspiel.load_game("lostcities_card"), False, recalls, PRIVATE.NONE):
            assert observer.tensor is None
            assert observer.string_from(after("lostcities_card", 4), 0) == ""


def test_a_playthrough_shows_the_public_and_the_private_observations() -> None:
    told = generate_playthrough.playthrough("lostcities_card(size=mini,rounds=1)", action_sequence=None, seed=1)
    public = [line for line in told.splitlines() if line.startswith("PublicObservationString() = ")]
    assert public
    assert not any('hand\\":' in line or '"hand":' in line for line in public)


@every_game
def test_a_world_can_be_played_to_its_end(text: str) -> None:
    world = after(text, 9).resample_from_infostate(0, random.Random(1).random)
    rng = random.Random(2)
    while not world.is_terminal():
        advance(world, rng)
    assert max(world.returns()) >= 0 >= min(world.returns())


@pytest.mark.parametrize("text", ["lostcities_card", "lostcities_board"])
def test_worlds_differ_in_what_is_hidden(text: str) -> None:
    state = after(text, 8)
    worlds = {state.resample_from_infostate(0, random.Random(number).random).observation_string(1) for number in range(5)}
    assert len(worlds) == 5


@pytest.mark.parametrize("text", SMALL)
def test_moves_are_added_to_the_information_state_and_told_apart(text: str) -> None:
    state = after(text, 6)
    one, other = (followed(state, action) for action in state.legal_actions()[:2])
    for player in range(2):
        before = state.information_state_string(player)
        assert one.information_state_string(player).startswith(before + " ")
        assert other.information_state_string(player).startswith(before + " ")
        assert one.information_state_string(player) != other.information_state_string(player)


@pytest.mark.parametrize("text", [text for text in SMALL if "roll" not in text])
def test_a_card_drawn_is_in_the_information_state_of_its_owner_alone(text: str) -> None:
    """The other player cannot tell the two histories apart, neither now nor after something that both see."""
    state, deck = after(text, 6), pyspiel.load_game(text).game.actions["+"]
    while deck not in state.legal_actions():
        state.apply_action(state.legal_actions()[0])
    owner = state.current_player()
    state.apply_action(deck)
    assert state.is_chance_node()
    one, other = (followed(state, outcome) for outcome, _ in state.chance_outcomes()[:2])
    played = one.legal_actions()[0]
    for left, right in ((one, other), (followed(one, played), followed(other, played))):
        assert left.information_state_string(owner) != right.information_state_string(owner)
        assert left.information_state_string(1 - owner) == right.information_state_string(1 - owner)
        assert left.information_state_tensor(1 - owner) == right.information_state_tensor(1 - owner)


def test_a_roll_is_in_the_information_state_of_all() -> None:
    state = after("lostcities_roll", 6)
    while not state.is_chance_node():
        state.apply_action(state.legal_actions()[-1])
    one, other = (followed(state, colors) for colors, _ in state.chance_outcomes()[:2])
    for rolled in (one, other):  # the numbers
        rolled.apply_action(rolled.chance_outcomes()[0][0])
    for player in range(2):
        assert one.information_state_string(player) != other.information_state_string(player)


def followed(state: Any, action: int) -> Any:
    """A state after one more action; the original stays unchanged."""
    after = state.clone()
    after.apply_action(action)
    return after


@pytest.mark.parametrize("text", SMALL)
def test_copies_go_their_own_way(text: str) -> None:
    state = after(text, 6)
    before = str(state)
    copy = state.clone()
    for _ in range(6):
        advance(copy, random.Random(1))
    assert str(state) == before != str(copy)


@pytest.mark.parametrize("text", SMALL)
def test_pickles(text: str) -> None:
    state = after(text, 6)
    again = pickle.loads(pickle.dumps(state))
    assert str(again) == str(state)
    assert again.history() == state.history()
    assert again.legal_actions() == state.legal_actions()


def test_the_observation_is_the_view_and_the_layout_of_the_environments() -> None:
    state = after("lostcities_card", 6)
    match = state.story.state
    player = state.current_player()
    assert json.loads(state.observation_string(player)) == match.view(player)
    assert state.observation_tensor(player) == match.observe(player).tolist()
    assert state.information_state_tensor(player)[: len(match.observe(player))] == match.observe(player).tolist()
    assert len(state.information_state_tensor(player)) == len(match.observe(player)) + RECALLED


def test_the_recalled_moves_have_the_latest_first() -> None:
    state = after("lostcities_card", 6)
    size = len(state.observation_tensor(0))
    last = state.information_state_tensor(0)[size]
    state.apply_action(state.legal_actions()[0])
    recalled = state.information_state_tensor(0)[size:]
    assert recalled[0] == state.history()[-1] + 1
    assert recalled[1] == last


def test_a_roll_is_made_in_two_pieces() -> None:
    chance = chance_of("roll", 2, (("layout", "1"),))
    assert (len(chance.outcomes), len(chance.names)) == (12320, 56 + 220)
    joint = {
        chance.names[first] + chance.names[second]: p * q for first, p in chance.tree[""] for second, q in chance.tree[chance.names[first]]
    }
    assert joint == pytest.approx(dict(game("roll").table(2, {}).chances()))


def test_two_players_play_for_zero_and_more_do_not() -> None:
    utility = pyspiel.GameType.Utility
    assert pyspiel.load_game("lostcities_roll").get_type().utility == utility.ZERO_SUM
    assert pyspiel.load_game("lostcities_roll(players=3)").get_type().utility == utility.GENERAL_SUM


# -- errors --


def test_what_is_not_legal_raises() -> None:
    state = after("lostcities_card", 0)
    before = str(state)
    with pytest.raises(IllegalMove, match=r'"\+P" is not legal for seat 0: play or discard a card first'):
        state.apply_action(game("card").actions["+P"])
    with pytest.raises(ValueError, match="expected an action from 0 to 126, got 400"):
        state.apply_action(400)
    assert str(state) == before
    fresh = pyspiel.load_game("lostcities_card").new_initial_state()
    fresh.apply_action(8)
    with pytest.raises(GameError, match="Y9"):
        fresh.apply_action(8)


@pytest.mark.parametrize("number", [-2, 55, 400])
def test_what_chance_cannot_do_raises(number: int) -> None:
    state = pyspiel.load_game("lostcities_card").new_initial_state()
    with pytest.raises(ValueError, match=f"expected a chance outcome from 0 to 49, got {number}"):
        state.apply_action(number)
    with pytest.raises(ValueError, match="from 0 to 49"):
        state.action_to_string(int(pyspiel.PlayerId.CHANCE), number)
    assert state.history() == []


def test_half_a_roll_is_not_forgotten_when_the_other_half_cannot_be() -> None:
    state = pyspiel.load_game("lostcities_roll").new_initial_state()
    state.apply_action(state.legal_actions()[0])
    possible = state.legal_actions()
    with pytest.raises(GameError, match="cannot happen here"):
        state.apply_action(0)
    assert state.legal_actions() == possible
    state.apply_action(possible[0])
    assert state.current_player() == 0


@pytest.mark.parametrize("parameters", [{"colors": 7}, {"players": 3}, {"size": "huge"}])
def test_values_that_do_not_exist_are_named(parameters: dict[str, Any]) -> None:
    with pytest.raises(BadOption):
        pyspiel.load_game("lostcities_card", parameters)


def test_parameters_that_do_not_exist_are_named() -> None:
    with pytest.raises(pyspiel.SpielError, match="colours"):
        pyspiel.load_game("lostcities_card", {"colours": 5})
