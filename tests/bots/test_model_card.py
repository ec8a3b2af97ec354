"""Model cards: one form for all networks and critics, from their own files; the page in docs/ has those of the package."""

from pathlib import Path

import numpy as np
import pytest
from support.networks import random_file

from lostcities import GAMES, BadOption, game
from lostcities.bots import network
from lostcities.bots.model_card import model_card, packaged

PAGE = Path(__file__).parents[2] / "docs" / "bots" / "models.md"


def test_the_page_has_the_cards_of_the_package() -> None:
    """`lostcities bots models` prints what follows its first lines."""
    text = PAGE.read_text("utf-8")
    assert text[text.index("## ") :].rstrip("\n") == "\n\n".join(model_card(file) for file in packaged())


def test_files_are_small_and_say_what_made_them() -> None:
    for file in packaged():
        assert isinstance(file, Path)
        assert file.stat().st_size < 8_000_000
        assert f"| command | `lostcities train {file.name.partition('-')[0]} " in model_card(file)


def test_all_cards_have_the_same_first_lines() -> None:
    for file in packaged():
        labels = [line.split(" | ")[0] for line in model_card(file).splitlines()[6:]]
        assert {"| command", "| device", "| decisions", "| seed", "| inputs", "| tables"} <= set(labels)
        assert labels[0] == "| command"


def noted(name: str, folder: Path, **news: object) -> str:
    """Return the card of a random network whose header says more."""
    file = random_file(game(name), folder)
    made = {"command": f"lostcities train {name}", "device": "CPU", "decisions": 12_345, "seed": 7}
    network.note(file, {"mix": [[1, 2, {}]], "made": made} | news)
    return model_card(file)


@pytest.mark.parametrize("name", GAMES)
def test_what_adversaries_gain_is_in_the_card(name: str, tmp_path: Path) -> None:
    assert "| what an adversary gains | not measured |" in noted(name, tmp_path)
    starts = [
        {"start": "scratch", "gain": 0.25, "ci95": 0.1, "decisions": 1000},
        {"start": "bot", "gain": 0.9, "ci95": 0.2, "decisions": 2000},
    ]
    found = {"starts": starts, "start": "bot", "players": 2, "command": "lostcities exploit card"}
    card = noted(name, tmp_path, exploit=found)
    assert "| what an adversary from `scratch` gains, 2 players | +0.25 ± 0.10 points per round, 1,000 decisions |" in card
    assert "| what an adversary from `bot` gains, 2 players | +0.90 ± 0.20 points per round, the largest, 2,000 decisions |" in card


def test_a_network_says_what_it_began_as(tmp_path: Path) -> None:
    made = {"command": "b", "device": "CPU", "decisions": 1, "seed": 1, "began_as": {"command": "a"}}
    assert "| began as | `a` |" in noted("card", tmp_path, made=made)


@pytest.mark.parametrize(
    ("content", "why"),
    [(b"text", "expected an .npz file"), (b"", "expected an .npz file"), (None, "No such file")],
)
def test_other_files_are_refused(content: bytes | None, why: str, tmp_path: Path) -> None:
    file = tmp_path / "other.npz"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(BadOption, match=why):
        model_card(file)


@pytest.mark.parametrize(("news", "why"), [({"made": {}}, "expected 'command', found nothing"), ({"made": 3}, "not subscriptable")])
def test_a_header_that_lacks_something_is_refused(news: dict[str, object], why: str, tmp_path: Path) -> None:
    with pytest.raises(BadOption, match=why):
        noted("card", tmp_path, **news)


def test_another_npz_is_refused(tmp_path: Path) -> None:
    network.write_arrays(tmp_path / "other.npz", {"format": "lostcities.other/1"}, {"a": np.zeros(3)})
    with pytest.raises(BadOption, match=r"expected the format lostcities.net/1 or lostcities.critic/2, found lostcities.other/1"):
        model_card(tmp_path / "other.npz")
