"""Fair shuffles: the contract implemented independently, laws of the deals, and `lostcities verify` run as a program."""

import copy
import json
import random
import subprocess
from collections import Counter
from collections.abc import Callable, Iterator
from hashlib import sha512, shake_256
from operator import itemgetter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.commands import run
from support.folders import DATA
from support.matches import SPACES, TABLES, TILES, Table, board_box, card_box, chi_square_is_likely, every_table, random_move
from support.records import NAMES

from lostcities import GAMES, State, game
from lostcities.games.game import shuffled
from lostcities.games.roll.dice import throw
from lostcities.play import Match, Numbers
from lostcities.records import RecordError, check, encode, read, record_of, write
from lostcities.records.daily import options_of
from lostcities.records.days import verify_day
from lostcities.records.fair import (
    Shuffle,
    commitment,
    daily_key,
    daily_luck,
    daily_proof_of,
    fair_key,
    first_key,
    first_proof_of,
    proof_of,
)
from lostcities.records.proof import Verdict, verify

seeds = st.binary(min_size=64, max_size=64)
every_shares = st.dictionaries(st.integers(0, 4), st.binary(min_size=32, max_size=32), max_size=5)

SEED = bytes(range(64))
SHARES = {0: b"\xaa" * 32, 1: b"\xbb" * 32}
KEY = fair_key(SEED, SHARES)


def deal(state: State, shuffle: Shuffle, starter: int | None = None) -> Match:
    """Deal the next round of a match with a stream; return the match, ready to play."""
    match = Match(state, Numbers(shuffle.below, starter))
    match.deal()
    return match


# -- the contract, implemented independently --


def key_by_the_contract(seed: bytes, shares: dict[int, bytes]) -> bytes:
    text = seed.hex() + "".join(f"{seat:02x}{shares[seat].hex()}" for seat in range(16) if seat in shares)
    return sha512(bytes.fromhex(text)).digest()


def numbers(key: bytes, name: str) -> Callable[[int], int]:
    stream = shake_256(key + name.encode("ascii")).digest(100_000)
    words = iter([int.from_bytes(stream[i : i + 4], "big") for i in range(0, len(stream), 4)])

    def below(n: int) -> int:
        while (word := next(words)) >= 2**32 // n * n:
            pass
        return word % n

    return below


def fisher_yates(things: list[str], below: Callable[[int], int]) -> list[str]:
    for i in range(len(things) - 1, 0, -1):
        j = below(i + 1)
        things[i], things[j] = things[j], things[i]
    return things


def setup_by_the_contract(table: Table, below: Callable[[int], int], turns: int = 1) -> dict[str, Any]:
    name, players, options = table
    if name == "card":
        return {"deck": fisher_yates(card_box(options.get("colors", 5), options.get("size", "full")), below)}
    if name == "board":
        deck = fisher_yates(board_box(), below)
        tiles = iter(fisher_yates(list(TILES), below))
        return {
            "deck": deck[:80] if players == 2 else deck,
            "tiles": {path: [next(tiles) for _ in steps] for path, steps in SPACES.items()},
        }
    rolls = [["".join(faces[below(len(faces))] for _ in range(3)) for faces in ("ROYGBP", "0123456789")] for _ in range(turns)]
    return {"rolls": rolls}


def test_a_worked_example() -> None:
    """The figures of docs/records.md."""
    assert commitment(SEED).hex() == "fdeab9acf3710362bd2658cdc9a29e8f9c757fcf9811603a8c447cd1d9151108"
    match = game("card").table(2, {"size": "mini"})
    deal(match, Shuffle(KEY, "card", 1))
    assert match.setup() == {"deck": ["B2", "B3", "Y*", "Y2", "Y4", "B4", "B*", "Y3"]}


