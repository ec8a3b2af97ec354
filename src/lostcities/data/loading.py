"""Read the files of self-play in parts: rounds one by one, positions as arrays, records, or anything with SQL."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from lostcities.data.columns import POSITION_TYPES, ROUND_TYPES
from lostcities.data.folder import about, files
from lostcities.data.parquet import Connection, Row, database, load_duckdb, quoted
from lostcities.data.parts import round_of
from lostcities.games.errors import BadOption, Reason
from lostcities.games.game import Game, Round
from lostcities.games.options import printable
from lostcities.games.registry import game
from lostcities.records import RecordError, decode
from lostcities.records.errors import wrong
from lostcities.records.files import Record

TYPES = {"rounds": ROUND_TYPES, "positions": POSITION_TYPES}
"""The columns of each kind of table."""

ROUNDS_AT_ONCE = 1024
POSITIONS_AT_ONCE = 16_384


class PlayedRound(NamedTuple):
    """A round of a game, and the bot in each seat."""

    game: int
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
    """Some decisions, one array per column."""

    observations: NDArray[np.uint8]
    masks: NDArray[np.uint8]
    seats: NDArray[np.uint8]
    actions: NDArray[np.uint8]
    results: NDArray[np.int16]
    games: NDArray[np.uint32]
    rounds: NDArray[np.uint8]


def connect(folder: str | Path) -> Connection:
    """Return a DuckDB connection with the view `rounds` and, if they were kept, `positions`, for your own queries."""
    connection = database()
    with damage_named(folder):
        for kind in kinds(folder):
            connection.execute(f"CREATE VIEW {kind} AS FROM {source(folder, kind)}")
    return connection


def kinds(folder: str | Path) -> tuple[str, ...]:
    """Return the kinds of tables that were kept."""
    return ("rounds", "positions") if about(folder)["positions"] else ("rounds",)


@contextmanager
def damage_named(folder: str | Path) -> Iterator[None]:
    """Turn an error caused by a damaged file into a `RecordError` that names the file."""
    try:
        yield
    except load_duckdb().Error as error:
        raise damage(folder) or error from None


def damage(folder: str | Path) -> RecordError | None:
    """Return what is wrong with the first file that cannot be read completely, with the expected columns."""
    with database() as connection:
        for kind in kinds(folder):
            columns = ", ".join(f'max(hash("{name}"::{type_}))' for name, type_ in TYPES[kind].items())
            for file in files(folder, kind):
                try:
                    connection.execute(f"SELECT {columns} FROM read_parquet({quoted(file)})")
                except load_duckdb().Error as error:
                    return wrong("cannot_read", file=printable(str(file)), why=printable(str(error).partition("\n")[0]))
    return None


def source(folder: str | Path, kind: str) -> str:
    """Return the files of a kind as one SQL table. Older positions have an additional column `value`, which is not used."""
    together = ", union_by_name = true" if kind == "positions" else ""
    return f"read_parquet([{', '.join(map(quoted, files(folder, kind)))}]{together})"


def rounds(folder: str | Path) -> Iterator[PlayedRound]:
    """Yield every round, in the order of the games."""
    played = game(about(folder)["game"])
    columns = "game, round, bots, actions, seats, turns, starter, chance, scores, truncated"
    found = parts(folder, f"SELECT {columns} FROM {source(folder, 'rounds')}", ROUNDS_AT_ONCE)
    return (played_round(played, row) for some in found for row in some)


def played_round(played: Game, row: Row) -> PlayedRound:
    number, place, bots, actions, seats, turns, starter, chance, scores, truncated = row
    return PlayedRound(number, place, bots, actions, seats, turns, round_of(played, starter, actions, chance, scores, truncated))


def parts(folder: str | Path, query: str, count: int) -> Iterator[list[Row]]:
    """Yield the result of a query in order, `count` rows at a time."""
    with damage_named(folder), database(threads=1) as connection:
        result = connection.execute(query)
        while found := result.fetchmany(count):
            yield found


def positions(folder: str | Path, size: int = POSITIONS_AT_ONCE) -> Iterator[PositionBatch]:
    """Yield every decision, in the order of the games, `size` of them at a time."""
    if size < 1:
        raise BadOption(Reason("not_positive", {"option": "size", "number": size}))
    columns = "observation, mask, seat, action, result, game, round"
    return map(batch, parts(folder, f"SELECT {columns} FROM {source(folder, 'positions')}", size))


def batch(rows: list[Row]) -> PositionBatch:
    observations, masks, *rest = zip(*rows, strict=True)
    kinds = (np.uint8, np.uint8, np.int16, np.uint32, np.uint8)
    return PositionBatch(
        stacked(observations), stacked(masks), *(np.array(column, dtype=kind) for column, kind in zip(rest, kinds, strict=True))
    )


def stacked(blobs: tuple[bytes, ...]) -> NDArray[np.uint8]:
    return np.frombuffer(b"".join(blobs), dtype=np.uint8).reshape(len(blobs), -1)


def records(folder: str | Path) -> Iterator[Record]:
    """Yield every record. They are not replayed: `lostcities.records.check` does that."""
    return (cast(Record, decode(line)) for file in files(folder, "records") for line in lines(file))


def lines(file: Path) -> Iterator[bytes]:
    with file.open("rb") as stream:
        yield from stream
