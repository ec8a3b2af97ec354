"""Migrations only add: while servers are upgraded one after the other, those of the release before go on with the same database."""

from collections.abc import Callable
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

import pytest
import sqlalchemy as sa

from lostcities.server.store.migrations import STEPS, versions

FIRST = "0001"
ALONE = "0006"
"""Rewrote journals, when no two servers could share a database yet."""
MIGRATIONS = {
    module.revision: module for module in [import_module(f"{versions.__name__}.{file.name}") for file in iter_modules(versions.__path__)]
}
"""All migrations, by their revision."""


class Adding:
    """What a migration may do, in place of alembic's `op`; it has nothing else."""

    def __init__(self) -> None:
        self.new: set[str] = set()
        """Tables that servers of the release before don't know."""

    def create_table(self, name: str, *_: Any, **__: Any) -> sa.TableClause:
        self.new.add(name)
        return sa.table(name)

    def add_column(self, table: str, column: sa.Column[Any]) -> None:
        assert column.nullable or column.server_default is not None, f"what others add to {table} has no {column.name}"
        assert not column.unique, f"others store in {table} what {column.name} would refuse"

    def create_index(self, name: str, table: str, _columns: list[str], unique: bool = False) -> None:
        assert not unique or table in self.new, f"others store in {table} what {name} would refuse"

    def bulk_insert(self, table: sa.TableClause, _: list[dict[str, Any]]) -> None:
        assert table.name in self.new, f"others have {table.name}"


def test_every_migration_is_known_and_follows_the_one_before() -> None:
    assert sorted(MIGRATIONS) == list(STEPS)
    assert [MIGRATIONS[step].down_revision for step in STEPS] == [None, *STEPS[:-1]]


@pytest.mark.parametrize("step", [step for step in STEPS if step not in (FIRST, ALONE)])
def test_a_migration_only_adds(step: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MIGRATIONS[step], "op", Adding())
    MIGRATIONS[step].upgrade()


@pytest.mark.parametrize(
    "change",
    [
        lambda op: op.drop_table("seats"),
        lambda op: op.drop_column("seats", "face"),
        lambda op: op.alter_column("seats", "face", nullable=False),
        lambda op: op.rename_table("seats", "chairs"),
        lambda op: op.execute("DELETE FROM seats"),
        lambda op: op.get_bind(),
        lambda op: op.add_column("seats", sa.Column("hat", sa.Integer, nullable=False)),
        lambda op: op.add_column("seats", sa.Column("hat", sa.Integer, unique=True)),
        lambda op: op.create_index("one_face", "seats", ["face"], unique=True),
        lambda op: op.bulk_insert(sa.table("seats"), [{"seat": 1}]),
    ],
)
def test_a_migration_that_changes_more_would_be_noticed(change: Callable[[Any], None]) -> None:
    with pytest.raises((AttributeError, AssertionError)):
        change(Adding())
