"""One match as environments play it: actions by number, masks and observations as arrays, rewards when something is paid.

The Python engine (`games.game.State`) applies the rules and explains refusals; masks and observations, which take
most of the time, are written by compiled code.
"""

import random
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from lostcities.games.engines import engine_of
from lostcities.games.game import Game, State
from lostcities.games.registry import game as game_of
from lostcities.games.rewards import round_rewards
from lostcities.play import Match, Seeded

Mask = NDArray[np.int8]
Observation = NDArray[np.uint8]
WHOLE = (int, np.integer)


class Episode:
    """A match of a game; each call of `deal` begins a new one. Options are checked immediately."""

    match: Match
    state: State

    def __init__(self, game: str, players: int, options: Mapping[str, object]) -> None:
        self.game = game_of(game)
        self.players = self.game.check_players(players)
        self.options = self.game.complete(options)
        engine = engine_of(self.game)
        self.look = engine.kernel(self.game.observation.observe)
        self.allow = engine.kernel(self.game.rules.legal)
        self.row: NDArray[np.uint8] = np.zeros(0, dtype=np.uint8)

    def deal(self, rng: random.Random) -> None:
        """Begin a match that takes its chance from `rng`."""
        self.match = Match.new(self.game, self.players, self.options, Seeded(rng))
        self.state = self.match.state
        self.row = np.frombuffer(self.state.row, dtype=np.uint8)

    @property
    def truncated(self) -> bool:
        """Whether the match is over and its last round ended at the cap on turns."""
        return self.state.over and self.state.rounds[-1].truncated

    def mask(self) -> Mask:
        """Return a new array with 1 for every legal action of the deciding seat."""
        mask = np.zeros(len(self.game.tokens), dtype=np.int8)
        if self.state.dealt:
            self.allow(self.row, mask)
        return mask

    def observe(self, seat: int) -> Observation:
        """Return what a seat can know, as a new array."""
        out = np.empty(self.game.observation.SIZE, dtype=np.uint8)
        self.look(self.row, seat, out)
        return out

    def step(self, action: object) -> list[float] | None:
        """Take an action for the deciding seat; return the rewards of all seats if that ended a round.

        Raises `IllegalMove`, which names the action and says why; nothing has changed then.
        """
        event = self.match.push(token_of(self.game, action))
        if event.scores is None:
            return None
        rewards = round_rewards(self.game.rules, self.state.row)
        if not self.state.over:
            self.match.deal()
        return rewards


def token_of(game: Game, action: object) -> str:
    """Return the notation of an action. Refuses anything that is not the number of one."""
    if not isinstance(action, WHOLE):
        raise TypeError(f"expected an action from 0 to {len(game.tokens) - 1}, got {action!r}")
    if not 0 <= action < len(game.tokens):
        raise ValueError(f"expected an action from 0 to {len(game.tokens) - 1}, got {action}")
    return game.tokens[action]
