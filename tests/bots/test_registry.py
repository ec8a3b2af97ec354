"""The list of bots: every entry has a description and can be created, and errors say what is wrong with a name."""

import random
from importlib.resources import as_file

import pytest

from lostcities import GAMES, BadOption, game
from lostcities.bots import registry
from lostcities.bots.bot import Bot, Policy
from lostcities.bots.listing import Listing, Setting
from lostcities.bots.random_bot import RandomBot
from lostcities.text import ENGLISH

CARD = game("card")


@pytest.mark.parametrize("name", GAMES)
def test_every_bot_is_described(name: str) -> None:
    names = [listing.name for listing in registry.listings(game(name))]
    assert {"random", "thumb", "net", "best"} <= set(names)
    assert len(set(names)) == len(names)
    for listing in registry.listings(game(name)):
        assert ENGLISH(f"bot.{listing.name}")
        registry.check(game(name), listing.in_ladder)


def test_a_bot_by_its_name() -> None:
    bot = registry.bot(CARD, "random", seed=5)
    view = {"legal": [str(number) for number in range(50)]}
    assert isinstance(bot, RandomBot)
    assert bot.decide(view) == RandomBot(5).decide(view)


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("thump", 'unknown bot "thump" for card; choose from pip, nell'),
        ("", 'unknown bot ""'),
        ("cmd", 'unknown bot "cmd"'),
        ("random:seed=1", 'the bot random has no setting "seed"; choose from -'),
        ("best:ms", 'write bot settings as best:key=value, not "ms"'),
        ("best:ms=soon", 'the setting ms cannot be "soon"; expected 1..600000'),
        ("best:ms=0", 'the setting ms cannot be "0"'),
        ("best:ms=10,worlds=x", 'the setting worlds cannot be "x"; expected 1..100000'),
        ("best:ms=10,", 'write bot settings as best:key=value, not ""'),
        ("best:ms=5,ms=900", "the setting ms of the bot best is given twice"),
        ("best:ms=5,worlds=3", "the bot best takes only one of the settings ms, worlds"),
        ("magnus:worlds=3,ms=5", "the bot magnus takes only one of the settings ms, worlds"),
        ("net:level=yes", 'the setting level cannot be "yes"; expected true / false'),
        ("net:file=", 'the setting file cannot be ""; expected FILE'),
        ("cmd:", "cmd: must be followed by the command line of a program"),
        ("cmd:  ", "cmd: must be followed by the command line of a program"),
        ("cmd:python 'x", "cannot be split into words: No closing quotation"),
    ],
)
def test_a_wrong_name_says_what_was_expected(spec: str, said: str) -> None:
    for ask in (registry.check, registry.bot):
        with pytest.raises(BadOption) as error:
            ask(CARD, spec)
        assert said in str(error.value)


def test_settings_reach_the_bot() -> None:
    made: list[object] = []

    def make(*given: object, **settings: object) -> Policy:
        made.extend([*given, settings])
        return RandomBot(1)

    listing = Listing("x", make, {"ms": Setting("number"), "level": Setting("flag"), "file": Setting("file")})
    listing.make(CARD, 7, listing.parse(["ms=20", "level=true", "file=a=b.npz"]))
    assert made == [CARD, 7, {"ms": 20, "level": True, "file": "a=b.npz"}]


def test_search_takes_a_network_from_a_file() -> None:
    from lostcities.bots.network import packaged

    with as_file(packaged(CARD)) as file:
        bots = [registry.bot(CARD, spec, seed=1) for spec in ("best:worlds=8", f"best:worlds=8,file={file}")]
    match = CARD.deal({}, random.Random(3), 2, 0)
    for _ in range(20):
        view = match.view(match.player)
        first, second = (bot.decide(view) for bot in bots)
        assert first == second
        match.push(first)
    with pytest.raises(BadOption, match=r"no\.npz"):
        registry.bot(CARD, "best:file=no.npz")


def test_a_bot_may_be_for_some_games_only() -> None:
    listing = Listing("x", lambda *_: RandomBot(1), games=("roll",))
    assert listing.plays(game("roll"))
    assert not listing.plays(CARD)


class Listening(RandomBot, Bot):
    """A bot that hears everything and ignores it."""


def test_listening_is_free() -> None:
    bot = Listening(1)
    bot.start("card", {}, 0, ["a", "b"])
    bot.deal(1, 0, {})
    bot.roll(["ROR", "309"])
    bot.event(0, "+", "Y7")
    bot.round_over([0, 0])
    bot.end([0, 0], [0, 1])
    bot.close()


@pytest.mark.parametrize("listing", registry.LISTINGS, ids=lambda listing: listing.name)
def test_a_listing_says_whether_its_bot_follows_matches(listing: Listing) -> None:
    if listing.ms is None:  # bots that search take long to compile
        made = listing.make(game("card"), 1, {})
        assert isinstance(made, Bot) == listing.hears
        assert isinstance(registry.policy(game("card"), listing.name), Policy)
