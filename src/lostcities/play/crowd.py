"""Many matches of one table played together: decisions in compiled code, and chance by each match's own source, as in a single match."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lostcities.games.engine import Engine
from lostcities.games.head import TURN, round_over
from lostcities.games.interface import apply
from lostcities.games.kernel import Row, get16
from lostcities.games.rows import show
from lostcities.play.match import Match

Bytes = NDArray[np.uint8]
Numbers = NDArray[np.int64]

GOES_ON, AWAITS_CHANCE, ROUND_ENDS = range(3)
"""What follows a decision."""


def look(rows: Sequence[Row], listed: Row, observations: Sequence[Row], masks: Sequence[Row], seats: Row) -> None:
    """Show the listed rows to the seats that decide. A kernel."""
    for k in range(len(listed)):
        i = listed[k]
        seats[i] = show(rows[i], observations[i], masks[i])


def push_listed(
    rows: Sequence[Row], listed: Row, actions: Row, observations: Sequence[Row], masks: Sequence[Row], seats: Row, follows: Row
) -> None:
    """Take a legal action in every listed row, without chance, and show what the next seat sees. A kernel."""
    for k in range(len(listed)):
        i = listed[k]
        apply(rows[i], actions[k])
        follows[k] = ROUND_ENDS
        if not round_over(rows[i]):
            seats[i] = show(rows[i], observations[i], masks[i])
            follows[k] = GOES_ON if any_legal(masks[i]) else AWAITS_CHANCE


def any_legal(mask: Row) -> bool:
    for action in range(len(mask)):
        if mask[action]:
            return True
    return False


class Asked(NamedTuple):
    """The matches that wait for a decision, and what their deciding seats can know."""

    matches: Numbers
    """Their numbers in the crowd."""
    seats: Bytes
    observations: Bytes
    masks: Bytes


Answer = Callable[[Asked], NDArray[np.integer]]
"""Returns a legal action for every match that waits for one."""


class Decisions(NamedTuple):
    """Every decision of some matches: match by match, in the order in which they were made."""

    matches: Numbers
    seats: Bytes
    actions: Bytes
    observations: Bytes
    masks: Bytes
    """The last two are empty unless positions are kept."""


class Crowd:
    """Matches that are played together. Afterwards each `Match` has its rounds, moves and result, as if it had been played alone."""

    def __init__(self, matches: Sequence[Match], engine: Engine, positions: bool = False) -> None:
        game, size = engine.game, len(matches)
        self.matches = list(matches)
        self.game = game
        self.positions = positions
        self.look, self.push = engine.kernel(look), engine.kernel(push_listed)
        self.rows = np.zeros((size, game.rules.ROW), dtype=np.uint8)
        self.observations = np.zeros((size, game.observation.SIZE), dtype=np.uint8)
        self.masks = np.zeros((size, len(game.tokens)), dtype=np.uint8)
        self.seats = np.zeros(size, dtype=np.uint8)
        self.log: list[Decisions] = []
        """One entry per step."""
        self.turns: list[list[int]] = [[] for _ in matches]
        """How many turns each finished round of a match had."""
        self.ends: list[list[int]] = [[] for _ in matches]
        """After how many of its decisions each round of a match ended. A match makes one in every step until it is over."""

    def play(self, answer: Answer) -> Decisions:
        """Play all matches to their end; return every decision."""
        live = np.arange(len(self.matches))
        for i in live:
            self.deal(int(i))
        self.show(live)
        while len(live):
            actions = self.ask(live, answer)
            follows = np.zeros(len(live), dtype=np.uint8)
            self.push(self.rows, live, actions, self.observations, self.masks, self.seats, follows)
            changed = np.flatnonzero(follows)
            if len(changed):
                for i, what in zip(live[changed].tolist(), follows[changed].tolist(), strict=True):
                    self.roll(i) if what == AWAITS_CHANCE else self.end_round(i)
                over = np.array([self.matches[i].state.over for i in live[changed]])
                self.show(live[changed[~over]])
                live = np.delete(live, changed[over])
        decisions = self.decisions()
        self.write_moves(decisions)
        return decisions

    def ask(self, live: Numbers, answer: Answer) -> Numbers:
        asked = Asked(live, self.seats[live], self.observations[live], self.masks[live])
        actions = np.asarray(answer(asked), dtype=np.int64)
        kept = (asked.observations, asked.masks) if self.positions else (asked.observations[:0], asked.masks[:0])
        self.log.append(Decisions(live, asked.seats, actions.astype(np.uint8), *kept))
        return actions

    def show(self, listed: Numbers) -> None:
        self.look(self.rows, listed, self.observations, self.masks, self.seats)

    # -- between the match and its row --

    def fetch(self, i: int) -> Match:
        """Return a match brought up to date from its row."""
        match = self.matches[i]
        match.state.row[:] = self.rows[i].tobytes()
        return match

    def put(self, i: int) -> None:
        self.rows[i] = np.frombuffer(self.matches[i].state.row, dtype=np.uint8)

    def deal(self, i: int) -> None:
        self.matches[i].deal()
        self.put(i)

    def roll(self, i: int) -> None:
        match = self.fetch(i)
        match.chance.act(match.state)
        self.put(i)

    def end_round(self, i: int) -> None:
        match = self.fetch(i)
        self.turns[i].append(get16(match.state.row, TURN))
        self.ends[i].append(len(self.log))
        match.state.finish_round()
        if not match.state.over:
            self.deal(i)

    # -- afterwards --

    def decisions(self) -> Decisions:
        """Return the log by match. The order of a match's decisions stays as it is."""
        columns = [np.concatenate(column) for column in zip(*self.log, strict=True)] if self.log else []
        order = np.argsort(columns[0], kind="stable")
        return Decisions(*(column[order] if len(column) else column for column in columns))

    def write_moves(self, decisions: Decisions) -> None:
        """Tell every match the moves of its rounds."""
        moves = list(map(self.game.tokens.__getitem__, decisions.actions.tolist()))
        start = 0
        for match, ends in zip(self.matches, self.ends, strict=True):
            for played, (begin, end) in zip(match.state.rounds, pairwise([0, *ends]), strict=True):
                played.moves = moves[start + begin : start + end]
            start += ends[-1]
