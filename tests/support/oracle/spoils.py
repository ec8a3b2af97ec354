"""Records made shorter, and records made wrong in one place."""

import copy
import random
from collections import Counter
from typing import Any, NamedTuple

from support.oracle import Match, Record


def bare(record: Record) -> Record:
    """Return the record without its results, so that they have to be worked out."""
    stripped = copy.deepcopy(record)
    stripped.pop("result", None)
    for part in stripped["rounds"]:
        part.pop("scores", None)
    return stripped


def cut(rng: random.Random, match: Match) -> tuple[Record, int, int | None]:
    """Return the record cut short, how many of its rounds are over, and how many moves the open one has (None if none is open)."""
    record = copy.deepcopy(match.record) if rng.random() < 0.5 else bare(match.record)
    record.pop("result", None)
    last = rng.randrange(len(record["rounds"]))
    if rng.random() < 0.1:
        record["rounds"] = record["rounds"][:last]
        return record, last, None
    record["rounds"] = record["rounds"][: last + 1]
    part = record["rounds"][last]
    moves = rng.choice([0, len(part["moves"]) - 1, *[rng.randrange(len(part["moves"])) for _ in range(8)]])
    part["moves"] = part["moves"][:moves]
    part.pop("scores", None)
    part.pop("truncated", None)
    if "rolls" in part["setup"]:
        part["setup"]["rolls"] = part["setup"]["rolls"][: match.turns[last][moves] + 1]
    return record, last, moves


class Spot(NamedTuple):
    """The place of an error, counted from 1; None if it belongs to no round or no move."""

    round: int | None
    move: int | None


GARBAGE = [
    "",
    " ",
    "Y",
    "-",
    "--Y2",
    "+Q",
    "+*",
    "Y1",
    "Y11",
    "y7",
    ">",
    ">>",
    ">Q",
    "..",
    "Y3:x",
    "Y3:",
    "R00",
    "Y2 ",
    "Y٣",
    "pass",
    "\u0000",
    "Y7\n",
]


