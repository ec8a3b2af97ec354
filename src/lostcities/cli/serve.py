"""`lostcities serve`: the page and its tables."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lostcities.cli.common import fail
from lostcities.folders import data_folder
from lostcities.games.errors import GameError
from lostcities.text import ENGLISH as TEXT

if TYPE_CHECKING:
    from lostcities.server.settings import Settings


def text(name: str) -> str:
    return TEXT(f"cli.server.{name}")


def serve(
    host: Annotated[str, typer.Option("--host", envvar="LOSTCITIES_HOST", help=text("host"))] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", envvar="LOSTCITIES_PORT", min=0, max=65535, help=text("port"))] = 8765,
    any_port: Annotated[bool, typer.Option("--any-port", help=text("any_port"))] = False,
    data: Annotated[Path | None, typer.Option("--data", metavar="FOLDER", help=text("data"))] = None,
    database_url: Annotated[str | None, typer.Option("--database-url", envvar="LOSTCITIES_DATABASE_URL", help=text("database_url"))] = None,
    redis_url: Annotated[str | None, typer.Option("--redis-url", envvar="LOSTCITIES_REDIS_URL", help=text("redis_url"))] = None,
    public_url: Annotated[str | None, typer.Option("--public-url", envvar="LOSTCITIES_PUBLIC_URL", help=text("public_url"))] = None,
    allow_host: Annotated[list[str] | None, typer.Option("--allow-host", metavar="NAME", help=text("allow_host"))] = None,
    trust_proxy: Annotated[bool, typer.Option("--trust-proxy", help=text("trust_proxy"))] = False,
    public_metrics: Annotated[bool, typer.Option("--public-metrics", help=text("public_metrics"))] = False,
    daily_names: Annotated[bool, typer.Option("--daily-names", envvar="LOSTCITIES_DAILY_NAMES", help=text("daily_names"))] = False,
    keep_days: Annotated[float, typer.Option("--keep-days", min=0, help=text("keep_days"))] = 90,
    keep_abandoned_days: Annotated[float, typer.Option("--keep-abandoned-days", min=0, help=text("keep_abandoned_days"))] = 14,
    grace_days: Annotated[float, typer.Option("--grace-days", min=0, help=text("grace_days"))] = 3,
    workers: Annotated[int, typer.Option("--workers", min=0, max=256, help=text("workers"))] = 0,
    backup: Annotated[Path | None, typer.Option("--backup", metavar="FILE", help=text("backup"))] = None,
    restore: Annotated[Path | None, typer.Option("--restore", metavar="FILE", help=text("restore"))] = None,
    migrate_to: Annotated[str | None, typer.Option("--migrate-to", metavar="URL", help=text("migrate_to"))] = None,
    force: Annotated[bool, typer.Option("--force", help=text("force"))] = False,
    open_page: Annotated[bool, typer.Option("--open", help=text("open"))] = False,
) -> None:
    """Serve the page, make or restore a backup of its tables, or move them to PostgreSQL.

    Example: lostcities serve --host 0.0.0.0
    """
    from lostcities.server.settings import Settings, limits_from

    try:
        settings = Settings(
            data=data or data_folder("server"),
            host=host,
            port=port,
            database_url=database_url,
            redis_url=redis_url,
            public_url=public_url,
            allow_hosts=tuple(allow_host or ()),
            trust_proxy=trust_proxy,
            public_metrics=public_metrics,
            daily_names=daily_names,
            keep_days=keep_days,
            keep_abandoned_days=keep_abandoned_days,
            grace_days=grace_days,
            workers=workers,
            limits=limits_from(os.environ),
        )
        if migrate_to:
            move(settings, migrate_to)
        elif backup or restore:
            copy(settings, backup, restore, force)
        else:
            run(settings, any_port, open_page)
    except (GameError, OSError) as error:
        fail(error)


def copy(settings: "Settings", backup: Path | None, restore: Path | None, force: bool) -> None:
    from lostcities.server.store import backup as backups

    if backup:
        backups.back_up(settings, backup, force)
        print(TEXT("server.backed_up", file=str(backup)))
    if restore:
        backups.restore(settings, restore, force)
        print(TEXT("server.restored", file=str(restore)))


def move(settings: "Settings", url: str) -> None:
    from lostcities.cli.progress import Progress
    from lostcities.server.store.moving import house

    with house(settings, url) as found:
        names, every = list(found.rows), sum(found.rows.values())
        progress = Progress(found.rows.items(), lambda done: TEXT("server.moving", done=done, all=every))
        with progress.shown():
            found.copy(lambda part, rows: progress.tell(names.index(part), rows, ()))
        print(TEXT("server.moved", **{name: found.rows[name] for name in ("tables", "events", "people")}))


def run(settings: "Settings", any_port: bool, open_page: bool) -> None:
    from lostcities.server.running import open_browser
    from lostcities.server.running import run as run_server
    from lostcities.server.store.lock import Lock

    def ready(address: str) -> None:
        shown = open_page and open_browser(address)
        print(TEXT("server.opened" if shown else "server.ready", address=address), flush=True)

    if open_page and (running := Lock(settings.data).held()):
        ready(running)
        return
    run_server(settings, any_port, ready)
