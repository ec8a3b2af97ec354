"""Add the faces that people chose, and those at each table."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("people", sa.Column("face", sa.String(16)))
    op.add_column("seats", sa.Column("face", sa.String(16)))
