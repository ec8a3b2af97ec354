"""What happens at a table: turns and undo, shuffles, seats, clocks, stalled rounds. No server: events are checked and applied directly."""

import contextlib
import random
from typing import Any

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, initialize, invariant, precondition, rule
from support.matches import TABLES, table_name
from support.tables import CLOCK, SERVER_ASKS, Playing, asks, header, promise, room_of

from lostcities.records import check, record_of
from lostcities.records.fair import commitment
from lostcities.records.proof import verify
from lostcities.server.errors import Refused, Repeated
from lostcities.server.http.tables import finished_record
from lostcities.server.messages import Share
from lostcities.server.store.events import ClockRule, Event
from lostcities.server.tables import checks
from lostcities.server.tables.catch_up import MOST_MISSED, CatchUp, History
from lostcities.server.tables.redaction import encode, event_message, may_take_back, table_info, viewer
from lostcities.server.tables.shuffling import Shuffling
from lostcities.server.tables.table import MOST_TAKE_BACKS, STALLED, Table


def refusal(call: Any, *arguments: Any) -> str:
    with pytest.raises(Refused) as caught:
        call(*arguments)
    return caught.value.reason.code


def stall(playing: Playing) -> Playing:
    """Players who pass cards back and forth: each discards, and draws from another pile, until the round stalls."""
    while playing.table.stalled < STALLED:
        legal = playing.table.state.legal()
        piles = [move for move in legal if move.startswith("+") and move != "+"]
        kept = [move for move in legal if move.startswith("-") or move in ("+", ">.")]
        playing.move(piles[0] if piles else kept[0])
    return playing


# -- undo --


def test_a_turn_is_taken_back_to_its_start_before_the_draw() -> None:
    playing = Playing(header()).deal()
    before = playing.table.state.view(0)
    playing.move(playing.table.state.legal()[-1])
    assert playing.table.can_take_back
    playing.take_back()
    assert playing.table.state.view(0) == before
    assert not playing.table.can_take_back
    assert refusal(checks.takeback, playing.table, asks(0), playing.table.version, None, 0) == "nothing_to_take_back"


def test_a_turn_is_taken_back_only_so_often() -> None:
    playing = Playing(header()).deal()
    for _ in range(MOST_TAKE_BACKS):
        playing.move(playing.table.state.legal()[-1]).take_back()
    playing.move(playing.table.state.legal()[-1])
    assert not playing.table.can_take_back
    assert refusal(checks.takeback, playing.table, asks(0), playing.table.version, None, 0) == "too_many_take_backs"
    playing.move("+")
    playing.move(playing.table.state.legal()[-1]).take_back()


def test_a_draw_cannot_be_taken_back() -> None:
    playing = Playing(header()).deal()
    playing.move(playing.table.state.legal()[-1], "+")
    assert not playing.table.can_take_back
    assert refusal(checks.takeback, playing.table, asks(0), playing.table.version, None, 0) == "not_your_turn"
    assert refusal(checks.takeback, playing.table, asks(1), playing.table.version, None, 0) == "nothing_to_take_back"


def none_taken() -> Playing:
    """The roller has passed: the other players still choose from the same dice."""
    return Playing(header("roll", ["person"] * 3)).deal().move(".")


def test_dice_are_taken_back_until_the_next_player_takes_some() -> None:
    rng = random.Random(3)
    playing = Playing(header("roll", ["person"] * 3)).deal()
    taken = 0
    while not playing.table.over:
        seat, rolls = playing.table.state.player, len(playing.table.state.rolls)
        playing.move(rng.choice(playing.table.state.legal()))
        assert playing.table.can_take_back == (len(playing.table.state.rolls) == rolls and not playing.table.over)
        if playing.table.can_take_back and taken < 5:
            taken += 1
            playing.take_back()
            assert playing.table.state.player == seat
            assert len(playing.table.state.rolls) == rolls
    assert taken == 5


