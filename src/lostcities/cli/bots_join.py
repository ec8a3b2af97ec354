"""`lostcities bots join`: seat a bot at a table in the browser, through its invitation link."""

from typing import Annotated

import typer

from lostcities.cli.common import FAILED, INTERRUPTED, complain
from lostcities.text import ENGLISH as TEXT


def text(name: str) -> str:
    return TEXT(f"cli.join.{name}")


def join(
    link: Annotated[str, typer.Argument(metavar="LINK", help=text("link"))],
    bot: Annotated[str, typer.Argument(metavar="BOT", help=text("bot"))],
    name: Annotated[str | None, typer.Option("--name", help=text("name"))] = None,
    ms: Annotated[int, typer.Option("--ms", min=1, help=text("ms"))] = 1000,
    pace: Annotated[float, typer.Option("--pace", metavar="SECONDS", min=0, max=60, help=text("pace"))] = 0.7,
    seed: Annotated[int | None, typer.Option("--seed", help=TEXT("cli.serve.seed"))] = None,
) -> None:
    """Take a seat with an invitation, and play one match.

    Example: lostcities bots join "http://127.0.0.1:8765/t/ID#join=KEY" thumb
    """
    from lostcities.bots.bot import BotFailure
    from lostcities.guest.connection import TurnedAway
    from lostcities.guest.guest import visit
    from lostcities.guest.invitation import Invitation

    try:
        visit(Invitation.read(link), bot, name, ms, pace, seed, say)
    except BotFailure as failure:
        complain(TEXT("join.failed", bot=bot, why=str(failure)))
        raise typer.Exit(FAILED) from None
    except TurnedAway as error:
        complain(error)
        raise typer.Exit(FAILED) from None
    except KeyboardInterrupt:
        complain(TEXT("join.left"))
        raise typer.Exit(INTERRUPTED) from None


def say(sentence: str) -> None:
    """Print what happens, at once: the output may be a file."""
    print(sentence, flush=True)
