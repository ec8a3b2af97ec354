"""Add the figures of each seat, copy them out of the journals that are already there, and delete the names in these."""

import json
import zlib

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

COPIED = ("seat", "cost", "counted", "ci95", "luck")


def upgrade() -> None:
    figures = op.create_table(
        "figures",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("journals.table_id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("cost", sa.Float, nullable=False),
        sa.Column("counted", sa.Integer, nullable=False),
        sa.Column("ci95", sa.Float),
        sa.Column("luck", sa.Float, nullable=False),
    )
    journals = sa.table("journals", sa.column("table_id"), sa.column("body"))
    connection = op.get_bind()
    for table in connection.scalars(sa.select(journals.c.table_id)).all():
        body = connection.execute(sa.select(journals.c.body).where(journals.c.table_id == table)).scalar_one()
        line = json.loads(zlib.decompress(body))
        op.bulk_insert(figures, [{"table_id": table} | {name: seat[name] for name in COPIED} for seat in line["report"]["seats"]])
        line["report"]["players"] = []
        packed = zlib.compress(json.dumps(line).encode() + b"\n")
        connection.execute(sa.update(journals).where(journals.c.table_id == table).values(body=packed))
