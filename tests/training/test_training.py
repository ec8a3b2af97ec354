"""Training on a CPU: rewards that add up, advantages as by hand, a run that learns, stops, resumes, and passes its gate."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from support.networks import random_file

from lostcities import GAMES, BadOption, game
from lostcities.bots import network as play
from lostcities.games.compiler import jit_wanted
from lostcities.games.rows import MATCH_OVER

torch = pytest.importorskip("torch", reason="torch is in the extra `train`")
if not jit_wanted():
    pytest.skip("Numba is not there, or not wanted", allow_module_level=True)

from support.training import CPU, Small, SmallCritic, run_in, tiny

from lostcities.bots.batches.runner import Runner
from lostcities.bots.interface import training_of
from lostcities.bots.torch_network import stored
from lostcities.intervals import Bounds
from lostcities.training.checkpoint import identity
from lostcities.training.duel import Result, duel
from lostcities.training.finish import FAILED, KEPT, PASSED, finish, gate, next_version
from lostcities.training.kernels import RANDOM, STALLED, THUMB, advantage
from lostcities.training.learner import Learner, choose
from lostcities.training.memory import remember
from lostcities.training.nets import TokenPolicy
from lostcities.training.parts import OURS, Parts
from lostcities.training.player import RIVALS, Player
from lostcities.training.run import Run
from lostcities.training.simulator import Simulator

every_game = pytest.mark.parametrize("name", GAMES)


def random_actions(simulator: Simulator) -> Any:
    return torch.multinomial(simulator.masks.float(), 1).squeeze(1)


def match_pay(margins: Any, win: float) -> Any:
    """The reward of every seat for the match itself: `win` for a lone winner, and the same taken from the others together."""
    players, winners = len(margins), margins >= 0
    share = torch.where(winners, 1 / winners.sum(), torch.tensor(0.0))
    return win * (share * players - 1) / (players - 1)


@every_game
def test_rewards_add_up_to_the_lead_and_the_match(name: str) -> None:
    """Minus the cost of a round that the cap on turns ended: here all of its twenty turns."""
    torch.manual_seed(3)
    training = training_of(game(name))
    options = {"rounds": 2, "max_turns": 20} if "rounds" in {option.name for option in game(name).options} else {}
    simulator = Simulator(game(name), [(1, game(name).max_players, options)], 12, 5, CPU)
    paid = torch.zeros_like(simulator.rewards)
    ended = 0
    while ended < 12:
        simulator.step(random_actions(simulator))
        paid += simulator.rewards
        for i in (simulator.ended & MATCH_OVER).nonzero().flatten().tolist():
            expected = simulator.margins[i] / training.POINT + match_pay(simulator.margins[i], training.WIN)
            expected -= STALLED * options.get("rounds", 0)
            np.testing.assert_allclose(paid[i].numpy(), expected.numpy(), atol=1e-4)
            assert abs(float(match_pay(simulator.margins[i], training.WIN).sum())) < 1e-5
            paid[i] = 0
            ended += 1


def test_margins_are_leads_over_those_who_sit_at_the_table() -> None:
    torch.manual_seed(4)
    simulator = Simulator(game("roll"), [(1, 2, {}), (1, 5, {}), (1, 3, {})], 6, 5, CPU)
    while not simulator.totals.any(dim=1).all():
        simulator.step(random_actions(simulator))
    for totals, margins, players in zip(simulator.totals.tolist(), simulator.margins.tolist(), simulator.players.tolist(), strict=True):
        seated = totals[:players]
        leads = [seated[seat] - max(seated[:seat] + seated[seat + 1 :]) for seat in range(players)]
        assert margins == leads + [0] * (5 - players)


def test_actions_are_drawn_as_the_policy_says() -> None:
    """The likelier action four times out of five; a rival does not use the policy."""
    torch.manual_seed(2)
    size = 20000
    logits = torch.tensor([0.0, 5.0, np.log(4)]).repeat(size, 1)
    masks = torch.tensor([1, 0, 1], dtype=torch.uint8).repeat(size, 1)
    rival = torch.arange(size) % 2 == 1
    actions, chances = choose(logits, torch.arange(3), masks, rival)
    likelier = actions == 2
    assert float(likelier[~rival].float().mean()) == pytest.approx(0.8, abs=0.02)
    assert float(likelier[rival].float().mean()) == pytest.approx(0.5, abs=0.02)
    np.testing.assert_allclose(chances.exp().numpy(), torch.where(likelier, 0.8, 0.2).numpy(), rtol=1e-5)


@pytest.mark.parametrize("uniform", [0.0, 1.0])
def test_no_draw_is_an_illegal_action(uniform: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """A uniform number is 0 once in about ten million: it must not harm the only legal action, nor may 1 help the others."""
    legal = 3
    masks = torch.zeros((1, 5), dtype=torch.uint8)
    masks[0, legal] = 1
    draws = torch.full((1, 5), 1 - uniform)
    draws[0, legal] = uniform
    monkeypatch.setattr(torch, "rand_like", lambda _: draws)
    for rival in (False, True):
        actions, chances = choose(torch.zeros(1, 5), torch.arange(5), masks, torch.tensor([rival]))
        assert (actions.tolist(), chances.tolist()) == ([legal], [0.0])


@pytest.mark.parametrize("parts", [OURS, Parts(policy=Small, critic=SmallCritic)], ids=["ours", "modules"])
def test_what_a_gpu_runs_is_compiled_in_one_piece(parts: Parts) -> None:
    """Here without the last stage, which needs a GPU: no part is left to the interpreter, and the results are the same."""
    learner = Learner(tiny(), parts)
    learner.collect()
    memory = learner.memory
    learner.prepare(memory.decided(), 0.01)
    seen = [tensor.flatten(0, 1) for tensor in (memory.tokens, memory.tables, memory.hidden)]
    masks = memory.masks.flatten(0, 1)
    logits, _ = learner.net.policy(learner.playing, *seen[:2], masks)
    drawn_from = (logits, learner.net.order, masks, memory.counted.flatten() == 0)
    calls: list[tuple[Any, tuple[Any, ...]]] = [
        (learner.losses, (learner.batch.part(memory.decided()[:48]),)),
        (learner.net.policy, (learner.playing, *seen[:2], masks)),
        (learner.judge.value, (learner.judging, *seen)),
        (choose, drawn_from),
    ]
    for function, arguments in calls:
        plain, compiled = (same_draws(called, *arguments) for called in (function, in_one_piece(function)))
        torch.testing.assert_close(compiled, plain)
    copies = [torch.empty_like(tensor) for tensor in seen]
    in_one_piece(remember)(seen, copies)
    torch.testing.assert_close(copies, seen)


def in_one_piece(function: Any) -> Any:
    return torch.compile(function, dynamic=False, fullgraph=True, backend="aot_eager")


def same_draws(function: Any, *arguments: Any) -> Any:
    torch.manual_seed(3)
    return function(*arguments)


def by_hand(seats: Any, values: Any, rewards: Any, ended: Any, decay: float) -> np.ndarray:
    """Advantages of one match, seat by seat, straight from the definition."""
    steps = len(ended)
    found = np.zeros(steps)
    for seat in set(seats.tolist()):
        later: tuple[float, float] | None = (float(values[steps]), 0.0) if seats[steps] == seat else None
        reward = 0.0
        for t in range(steps - 1, -1, -1):
            if ended[t] & MATCH_OVER:
                later, reward = (0.0, 0.0), 0.0
            reward += rewards[t, seat]
            if seats[t] != seat:
                continue
            value, there = later if later is not None else (values[t], 0.0)
            found[t] = reward + value - values[t] + decay * there
            later, reward = (float(values[t]), float(found[t])), 0.0
    return found


def test_advantages_are_as_by_hand() -> None:
    rng = np.random.default_rng(0)
    steps, matches, players = 40, 30, 3
    seats = rng.integers(0, players, (steps + 1, matches)).astype(np.uint8)
    values = rng.normal(size=(steps + 1, matches)).astype(np.float32)
    rewards = rng.normal(size=(steps, matches, players)).astype(np.float32)
    ended = (rng.random((steps, matches)) < 0.1).astype(np.uint8) * MATCH_OVER
    memory = np.zeros((matches, 4, players), dtype=np.float32)
    found = np.zeros((steps, matches), dtype=np.float32)
    Runner(game("card"), CPU)(
        advantage, matches, *map(torch.from_numpy, (seats, values, rewards, ended, memory)), 0.9, torch.from_numpy(found)
    )
    for i in range(matches):
        np.testing.assert_allclose(found[:, i], by_hand(seats[:, i], values[:, i], rewards[:, i], ended[:, i], 0.9), atol=1e-4)


@every_game
def test_rivals_decide_in_their_seats(name: str) -> None:
    learner = Learner(tiny(name))
    simulator = learner.simulator
    assert {RANDOM, THUMB} & set(simulator.kinds.tolist())
    learner.collect()
    counted = learner.memory.counted > 0
    rival = (simulator.kinds[None] > 0) & (learner.memory.seats[:-1] == simulator.rivals[None])
    assert (counted == ~rival).all()
    taken = learner.memory.masks.gather(2, learner.memory.actions[..., None]).squeeze(2)
    assert (taken[counted] == 1).all()


def test_a_lesson_without_decisions_to_compare_teaches_nothing() -> None:
    learner = Learner(tiny(matches=1, steps=1, batch=1))
    before = learner.copied(learner.weights)
    for _ in range(4):
        learner.collect()
        assert learner.learn(1e-3, 0.01) == {}
    assert all(torch.equal(before[name], tensor) for name, tensor in learner.weights.items())


def critics_error(learner: Learner) -> float:
    """The critic's mean squared error over everything collected."""
    memory = learner.memory
    seen = [tensor.flatten(0, 1) for tensor in (memory.tokens, memory.tables, memory.hidden)]
    with torch.no_grad():
        values = learner.judge.value(learner.critic, *seen)
    returns = (memory.advantages + memory.values[:-1]).flatten()
    return float(((values - returns) ** 2)[memory.decided()].mean())