def test_only_whoever_decided_takes_it_back() -> None:
    playing = none_taken()
    table = playing.table
    assert table.state.player == 1
    assert refusal(checks.takeback, table, asks(1), table.version, None, 0) == "not_your_turn"
    assert refusal(checks.takeback, table, asks(2), table.version, None, 0) == "not_your_turn"
    assert refusal(checks.takeback, table, asks(0, 1), table.version, 1, 0) == "not_your_turn"
    assert [may_take_back(table, audience) for audience in [(0,), (1,), (2,), (), (0, 1)]] == [True, False, False, False, True]
    playing.do(checks.takeback(table, asks(0, 1), table.version, None, 0))
    assert table.state.player == 0
    assert not any(may_take_back(table, (seat,)) for seat in range(3))
    playing.move(".", ".")
    assert refusal(checks.takeback, table, asks(0), table.version, None, 0) == "not_your_turn"


def test_a_bot_s_own_decision_is_offered_to_nobody() -> None:
    playing = Playing(header("roll", ["bot:thumb", "person"])).deal()
    playing.do(checks.bot_move(playing.table, SERVER_ASKS, playing.table.position, "."))
    assert playing.table.match.can_take_back
    assert not playing.table.can_take_back


def test_a_whole_turn_is_taken_back_only_so_often() -> None:
    playing = none_taken()
    for _ in range(MOST_TAKE_BACKS):
        playing.take_back().move(".")
    assert not playing.table.can_take_back
    assert refusal(checks.takeback, playing.table, asks(0), playing.table.version, None, 0) == "too_many_take_backs"
    playing.move(".")
    assert playing.table.can_take_back


@pytest.mark.parametrize("entry", TABLES, ids=table_name)
def test_records_hold_only_what_stood_and_prove_their_shuffles(entry: tuple[str, int, dict[str, Any]]) -> None:
    name, players, options = entry
    playing = Playing(header(name, ["person"] * players, options=options)).play(random.Random(1), 100_000)
    record = record_of(playing.table.state, ["?"] * players)
    assert check(record).over
    assert {verdict.proof for verdict in verify(record)} == {"right"}
    again = Table(playing.table.header)
    for event in playing.events:
        again.apply(event)
    assert again.state.view(0) == playing.table.state.view(0)
    assert again.version == len(playing.events)


# -- coming back --


@pytest.mark.parametrize("entry", TABLES, ids=table_name)
def test_what_was_missed_is_shown_as_it_was_the_first_time(entry: tuple[str, int, dict[str, Any]]) -> None:
    name, players, options = entry
    playing = Playing(header(name, ["person"] * players, options=options)).play(random.Random(1), 350)
    table, past, sent = Table(playing.table.header), History(Table(playing.table.header)), []
    for event in playing.events:
        table.apply(event)
        sent.append(encode(event_message(table, event, (0,))))
        past.add(event)
    assert past.present().state.view(0) == table.state.view(0)
    assert past.present().keys == table.keys
    for since in (table.version - 1, max(table.version - MOST_MISSED, 0)):
        rerun = CatchUp(past, (0,), since)
        while rerun.step():
            pass
        assert rerun.texts == sent[since:]
    assert len(past.events) <= MOST_MISSED


def test_a_rerun_that_is_left_behind_ends() -> None:
    playing = Playing(header()).play(random.Random(1), 10)
    past = History(Table(playing.table.header))
    rerun = CatchUp(past, (0,), 1)
    for event in playing.play(random.Random(1), 300).events:
        past.add(event)
    assert not rerun.step()


# -- whose decision it is --


def test_only_the_seat_that_decides_may_move() -> None:
    table = Playing(header()).deal().table
    move = table.state.legal()[0]
    assert refusal(checks.move, table, asks(1), table.version, move, None, 0) == "not_your_turn"
    assert refusal(checks.move, table, asks(0), table.version, move, 1, 0) == "not_your_seat"
    assert refusal(checks.move, table, asks(0, 1), table.version, move, 1, 0) == "not_your_turn"
    assert refusal(checks.move, table, asks(), table.version, move, None, 0) == "no_seat"
    assert refusal(checks.move, table, asks(0), table.version - 1, move, None, 0) == "stale"
    assert refusal(checks.move, table, asks(0), table.version + 1, move, None, 0) == "stale"
    assert refusal(checks.move, table, asks(0), table.version, "+", None, 0) == "play_first"
    assert refusal(checks.move, table, asks(0), table.version, "??", None, 0) == "unknown_move"


