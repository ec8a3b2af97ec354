"""A guest's part in the fair shuffles: when it commits, and when it reveals."""

from typing import Any

from lostcities.guest.invitation import Message
from lostcities.guest.part import Part
from lostcities.records.fair import commitment


def shuffle(**changes: Any) -> Message:
    table = {"round": 1, "restarts": 0, "commitment": "ab", "committed": [], "commitments": None, "revealed": [], "without": []}
    return table | changes


def test_its_bytes_are_revealed_only_if_the_list_has_its_commitment() -> None:
    part = Part(1)
    request = part.step(shuffle())
    assert request
    assert (request["kind"], request["round"]) == ("commit", 1)
    part.sent["a"] = "commit", (1, 0)
    assert part.step(shuffle()) is None
    part.answered("a", True)
    assert part.step(shuffle(committed=[1])) is None
    good, bad = {"0": "00", "1": request["commitment"]}, {"0": "00", "1": "11"}
    for wrong in (bad, {"0": "00"}):
        other = Part(1)
        other.bytes, other.accepted = part.bytes, {(1, 0)}
        assert other.step(shuffle(committed=[1], commitments=wrong)) is None
        assert other.wronged(shuffle(committed=[1], commitments=wrong))
        assert not other.wronged(shuffle(committed=[1], commitments=wrong))
    revealed = part.step(shuffle(committed=[1], commitments=good))
    assert revealed
    assert commitment(bytes.fromhex(revealed["bytes"])).hex() == request["commitment"]
    assert part.step(shuffle(committed=[1], commitments={"0": "22", "1": request["commitment"]})) is None


def test_a_shuffle_that_starts_again_gets_other_bytes_and_none_from_a_seat_left_out() -> None:
    part = Part(1)
    first, second = part.step(shuffle()), part.step(shuffle(restarts=1))
    assert first
    assert second
    assert first["commitment"] != second["commitment"]
    assert part.step(shuffle(restarts=2, without=[1])) is None
    assert part.step(shuffle(commitment=None)) is None


def test_a_commitment_that_was_dropped_is_made_again_with_the_same_bytes() -> None:
    part = Part(1)
    first = part.step(shuffle())
    part.sent["a"] = "commit", (1, 0)
    part.answered("a", True)
    assert part.step(shuffle(committed=[0])) == first
    part.sent["b"] = "commit", (1, 0)
    assert part.step(shuffle(committed=[0])) is None


def test_a_reveal_that_was_refused_is_tried_again_and_a_commitment_is_not() -> None:
    part = Part(1)
    part.sent["a"] = "commit", (1, 0)
    part.answered("a", False)
    assert part.step(shuffle()) is None
    list = {"1": commitment(part.bytes[1, 0]).hex()}
    part.sent["b"] = "reveal", (1, 0)
    assert part.step(shuffle(commitments=list)) is None
    part.answered("b", False)
    assert part.step(shuffle(commitments=list))
