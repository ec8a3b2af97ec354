"""Critics: trained for a moment on a CPU, written, read again, and computed alike with and without torch."""

from pathlib import Path

import numpy as np
import pytest
from support.matches import SOAK

from lostcities import GAMES, game
from lostcities.games.compiler import jit_wanted

torch = pytest.importorskip("torch", reason="torch is in the extra `train`")
if not jit_wanted():
    pytest.skip("Numba is not there, or not wanted", allow_module_level=True)

from lostcities.bots.batches.runner import Runner
from lostcities.bots.critics.critic import open_file
from lostcities.bots.critics.manners import TOLD, manner_of_bot, told
from lostcities.bots.critics.torch_critic import TorchCritic, stored_critic
from lostcities.bots.interface import features_of, together_of
from lostcities.bots.torch_network import Shape, stored
from lostcities.games.engine import Batch, Engine
from lostcities.games.errors import BadOption
from lostcities.games.options import Options
from lostcities.training.config import Config
from lostcities.training.critic.crowd import RANDOM_MOVES, Crowd
from lostcities.training.critic.learner import CriticLearner
from lostcities.training.critic.run import train_critic
from lostcities.training.critic.watching import Watched
from lostcities.training.duel import duel
from lostcities.training.nets import TokenPolicy
from lostcities.training.player import Player

SMALL = {"device": "cpu", "critic": True, "matches": 32, "steps": 16, "batch": 256, "critic_width": 16, "critic_blocks": 2}


DEALS = 6 if SOAK else 3


def config(name: str, out: Path, decisions: int = 32 * 16 * 2) -> Config:
    return Config.of(name, decisions=decisions, deals=2, out=out, **SMALL)


@pytest.mark.parametrize("name", GAMES)
def test_a_critic_is_trained_written_and_read_again(name: str, tmp_path: Path) -> None:
    said: list[str] = []
    file = train_critic(config(name, tmp_path), said.append)
    assert file.name == f"{name}-critic-1.npz"
    found = open_file(game(name), file)
    assert found.header["made"]["command"].startswith(f"lostcities train {name} --decisions ")
    assert "--critic" in found.header["made"]["command"]
    assert any("net against thumb" in line for line in said)
    with pytest.raises(BadOption, match="checkpoint"):
        train_critic(config(name, tmp_path), said.append, resume=True)
    with pytest.raises(BadOption, match="game"):
        open_file(game(next(other for other in GAMES if other != name)), file)


@pytest.mark.parametrize(("name", "players"), [("card", 2), ("board", 2), ("board", 4), ("roll", 3)])
def test_torch_and_numpy_judge_alike(name: str, players: int) -> None:
    learner = CriticLearner(config(name, Path()))
    weights = {key: tensor.detach().half().float() for key, tensor in learner.weights.items() if not key.startswith("part")}
    from lostcities.bots.critics.critic import Critic

    arrays = {f"critic.{key}": tensor.numpy().copy() for key, tensor in weights.items()}
    batch = Batch(Engine(game(name)), 300, players=players, seed=2)
    for _ in range(25):
        batch.step(batch.random_actions())
    manners = told([manner_of_bot(game(name), bot) for bot in ("odile", "net", "thumb", "random")[:players]])
    judge = Critic(game(name), "test", {}, arrays)
    shape = Shape.of(features_of(game(name)), 16, 2, together_of(game(name)).TOGETHER)
    critic = TorchCritic(game(name), Runner(game(name), torch.device("cpu")), weights, shape)
    heard = torch.zeros(300, game(name).max_players, TOLD)
    heard[:, :players] = torch.from_numpy(manners)
    opinions = []
    for one, said in ((judge, None), (judge.told(manners), heard)):
        found = one.judge(batch.rows, np.zeros(players, dtype=np.float32))
        leads, chances = critic(torch.from_numpy(batch.rows), torch.zeros(300, game(name).max_players), said)
        assert np.abs(found.leads - leads.numpy()[:, :players]).max() < 1e-3
        assert np.abs(found.chances - chances.numpy()[:, :players]).max() < 1e-5
        opinions.append(found.leads)
    assert np.abs(opinions[0] - opinions[1]).max() > 0.1  # who plays matters


def test_the_crowd_is_mixed_and_becomes_strong() -> None:
    matches = Watched(game("card"), [(1, 2, {})], 2000, 1, torch.device("cpu"))
    crowd = Crowd(matches, 2, torch.Generator().manual_seed(1))
    weak = crowd.strong == 0
    assert 0.3 < weak.float().mean() < 0.8
    assert (crowd.manner[crowd.strong > 0] == torch.zeros(4)).all()
    assert {round(float(often), 3) for often in crowd.manner[weak][:, 3].unique()} == set(RANDOM_MOVES)
    actions = crowd.decide(matches.tokens, matches.tables, matches.masks)
    assert matches.masks.gather(1, actions[:, None]).all()
    nobody = torch.zeros(2000, dtype=torch.bool)
    for _ in range(100):
        crowd.invite(nobody)
    assert weak.float().mean() > 2 * (crowd.strong == 0).float().mean()  # a third never learns


def test_a_critic_looks_back_from_the_end() -> None:
    """Where nothing of its own opinion is kept, every position is worth what really came of it."""
    learner = CriticLearner(Config.of("roll", decisions=1, decay=1.0, **(SMALL | {"steps": 260, "matches": 8})))
    learner.collect()
    ends = learner.leads[:-1]
    assert (ends.abs() > 20).any()
    assert len(ends[:, 0].unique(dim=0)) <= 4  # as many rounds as one match of 260 decisions has


@pytest.mark.parametrize(("name", "players", "options"), [("card", 2, {"rounds": 2}), ("board", 3, {"rounds": 1}), ("roll", 2, {})])
def test_a_duel_has_margins_without_luck(name: str, players: int, options: Options) -> None:
    """Of the same matches: the luck of all deals and draws is taken out, and little is left of the spread."""
    runner = Runner(game(name), torch.device("cpu"))
    weights, shape = stored(game(name), runner.device)
    net = Player(net=TokenPolicy(game(name), shape, runner.device), weights=weights)
    critic = stored_critic(game(name), runner)
    plain = duel(game(name), players, options, net, net, DEALS, 1, runner)
    found = duel(game(name), players, options, net, net, DEALS, 1, runner, critic)
    assert (found.margin, found.share) == (plain.margin, plain.share)
    assert found.adjusted is not None
    assert found.adjusted_error is not None
    assert "without luck" in str(found)
    assert found.adjusted_error > 0
    assert abs(found.adjusted - found.margin) < 2 * (found.margin_error + found.adjusted_error)