def test_before_the_deal_and_after_the_end_nobody_decides() -> None:
    playing = Playing(header(options={"size": "mini", "rounds": 1}))
    assert refusal(checks.move, playing.table, asks(0), 0, "+", None, 0) == "not_dealt"
    playing.play(random.Random(1), 1000)
    assert refusal(checks.move, playing.table, asks(0), playing.table.version, "+", None, 0) == "match_over"
    assert refusal(checks.commit, playing.table, SERVER_ASKS) == "stale"


def test_a_move_made_before_somebody_sat_down_or_left_still_counts() -> None:
    playing = Playing(header()).deal()
    version = playing.table.version
    playing.do(checks.leave(playing.table, SERVER_ASKS, 1, "absent"))
    event = checks.move(playing.table, asks(0), version, playing.table.state.legal()[0], None, 0)
    assert event.version == version + 2


def test_a_request_is_granted_once() -> None:
    playing = Playing(header()).deal()
    table, asker = playing.table, asks(0, id="x")
    event = checks.move(table, asker, table.version, table.state.legal()[-1], None, 0)
    playing.do(event)
    with pytest.raises(Repeated) as caught:
        checks.move(table, asker, table.version, "+", None, 0)
    assert caught.value.version == event.version
    assert event.key == "0/x"


# -- shuffles --


A, B = b"a" * 32, b"b" * 32


def shuffling_of(table: Table) -> Shuffling:
    assert table.shuffling is not None
    return table.shuffling


def test_a_round_is_committed_to_fixed_revealed_and_dealt() -> None:
    playing = Playing(header())
    table = playing.table
    assert refusal(checks.deal, table, SERVER_ASKS) == "stale"
    assert refusal(checks.pledge, table, asks(0), 1, promise(A)) == "wrong_round"
    playing.do(checks.commit(table, SERVER_ASKS))
    assert refusal(checks.commit, table, SERVER_ASKS) == "stale"
    assert refusal(checks.pledge, table, asks(0), 2, promise(A)) == "wrong_round"
    assert refusal(checks.pledge, table, asks(0), 1, "ab" * 31) == "bad_bytes"
    assert refusal(checks.pledge, table, asks(0), 1, "xy" * 32) == "bad_bytes"
    playing.do(checks.pledge(table, asks(0), 1, promise(A).upper()))
    assert refusal(checks.pledge, table, asks(0), 1, promise(A)) == "committed_before"
    assert refusal(checks.reveal, table, asks(0), 1, A.hex()) == "nothing_to_reveal"
    assert refusal(checks.deal, table, SERVER_ASKS) == "stale"
    playing.do(checks.pledge(table, asks(1), 1, ""))
    playing.do(checks.fix(table, SERVER_ASKS))
    assert event_message(table, playing.events[-1], (1,)).commitments == {"0": promise(A)}
    assert refusal(checks.fix, table, SERVER_ASKS) == "stale"
    assert refusal(checks.deal, table, SERVER_ASKS) == "stale"
    assert refusal(checks.reveal, table, asks(1), 1, B.hex()) == "nothing_to_reveal"
    assert refusal(checks.reveal, table, asks(0), 1, "ab") == "bad_bytes"
    assert refusal(checks.reveal, table, asks(0), 1, B.hex()) == "wrong_reveal"
    playing.do(checks.reveal(table, asks(0), 1, A.hex()))
    playing.do(checks.deal(table, SERVER_ASKS))
    message = event_message(table, playing.events[-1], (0,))
    assert message.seats == {"0": Share(promise(A), A.hex())}
    assert message.commitment == commitment(shuffling_of(table).seed).hex()


