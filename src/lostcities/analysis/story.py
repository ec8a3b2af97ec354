"""A finished match as its rounds were played: every position with the decision that was made in it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lostcities.games.game import Game, View
from lostcities.games.head import PLAYER, PLAYERS, STARTER
from lostcities.games.options import Options
from lostcities.play import Event
from lostcities.records.errors import wrong
from lostcities.records.record import Replay

MOST_DECISIONS = 6000
"""The decisions of a longer match are not judged, because that would keep a core busy for many minutes."""

Rows = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class RoundStory:
    """One round: its positions, and what was decided in them."""

    game: Game
    number: int
    """Counts from 1."""
    setup: Rows
    """The row before the deal, with the seat that starts."""
    rows: Rows
    """A row for every decision, and one for the end of the round, not yet scored into the match."""
    actions: NDArray[np.int64]
    moves: list[str]
    views: list[View]
    """What the deciding seat could know, for every decision; empty if nobody asked for it."""

    @property
    def seats(self) -> list[int]:
        """The seat of every decision."""
        return [int(seat) for seat in self.rows[:-1, PLAYER]]

    @property
    def players(self) -> int:
        return int(self.rows[0, PLAYERS])


@dataclass(frozen=True, slots=True)
class MatchStory:
    """A whole match."""

    game: Game
    options: Options
    names: list[str]
    rounds: list[RoundStory]
    winners: list[int]


def read_story(record: object, views: bool = True, most: int | None = MOST_DECISIONS) -> MatchStory:
    """Replay a record. Raises `RecordError` if it is invalid, if its match is not over, or if it has more than `most` decisions.

    A match with a round that was ended by agreement is refused, too: nobody decided the moves after that.
    `views` takes half the time, and only decisions need them.
    """
    replay = Replay(record)
    state, rounds = replay.match.state, []
    check_length(replay, most)
    check_played_out(replay)
    setup = bytes(state.row)
    for number, events in enumerate(replay.rounds(), 1):
        rows, seen, made = [bytes(state.row)], [state.view(state.player)] if views else [], list[Event]()
        for event in events:
            made.append(event)
            rows.append(bytes(state.row))
            if views:
                seen.append(state.view(state.player))
        if not made or state.dealt:
            raise wrong("not_finished", round=number)
        rounds.append(told(state.game, number, setup, state.rounds[-1].starter, rows, made, seen[:-1]))
        setup = bytes(state.row)
    outcome = state.outcome()
    if outcome is None:
        raise wrong("not_finished", round=len(rounds) + 1)
    return MatchStory(state.game, state.options, replay.names, rounds, outcome.winners)


def check_length(replay: Replay, most: int | None) -> None:
    """Refuse a match that would take too long."""
    rounds = (played.get("moves") for played in replay.played if isinstance(played, dict))
    decisions = sum(len(moves) for moves in rounds if isinstance(moves, list))
    if most is not None and decisions > most:
        raise wrong("too_long_to_analyse", count=decisions, most=most)


def check_played_out(replay: Replay) -> None:
    """Refuse a match with a round that was ended by agreement, which a server notes (docs/decisions/0012-agreed-ends.md)."""
    match replay.meta.get("agreed_ends"):
        case None | []:
            return
        case [{"round": int(round), "moves": int(moves)}, *_]:
            raise wrong("nothing_to_analyse", round=round, move=moves + 1)
        case _:
            raise wrong("nothing_to_analyse")


def told(game: Game, number: int, setup: bytes, starter: int, rows: list[bytes], made: list[Event], views: list[View]) -> RoundStory:
    actions = [game.actions[event.move] for event in made]
    last = bytearray(rows[-2])  # the match has scored the round and gone on since
    game.rules.apply(last, actions[-1])
    before = bytearray(setup)
    before[STARTER] = starter
    found = np.array([*map(bytearray, rows[:-1]), last], dtype=np.uint8)
    moves = [event.move for event in made]
    return RoundStory(game, number, np.array(before, dtype=np.uint8), found, np.array(actions, dtype=np.int64), moves, views)
