"""Training on a CPU: rewards that add up, advantages as by hand, a run that learns, stops, resumes, and passes its gate."""

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from support.folders import ROOT
from support.networks import random_file

from lostcities import GAMES, BadOption, game
from lostcities.bots import network as play
from lostcities.bots.torch_network import stored
from lostcities.games.compiler import jit_wanted
from lostcities.games.rows import MATCH_OVER

torch = pytest.importorskip("torch", reason="torch is in the extra `train`")
if not jit_wanted():
    pytest.skip("Numba is not there, or not wanted", allow_module_level=True)

from lostcities.bots.interface import training_of
from lostcities.cli.main import app
from lostcities.intervals import Bounds
from lostcities.training import network
from lostcities.training.command import parse_settings, starting_point
from lostcities.training.duel import Player, Result, duel
from lostcities.training.finish import FAILED, PASSED, finish, gate, next_version
from lostcities.training.kernels import RANDOM, STALLED, THUMB, advantage
from lostcities.training.learner import LEARNED_FROM, Learner, choose, remember
from lostcities.training.run import Plan, Run
from lostcities.training.settings import LEAST, SMALL, Settings
from lostcities.training.simulator import Runner, Simulator

torch.set_num_threads(1)  # the matrices are small, and the other cores are busy with other tests
CPU = torch.device("cpu")
TINY = Settings(matches=48, steps=24, batch=576, rate=2e-3, width=16, blocks=1, critic_width=16, critic_blocks=1)
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


