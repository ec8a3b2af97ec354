"""Read the files of self-play in parts: rounds one by one, positions as arrays, records, or anything with SQL."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from lostcities.data.database import Connection, database, load_duckdb, quoted
from lostcities.data.folder import About, about, files
from lostcities.data.parquet import Batch, parts, portions
from lostcities.data.parts import round_of
from lostcities.data.tables import ROUNDS, Column, positions_of
from lostcities.games.errors import BadOption, Reason
from lostcities.games.game import Game, Round
from lostcities.games.registry import game
from lostcities.records import decode
from lostcities.records.files import Record

ROUNDS_AT_ONCE = 1024
POSITIONS_AT_ONCE = 16_384


class PlayedRound(NamedTuple):
    """A round of a match, and the bot in each seat."""

    match: int
    round: int
    bots: list[str]
    actions: list[int]
    """The ids of the moves."""
    seats: list[int]
    """The seat of each of them."""
    turns: int
    played: Round
    """The same as in a match: starter, setup, moves, scores."""


class PositionBatch(NamedTuple):
    """Some decisions, one array per column. You may change them."""

    observations: NDArray[np.uint8]
    masks: NDArray[np.uint8]
    seats: NDArray[np.uint8]
    actions: NDArray[np.uint8]
    results: NDArray[np.int16]
    matches: NDArray[np.uint32]
    rounds: NDArray[np.uint8]


IN_A_BATCH = ("observation", "mask", "seat", "action", "result", "match", "round")
"""The columns of a `PositionBatch`, in the order of its fields."""


def connect(folder: str | Path) -> Connection:
    """Return a DuckDB connection with the view `rounds` and, if they were kept, `positions`, for your own queries."""
    connection = database()
    with damage_named(folder):
        for kind in kinds(about(folder)):
            names = ", ".join(map(quoted, files(folder, kind)))
            connection.execute(f"CREATE VIEW {kind} AS FROM read_parquet([{names}])")
    return connection


def kinds(found: About) -> dict[str, tuple[Column, ...]]:
    """Return the tables that were kept, with the columns that all of them have."""
    return {"rounds": ROUNDS} | ({"positions": positions_of(game(found["game"]))} if found["positions"] else {})


@contextmanager
def damage_named(folder: str | Path) -> Iterator[None]:
    """Turn an error caused by a damaged file into a `RecordError` that names the file: all are read again to find it."""
    try:
        yield
    except load_duckdb().Error:
        for kind, columns in kinds(about(folder)).items():
            for _ in batches(folder, kind, columns, POSITIONS_AT_ONCE):
                pass
        raise


def batches(folder: str | Path, kind: str, columns: Sequence[Column], size: int) -> Iterator[Batch]:
    """Return the rows of all files of a kind in order, up to `size` at a time. Refuses a folder without them at once."""
    found = files(folder, kind)
    return (batch for file in found for batch in parts(file, columns, size))


def rounds(folder: str | Path) -> Iterator[PlayedRound]:
    """Yield every round, in the order of the matches."""
    played = game(about(folder)["game"])
    return (played_round(played, row) for batch in batches(folder, "rounds", ROUNDS, ROUNDS_AT_ONCE) for row in batch.to_pylist())


def played_round(played: Game, row: dict[str, Any]) -> PlayedRound:
    again = round_of(played, row["starter"], row["actions"], row["chance"], row["scores"], row["truncated"])
    return PlayedRound(row["match"], row["round"], row["bots"], row["actions"], row["seats"], row["turns"], again)


def positions(folder: str | Path, size: int = POSITIONS_AT_ONCE) -> Iterator[PositionBatch]:
    """Yield every decision, in the order of the matches, `size` of them at a time."""
    if size < 1:
        raise BadOption(Reason("not_positive", {"option": "size", "number": size}))
    columns = {column.name: column for column in positions_of(game(about(folder)["game"]))}
    chosen = [columns[name] for name in IN_A_BATCH]
    found = portions(batches(folder, "positions", chosen, size), size)
    return (PositionBatch(*(values(batch, column) for column in chosen)) for batch in found)


def values(batch: Batch, column: Column) -> NDArray[Any]:
    """Return a column as an array; lists are its rows."""
    found = batch[column.name].combine_chunks()
    flat: NDArray[Any] = (found.flatten() if column.is_list else found).to_numpy(zero_copy_only=False, writable=True)
    return flat.reshape(len(found), -1) if column.is_list else flat


def records(folder: str | Path) -> Iterator[Record]:
    """Yield every record. They are not replayed: `lostcities.records.check` does that."""
    return (cast(Record, decode(line)) for file in files(folder, "records") for line in lines(file))


def lines(file: Path) -> Iterator[bytes]:
    with file.open("rb") as stream:
        yield from stream
