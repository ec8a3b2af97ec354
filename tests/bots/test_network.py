"""Networks: their input, what they compute, and which files are refused."""

import random
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support.folders import ROOT
from support.matches import Table, every_table, new_match, play_randomly
from support.networks import header_of, random_file, random_weights

from lostcities import GAMES, BadOption, State, game
from lostcities.bots.interface import features_of, own_kernels, table_features, tables_of, token_features
from lostcities.bots.net_bot import NetBot
from lostcities.bots.network import Eye, Network, load, part_of, read
from lostcities.games.compiler import jit_wanted
from lostcities.games.engine import Engine

every_game = pytest.mark.parametrize("name", GAMES)


def observations(table: Table, count: int = 12) -> list[bytearray]:
    """Observations of deciding seats at random moments."""
    found = []
    rng = random.Random(8)
    for seed in range(count):
        state = play_randomly(new_match(table, seed), rng, decisions=rng.randrange(1, 90))
        if state.player is not None:
            found.append(bytearray(state.observe(state.player)))
    return found


@every_table
def test_features_are_the_same_compiled(table: Table) -> None:
    """Interpreted code fails if a value does not fit into a byte; compiled code would not notice."""
    if not jit_wanted():
        pytest.skip("Numba is not there, or not wanted")
    chosen = game(table[0])
    eye, engine = Eye(chosen), Engine(chosen, kernels=own_kernels(chosen))
    of_token, of_table = engine.kernel(features_of(chosen).token_features), engine.kernel(features_of(chosen).table_features)
    for observation in observations(table):
        tokens, tables = eye.arrange(observation)
        given = np.frombuffer(bytes(observation), dtype=np.uint8)
        for number, expected in enumerate(tokens[0]):
            out = np.full(len(expected), 7, dtype=np.uint8)
            of_token(given, number, out)
            assert out.tobytes() == expected.tobytes()
        out = np.full(tables.shape[1], 7, dtype=np.uint8)
        of_table(given, out)
        assert out.tobytes() == tables[0].tobytes()


@every_table
def test_features_tell_positions_apart(table: Table) -> None:
    eye = Eye(game(table[0]))
    found = [b"".join(array.tobytes() for array in eye.arrange(observation)) for observation in observations(table)]
    assert len(set(found)) == len(set(map(bytes, observations(table))))


@every_game
def test_every_action_has_one_place(name: str) -> None:
    features = features_of(game(name))
    flat = [action for actions in features.TOKEN_ACTIONS for action in actions] + list(features.TABLE_ACTIONS)
    assert sorted(flat) == list(range(len(game(name).tokens)))


def swapped(view: dict[str, Any], one: str, other: str) -> dict[str, Any]:
    """Return the same position with two colours exchanged, in cards, piles and moves alike."""
    exchange = str.maketrans(one + other, other + one)

    def change(value: Any) -> Any:
        if isinstance(value, dict):
            return {change(key) if len(key) == 1 else key: change(item) for key, item in value.items()}
        if isinstance(value, list):
            return [change(item) for item in value]
        return value.translate(exchange) if isinstance(value, str) else value

    return {key: item if key in ("game", "options", "phase") else change(item) for key, item in view.items()}


def test_the_colours_of_the_card_game_are_interchangeable(tmp_path: Path) -> None:
    chosen = game("card")
    network, eye = load(chosen, str(random_file(chosen, tmp_path))).networks["net"], Eye(chosen)
    rng = random.Random(4)
    for seed in range(10):
        state = play_randomly(new_match(("card", 2, {}), seed), rng, decisions=rng.randrange(1, 60))
        if state.player is None:
            continue
        view = state.view(state.player)
        logits, value = network(*eye.see(view))
        other_logits, other_value = network(*eye.see(swapped(view, "Y", "R")))
        exchange = str.maketrans("YR", "RY")
        order = [chosen.actions[token.translate(exchange)] for token in chosen.tokens]
        np.testing.assert_allclose(other_logits[0, order], logits[0], atol=1e-4)
        np.testing.assert_allclose(other_value, value, atol=1e-4)


