"""Check the proofs of fair shuffles in a record: the commitments, whose bytes they are, and that they produce exactly that deal."""

from contextlib import suppress
from dataclasses import dataclass
from typing import Literal

from lostcities.games.errors import Reason
from lostcities.games.game import Round, Setup, State
from lostcities.games.options import shown
from lostcities.play import Match, Numbers
from lostcities.records.daily import PLAYERS, STARTER, is_day, options_of
from lostcities.records.errors import wrong
from lostcities.records.fair import (
    COMMITMENT_BYTES,
    SEED_BYTES,
    SHARE_BYTES,
    VERSION,
    Shuffle,
    commitment,
    daily_key,
    fair_key,
    first_key,
)
from lostcities.records.files import Json
from lostcities.records.record import Replay, fields, list_in

FIRST = 1
"""The version of proofs that do not state one: seats did not commit to their bytes, and no bytes are bound to a seat."""


@dataclass(frozen=True, slots=True)
class Share:
    """The bytes that one seat added, and its commitment."""

    commitment: bytes
    bytes: bytes


@dataclass(frozen=True, slots=True)
class Proof:
    """The field `fair` of a round."""

    version: int
    commitment: bytes
    seed: bytes
    shares: dict[int, Share]
    key: bytes
    restarts: int = 0
    day: str | None = None
    """The day whose deal it is, to which nobody but the server contributes."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of checking one round. `contributors` are the seats that added bytes; the first form proves only how many they are.

    `day` is set for a deal of the day. Anyone can make one with a secret of their own: whoever read the server's commitment before the day
    has to compare it.
    """

    proof: Literal["right", "wrong", "missing"]
    version: int = VERSION
    contributors: tuple[int, ...] = ()
    restarts: int = 0
    reason: Reason | None = None
    day: str | None = None
    commitment: str | None = None
    """That of the day, in hexadecimal digits."""

    @property
    def first_form(self) -> bool:
        """Whether the proof has the first form, which proves less: its bytes are not bound to seats."""
        return self.version == FIRST


def verify(record: object) -> list[Verdict]:
    """Return a verdict on every finished round. Raises `RecordError` if the record is invalid or a proof cannot be read."""
    return verdicts(Replay(record))


def verdicts(replay: Replay) -> list[Verdict]:
    """Return the same for a record that has not been replayed yet."""
    state = replay.finish()
    bots = set(map(int, replay.bots or ()))
    finished = state.rounds[: len(state.scores)]
    return [judge(state, played, number, bots) for number, played in enumerate(finished, 1)]


def judge(state: State, played: Round, number: int, bots: set[int]) -> Verdict:
    if played.fair is None:
        return Verdict("missing")
    proof = read_proof(played.fair, number, state.players, state.game.name)
    reason = fault(proof, bots) or (not_daily(state, played) if proof.day else None) or wrong_deal(state, played, number, proof)
    contributors, promised = tuple(sorted(proof.shares)), proof.commitment.hex() if proof.day else None
    return Verdict("wrong" if reason else "right", proof.version, contributors, proof.restarts, reason, proof.day, promised)


def fault(proof: Proof, bots: set[int]) -> Reason | None:
    """Return what is wrong with a proof, apart from the deal."""
    if commitment(proof.seed) != proof.commitment:
        return Reason("wrong_commitment", {})
    for seat, share in sorted(proof.shares.items()):
        if commitment(share.bytes) != share.commitment:
            return Reason("wrong_share", {"seat": seat})
        if seat in bots:
            return Reason("bot_share", {"seat": seat})
    return None


def not_daily(state: State, played: Round) -> Reason | None:
    """Return in what a round differs from every deal of the day: its players would have been dealt something else."""
    expected = {"players": PLAYERS, "starter": STARTER, **options_of(state.game.name)}
    found = {"players": state.players, "starter": played.starter, **state.options}
    differing = [name for name in expected if found[name] != expected[name]]
    if not differing:
        return None
    field = differing[0]
    return Reason("not_daily", {"field": field, "found": shown(found[field]), "expected": shown(expected[field])})


def wrong_deal(state: State, played: Round, number: int, proof: Proof) -> Reason | None:
    """Return which part of the deal is not what the proof gives."""
    table = state.game.table(state.players, state.options)
    setup = dealt_again(table, played, Shuffle(proof.key, state.game.name, number))
    differing = [name for name in setup if setup[name] != played.setup[name]]
    return Reason("wrong_deal", {"field": differing[0]}) if differing else None


