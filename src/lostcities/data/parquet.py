"""Columns into Parquet files and back, by pyarrow, an optional dependency.

Files carry Arrow's own schema, so that readers find lists of a fixed size, units and versions (decision 0018). Numbers in lists are
most of the bytes: split by byte they are written fastest and take the least space. pyarrow's default, a dictionary, takes twice as long.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from lostcities.data.extras import needed
from lostcities.data.tables import Column
from lostcities.games.options import printable
from lostcities.records.errors import wrong

ROWS_A_GROUP = 16_384
"""Rows that are compressed, and read, together: 9 MB of positions."""

Batch = Any
"""pyarrow's record batch or table; its types are unknown if it is not installed."""


def load_pyarrow() -> Any:
    needed("pyarrow.parquet")
    return needed("pyarrow")


def written(values: dict[str, Any], columns: Sequence[Column], marks: dict[str, str]) -> bytes:
    """Return a table as a Parquet file in memory: the same values always give the same bytes. `marks` describe the whole table."""
    arrow = load_pyarrow()
    schema = arrow.schema([field(column) for column in columns], marks)
    table = arrow.table([array(column, values[column.name]) for column in columns], schema=schema)
    split = [column.leaf for column in columns if column.is_list and column.item != "string"]
    others = [column.leaf for column in columns if column.leaf not in split]
    file = arrow.BufferOutputStream()
    arrow.parquet.write_table(
        table,
        file,
        row_group_size=ROWS_A_GROUP,
        compression="zstd",
        use_dictionary=others,
        write_statistics=others,
        column_encoding=dict.fromkeys(split, "BYTE_STREAM_SPLIT"),
    )
    return bytes(file.getvalue())


def field(column: Column) -> Any:
    return load_pyarrow().field(column.name, type_of(column), False, {"unit": column.unit, "about": column.about})


def type_of(column: Column) -> Any:
    """Return a column's Arrow type."""
    arrow = load_pyarrow()
    item = arrow.type_for_alias(column.item)
    return arrow.list_(arrow.field("element", item, False), column.size or -1) if column.is_list else item


def array(column: Column, values: Any) -> Any:
    """Return values as an Arrow array: for a list of fixed size they have two dimensions, for another one they are arrays or lists."""
    arrow = load_pyarrow()
    if not column.is_list:
        return arrow.array(values, arrow.type_for_alias(column.item))
    if column.size:
        return arrow.FixedSizeListArray.from_arrays(values.reshape(-1), type=type_of(column))
    lengths = np.fromiter(map(len, values), np.int32, len(values))
    ends = arrow.array(np.concatenate([[0], np.cumsum(lengths, dtype=np.int64)]), arrow.int32())
    items = arrow.array(np.concatenate(values) if len(values) else [], arrow.type_for_alias(column.item))
    return arrow.ListArray.from_arrays(ends, items, type=type_of(column))


def parts(file: Path, columns: Sequence[Column], size: int) -> Iterator[Batch]:
    """Yield these columns of a file, up to `size` rows at a time. Raises a `RecordError` that names a damaged file."""
    arrow = load_pyarrow()
    try:
        with arrow.parquet.ParquetFile(file) as opened:
            check(opened.schema_arrow, columns)
            yield from opened.iter_batches(size, columns=[column.name for column in columns])
    except (arrow.ArrowException, OSError, ValueError) as error:
        raise wrong("cannot_read", file=printable(str(file)), why=printable(str(error).partition("\n")[0])) from None


def check(schema: Any, columns: Sequence[Column]) -> None:
    """Refuse a file without these columns."""
    for column in columns:
        if column.name not in schema.names:
            raise wrong("missing_field", field=column.name)
        found = schema.field(column.name).type
        if found != type_of(column):
            raise wrong("bad_field", field=column.name, value=printable(str(found)))


def portions(batches: Iterator[Batch], size: int) -> Iterator[Batch]:
    """Yield the same rows as tables of `size` rows each; the last one may be shorter."""
    arrow, rest = load_pyarrow(), None
    for batch in batches:
        found = arrow.table(batch)
        rest = found if rest is None else arrow.concat_tables([rest, found])
        while len(rest) >= size:
            yield rest[:size]
            rest = rest[size:]
    if rest:
        yield rest