@every_game
def test_many_positions_at_once_are_as_one_by_one(name: str) -> None:
    chosen = game(name)
    network, eye = (
        Network(part_of({f"net.{key}": array for key, array in random_weights(chosen, 24, 2, 5).items()}, "net"), features_of(chosen)),
        Eye(chosen),
    )
    given = [eye.arrange(observation) for observation in observations((name, chosen.max_players, {}))]
    together = network(np.concatenate([tokens for tokens, _ in given]), np.concatenate([table for _, table in given]))
    for i, (tokens, table) in enumerate(given):
        logits, value = network(tokens, table)
        np.testing.assert_allclose(together[0][i], logits[0], atol=1e-4)
        np.testing.assert_allclose(together[1][i], value[0], atol=1e-4)


@every_game
def test_torch_computes_the_same(name: str) -> None:
    torch = pytest.importorskip("torch", reason="torch is in the extra `train`")
    from lostcities.training import network as trained

    chosen = game(name)
    features = features_of(chosen)
    weights = random_weights(chosen, 24, 2, 6)
    ours = Network(part_of({f"net.{key}": array.copy() for key, array in weights.items()}, "net"), features)
    shape = trained.Shape.of(features, 24, 2)
    given = [Eye(chosen).arrange(observation) for observation in observations((name, chosen.max_players, {}))]
    tokens, tables = (np.concatenate(arrays) for arrays in zip(*given, strict=True))
    theirs, value = trained.policy(
        {key: torch.from_numpy(array) for key, array in weights.items()}, shape, torch.from_numpy(tokens), torch.from_numpy(tables)
    )
    order = trained.action_order(features, torch.device("cpu"))
    logits, worth = ours(tokens, tables)
    np.testing.assert_allclose(theirs[:, order].numpy(), logits, atol=1e-3)
    np.testing.assert_allclose(value.numpy(), worth, atol=1e-3)


@every_table
def test_the_bot_moves_the_same_whatever_it_cannot_see(table: Table, tmp_path: Path) -> None:
    chosen = game(table[0])
    bot = NetBot(chosen, file=str(random_file(chosen, tmp_path)))
    rng = random.Random(9)
    for seed in range(4):
        state = play_randomly(new_match(table, seed), rng, decisions=rng.randrange(1, 60))
        if state.player is not None:
            move = bot.decide(state.view(state.player))
            assert move in state.legal()
            assert bot.decide(state.resample(state.player, rng).view(state.player)) == move


def second_round(name: str) -> State:
    """A match after a first round that was not a tie, and some more turns."""
    rng = random.Random(2)
    state = new_match((name, 2, {"rounds": 3}), 1)
    while not state.scores:
        state.push(rng.choice(state.legal()))
    assert len(set(state.totals)) == 2
    return play_randomly(state, rng, decisions=30)


@pytest.mark.parametrize("name", ["card", "board"])
def test_a_level_match_is_what_the_bot_is_told(name: str, tmp_path: Path) -> None:
    chosen = game(name)
    file = str(random_file(chosen, tmp_path))
    state = second_round(name)
    assert state.player is not None
    view = state.view(state.player)
    level = tables_of(chosen).level(view)
    assert len(set(level["totals"])) == 1
    assert chosen.world(level, random.Random(1)).view(state.player)["totals"] == level["totals"]
    told, plain = NetBot(chosen, file=file, level=True), NetBot(chosen, file=file)
    assert (told.logits(view) == plain.logits(level)).all()
    assert (told.logits(view) != plain.logits(view)).any()


def test_what_was_found_on_this_expedition_counts_in_a_level_match() -> None:
    view = second_round("board").view(0)
    one, other = view["totals"]
    level = tables_of(game("board")).level(view | {"points": [one + 15, other + 5]})
    mean = (one + other) // 2
    assert (level["totals"], level["points"]) == ([mean, mean], [mean + 15, mean + 5])


def test_a_match_of_one_round_is_level() -> None:
    view = new_match(("roll", 2, {}), 1).view(0)
    assert tables_of(game("roll")).level(view) == view


@every_game
def test_files_that_do_not_fit_are_refused(name: str, tmp_path: Path) -> None:
    chosen = game(name)
    for field, value in {"format": "lostcities.net/9", "game": "chess", "observation": 0, "features": 99}.items():
        path = random_file(chosen, tmp_path, {field: value})
        with pytest.raises(BadOption, match=f"its {field} is {value}, expected {header_of(chosen)[field]}"):
            load.__wrapped__(chosen, str(path))


