"""Add the analyses of finished tables."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "journals",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("critic", sa.String(32), nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )
