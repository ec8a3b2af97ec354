"""The scripts of examples/, in small counts: they do what they claim."""

import importlib.util
import re
import sys
from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree

import pytest
from support.folders import ROOT
from support.matches import SOAK

EXAMPLES = ROOT / "examples"


def script(name: str) -> ModuleType:
    found = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert found
    assert found.loader
    module = importlib.util.module_from_spec(found)
    sys.modules[name] = module
    found.loader.exec_module(module)
    return module


def test_a_small_agent_is_trained_and_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("torch")
    small = script("train_small_agent")
    kept = tmp_path / "agent.npz"
    counts = ["--lessons", "2", "--size", "16", "--steps", "32", "--deals", "2", "--out", str(kept)]
    monkeypatch.setattr(sys, "argv", ["train_small_agent.py", *counts])
    small.main()
    assert re.search(r"small against pip: [+−][\d.]+ ± [\d.]+ points per round", capsys.readouterr().out)
    weights = small.load(kept).state_dict()
    assert all(bool(array.isfinite().all()) for array in weights.values())


@pytest.mark.skipif(not SOAK, reason="a minute of one core: only in the soak")
def test_a_small_agent_learns_to_beat_a_beginner() -> None:
    """A sixth of its usual lessons: enough to learn that most expeditions do not pay."""
    pytest.importorskip("torch")
    small = script("train_small_agent")
    found = small.measure(small.train(lessons=20), "pip", deals=20)
    assert found["margin_per_round"] - found["ci95"] > 0


def test_what_the_other_seat_gains_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    """A reward for the seat that decides last counts against the seat that decided before it."""
    torch = pytest.importorskip("torch")
    small = script("train_small_agent")
    memory = small.Memory(steps=3, size=1)
    memory.seats[:, 0] = torch.tensor([0, 0, 1, 0])
    memory.rewards[2, 0], memory.ended[2, 0] = 1.0, True
    monkeypatch.setattr(small, "DECAY", 1.0)
    assert small.advantages(memory, torch.tensor([5.0]))[:, 0].tolist() == [-1.0, -1.0, 1.0]


def test_colours_are_alike_to_the_network() -> None:
    """If two colours swap places in the observation, their actions swap places, too."""
    torch = pytest.importorskip("torch")
    import lostcities

    small = script("train_small_agent")
    torch.manual_seed(3)
    network = small.Network()
    torch.nn.init.normal_(network.policy.weight)
    seen = torch.from_numpy(lostcities.new("card", seed=5, rounds=1).observe(0).copy())[None]
    swapped = seen.clone()
    for offset, size, _ in small.OF_COLORS:
        swapped[:, offset : offset + size] = seen[:, offset + size : offset + 2 * size]
        swapped[:, offset + size : offset + 2 * size] = seen[:, offset : offset + size]
    every = torch.ones(1, small.ACTIONS, dtype=torch.uint8)
    (one, worth), (other, same) = network(seen, every), network(swapped, every)
    yellow, blue = small.OWN_ACTIONS[:2]
    assert torch.allclose(one[0, yellow], other[0, blue], atol=1e-5)
    assert torch.allclose(worth, same, atol=1e-5)


def test_opening_wagers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    opening = script("opening_wagers")
    picture = tmp_path / "picture.svg"
    monkeypatch.setattr(sys, "argv", ["opening_wagers.py", "--rounds", "6000", "--portion", "500", "--out", str(picture)])
    opening.main()
    told = capsys.readouterr().out
    assert re.search(r"the starter\n +0-4 +−?\d+\.\d\d ± ", told)
    drawn = {text.text for text in ElementTree.parse(picture).iter("{http://www.w3.org/2000/svg}text")}
    assert {"1 wager, five colours", "1 wager, six colours"} <= drawn


def test_the_rounds_are_the_same_whatever_the_number_of_threads() -> None:
    opening = script("opening_wagers")
    one, *others = (opening.collect(5, 200, portion=20, threads=threads) for threads in (1, 2, 7))
    assert 200 <= opening.rounds_in(one) < 300
    assert all((other == one).all() for other in others)


@pytest.mark.parametrize("rounds", ["1", "0", "-5"])
def test_too_few_rounds_are_refused(rounds: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["opening_wagers.py", "--rounds", rounds])
    with pytest.raises(SystemExit) as ended:
        script("opening_wagers").main()
    assert ended.value.code == 2
    assert f"argument --rounds: expected 2 or more, half of them with each number of colours, got {rounds}" in capsys.readouterr().err


def test_a_deal_is_played_in_several_ways() -> None:
    """The same portion gives the same deals, and no more wagers are played than the hand holds."""
    opening = script("opening_wagers")
    found, again = opening.Player(5, portion=50)(3), opening.Player(5, portion=50)(3)
    assert (found == again).all()
    few = found[:, opening.HELD] == 1
    assert few.any()
    assert (found[few, opening.RESULT + 2 :] == 0).all()


def test_a_network_and_a_loss_of_your_own_are_trained(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch")
    from lostcities.training import Parts, main

    own = script("own_network")
    counts = {"decisions": 512, "matches": 16, "steps": 16, "batch": 128, "width": 16, "blocks": 1, "deals": 2, "measurements": 0}
    words = [word for name, count in counts.items() for word in (f"--{name}", str(count))]
    table = "1:2:size=mini,rounds=1,max_turns=40"
    parts = Parts(policy=own.Attention, loss=own.Priced)
    assert main(parts, arguments=["card", "--device", "cpu", "--mix", table, "--out", str(tmp_path), *words]) == 0
    metrics = (tmp_path / "card.metrics.jsonl").read_text()
    assert re.search(r'"what": "lesson".*"distance": ', metrics)
    assert all(bool(tensor.isfinite().all()) for tensor in torch.load(tmp_path / "card.module.pt").values())
