"""The mix of tables as text: `48:2:colors=5,rounds=3` is a table of two that has 48 parts of all matches.

>>> from lostcities.games.registry import game
>>> table_of(game("board"), "1:3:direction=either,max_turns=400")
(1.0, 3, {'direction': 'either', 'max_turns': 400})
>>> text_of(_)
'1:3:direction=either,max_turns=400'
"""

import math

from lostcities.bots.interface import Mix
from lostcities.games.errors import BadOption, Reason
from lostcities.games.game import Game
from lostcities.games.options import Options, parse, shown

Table = tuple[float, int, Options]
"""How often, how many players, which options."""


def table_of(game: Game, text: str) -> Table:
    """Return the table that a text describes. Raises `BadOption`, which says what was expected."""
    weight, _, rest = text.partition(":")
    players, _, options = rest.partition(":")
    try:
        often, seats = float(weight), int(players)
    except ValueError:
        raise BadOption(Reason("bad_table", {"table": shown(text)})) from None
    table = often, seats, parse(game.options, options.split(",") if options else [])
    check(game, table)
    return table


def check(game: Game, table: Table) -> None:
    """Refuse a table at which nobody can play."""
    weight, players, options = table
    if not (math.isfinite(weight) and weight > 0):
        raise BadOption(Reason("bad_table", {"table": shown(text_of(table))}))
    game.check_players(players)
    game.complete(options)


def text_of(table: Table) -> str:
    weight, players, options = table
    return f"{weight:g}:{players}" + (f":{options_text(options)}" if options else "")


def options_text(options: Options) -> str:
    return ",".join(f"{name}={shown(value).strip(chr(34))}" for name, value in options.items())


def usual(mix: Mix) -> dict[int, Table]:
    """Return, for every number of players, the first of its tables."""
    found: dict[int, Table] = {}
    for table in mix:
        found.setdefault(table[1], table)
    return found
