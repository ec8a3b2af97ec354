"""A finished round as a list of positions, for replays: with all hands shown.

A long match takes a while to replay, and a long round has many positions. So positions are made in short pieces as the client reads
them, one piece at a time whatever the number of clients, and the start of each round is cached.
"""

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator

import msgspec

from lostcities.games.game import State, View
from lostcities.play import Event, Match, dealt_again
from lostcities.server.tables.catch_up import TimeSlice

PIECE = 32
"""Positions made before others get their turn: about a millisecond."""
REMEMBERED = 32
"""Tables whose starts of rounds are cached."""


class Position(msgspec.Struct):
    """A position of a finished round with all hands shown, and the decision that led to it; the first has none.

    `card` is what that decision drew or took, whoever could see it then.
    """

    seat: int | None
    move: str | None
    card: str | None
    hands: list[list[str]]
    view: View


class Replay(msgspec.Struct):
    """A finished round, position by position. `faces`: whom to draw in each seat; `you` are the seats of the person who asks."""

    game: str
    players: list[str]
    faces: list[str | None]
    you: list[int]
    round: int
    rounds: int
    starter: int
    scores: list[int]
    positions: list[Position]


class Replays:
    """Makes positions, for one client after another."""

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.beginnings: OrderedDict[str, list[State]] = OrderedDict()
        """By table, the match before each of its rounds, as far as anyone has asked."""

    async def encoded(self, id: str, state: State, replay: Replay) -> AsyncIterator[bytes]:
        """Yield a replay as JSON, piece by piece. Its positions are made here."""
        yield msgspec.json.encode(replay)[: -len(b"]}")]
        async with self.lock:
            again = await self.beginning(id, state, replay.round)
        played = state.rounds[replay.round - 1]
        match = dealt_again(again, played)
        yield msgspec.json.encode(position(again, None))
        for start in range(0, len(played.moves), PIECE):
            async with self.lock:
                piece = b"".join(b"," + step(match, move) for move in played.moves[start : start + PIECE])
                await asyncio.sleep(0)
            yield piece
        yield b"]}"

    async def beginning(self, id: str, state: State, number: int) -> State:
        """Return the match before a round, counted from 1."""
        found = self.beginnings.pop(id, None) or [state.game.table(state.players, state.options)]
        self.beginnings[id] = found
        if len(self.beginnings) > REMEMBERED:
            self.beginnings.popitem(last=False)
        slice = TimeSlice()
        while len(found) < number:
            found.append(await after(found[-1], state, slice))
        return found[number - 1].copy()


async def after(before: State, state: State, slice: TimeSlice) -> State:
    """Return the match one round later."""
    later, played = before.copy(), state.rounds[len(before.scores)]
    match = dealt_again(later, played)
    for move in played.moves:
        match.push(move)
        await slice.pause()
    return later


def step(match: Match, move: str) -> bytes:
    """Make a move and return the position after it."""
    event = match.push(move)
    return msgspec.json.encode(position(match.state, event))


def position(again: State, event: Event | None) -> Position:
    seat, move, card = (event.seat, event.move, event.card) if event else (None, None, None)
    return Position(seat, move, card, [again.hand(other) for other in range(again.players)], again.view(None))