@given(seed=seeds, shares=every_shares, number=st.integers(1, 99), limits=st.lists(st.integers(1, 2**32)))
def test_numbers_are_those_of_the_contract(seed: bytes, shares: dict[int, bytes], number: int, limits: list[int]) -> None:
    below = numbers(key_by_the_contract(seed, shares), f"card/{number}")
    shuffle = Shuffle(fair_key(seed, shares), "card", number)
    for limit in [*limits, 2**31 + 1, 2**32, 1, 60]:
        assert shuffle.below(limit) == below(limit) < limit


def test_a_long_stream_goes_on_where_it_was() -> None:
    below, shuffle = numbers(KEY, "roll/1"), Shuffle(KEY, "roll", 1)
    assert [shuffle.below(10) for _ in range(20_000)] == [below(10) for _ in range(20_000)]


@pytest.mark.parametrize("limit", [0, -1, 2**32 + 1])
def test_there_is_nothing_below_nothing(limit: int) -> None:
    with pytest.raises(ValueError, match=f"no number below {limit}"):
        Shuffle(KEY, "card", 1).below(limit)


@pytest.mark.parametrize("limit", [2, 6, 10, 60, 110, 3_000_000_000])
def test_numbers_are_equally_likely(limit: int) -> None:
    cells = min(limit, 120)
    for start in range(3):
        shuffle = Shuffle(fair_key(bytes([start]) * 64, SHARES), "card", 1)
        found = Counter(shuffle.below(limit) * cells // limit for _ in range(12_000))
        assert chi_square_is_likely(found, dict.fromkeys(range(cells), 12_000 / cells))


def test_every_place_of_the_deck_gets_every_card() -> None:
    places: Counter[tuple[int, str]] = Counter()
    for number in range(1, 3001):
        match = game("card").table(2, {"size": "mini"})
        deal(match, Shuffle(KEY, "card", number))
        places.update(enumerate(match.setup()["deck"]))
    for place in range(8):
        assert chi_square_is_likely(
            {card: places[place, card] for card in card_box(size="mini")}, dict.fromkeys(card_box(size="mini"), 375)
        )


# -- what the page is tested against, too --


VECTORS = DATA / "fair"


def key_of(vector: dict[str, Any]) -> bytes:
    seed = bytes.fromhex(vector["seed"])
    if "contributions" in vector:
        return first_key(seed, [bytes.fromhex(text) for text in vector["contributions"]])
    return fair_key(seed, {int(seat): bytes.fromhex(text) for seat, text in vector["seats"].items()})


@pytest.mark.parametrize("vector", json.loads((VECTORS / "vectors.json").read_text("utf-8")), ids=itemgetter("game"))
def test_deals_are_those_that_the_page_makes(vector: dict[str, Any]) -> None:
    """The page's own tests read the same files."""
    match = game(vector["game"]).table(vector["players"], vector["options"])
    shuffle = Shuffle(key_of(vector), vector["game"], vector["round"])
    deal(match, shuffle, vector["starter"])
    setup = match.setup()
    rolls = vector["setup"].get("rolls", [])
    if rolls:
        setup = {"rolls": [*setup["rolls"], *(throw(shuffle.below) for _ in rolls[1:])]}
    assert setup == vector["setup"]
    assert [match.hand(seat) for seat in range(match.players)] == vector.get("hands", [[]] * match.players)


@pytest.mark.parametrize("vector", json.loads((VECTORS / "numbers.json").read_text("utf-8")), ids=itemgetter("game"))
def test_numbers_are_those_that_the_page_reads(vector: dict[str, Any]) -> None:
    shuffle = Shuffle(bytes.fromhex(vector["key"]), vector["game"], vector["round"])
    assert [shuffle.below(limit) for _ in range(vector["times"]) for limit in vector["limits"]] == vector["numbers"]


# -- one way to deal --


@given(st.integers(0, 2**64))
def test_seeded_deals_are_what_they_always_were(seed: int) -> None:
    expected = card_box()
    random.Random(seed).shuffle(expected)
    assert shuffled(card_box(), random.Random(seed).randrange) == expected
    match, rng = game("roll").deal({}, random.Random(seed), starter=0), random.Random(seed)
    assert match.setup() == {"rolls": [["".join(rng.choices(faces, k=3)) for faces in ("ROYGBP", "0123456789")]]}


@every_table
@given(seed=seeds, data=st.data())
def test_any_bytes_give_a_deal_that_can_be_played(table: Table, seed: bytes, data: st.DataObject) -> None:
    name, players, options = table
    key = fair_key(seed, data.draw(every_shares))
    number = data.draw(st.integers(1, 99))
    match = game(name).table(players, options)
    deal(match, Shuffle(key, name, number), players - 1)
    assert match.starter == match.player == players - 1
    assert match.setup() == setup_by_the_contract(table, numbers(key, f"{name}/{number}"))
    assert game(name).from_setup(options, players, match.setup(), players - 1).row == match.row


def test_a_deck_left_to_chance_can_be_drawn_from_too() -> None:
    state = game("card").table(2, {"size": "mini"})
    match = Match(state, Numbers(Shuffle(KEY, "card", 1).below))
    for card in ("Y*", "Y3", "B2", "B4"):
        match.push_chance(card)
    while not state.scores:
        match.push(state.legal()[0])
    assert sorted(state.setup()["deck"]) == sorted(card_box(size="mini"))


def test_a_throw_asks_for_three_colours_and_then_three_digits() -> None:
    asked: list[int] = []

    def below(n: int) -> int:
        asked.append(n)
        return n - 1

    assert throw(below) == ["PPP", "999"]
    assert asked == [6, 6, 6, 10, 10, 10]


# -- whole matches --


def played_fairly(table: Table, seed: int) -> State:
    """A random match dealt from streams, with a proof for every round."""
    name, players, options = table
    rng = random.Random(seed)
    match = game(name).table(players, options)
    while not match.over:
        secret = rng.randbytes(64)
        shares = {seat: rng.randbytes(32) for seat in range(players) if rng.random() < 0.6}
        shuffle = Shuffle(fair_key(secret, shares), name, len(match.scores) + 1)
        played = deal(match, shuffle, None if match.scores else rng.randrange(players))
        while match.player is not None:
            played.push(random_move(match, rng, 0.8))
        match.rounds[-1].fair = proof_of(secret, shares, rng.randrange(2))
    return match


def fair_record(table: Table, seed: int = 1) -> dict[str, Any]:
    match = played_fairly(table, seed)
    return record_of(match, NAMES[: match.players])


def rounds_by_the_contract(table: Table, record: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for number, played in enumerate(record["rounds"], 1):
        fair = played["fair"]
        shares = {int(seat): bytes.fromhex(share["bytes"]) for seat, share in fair["seats"].items()}
        below = numbers(key_by_the_contract(bytes.fromhex(fair["seed"]), shares), f"{table[0]}/{number}")
        yield setup_by_the_contract(table, below, len(played["setup"].get("rolls", [])))


@every_table
def test_every_round_of_a_match_is_what_the_contract_gives(table: Table) -> None:
    record = fair_record(table)
    assert [played["setup"] for played in record["rounds"]] == list(rounds_by_the_contract(table, record))
    assert {verdict.proof for verdict in verify(record)} == {"right"}
    assert len(verify(record)) == len(record["rounds"])


def test_proofs_are_kept(tmp_path: Path) -> None:
    record = fair_record(TABLES[0])
    write(record, tmp_path / "match.json")
    assert read(tmp_path / "match.json") == record
    match = check(record)
    assert record_of(match, NAMES[:2]) == record
    assert record_of(match.copy(), NAMES[:2]) == record


def test_a_round_that_is_not_over_is_not_looked_at() -> None:
    record = fair_record(TABLES[0])
    del record["result"], record["rounds"][1]["scores"], record["rounds"][1]["moves"][-1], record["rounds"][2:]
    record["rounds"][1]["fair"] = "anything"
    assert [verdict.proof for verdict in verify(record)] == ["right"]
    assert record_of(check(record), NAMES[:2]) == record


def test_the_stream_of_another_game_or_round_is_no_proof() -> None:
    record = fair_record(("card", 2, {"size": "mini"}))
    fairs = [played["fair"] for played in record["rounds"]]
    record["rounds"][0]["fair"], record["rounds"][1]["fair"] = fairs[1], fairs[0]
    assert [verdict.proof for verdict in verify(record)] == ["wrong", "wrong", "right"]


def bytes_of_the_proof(record: dict[str, Any], number: int) -> list[tuple[dict[str, Any], str, int]]:
    """The place of each byte of a round's proof: the object, the key and the digit."""
    fair = record["rounds"][number]["fair"]
    texts = [(holder, key) for holder in (fair, *fair["seats"].values()) for key in ("commitment", "seed", "bytes") if key in holder]
    return [(holder, key, digit) for holder, key in texts for digit in range(0, len(holder[key]), 2)]


FAIR_RECORDS = {name: fair_record((name, players, {}), 2) for name, players in (("card", 2), ("board", 3), ("roll", 4))}


@pytest.mark.parametrize("name", FAIR_RECORDS)
@given(data=st.data())
def test_one_byte_changed_in_a_proof_is_noticed(name: str, data: st.DataObject) -> None:
    record = copy.deepcopy(FAIR_RECORDS[name])
    number = data.draw(st.integers(0, len(record["rounds"]) - 1))
    holder, key, digit = data.draw(st.sampled_from(bytes_of_the_proof(record, number)))
    text = holder[key]
    changed = int(text[digit : digit + 2], 16) ^ data.draw(st.integers(1, 255))
    holder[key] = f"{text[:digit]}{changed:02x}{text[digit + 2 :]}"
    expected = ["right"] * len(record["rounds"])
    expected[number] = "wrong"
    verdicts = verify(record)
    assert [verdict.proof for verdict in verdicts] == expected
    reason = verdicts[number].reason
    assert reason is not None
    assert reason.code == ("wrong_share" if "bytes" in holder else "wrong_commitment")


@pytest.mark.parametrize("name", FAIR_RECORDS)
@given(data=st.data())
def test_a_deal_that_was_changed_is_noticed(name: str, data: st.DataObject) -> None:
    """Two components exchanged: either the moves no longer fit, or the proof does not."""
    record = copy.deepcopy(FAIR_RECORDS[name])
    setup = data.draw(st.sampled_from(record["rounds"]))["setup"]
    sorts = [sort for part in setup.values() for sort in (part.values() if isinstance(part, dict) else [part])]
    components = data.draw(st.sampled_from(sorts))
    i, j = data.draw(st.integers(0, len(components) - 1)), data.draw(st.integers(0, len(components) - 1))
    same = components[i] == components[j]
    components[i], components[j] = components[j], components[i]
    try:
        assert all(verdict.proof == "right" for verdict in verify(record)) == same
    except RecordError:
        assert not same


def test_cards_exchanged_that_nobody_drew_are_noticed() -> None:
    record = fair_record(("card", 2, {"max_turns": 10, "rounds": 1}))
    deck = record["rounds"][0]["setup"]["deck"]
    deck[-1], deck[-30] = deck[-30], deck[-1]
    assert deck[-1] != deck[-30]
    [verdict] = verify(record)
    assert verdict.proof == "wrong"
    assert verdict.reason == ("wrong_deal", {"field": "deck"})


def test_tiles_and_rolls_are_named() -> None:
    record = fair_record(("board", 4, {"max_turns": 10, "rounds": 1}))
    tiles = record["rounds"][0]["setup"]["tiles"]
    top = {path: lain[4] for path, lain in tiles.items()}
    one, other = next((one, other) for one in top for other in top if top[one] != top[other])
    tiles[one][4], tiles[other][4] = top[other], top[one]
    assert verify(record)[0].reason == ("wrong_deal", {"field": "tiles"})
    record = fair_record(("roll", 2, {}))
    roll = record["rounds"][0]["setup"]["rolls"][-1]
    turned = [roll[0][::-1], roll[1][::-1]]
    assert turned != roll
    record["rounds"][0]["setup"]["rolls"][-1] = turned
    assert verify(record)[0].reason == ("wrong_deal", {"field": "rolls"})


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda fair: fair.pop("seed"), "round 2: seed is missing"),
        (lambda fair: fair.update(salt="00"), 'round 2: there is no field "salt" here'),
        (lambda fair: fair.update(seed="00"), 'round 2: seed holds "00", expected 64 bytes as hexadecimal digits'),
        (lambda fair: fair.update(seed=" " * 2 + "00" * 63), "expected 64 bytes as hexadecimal digits"),
        (lambda fair: fair.update(seed=5), "round 2: seed holds 5, expected 64 bytes as hexadecimal digits"),
        (lambda fair: fair.update(commitment="é" * 64), "expected 32 bytes as hexadecimal digits"),
        (lambda fair: fair.update(version=3), "round 2: fair has version 3, expected 2"),
        (lambda fair: fair.update(version=True), "round 2: fair has version true, expected 2"),
        (lambda fair: fair.update(seats=[]), "round 2: seats must be an object"),
        (lambda fair: fair.update(seats={"2": {}}), 'round 2: there is no seat "2", expected 0 to 1'),
        (lambda fair: fair.update(seats={"00": {}}), 'round 2: there is no seat "00", expected 0 to 1'),
        (lambda fair: fair.update(seats={"0": "ab"}), "round 2: seats.0 must be an object"),
        (lambda fair: fair.update(seats={"0": {"bytes": "ab"}}), "round 2: commitment is missing"),
        (lambda fair: fair.update(seats={"0": {"commitment": "ab" * 32, "bytes": None}}), "round 2: bytes holds null, expected 32 bytes"),
        (lambda fair: fair.update(restarts=-1), "round 2: restarts is -1, expected a whole number, 0 or more"),
        (lambda fair: fair.update(restarts=True), "round 2: restarts is true, expected a whole number, 0 or more"),
    ],
)
def test_a_proof_that_cannot_be_read_is_a_bad_record(spoil: Callable[[dict[str, Any]], Any], said: str) -> None:
    record = copy.deepcopy(FAIR_RECORDS["card"])
    spoil(record["rounds"][1]["fair"])
    with pytest.raises(RecordError) as caught:
        verify(record)
    assert said in str(caught.value)
    record["rounds"][1]["fair"] = []
    with pytest.raises(RecordError, match="round 2: fair must be an object"):
        verify(record)


