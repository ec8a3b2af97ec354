"""Training from the command line: what it prints and writes, Ctrl-C, and wrong use."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from lostcities.games.compiler import jit_wanted

pytest.importorskip("torch", reason="torch is in the extra `train`")
if not jit_wanted():
    pytest.skip("Numba is not there, or not wanted", allow_module_level=True)

from support.training import AS_TYPED

from lostcities.cli.main import app
from lostcities.text import ENGLISH
from lostcities.training import main

TYPED = ["card", "--decisions", str(400 * 48 * 24), "--distill-decisions", "1", "--deals", "2", "--measurements", "0", "--device", "cpu"]
HERE = os.environ | {"OMP_NUM_THREADS": "1", "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}


def hears_ctrl_c() -> None:
    """Called in the new process: a shell's background jobs ignore Ctrl-C, and so would their children."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_a_command_is_interrupted_and_continued_as_it_says(tmp_path: Path) -> None:
    """And the gate refuses a beginner."""
    words = ["lostcities", "train", *TYPED, *AS_TYPED]
    with subprocess.Popen(words, stderr=subprocess.PIPE, text=True, cwd=tmp_path, env=HERE, preexec_fn=hears_ctrl_c) as running:
        assert running.stderr
        assert "M decisions" in running.stderr.readline()
        running.send_signal(signal.SIGINT)
        last = running.stderr.read().splitlines()[-1]
    assert running.returncode == 130
    said, _, command = last.partition("; continue with: ")
    assert re.fullmatch(r"stopped; the checkpoint nets/card.checkpoint.pt has \d+ decisions", said)
    assert command.startswith("lostcities train card --decisions ")
    command = re.sub(r"--decisions \d+", "--decisions 1", command)  # which is less than there are
    done = subprocess.run(["sh", "-ec", command], capture_output=True, text=True, cwd=tmp_path, env=HERE, check=False)
    assert done.returncode == 0, done.stderr
    assert "M decisions" not in done.stderr
    assert "the gate: failed\nnot written" in done.stderr
    assert "does not beat the installed one" in done.stdout
    assert {file.name for file in tmp_path.joinpath("nets").iterdir()} == {"card.checkpoint.pt", "card.metrics.jsonl"}


def test_bare_machines_have_the_same_command(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """What `python -m lostcities.training` calls, where the library that formats messages is missing."""
    monkeypatch.setitem(sys.modules, "icu4py.messageformat", None)
    monkeypatch.setattr(ENGLISH, "formats", {})
    assert main(program="python -m lostcities.training", arguments=[*TYPED, "--width", "1", "--out", str(tmp_path)]) == 2
    assert capsys.readouterr().err == "bad_training_setting(setting=width, value=1, kind=int ≥ 2)\n"
    assert main(arguments=[*TYPED, "--minutes", "1"]) == 2
    assert "in minutes or in decisions, not both" in capsys.readouterr().err
    with pytest.raises(SystemExit) as ended:
        main(arguments=["card", "--wide", "3"])
    assert ended.value.code == 2
    with pytest.raises(SystemExit):
        main(arguments=["--help"])
    assert "--against-past" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["chess"], "chess"),
        (["card", "--device", "abacus"], "expected cpu or cuda"),
        (["card", "--wide", "3"], "No such option: --wide"),
        (["card", "--device", "cpu", "--width", "wide"], "Invalid value for '--width'"),
        (["card", "--device", "cpu", "--width", "1"], "expected a number of type int ≥ 2"),
        (["card", "--device", "cpu", "--mix", "two:2"], "expected WEIGHT:PLAYERS"),
        (["card", "--device", "cpu", "--mix", "1:2:colors=7"], "colors"),
        (["card", "--device", "cpu", "--minutes", "1", "--decisions", "9"], "not both"),
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
