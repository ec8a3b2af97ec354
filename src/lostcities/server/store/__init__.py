"""Where everything is kept: the database, its one writer, people, lists, sweeping, backups. SQLAlchemy is known here alone."""