class Spoiler:
    """Spoils a copy of a match's record. Each method returns the place, or None if this record cannot be spoiled that way."""

    def __init__(self, rng: random.Random, match: Match) -> None:
        self.rng = rng
        self.match = match
        self.record = copy.deepcopy(match.record)

    def part(self) -> tuple[int, dict[str, Any]]:
        """Return a random round and its index."""
        index = self.rng.randrange(len(self.record["rounds"]))
        return index, self.record["rounds"][index]

    def illegal(self, index: int, legal: set[str]) -> str:
        """Return a token that is not legal here, mostly one that is legal elsewhere."""
        known = set().union(*self.match.legal[index])
        pool = sorted(known - legal) if self.rng.random() < 0.8 else []
        return self.rng.choice(pool or [token for token in GARBAGE if token not in legal])

    def replaced_move(self) -> Spot | None:
        index, part = self.part()
        moves = part["moves"]
        at = self.rng.choice([0, len(moves) - 1, self.rng.randrange(len(moves)), self.rng.randrange(len(moves))])
        moves[at] = self.illegal(index, self.match.legal[index][at])
        return Spot(index + 1, at + 1)

    def inserted_move(self) -> Spot | None:
        index, part = self.part()
        moves = part["moves"]
        at = self.rng.randrange(len(moves))
        moves.insert(at, self.illegal(index, self.match.legal[index][at]))
        return Spot(index + 1, at + 1)

    def move_after_the_end(self) -> Spot | None:
        index, part = self.part()
        moves = part["moves"]
        moves.append(self.rng.choice([*moves, "+", ".", ">."]))
        return Spot(index + 1, len(moves))

    def wrong_score(self) -> Spot | None:
        index, part = self.part()
        scores = part["scores"]
        scores[self.rng.randrange(len(scores))] += self.rng.choice([-20, -5, -1, 1, 5, 20])
        return Spot(index + 1, None)

    def swapped_scores(self) -> Spot | None:
        index, part = self.part()
        scores = part["scores"]
        if scores == scores[::-1]:
            return None
        scores.reverse()
        return Spot(index + 1, None)

    def wrong_total(self) -> Spot | None:
        totals = self.record["result"]["totals"]
        totals[self.rng.randrange(len(totals))] += self.rng.choice([-5, -1, 1, 5])
        return Spot(None, None)

    def wrong_winner(self) -> Spot | None:
        seats = range(len(self.record["players"]))
        right = self.record["result"]["winners"]
        wrong = [
            [],
            [*right, right[0]],
            [len(seats)],
            [-1],
            [seat for seat in seats if seat not in right],
            [s for s in seats if s != right[0]],
        ]
        self.record["result"]["winners"] = self.rng.choice([winners for winners in wrong if winners != right])
        return Spot(None, None)

    def unsorted_winners(self) -> Spot | None:
        winners = self.record["result"]["winners"]
        if len(winners) < 2:
            return None
        winners.reverse()
        return Spot(None, None)

    def wrong_starter(self) -> Spot | None:
        """Any seat may start the first round, so there only a seat that does not exist is wrong."""
        index, part = self.part()
        players = len(self.record["players"])
        right = part["starter"]
        wrong = [-1, players] if index == 0 else [seat for seat in range(players) if seat != right]
        part["starter"] = self.rng.choice(wrong)
        return Spot(index + 1, None)

    def duplicated_card(self) -> Spot | None:
        """One card replaces another, so that there are too many of it."""
        if self.record["game"] == "roll":
            return None
        index, part = self.part()
        deck: list[str] = part["setup"]["deck"]
        held = Counter(deck)
        most = {face: 2 if self.record["game"] == "board" else 3 if face[1] == "*" else 1 for face in deck}
        at = self.rng.randrange(len(deck))
        deck[at] = self.rng.choice([face for face in deck if held[face] >= most[face] and face != deck[at]])
        return Spot(index + 1, None)

    def missing_card(self) -> Spot | None:
        if self.record["game"] == "roll":
            return None
        index, part = self.part()
        deck = part["setup"]["deck"]
        deck.pop(self.rng.choice([-1, self.rng.randrange(min(8, len(deck)))]))
        return Spot(index + 1, None)

    def extra_card(self) -> Spot | None:
        if self.record["game"] == "roll":
            return None
        index, part = self.part()
        deck: list[str] = part["setup"]["deck"]
        deck.insert(self.rng.randrange(len(deck) + 1), self.rng.choice(deck))
        return Spot(index + 1, None)

    def unknown_card(self) -> Spot | None:
        if self.record["game"] == "roll":
            return None
        index, part = self.part()
        deck: list[str] = part["setup"]["deck"]
        deck[self.rng.randrange(len(deck))] = self.rng.choice(["Y11", "Q3", "", "y2", "Y-1", "Y 2", "Y02"])
        return Spot(index + 1, None)

    def wrong_tiles(self) -> Spot | None:
        if self.record["game"] != "board":
            return None
        index, part = self.part()
        tiles = part["setup"]["tiles"]
        path = self.rng.choice(sorted(tiles))
        at = self.rng.randrange(5)
        spoil = self.rng.randrange(4)
        if spoil == 0:
            tiles[path][at] = self.rng.choice([tile for tile in ("A", ">", "5", "10", "15", "20", "") if tile != tiles[path][at]])
        elif spoil == 1:
            tiles[path].pop(at)
        elif spoil == 2:
            tiles[path].append("A")
        else:
            del tiles[path]
        return Spot(index + 1, None)

    def extra_roll(self) -> Spot | None:
        if self.record["game"] != "roll":
            return None
        rolls = self.record["rounds"][0]["setup"]["rolls"]
        rolls.append(self.rng.choice(rolls))
        return Spot(1, None)

    def missing_roll(self) -> Spot | None:
        if self.record["game"] != "roll":
            return None
        self.record["rounds"][0]["setup"]["rolls"].pop()
        return Spot(1, None)

    def unreadable_roll(self) -> Spot | None:
        if self.record["game"] != "roll":
            return None
        rolls = self.record["rounds"][0]["setup"]["rolls"]
        rolls[self.rng.randrange(len(rolls))] = self.rng.choice(
            [["RO", "309"], ["ROR", "3090"], ["ROW", "309"], ["ROR", "30x"], ["309", "ROR"], ["ROR"], []]
        )
        return Spot(1, None)

    def result_of_a_cut(self) -> Spot | None:
        result = self.record["result"]
        shorter, _, _ = cut(self.rng, self.match)
        self.record = shorter | {"result": result}
        return Spot(None, None)

    def scores_of_an_open_round(self) -> Spot | None:
        shorter, last, moves = cut(self.rng, self.match)
        if moves is None:
            return None
        shorter["rounds"][last]["scores"] = self.record["rounds"][last]["scores"]
        self.record = shorter
        return Spot(last + 1, None)

    def wrong_truncation(self) -> Spot | None:
        index, part = self.part()
        if "truncated" not in part:
            part["truncated"] = True
        elif self.rng.random() < 0.5:
            part["truncated"] = False
        else:
            del part["truncated"]
        return Spot(index + 1, None)

    def truncation_of_an_open_round(self) -> Spot | None:
        shorter, last, moves = cut(self.rng, self.match)
        if moves is None:
            return None
        shorter["rounds"][last]["truncated"] = True
        self.record = shorter
        return Spot(last + 1, None)

    def a_round_too_many(self) -> Spot | None:
        self.record["rounds"].append(copy.deepcopy(self.record["rounds"][-1]))
        return Spot(len(self.record["rounds"]), None)

    def unknown_option(self) -> Spot | None:
        key, value = self.rng.choice(
            [("colours", 5), ("round", 3), ("rounds", 0), ("max_turns", 0), ("layout", "0"), ("direction", "down"), ("size", 1)]
        )
        self.record["options"][key] = value
        return Spot(None, None)

    def wrong_players(self) -> Spot | None:
        self.record["players"] = self.rng.choice([[], ["P0"], [f"P{seat}" for seat in range(6)]])
        return Spot(None, None)


SPOILS = [
    Spoiler.replaced_move,
    Spoiler.inserted_move,
    Spoiler.move_after_the_end,
    Spoiler.wrong_score,
    Spoiler.swapped_scores,
    Spoiler.wrong_total,
    Spoiler.wrong_winner,
    Spoiler.unsorted_winners,
    Spoiler.wrong_starter,
    Spoiler.duplicated_card,
    Spoiler.missing_card,
    Spoiler.extra_card,
    Spoiler.unknown_card,
    Spoiler.wrong_tiles,
    Spoiler.extra_roll,
    Spoiler.missing_roll,
    Spoiler.unreadable_roll,
    Spoiler.result_of_a_cut,
    Spoiler.scores_of_an_open_round,
    Spoiler.wrong_truncation,
    Spoiler.truncation_of_an_open_round,
    Spoiler.a_round_too_many,
    Spoiler.unknown_option,
    Spoiler.wrong_players,
]