# -- who contributed --


def with_shares(shares: dict[int, bytes], **meta: Any) -> dict[str, Any]:
    """A record of one round, dealt with these bytes."""
    match = game("card").table(2, {"size": "mini", "rounds": 1})
    deal(match, Shuffle(fair_key(SEED, shares), "card", 1))
    while match.player is not None:
        match.push(match.legal()[-1])
    match.rounds[-1].fair = proof_of(SEED, shares, 0)
    return record_of(match, NAMES[:2], meta or None)


def test_bytes_are_bound_to_their_seat() -> None:
    record = with_shares({0: SHARES[0]})
    seats = record["rounds"][0]["fair"]["seats"]
    seats["1"] = seats.pop("0")
    assert verify(record)[0].reason == ("wrong_deal", {"field": "deck"})


def test_a_bot_adds_nothing() -> None:
    record = with_shares(SHARES, bots={"1": "bruno"})
    assert verify(record)[0].reason == ("bot_share", {"seat": 1})
    assert verify(with_shares({0: SHARES[0]}, bots={"1": "bruno"})) == [Verdict("right", 2, (0,))]
    assert verify(with_shares(SHARES, bots={"9" * 5000: "bruno"})) == [Verdict("right", 2, (0, 1))]
    assert verify(with_shares(SHARES, bots=["?"])) == verify(with_shares(SHARES, bots={"x": "bruno"})) == [Verdict("right", 2, (0, 1))]


