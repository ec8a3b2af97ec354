"""Self-play: which bots play how many games at which table, and what is kept of them. `running.py` runs it.

>>> play = opened(SelfPlay("card", ("thumb", "random"), games=2500))
>>> play.shards, play.games_of(2), play.seats(3)
(3, range(2000, 2500), ['random', 'thumb'])
"""

from dataclasses import dataclass, field, replace

from lostcities.arena.tournament import Table
from lostcities.bots.batches import plays_in_batches
from lostcities.bots.registry import check
from lostcities.games.errors import BadOption, Reason
from lostcities.games.options import Options, shown
from lostcities.games.registry import game

RANDOM = "random"
"""The bot whose games are played in compiled code."""
RANDOM_GAMES = 10_000
RANDOM_GAMES_WITH_MORE = 100
GAMES = 20
"""The default number of games per shard: some seconds of work, little to lose for bots that think, and at most a few hundred MB."""
BATCH_GAMES = 1000
"""The same for games that are played at once: half a minute of work for a network."""
LIMITS = {"games": (1, 2**32), "shard": (1, 2**32), "ms": (1, 2**31), "seed": (-(2**63), 2**63 - 1)}
"""The ranges that fit the columns of the files, or a program's arguments."""


@dataclass(frozen=True)
class SelfPlay(Table):
    """Games between some bots at one table. `opened` checks one and fills in its options."""

    game: str
    bots: tuple[str, ...]
    """One per seat, or a single one for all; they move on by one seat from game to game."""
    games: int
    """Whole matches, each with as many rounds as the options say."""
    players: int = 2
    options: Options = field(default_factory=dict)
    seed: int = 0
    ms: int = 1000
    shard: int | None = None
    """Games per file."""
    positions: bool = False
    """Also keep every decision."""
    views: bool = False
    """With each decision, keep its view as JSON."""
    records: bool = False
    """Also keep every game as a record."""

    @property
    def shards(self) -> int:
        """The number of files of each kind."""
        return -(-self.games // self.shard_size)

    @property
    def shard_size(self) -> int:
        if self.shard is not None:
            return self.shard
        if not self.at_random:
            return BATCH_GAMES if self.in_batches else GAMES
        return RANDOM_GAMES_WITH_MORE if self.positions or self.records else RANDOM_GAMES

    @property
    def at_random(self) -> bool:
        return set(self.bots) == {RANDOM}

    @property
    def in_batches(self) -> bool:
        """Whether all bots can decide for many games at once."""
        return all(plays_in_batches(game(self.game), bot) for bot in self.bots)

    def games_of(self, shard: int) -> range:
        return range(shard * self.shard_size, min((shard + 1) * self.shard_size, self.games))

    def seats(self, number: int) -> list[str]:
        """Return the bot in each seat of a game."""
        return [self.bots[(seat + number) % len(self.bots)] for seat in range(self.players)]


def check_whole(name: str, number: object, low: int, high: int) -> None:
    """Refuse what is not an integer within the limits."""
    if number is None and name == "shard":
        return
    if type(number) is int and number < low == 1:
        raise BadOption(Reason("not_positive", {"option": name, "number": number}))
    if type(number) is not int or not low <= number <= high:
        raise BadOption(Reason("bad_setting", {"setting": name, "value": shown(number), "expected": f"{low}…{high}"}))


def opened(play: SelfPlay) -> SelfPlay:
    """Return the same with all options filled in. Raises `BadOption` if it cannot be played."""
    played = game(play.game)
    played.check_players(play.players)
    if len(play.bots) not in (1, play.players):
        raise BadOption(Reason("bad_bot_count", {"count": len(play.bots), "players": play.players}))
    for spec in play.bots:
        check(played, spec)
    for name, (low, high) in LIMITS.items():
        check_whole(name, getattr(play, name), low, high)
    return replace(play, options=played.capped(play.options), positions=play.positions or play.views)
