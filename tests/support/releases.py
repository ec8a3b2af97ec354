"""Releases to come: copies of this one, each with one more migration, which adds to the database, and a column that the release uses."""

import itertools
import os
import shutil
from pathlib import Path

import lostcities
from lostcities.server.store.migrations import STEPS

MIGRATION = """
import sqlalchemy as sa
from alembic import op

revision, down_revision = "{new}", "{old}"


def upgrade() -> None:
    op.add_column("events", sa.Column("added_{new}", sa.Integer))
    op.create_table("made_{new}", sa.Column("id", sa.Integer, primary_key=True))
"""
LAST_COLUMN = '    Column("epoch", Integer),\n    UniqueConstraint('


def release(folder: Path, ahead: int) -> dict[str, str]:
    """Make the release that is so many ahead of this one; return the environment that runs it."""
    source = folder / f"ahead{ahead}"
    package = source / "lostcities"
    shutil.copytree(Path(lostcities.__file__).parent, package, ignore=shutil.ignore_patterns("__pycache__"))
    store = package / "server" / "store"
    steps = [f"{len(STEPS) + number:04}" for number in range(ahead + 1)]
    for old, new in itertools.pairwise(steps):
        (store / "migrations" / "versions" / f"next_{new}.py").write_text(MIGRATION.format(old=old, new=new))
        edit(store / "migrations" / "__init__.py", f'"{old}")', f'"{old}", "{new}")')
        edit(store / "models.py", LAST_COLUMN, f'    Column("added_{new}", Integer),\n{LAST_COLUMN}')
    return {"PYTHONPATH": os.pathsep.join([str(source), os.environ.get("PYTHONPATH", "")]).rstrip(os.pathsep)}


def edit(file: Path, old: str, new: str) -> None:
    text = file.read_text()
    assert text.count(old) == 1, (file, old)
    file.write_text(text.replace(old, new))