def test_without_commitments_there_is_nothing_to_fix() -> None:
    playing = Playing(header())
    playing.do(checks.commit(playing.table, SERVER_ASKS))
    playing.do(checks.pledge(playing.table, asks(0), 1, ""))
    assert refusal(checks.fix, playing.table, SERVER_ASKS) == "stale"
    playing.do(checks.deal(playing.table, SERVER_ASKS))
    assert playing.table.state.rounds[0].fair["seats"] == {}


def test_a_shuffle_that_somebody_stops_begins_anew_without_them() -> None:
    playing = Playing(header())
    table = playing.table
    playing.do(checks.commit(table, SERVER_ASKS))
    first = shuffling_of(table).seed
    playing.do(checks.pledge(table, asks(0), 1, promise(A)))
    playing.do(checks.pledge(table, asks(1), 1, promise(B)))
    playing.do(checks.fix(table, SERVER_ASKS))
    playing.do(checks.reveal(table, asks(0), 1, A.hex()))
    assert refusal(checks.deal, table, SERVER_ASKS) == "stale"
    playing.do(checks.commit(table, SERVER_ASKS))
    assert shuffling_of(table).seed != first
    message = event_message(table, playing.events[-1], (0,))
    assert (message.restarts, message.without) == (1, [1])
    assert refusal(checks.pledge, table, asks(1), 1, promise(B)) == "left_out"
    playing.add({0: A})
    playing.do(checks.deal(table, SERVER_ASKS))
    assert table.state.rounds[0].fair["restarts"] == 1
    playing.play(random.Random(1), 10_000)
    found = verify(record_of(table.state, ["?", "?"]))
    assert (found[0].proof, found[0].contributors, found[0].restarts) == ("right", (0,), 1)


def test_what_somebody_committed_to_goes_when_they_go_before_the_deal() -> None:
    playing = Playing(header(seats=["person", "open"]))
    table = playing.table
    playing.do(checks.sit(table, SERVER_ASKS, 1))
    playing.do(checks.commit(table, SERVER_ASKS))
    playing.do(checks.pledge(table, asks(1), 1, promise(A)))
    playing.do(checks.leave(table, asks(1), 1, "left"))
    assert shuffling_of(table).commitments == {}
    assert refusal(checks.deal, table, SERVER_ASKS) == "stale"
    playing.do(checks.sit(table, SERVER_ASKS, 1))
    playing.add({1: B})
    playing.do(checks.deal(table, SERVER_ASKS))
    assert list(table.state.rounds[0].fair["seats"]) == ["1"]
    assert table.state.rounds[0].fair["restarts"] == 0
    playing.play(random.Random(1), 10_000)
    assert {verdict.proof for verdict in verify(record_of(table.state, ["?", "?"]))} == {"right"}


def test_leaving_after_the_list_is_fixed_is_seen_as_a_restart() -> None:
    """A player who knows all bytes could leave and return until they like the deal."""
    playing = Playing(header(seats=["person", "open"]))
    table = playing.table
    playing.do(checks.sit(table, SERVER_ASKS, 1))
    playing.do(checks.commit(table, SERVER_ASKS))
    playing.add({0: A, 1: B})
    playing.do(checks.leave(table, asks(1), 1, "left"))
    playing.do(checks.sit(table, SERVER_ASKS, 1))
    assert refusal(checks.deal, table, SERVER_ASKS) == "stale"
    playing.do(checks.commit(table, SERVER_ASKS))
    assert (shuffling_of(table).restarts, shuffling_of(table).without) == (1, ())
    playing.add({0: A, 1: B})
    playing.do(checks.deal(table, SERVER_ASKS))
    assert table.state.rounds[0].fair["restarts"] == 1


def between_rounds(players: int = 3) -> Playing:
    """A match whose second round is about to be shuffled."""
    playing = Playing(header("card" if players == 2 else "board", ["person"] * players, options={"rounds": 2, "max_turns": 4})).deal()
    while not playing.table.state.scores:
        playing.move(playing.table.state.legal()[-1])
    playing.do(checks.commit(playing.table, SERVER_ASKS))
    return playing