def test_the_first_form_is_read_and_proves_less() -> None:
    record = first_form_record([SHARES[0], b""])
    assert verify(record) == [Verdict("right", 1, (0,))]
    assert verify(record)[0].first_form
    done = command(encode(record))
    assert done.returncode == 0
    assert "not chosen after all contributions were known" in done.stdout
    record["rounds"][0]["fair"]["contributions"].reverse()
    assert verify(record)[0].proof == "right"  # it does not prove whose bytes they were


def first_form_record(contributions: list[bytes]) -> dict[str, Any]:
    match = game("card").table(2, {"size": "mini", "rounds": 1})
    deal(match, Shuffle(first_key(SEED, contributions), "card", 1))
    while match.player is not None:
        match.push(match.legal()[-1])
    match.rounds[-1].fair = first_proof_of(SEED, contributions)
    return record_of(match, NAMES[:2])


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda fair: fair.update(contributions=""), "round 1: contributions must be a list"),
        (lambda fair: fair.update(contributions=["", None]), "round 1: contributions holds null, expected 32 bytes as hexadecimal digits"),
        (lambda fair: fair.update(contributions=["00" * 32] * 3), "round 1: there are 3 contributions for 2 players"),
    ],
)
def test_a_proof_of_the_first_form_that_cannot_be_read(spoil: Callable[[dict[str, Any]], Any], said: str) -> None:
    record = first_form_record([SHARES[0], b""])
    spoil(record["rounds"][0]["fair"])
    with pytest.raises(RecordError, match=said):
        verify(record)


