"""Parts of your own: another policy, critic or loss is trained, checkpointed, measured and written without a fork."""

from pathlib import Path
from typing import Any

import pytest

from lostcities import GAMES, BadOption, game
from lostcities.games.compiler import jit_wanted

torch = pytest.importorskip("torch", reason="torch is in the extra `train`")
if not jit_wanted():
    pytest.skip("Numba is not there, or not wanted", allow_module_level=True)

from support.networks import random_file
from support.training import Small, SmallCritic, run_in, tiny

from lostcities.training import Batch, Found, Parts, Proximal
from lostcities.training.duel import duel
from lostcities.training.finish import finish
from lostcities.training.kernels import PAST
from lostcities.training.learner import Learner
from lostcities.training.player import RIVALS

MODULES = Parts(policy=Small, critic=SmallCritic)
every_game = pytest.mark.parametrize("name", GAMES)


@every_game
def test_modules_of_your_own_learn(name: str) -> None:
    learner = Learner(tiny(name), MODULES)
    before = learner.copied(learner.weights), learner.copied(learner.critic)
    learner.collect()
    how = learner.learn(2e-3, 0.01)
    assert how["entropy"] > 0
    for old, new in zip(before, (learner.weights, learner.critic), strict=True):
        assert any(not torch.equal(old[key], tensor) for key, tensor in new.items())
    assert "scale" not in learner.weights  # frozen


def test_one_part_can_be_replaced_alone() -> None:
    for parts in (Parts(policy=Small), Parts(critic=SmallCritic)):
        learner = Learner(tiny(), parts)
        learner.collect()
        assert learner.learn(1e-3, 0.01)


def test_a_seed_makes_the_same_modules() -> None:
    first, second = (Learner(tiny(), MODULES).weights for _ in range(2))
    assert all(torch.equal(first[key], second[key]) for key in first)


class Counting(Proximal):
    """Our loss, and how many decisions it saw."""

    def __call__(self, batch: Batch, found: Found) -> tuple[Any, dict[str, Any]]:
        assert found.chances.shape == batch.masks.shape
        assert bool((found.chances[batch.masks == 0] < -1e8).all())
        return super().__call__(batch, found)[0], {"seen": torch.tensor(len(batch.actions))}


def test_a_loss_of_your_own_says_what_is_printed(tmp_path: Path) -> None:
    said: list[str] = []
    run = run_in(tmp_path, said.append, Parts(loss=Counting), batch=64)
    run.train()
    assert " seen 64 spread " in said[0]
    ours = run_in(tmp_path, batch=64)
    ours.train()
    for name, tensor in ours.learner.weights.items():
        assert torch.equal(run.learner.weights[name], tensor)


def test_a_module_is_measured_and_written_for_torch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its file is what `load_state_dict` takes; the package's network is its rival as for any other."""
    monkeypatch.setattr("lostcities.training.finish.MEASURED", 1)
    run = run_in(tmp_path, parts=MODULES)
    run.train()
    trained = finish(run)
    assert trained.file == tmp_path / "card.module.pt"
    assert "2 players against the network before it" in trained.strength
    copy = Small(game("card"), run.config)
    copy.load_state_dict(torch.load(trained.file, weights_only=True))
    assert all(torch.equal(dict(copy.named_parameters())[key], tensor) for key, tensor in trained.player.weights.items())
    options = {"size": "mini", "rounds": 1, "max_turns": 40}
    assert duel(game("card"), 2, options, trained.player, RIVALS["random"], 2, 1, trained.runner).deals == 2
    assert sorted(file.name for file in tmp_path.iterdir()) == ["card.checkpoint.pt", "card.metrics.jsonl", "card.module.pt"]


def test_a_checkpoint_of_another_network_is_refused(tmp_path: Path) -> None:
    run = run_in(tmp_path, parts=MODULES)
    run.save()
    run_in(tmp_path, parts=MODULES).resume()
    with pytest.raises(BadOption, match="another network"):
        run_in(tmp_path).resume()


def test_a_module_cannot_begin_as_one_of_our_files(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match="begin needs a network of the usual form"):
        run_in(tmp_path, parts=MODULES, begin=random_file(game("card"), tmp_path))


class Wrong(Small):
    """Answers in the wrong shape."""

    what = "logits"

    def forward(self, *given: Any) -> Any:
        logits, value, _ = super().forward(*given)
        return {"logits": (logits[:, 1:], value, None), "values": (logits, value[:, None], None), "beliefs": (logits, value, logits)}[
            self.what
        ]


class WrongCritic(SmallCritic):
    def forward(self, *given: Any) -> Any:
        return super().forward(*given)[:1]


def test_answers_of_the_wrong_shape_are_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    for what in ("logits", "values", "beliefs"):
        monkeypatch.setattr(Wrong, "what", what)
        with pytest.raises(BadOption, match=rf"policy: {what}: expected the shape \(2,.*found \(2, "):
            Learner(tiny(), Parts(policy=Wrong))
    with pytest.raises(BadOption, match=r"critic: values: expected the shape \(2,\), found \(1,\)"):
        Learner(tiny(), Parts(critic=WrongCritic))


# -- the pool of rivals, and the mix of tables --


def test_the_pool_has_files_and_earlier_states(tmp_path: Path) -> None:
    """Each has equally many matches; the oldest state is replaced in turn, in the same memory."""
    file = random_file(game("card"), tmp_path)
    config = tiny(against_past=0.5, past=(str(file), "package"), pool=2, pool_every=2 * 48 * 24)
    learner = Learner(config)
    members = learner.pool.members
    assert [len(member.met) for member in members] == [len(members[0].met)] * 4
    assert int((learner.simulator.kinds == PAST).sum()) == 4 * len(members[0].met) > 0
    first, second = learner.pool.states
    began = {name: tensor.clone() for name, tensor in first.items()}
    replaced = []
    for _ in range(4):
        learner.collect()
        learner.learn(1e-3, 0.01)
        replaced.append([not torch.equal(state["token"], began["token"]) for state in (first, second)])
    assert replaced == [[False, False], [True, False], [True, False], [True, True]]
    assert torch.equal(second["token"], learner.weights["token"])


def test_members_of_the_pool_play_their_best_move() -> None:
    """The package's network decides in its seats: at the first step, exactly what it prefers."""
    learner = Learner(tiny(against_past=1.0, against_random=0.0, against_thumb=0.0, steps=1))
    (past,) = learner.pool.members
    simulator = learner.simulator
    seen = [tensor[past.met].clone() for tensor in (simulator.tokens, simulator.tables, simulator.masks)]
    decides = simulator.rival_decides[past.met].clone()
    learner.collect()
    logits, _ = past.net.policy(past.player.weights, *seen)
    best = torch.where(seen[2] > 0, logits[:, past.net.order], -1e9).argmax(dim=1)
    assert decides.any()
    assert torch.equal(learner.memory.actions[0][past.met][decides], best[decides])


def test_a_mix_of_your_own_is_played() -> None:
    learner = Learner(tiny("board", mix=((3.0, 2, {"rounds": 1}), (1.0, 4, {"rounds": 1}))))
    assert sorted(learner.simulator.players.tolist()) == [2] * 36 + [4] * 12
