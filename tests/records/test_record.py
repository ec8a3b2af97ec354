"""Records: written, read and checked; every wrong one is refused in one sentence that names the place, never with a crash."""

import copy
import json
import random
from pathlib import Path
from typing import Any

import pytest
from support.matches import SOAK, TABLES, table_name
from support.records import NAMES, played, vectors

from lostcities import State, game, new
from lostcities.records import RecordError, check, decode, encode, read, record_of, records_in, steps, write
from lostcities.records.files import MAX_BYTES


def refusal(record: Any) -> str:
    with pytest.raises(RecordError) as caught:
        check(record)
    return str(caught.value)


def same_position(one: State, other: State) -> bool:
    seats = [*range(one.players), None]
    return one.row == other.row and all(one.view(seat) == other.view(seat) for seat in seats)


@pytest.mark.parametrize("table", TABLES, ids=table_name)
@pytest.mark.parametrize("moves", [0, 1, 17, 130, -1])
def test_a_match_stopped_anywhere_comes_back_from_its_record(table: tuple[str, int, dict[str, Any]], moves: int) -> None:
    name, players, options = table
    state = played(name, players, options, moves)
    record = json.loads(encode(record_of(state, NAMES[:players])))
    assert same_position(check(record), state)
    assert record_of(check(record), NAMES[:players]) == record
    assert ("result" in record) == state.over
    assert all(
        ("scores" in played_round) == (played_round is not record["rounds"][-1] or not state.dealt) for played_round in record["rounds"]
    )


def test_options_at_their_defaults_are_left_out() -> None:
    assert record_of(new("card", seed=1, colors=6), NAMES[:2])["options"] == {"colors": 6}
    assert record_of(new("card", seed=1, size="mini"), NAMES[:2])["options"] == {"size": "mini", "max_turns": 12}


def test_meta_and_fair_are_kept_apart_from_the_game() -> None:
    record = vectors("card")[0] | {"meta": {"site": "here"}}
    record["rounds"][0]["fair"] = {"commitment": "00", "seed": "00", "contributions": []}
    assert check(record).over


@pytest.mark.parametrize("name", ["card", "board", "roll"])
def test_whole_matches_may_leave_out_what_can_be_worked_out(name: str) -> None:
    for record in vectors(name)[:6]:
        expected = record.pop("result")
        for one in record["rounds"]:
            one.pop("scores")
        outcome = check(record).outcome()
        assert outcome is not None
        assert {"totals": outcome.totals, "winners": outcome.winners} == expected


# -- step by step --


@pytest.mark.parametrize("name", ["card", "board", "roll"])
def test_steps_go_through_every_decision_of_a_record(name: str) -> None:
    for record in vectors(name)[:4]:
        moves, reached = [], None
        for before, event, after in steps(record):
            moves.append(event.move)
            assert event.seat == before.player
            assert event.move in before.legal()
            assert before.rounds[-1].moves == [] or bytes(before.row) == reached
            before.push(event.move)
            assert before.rounds[-1].moves == after.rounds[-1].moves
            reached = bytes(after.row)
        assert moves == [move for played in record["rounds"] for move in played["moves"]]
        assert reached == bytes(check(record).row)


def test_a_wrong_record_is_refused_at_the_step_where_it_goes_wrong() -> None:
    record = spoiled("card")
    record["rounds"][1]["moves"][16] = "R99"
    going = steps(record)
    for move in record["rounds"][0]["moves"] + record["rounds"][1]["moves"][:16]:
        assert next(going).event.move == move
    with pytest.raises(RecordError, match="round 2, move 17:"):
        next(going)


# -- what is refused, and where --


def spoiled(name: str, number: int = 0) -> dict[str, Any]:
    return vectors(name)[number]


def test_an_illegal_move_is_named_with_its_place_and_reason() -> None:
    record = spoiled("card")
    record["rounds"][1]["moves"][16] = "R99"
    assert refusal(record) == 'round 2, move 17: "R99" is not legal here: there is no such move in this game'
    state = new("card", seed=4, starter=0)
    state.push(next(move for move in state.legal() if move[0] != "-" and "*" not in move))
    record = record_of(state, NAMES[:2])
    record["rounds"][0]["moves"].append("Y2")
    assert refusal(record) == 'round 1, move 2: "Y2" is not legal here: draw a card first'