# -- the command --


def command(text: str, *arguments: str, file: str = "-") -> subprocess.CompletedProcess[str]:
    return run("verify", file, *arguments, typed=text)


def test_whole_matches_of_every_game_are_verified_by_the_command() -> None:
    records = [fair_record(table, 5) for table in TABLES]
    done = command("\n\n".join(map(encode, records)), "--json")
    assert (done.returncode, done.stderr) == (0, "")
    for record, line in zip(records, done.stdout.splitlines(), strict=True):
        expected = [
            {"proof": "right", "version": 2, "contributions": len(fair["seats"]), "restarts": fair["restarts"]}
            | {"contributors": [int(seat) for seat in fair["seats"]]}
            for fair in (played["fair"] for played in record["rounds"])
        ]
        assert json.loads(line) == {"proven": True, "rounds": expected}


def mini_record() -> dict[str, Any]:
    """Two players contributed to the first round, nobody to the second, and the third has no proof."""
    match = game("card").table(2, {"size": "mini"})
    for number, shares in enumerate([SHARES, {}, {}], 1):
        deal(match, Shuffle(fair_key(SEED, shares), "card", number))
        while match.player is not None:
            match.push(match.legal()[-1])
        match.rounds[-1].fair = proof_of(SEED, shares, number - 1) if number < 3 else None
    return record_of(match, NAMES[:2])


