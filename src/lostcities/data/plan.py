"""Self-play: which bots play how many games at which table, and what is kept of them. How it is run is in `running.py`.

>>> play = opened(SelfPlay("card", ("thumb", "random"), games=50))
>>> play.shards, play.games_of(2), play.seats(3)
(3, range(40, 50), ['random', 'thumb'])
"""

from dataclasses import dataclass, field, replace

from lostcities.arena.tournament import Table, capped
from lostcities.bots.registry import check
from lostcities.games.errors import BadOption, Reason
from lostcities.games.options import Options, shown
from lostcities.games.registry import game

RANDOM = "random"
"""The bot whose games are played in compiled code."""
RANDOM_GAMES = 10_000
RANDOM_GAMES_WITH_MORE = 100
GAMES = 20
"""How many games are in a shard unless told: some seconds of work, or of thinking as little as may be lost, within a few hundred MB."""
LIMITS = {"games": (1, 2**32), "shard": (1, 2**32), "ms": (1, 2**31), "seed": (-(2**63), 2**63 - 1)}
"""What fits the columns of the files, or what a program can be given."""


@dataclass(frozen=True)
class SelfPlay(Table):
    """Games between some bots at one table. `opened` makes one whose parts have been checked."""

    game: str
    bots: tuple[str, ...]
    """One for every seat, or a single one for all; they move on by a seat from game to game."""
    games: int
    """Whole matches, each of as many rounds as the options say."""
    players: int = 2
    options: Options = field(default_factory=dict)
    seed: int = 0
    ms: int = 1000
    shard: int | None = None
    """Games in each file."""
    positions: bool = False
    """Keep every decision too."""
    views: bool = False
    """With its view as JSON."""
    records: bool = False
    """Keep every game as a record too."""

    @property
    def shards(self) -> int:
        """How many files of a kind there are."""
        return -(-self.games // self.shard_size)

    @property
    def shard_size(self) -> int:
        if self.shard is not None:
            return self.shard
        if not self.at_random:
            return GAMES
        return RANDOM_GAMES_WITH_MORE if self.positions or self.records else RANDOM_GAMES

    @property
    def at_random(self) -> bool:
        return set(self.bots) == {RANDOM}

    def games_of(self, shard: int) -> range:
        return range(shard * self.shard_size, min((shard + 1) * self.shard_size, self.games))

    def seats(self, number: int) -> list[str]:
        """Which bot sits where in a game."""
        return [self.bots[(seat + number) % len(self.bots)] for seat in range(self.players)]


def check_whole(name: str, number: object, low: int, high: int) -> None:
    """Refuses what is not a whole number within the limits."""
    if number is None and name == "shard":
        return
    if type(number) is int and number < low == 1:
        raise BadOption(Reason("not_positive", {"option": name, "number": number}))
    if type(number) is not int or not low <= number <= high:
        raise BadOption(Reason("bad_setting", {"setting": name, "value": shown(number), "expected": f"{low}…{high}"}))


def opened(play: SelfPlay) -> SelfPlay:
    """The same with all options written out; `BadOption` if it cannot be played."""
    played = game(play.game)
    played.check_players(play.players)
    if len(play.bots) not in (1, play.players):
        raise BadOption(Reason("bad_bot_count", {"count": len(play.bots), "players": play.players}))
    for spec in play.bots:
        check(played, spec)
    for name, (low, high) in LIMITS.items():
        check_whole(name, getattr(play, name), low, high)
    return replace(play, options=capped(played, play.options), positions=play.positions or play.views)
