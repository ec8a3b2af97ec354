"""Add what several servers on one database need: leases, guests, epochs, the revision of a table, and what people say and agree to."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Only add: servers of the release before go on while others are upgraded."""
    op.add_column("tables", sa.Column("revision", sa.Integer, nullable=False, server_default="0"))
    op.add_column("events", sa.Column("epoch", sa.Integer))
    op.create_table(
        "leases",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("node", sa.String(32), nullable=False),
        sa.Column("epoch", sa.Integer, nullable=False),
        sa.Column("until", sa.BigInteger),
        sa.Column("since", sa.BigInteger),
    )
    op.create_index("leases_by_until", "leases", ["until"])
    op.create_table(
        "guests",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("node", sa.String(32), primary_key=True),
        sa.Column("seats", sa.Text, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
    op.create_index("guests_by_node", "guests", ["node"])
    op.create_table(
        "agreements",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("what", sa.String(16), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
    )
    op.create_table(
        "phrases",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("phrase", sa.String(16), nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "nodes",
        sa.Column("node", sa.String(32), primary_key=True),
        sa.Column("settings", sa.Text, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