def test_what_a_gpu_runs_is_compiled_in_one_piece() -> None:
    """Here without the last stage, which needs a GPU: no part is left to the interpreter, and the results are the same."""
    learner = Learner(game("card"), TINY, 1, CPU)
    learner.collect()
    memory = learner.memory
    rest = {"returns": memory.values[0], "advantages": memory.advantages[0]}
    given = {name: getattr(memory, name)[0] for name in LEARNED_FROM} | rest
    seen = [tensor.flatten(0, 1) for tensor in (memory.tokens, memory.tables, memory.hidden)]
    logits, _ = network.policy(learner.playing, learner.shape, *seen[:2])
    drawn_from = (logits, learner.order, memory.masks.flatten(0, 1), memory.counted.flatten() == 0)
    calls: list[tuple[Any, tuple[Any, ...]]] = [
        (learner.losses, (given, torch.tensor(0.01))),
        (network.policy, (learner.playing, learner.shape, *seen[:2])),
        (network.critic, (learner.judging, learner.critic_shape, *seen)),
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
    learner = Learner(game(name), TINY, 1, CPU)
    simulator = learner.simulator
    assert {RANDOM, THUMB} & set(simulator.kinds.tolist())
    learner.collect()
    counted = learner.memory.counted > 0
    rival = (simulator.kinds[None] > 0) & (learner.memory.seats[:-1] == simulator.rivals[None])
    assert (counted == ~rival).all()
    taken = learner.memory.masks.gather(2, learner.memory.actions[..., None]).squeeze(2)
    assert (taken[counted] == 1).all()


def test_a_lesson_without_decisions_to_compare_teaches_nothing() -> None:
    learner = Learner(game("card"), replace(TINY, matches=1, steps=1, batch=1), 1, CPU)
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
        values = network.critic(learner.critic, learner.critic_shape, *seen)
    returns = (memory.advantages + memory.values[:-1]).flatten()
    return float(((values - returns) ** 2)[learner.decided()].mean())


@every_game
def test_learning_lowers_the_critics_error(name: str) -> None:
    learner = Learner(game(name), replace(TINY, batch=128, steps=96), 1, CPU)
    learner.collect()
    before = critics_error(learner)
    for _ in range(8):
        how = learner.learn(2e-3, 0.01)
    assert critics_error(learner) < 0.9 * before
    assert np.isfinite(list(how.values())).all()


def test_the_critic_can_learn_first() -> None:
    learner = Learner(game("card"), replace(TINY, critic_first=1), 1, CPU)
    policy, critic = learner.copied(learner.weights), learner.copied(learner.critic)
    learner.collect()
    learner.learn(1e-3, 0.01)
    assert all(torch.equal(policy[name], tensor) for name, tensor in learner.weights.items())
    assert not all(torch.equal(critic[name], tensor) for name, tensor in learner.critic.items())
    learner.learn(1e-3, 0.01)
    assert not all(torch.equal(policy[name], tensor) for name, tensor in learner.weights.items())


def test_a_network_is_equal_to_itself_in_paired_matches() -> None:
    learner = Learner(game("card"), TINY, 1, CPU)
    player = Player(weights=learner.copied(learner.weights), shape=learner.shape)
    result = duel(game("card"), 2, {"rounds": 1, "max_turns": 60}, player, player, 6, 1, learner.runner)
    assert (result.margin, result.share, result.deals) == (0, 0.5, 6)
    assert not result.better


def test_the_rule_of_thumb_beats_a_random_player() -> None:
    result = duel(game("card"), 2, {"rounds": 1, "max_turns": 100}, Player(THUMB), Player(RANDOM), 40, 1, Runner(game("card"), CPU))
    assert result.better
    assert result.margin > 60


def plan(folder: Path, **changes: Any) -> Plan:
    settings = {"game": game("card"), "minutes": 0.02, "seed": 1, "device": CPU, "out": folder, "settings": TINY}
    return Plan(**(settings | {"distill_minutes": 0.001, "deals": 2} | changes))


def test_the_page_has_every_setting_with_its_default() -> None:
    page = (ROOT / "docs" / "bots" / "training.md").read_text()
    rows = [row.split("|")[1:3] for row in page.splitlines() if row.startswith("| `")]
    found = {}
    for names, values in rows:
        found |= zip((name.strip(" `") for name in names.split(",")), map(float, values.split(",")), strict=True)
    assert found == {name: float(getattr(Settings(), name)) for name in Settings.__slots__}


def test_a_run_resumes_where_it_stopped(tmp_path: Path) -> None:
    said: list[str] = []
    first = Run(plan(tmp_path), said.append)
    first.train()
    second = Run(plan(tmp_path), said.append)
    second.resume()
    assert second.learner.decisions == first.learner.decisions > 0
    assert second.elapsed == first.elapsed
    for name, tensor in first.learner.weights.items():
        assert torch.equal(second.learner.weights[name], tensor)
    assert all(f" {figure} " in line for line in said if "M decisions" in line for figure in ("points", "vs_random", "vs_thumb"))
    assert any("M decisions" in line for line in said)


def test_resuming_needs_a_checkpoint_that_fits(tmp_path: Path) -> None:
    run = Run(plan(tmp_path), print)
    with pytest.raises(BadOption, match="no checkpoint to resume from"):
        run.resume()
    run.train()
    other = Run(plan(tmp_path, settings=replace(TINY, width=32)), print)
    with pytest.raises(BadOption, match="other settings"):
        other.resume()
    other = Run(plan(tmp_path, seed=2), print)
    with pytest.raises(BadOption, match="another seed"):
        other.resume()


def test_a_broken_checkpoint_is_refused(tmp_path: Path) -> None:
    run = Run(plan(tmp_path), print)
    run.save()
    whole = run.checkpoint.read_bytes()
    for content in (b"", b"no checkpoint", whole[:1000]):
        run.checkpoint.write_bytes(content)
        with pytest.raises(BadOption, match="is damaged"):
            run.resume()
    for found in ([1], {}, run.identity(), run.identity() | {"weights": {}}):
        torch.save(found, run.checkpoint)
        with pytest.raises(BadOption, match="is damaged"):
            run.resume()
    run.checkpoint.write_bytes(whole)
    run.resume()


def test_the_gate_keeps_the_better_network(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A network that has hardly learned does not replace the one in the package; if there is none, it is the first."""
    run = Run(plan(tmp_path), print)
    run.train()
    monkeypatch.setattr("lostcities.training.finish.MEASURED", 1)
    old = random_file(game("card"), tmp_path)
    before = play.NetworkFile(game("card"), old)
    monkeypatch.setattr(play, "load", lambda *_: before)
    monkeypatch.setattr(Run, "compare", lambda *_: duel_result(-5.0))
    assert finish(run) is None
    kept = finish(Run(plan(tmp_path, keep=True), print))
    assert kept is not None
    assert play.NetworkFile(game("card"), kept).header["made"]["gate"] == FAILED
    monkeypatch.setattr(Run, "compare", lambda *_: duel_result(5.0))
    path = finish(run)
    assert path is not None
    assert path != kept
    header = play.NetworkFile(game("card"), path).header
    made = header["made"]
    assert made["gate"] == PASSED
    assert "2 players against the network before it" in header["strength"]
    assert made["seed"] == 1
    assert made["decisions"] == run.decisions > 0


@pytest.mark.parametrize(
    ("margins", "verdict"),
    [({2: 5.0, 3: 0.5, 4: -0.5}, PASSED), ({2: 5.0, 3: 5.0, 4: -5.0}, FAILED), ({2: 0.5, 3: 5.0, 4: 5.0}, FAILED)],
)
def test_the_gate_is_at_every_number_of_players(margins: dict[int, float], verdict: str) -> None:
    """Better at the first table, and no worse at the others, as far as the deals can tell."""
    mix = training_of(game("board")).MIX

    def compare(_first: object, _old: object, table: int) -> Any:
        return duel_result(margins[mix[table][1]])

    asked = SimpleNamespace(game=game("board"), device=CPU, keep=True)
    strength: dict[str, str] = {}
    run: Any = SimpleNamespace(plan=asked, learner=SimpleNamespace(shape=None), compare=compare, say=print)
    assert gate(run, {}, strength) == verdict
    assert list(strength) == [f"{players} players against the network before it" for players in margins]


def test_a_version_is_never_taken_twice(tmp_path: Path) -> None:
    run: Any = SimpleNamespace(plan=SimpleNamespace(game=game("card"), out=tmp_path))
    taken = int(play.packaged(game("card")).name.removeprefix("card-").removesuffix(".npz"))
    assert next_version(run) == taken + 1
    for name in (f"card-{taken + 4}.npz", f"card-{taken + 9}.draft.npz", "card-mine.npz", f"board-{taken + 20}.npz"):
        tmp_path.joinpath(name).touch()
    assert next_version(run) == taken + 5


def test_a_result_shows_the_share_that_was_won() -> None:
    assert str(Result(2.0, 0.5, 0.35, Bounds(0.331, 0.372), 10, 4)) == "+2.0 ±0.5 a round, 35.0% (33.1–37.2) of matches"


def test_a_run_goes_further_in_smaller_steps_on_any_device() -> None:
    for device, settings in ((CPU, SMALL), (torch.device("cuda"), Settings())):
        assert starting_point(device, None) == settings
        further = starting_point(device, Path("net.npz"))
        assert (further.rate, further.entropy, further.critic_first) == (4e-4, 0.008, 12)
        assert replace(further, rate=settings.rate, entropy=settings.entropy, critic_first=settings.critic_first) == settings


@pytest.mark.parametrize("given", ["batch=0", "matches=-1", "steps=0", "width=1", "critic_first=-1", "rate=-1", "rate=nan", "entropy=inf"])
def test_settings_have_lower_bounds(given: str) -> None:
    with pytest.raises(BadOption, match=r"expected a number of type (int|float) ≥ "):
        parse_settings(SMALL, [given])
    for settings in (Settings(), SMALL, TINY):
        assert all(getattr(settings, name) >= LEAST.get(name, 0) for name in Settings.__slots__)


def test_a_run_cannot_begin_as_a_larger_network(tmp_path: Path) -> None:
    file = random_file(game("card"), tmp_path)
    with pytest.raises(BadOption, match=r"its width, blocks is 24, 2, expected 1\.\.16, 1\.\.1"):
        Run(plan(tmp_path, begin=file), print)


@every_game
def test_a_grown_network_plays_the_same(name: str) -> None:
    chosen = game(name)
    weights, shape = stored(chosen, CPU)
    learner = Learner(chosen, replace(TINY, width=shape.width + 24, blocks=shape.blocks + 1), 1, CPU)
    learner.begin_from(weights, shape)
    given = learner.simulator.tokens, learner.simulator.tables
    small, large = network.policy(weights, shape, *given), network.policy(learner.weights, learner.shape, *given)
    for before, after in zip(small, large, strict=True):
        np.testing.assert_allclose(before.numpy(), after.detach().numpy(), atol=2e-4)


def test_a_run_begins_as_another_network_and_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = random_file(game("card"), tmp_path, {"made": {"command": "by hand"}})
    weights, shape = stored(game("card"), CPU, str(file))
    run = Run(plan(tmp_path, begin=file, keep=True, settings=replace(TINY, width=shape.width, blocks=shape.blocks)), print)
    for name in ("token", "own0", "table_policy"):
        np.testing.assert_array_equal(run.learner.weights[name].detach().numpy(), weights[name].numpy())
    monkeypatch.setattr("lostcities.training.finish.MEASURED", 1)
    path = finish(run)
    assert path is not None
    assert play.NetworkFile(game("card"), path).header["made"]["began_as"] == {"command": "by hand"}


def duel_result(margin: float) -> Any:
    share = 0.5 + margin / 100
    return Result(margin, 1.0, share, Bounds(share - 0.01, share + 0.01), 100, 2)


def command(*arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"OMP_NUM_THREADS": "1"}
    return subprocess.run(
        [sys.executable, "-m", "lostcities", "train", *arguments], capture_output=True, text=True, cwd=folder, env=environment, check=False
    )


def test_the_command_trains_and_the_gate_refuses_a_beginner(tmp_path: Path) -> None:
    tiny = [f"--set={key}={value}" for key, value in (("matches", 32), ("steps", 16), ("batch", 256), ("width", 16), ("blocks", 1))]
    done = command("card", "--minutes", "0.02", "--distill", "0.01", "--deals", "2", "--device", "cpu", *tiny, folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "M decisions" in done.stderr
    assert "not kept" in done.stderr
    assert "does not beat the installed one" in done.stdout
    assert [file.name for file in tmp_path.joinpath("nets").iterdir()] == ["card.checkpoint.pt"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["chess"], "chess"),
        (["card", "--device", "abacus"], "expected cpu or cuda"),
        (["card", "--set", "wide=3"], "choose from matches"),
        (["card", "--set", "width=wide"], "expected a number"),
        (["card", "--device", "cpu", "--resume"], "no checkpoint to resume from"),
        (["card", "--device", "cpu", "--begin", "none.npz"], "none.npz"),
    ],
)
def test_wrong_use_is_a_sentence(
    arguments: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as ended:
        app(["train", *arguments])
    assert ended.value.code == 2
    assert said in capsys.readouterr().err
