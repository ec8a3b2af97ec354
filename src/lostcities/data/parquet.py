"""Columns into Parquet files and back, by DuckDB, an optional dependency.

DuckDB reads NumPy arrays in place: numbers as they are, objects as lists or BLOBs. So nothing else is needed, and
writing a million rounds takes 35 seconds of CPU time. Bytes of a fixed size are a BLOB each, because DuckDB reads Parquet's own type
for them but does not write it.
"""

import tempfile
from pathlib import Path
from typing import Any

from lostcities.data.columns import Array
from lostcities.games.errors import BadOption, Reason

Connection = Any
"""DuckDB's connection; its types are unknown if it is not installed."""
Row = tuple[Any, ...]
"""A row of a query's result."""
ROWS_A_GROUP = 16_384
"""Rows that are compressed, and read, together: 9 MB of positions."""


def load_duckdb() -> Any:
    try:
        import duckdb
    except ImportError:
        raise BadOption(Reason("no_duckdb", {})) from None
    return duckdb


def database(threads: int | None = None) -> Connection:
    """Return a connection to an empty database in memory."""
    overflow = str(Path(tempfile.gettempdir()) / "lostcities-duckdb")  # for data that does not fit into memory; the default would be `.tmp`
    settings = {"autoinstall_known_extensions": False, "autoload_known_extensions": False, "temp_directory": overflow}
    connection = load_duckdb().connect(config=settings | ({} if threads is None else {"threads": threads}))
    connection.execute("SET enable_progress_bar = false")
    return connection


def write(columns: dict[str, Array], types: dict[str, str], file: Path) -> None:
    """Write one table as a file. It uses a single thread, so that the same rows give the same bytes."""
    with database(threads=1) as connection:
        connection.register("columns", columns)
        chosen = ", ".join(f'CAST("{name}" AS {types[name]}) AS "{name}"' for name in columns)
        connection.execute(
            f"COPY (SELECT {chosen} FROM columns) TO {quoted(file)} (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE {ROWS_A_GROUP})"
        )


def quoted(file: Path | str) -> str:
    """Return a name quoted for SQL."""
    return "'" + str(file).replace("'", "''") + "'"
