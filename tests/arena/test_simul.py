"""Matches played together are the same as matches played one at a time: every move, every score, every record."""

import pytest
from support.matches import SOAK, Table, every_table

from lostcities.arena.contest import Stopped
from lostcities.arena.tournament import Pairing, Tournament, opened
from lostcities.arena.worker import Worker
from lostcities.records import check, decode

BOTS = ("net", "pip", "thumb", "random", "net:quick=true") if SOAK else ("pip", "net:quick=true", "thumb")


def tournament(table: Table, bots: tuple[str, ...] = BOTS) -> Tournament:
    name, players, options = table
    return opened(Tournament(name, bots, (6 if SOAK else 1) * players, players, options, seed=5))


def without_times(record: str | None) -> object:
    assert record is not None
    decoded = decode(record.encode())
    assert isinstance(decoded, dict)
    del decoded["meta"]["ms"]
    return decoded


@every_table
def test_together_is_the_same_as_one_at_a_time(table: Table) -> None:
    chosen = tournament(table)
    worker = Worker(chosen, keep_records=True)
    pairings = tuple(chosen.pairings())
    for together, pairing in zip(worker.play(pairings), pairings, strict=True):
        alone = worker.play_one(pairing)
        assert without_times(together.record) == without_times(alone.record)
        for figure in ("totals", "winners", "rounds", "truncated", "moves", "forfeit"):
            assert getattr(together.result, figure) == getattr(alone.result, figure), figure
        assert check(decode((together.record or "").encode())).over


def test_a_match_does_not_depend_on_the_others() -> None:
    chosen = tournament(("board", 3, {"rounds": 1}))
    worker = Worker(chosen, keep_records=True)
    pairings = tuple(chosen.pairings())
    all_at_once = worker.play(pairings)
    for start in range(0, len(pairings), 7):
        part = worker.play(pairings[start : start + 7])
        assert [without_times(one.record) for one in part] == [without_times(one.record) for one in all_at_once[start : start + 7]]


def test_bots_that_search_play_one_match_at_a_time() -> None:
    chosen = tournament(("card", 2, {"size": "mini"}), ("thumb", "best:worlds=2"))
    assert not any(map(chosen.in_batches, chosen.pairings()))
    played = Worker(chosen, keep_records=False).play((Pairing(0, 0, 0),))
    assert [match.result.rounds for match in played] == [3]


def test_it_stops_when_told() -> None:
    chosen = tournament(("card", 2, {}))
    with pytest.raises(Stopped):
        Worker(chosen, keep_records=False, stopped=lambda: True).play(tuple(chosen.pairings()))
