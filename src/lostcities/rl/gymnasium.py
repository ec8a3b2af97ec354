"""Gymnasium: one seat is the agent, bots of ours sit in all others. `gymnasium.make("lostcities/<game>-v1", opponent="best")`.

Importing this registers the environments; `Env` is one match at a time, `VectorEnv` (`gymnasium.make_vec`) many in compiled code.
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
    """A match against bots. The episode is over when the match is; options of the game are keywords.

    `opponent` is any name that `lostcities bots` lists, with settings as on a command line, or `cmd:...`. An action that
    is not legal raises `IllegalMove`; `action_space.sample()` takes a legal one.
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
        """Begins a match. With a seed the bots begin anew too; `options` is not used: those of the game are given when it is made."""
        self.check_open()
        super().reset(seed=seed)
        anew, self.begun = seed is not None or not self.begun, False  # also if a bot cannot be had
        self.match.deal(random.Random(self.number()))
        self.seat_bots(anew)
        self.let_others_play()
        return self.shown()

    def seat_bots(self, anew: bool) -> None:
        """New bots, or those of the last match, who know nothing of this one yet."""
        if anew:
            self.dismiss()
            others = [other for other in range(self.match.players) if other != self.seat]
            self.bots = {other: invite(self.match.game, self.opponent, other, self.number()) for other in others}
        else:
            self.bots = {seat: Follower(old.player, old.spec, seat) for seat, old in self.bots.items()}

    def number(self) -> int:
        return int(self.np_random.integers(2**62))

    def step(self, action: object) -> tuple[Arrays, float, bool, bool, Arrays]:
        """The agent's decision, and then the others' until it is to decide again."""
        self.check_open()
        if not self.begun or self.match.state.over:
            raise RuntimeError("no match is being played: call reset()")
        rewards = self.match.step(action)
        reward = (0.0 if rewards is None else rewards[self.seat]) + self.let_others_play()
        over, truncated = self.match.state.over, self.match.truncated
        observation, info = self.shown()
        return observation, reward, over and not truncated, truncated, info

    def let_others_play(self) -> float:
        """Asks the bots until the agent is to decide, or the match is over; returns what that paid the agent.

        A bot that fails ends the match: its turn is not the agent's to play.
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
        """The legal actions as booleans, under the name by which sb3-contrib's `MaskablePPO` asks for them."""
        self.check_begun()
        return self.match.mask().astype(np.bool_)

    def shown(self) -> Shown:
        mask = self.match.mask()
        self.action_space.legal = mask
        if self.render_mode == "human":
            self.render()
        return {"observation": self.match.observe(self.seat), "action_mask": mask}, {"action_mask": mask.copy()}

    def render(self) -> str | None:
        """The table as the agent sees it, as text: returned, or with `render_mode="human"` printed, as every step does by itself."""
        self.check_begun()
        return rendered(self.render_mode, self.match.state, self.seat)

    def close(self) -> None:
        """Lets the bots go; those that are programs end."""
        self.dismiss()
        self.closed = True

    def dismiss(self) -> None:
        for bot in self.bots.values():
            bot.close()
        self.bots = {}


register()
