"""The answers of HTTP as msgspec structs: fast to encode, and described in /openapi.json like the messages of the socket."""

from typing import Any, Literal

import msgspec
from fastapi import Response

from lostcities.games.errors import Argument, Reason
from lostcities.games.game import View
from lostcities.server import metrics
from lostcities.server.messages import ClientMessage, HintMove, ServerMessage, TableFace, Why
from lostcities.server.store.daily import Bar, Line, Mark
from lostcities.server.store.form import Match
from lostcities.server.store.listing import Against, Mine, Tables
from lostcities.server.store.puzzles import Mistake
from lostcities.server.tables.moments import Moment, Reasons
from lostcities.server.tables.replays import Position, Replay
from lostcities.text import catalogue

JSON = "application/json"
SCHEMAS = "#/components/schemas/"


class ErrorAnswer(msgspec.Struct):
    """Why something was refused: a code for programs, a sentence for people."""

    code: str
    message: str


class Opened(msgspec.Struct):
    """A table that was opened. `token` is the seat's key for programs, shown only once; browsers use their cookie."""

    id: str
    seat: int | None
    seats: list[int]
    token: str | None
    join: str | None
    watch: str
    table: TableFace


class Seated(msgspec.Struct):
    """A seat that was taken; `token` is null if the person already had a seat."""

    id: str
    seat: int
    token: str | None


class Shown(msgspec.Struct):
    """A table and its position; `view` is null before the first deal, and for people who may take a seat but not watch."""

    version: int
    view: View | None
    table: TableFace


class Me(msgspec.Struct):
    """What the server knows about a person."""

    name: str | None
    face: str | None
    language: str | None
    tables: list[Mine]
    results: list[Against]


class Lately(msgspec.Struct):
    """How a person has played in their last matches with a journal: the points lost per decision, and half the width of its 95% interval.

    `plays_like` names the opponents next to them, weaker first, or one beyond the ends. `scale` is what each would have lost there.
    """

    matches: int
    counted: int
    cost_per_decision: float
    ci95: float
    plays_like: list[str]
    scale: dict[str, float] | None


class Form(msgspec.Struct):
    """A person's own finished matches of a game, newest first."""

    game: str
    matches: list[Match]
    lately: Lately | None


Status = Literal["new", "playing", "finished"]


class DailyGame(msgspec.Struct):
    """A deal of the day. `table` is one's own try at it, whose `status` is `new`, `playing` or `finished`."""

    game: str
    options: dict[str, int | str | bool | None]
    table: str | None
    status: Status
    commitment: str
    opponent: str


class Daily(msgspec.Struct):
    """The deals of a day: a try may begin from `begins` to `ends`, and counts if it is over by `closes`.

    From then on the day is `closed`, and has its `secret`. The commitment was made at `made`. Times are in milliseconds since 1970.
    `names` says whether the results list the players who gave a name; `first` is the first day that had deals at this server.
    """

    day: str
    begins: int
    ends: int
    closes: int
    now: int
    closed: bool
    commitment: str
    made: int
    secret: str | None
    names: bool
    first: str
    games: list[DailyGame]


class Yours(msgspec.Struct):
    """One's own result at a deal of the day. `cost` is null until it is worked out; `share`: that of the others who did worse."""

    table: str | None
    cost: float | None
    lead: int
    share: float | None


class DailyResults(msgspec.Struct):
    """How everyone has done at a deal: how many have `finished`, their costs, one's own result, and those of the opponents, weakest first.

    Before one has finished it, only the number is told. `names` has the best of those who gave a name, best first; null if the host lists
    nobody.
    """

    day: str
    game: str
    opponent: str
    finished: int
    histogram: list[Bar]
    yours: Yours | None
    opponents: list[Mark]
    names: list[Line] | None = None


class PlayedDay(msgspec.Struct):
    """A day, and the games whose deals one has finished in time."""

    day: str
    games: list[str]


class DaysPlayed(msgspec.Struct):
    days: list[PlayedDay]


class Moved(msgspec.Struct):
    """A result that counted for a rating: against somebody rated `other`; `rating` is that after it, and `source` the table."""

    at: int
    source: str
    score: float
    other: int
    rating: int


class RatingNow(msgspec.Struct):
    """A person's rating in a game, with its 95% interval from `low` to `high`. Unless it is `sure`, show the interval.

    `history` has the last results that counted, oldest first.
    """

    game: str
    rating: int
    low: int
    high: int
    deviation: int
    sure: bool
    matches: int
    history: list[Moved]


class Ratings(msgspec.Struct):
    """A person's ratings in the games in which they have any."""

    ratings: list[RatingNow]


class PuzzleLevel(msgspec.Struct):
    """A person's level in the puzzles of a game, with its 95% interval from `low` to `high`. Unless it is `sure`, show the interval.

    `tried` and `solved` count first tries.
    """

    rating: int
    low: int
    high: int
    sure: bool
    tried: int
    solved: int


class PuzzleTheme(msgspec.Struct):
    """What puzzles are about, `puzzle.theme.<name>` in the catalogues, and how many are."""

    name: str
    count: int


class PuzzleGame(msgspec.Struct):
    game: str
    count: int
    themes: list[PuzzleTheme]
    level: PuzzleLevel


