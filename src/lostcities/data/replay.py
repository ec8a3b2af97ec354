"""Replay finished rounds in the Python engine, and note what each decision looked like to the seat that made it."""

import json
from collections.abc import Iterable

import numpy as np

from lostcities.data.columns import Array, Positions, Rounds
from lostcities.data.parts import chance_of, round_of
from lostcities.data.plan import SelfPlay
from lostcities.games.game import Round, State
from lostcities.games.registry import game
from lostcities.play import steps


class Replay:
    """Collects finished rounds, and their positions if they are wanted."""

    def __init__(self, play: SelfPlay) -> None:
        self.play = play
        self.game = game(play.game)
        self.chance = chance_of(self.game)
        self.rows: list[tuple[int, int, int, int, bool, list[int]]] = []
        self.actions: list[Array] = []
        self.seats: list[Array] = []
        self.marks: list[Array] = []
        self.observations: list[bytes] = []
        self.masks: list[bytes] = []
        self.views: list[str] = []

    def add(self, number: int, rounds: Iterable[Round]) -> State:
        """Replay a match from its rounds, without unfinished ones, and return the match at its end."""
        state = self.play.table()
        finished = [played for played in rounds if played.scores is not None]
        seats = bytearray()
        for step in steps(state, finished):
            seats.append(step.event.seat)
            if self.play.positions:
                self.look(step.before, step.event.seat)
            if step.event.scores is not None:
                self.add_round(number, state, seats)
                seats = bytearray()
        return state

    def add_round(self, number: int, state: State, seats: bytearray) -> None:
        """Add a round that has just ended."""
        played = state.rounds[-1]
        assert played.scores is not None
        self.rows.append((number, len(state.scores), played.starter, state.turn, played.truncated, played.scores))
        self.seats.append(as_bytes(seats))
        self.actions.append(as_bytes(map(self.game.actions.__getitem__, played.moves)))
        self.marks.append(as_bytes(self.chance.write(played.setup)))

    def look(self, state: State, seat: int) -> None:
        """Add one decision, before it is made."""
        mask = bytearray(len(self.game.tokens))
        self.game.rules.legal(state.row, mask)
        self.observations.append(state.observe(seat).tobytes())
        self.masks.append(bytes(mask))
        self.views.append(json.dumps(state.view(seat), separators=(",", ":")) if self.play.views else "")

    def rounds(self) -> Rounds:
        games, numbers, starters, turns, truncated, scores = zip(*self.rows, strict=True) if self.rows else ((),) * 6
        return Rounds(
            games=np.array(games, dtype=np.uint32),
            numbers=np.array(numbers, dtype=np.uint8),
            starters=np.array(starters, dtype=np.uint8),
            turns=np.array(turns, dtype=np.uint16),
            truncated=np.array(truncated, dtype=np.uint8),
            scores=np.array(scores, dtype=np.int16).reshape(-1, self.play.players),
            actions=self.actions,
            seats=self.seats,
            chance=self.marks,
        )

    def positions(self) -> Positions:
        observations = stacked(self.observations, self.game.observation.SIZE)
        return Positions(observations, stacked(self.masks, len(self.game.tokens)), self.views if self.play.views else None)


def as_bytes(values: Iterable[int]) -> Array:
    return np.frombuffer(bytes(values), dtype=np.uint8)


def stacked(rows: list[bytes], size: int) -> Array:
    """Return rows of bytes as one array."""
    return np.frombuffer(b"".join(rows), dtype=np.uint8).reshape(-1, size)


def rounds_as_played(play: SelfPlay, rounds: Rounds) -> dict[int, list[Round]]:
    """Return rounds as a match has them, by the number of their match."""
    played, matches = game(play.game), dict[int, list[Round]]()
    for i, number in enumerate(rounds.games.tolist()):
        chance, scores = rounds.chance[i].tolist(), rounds.scores[i].tolist()
        again = round_of(played, int(rounds.starters[i]), rounds.actions[i], chance, scores, bool(rounds.truncated[i]))
        matches.setdefault(number, []).append(again)
    return matches
