"""Fair shuffles: the contract's words written anew, laws of the deals, and `lostcities verify` run as a program."""

import copy
import json
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from hashlib import sha512, shake_256
from pathlib import Path
from typing import Any

import pytest
from helpers import SPACES, TABLES, TILES, board_box, card_box, chi_square_is_likely, random_move, table_name
from hypothesis import given
from hypothesis import strategies as st
from test_records import NAMES

from lostcities import State, game
from lostcities.games.game import shuffled
from lostcities.games.roll.state import throw
from lostcities.records import RecordError, check, encode, read, record_of, write
from lostcities.records.fair import Shuffle, commitment, deal, go_on, proof_of
from lostcities.records.proof import Verdict, verify

Table = tuple[str, int, dict[str, Any]]
every_table = pytest.mark.parametrize("table", TABLES, ids=map(table_name, TABLES))
seeds = st.binary(min_size=64, max_size=64)
added = st.one_of(st.just(b""), st.binary(min_size=32, max_size=32))

SEED = bytes(range(64))
ADDED = [b"\xaa" * 32, b"\xbb" * 32]
PROGRAM = str(Path(sys.executable).parent / "lostcities")


# -- the contract, written anew --


def numbers(seed: bytes, contributions: list[bytes], name: str) -> Callable[[int], int]:
    key = sha512(seed + b"".join(contributions)).digest()
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
    shuffle = Shuffle(SEED, ADDED, "card", 1)
    match = game("card").table(2, {"size": "mini"})
    deal(match, shuffle)
    assert match.setup() == {"deck": ["Y2", "B2", "B4", "B*", "B3", "Y*", "Y3", "Y4"]}


@given(seed=seeds, contributions=st.lists(added, max_size=5), number=st.integers(1, 99), limits=st.lists(st.integers(1, 2**32)))
def test_numbers_are_those_of_the_contract(seed: bytes, contributions: list[bytes], number: int, limits: list[int]) -> None:
    below = numbers(seed, contributions, f"card/{number}")
    shuffle = Shuffle(seed, contributions, "card", number)
    for limit in [*limits, 2**31 + 1, 2**32, 1, 60]:
        assert shuffle.below(limit) == below(limit) < limit


def test_a_long_stream_goes_on_where_it_was() -> None:
    below, shuffle = numbers(SEED, ADDED, "roll/1"), Shuffle(SEED, ADDED, "roll", 1)
    assert [shuffle.below(10) for _ in range(20_000)] == [below(10) for _ in range(20_000)]


@pytest.mark.parametrize("limit", [0, -1, 2**32 + 1])
def test_there_is_nothing_below_nothing(limit: int) -> None:
    with pytest.raises(ValueError, match=f"no number below {limit}"):
        Shuffle(SEED, ADDED, "card", 1).below(limit)


