"""Ask whom to play against, if a person is at the keyboard and the command line does not say."""

from collections.abc import Callable

from rich.console import Console
from rich.table import Table
from rich.text import Text

from lostcities.bots.command_line import PROGRAM
from lostcities.bots.listing import Listing
from lostcities.bots.registry import check, listings
from lostcities.games.errors import BadOption
from lostcities.games.game import Game
from lostcities.terminal.opponents import DEFAULT, assign
from lostcities.terminal.theme import BOLD, DIM, WARNING
from lostcities.text import ENGLISH as TEXT


def choose_opponents(game: Game, seats: list[int], console: Console, read: Callable[[str], str]) -> list[str]:
    """Show the bots and ask until the answer is valid: numbers or names, one for each seat or one for all."""
    listed = listings(game)
    console.print(Text(TEXT("menu.who", count=len(seats)), BOLD))
    console.print(menu(listed))
    while True:
        specs = [meant(word, listed) for word in words(read(TEXT("menu.prompt", default=DEFAULT)))]
        try:
            for spec in specs:
                check(game, spec)
            assign(specs, seats)
        except BadOption as error:
            console.print(Text(str(error), WARNING))
        else:
            return specs


def menu(listed: list[Listing]) -> Table:
    table = Table.grid(padding=(0, 2, 0, 1))
    for number, listing in enumerate(listed, 1):
        table.add_row(Text(str(number), DIM), Text(listing.name, BOLD), TEXT(f"bot.{listing.name}"))
    return table


def words(answer: str) -> list[str]:
    """Return the bots that were typed, one per word; the command line of a program counts as one, with its spaces."""
    answer = answer.strip()
    return [answer] if answer.startswith(PROGRAM) else answer.split()


def meant(word: str, listed: list[Listing]) -> str:
    """Return the bot that a word means: a number stands for its line in the menu."""
    place = int(word) - 1 if word.isascii() and word.isdigit() and len(word) < 4 else -1
    return listed[place].name if 0 <= place < len(listed) else word
