"""The base classes of bots: players that are shown what one seat can know and choose one of its legal moves.

A `Policy` needs only the view it decides on, so one object can play any number of matches at once. A `Bot` is also told what happens.
The runner of a match calls, in this order: `meet`; `start`; for every round `deal`, then in a game with dice `roll` before
each turn, `decide` whenever this seat decides, and `event` after every decision of any seat, its own included; `round_over`
after each round; `end`; and after the last match `close`. One bot can play match after match.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence

from lostcities.games.errors import Reason, words
from lostcities.games.game import View
from lostcities.games.options import Options

FAILURES = (
    *("bot_illegal_move", "bot_silent", "bot_died", "bot_junk", "bot_flooded"),
    *("bot_not_started", "bot_no_hello", "bot_other_game", "bot_raised"),
)
"""Why a bot can forfeit a match; the texts are in the catalogue."""


class BotFailure(Exception):
    """A bot broke the rules of play and has lost the match: `reason` says how, `str()` says it in English.

    Nothing else is a forfeit: any other exception of a bot of ours is a bug and ends the program.
    """

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason = reason

    def __str__(self) -> str:
        return words.explain(self.reason)


class Listener:
    """What a bot is told besides being asked. The methods do nothing: a bot overrides those it needs."""

    def start(self, game: str, options: Options, seat: int, players: list[str]) -> None:
        """A match begins; `players` has the names of all seats."""

    def deal(self, round: int, starter: int, view: View) -> None:
        """A round begins, counted from 1."""

    def roll(self, dice: list[str]) -> None:
        """A turn begins with this roll: `["ROR", "309"]`."""

    def event(self, seat: int, move: str, card: str | None) -> None:
        """A seat has decided; `card` is what this bot's own seat drew from the deck, else None."""

    def round_over(self, scores: list[int]) -> None:
        """A round has ended."""

    def end(self, totals: list[int], winners: list[int]) -> None:
        """The match has ended."""

    def close(self) -> None:
        """No more matches follow."""


class Policy(ABC):
    """A player that decides from a view alone. It never gets a state, so it cannot know what its seat cannot know."""

    name: str | None = None
    """The name it gives itself, if any."""
    games: Sequence[str] = ()
    """The games it plays; empty: all of them."""
    thinks_long = True
    """Whether it takes time to decide: the ladder plays fewer matches with such a bot. Only asked of classes named `py:MODULE:CLASS`."""
    ms: int = 1000
    """Milliseconds that it should take for its next decision. Those who ask set it."""

    def meet(self, game: str) -> None:  # noqa: B027 - most bots need not do anything
        """A match of this game is about to begin."""

    @abstractmethod
    def decide(self, view: View) -> str:
        """Return one of `view["legal"]`. Called only when the view's seat decides."""


class Bot(Policy, Listener):
    """A player that follows its match: it is told what its seat may know, and plays one match at a time."""