def test_nobody_loses_their_part_because_somebody_else_left() -> None:
    playing = between_rounds()
    table = playing.table
    for seat, share in {0: A, 1: B}.items():
        playing.do(checks.pledge(table, asks(seat), 2, promise(share)))
    playing.do(checks.fix(table, SERVER_ASKS))
    shown = dict(shuffling_of(table).promised)
    playing.do(checks.leave(table, asks(0), 0, "left"))
    assert shuffling_of(table).promised == shown  # what was shown does not change
    playing.do(checks.commit(table, SERVER_ASKS))
    assert (shuffling_of(table).restarts, shuffling_of(table).without) == (1, (0,))
    playing.do(checks.pledge(table, asks(1), 2, promise(B)))


def test_whoever_leaves_and_comes_back_stays_left_out_of_a_shuffle_that_they_stopped() -> None:
    playing = between_rounds()
    table = playing.table
    playing.do(checks.pledge(table, asks(0), 2, promise(A)))
    playing.do(checks.fix(table, SERVER_ASKS))
    playing.do(checks.commit(table, SERVER_ASKS))
    for _ in range(2):
        assert refusal(checks.pledge, table, asks(0), 2, promise(A)) == "left_out"
        playing.do(checks.leave(table, asks(0), 0, "left"))
        playing.do(checks.come_back(table, asks(0), 0))
    playing.do(checks.deal(table, SERVER_ASKS))
    assert table.state.rounds[-1].fair["restarts"] == 1


def test_whoever_sits_down_after_the_list_was_fixed_can_still_take_part() -> None:
    playing = Playing(header(seats=["person", "open"]))
    table = playing.table
    playing.do(checks.sit(table, SERVER_ASKS, 1))
    playing.do(checks.commit(table, SERVER_ASKS))
    playing.add({0: A})
    playing.do(checks.leave(table, asks(1), 1, "left"))
    playing.do(checks.sit(table, SERVER_ASKS, 1))
    assert refusal(checks.deal, table, SERVER_ASKS) == "stale"
    playing.do(checks.commit(table, SERVER_ASKS))
    playing.add({0: A, 1: B})
    playing.do(checks.deal(table, SERVER_ASKS))
    assert list(table.state.rounds[0].fair["seats"]) == ["0", "1"]


def test_nobody_commits_for_a_seat_that_is_free() -> None:
    playing = Playing(header("roll", ["person", "open"]))
    playing.do(checks.sit(playing.table, SERVER_ASKS, 1))
    playing.do(checks.commit(playing.table, SERVER_ASKS))
    playing.do(checks.leave(playing.table, asks(1), 1, "left"))
    assert refusal(checks.pledge, playing.table, asks(1), 1, promise(A)) == "no_seat"


def test_who_starts_is_told_before_anybody_commits() -> None:
    playing = Playing(header(starter=1, options={"rounds": 2, "max_turns": 4}))
    assert table_info(room_of(playing.table), (), "").starter == 1
    playing.deal()
    while not playing.table.state.scores:
        playing.move(playing.table.state.legal()[-1])
    told = table_info(room_of(playing.table), (), "").starter
    playing.deal()
    assert playing.table.state.rounds[1].starter == told


def test_what_was_dealt_with_somebodys_bytes_stays_so_when_they_leave() -> None:
    playing = Playing(header(options={"rounds": 2}))
    table = playing.table
    playing.do(checks.commit(table, SERVER_ASKS))
    playing.add({1: A})
    playing.do(checks.deal(table, SERVER_ASKS))
    playing.do(checks.leave(table, asks(1), 1, "left"))
    assert shuffling_of(table).shares == {1: A}
    assert "withdrawn" not in playing.events[-1].body


FIRST_FORM = [
    Event(1, "commit", 0, None, None, {"round": 1, "seed": "00" * 64}),
    Event(2, "contribute", 0, 1, None, {"round": 1, "bytes": "ab" * 32}),
    Event(3, "leave", 0, 1, None, {"why": "left"}),
]


