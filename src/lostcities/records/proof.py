"""Checks the proofs of fair shuffles in a record: the commitment, and that what it stands for gives that very deal."""

from dataclasses import dataclass
from typing import Any, Literal

from lostcities.games.errors import Reason
from lostcities.games.game import Round, Setup, State
from lostcities.games.options import shown
from lostcities.records.errors import wrong
from lostcities.records.fair import COMMITMENT_BYTES, CONTRIBUTION_BYTES, SEED_BYTES, Shuffle, commitment, deal, go_on
from lostcities.records.record import check, fields


@dataclass(frozen=True, slots=True)
class Proof:
    """The field `fair` of a round."""

    commitment: bytes
    seed: bytes
    contributions: list[bytes]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of checking one round; `contributions` counts the seats that added to it."""

    proof: Literal["right", "wrong", "missing"]
    contributions: int = 0
    reason: Reason | None = None


def verify(record: Any) -> list[Verdict]:
    """A verdict on every finished round. A record that is wrong by itself, or whose proof cannot be read, is a `RecordError`."""
    state = check(record)
    finished = state.rounds[: len(state.scores)]
    return [judge(state, played, number) for number, played in enumerate(finished, 1)]


def judge(state: State, played: Round, number: int) -> Verdict:
    if played.fair is None:
        return Verdict("missing")
    proof = read_proof(played.fair, number, state.players)
    reason = fault(state, played, number, proof)
    return Verdict("wrong" if reason else "right", sum(map(bool, proof.contributions)), reason)


def fault(state: State, played: Round, number: int, proof: Proof) -> Reason | None:
    """What is wrong with a proof."""
    if commitment(proof.seed) != proof.commitment:
        return Reason("wrong_commitment", {})
    shuffle = Shuffle(proof.seed, proof.contributions, state.game.name, number)
    table = state.game.table(state.players, state.options)
    setup = dealt_again(table, played, shuffle)
    differing = [name for name in setup if setup[name] != played.setup[name]]
    return Reason("wrong_deal", {"field": differing[0]}) if differing else None


def dealt_again(table: State, played: Round, shuffle: Shuffle) -> Setup:
    """What the stream does in a round in which these moves are made; it ends at the first that does not fit."""
    deal(table, shuffle, played.starter)
    for move in played.moves:
        if table.why_not(move):
            break
        table.push(move)
        go_on(table, shuffle)
    return table.setup()


def read_proof(fair: Any, number: int, players: int) -> Proof:
    if not isinstance(fair, dict):
        raise wrong("not_an_object", round=number, field="fair")
    fields(fair, ("commitment", "seed", "contributions"), (), number)
    added = fair["contributions"]
    if not isinstance(added, list):
        raise wrong("not_a_list", round=number, field="contributions")
    if len(added) > players:
        raise wrong("too_many_contributions", round=number, count=len(added), players=players)
    return Proof(
        read_bytes(fair["commitment"], "commitment", COMMITMENT_BYTES, number),
        read_bytes(fair["seed"], "seed", SEED_BYTES, number),
        [read_bytes(text, "contributions", CONTRIBUTION_BYTES, number) if text != "" else b"" for text in added],
    )


def read_bytes(text: Any, field: str, size: int, number: int) -> bytes:
    """So many bytes, written as two hexadecimal digits each and nothing between them."""
    try:
        found = bytes.fromhex(text)
    except (TypeError, ValueError):
        found = b""
    if len(found) != size or len(text) != 2 * size:
        raise wrong("not_bytes", round=number, field=field, value=shown(text), bytes=size)
    return found
