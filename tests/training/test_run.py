"""Whole runs: repeated byte for byte, interrupted and continued, and what their files of metrics say."""

import json
import signal
from pathlib import Path
from typing import Any

import pytest
from support.markdown import code, table

from lostcities import BadOption, game
from lostcities.games.compiler import jit_wanted

torch = pytest.importorskip("torch", reason="torch is in the extra `train`")
if not jit_wanted():
    pytest.skip("Numba is not there, or not wanted", allow_module_level=True)

from support.training import BUDGET, LESSON, Small, run_in, tiny

from lostcities.bots import network as play
from lostcities.training import Config, Parts, Run, Trained, lines, train

PAGE = "docs/bots/training.md"
QUICK = (1.0, 2, {"size": "mini", "rounds": 1, "max_turns": 40})
"""A table at which matches are short."""


def config_in(folder: Path, **changes: Any) -> Config:
    """Three lessons, measured once on the way, with a pool of earlier states; the network is written whatever it is worth."""
    pool = {"against_past": 0.2, "pool": 1, "pool_every": LESSON, "mix": (QUICK,)}
    budget = BUDGET | {"decisions": 3 * LESSON, "measurements": 1, "keep": True, "report_every": 1}
    return tiny(out=folder, **(budget | pool | changes))


def quiet(_line: str) -> None:
    """Say nothing."""


def written(trained: Trained) -> bytes:
    assert trained.file
    return trained.file.read_bytes()


def without_times(folder: Path) -> list[dict[str, Any]]:
    found = lines(folder / "card.metrics.jsonl")
    return [{name: value for name, value in line.items() if name not in ("minutes", "speed", "config")} for line in found]


def stopping(after: int) -> Any:
    """Return a listener that presses Ctrl-C once, after some lines of progress."""
    heard: list[str] = []

    def say(line: str) -> None:
        heard.append(line)
        if len([line for line in heard if "M decisions" in line]) == after and "M decisions" in line:
            signal.raise_signal(signal.SIGINT)

    say.heard = heard  # type: ignore[attr-defined]
    return say


def test_a_budget_in_decisions_repeats_a_run_byte_for_byte(tmp_path: Path) -> None:
    """Also if it was interrupted in between, and measured more often."""
    once, again, stopped = (tmp_path / name for name in ("once", "again", "stopped"))
    first = written(train(config_in(once), say=quiet))
    assert written(train(config_in(again), say=quiet)) == first
    with pytest.raises(KeyboardInterrupt):
        train(config_in(stopped), say=stopping(after=2))
    assert not list(stopped.glob("*.npz"))
    assert written(train(config_in(stopped, measurements=2), say=quiet, resume=True)) == first
    assert without_times(once) == without_times(again)
    assert play.load(game("card"), str(once / f"card-{versions(once)}.npz")).header["made"]["decisions"] == 3 * LESSON


def versions(folder: Path) -> str:
    (file,) = folder.glob("card-*.npz")
    return file.stem.removeprefix("card-")


def test_another_seed_gives_another_network(tmp_path: Path) -> None:
    first, second = (train(config_in(tmp_path, seed=seed, measurements=0), say=quiet).player.weights for seed in (1, 2))
    assert not torch.equal(first["token"], second["token"])


def test_measuring_changes_nothing(tmp_path: Path) -> None:
    found = []
    for measurements in (3, 0):
        run = run_in(tmp_path, quiet, decisions=3 * LESSON, mix=(QUICK,), measurements=measurements)
        run.train()
        found.append(run.learner.weights)
    assert all(torch.equal(found[0][name], tensor) for name, tensor in found[1].items())


# -- Ctrl-C --


def test_ctrl_c_writes_a_checkpoint_and_says_how_to_continue(tmp_path: Path) -> None:
    config, say = config_in(tmp_path / "my nets"), stopping(after=1)
    with pytest.raises(KeyboardInterrupt):
        train(config, say=say, program="lostcities train")
    command = f"{config.command()} --resume"
    checkpoint = tmp_path / "my nets" / "card.checkpoint.pt"
    assert say.heard[-1] == f"stopped; the checkpoint {checkpoint} has {LESSON} decisions; continue with: {command}"
    assert f"--out '{tmp_path / 'my nets'}'" in command
    assert checkpoint.exists()
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_second_ctrl_c_stops_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Here in the first lesson, before there is a checkpoint."""
    heard: list[str] = []

    def impatient(_learner: object) -> None:
        signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr("lostcities.training.learner.Learner.collect", impatient)
    with pytest.raises(KeyboardInterrupt):
        train(config_in(tmp_path), say=heard.append)
    assert heard == ["stopped before the first checkpoint"]


def test_ctrl_c_at_the_end_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All was learnt and saved: continuing does only what comes after."""
    heard: list[str] = []
    with monkeypatch.context() as patched:
        patched.setattr("lostcities.training.finish.distill", lambda _: signal.raise_signal(signal.SIGINT))
        with pytest.raises(KeyboardInterrupt):
            train(config_in(tmp_path), say=heard.append)
    assert heard[-1].endswith(f"has {3 * LESSON} decisions; continue with: train(config, …, resume=True)")
    assert train(config_in(tmp_path), say=quiet, resume=True).decisions == 3 * LESSON