def test_a_table_stored_before_seats_committed_is_dealt_as_it_was() -> None:
    playing = Playing(header(options={"rounds": 1}))
    for event in [*FIRST_FORM[:2], Event(3, "deal", 0, None, None, {"round": 1})]:
        playing.do(event)
    assert playing.table.state.rounds[0].fair["contributions"] == ["", "ab" * 32]
    playing.play(random.Random(1), 10_000)
    [verdict] = verify(record_of(playing.table.state, ["?", "?"]))
    assert (verdict.proof, verdict.version) == ("right", 1)


def test_a_table_stored_before_contributions_went_with_their_people() -> None:
    """Its shuffle was made with them, so it is dealt with them again."""
    playing = Playing(header())
    for event in FIRST_FORM:
        playing.do(event)
    assert shuffling_of(playing.table).contributions == {1: bytes.fromhex("ab" * 32)}


def test_nothing_is_dealt_while_a_seat_is_free() -> None:
    playing = Playing(header(seats=["person", "open"]))
    assert refusal(checks.commit, playing.table, SERVER_ASKS) == "stale"
    assert refusal(checks.sit, playing.table, SERVER_ASKS, 0) == "seat_taken"
    assert refusal(checks.sit, playing.table, SERVER_ASKS, 7) == "bad_seat"
    playing.do(checks.sit(playing.table, SERVER_ASKS, None))
    assert refusal(checks.sit, playing.table, SERVER_ASKS, None) == "no_free_seat"
    assert playing.deal().table.begun


# -- people who leave --


def test_a_seat_given_up_before_the_match_is_free_again_and_later_a_bots() -> None:
    playing = Playing(header(seats=["person", "open"]))
    playing.do(checks.leave(playing.table, asks(0), 0, "left"))
    assert playing.table.seats[0].kind == "open"
    playing.do(checks.sit(playing.table, SERVER_ASKS, 0))
    playing.do(checks.sit(playing.table, SERVER_ASKS, 1))
    playing.deal()
    playing.do(checks.leave(playing.table, asks(0), 0, "left"))
    assert playing.table.deciding_bot() == "bruno"
    assert refusal(checks.leave, playing.table, asks(0), 0, "left") == "stale"
    assert refusal(checks.move, playing.table, asks(0), playing.table.version, "+", None, 0) == "bot_plays_on"
    playing.do(checks.bot_move(playing.table, SERVER_ASKS, playing.table.position, playing.table.state.legal()[0]))
    playing.do(checks.come_back(playing.table, SERVER_ASKS, 0))
    assert playing.table.deciding_bot() is None
    assert refusal(checks.come_back, playing.table, SERVER_ASKS, 0) == "stale"
    assert refusal(checks.bot_move, playing.table, SERVER_ASKS, playing.table.position, "+") == "stale"


# -- clocks --


def test_a_budget_runs_down_and_each_turn_adds_to_it() -> None:
    playing = Playing(header(clock=CLOCK)).deal()
    clocks = playing.table.clocks
    assert clocks
    playing.move(playing.table.state.legal()[-1], ms=7000)
    assert clocks.left == [53_000, 60_000]
    playing.take_back()
    playing.move(playing.table.state.legal()[-1], "+", ms=1000)
    assert clocks.left == [56_000, 60_000]


def test_time_for_each_turn_is_full_again_after_it() -> None:
    playing = Playing(header(clock=ClockRule("move", 30))).deal()
    clocks = playing.table.clocks
    assert clocks
    playing.move(playing.table.state.legal()[-1], ms=7000)
    assert clocks.left == [23_000, 30_000]
    playing.move("+", ms=7000)
    assert clocks.left == [30_000, 30_000]