@every_game
def test_learning_lowers_the_critics_error(name: str) -> None:
    learner = Learner(tiny(name, batch=128, steps=96))
    learner.collect()
    before = critics_error(learner)
    for _ in range(8):
        how = learner.learn(2e-3, 0.01)
    assert critics_error(learner) < 0.9 * before
    assert np.isfinite(list(how.values())).all()


def test_the_critic_can_learn_first() -> None:
    learner = Learner(tiny(critic_first=1))
    policy, critic = learner.copied(learner.weights), learner.copied(learner.critic)
    learner.collect()
    learner.learn(1e-3, 0.01)
    assert all(torch.equal(policy[name], tensor) for name, tensor in learner.weights.items())
    assert not all(torch.equal(critic[name], tensor) for name, tensor in learner.critic.items())
    learner.learn(1e-3, 0.01)
    assert not all(torch.equal(policy[name], tensor) for name, tensor in learner.weights.items())


def test_a_network_is_equal_to_itself_in_paired_matches() -> None:
    learner = Learner(tiny())
    player = Player(net=learner.net, weights=learner.copied(learner.weights))
    result = duel(game("card"), 2, {"rounds": 1, "max_turns": 60}, player, player, 6, 1, learner.runner)
    assert (result.margin, result.share, result.deals) == (0, 0.5, 6)
    assert not result.better


