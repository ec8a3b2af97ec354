"""Add the deals of the day, tries at them and marks of the opponents; ratings of people; and whether a person asked for a hint."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Only add: servers of the release before go on while others are upgraded."""
    op.add_column("seats", sa.Column("hinted", sa.Boolean))
    op.create_table(
        "days",
        sa.Column("day", sa.String(10), primary_key=True),
        sa.Column("secret", sa.LargeBinary(64), nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "tries",
        sa.Column("day", sa.String(10), primary_key=True),
        sa.Column("game", sa.String(16), primary_key=True),
        sa.Column("person", sa.String(32), sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id", ondelete="SET NULL")),
        sa.Column("ended", sa.BigInteger),
        sa.Column("lead", sa.Integer),
        sa.Column("cost", sa.Integer),
    )
    op.create_index("tries_by_result", "tries", ["day", "game", "cost", "lead"])
    op.create_index("tries_by_person", "tries", ["person"])
    op.create_index("tries_by_table", "tries", ["table_id"])
    op.create_table(
        "marks",
        sa.Column("day", sa.String(10), primary_key=True),
        sa.Column("game", sa.String(16), primary_key=True),
        sa.Column("name", sa.String(16), primary_key=True),
        sa.Column("lead", sa.Integer, nullable=False),
        sa.Column("cost", sa.Integer, nullable=False),
    )
    op.create_table(
        "ratings",
        sa.Column("person", sa.String(32), sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("subject", sa.String(32), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("source", sa.String(64), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("other", sa.Float, nullable=False),
        sa.Column("score", sa.Float, nullable=False),
        sa.Column("rating", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
        sa.Column("volatility", sa.Float, nullable=False),
        sa.UniqueConstraint("person", "subject", "source", name="rated_once"),
    )