def test_files_that_are_no_networks_are_refused(tmp_path: Path) -> None:
    broken = tmp_path / "broken.npz"
    for content in (b"", b"PK\x03\x04 no zip", b"x" * 1000):
        broken.write_bytes(content)
        with pytest.raises(BadOption, match=r"broken\.npz cannot be read"):
            load.__wrapped__(game("card"), str(broken))
    with pytest.raises(BadOption, match=r"missing\.npz cannot be read"):
        load.__wrapped__(game("card"), str(tmp_path / "missing.npz"))
    np.savez(broken, header=np.frombuffer(b"[]", dtype=np.uint8))
    with pytest.raises(BadOption, match="cannot be read"):
        load.__wrapped__(game("card"), str(broken))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"net.own1": None}, "net.bias1: expected nothing, found (24,)"),
        ({"quick.worth": None}, "quick.worth: expected (8, 1), found nothing"),
        ({"net.bias": None}, "net.bias: expected (24,), found nothing"),
        ({"net.bias": (3, 2)}, "net.bias: expected (2,), found (3, 2)"),
        ({"net.bias": ()}, "net.bias: expected (24,), found ()"),
        ({"net.token_policy": (24, 7)}, "net.token_policy: expected (24, 21), found (24, 7)"),
        ({"net.belief": (24, 3), "net.belief_bias": (3,)}, "net.belief: expected (24, 10), found (24, 3)"),
        ({"net.secrets": (4, 24)}, "net.secrets: expected nothing, found (4, 24)"),
        ({"stray": (1,)}, "stray: expected nothing, found (1,)"),
    ],
)
def test_networks_with_other_arrays_are_refused(change: dict[str, tuple[int, ...] | None], said: str, tmp_path: Path) -> None:
    path = random_file(game("card"), tmp_path)
    with np.load(path) as content:
        arrays = dict(content)
    for name, shape in change.items():
        if shape is None:
            del arrays[name]
        else:
            arrays[name] = np.zeros(shape, dtype=np.float16)
    np.savez(path, **arrays)
    with pytest.raises(BadOption, match=re.escape(said)):
        load.__wrapped__(game("card"), str(path))


@pytest.mark.parametrize("name", ["net", "quick"])
def test_files_without_one_of_the_networks_are_refused(name: str, tmp_path: Path) -> None:
    path = random_file(game("card"), tmp_path)
    with np.load(path) as content:
        arrays = {key: array for key, array in content.items() if not key.startswith(f"{name}.")}
    np.savez(path, **arrays)
    with pytest.raises(BadOption, match=f"{name}: expected a network, found nothing"):
        load.__wrapped__(game("card"), str(path))


def test_a_file_reads_back_as_written(tmp_path: Path) -> None:
    path = random_file(game("card"), tmp_path)
    with path.open("rb") as file:
        header, arrays = read(file)
    assert header == header_of(game("card"))
    written = random_weights(game("card"), 24, 2, 1)["own1"]
    np.testing.assert_allclose(arrays["net.own1"], written, atol=1e-2)


def test_stand_ins_are_not_run() -> None:
    with pytest.raises(AssertionError):
        token_features(bytearray(1), 0, bytearray(1))
    with pytest.raises(AssertionError):
        table_features(bytearray(1), bytearray(1))


def test_a_round_that_does_not_end_is_brought_to_its_end(tmp_path: Path) -> None:
    """From turn 100 on the bot draws from the deck, even if it could draw from a pile."""
    chosen = game("card")
    bot = NetBot(chosen, file=str(random_file(chosen, tmp_path)))
    state = new_match(("card", 2, {}), 3)
    rng = random.Random(1)
    while state.turn < 101 or state.view(state.player)["phase"] != "draw" or len(state.legal()) == 1:
        piles = [move for move in state.legal() if move.startswith("+") and len(move) > 1]
        discards = [move for move in state.legal() if move.startswith("-")]
        state.push(rng.choice(piles or discards or state.legal()))
    assert state.player is not None
    assert bot.decide(state.view(state.player)) == "+"


@every_game
def test_the_page_has_the_sizes(name: str) -> None:
    features = features_of(game(name))
    sizes = (features.TOKENS, features.TOKEN, features.TABLE, len(features.TOKEN_ACTIONS[0]), len(features.TABLE_ACTIONS))
    page = ROOT / "docs" / "bots" / "networks.md"
    assert f"| `{name}` | " + " | ".join(map(str, sizes)) + " |" in page.read_text()
