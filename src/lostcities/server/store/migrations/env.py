"""Run by alembic: applies the migrations on the connection that `storage.py` passed in."""

from alembic import context

from lostcities.server.store.models import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