def dealt_again(table: State, played: Round, shuffle: Shuffle) -> Setup:
    """Return the setup that the stream gives for a round with these moves. It stops at the first move that does not fit."""
    match = Match(table, Numbers(shuffle.below, played.starter))
    match.deal()
    for move in played.moves:
        if table.why_not(move):
            break
        match.push(move)
    return table.setup()


# -- reading --


def read_proof(fair: object, number: int, players: int, game: str) -> Proof:
    if not isinstance(fair, dict):
        raise wrong("not_an_object", round=number, field="fair")
    if "version" not in fair:
        return read_first(fair, number, players)
    if fair["version"] != VERSION or isinstance(fair["version"], bool):
        raise wrong("unknown_fair_version", round=number, version=shown(fair["version"]), expected=VERSION)
    if "day" in fair:
        return read_daily(fair, number, game)
    fields(fair, ("version", "commitment", "seed", "seats", "restarts"), (), number)
    seed, shares = read_bytes(fair["seed"], "seed", SEED_BYTES, number), read_shares(fair["seats"], number, players)
    key = fair_key(seed, {seat: share.bytes for seat, share in shares.items()})
    promised = read_bytes(fair["commitment"], "commitment", COMMITMENT_BYTES, number)
    return Proof(VERSION, promised, seed, shares, key, read_count(fair["restarts"], number))


def read_daily(fair: Json, number: int, game: str) -> Proof:
    """Read the proof of a deal of the day."""
    fields(fair, ("version", "day", "commitment", "seed"), (), number)
    day, seed = fair["day"], read_bytes(fair["seed"], "seed", SEED_BYTES, number)
    if not is_day(day):
        raise wrong("not_a_day", round=number, value=shown(day))
    promised = read_bytes(fair["commitment"], "commitment", COMMITMENT_BYTES, number)
    return Proof(VERSION, promised, seed, {}, daily_key(seed, day, game), day=day)


def read_shares(seats: object, number: int, players: int) -> dict[int, Share]:
    if not isinstance(seats, dict):
        raise wrong("not_an_object", round=number, field="seats")
    known = {str(seat): seat for seat in range(players)}
    found = {}
    for name, share in seats.items():
        if name not in known:
            raise wrong("unknown_seat", round=number, seat=shown(name), high=players - 1)
        if not isinstance(share, dict):
            raise wrong("not_an_object", round=number, field=f"seats.{name}")
        fields(share, ("commitment", "bytes"), (), number)
        promised = read_bytes(share["commitment"], "commitment", COMMITMENT_BYTES, number)
        found[known[name]] = Share(promised, read_bytes(share["bytes"], "bytes", SHARE_BYTES, number))
    return found


def read_count(restarts: object, number: int) -> int:
    if type(restarts) is not int or restarts < 0:
        raise wrong("not_a_count", round=number, field="restarts", value=shown(restarts))
    return restarts


def read_first(fair: Json, number: int, players: int) -> Proof:
    """Read a proof of the first form. Its commitments are made from its bytes, so they always match: none were made at the time."""
    fields(fair, ("commitment", "seed", "contributions"), (), number)
    added = list_in(fair, "contributions", number)
    if len(added) > players:
        raise wrong("too_many_contributions", round=number, count=len(added), players=players)
    contributions = [read_bytes(text, "contributions", SHARE_BYTES, number) if text != "" else b"" for text in added]
    shares = {seat: Share(commitment(given), given) for seat, given in enumerate(contributions) if given}
    seed = read_bytes(fair["seed"], "seed", SEED_BYTES, number)
    promised = read_bytes(fair["commitment"], "commitment", COMMITMENT_BYTES, number)
    return Proof(FIRST, promised, seed, shares, first_key(seed, contributions))


def read_bytes(text: object, field: str, size: int, number: int) -> bytes:
    """Return `size` bytes, written as two hexadecimal digits each without separators."""
    if isinstance(text, str) and len(text) == 2 * size:
        with suppress(ValueError):  # not a hexadecimal digit
            found = bytes.fromhex(text)
            if len(found) == size:
                return found
    raise wrong("not_bytes", round=number, field=field, value=shown(text), bytes=size)
