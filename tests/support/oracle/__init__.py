"""A second reading of the rules to compare the package with: plain, slow, and sharing nothing with it.

Every game runs as one plain sequence of steps: it asks a `Table` for chance and for decisions, and the table writes down what happened.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

Record = dict[str, Any]
Options = dict[str, Any]
Style = Callable[[random.Random, list[str]], str]


@dataclass
class Match:
    """A match and, for each round and decision, what was legal, which seat decided and in which turn (from 0)."""

    record: Record
    legal: list[list[set[str]]] = field(default_factory=list)
    seats: list[list[int]] = field(default_factory=list)
    turns: list[list[int]] = field(default_factory=list)


class Table:
    """A match played by random players of several styles."""

    def __init__(self, game: str, rng: random.Random, players: int, options: Options) -> None:
        self.rng = rng
        self.players = players
        self.options = options
        names = [f"P{seat}" for seat in range(players)]
        self.match = Match({"format": "lostcities.record/1", "game": game, "options": options, "players": names, "rounds": []})
        if rng.random() < 0.5:
            self.styles = [rng.choice(STYLES)] * players
        else:
            self.styles = [rng.choice(STYLES) for _ in range(players)]
        self.noise = rng.choice([0.0, 0.02, 0.15])
        self.stacking = rng.choice([0.0, 0.0, 0.4, 1.0, 3.0])  # how strongly low cards come first, so that expeditions grow long

    def lot(self) -> int:
        return self.rng.randrange(self.players)

    def shuffle(self, what: str, things: list[str]) -> list[str]:
        shuffled = self.rng.sample(things, len(things))
        if what == "tiles":
            return shuffled
        return sorted(shuffled, key=lambda card: self.stacking * number(card) + self.rng.random() * 6)

    def roll(self, faces: str, dice: int) -> str:
        return "".join(self.rng.choice(faces) for _ in range(dice))

    def begin(self, starter: int, setup: dict[str, Any]) -> None:
        self.match.record["rounds"].append({"starter": starter, "setup": setup, "moves": []})
        for log in (self.match.legal, self.match.seats, self.match.turns):
            log.append([])

    def choose(self, seat: int, legal: list[str]) -> str:
        style = uniform if self.rng.random() < self.noise else self.styles[seat]
        return style(self.rng, legal)

    def ask(self, seat: int, turn: int, legal: set[str]) -> str:
        self.match.legal[-1].append(set(legal))
        self.match.seats[-1].append(seat)
        self.match.turns[-1].append(turn)
        token = self.choose(seat, sorted(legal))
        assert token in legal
        self.match.record["rounds"][-1]["moves"].append(token)
        return token

    def end(self, scores: list[int], truncated: bool = False) -> None:
        self.match.record["rounds"][-1]["scores"] = scores
        if truncated:
            self.match.record["rounds"][-1]["truncated"] = True

    def finish(self, totals: list[int], winners: list[int]) -> Match:
        self.match.record["result"] = {"totals": totals, "winners": winners}
        return self.match


def spelled(rng: random.Random, options: Options, defaults: Options) -> Options:
    """Return the options, sometimes with and sometimes without those at their default."""
    return {key: value for key, value in options.items() if defaults.get(key) != value or rng.random() < 0.5}


# Styles of random players. A style knows only the legal tokens.


def lays(token: str) -> bool:
    return token[0].isalpha()


def number(token: str) -> int:
    """The number in a token; wagers and tokens without a number are below all others."""
    digits = "".join(letter for letter in token if letter.isdigit())
    return int(digits) if digits else -1


def uniform(rng: random.Random, legal: list[str]) -> str:
    return rng.choice(legal)


def prefer(rng: random.Random, legal: list[str], wanted: Callable[[str], bool]) -> str:
    return rng.choice([token for token in legal if wanted(token)] or legal)


def eager(rng: random.Random, legal: list[str]) -> str:
    """Play, continue and take dice wherever possible."""
    return prefer(rng, legal, lays)


def scavenger(rng: random.Random, legal: list[str]) -> str:
    """Mostly draw from the discard piles."""
    return prefer(rng, legal, lambda token: token[0] == "+" and (token == "+") == (rng.random() < 0.1))


def mover(rng: random.Random, legal: list[str]) -> str:
    """Take every arrow, and continue rather than open."""
    return prefer(rng, legal, lambda token: token == "+" or (token[0] == ">" and token != ">.") or (lays(token) and ":" not in token))


def low(rng: random.Random, legal: list[str]) -> str:
    """Play the lowest possible card, take the lowest number."""
    laid = [token for token in legal if lays(token)]
    return prefer(rng, laid or legal, lambda token: number(token) == min(number(other) for other in laid or legal))


def rusher(rng: random.Random, legal: list[str]) -> str:
    """Advance the first colours far and quickly: always the first letter of the alphabet, there the lowest number."""
    moves = [token for token in legal if lays(token) or (token[0] == ">" and token != ">.")]
    return min(moves, key=lambda token: (token.strip(">")[0], number(token))) if moves else prefer(rng, legal, lambda token: token == "+")


def shy(rng: random.Random, legal: list[str]) -> str:
    """Discard, pass, decline arrows."""
    return prefer(rng, legal, lambda token: token[0] in "-." or token in ("+", ">."))


def zeros(rng: random.Random, legal: list[str]) -> str:
    """Prefer 0 and 10: circles marked early, expeditions ended at once; otherwise pass if possible."""
    wanted = [token for token in legal if token[-1] in "0*" and lays(token)]
    return rng.choice(wanted) if wanted else shy(rng, legal)


STYLES: list[Style] = [uniform, eager, scavenger, mover, low, rusher, shy, zeros]
