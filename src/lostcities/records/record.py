"""Check a record against the rules by replaying it, and make a record from a match.

Everything in a record must be right: fields, types, the deal, every move, and the scores and the result if they are given.
"""

from collections.abc import Iterator
from typing import cast

from lostcities.games.errors import BadOption, BadSetup, IllegalMove
from lostcities.games.game import Round, Setup, State
from lostcities.games.options import Options, shown
from lostcities.games.registry import game
from lostcities.play import Event, Match, Recorded, Step
from lostcities.records.errors import RecordError, wrong
from lostcities.records.files import Json, Record
from lostcities.text import ENGLISH

FORMAT = "lostcities.record/1"


class Replay:
    """A record being replayed and checked step by step."""

    def __init__(self, record: object) -> None:
        if isinstance(record, dict) and record.get("format", FORMAT) != FORMAT:
            raise wrong("unknown_format", format=shown(record["format"]), expected=FORMAT)
        self.record = fields(record, ("format", "game", "players", "rounds"), ("options", "result", "meta"))
        self.names, state = open_table(self.record)
        self.played = list_in(self.record, "rounds")
        self.chance = Recorded()
        self.match = Match(state, self.chance)

    @property
    def meta(self) -> Json:
        """Notes beside the match. Their values are not checked."""
        found = self.record.get("meta")
        return found if isinstance(found, dict) else {}

    @property
    def bots(self) -> Json | None:
        """The bots by seat, as noted, for seats that exist; None if the record does not say."""
        noted = self.meta.get("bots")
        seats = map(str, range(len(self.names)))
        return {seat: noted[seat] for seat in seats if seat in noted} if isinstance(noted, dict) else None

    def rounds(self) -> Iterator[Iterator[Event]]:
        """Return the decisions of every round. Each is checked when it is consumed, and the round after its last decision."""
        for number, value in enumerate(self.played, 1):
            played = self.begin(value, number)
            yield make_moves(self.match, list_in(played, "moves", number), number)
            check_round(self.match.state, played, number)
        check_result(self.match.state, self.record)

    def steps(self) -> Iterator[Step]:
        """Return every decision with the match before and after it."""
        for decisions in self.rounds():
            before = self.match.state.copy()
            for event in decisions:
                yield Step(before, event, self.match.state)
                before = self.match.state.copy()

    def finish(self) -> State:
        """Replay to the end and return the match."""
        for decisions in self.rounds():
            for _ in decisions:
                pass
        return self.match.state

    def begin(self, value: object, number: int) -> Json:
        """Deal a round as recorded and return its fields. Scores and marks are not checked yet."""
        state = self.match.state
        if state.over:
            raise wrong("round_after_end", round=number, rounds=number - 1)
        if state.dealt:
            raise wrong("round_not_over", round=number - 1)
        played = fields(value, ("starter", "setup", "moves"), ("scores", "truncated", "fair"), number)
        list_in(played, "moves", number)
        if played["starter"] is None:
            raise wrong("bad_starter", round=number, high=state.players - 1)
        if played["setup"] is None:  # a state without one would shuffle
            raise wrong("not_an_object", round=number, field="setup")
        self.chance.rounds[number - 1] = cast(tuple[Setup, int], (played["setup"], played["starter"]))  # checked by the deal
        try:
            self.match.deal()
        except BadSetup as error:
            raise RecordError(error.reason, round=number) from None
        state.rounds[-1].fair = played.get("fair")
        return played


def check(record: object) -> State:
    """Replay a record and return the match at its end. Raises `RecordError` if the record is invalid."""
    return Replay(record).finish()


def steps(record: object) -> Iterator[Step]:
    """Go through a record decision by decision. Raises `RecordError` where the record goes wrong."""
    return Replay(record).steps()


def open_table(record: Json) -> tuple[list[str], State]:
    """Return the players' names, and the match before its first deal."""
    try:
        played = game(record["game"])
        names = names_in(record)
        options = record.get("options", {})
        if not isinstance(options, dict):
            raise wrong("not_an_object", field="options")
        return names, played.table(len(names), options)
    except BadOption as error:
        raise RecordError(error.reason) from None