def test_the_rule_of_thumb_beats_a_random_player() -> None:
    result = duel(game("card"), 2, {"rounds": 1, "max_turns": 100}, RIVALS["thumb"], RIVALS["random"], 40, 1, Runner(game("card"), CPU))
    assert result.better
    assert result.margin > 60


def test_a_run_resumes_where_it_stopped(tmp_path: Path) -> None:
    said: list[str] = []
    first = run_in(tmp_path, said.append, minutes=0.02, decisions=None, distill_decisions=None)
    first.train()
    second = run_in(tmp_path, said.append, minutes=0.02, decisions=None, distill_decisions=None)
    second.resume()
    assert second.learner.decisions == first.learner.decisions > 0
    assert second.elapsed == first.elapsed
    for name, tensor in first.learner.weights.items():
        assert torch.equal(second.learner.weights[name], tensor)
    assert all(f" {figure} " in line for line in said if "M decisions" in line for figure in ("points", "vs_random", "vs_thumb"))
    assert any("M decisions" in line for line in said)


def test_resuming_needs_a_checkpoint_that_fits(tmp_path: Path) -> None:
    run = run_in(tmp_path)
    with pytest.raises(BadOption, match="no checkpoint to resume from"):
        run.resume()
    run.train()
    other = run_in(tmp_path, width=32)
    with pytest.raises(BadOption, match="other settings"):
        other.resume()
    other = run_in(tmp_path, seed=2)
    with pytest.raises(BadOption, match="another seed"):
        other.resume()


def test_a_broken_checkpoint_is_refused(tmp_path: Path) -> None:
    run = run_in(tmp_path)
    run.save()
    whole = run.checkpoint.read_bytes()
    for content in (b"", b"no checkpoint", whole[:1000]):
        run.checkpoint.write_bytes(content)
        with pytest.raises(BadOption, match="is damaged"):
            run.resume()
    for found in ([1], {}, identity(run.config), identity(run.config) | {"weights": {}}):
        torch.save(found, run.checkpoint)
        with pytest.raises(BadOption, match="is damaged"):
            run.resume()
    run.checkpoint.write_bytes(whole)
    run.resume()