def test_too_low_is_said_as_the_contract_says_it() -> None:
    deck = ["Y5", "B2", "Y3", "B3", "W2", "B4", "W3", "B5", "W4", "B6", "W5", "B7", "W6", "B8", "W7", "B9"]
    rest = [color + rank for color in "YBWGR" for rank in ("*", "*", "*", "2", "3", "4", "5", "6", "7", "8", "9", "10")]
    for card in deck:
        rest.remove(card)
    state = game("card").from_setup({}, 2, {"deck": deck + rest})
    for move in ("Y5", "+", "-B2", "+"):
        state.push(move)
    record = record_of(state, NAMES[:2])
    record["rounds"][0]["moves"].append("Y3")
    assert refusal(record) == 'round 1, move 5: "Y3" is not legal here: Desert needs more than 5'


def test_moves_rounds_and_results_after_or_before_the_end() -> None:
    record = spoiled("card")
    record["rounds"][0]["moves"].append("+")
    assert refusal(record) == f"round 1, move {len(record['rounds'][0]['moves'])}: a move after the end of the round"
    record = spoiled("card")
    record["rounds"].append(copy.deepcopy(record["rounds"][0]))
    assert refusal(record) == "round 4: the match has only 3 rounds"
    record = spoiled("card")
    del record["rounds"][1]["moves"][-1]
    assert refusal(record) == "round 2: scores are given, but the round is not over"
    del record["rounds"][1]["scores"]
    assert refusal(record) == "round 2: the round is not over, but another one follows"
    record = spoiled("card")
    del record["rounds"][2]
    assert refusal(record) == "a result is given, but the match is not over"


def test_large_numbers_of_moves_are_plain_digits() -> None:
    state = played("card", 2, {"rounds": 1, "max_turns": 60000}, 0)
    while len(state.rounds[-1].moves) < 1200:
        legal = state.legal()
        state.push(legal[-1] if legal[0] == "+" else next(move for move in legal if move[0] == "-"))
    record = record_of(state, NAMES[:2])
    record["rounds"][0]["moves"].append("Q")
    assert refusal(record).startswith('round 1, move 1201: "Q" is not legal here')


def test_scores_totals_winners_and_starters_must_agree() -> None:
    record = spoiled("card")
    record["rounds"][0]["scores"][0] += 1
    assert refusal(record) == "round 1: the scores are given as [-17, -19], but the moves give [-18, -19]"
    record = spoiled("card")
    record["rounds"][0]["scores"][0] = -18.0
    assert refusal(record).startswith("round 1: the scores are given as [-18.0, -19]")
    record = spoiled("card")
    record["result"]["winners"] = [1]
    assert refusal(record) == "the result’s winners are given as [1], but the moves give [0]"
    record = spoiled("card")
    record["rounds"][1]["starter"] = 1
    assert refusal(record) == "round 2: seat 1 cannot start this round: by the rules seat 0 starts"
    record["rounds"][1]["starter"] = True
    assert refusal(record) == "round 2: the starter must be a seat from 0 to 1"


def test_decks_that_cannot_be() -> None:
    record = spoiled("card")
    deck = record["rounds"][0]["setup"]["deck"]
    deck.append("Y7")
    assert refusal(record) == "round 1: the deck has 61 cards, expected 60"
    deck.pop()
    place = deck.index("Y7")
    deck[place] = "Y8"
    assert refusal(record) == "round 1: card 15 of the deck: Y8 appears more than once"
    deck[place] = "P3"
    assert refusal(record) == 'round 1: card 15 of the deck: "P3" is not a card of this game'
    deck[place] = 7
    assert refusal(record) == "round 1: card 15 of the deck: 7 is not a card of this game"
    record["rounds"][0]["setup"] = {"deck": "Y7"}
    assert refusal(record) == "round 1: deck must be a list"
    record["rounds"][0]["setup"] = {}
    assert refusal(record) == "round 1: deck is missing"


@pytest.mark.parametrize("name", ["card", "board", "roll"])
def test_a_round_without_a_setup_is_not_dealt_at_random(name: str) -> None:
    record = spoiled(name)
    record["rounds"][0]["setup"] = None
    assert refusal(record) == "round 1: setup must be an object"