@pytest.mark.parametrize("limit", [2, 6, 10, 60, 110, 3_000_000_000])
def test_numbers_are_equally_likely(limit: int) -> None:
    cells = min(limit, 120)
    for start in range(3):
        shuffle = Shuffle(bytes([start]) * 64, ADDED, "card", 1)
        found = Counter(shuffle.below(limit) * cells // limit for _ in range(12_000))
        assert chi_square_is_likely(found, dict.fromkeys(range(cells), 12_000 / cells))


def test_every_place_of_the_deck_gets_every_card() -> None:
    places: Counter[tuple[int, str]] = Counter()
    for number in range(1, 3001):
        match = game("card").table(2, {"size": "mini"})
        deal(match, Shuffle(SEED, ADDED, "card", number))
        places.update(enumerate(match.setup()["deck"]))
    for place in range(8):
        assert chi_square_is_likely(
            {card: places[place, card] for card in card_box(size="mini")}, dict.fromkeys(card_box(size="mini"), 375)
        )


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
    contributions = data.draw(st.lists(added, min_size=players, max_size=players))
    number = data.draw(st.integers(1, 99))
    match = game(name).table(players, options)
    deal(match, Shuffle(seed, contributions, name, number), players - 1)
    assert match.starter == match.player == players - 1
    assert match.setup() == setup_by_the_contract(table, numbers(seed, contributions, f"{name}/{number}"))
    assert game(name).from_setup(options, players, match.setup(), players - 1).row == match.row


def test_a_deck_left_to_chance_can_be_drawn_from_too() -> None:
    match, shuffle = game("card").table(2, {"size": "mini"}), Shuffle(SEED, ADDED, "card", 1)
    for card in ("Y*", "B2", "Y3", "B4"):
        match.push_chance(card)
    while not match.scores:
        match.push(match.legal()[0])
        go_on(match, shuffle)
    assert sorted(match.setup()["deck"]) == sorted(card_box(size="mini"))


def test_a_throw_asks_for_three_colours_and_then_three_digits() -> None:
    asked: list[int] = []

    def below(n: int) -> int:
        asked.append(n)
        return n - 1

    assert throw(below) == ["PPP", "999"]
    assert asked == [6, 6, 6, 10, 10, 10]


# -- whole matches --


def played_fairly(table: Table, seed: int) -> State:
    """A random match dealt from streams, a proof with every round."""
    name, players, options = table
    rng = random.Random(seed)
    match = game(name).table(players, options)
    while not match.over:
        secret = rng.randbytes(64)
        contributions = [rng.randbytes(32 * rng.randint(0, 1)) for _ in range(players)]
        shuffle = Shuffle(secret, contributions, name, len(match.scores) + 1)
        deal(match, shuffle, None if match.scores else rng.randrange(players))
        while match.player is not None:
            match.push(random_move(match, rng, 0.8))
            go_on(match, shuffle)
        match.rounds[-1].fair = proof_of(secret, contributions)
    return match


def fair_record(table: Table, seed: int = 1) -> dict[str, Any]:
    match = played_fairly(table, seed)
    return record_of(match, NAMES[: match.players])


def rounds_by_the_contract(table: Table, record: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for number, played in enumerate(record["rounds"], 1):
        fair = played["fair"]
        below = numbers(bytes.fromhex(fair["seed"]), [bytes.fromhex(text) for text in fair["contributions"]], f"{table[0]}/{number}")
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


def bytes_of_the_proof(record: dict[str, Any], number: int) -> list[tuple[dict[str, Any] | list[str], Any, int]]:
    """Where each byte of a round's proof is written: in what, under which key, at which digit."""
    fair = record["rounds"][number]["fair"]
    texts = [(fair, "commitment"), (fair, "seed"), *((fair["contributions"], i) for i in range(len(fair["contributions"])))]
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
    assert reason.code == ("wrong_deal" if isinstance(holder, list) else "wrong_commitment")


@pytest.mark.parametrize("name", FAIR_RECORDS)
@given(data=st.data())
def test_a_deal_that_was_changed_is_noticed(name: str, data: st.DataObject) -> None:
    """Two components exchanged: the moves may not fit any more, or the proof does not."""
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
        (lambda fair: fair.update(contributions=""), "round 2: contributions must be a list"),
        (lambda fair: fair.update(contributions=["", None]), "round 2: contributions holds null, expected 32 bytes as hexadecimal digits"),
        (lambda fair: fair.update(contributions=["00" * 32] * 3), "round 2: there are 3 contributions for 2 players"),
    ],
    ids=["missing", "unknown", "short", "spaces", "number", "letters", "list", "null", "too-many"],
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


# -- the command --


def command(text: str, *arguments: str, file: str = "-") -> subprocess.CompletedProcess[str]:
    done = subprocess.run([PROGRAM, "verify", file, *arguments], input=text, capture_output=True, text=True, timeout=60, check=False)
    assert "Traceback" not in done.stderr
    return done


def test_whole_matches_of_every_game_are_verified_by_the_command() -> None:
    records = [fair_record(table, 5) for table in TABLES]
    done = command("\n\n".join(map(encode, records)), "--json")
    assert (done.returncode, done.stderr) == (0, "")
    for record, line in zip(records, done.stdout.splitlines(), strict=True):
        counts = [sum(map(bool, played["fair"]["contributions"])) for played in record["rounds"]]
        assert json.loads(line) == {"proven": True, "rounds": [{"proof": "right", "contributions": count} for count in counts]}


def mini_record() -> dict[str, Any]:
    """Two players added to the first round, nobody to the second, and the third has no proof."""
    match = game("card").table(2, {"size": "mini"})
    for number, contributions in enumerate([ADDED, [b"", b""], []], 1):
        deal(match, Shuffle(SEED, contributions, "card", number))
        while match.player is not None:
            match.push(match.legal()[-1])
        match.rounds[-1].fair = proof_of(SEED, contributions) if contributions else None
    return record_of(match, NAMES[:2])


def test_a_line_a_round(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    file.write_text(json.dumps(mini_record(), indent=1))
    done = command("", file=str(file))
    assert (done.returncode, done.stderr) == (1, "lostcities: 1 finished round has no proof of a shuffle\n")
    assert done.stdout.splitlines() == [
        "round 1: this deal follows from the commitment and from what 2 players added",
        "round 2: this deal follows from the commitment, but no player added to it, so that the server can have chosen it",
        "round 3: there is no proof",
    ]


def test_a_wrong_proof_is_status_1_and_a_clear_sentence() -> None:
    record = mini_record()
    record["rounds"][0]["fair"]["commitment"] = "00" * 32
    record["rounds"][1]["fair"]["contributions"][1] = "cc" * 32
    done = command(encode(record))
    assert done.returncode == 1
    assert done.stdout.splitlines() == [
        "line 1, round 1: the proof is wrong: the commitment is not the SHA-256 of the seed",
        "line 1, round 2: the proof is wrong: setup.deck is not what the seed and the contributions give",
        "line 1, round 3: there is no proof",
    ]
    said = "2 proofs are wrong: the server dealt otherwise than it had committed to, or the record was changed"
    assert done.stderr == f"lostcities: line 1: {said}\n"
    done = command(encode(record), "--json")
    assert done.returncode == 1
    assert json.loads(done.stdout) == {
        "proven": False,
        "rounds": [
            {"proof": "wrong", "contributions": 2, "reason": "wrong_commitment", "why": "the commitment is not the SHA-256 of the seed"},
            {
                "proof": "wrong",
                "contributions": 1,
                "reason": "wrong_deal",
                "why": "setup.deck is not what the seed and the contributions give",
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
    assert verify(mini_record()) == [Verdict("right", 2), Verdict("right", 0), Verdict("missing")]