@pytest.mark.parametrize("rule", [CLOCK, ClockRule("move", 60)])
def test_taking_a_whole_turn_back_wins_no_time(rule: ClockRule) -> None:
    playing = Playing(header("roll", ["person"] * 3, clock=rule)).deal()
    clocks = playing.table.clocks
    assert clocks
    playing.move(".", ms=7000)
    assert clocks.left[0] == (58_000 if rule is CLOCK else 60_000)
    playing.do(checks.takeback(playing.table, asks(0), playing.table.version, None, 2000))
    assert clocks.left == [51_000, 60_000, 60_000]
    playing.move(".", ms=1000)
    assert clocks.left == [55_000 if rule is CLOCK else 60_000, 60_000, 60_000]


def test_a_flag_gives_the_seat_to_a_bot_for_good() -> None:
    playing = Playing(header(clock=CLOCK)).deal()
    table = playing.table
    assert refusal(checks.flag, table, SERVER_ASKS, table.position - 1, 60_000) == "stale"
    playing.do(checks.flag(table, SERVER_ASKS, table.position, 60_000))
    assert table.deciding_bot() == "bruno"
    assert refusal(checks.come_back, table, SERVER_ASKS, 0) == "stale"
    assert refusal(checks.flag, table, SERVER_ASKS, table.position, 60_000) == "stale"
    assert table.clocks
    assert table.clocks.left[0] == 0


# -- stalled rounds --


@pytest.mark.parametrize(("name", "players"), [("card", 2), ("board", 2), ("board", 3)])
def test_a_round_ended_by_agreement_keeps_every_score_and_is_a_record(name: str, players: int) -> None:
    playing = Playing(header(name, ["person"] * players, options={"rounds": 2})).deal()
    playing.play(random.Random(5), 20)
    table = playing.table
    assert refusal(checks.agreed, table, SERVER_ASKS, "end_round") == "not_stalled"
    stall(playing)
    before, moves = table.state.live, len(table.state.rounds[0].moves)
    playing.do(checks.agreed(table, SERVER_ASKS, "end_round"))
    assert table.state.scores == [before]
    assert not table.state.rounds[0].truncated
    assert table.stalled == 0
    record = finished_record(room_of(table), "?")
    assert record["meta"]["agreed_ends"] == [{"round": 1, "moves": moves}]
    assert len(check(record).scores) == 1
    assert [verdict.proof for verdict in verify(record)] == ["right"]
    playing.deal().play(random.Random(1), 10)


def test_a_game_without_a_deck_never_stalls() -> None:
    playing = Playing(header("roll")).deal().play(random.Random(1), 70)
    assert playing.table.stalled == 0


def test_hints_are_allowed_once() -> None:
    playing = Playing(header()).deal()
    playing.do(checks.agreed(playing.table, SERVER_ASKS, "hints"))
    assert playing.table.hints
    assert refusal(checks.agreed, playing.table, SERVER_ASKS, "hints") == "hints_allowed"


# -- several seats --


def test_a_client_with_several_seats_looks_through_the_one_that_decides_next() -> None:
    playing = Playing(header("roll", ["person", "bot:pip", "person"])).deal()
    assert playing.table.state.player == 0
    assert viewer(playing.table, (0, 2)) == 0
    playing.move(".")
    assert viewer(playing.table, (0, 2)) == 2
    assert viewer(playing.table, (0,)) == 0
    assert viewer(playing.table, ()) is None


# -- everything at once --


