"""Checks a record against the rules by replaying it, and makes one from a match.

Everything that is there must be right: fields, types, the deal, every move, and the scores and the result where given.
"""

from collections.abc import Iterator
from typing import Any

from lostcities.games.errors import BadOption, BadSetup, IllegalMove
from lostcities.games.game import Game, Round, Setup, State
from lostcities.games.options import shown
from lostcities.games.registry import game
from lostcities.play import Event, Match, Recorded, Step
from lostcities.records.errors import RecordError, wrong
from lostcities.text import ENGLISH

FORMAT = "lostcities.record/1"


class Replay:
    """A record being played again, checked as it goes."""

    def __init__(self, record: Any) -> None:
        self.record = record
        state, self.played = open_table(record)
        self.chance = Recorded()
        self.match = Match(state, self.chance)

    def rounds(self) -> Iterator[Iterator[Event]]:
        """The decisions of every round. Each is checked when it is taken, and the round when all are."""
        for number, played in enumerate(self.played, 1):
            self.begin(played, number)
            yield make_moves(self.match, played["moves"], number)
            check_round(self.match.state, played, number)
        check_result(self.match.state, self.record)

    def steps(self) -> Iterator[Step]:
        """Every decision with the match before and after it."""
        for decisions in self.rounds():
            before = self.match.state.copy()
            for event in decisions:
                yield Step(before, event, self.match.state)
                before = self.match.state.copy()

    def finish(self) -> State:
        """Plays it to its end."""
        for decisions in self.rounds():
            for _ in decisions:
                pass
        return self.match.state

    def begin(self, played: Any, number: int) -> None:
        state = self.match.state
        if state.over:
            raise wrong("round_after_end", round=number, rounds=number - 1)
        if state.dealt:
            raise wrong("round_not_over", round=number - 1)
        self.chance.rounds[number - 1] = read_round(played, number, state.players)
        try:
            self.match.deal()
        except BadSetup as error:
            raise RecordError(error.reason, round=number) from None
        state.rounds[-1].fair = played.get("fair")


def check(record: Any) -> State:
    """Replays a record and returns the match as it stands at its end; refuses a wrong one with `RecordError`."""
    return Replay(record).finish()


def steps(record: Any) -> Iterator[Step]:
    """Goes through a record decision by decision. A wrong one is refused where it goes wrong, with `RecordError`."""
    return Replay(record).steps()


def open_table(record: Any) -> tuple[State, list[Any]]:
    """The match before its first deal, and the rounds as the record has them."""
    if isinstance(record, dict) and record.get("format", FORMAT) != FORMAT:
        raise wrong("unknown_format", format=shown(record["format"]), expected=FORMAT)
    fields(record, ("format", "game", "players", "rounds"), ("options", "result", "meta"))
    try:
        played = game(record["game"])
        players = names_in(record["players"])
        if not isinstance(record.get("options", {}), dict):
            raise wrong("not_an_object", field="options")
        state = played.table(len(players), record.get("options", {}))
    except BadOption as error:
        raise RecordError(error.reason) from None
    if not isinstance(record["rounds"], list):
        raise wrong("not_a_list", field="rounds")
    return state, record["rounds"]


def read_round(played: Any, number: int, players: int) -> tuple[Setup, int]:
    """What chance did before a round, and who starts it."""
    fields(played, ("starter", "setup", "moves"), ("scores", "truncated", "fair"), number)
    if not isinstance(played["moves"], list):
        raise wrong("not_a_list", round=number, field="moves")
    if played["starter"] is None:
        raise wrong("bad_starter", round=number, high=players - 1)
    return played["setup"], played["starter"]


def make_moves(match: Match, moves: list[Any], number: int) -> Iterator[Event]:
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


def check_round(state: State, played: dict[str, Any], number: int) -> None:
    """Compares what the record says of a round with what came of it."""
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


def check_result(state: State, record: dict[str, Any]) -> None:
    if "result" not in record:
        return
    outcome = state.outcome()
    if outcome is None:
        raise wrong("result_too_early")
    fields(record["result"], ("totals", "winners"), ())
    for name, expected in (("totals", outcome.totals), ("winners", outcome.winners)):
        if not same(record["result"][name], expected):
            raise wrong("wrong_result", field=name, found=listed(record["result"][name]), expected=listed(expected))


def same(found: Any, expected: Any) -> bool:
    """Equal, and whole numbers: 1.0 and true are not 1 in a record."""
    return bool(found == expected) and all(type(value) is int for value in found)


def listed(values: Any) -> str:
    if not isinstance(values, list):
        return shown(values)
    return f"[{', '.join(shown(value) for value in values[:8])}]"


def fields(value: Any, needed: tuple[str, ...], optional: tuple[str, ...], number: int | None = None) -> None:
    """Refuses what is not an object with these fields and no others."""
    if not isinstance(value, dict):
        raise wrong("not_a_record" if number is None else "round_not_an_object", round=number)
    for name in needed:
        if name not in value:
            raise wrong("missing_field", round=number, field=name)
    for name in value:
        if name not in needed and name not in optional:
            raise wrong("unknown_field", round=number, field=shown(name))


def names_in(players: Any) -> list[str]:
    if not isinstance(players, list):
        raise wrong("not_a_list", field="players")
    for place, name in enumerate(players, 1):
        if not isinstance(name, str):
            raise wrong("name_not_a_string", place=place, value=shown(name))
    return players


def record_of(state: State, names: list[str], meta: dict[str, Any] | None = None) -> dict[str, Any]:
    """The record of a match as far as it has been played, its deals included: not for the eyes of those still playing."""
    record: dict[str, Any] = {
        "format": FORMAT,
        "game": state.game.name,
        "options": chosen(state.game, state),
        "players": list(names),
        "rounds": [round_record(played, state) for played in state.rounds],
    }
    outcome = state.outcome()
    if outcome is not None:
        record["result"] = {"totals": outcome.totals, "winners": outcome.winners}
    if meta:
        record["meta"] = meta
    return record


def chosen(played: Game, state: State) -> dict[str, Any]:
    """The options that differ from their defaults."""
    defaults = {option.name: option.default for option in played.options}
    return {name: value for name, value in state.options.items() if value != defaults[name]}


def round_record(played: Round, state: State) -> dict[str, Any]:
    setup = state.setup() if played.scores is None else played.setup
    record: dict[str, Any] = {"starter": played.starter, "setup": setup, "moves": list(played.moves)}
    if played.scores is not None:
        record["scores"] = played.scores
    if played.truncated:
        record["truncated"] = True
    if played.fair is not None:
        record["fair"] = played.fair
    return record