def test_tiles_that_cannot_be() -> None:
    record = spoiled("board")
    tiles = record["rounds"][0]["setup"]["tiles"]
    tiles["Y"][0] = "A" if tiles["Y"][0] != "A" else "15"
    assert "tiles A, expected 9" in refusal(record) or "tiles 15, expected 2" in refusal(record)
    tiles["Y"][0] = "7"
    assert refusal(record) == "round 1: the tiles of path Y must be a list of 5 out of A > 5 10 15"
    del tiles["Y"]
    assert refusal(record) == "round 1: tiles must have one list for each path: Y B W G R"


def test_rolls_missing_left_over_or_wrong() -> None:
    record = spoiled("roll")
    rolls = record["rounds"][0]["setup"]["rolls"]
    rolls.append(["ROR", "309"])
    assert refusal(record) == "round 1: 1 roll is given for turns that never started"
    del rolls[-2:]
    assert "is not legal here: the dice have not been rolled for this turn" in refusal(record)
    rolls[0] = ["ROX", "309"]
    assert refusal(record).startswith("round 1: the roll of turn 1 is list, expected three colours and three digits")


def test_truncation_is_marked_and_only_where_it_was() -> None:
    record = next(record for record in vectors("card") if "max_turns" in record["options"])
    assert record["rounds"][0]["truncated"] is True
    del record["rounds"][0]["truncated"]
    assert refusal(record) == 'round 1: max_turns ended the round, so it must be marked "truncated": true'
    record = spoiled("card")
    record["rounds"][2]["truncated"] = True
    assert refusal(record) == "round 3: the round is marked as truncated, but was not ended by max_turns"


def test_fields_options_players_and_formats() -> None:
    record = spoiled("card")
    assert refusal(record | {"format": "lostcities.record/2"}) == 'the format is "lostcities.record/2", expected "lostcities.record/1"'
    assert refusal(record | {"game": "chess"}) == 'unknown game "chess"; choose from card, board, roll'
    assert refusal(record | {"players": ["Ann"]}) == "card is for 2 players"
    assert refusal(record | {"players": ["Ann", 2]}) == "entry 2 of players is 2, expected a string"
    assert refusal(record | {"options": {"colours": 5}}).startswith('unknown option "colours"; choose from')
    assert refusal(record | {"options": {"colors": 7}}) == "the option colors cannot be 7; expected 5 / 6"
    assert refusal(record | {"options": {"rounds": True}}) == "the option rounds cannot be true; expected 1..99"
    assert refusal(record | {"moves": []}) == 'there is no field "moves" here'
    assert refusal({"format": "lostcities.record/1"}) == "game is missing"
    assert refusal({"format": None}) == 'the format is null, expected "lostcities.record/1"'
    assert refusal({"game": "card"}) == "format is missing"
    assert refusal([]) == refusal(None) == "this is not a record: expected a JSON object"
    record["rounds"][0]["moves"][4] = 5
    assert refusal(record) == "round 1, move 5: 5 is not a move, expected a string"


# -- bytes --


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "this is not JSON: Expecting value (line 1, column 1)"),
        (b'{"format": "lostcit', "this is not JSON: Unterminated string starting at (line 1, column 12)"),
        (b'{"a": 1, "a": 2}', 'the field "a" appears twice in one object'),
        (b'{"a": NaN}', "not a valid JSON number: NaN"),
        (b"[" * 200_000, "this is nested too deeply to be a record"),
        (b'{"a": "\xff"}', "byte 7 is not UTF-8"),
        (b'{"a": "\\ud800"}', "a string holds half a character (a lone \\uD800 to \\uDFFF)"),
        (b'{"a": ' + b"9" * 10_000 + b"}", "not a valid JSON number"),
        (b" " * (17 * 1024 * 1024), "a record may have at most 16 MB"),
    ],
    ids=["empty", "truncated", "twice", "nan", "deep", "bytes", "surrogate", "digits", "huge"],
)
def test_bytes_that_are_no_record(data: bytes, said: str) -> None:
    with pytest.raises(RecordError) as caught:
        decode(data)
    assert str(caught.value).startswith(said)


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    target = tmp_path / "match.json"
    write({"a": 1}, target)
    with pytest.raises(TypeError):
        write({"a": object()}, target)
    assert read(target) == {"a": 1}
    assert list(tmp_path.iterdir()) == [target]
    with pytest.raises(RecordError, match="cannot be written: No such file or directory"):
        write({}, tmp_path / "none" / "match.json")
    with pytest.raises(RecordError, match="cannot be read: No such file or directory"):
        read(tmp_path / "none.json")


