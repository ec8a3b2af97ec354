"""Gymnasium: one seat is the agent, our bots play the others. `gymnasium.make("lostcities/<game>-v1", opponent="best")`.

Importing this module registers the environments. `Env` is one match at a time; `VectorEnv` (`gymnasium.make_vec`) is many,
in compiled code.
"""

import random
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from lostcities.bots.follower import Follower
from lostcities.bots.follower import opponent as invite
from lostcities.bots.registry import check
from lostcities.rl.closable import Closable
from lostcities.rl.episode import Episode
from lostcities.rl.extra import missing
from lostcities.rl.picture import RENDER_MODES, checked_mode, rendered
from lostcities.rl.registration import register
from lostcities.rl.spaces import action_space, observation_space
from lostcities.rl.vector import VectorEnv

try:
    import gymnasium
except ImportError as error:
    raise missing("gymnasium") from error

__all__ = ["Env", "VectorEnv"]

Arrays = dict[str, NDArray[np.generic]]
Shown = tuple[Arrays, Arrays]


class Env(Closable, gymnasium.Env):
    """A match against bots. The episode ends with the match. Pass the game's options as keywords.

    `opponent` is any name that `lostcities bots` lists, with settings as on the command line, or `cmd:...`. An illegal action
    raises `IllegalMove`; `action_space.sample()` returns a legal one.
    """

    metadata: ClassVar[dict[str, object]] = {"render_modes": RENDER_MODES, "render_fps": 1}

    def __init__(
        self, game: str, opponent: str = "thumb", players: int = 2, seat: int = 0, render_mode: str | None = None, **options: object
    ) -> None:
        self.match = Episode(game, players, options)
        if not isinstance(opponent, str):
            raise ValueError(f"expected opponent to be the name of a bot, got {opponent!r}")
        check(self.match.game, opponent)
        if type(seat) is not int or seat not in range(players):
            raise ValueError(f"expected seat to be from 0 to {players - 1}, got {seat!r}")
        self.opponent = opponent
        self.seat = seat
        self.render_mode = checked_mode(render_mode)
        self.observation_space = observation_space(self.match.game)
        self.action_space = action_space(self.match.game)
        self.names = ["agent" if other == seat else opponent for other in range(players)]
        self.bots: dict[int, Follower] = {}

    def reset(self, *, seed: int | None = None, options: dict[str, object] | None = None) -> Shown:
        """Begin a match. A seed also restarts the bots. `options` is not used: the game's options are fixed at construction."""
        self.check_open()
        super().reset(seed=seed)
        anew, self.begun = seed is not None or not self.begun, False  # even if a bot cannot be made
        self.match.deal(random.Random(self.number()))
        self.seat_bots(anew)
        self.let_others_play()
        return self.shown()

    def seat_bots(self, anew: bool) -> None:
        """Make new bots, or keep those of the last match, which know nothing of this one yet."""
        if anew:
            self.dismiss()
            others = [other for other in range(self.match.players) if other != self.seat]
            self.bots = {other: invite(self.match.game, self.opponent, other, self.number()) for other in others}
        else:
            self.bots = {seat: Follower(old.player, old.spec, seat) for seat, old in self.bots.items()}

    def number(self) -> int:
        return int(self.np_random.integers(2**62))

    def step(self, action: object) -> tuple[Arrays, float, bool, bool, Arrays]:
        """Take the agent's action, then let the others play until the agent decides again."""
        self.check_open()
        if not self.begun or self.match.state.over:
            raise RuntimeError("no match is being played: call reset()")
        rewards = self.match.step(action)
        reward = (0.0 if rewards is None else rewards[self.seat]) + self.let_others_play()
        over, truncated = self.match.state.over, self.match.truncated
        observation, info = self.shown()
        return observation, reward, over and not truncated, truncated, info

    def let_others_play(self) -> float:
        """Ask the bots until the agent decides or the match is over; return what that paid the agent.

        A bot that fails ends the match, because the agent cannot play its turn.
        """
        state, paid = self.match.state, 0.0
        self.begun = False
        while state.player not in (None, self.seat):
            move = self.bots[state.player].decide(state, self.names)
            rewards = self.match.step(self.match.game.actions[move])
            paid += 0.0 if rewards is None else rewards[self.seat]
        if state.over:
            for bot in self.bots.values():
                bot.catch_up(state, self.names)
        self.begun = True
        return paid

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the legal actions as booleans, under the name that sb3-contrib's `MaskablePPO` expects."""
        self.check_begun()
        return self.match.mask().astype(np.bool_)

    def shown(self) -> Shown:
        mask = self.match.mask()
        self.action_space.legal = mask
        if self.render_mode == "human":
            self.render()
        return {"observation": self.match.observe(self.seat), "action_mask": mask}, {"action_mask": mask.copy()}

    def render(self) -> str | None:
        """Return the table as the agent sees it, as text. With `render_mode="human"` it is printed instead, also after every step."""
        self.check_begun()
        return rendered(self.render_mode, self.match.state, self.seat)

    def close(self) -> None:
        """Close the bots. Those that are programs exit."""
        self.dismiss()
        self.closed = True

    def dismiss(self) -> None:
        for bot in self.bots.values():
            bot.close()
        self.bots = {}


register()