def test_a_line_a_round(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    file.write_text(json.dumps(mini_record(), indent=1))
    done = command("", file=str(file))
    assert (done.returncode, done.stderr) == (1, "lostcities: 1 finished round has no proof of a shuffle\n")
    assert done.stdout.splitlines() == [
        "round 1: this deal matches the server’s commitment and the bytes of Ann (seat 0), Ben (seat 1)",
        "round 2: this deal matches the server’s commitment, but nobody else contributed, so the server could have chosen it;"
        " the shuffle was restarted once because someone did not reveal their bytes",
        "round 3: there is no proof",
    ]


def test_a_wrong_proof_is_status_1_and_a_clear_sentence() -> None:
    record = mini_record()
    record["rounds"][0]["fair"]["commitment"] = "00" * 32
    record["rounds"][1]["fair"]["seats"] = record["rounds"][0]["fair"]["seats"]
    done = command(encode(record))
    assert done.returncode == 1
    assert done.stdout.splitlines() == [
        "line 1, round 1: the proof is wrong: the commitment is not the SHA-256 of the seed",
        "line 1, round 2: the proof is wrong: setup.deck does not follow from the seed and the players’ bytes",
        "line 1, round 3: there is no proof",
    ]
    said = "2 proofs are wrong: the server did not deal what it had committed to, or someone changed the record"
    assert done.stderr == f"lostcities: line 1: {said}\n"
    done = command(encode(record), "--json")
    assert done.returncode == 1
    assert json.loads(done.stdout) == {
        "proven": False,
        "rounds": [
            {
                "proof": "wrong",
                "version": 2,
                "contributions": 2,
                "restarts": 0,
                "contributors": [0, 1],
                "reason": "wrong_commitment",
                "why": "the commitment is not the SHA-256 of the seed",
            },
            {
                "proof": "wrong",
                "version": 2,
                "contributions": 2,
                "restarts": 1,
                "contributors": [0, 1],
                "reason": "wrong_deal",
                "why": "setup.deck does not follow from the seed and the players’ bytes",
            },
            {"proof": "missing"},
        ],
    }


def test_a_record_without_proofs_and_bad_input() -> None:
    bare = mini_record()
    for played in bare["rounds"]:
        played.pop("fair", None)
    done = command(json.dumps(bare, indent=1))
    assert done.returncode == 1
    assert done.stderr == "lostcities: this record has no proof of a shuffle\n"
    bad = mini_record()
    bad["rounds"][0]["moves"][0] = "Q1"
    done = command("\n".join([encode(bare), encode(bad), "junk", encode(mini_record())]), "--json")
    assert done.returncode == 2
    assert [list(json.loads(line)) for line in done.stdout.splitlines()] == [
        ["proven", "rounds"],
        ["error"],
        ["error"],
        ["proven", "rounds"],
    ]
    assert [line.split(":")[1] for line in done.stderr.splitlines()] == [" line 1", " line 2", " line 3", " line 4"]
    assert command("").returncode == 2
    assert command("", file="/nowhere/at-all.json").returncode == 2
    assert "Example: lostcities verify" in " ".join(command("", "--help").stdout.split())


def test_a_verdict_says_nothing_more_than_it_must() -> None:
    assert verify(mini_record()) == [Verdict("right", 2, (0, 1)), Verdict("right", 2, (), 1), Verdict("missing")]


# -- what a server says of a day --

DAY = "2031-02-03"
TOLD = {"day": DAY, "commitment": commitment(bytes(64)).hex(), "secret": bytes(64).hex(), "games": []}


def test_the_key_of_a_day() -> None:
    """SHA-512 of the secret, the day and the game; what the opponent draws by has one more word."""
    assert daily_key(bytes(64), "2031-02-03", "card") == sha512(bytes(64) + b"2031-02-03/card").digest()
    assert daily_luck(bytes(64), "2031-02-03", "card", "opponent") == sha512(bytes(64) + b"2031-02-03/card/opponent").digest()


@pytest.mark.parametrize(
    ("secret", "proof", "status"), [(bytes(64).hex(), "right", 0), ("01" * 64, "wrong", 1), (None, "missing", 1), ("00", None, 2)]
)
def test_the_secret_of_a_day_must_be_the_promised_one(tmp_path: Path, secret: str | None, proof: str | None, status: int) -> None:
    file = tmp_path / "day.json"
    file.write_text(json.dumps(TOLD | {"secret": secret}))
    done = run("verify", str(file), "--json")
    assert done.returncode == status
    found = json.loads(done.stdout)
    assert set(found) == {"error"} if proof is None else found == {"proven": proof == "right", "day": DAY, "commitment": TOLD["commitment"]}
    said = run("verify", str(file))
    assert said.returncode == status
    assert proof is None or DAY in said.stdout + said.stderr


@pytest.mark.parametrize("day", ["9999-99-99", "2031-02-30", "2031-2-3", "20310203", "2031-W05-1", "٢٠٣١-٠٢-٠٣", "", None, 20310203])
def test_what_is_not_a_day(day: object) -> None:
    with pytest.raises(RecordError, match="expected a day such as 2026-11-16"):
        verify_day(TOLD | {"day": day})
    record = daily_record()
    record["rounds"][0]["fair"]["day"] = day
    with pytest.raises(RecordError, match="expected a day such as 2026-11-16"):
        verify(record)


def daily_record(name: str = "card", players: int = 2, starter: int = 0, **options: Any) -> dict[str, Any]:
    """A record that somebody has made with a secret of their own."""
    match = game(name).table(players, {**options_of(name), **options})
    while not match.over:
        played = deal(match, Shuffle(daily_key(bytes(64), DAY, name), name, len(match.scores) + 1), None if match.scores else starter)
        rng = random.Random(1)
        while match.player is not None:
            played.push(random_move(match, rng, 0.8))
        match.rounds[-1].fair = daily_proof_of(bytes(64), DAY)
    return record_of(match, NAMES[:players])


@pytest.mark.parametrize("name", GAMES)
def test_a_deal_of_the_day_is_for_two_the_first_starts_and_the_game_is_as_it_comes(name: str) -> None:
    right = Verdict("right", day=DAY, commitment=TOLD["commitment"])
    assert verify(daily_record(name)) == [right]
    [verdict] = verify(daily_record(name, starter=1))
    assert (verdict.proof, verdict.reason) == ("wrong", ("not_daily", {"field": "starter", "found": "1", "expected": "0"}))


@pytest.mark.parametrize(
    ("name", "changes", "field"),
    [
        ("card", {"rounds": 2}, "rounds"),
        ("card", {"size": "mini"}, "size"),
        ("card", {"max_turns": 6}, "max_turns"),
        ("board", {"players": 3}, "players"),
        ("roll", {"players": 5}, "players"),
    ],
)
def test_another_table_is_not_a_deal_of_the_day(name: str, changes: dict[str, Any], field: str) -> None:
    for verdict in verify(daily_record(name, **changes)):
        assert verdict.proof == "wrong"
        assert verdict.reason
        assert (verdict.reason.code, verdict.reason.args["field"]) == ("not_daily", field)


@pytest.mark.parametrize("what", ["record", "day"])
def test_what_the_server_had_published_is_compared(tmp_path: Path, what: str) -> None:
    """Without it, `verify` cannot know whose commitment it is, and says so."""
    found, told = tmp_path / "found.json", tmp_path / "day.json"
    found.write_text(json.dumps(daily_record() if what == "record" else TOLD))
    alone = run("verify", str(found))
    assert alone.returncode == 0
    assert "the server had committed" not in alone.stdout
    assert f"the commitment {TOLD['commitment']}" in alone.stdout
    assert "compare it with what the server published" in alone.stdout
    for published, status in (
        (TOLD, 0),
        (TOLD | {"secret": None}, 0),
        (TOLD | {"day": "2031-02-04"}, 1),
        (TOLD | {"commitment": "00" * 32}, 1),
    ):
        told.write_text(json.dumps(published))
        done = run("verify", str(found), "--day", str(told))
        assert done.returncode == status
        assert ("to which the server had committed" in done.stdout) == (status == 0)
        assert ("published another commitment, or for another day" in done.stderr) == (status == 1)
        answer = json.loads(run("verify", str(found), "--day", str(told), "--json").stdout)
        assert (answer["proven"], answer["published"]) == (status == 0, status == 0)


def test_a_record_of_another_kind_is_not_the_deal_of_a_day(tmp_path: Path) -> None:
    told = tmp_path / "day.json"
    told.write_text(json.dumps(TOLD))
    fair = encode(fair_record(TABLES[0]))
    assert command(fair).returncode == 0
    assert command(fair, "--day", str(told)).returncode == 1
    told.write_text(fair)
    done = command(fair, "--day", str(told))
    assert (done.returncode, done.stderr) == (2, "lostcities: day is missing\n")
    told.write_text("5")
    assert command(fair, "--day", str(told)).returncode == command(fair, "--day", str(tmp_path / "none.json")).returncode == 2