def make_moves(match: Match, moves: list[object], number: int) -> Iterator[Event]:
    for place, move in enumerate(moves, 1):
        if not match.state.dealt:
            raise wrong("move_after_end", round=number, move=place)
        if not isinstance(move, str):
            raise wrong("move_not_a_string", round=number, move=place, value=shown(move))
        try:
            yield match.push(move)
        except IllegalMove as error:
            why = ENGLISH.explain(error.reason)
            raise wrong("not_legal_here", round=number, move=place, token=shown(move)[1:-1], why=why) from None


def check_round(state: State, played: Json, number: int) -> None:
    """Compare the recorded result of a round with the replayed one."""
    result = state.rounds[-1]
    over = result.scores is not None
    if "scores" in played:
        if not over:
            raise wrong("scores_too_early", round=number)
        if not same(played["scores"], result.scores):
            raise wrong("wrong_scores", round=number, found=listed(played["scores"]), expected=listed(result.scores))
    marked = played.get("truncated", False)
    if not isinstance(marked, bool):
        raise wrong("not_a_boolean", round=number, field="truncated", value=shown(marked))
    if marked is not result.truncated:
        raise wrong("not_truncated" if marked else "truncated_unmarked", round=number)
    unused = state.unused_chance()
    if unused:
        raise wrong("unused_chance", round=number, count=unused)


def check_result(state: State, record: Json) -> None:
    if "result" not in record:
        return
    outcome = state.outcome()
    if outcome is None:
        raise wrong("result_too_early")
    result = fields(record["result"], ("totals", "winners"), ())
    for name, expected in (("totals", outcome.totals), ("winners", outcome.winners)):
        if not same(result[name], expected):
            raise wrong("wrong_result", field=name, found=listed(result[name]), expected=listed(expected))


def same(found: object, expected: list[int] | None) -> bool:
    """Whether the values are equal integers: 1.0 and true do not count as 1 in a record."""
    return isinstance(found, list) and found == expected and all(type(value) is int for value in found)


def listed(values: object) -> str:
    if not isinstance(values, list):
        return shown(values)
    return f"[{', '.join(shown(value) for value in values[:8])}]"


def fields(value: object, needed: tuple[str, ...], optional: tuple[str, ...], number: int | None = None) -> Json:
    """Return a JSON object that has these fields and no others. Raises `RecordError` for anything else."""
    if not isinstance(value, dict):
        raise wrong("not_a_record" if number is None else "round_not_an_object", round=number)
    for name in needed:
        if name not in value:
            raise wrong("missing_field", round=number, field=name)
    for name in value:
        if name not in needed and name not in optional:
            raise wrong("unknown_field", round=number, field=shown(name))
    return value


def list_in(value: Json, field: str, number: int | None = None) -> list[object]:
    found = value[field]
    if not isinstance(found, list):
        raise wrong("not_a_list", round=number, field=field)
    return found


def names_in(record: Json) -> list[str]:
    names = []
    for place, name in enumerate(list_in(record, "players"), 1):
        if not isinstance(name, str):
            raise wrong("name_not_a_string", place=place, value=shown(name))
        names.append(name)
    return names


def record_of(state: State, names: list[str], meta: Json | None = None) -> Record:
    """Return the record of a match as far as it has been played. It includes the deals, so do not show it to players of the match."""
    record: Record = {
        "format": FORMAT,
        "game": state.game.name,
        "options": chosen(state),
        "players": list(names),
        "rounds": [round_record(played, state) for played in state.rounds],
    }
    outcome = state.outcome()
    if outcome is not None:
        record["result"] = {"totals": outcome.totals, "winners": outcome.winners}
    if meta:
        record["meta"] = meta
    return record


def chosen(state: State) -> Options:
    """Return the options that differ from their defaults."""
    defaults = {option.name: option.default for option in state.game.options}
    return {name: value for name, value in state.options.items() if value != defaults[name]}


def round_record(played: Round, state: State) -> Record:
    record: Record = {"starter": played.starter, "setup": state.setup_of(played), "moves": list(played.moves)}
    if played.scores is not None:
        record["scores"] = played.scores
    if played.truncated:
        record["truncated"] = True
    if played.fair is not None:
        record["fair"] = played.fair
    return record
