"""The package compared with a second, independent reading of the rules (`oracle`): random matches, whole, cut and spoiled."""

import json
import os
import random
import re
import subprocess
import sysconfig
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
from support.oracle import Match, Record, board, card, roll
from support.oracle.spoils import SPOILS, Spoiler, Spot, bare, cut

SOAK = os.environ.get("LOSTCITIES_SOAK", "") not in ("", "0")
MATCHES = 3000 if SOAK else 60
CHUNK = 60  # matches stored and sent at a time
SEED = os.environ.get("LOSTCITIES_ORACLE_SEED") or (str(random.SystemRandom().randrange(10**9)) if SOAK else "1")

GAMES = {"card": card, "board": board, "roll": roll}
PLAYERS = {"card": (2, 2), "board": (2, 4), "roll": (2, 5)}

every_game = pytest.mark.parametrize(("game", "chunk"), [(game, chunk) for game in GAMES for chunk in range(MATCHES // CHUNK)])


def dice(*what: object) -> random.Random:
    print("LOSTCITIES_ORACLE_SEED =", SEED)  # shown if a test fails
    return random.Random(f"{SEED} {what}")


@lru_cache(maxsize=len(GAMES))
def matches(game: str, chunk: int) -> list[Match]:
    rng, module = dice(game, chunk), GAMES[game]
    played = []
    for _ in range(CHUNK):
        seed, players, options = rng.random(), rng.randint(*PLAYERS[game]), module.random_options(rng)
        match = module.random_match(random.Random(seed), players, options)
        if game != "roll" and rng.random() < 0.15:  # again, with the cap on turns at the first round's own end, or one turn later
            options = options | {"max_turns": max(1, match.turns[0][-1] + rng.randint(0, 1))}
            match = module.random_match(random.Random(seed), players, options)
        played.append(match)
    return played


def replay(records: list[Record]) -> tuple[int, list[Any], str]:
    """Return the command's exit status, its answer to each record, and its stderr."""
    command = Path(sysconfig.get_path("scripts")) / "lostcities"
    sent = "".join(json.dumps(record) + "\n" for record in records)
    done = subprocess.run([command, "replay", "-", "--json", "--legal"], input=sent, capture_output=True, encoding="utf-8", check=False)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(answers) == len(records), done.stderr
    return done.returncode, answers, done.stderr


def check_round(part: Any, match: Match, index: int, moves: int) -> None:
    """Check one round of an answer: every legal set and every seat, up to `moves` decisions."""
    assert part["moves"] == moves
    assert part["seats"] == match.seats[index][:moves]
    assert len(part["legal"]) == moves
    for move, (given, legal) in enumerate(zip(part["legal"], match.legal[index], strict=False), 1):
        assert set(given) == legal, f"round {index + 1}, move {move}"
        assert len(given) == len(legal), f"round {index + 1}, move {move}"


def check_whole(answer: Any, match: Match) -> None:
    assert "error" not in answer
    record = match.record
    assert answer["finished"] is True
    assert "next" not in answer
    assert len(answer["rounds"]) == len(record["rounds"])
    for index, (part, played) in enumerate(zip(answer["rounds"], record["rounds"], strict=True)):
        check_round(part, match, index, len(played["moves"]))
        assert part["scores"] == played["scores"]
    assert {"totals": answer["totals"], "winners": answer["winners"]} == record["result"]


@every_game
def test_whole_matches(game: str, chunk: int) -> None:
    """Every legal set, seat, score, total and winner; and truncation, since a wrongly set or missing flag is refused (see below)."""
    played = matches(game, chunk)
    status, answers, told = replay([bare(match.record) for match in played])
    for match, answer in zip(played, answers, strict=True):
        check_whole(answer, match)
    assert (status, told) == (0, "")
    status, answers, told = replay([match.record for match in played])
    assert (status, told) == (0, "")
    for match, answer in zip(played, answers, strict=True):
        check_whole(answer, match)


@every_game
def test_cut_matches(game: str, chunk: int) -> None:
    """A record may stop anywhere; the answer says who decides next, and between what."""
    rng = dice(game, chunk, "cut")
    played = matches(game, chunk)
    cuts = [cut(rng, match) for match in played]
    status, answers, told = replay([record for record, _, _ in cuts])
    for match, (_, last, moves), answer in zip(played, cuts, answers, strict=True):
        assert "error" not in answer
        assert answer["finished"] is False
        assert answer["winners"] is None
        assert len(answer["rounds"]) == last + (moves is not None)
        for index in range(last):
            check_round(answer["rounds"][index], match, index, len(match.legal[index]))
            assert answer["rounds"][index]["scores"] == match.record["rounds"][index]["scores"]
        if moves is None:
            assert answer["next"] is None
        else:
            check_round(answer["rounds"][last], match, last, moves)
            assert answer["rounds"][last]["scores"] is None
            assert answer["next"]["seat"] == match.seats[last][moves]
            assert set(answer["next"]["legal"]) == match.legal[last][moves]
    assert (status, told) == (0, "")


def spoil(rng: random.Random, match: Match, number: int) -> tuple[str, Spot, Record]:
    """Spoil the record in the first way that fits it, counting from `number`."""
    for turn in range(len(SPOILS)):
        way = SPOILS[(number + turn) % len(SPOILS)]
        spoiler = Spoiler(rng, match)
        spot = way(spoiler)
        if spot is not None:
            return way.__name__, spot, spoiler.record
    raise AssertionError


@every_game
def test_spoiled_matches(game: str, chunk: int) -> None:
    """Each record spoiled in one place is refused, naming the place, and its untouched neighbours are answered."""
    rng = dice(game, chunk, "spoil")
    played = matches(game, chunk)
    sent: list[Record] = []
    spots: list[tuple[str, Spot]] = []
    for number, match in enumerate(played):
        name, spot, record = spoil(rng, match, number)
        sent += [record, match.record]
        spots.append((name, spot))
    status, answers, told = replay(sent)
    assert status == 2
    lines = told.splitlines()
    assert len(lines) == len(played)
    for number, (match, (name, spot)) in enumerate(zip(played, spots, strict=True)):
        answer, neighbour = answers[2 * number : 2 * number + 2]
        assert list(answer) == ["error"], name
        error = answer["error"]
        assert re.search(rf"\bline {2 * number + 1}\b", lines[number]), (name, lines[number])
        assert lines[number].endswith(error), name
        if spot.move is not None:
            assert error.startswith(f"round {spot.round}, move {spot.move}: "), (name, spot, error)
        elif spot.round is not None:
            assert re.match(rf"round {spot.round}\b", error), (name, spot, error)
        check_whole(neighbour, match)
