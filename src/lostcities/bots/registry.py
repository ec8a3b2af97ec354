"""The bots by name: the only list of them, for all code that is given a bot as text (`thumb`, `best:ms=200`, `cmd:./my-bot`,
`py:my_bot:MyBot`).

>>> from lostcities import game
>>> bot(game("card"), "random", seed=7).decide({"legal": ["+"]})
'+'
>>> bot(game("card"), "best:sm=200")
Traceback (most recent call last):
lostcities.games.errors.BadOption: the bot best has no setting "sm"; choose from ms, worlds, file
"""

from collections.abc import Mapping
from typing import Any

from lostcities.bots.bot import Policy
from lostcities.bots.command_line import PROGRAM, is_program, words_of
from lostcities.bots.listing import Factory, Listing, Seed, Setting, Value
from lostcities.bots.own import check_class, class_of, is_class, own_bot
from lostcities.games.errors import BadOption, Reason
from lostcities.games.game import Game
from lostcities.games.options import shown


def random_bot(_game: Game, seed: Seed) -> Policy:
    from lostcities.bots.random_bot import RandomBot

    return RandomBot(seed)


def thumb_bot(game: Game, _seed: Seed) -> Policy:
    from lostcities.bots.thumb import ThumbBot

    return ThumbBot(game)


def net_bot(game: Game, seed: Seed, **settings: Any) -> Policy:
    from lostcities.bots.net_bot import NetBot

    return NetBot(game, seed=seed, **settings)


def best_bot(game: Game, seed: Seed, **settings: Any) -> Policy:
    from lostcities.bots.search import SearchBot

    return SearchBot(game, seed=seed, **settings)


def character(name: str) -> Factory:
    """Return the factory of one of the opponents for people."""

    def make(game: Game, seed: Seed) -> Policy:
        from lostcities.bots.character import manner_of
        from lostcities.bots.net_bot import NetBot

        return NetBot(game, manner=manner_of(game, name), seed=seed)

    return make


EFFORT = {"ms": Setting("number", high=600_000), "worlds": Setting("number", high=100_000)}
"""How long to search. Only one of the two can be given."""

LISTINGS = (
    *(Listing(name, character(name)) for name in ("pip", "nell", "bruno", "odile")),
    Listing("magnus", best_bot, EFFORT, instead=tuple(EFFORT), same_as="best"),
    Listing("random", random_bot),
    Listing("thumb", thumb_bot),
    Listing("net", net_bot, {"file": Setting("file"), "quick": Setting("flag"), "level": Setting("flag")}),
    Listing("best", best_bot, EFFORT | {"file": Setting("file")}, ladder="worlds=32", instead=tuple(EFFORT)),
)
"""Opponents for people first, weakest first. A new bot needs a line here, `bot.<name>` in the catalogue, and a line in its page."""


def listings(game: Game) -> list[Listing]:
    """Return the bots that play a game."""
    return [listing for listing in LISTINGS if listing.plays(game)]


def thinks_long(spec: str) -> bool:
    """Whether a bot takes time to decide: it searches, or it is a program, or a class that does not say otherwise.

    >>> thinks_long("best:worlds=32"), thinks_long("cmd:./my-bot"), thinks_long("net")
    (True, True, False)
    """
    if is_class(spec):
        return class_of(spec).thinks_long
    name = spec.partition(":")[0]
    return is_program(spec) or any(listing.name == name and listing.ms is not None for listing in LISTINGS)


def is_listed(spec: str) -> bool:
    """Whether a text names a bot of the list, if there is such a one, and not a program or a class.

    >>> is_listed("best:ms=200"), is_listed("cmd:./my-bot"), is_listed("py:my_bot:MyBot")
    (True, False, False)
    """
    return not (is_program(spec) or is_class(spec))


def sets_time(spec: str) -> bool:
    """Whether a text sets a bot's time per move itself.

    >>> sets_time("best:ms=200"), sets_time("best"), sets_time("cmd:./my-bot ms=200")
    (True, False, False)
    """
    return is_listed(spec) and any(text.startswith("ms=") for text in spec.partition(":")[2].split(","))


def parse(game: Game, spec: str) -> tuple[Listing, Mapping[str, Value]]:
    """Return the entry and the settings that a text names. Raises `BadOption`, which says what was expected.

    Programs and classes are not entries, so this is safe for texts from strangers: it starts and imports nothing.
    """
    name, _, rest = spec.partition(":")
    known = {listing.name: listing for listing in listings(game)}
    if name not in known:
        raise BadOption(Reason("unknown_bot", {"bot": shown(name), "game": game.name, "known": ", ".join(known)}))
    return known[name], known[name].parse(rest.split(",") if rest else [])


def check(game: Game, spec: str) -> None:
    """Refuse a text that does not name a bot. A class is imported; a program or a file is only tried when the bot is made."""
    if is_program(spec):
        words_of(spec)
    elif is_class(spec):
        check_class(game, spec)
    else:
        parse(game, spec)


def bot(game: Game, spec: str, seed: Seed = None, ms: int = 1000) -> Policy:
    """Return a player for one seat: a `Bot` if it follows its match.

    `seed` makes its random choices repeatable; `ms` is the time that programs and classes have per move.
    """
    if is_program(spec):
        from lostcities.bots.external import ExternalBot

        words_of(spec)
        return ExternalBot(spec.removeprefix(PROGRAM), ms)
    if is_class(spec):
        return own_bot(game, spec, seed, ms)
    listing, settings = parse(game, spec)
    return listing.make(game, seed, settings)


def policy(game: Game, spec: str, seed: Seed = None) -> Policy:
    """Return a player from the list that decides from views alone, and so can be kept for many matches."""
    listing, settings = parse(game, spec)
    assert not listing.hears, spec
    return listing.make(game, seed, settings)