def test_a_stream_is_one_record_or_one_a_line(tmp_path: Path) -> None:
    file = tmp_path / "some.jsonl"
    file.write_bytes(b'{"a": 1}\n\nbroken\n{"b": 2}')
    with file.open("rb") as stream:
        assert list(records_in(stream)) == [(1, b'{"a": 1}\n'), (3, b"broken\n"), (4, b'{"b": 2}')]
    file.write_bytes(b'\n\n{"a": 1}\n\n{"b": 2}')
    with file.open("rb") as stream:
        assert [line for line, _ in records_in(stream)] == [3, 5]
    file.write_bytes(b'{\n"a": 1\n}\n')
    with file.open("rb") as stream:
        assert list(records_in(stream)) == [(None, b'{\n"a": 1\n}\n')]


@pytest.mark.parametrize(
    "first",
    [
        b'{"a": "\\ud800"}',
        b'{"a": NaN, "a": 1}',
        b'{"a": %s}' % (b"9" * 5000),
        b'{"a": "\xff"}',
        b'{"a": %s%s}' % (b"[" * 100_000, b"]" * 100_000),
        b'{"a": "%s"}' % (b"x" * MAX_BYTES),
    ],
    ids=["half", "number", "digits", "bytes", "deep", "long"],
)
def test_an_object_that_is_no_record_is_a_line_of_its_own(tmp_path: Path, first: bytes) -> None:
    file = tmp_path / "some.jsonl"
    file.write_bytes(first + b'\n{"b": 2}\n')
    with file.open("rb") as stream:
        assert [(line, data[:9]) for line, data in records_in(stream)] == [(1, first[:9]), (2, b'{"b": 2}\n')]


def test_a_piece_of_an_object_is_no_line_of_its_own(tmp_path: Path) -> None:
    file = tmp_path / "one.json"
    for text in (b'{"a": NaN,\n"b": 1}', b'{"a": 1, "a": 2,\n"b": 1}', b"[1,\n2]", b'{"a": 1}, {\n}'):
        file.write_bytes(text)
        with file.open("rb") as stream:
            assert list(records_in(stream)) == [(None, text)]


# -- spoiled at random --

JUNK: list[Any] = [None, True, 0, -1, 99, 1.5, 10**30, "", "Y7", "+", ">.", "\ud800\x1b[2J", [], {}, [[]], {"a": 1}, ["Y7"]]


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner: list[Any] = list(value.items()) if isinstance(value, dict) else list(enumerate(value)) if isinstance(value, list) else []
    return [path, *(place for key, item in inner for place in places(item, (*path, key)))]


def spoil(record: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """Replace, remove, double or exchange one value; shallow places as often as deep ones."""
    path = rng.choice(places(record)[1:])
    path = path[: rng.randint(1, len(path))]
    holder: Any = record
    for key in path[:-1]:
        holder = holder[key]
    key = path[-1]
    how = rng.choice(["replace", "remove", "double", "exchange"])
    if how == "remove":
        del holder[key]
    elif how == "replace" or isinstance(holder, dict):
        holder[key] = copy.deepcopy(rng.choice(JUNK))
    elif how == "double":
        holder.insert(key, copy.deepcopy(holder[key]))
    else:
        other = rng.randrange(len(holder))
        holder[key], holder[other] = holder[other], holder[key]
    return record


@pytest.mark.parametrize("name", ["card", "board", "roll"])
def test_a_spoiled_record_is_refused_in_one_printable_sentence_or_still_right(name: str) -> None:
    rng = random.Random(5)
    records = vectors(name)[-6:]
    refused = 0
    for _ in range(3000 if SOAK else 150):
        record = spoil(copy.deepcopy(rng.choice(records)), rng)
        try:
            state = check(record)
        except RecordError as error:
            refused += 1
            assert str(error).isprintable()
        else:
            assert check(record_of(state, record["players"])).row == state.row
    assert refused > 90
