"""`lostcities arena --ray`: the same tournament on a cluster, a cluster that fails, and one that is stopped."""

import importlib.util
import os
import signal
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from support.commands import PROGRAM, run
from support.programs import first_legal
from support.tournaments import arena, records, timeless
from support.waiting import wait_for

from lostcities._version import __version__
from lostcities.arena.cluster import Cluster

needs_ray = pytest.mark.skipif(importlib.util.find_spec("ray") is None, reason="needs ray: pip install lostcities[cluster]")


def test_without_ray_a_sentence_says_so(tmp_path: Path) -> None:
    (tmp_path / "ray.py").write_text("raise ImportError\n")
    done = run("arena", "card", "random", "random", "--ray", "local", PYTHONPATH=str(tmp_path))
    assert done.returncode == 2
    assert 'pip install "lostcities[cluster]"' in done.stderr


class SmallRay:
    """A cluster of two cores, one per worker."""

    hired = 0

    def cluster_resources(self) -> dict[str, float]:
        return {"CPU": 2.0}

    def remote(self, **_: Any) -> Any:
        def hire(*_: Any) -> Any:
            self.hired += 1
            return SimpleNamespace(version=SimpleNamespace(remote=lambda: __version__))

        return lambda _: SimpleNamespace(remote=hire)

    def get(self, answers: list[str]) -> list[str]:
        return answers


@pytest.mark.parametrize(("jobs", "workers"), [(None, 2), (1, 1), (2, 2), (3, 2)])
def test_a_cluster_has_no_more_workers_than_cores(jobs: int | None, workers: int, monkeypatch: pytest.MonkeyPatch) -> None:
    ray, actors = SmallRay(), list[Any]()
    monkeypatch.setattr("lostcities.arena.cluster.load_ray", lambda: ray)
    Cluster(lambda _: pytest.fail("it was played"), "somewhere", jobs).hire_all(actors)
    assert len(actors) == ray.hired == workers


def test_a_cluster_that_hired_nobody_has_nobody_to_wait_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lostcities.arena.cluster.load_ray", SmallRay)
    Cluster(lambda _: pytest.fail("it was played"), "somewhere", 1).dismiss([])


STUBBORN = """
import os, signal, sys, time
open(sys.argv[1], "w").write(str(os.getpid()))
print('{"type": "hello", "name": "stubborn", "games": ["card"]}', flush=True)
if sys.argv[2] == "kill":
    sys.stdin.readline()
    os.kill(os.getppid(), signal.SIGKILL)
time.sleep(600)
"""
"""A program that never answers, does not notice the end of its input, and can kill its parent."""


@needs_ray
def test_a_cluster_that_fails_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(STUBBORN)
    bot = f"cmd:{sys.executable} {tmp_path / 'bot.py'} {tmp_path / 'pid'} kill"
    done = run("arena", "card", bot, "random", "--matches", "2", "--ray", "local", "--jobs", "1")
    os.kill(int((tmp_path / "pid").read_text()), signal.SIGKILL)
    assert done.returncode == 2
    assert "the Ray cluster at local failed: " in done.stderr


@needs_ray
def test_ctrl_c_leaves_no_program_on_a_cluster(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(STUBBORN)
    bot = f"cmd:{sys.executable} {tmp_path / 'bot.py'} {tmp_path / 'pid'} wait"
    command = [*PROGRAM, "arena", "card", bot, "random", "--matches", "2", "--ray", "local", "--jobs", "1", "--ms", "3000"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)
    pid = tmp_path / "pid"
    wait_for(lambda: process.poll() is not None or (pid.exists() and pid.read_text()), 60)
    process.send_signal(signal.SIGINT)
    _, stderr = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in stderr
    with pytest.raises(ProcessLookupError):
        os.kill(int(pid.read_text()), 0)


@needs_ray
def test_a_cluster_comes_to_the_same(tmp_path: Path) -> None:
    table = ("card", first_legal(tmp_path), "random", "thumb", "--option", "size=mini", "--matches", "8", "--seed", "4", "--jobs", "2")
    assert timeless(arena(*table, "--ray", "local", "--records", tmp_path / "r")) == timeless(arena(*table))
    assert len(records(tmp_path / "r")) == 3 * 8