class PuzzleGames(msgspec.Struct):
    """The puzzles of every game, and one's own level in each."""

    games: list[PuzzleGame]


class PuzzleQuestion(msgspec.Struct):
    """A position in which one finds the best move. `view` is that of the seat that decides, with its legal moves.

    `gains` has what every legal move would add to the score, `reasons` why every other move is not possible. `tried` says whether one's
    first try was right; null if there was none. `left`: how many such puzzles one has not tried.
    """

    id: str
    game: str
    view: View
    gains: dict[str, int]
    reasons: dict[str, Why]
    tried: bool | None
    left: int
    level: PuzzleLevel


class PuzzleLesson(msgspec.Struct):
    """What a puzzle teaches: what speaks against a wrong `move`, which may be null, and what its theme says in general.

    `why` has its `code`, `why.<code>` in the catalogues, and its arguments; the other is `puzzle.lesson.<theme>`.
    """

    move: str
    theme: str
    why: dict[str, Argument] | None


class PuzzleAnswer(msgspec.Struct):
    """Whether a try is right, by how many points the best move is better, and what all `moves` are worth, the best first.

    Only the best wrong move has its `error`; those of the others are not known, and are 0. All `answers` count as right. Only one's `first`
    try has changed one's level, which was `before`. `rating` is how hard the puzzle was thought to be before anyone had tried it.
    """

    id: str
    right: bool
    first: bool
    cost: float
    best: str
    answers: list[str]
    moves: list[HintMove]
    lesson: PuzzleLesson
    themes: list[str]
    rating: int
    before: PuzzleLevel
    level: PuzzleLevel


class PuzzleStory(msgspec.Struct):
    """A typical world after the best move, position by position, with all hands shown, as everyone might have played it well."""

    scores: list[int]
    positions: list[Position]


class Mistakes(msgspec.Struct):
    """One's own mistakes and blunders in one's latest matches of a game that have a journal, in which they can be tried again."""

    game: str
    mistakes: list[Mistake]


class Rated(msgspec.Struct):
    """A bot to play against. `what` says how it plays, in the language of the request."""

    name: str
    game: str
    what: str
    rating: float | None
    ms_per_move: float | None
    character: bool
    ms: list[int] | None


class Bots(msgspec.Struct):
    bots: list[Rated]


class OptionFace(msgspec.Struct):
    """An option of a game: one of `choices`, or an integer from `low` to `high`."""

    name: str
    default: int | str | bool | None
    choices: list[int | str | bool | None] | None
    low: int | None
    high: int | None


class GameFace(msgspec.Struct):
    name: str
    min_players: int
    max_players: int
    options: list[OptionFace]


class Games(msgspec.Struct):
    games: list[GameFace]
    default_bot: str
    phrases: list[str]


class Site(msgspec.Struct):
    """The server: its address for others, and whether only this computer can reach it; then `command` opens it to the network."""

    version: str
    languages: list[str]
    url: str
    loopback: bool
    command: str | None


class Problem(msgspec.Struct):
    """Something that fails at the moment: a code for programs, a sentence for people."""

    code: str
    message: str


class Health(msgspec.Struct):
    """Whether the server is healthy: `status` is `ok`, `degraded` (people can play on) or `failing`, and `problems` says why."""

    status: str
    version: str
    live_tables: int
    problems: list[Problem]


ANSWERS = (
    ErrorAnswer,
    Opened,
    Seated,
    Shown,
    Tables,
    Me,
    Form,
    Bots,
    Games,
    Site,
    Health,
    Replay,
    Moment,
    Reasons,
    Daily,
    DailyResults,
    DaysPlayed,
    Ratings,
    PuzzleGames,
    PuzzleQuestion,
    PuzzleAnswer,
    PuzzleStory,
    Mistakes,
)


def answer(content: msgspec.Struct, status: int = 200) -> Response:
    return Response(msgspec.json.encode(content), status, media_type=JSON)


def error_body(reason: Reason, language: str) -> bytes:
    """Count a refusal, and return its body in a language."""
    metrics.REFUSALS.labels(reason.code).inc()
    return msgspec.json.encode(ErrorAnswer(reason.code, catalogue(language).explain(reason)))


def described(kind: type[msgspec.Struct], status: int = 200, *errors: int) -> dict[int | str, dict[str, Any]]:
    """Return the description of a route's answers."""
    entries: dict[int | str, dict[str, Any]] = {status: content_of(kind)}
    for code in errors:
        entries[code] = content_of(ErrorAnswer)
    return entries


def content_of(kind: type[msgspec.Struct]) -> dict[str, Any]:
    words = (kind.__doc__ or kind.__name__).strip()
    return {"description": words, "content": {JSON: {"schema": {"$ref": SCHEMAS + kind.__name__}}}}


def schemas() -> dict[str, Any]:
    """Return the schemas of all answers and messages."""
    roots, found = msgspec.json.schema_components([*ANSWERS, HintMove, ClientMessage, ServerMessage], ref_template=SCHEMAS + "{name}")
    client, server = list(roots)[-2:]
    return found | {"ClientMessage": client, "ServerMessage": server}
