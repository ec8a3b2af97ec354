"""The tables of self-play: every column with its type, its unit and what it says, and what a folder says about itself."""

import json
from typing import NamedTuple

from lostcities._version import __version__
from lostcities.data.plan import SelfPlay
from lostcities.games.game import Game
from lostcities.games.registry import game

FORMAT = "lostcities.selfplay/2"


class Column(NamedTuple):
    """A column of a table."""

    name: str
    kind: str
    """Its Arrow type; `uint8[]` is a list, `uint8[426]` a list of that size."""
    unit: str
    about: str

    @property
    def is_list(self) -> bool:
        return self.kind.endswith("]")

    @property
    def item(self) -> str:
        """The type of a single value."""
        return self.kind.partition("[")[0]

    @property
    def size(self) -> int | None:
        """How long every list is, if all are equally long."""
        size = self.kind.partition("[")[2].rstrip("]")
        return int(size) if size else None

    @property
    def leaf(self) -> str:
        """The name of its values in a Parquet file."""
        return f"{self.name}.list.element" if self.is_list else self.name


KEYS = (
    Column("game", "string", "name", "the game that was played"),
    Column("match", "uint32", "number from 0", "which match"),
    Column("round", "uint8", "number from 1", "which round of the match"),
)
"""The first columns of every table."""

ROUNDS = (
    *KEYS,
    Column("seed", "int64", "number", "the seed of the command"),
    Column("options", "string", "JSON", "all options of the game"),
    Column("players", "uint8", "seats", "the number of players"),
    Column("bots", "string[]", "name per seat", "which bot sat where"),
    Column("starter", "uint8", "seat from 0", "who started"),
    Column("chance", "uint8[]", "id per card or die", "the deck before the deal, top first, then any tiles; or the dice of every turn"),
    Column("actions", "uint8[]", "action id per decision", "every decision"),
    Column("seats", "uint8[]", "seat per decision", "who made it"),
    Column("scores", "int16[]", "points per seat", "the scores"),
    Column("turns", "uint16", "turns", "how many turns the round had"),
    Column("truncated", "bool", "true or false", "whether max_turns ended the round"),
)


def positions_of(played: Game) -> tuple[Column, ...]:
    """Return the columns of a game's positions; the first `len(KEYS)` are those of rounds."""
    observation = played.observation
    return (
        *KEYS,
        Column("decision", "uint32", "number from 0", "which decision of the round"),
        Column("seat", "uint8", "seat from 0", "who decided"),
        Column("action", "uint8", "action id", "the decision"),
        Column("observation", f"uint8[{observation.SIZE}]", f"bytes, layout {observation.VERSION}", "what the seat could know"),
        Column("mask", f"uint8[{len(played.tokens)}]", "0 or 1 per action id", "what the seat could do"),
        Column("result", "int16", "points", "the seat's score in the round minus the best other score"),
    )


VIEW = Column("view", "string", "JSON", "what the seat could know, as a view")
"""The last column of positions, if it was asked for."""


def tables(play: SelfPlay) -> dict[str, tuple[Column, ...]]:
    """Return the tables that are kept, by name."""
    kept: dict[str, tuple[Column, ...]] = {"rounds": ROUNDS}
    if play.positions:
        kept["positions"] = (*positions_of(game(play.game)), *([VIEW] if play.views else []))
    return kept


def identity(play: SelfPlay) -> dict[str, object]:
    """Return what must be equal for shards to belong together."""
    played = game(play.game)
    return {
        "format": FORMAT,
        "version": __version__,
        **vars(play),
        "shard": play.shard_size,
        "observation": {"version": played.observation.VERSION, "bytes": played.observation.SIZE},
        "actions": len(played.tokens),
    }


def marks(play: SelfPlay) -> dict[str, str]:
    """Return what every file says about itself: the versions that its columns depend on."""
    said = identity(play)
    shown = {name: said[name] for name in ("format", "version", "game", "observation", "actions")}
    return {f"lostcities.{name}": value if isinstance(value, str) else json.dumps(value) for name, value in shown.items()}