class AtATable(RuleBasedStateMachine):
    """Any request in any order: it is refused, or is an event after which replaying everything gives the same table."""

    versions = Bundle("versions")

    @initialize(entry=st.sampled_from([table for table in TABLES if "max_turns" not in table[2]]), data=st.data())
    def open(self, entry: tuple[str, int, dict[str, Any]], data: Any) -> None:
        name, players, options = entry
        plans = [data.draw(st.sampled_from(["person", "open", "bot:thumb"])) for _ in range(players)]
        self.playing = Playing(header(name, plans, options=options, clock=data.draw(st.sampled_from([None, CLOCK]))))
        self.table = self.playing.table

    def attempt(self, call: Any, *arguments: Any) -> None:
        before = (self.table.version, bytes(self.table.state.row))
        try:
            event = call(self.table, *arguments)
        except (Refused, Repeated):
            assert (self.table.version, bytes(self.table.state.row)) == before
            return
        self.playing.do(event)
        assert self.table.version == before[0] + 1

    @rule(seat=st.integers(0, 4), pick=st.integers(0, 200), back=st.integers(0, 3), id=st.sampled_from([None, "a", "b"]))
    def move(self, seat: int, pick: int, back: int, id: str | None) -> None:
        legal = self.table.state.legal() or ["+"]
        asker = asks(seat % self.table.players, id=id)
        self.attempt(checks.move, asker, self.table.version - back, legal[pick % len(legal)], None, 5)

    @precondition(lambda self: self.table.state.player is not None)
    @rule(pick=st.integers(0, 200))
    def decide(self, pick: int) -> None:
        legal, seat = self.table.state.legal(), self.table.state.player
        assert seat is not None
        if self.table.deciding_bot():
            self.attempt(checks.bot_move, SERVER_ASKS, self.table.position, legal[pick % len(legal)])
        else:
            self.attempt(checks.move, asks(seat), self.table.version, legal[pick % len(legal)], None, 5)

    @rule(seat=st.integers(0, 4))
    def take_back(self, seat: int) -> None:
        self.attempt(checks.takeback, asks(seat % self.table.players), self.table.version, None, 5)

    @rule(seat=st.one_of(st.none(), st.integers(-1, 5)))
    def sit(self, seat: int | None) -> None:
        self.attempt(checks.sit, SERVER_ASKS, seat)

    @rule(seat=st.integers(0, 4))
    def leave(self, seat: int) -> None:
        self.attempt(checks.leave, SERVER_ASKS, seat % self.table.players, "left")

    @rule(seat=st.integers(0, 4))
    def come_back(self, seat: int) -> None:
        self.attempt(checks.come_back, SERVER_ASKS, seat % self.table.players)

    @rule(seat=st.integers(0, 4), text=st.sampled_from(["", promise(A), "no"]))
    def pledge(self, seat: int, text: str) -> None:
        self.attempt(checks.pledge, asks(seat % self.table.players), self.table.round, text)

    @rule(seat=st.integers(0, 4), share=st.sampled_from([A, A, B]))
    def reveal(self, seat: int, share: bytes) -> None:
        self.attempt(checks.reveal, asks(seat % self.table.players), self.table.round, share.hex())

    @rule(call=st.sampled_from([checks.commit, checks.fix, checks.deal]))
    def shuffle(self, call: Any) -> None:
        self.attempt(call, SERVER_ASKS)

    @rule()
    def flag(self) -> None:
        self.attempt(checks.flag, SERVER_ASKS, self.table.position, 60_000)

    @rule(what=st.sampled_from(["end_round", "hints"]))
    def agree(self, what: Any) -> None:
        self.attempt(checks.agreed, SERVER_ASKS, what)

    @invariant()
    def replaying_gives_the_same(self) -> None:
        again = Table(self.table.header)
        for event in self.playing.events:
            again.apply(event)
        assert again.state.row == self.table.state.row
        assert (again.version, again.position, again.match.turn, again.seats) == (
            self.table.version,
            self.table.position,
            self.table.match.turn,
            self.table.seats,
        )
        assert (again.can_take_back, again.stalled, again.hints) == (self.table.can_take_back, self.table.stalled, self.table.hints)

    @invariant()
    def a_copy_goes_its_own_way(self) -> None:
        before = (self.table.version, bytes(self.table.state.row), dict(self.table.keys), repr(self.table.shuffling))
        other = self.table.copy()
        for call in (checks.commit, checks.fix, checks.deal):
            with contextlib.suppress(Refused):
                other.apply(call(other, SERVER_ASKS))
        if other.state.player is not None:
            other.apply(Event(other.version + 1, "move", 0, other.state.player, "key", {"move": other.state.legal()[0]}))
        assert before == (self.table.version, bytes(self.table.state.row), dict(self.table.keys), repr(self.table.shuffling))


TestAtATable = AtATable.TestCase
