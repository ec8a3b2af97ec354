"""A typical world of a puzzle, played on: how things may go after the best move, if everyone plays well."""

from __future__ import annotations

import random
from typing import NamedTuple

import numpy as np

from lostcities.analysis.trials import Worlds, seed_of, spread
from lostcities.bots.critics.critic import critic_of
from lostcities.bots.net_bot import NetBot
from lostcities.games.engine import seeds
from lostcities.games.game import Game, State, View
from lostcities.games.registry import game as game_named
from lostcities.play import Event, Match, Seeded
from lostcities.puzzles.puzzle import Puzzle

WORLDS = 24
"""Worlds from which the one is taken that the critic thinks nearest to what the move is worth."""
LONGEST = 300
"""Decisions after which the story is broken off."""


class Told(NamedTuple):
    """A decision, and the turn of the round in which it was made."""

    turn: int
    event: Event


class Scene(NamedTuple):
    """A position of the story, with nothing hidden but the deck."""

    hands: list[list[str]]
    """What every seat holds; empty in a game without hands."""
    view: View
    """What a spectator sees."""


class Story(NamedTuple):
    """What happened in a typical world."""

    told: list[Told]
    """From the move to the end of the round."""
    scenes: list[Scene]
    """The position before the move, and that after every decision."""
    scores: list[int]
    """What every seat scored in the round, or would score if it was broken off."""


def story_of(puzzle: Puzzle, move: str, seed: int = 0) -> Story:
    """Play a typical world on after a move. Only the puzzle's view makes it, so it may always be shown."""
    game = game_named(puzzle.game)
    worlds = [world(game, puzzle.view, seed, number) for number in range(WORLDS)]
    chosen = typical(puzzle, move, worlds, seed)
    match, player = Match(world(game, only_this_round(puzzle.view), seed, chosen), Seeded(random.Random(seed))), NetBot(game)
    state, told = match.state, list[Told]()
    scenes = [scene(state)]
    while not state.scores and len(told) < LONGEST:
        seat, turn = state.player, state.turn
        assert seat is not None
        told.append(Told(turn, match.push(player.decide(state.view(seat)) if told else move)))
        scenes.append(scene(state))
    return Story(told, scenes, state.scores[0] if state.scores else state.live)


def world(game: Game, view: View, seed: int, number: int) -> State:
    return game.world(view, random.Random(seed_of(seed, number)))


def only_this_round(view: View) -> View:
    """Return the view in a match of one round: the story ends with it, and nothing is dealt after that."""
    options = view["options"]
    return view | {"options": options | {"rounds": 1}} if "rounds" in options else view


def scene(state: State) -> Scene:
    return Scene([state.hand(seat) for seat in range(state.players)], state.view(None))


def typical(puzzle: Puzzle, move: str, worlds: list[State], seed: int) -> int:
    """Return the number of the world in which the critic's opinion is nearest to what the move is worth."""
    game = game_named(puzzle.game)
    rows = np.array([bytearray(world.row) for world in worlds], dtype=np.uint8)
    after = Worlds(game).after(rows, move, spread(len(worlds), 0.5), seeds(seed, len(worlds)))
    leads = critic_of(game).judge(after, np.zeros(worlds[0].players, dtype=np.float32)).leads[:, puzzle.view["seat"]]
    return int(np.abs(leads - puzzle.worth[move]).argmin())
