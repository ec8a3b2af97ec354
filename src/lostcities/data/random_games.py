"""Random games in compiled code. A game depends only on the seed and its own number, not on the shard it is in."""

import numpy as np
from numpy.typing import NDArray

from lostcities.data.columns import Array, Positions, Rounds, split
from lostcities.data.kernels import keep_matches, measure_matches
from lostcities.data.parts import chance_of
from lostcities.data.plan import SelfPlay
from lostcities.games.engines import engine_of
from lostcities.games.game import Game
from lostcities.games.head import ROUNDS
from lostcities.games.kernel import MIX_A, MIX_B, STEP
from lostcities.games.registry import game

WORD = 1 << 64


def generators(seed: int, games: range) -> NDArray[np.uint64]:
    """Return the initial state of each game's generator: SplitMix64 of the seed, at the game's number."""
    first = np.random.SeedSequence(seed % WORD).generate_state(1, np.uint64)
    mixed = first + np.arange(games.start, games.stop, dtype=np.uint64) * np.uint64(STEP)
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(MIX_A)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(MIX_B)
    first_states: NDArray[np.uint64] = mixed ^ (mixed >> np.uint64(31))
    return first_states.reshape(-1, 1)


def random_games(play: SelfPlay, games: range) -> tuple[Rounds, Positions | None]:
    """Play these games; keep positions only if they are wanted."""
    played, rounds_a_game = game(play.game), play.table().row[ROUNDS]
    count = len(games) * rounds_a_game
    decisions, turns = np.zeros(count, dtype=np.int64), np.zeros(count, dtype=np.uint16)
    rows = engine_of(played).blank_rows(len(games), play.players, play.options)
    engine_of(played).kernel(measure_matches)(rows, generators(play.seed, games), decisions, turns)
    starters, truncated = (np.zeros(count, dtype=np.uint8) for _ in range(2))
    scores = np.zeros((count, play.players), dtype=np.int16)
    actions, seats = (np.zeros(decisions.sum(), dtype=np.uint8) for _ in range(2))
    positions = room_for_positions(played, len(actions) if play.positions else 0)
    chance = keep(play, games, rows, turns, (starters, truncated, scores, actions, seats), positions)
    rounds = Rounds(
        games=np.repeat(np.arange(games.start, games.stop, dtype=np.uint32), rounds_a_game),
        numbers=np.tile(np.arange(1, rounds_a_game + 1, dtype=np.uint8), len(games)),
        starters=starters,
        turns=turns,
        truncated=truncated,
        scores=scores,
        actions=split(actions, decisions),
        seats=split(seats, decisions),
        chance=chance,
    )
    return rounds, positions if play.positions else None


def room_for_positions(played: Game, count: int) -> Positions:
    observations, masks = (np.zeros((count, size), dtype=np.uint8) for size in (played.observation.SIZE, len(played.tokens)))
    return Positions(observations, masks)


def keep(play: SelfPlay, games: range, rows: Array, turns: Array, kept: tuple[Array, ...], positions: Positions) -> list[Array]:
    """Play the games again and fill the arrays; return what chance did in each round."""
    played = game(play.game)
    chance = chance_of(played)
    places = np.array(chance.places(play.table()), dtype=np.int64)
    marks = len(places) * (turns.astype(np.int64) if chance.EACH_TURN else np.ones(len(turns), dtype=np.int64))
    shown = np.zeros(marks.sum(), dtype=np.uint8)
    arrays = (*kept, shown, positions.observations, positions.masks)
    engine_of(played).kernel(keep_matches)(rows, generators(play.seed, games), places, chance.EACH_TURN, *arrays)
    return split(shown, marks)
