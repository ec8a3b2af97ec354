"""The messages of a table's socket as msgspec structs: they check the client's messages and encode the server's."""

from typing import Annotated, Any, Literal, get_args

import msgspec
from msgspec import UNSET, Meta, UnsetType

from lostcities.games.game import View

MAX_BYTES = 4096
"""The longest message of a client."""

Id = Annotated[str, Meta(min_length=1, max_length=64, pattern="^[^\\x00]*$")]
"""Ids are stored; PostgreSQL cannot store a zero character."""
Count = Annotated[int, Meta(ge=0, le=2**31)]
SeatNumber = Annotated[int, Meta(ge=0, le=15)]
Key = Annotated[str, Meta(max_length=128)]
Hex = Annotated[str, Meta(max_length=64)]
Proposal = Literal["end_round", "hints"]
Phrase = Literal["hello", "good_luck", "good_move", "well_played", "thanks", "oops", "one_moment", "good_game"]
PHRASES: tuple[str, ...] = get_args(Phrase)
"""Everything that can be said at a table; the page has the texts."""
Face = Literal["scout", "ada", "ines", "tariq", "mei", "kofi", "noor", "otto"]
FACES: tuple[str, ...] = get_args(Face)
"""Portraits that people can choose from; the page has the drawings."""


# -- from the client --


class Join(msgspec.Struct, tag="join"):
    since: Count = 0
    token: Key | None = None
    watch: Key | None = None
    seat: SeatNumber | None = None


class Move(msgspec.Struct, tag="move"):
    id: Id
    version: Count
    move: Annotated[str, Meta(max_length=16)]
    seat: SeatNumber | None = None


class Takeback(msgspec.Struct, tag="takeback"):
    id: Id
    version: Count
    seat: SeatNumber | None = None


class Commit(msgspec.Struct, tag="commit"):
    """SHA-256 of 32 random bytes for the next shuffle; empty: nothing to add."""

    id: Id
    round: Count
    commitment: Hex


class Reveal(msgspec.Struct, tag="reveal"):
    """The bytes committed to, once the list of commitments is fixed."""

    id: Id
    round: Count
    bytes: Hex


class Propose(msgspec.Struct, tag="propose"):
    id: Id
    what: Proposal


class Agree(msgspec.Struct, tag="agree"):
    id: Id
    what: Proposal
    yes: bool = True


class Say(msgspec.Struct, tag="say"):
    id: Id
    phrase: Phrase
    seat: SeatNumber | None = None


class Hint(msgspec.Struct, tag="hint"):
    id: Id


class Explain(msgspec.Struct, tag="explain"):
    id: Id
    moves: Annotated[list[Annotated[str, Meta(max_length=16)]], Meta(max_length=64)]
    seat: SeatNumber | None = None


class Leave(msgspec.Struct, tag="leave"):
    id: Id


class Ping(msgspec.Struct, tag="ping"):
    pass


Asked = Move | Takeback | Commit | Reveal | Propose | Agree | Say | Hint | Explain | Leave
"""Messages with an id, which are answered by an `ack` or an `error`."""
ClientMessage = Join | Asked | Ping


class Named(msgspec.Struct):
    """Any message, decoded for its id only."""

    id: Id | None = None


# -- from the server --


class SeatFace(msgspec.Struct):
    """A seat as everyone sees it. `bot` plays it now; `here`: its person is connected; `helped`: a bot has played for them.

    `face` is its person's portrait; null for bots and free seats, and for people who took their seat before there were portraits.
    """

    name: str | None
    face: str | None
    kind: str
    bot: str | None
    away: str | None
    here: bool
    helped: bool
    clock_ms: int | None
    takeover_at: int | None


class Links(msgspec.Struct):
    """The links for taking a seat and for watching, shown to the players at the table."""

    join: str | None
    watch: str


class TableFace(msgspec.Struct):
    """Everything about a table that is not the position."""

    id: str
    game: str
    players: int
    options: dict[str, int | str | bool | None]
    assist: str
    clock: dict[str, Any] | None
    hints: bool
    listed: bool
    takeover: int | None
    seats: list[SeatFace]
    you: list[int]
    round: int
    starter: int
    commitment: str | None
    committed: list[int]
    commitments: dict[str, str] | None
    revealed: list[int]
    restarts: int
    without: list[int]
    deal_at: int | None
    proposals: dict[str, list[int]]
    stalled: int
    can_take_back: bool
    finished: bool
    played_out: bool
    links: Links | None
    results: dict[str, list[int]] | None
    rematch: str | None
    now: int
    daily: str | None
    """The day whose deal is played."""
    ranked: bool
    """Whether this is the person's try at it, which counts."""


class Made(msgspec.Struct, omit_defaults=True):
    """A decision of this round that was not undone. `card` is what was drawn, for those who may know it."""

    seat: int
    turn: int
    move: str
    card: str | UnsetType = UNSET


class StateMessage(msgspec.Struct, tag="state"):
    """`recent`: the last decisions of this round, the newest last."""

    version: int
    view: View | None
    table: TableFace
    recent: list[Made]


class Share(msgspec.Struct):
    """What a seat added to a shuffle: the commitment, and the bytes behind it."""

    commitment: str
    bytes: str


class EventMessage(msgspec.Struct, tag="event", omit_defaults=True):
    version: int
    view: View | None
    seat: int | UnsetType = UNSET
    move: str | UnsetType = UNSET
    card: str | UnsetType = UNSET
    recent: list[Made] | UnsetType = UNSET
    what: str | UnsetType = UNSET
    why: str | UnsetType = UNSET
    round: int | UnsetType = UNSET
    commitment: str | UnsetType = UNSET
    restarts: int | UnsetType = UNSET
    without: list[int] | UnsetType = UNSET
    commitments: dict[str, str] | UnsetType = UNSET
    seats: dict[str, Share] | UnsetType = UNSET
    can_take_back: bool = False


class TableMessage(msgspec.Struct, tag="table"):
    table: TableFace


class Ack(msgspec.Struct, tag="ack"):
    id: str
    version: int


class Error(msgspec.Struct, tag="error"):
    id: str | None
    code: str
    message: str


class Said(msgspec.Struct, tag="said"):
    seat: int
    phrase: str


class HintMove(msgspec.Struct):
    """A move and its worth in points; `error` is the standard error of its distance from the best move."""

    move: str
    worth: float
    error: float


class HintMessage(msgspec.Struct, tag="hint"):
    id: str
    moves: list[HintMove]


class Why(msgspec.Struct):
    """Why a move is not possible: `reason.<code>` in the catalogues, with its arguments."""

    code: str
    args: dict[str, int | str]


class Explanation(msgspec.Struct, tag="explain"):
    """What each move would add to the seat's score of this round, or why it is not possible."""

    id: str
    gains: dict[str, int]
    reasons: dict[str, Why]


class Pong(msgspec.Struct, tag="pong"):
    pass


ServerMessage = StateMessage | EventMessage | TableMessage | Ack | Error | Said | HintMessage | Explanation | Pong