def test_a_program_that_ignores_ctrl_c_still_does(tmp_path: Path) -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        run = run_in(tmp_path, stopping(after=1))
        run.train()
        assert run.share == 1
    finally:
        signal.signal(signal.SIGINT, before)


# -- metrics --


def test_the_metrics_are_lines_of_json(tmp_path: Path) -> None:
    train(config_in(tmp_path), say=quiet)
    found = lines(tmp_path / "card.metrics.jsonl")
    assert [line["what"] for line in found[:6]] == ["start", "lesson", "lesson", "strength", "strength", "lesson"]
    assert [line["decisions"] for line in found if line["what"] == "lesson"] == [LESSON, 2 * LESSON, 3 * LESSON]
    assert found[0]["config"]["seed"] == 1
    on_the_way = [line for line in found if line["what"] == "strength"]
    assert {(line["who"], line["against"], line["players"]) for line in on_the_way} == {("net", "random", 2), ("net", "thumb", 2)}
    assert {line["decisions"] for line in on_the_way} == {2 * LESSON}
    assert all(line["share_low"] <= line["share"] <= line["share_high"] for line in on_the_way)
    ends = {(line["who"], line["against"]) for line in found if line["what"] == "final"}
    assert ends == {("mean", "last"), ("net", "random"), ("net", "thumb"), ("quick", "net"), ("net", "package")}


def test_every_printed_word_is_on_the_page(tmp_path: Path) -> None:
    """The words of the lines of progress, and the fields of the metrics."""
    said: list[str] = []
    train(config_in(tmp_path), say=said.append)
    words = {code(word) for row in table(PAGE, "What it prints", "word what") for word in row[0].split(", ")}
    (line, *_) = [line for line in said if "M decisions" in line]
    assert set(line.partition(": ")[2].split()[::2]) == words
    fields = {name for row in table(PAGE, "Metrics", "line fields") for name in row[1].replace("`", "").replace(" ", "").split(",")}
    found = {name for line in lines(tmp_path / "card.metrics.jsonl") for name in line}
    assert found == fields | words


def test_strength_is_measured_at_every_number_of_players_against_anyone(tmp_path: Path) -> None:
    mix = tuple((1.0, players, {"rounds": 1, "max_turns": 20}) for players in (2, 2, 4))
    asked = {"measure_all": True, "measure_against": ("package", "random")}
    Run(tiny("board", out=tmp_path, mix=mix, deals=8, **asked), say=quiet).measure_on_the_way()
    found = [(line["against"], line["players"]) for line in lines(tmp_path / "board.metrics.jsonl")]
    assert found == [("package", 2), ("random", 2), ("package", 4), ("random", 4)]


def test_a_continued_file_has_no_line_twice(tmp_path: Path) -> None:
    """What was written after the checkpoint, or not to its end, is dropped."""
    with pytest.raises(KeyboardInterrupt):
        train(config_in(tmp_path), say=stopping(after=1))
    file = tmp_path / "card.metrics.jsonl"
    with file.open("a") as more:
        more.write(json.dumps({"what": "lesson", "decisions": 2 * LESSON, "entropy": 0}) + '\n{"what": "less')
    train(config_in(tmp_path), say=quiet, resume=True)
    train(config_in(tmp_path), say=quiet, resume=True)
    found = lines(file)
    assert [line["lesson"] for line in found if line["what"] == "lesson"] == [1, 2, 3]
    assert len([line for line in found if (line["what"], line.get("who")) == ("final", "quick")]) == 1


def test_tensorboard_gets_the_same_figures(tmp_path: Path) -> None:
    pytest.importorskip("tensorboard", reason="TensorBoard is not installed")
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

    train(config_in(tmp_path, tensorboard=True), Parts(policy=Small), say=quiet)
    events = EventAccumulator(str(tmp_path / "card.tensorboard"))
    events.Reload()
    found = {event.step: event.value for event in events.Scalars("lesson/entropy")}
    expected = {line["decisions"]: line["entropy"] for line in lines(tmp_path / "card.metrics.jsonl") if line["what"] == "lesson"}
    assert found == pytest.approx(expected)
    assert any(tag.startswith("strength/net/thumb/2/") and tag.endswith("/share") for tag in events.Tags()["scalars"])


def test_without_tensorboard_there_is_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "torch.utils.tensorboard", None)
    with pytest.raises(BadOption, match="pip install tensorboard"):
        run_in(tmp_path, tensorboard=True)
