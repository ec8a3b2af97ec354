"""Queries in SQL over Parquet files, by DuckDB, an optional dependency."""

import tempfile
from pathlib import Path
from typing import Any

from lostcities.data.extras import needed

Connection = Any
"""DuckDB's connection; its types are unknown if it is not installed."""
Row = tuple[Any, ...]
"""A row of a query's result."""


def load_duckdb() -> Any:
    return needed("duckdb")


def database() -> Connection:
    """Return a connection to an empty database in memory."""
    overflow = str(Path(tempfile.gettempdir()) / "lostcities-duckdb")  # for data that does not fit into memory; the default would be `.tmp`
    settings = {"autoinstall_known_extensions": False, "autoload_known_extensions": False, "temp_directory": overflow}
    connection = load_duckdb().connect(config=settings)
    connection.execute("SET enable_progress_bar = false")
    return connection


def quoted(file: Path | str) -> str:
    """Return a name quoted for SQL."""
    return "'" + str(file).replace("'", "''") + "'"