def test_the_gate_keeps_the_better_network(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A network that has hardly learned does not replace the one in the package; if there is none, it is the first."""
    run = run_in(tmp_path)
    run.train()
    monkeypatch.setattr("lostcities.training.finish.MEASURED", 1)
    old = random_file(game("card"), tmp_path)
    before = play.NetworkFile(game("card"), old)
    monkeypatch.setattr(play, "load", lambda *_: before)
    monkeypatch.setattr(Run, "measure", lambda *_: duel_result(-5.0))
    trained = finish(run)
    assert (trained.file, trained.gate) == (None, FAILED)
    kept = finish(run_in(tmp_path, keep=True)).file
    assert kept is not None
    assert play.NetworkFile(game("card"), kept).header["made"]["gate"] == KEPT
    monkeypatch.setattr(Run, "measure", lambda *_: duel_result(5.0))
    path = finish(run).file
    assert path is not None
    assert path != kept
    header = play.NetworkFile(game("card"), path).header
    made = header["made"]
    assert made["gate"] == PASSED
    assert "2 players against the network before it" in header["strength"]
    assert made["seed"] == 1
    assert made["decisions"] == run.decisions == run.config.decisions


@pytest.mark.parametrize(
    ("margins", "verdict"),
    [({2: 5.0, 3: 0.5, 4: -0.5}, PASSED), ({2: 5.0, 3: 5.0, 4: -5.0}, FAILED), ({2: 0.5, 3: 5.0, 4: 5.0}, FAILED)],
)
def test_the_gate_is_at_every_number_of_players(margins: dict[int, float], verdict: str) -> None:
    """Better at the first table, and no worse at the others, as far as the deals can tell."""
    tables = training_of(game("board")).MIX

    def measure(_what: str, _first: object, _old: object, table: Any, *_: object) -> Any:
        return duel_result(margins[table[1]])

    strength: dict[str, str] = {}
    config = SimpleNamespace(tables=tables, deals=2)
    run: Any = SimpleNamespace(config=config, opponent=str, player=str, measure=measure, say=print)
    assert gate(run, {}, strength) == verdict
    assert list(strength) == [f"{players} players against the network before it" for players in margins]


def test_a_version_is_never_taken_twice(tmp_path: Path) -> None:
    run: Any = SimpleNamespace(learner=SimpleNamespace(game=game("card")), config=SimpleNamespace(out=tmp_path))
    taken = int(play.packaged(game("card")).name.removeprefix("card-").removesuffix(".npz"))
    assert next_version(run) == taken + 1
    for name in (f"card-{taken + 4}.npz", f"card-{taken + 9}.draft.npz", "card-mine.npz", f"board-{taken + 20}.npz"):
        tmp_path.joinpath(name).touch()
    assert next_version(run) == taken + 5


def test_a_result_shows_the_share_that_was_won() -> None:
    assert str(Result(2.0, 0.5, 0.35, Bounds(0.331, 0.372), 10, 4)) == "+2.0 ±0.5 per round, 35.0% (33.1–37.2) of matches"


def test_a_run_cannot_begin_as_a_larger_network(tmp_path: Path) -> None:
    file = random_file(game("card"), tmp_path)
    with pytest.raises(BadOption, match=r"its width, blocks is 24, 2, expected 1\.\.16, 1\.\.1"):
        run_in(tmp_path, begin=file)


@every_game
def test_a_grown_network_plays_the_same(name: str) -> None:
    chosen = game(name)
    weights, shape = stored(chosen, CPU)
    learner = Learner(tiny(name, width=shape.width + 24, blocks=shape.blocks + 1))
    learner.begin_from(weights, shape)
    given = learner.simulator.tokens, learner.simulator.tables, learner.simulator.masks
    small, large = TokenPolicy(chosen, shape, CPU).policy(weights, *given), learner.net.policy(learner.weights, *given)
    for before, after in zip(small, large, strict=True):
        np.testing.assert_allclose(before.numpy(), after.detach().numpy(), atol=2e-4)


def test_a_run_begins_as_another_network_and_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = random_file(game("card"), tmp_path, {"made": {"command": "by hand"}})
    weights, shape = stored(game("card"), CPU, str(file))
    run = run_in(tmp_path, begin=file, keep=True, width=shape.width, blocks=shape.blocks)
    for name in ("token", "own0", "table_policy"):
        np.testing.assert_array_equal(run.learner.weights[name].detach().numpy(), weights[name].numpy())
    monkeypatch.setattr("lostcities.training.finish.MEASURED", 1)
    path = finish(run).file
    assert path is not None
    assert play.NetworkFile(game("card"), path).header["made"]["began_as"] == {"command": "by hand"}


def duel_result(margin: float) -> Any:
    share = 0.5 + margin / 100
    return Result(margin, 1.0, share, Bounds(share - 0.01, share + 0.01), 100, 2)
