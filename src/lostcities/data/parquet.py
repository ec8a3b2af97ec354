"""Columns into Parquet files and back, by DuckDB. Only those who want data install it.

DuckDB reads arrays of NumPy where they lie: of numbers as they are, of objects as lists or BLOBs. So nothing else is needed, and
a million rounds take 35 seconds of computing to write. Bytes of a fixed size are a BLOB each: Parquet's own type for them is one
that DuckDB reads but does not write.
"""

import tempfile
from pathlib import Path
from typing import Any

from lostcities.data.columns import Array
from lostcities.games.errors import BadOption, Reason

Connection = Any
"""DuckDB's: its types are not known where it is not installed."""
Row = tuple[Any, ...]
"""What a query finds."""
ROWS_A_GROUP = 16_384
"""Rows that are packed, and read, together: 9 MB of positions."""


def load_duckdb() -> Any:
    try:
        import duckdb
    except ImportError:
        raise BadOption(Reason("no_duckdb", {})) from None
    return duckdb


def database(threads: int | None = None) -> Connection:
    """A connection to an empty database in memory."""
    overflow = str(Path(tempfile.gettempdir()) / "lostcities-duckdb")  # what does not fit into memory; else it goes into `.tmp`
    settings = {"autoinstall_known_extensions": False, "autoload_known_extensions": False, "temp_directory": overflow}
    connection = load_duckdb().connect(config=settings | ({} if threads is None else {"threads": threads}))
    connection.execute("SET enable_progress_bar = false")
    return connection


def write(columns: dict[str, Array], types: dict[str, str], file: Path) -> None:
    """One table as a file. On a single thread, so that the same rows give the same bytes."""
    with database(threads=1) as connection:
        connection.register("columns", columns)
        chosen = ", ".join(f'CAST("{name}" AS {types[name]}) AS "{name}"' for name in columns)
        connection.execute(
            f"COPY (SELECT {chosen} FROM columns) TO {quoted(file)} (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE {ROWS_A_GROUP})"
        )


def quoted(file: Path | str) -> str:
    """A name as SQL writes it."""
    return "'" + str(file).replace("'", "''") + "'"
