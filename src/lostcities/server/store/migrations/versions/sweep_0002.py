"""Add deletion in two steps, how long the server has run, and who opened a listed table."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Only add columns: recreating `tables` would delete the rows that refer to it."""
    op.add_column("people", sa.Column("expired", sa.BigInteger))
    op.add_column("tables", sa.Column("expired", sa.BigInteger))
    op.add_column("tables", sa.Column("opener", sa.String(32)))
    pulse = op.create_table(
        "pulse",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("ran", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sa.Column("doubted", sa.BigInteger),
        sa.Column("probes", sa.BigInteger, nullable=False),
    )
    op.bulk_insert(pulse, [{"id": 1, "ran": 0, "seen": 0, "doubted": None, "probes": 0}])
