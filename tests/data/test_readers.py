"""Folders of self-play open in other people's software as they are written: pandas, polars, pyarrow and Hugging Face `datasets`."""

import json
import os
import re
import site
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas
import polars
import pyarrow
import pyarrow.dataset
import pytest
import yaml
from support.markdown import code, section, tables
from support.matches import SOAK

from lostcities import GAMES, game
from lostcities.data import PositionBatch, SelfPlay, positions, rounds, selfplay
from lostcities.data.tables import ROUNDS, VIEW, Column, positions_of

KINDS = ("rounds", "positions")
DATASETS = "datasets==5.2.0"
"""Not among the pins: the soak alone needs it, and it brings ten packages."""


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Every game in two shards, with everything stored."""
    made = tmp_path_factory.mktemp("readers")
    for name in GAMES:
        wanted = SelfPlay(name, ("thumb", "random"), 3, options={"rounds": 1} if name != "roll" else {}, shard=2, views=True, records=True)
        selfplay(wanted, made / name, jobs=1)
    return {name: made / name for name in GAMES}


every_game = pytest.mark.parametrize("name", GAMES)


def columns_of(name: str) -> dict[str, tuple[Column, ...]]:
    return {"rounds": ROUNDS, "positions": (*positions_of(game(name)), VIEW)}


def loaded(folder: Path) -> PositionBatch:
    """All positions as our own loader returns them."""
    return PositionBatch(*(np.concatenate(column) for column in zip(*positions(folder), strict=True)))


# -- a table is a folder --


@every_game
def test_pandas(folders: dict[str, Path], name: str) -> None:
    read = pandas.read_parquet(folders[name] / "rounds")
    own = list(rounds(folders[name]))
    assert list(read["game"].unique()) == [name]
    assert read["match"].tolist() == [row.match for row in own]
    assert [scores.tolist() for scores in read["scores"]] == [row.played.scores for row in own]
    assert [actions.tolist() for actions in read["actions"]] == [row.actions for row in own]
    read, known = pandas.read_parquet(folders[name] / "positions"), loaded(folders[name])
    assert np.array_equal(np.stack(read["observation"]), known.observations)
    assert np.array_equal(np.stack(read["mask"]), known.masks)
    assert read["result"].tolist() == known.results.tolist()
    assert json.loads(read["view"][0])["game"] == name


@every_game
def test_polars(folders: dict[str, Path], name: str) -> None:
    read, known = polars.read_parquet(folders[name] / "positions"), loaded(folders[name])
    assert read.schema["observation"] == polars.Array(polars.UInt8, game(name).observation.SIZE)
    assert read.schema["mask"] == polars.Array(polars.UInt8, len(game(name).tokens))
    assert np.array_equal(read["observation"].to_numpy(), known.observations)
    assert np.array_equal(read["action"].to_numpy(), known.actions)
    lazily = polars.scan_parquet(folders[name] / "rounds" / "*.parquet").select("game", "bots").collect()
    assert lazily.rows() == [(name, row.bots) for row in rounds(folders[name])]


@every_game
def test_pyarrow(folders: dict[str, Path], name: str) -> None:
    """The schema says what each column is, in which unit, and by which versions."""
    for kind, columns in columns_of(name).items():
        schema = pyarrow.dataset.dataset(folders[name] / kind).schema
        assert schema.names == [column.name for column in columns]
        for column in columns:
            assert schema.field(column.name).metadata == {b"unit": column.unit.encode(), b"about": column.about.encode()}
        said = {key.decode(): value.decode() for key, value in schema.metadata.items()}
        assert said["lostcities.format"] == "lostcities.selfplay/2"
        assert said["lostcities.game"] == name
        assert json.loads(said["lostcities.observation"])["version"] == game(name).observation.VERSION
    known = loaded(folders[name])
    table = pyarrow.dataset.dataset(folders[name] / "positions").to_table()
    for column, values in (("observation", known.observations), ("mask", known.masks)):
        assert table.schema.field(column).type == pyarrow.list_(pyarrow.field("element", pyarrow.uint8(), False), values.shape[1])
        assert np.array_equal(table[column].combine_chunks().flatten().to_numpy(), values.reshape(-1))


def test_rounds_of_several_games_are_one_table(folders: dict[str, Path]) -> None:
    read = polars.concat([polars.read_parquet(folders[name] / "rounds") for name in GAMES])
    counted = dict(read.group_by("game").len().rows())
    assert counted == {name: len(list(rounds(folders[name]))) for name in GAMES}


READERS: list[Callable[[Path], Any]] = [pandas.read_parquet, polars.read_parquet, pyarrow.dataset.dataset]


@pytest.mark.parametrize("read", READERS, ids=["pandas", "polars", "pyarrow"])
def test_two_tables_are_never_mixed(folders: dict[str, Path], read: Callable[[Path], Any]) -> None:
    """A folder of tables is not a table. Without the files beside them, pyarrow would fill up the missing columns."""
    with pytest.raises((pyarrow.ArrowInvalid, polars.exceptions.PolarsError), match=r"README\.md"):
        read(folders["card"])


# -- the card --


def head(folder: Path) -> Any:
    return yaml.safe_load((folder / "README.md").read_text().split("---\n")[1])


@every_game
def test_the_card_names_the_tables_and_their_columns(folders: dict[str, Path], name: str) -> None:
    assert [(config["config_name"], config["data_files"], config.get("default")) for config in head(folders[name])["configs"]] == [
        ("rounds", "rounds/*.parquet", True),
        ("positions", "positions/*.parquet", None),
    ]
    text = (folders[name] / "README.md").read_text()
    told = json.loads(re.findall(r"^```json\n(.*?)^```", text, re.DOTALL | re.MULTILINE)[0])
    assert told == json.loads((folders[name] / "selfplay.json").read_text())
    for kind, (_, *rows) in zip(KINDS, tables(text), strict=True):
        assert [Column(code(column), code(type_), unit, about) for column, type_, unit, about in rows] == list(columns_of(name)[kind])


def test_the_card_names_what_was_kept(tmp_path: Path) -> None:
    wanted = SelfPlay("card", ("random",), 1, options={"size": "mini"})
    selfplay(wanted, tmp_path, jobs=1)
    assert [config["config_name"] for config in head(tmp_path)["configs"]] == ["rounds"]
    (tmp_path / "README.md").write_text("My own card")
    selfplay(wanted, tmp_path, jobs=1)
    assert (tmp_path / "README.md").read_text() == "My own card"


def test_the_documentation_has_the_same_columns() -> None:
    for (_, *rows), columns in zip(tables(section("docs/data.md", "The files"))[1:], columns_of("card").values(), strict=True):
        of_any_game = [(name, re.sub(r"\d+]", "n]", kind), unit.replace("layout 1", "layout *n*")) for name, kind, unit, _ in columns]
        assert [(code(name), code(kind), unit) for name, kind, unit, _ in rows] == of_any_game


# -- Hugging Face --

READ = """
import json, sys
from datasets import get_dataset_config_names, load_dataset
folder = sys.argv[1]
rounds = load_dataset(folder, split="train")
positions = load_dataset(folder, "positions", split="train")
streamed = next(iter(load_dataset(folder, "positions", split="train", streaming=True)))
print(json.dumps({
    "tables": get_dataset_config_names(folder),
    "rounds": [rounds["game"][0], len(rounds), rounds["scores"][0]],
    "sizes": [positions.features["observation"].length, positions.features["mask"].length],
    "observations": positions.with_format("numpy")[:3]["observation"].tolist(),
    "streamed": streamed["observation"],
}))
"""


@pytest.fixture(scope="module")
def hugging_face(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A Python that has `datasets` on top of the packages of this one."""
    folder = tmp_path_factory.mktemp("hugging-face")
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    [packages] = folder.glob("lib/python*/site-packages")
    (packages / "here.pth").write_text("\n".join(site.getsitepackages()))
    subprocess.run([folder / "bin" / "python", "-m", "pip", "install", "--quiet", DATASETS], check=True)
    return folder / "bin" / "python"


@pytest.mark.skipif(not SOAK, reason="installs Hugging Face datasets: make soak")
@every_game
def test_hugging_face(folders: dict[str, Path], hugging_face: Path, name: str, tmp_path: Path) -> None:
    own = {"HF_HOME": str(tmp_path), "HF_HUB_OFFLINE": "1"}
    done = subprocess.run([hugging_face, "-c", READ, folders[name]], env=os.environ | own, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    read, known, [first, *rest] = json.loads(done.stdout), loaded(folders[name]), rounds(folders[name])
    assert read["tables"] == list(KINDS)
    assert read["rounds"] == [name, 1 + len(rest), first.played.scores]
    assert read["sizes"] == [game(name).observation.SIZE, len(game(name).tokens)]
    assert read["observations"] == known.observations[:3].tolist()
    assert read["streamed"] == known.observations[0].tolist()
