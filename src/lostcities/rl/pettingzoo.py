"""PettingZoo: every seat is an agent, and they decide one after another (AEC).

>>> table = env("roll", players=3)
>>> table.reset(seed=1)
>>> table.possible_agents
['player_0', 'player_1', 'player_2']

There is no parallel environment, because agents never decide at the same time.
"""

import random
from typing import Any

import numpy as np

from lostcities.rl.closable import Closable
from lostcities.rl.episode import Episode, Mask, Observation
from lostcities.rl.extra import missing
from lostcities.rl.layout import VERSION
from lostcities.rl.picture import RENDER_MODES, checked_mode, rendered
from lostcities.rl.spaces import Actions, action_space, observation_space

try:
    from gymnasium.spaces import Dict
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as error:
    raise missing("pettingzoo") from error


def env(game: str, players: int = 2, render_mode: str | None = None, **options: object) -> AECEnv:
    """Return the environment with PettingZoo's check of the order of calls.

    Its wrappers for illegal actions are left out: `raw_env` refuses them itself and says why.
    """
    return wrappers.OrderEnforcingWrapper(raw_env(game, players, render_mode, **options))


class raw_env(Closable, AECEnv):  # noqa: N801  PettingZoo's own name for it
    """A match; the episode ends with the match. Pass the game's options as keywords."""

    def __init__(self, game: str, players: int = 2, render_mode: str | None = None, **options: object) -> None:
        super().__init__()
        self.match = Episode(game, players, options)
        self.metadata = {"name": f"lostcities_{game}_v{VERSION}", "render_modes": RENDER_MODES, "is_parallelizable": False}
        self.render_mode = checked_mode(render_mode)
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {agent: observation_space(self.match.game) for agent in self.possible_agents}
        self.action_spaces = {agent: action_space(self.match.game) for agent in self.possible_agents}
        self.agents: list[str] = []
        self.agent_selection = self.possible_agents[0]
        self.nothing = np.zeros(len(self.match.game.tokens), dtype=np.int8)
        self.nothing.flags.writeable = False
        self.rng = random.Random()

    def observation_space(self, agent: str) -> Dict:
        self.seat_of(agent)
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Actions:
        self.seat_of(agent)
        return self.action_spaces[agent]

    def seat_of(self, agent: str) -> int:
        if agent not in self.seats:
            raise ValueError(f"expected agent to be one of {', '.join(self.possible_agents)}, got {agent!r}")
        return self.seats[agent]

    def reset(self, seed: int | None = None, options: dict[str, object] | None = None) -> None:
        """Begin a match; the same seed gives the same match. `options` is not used: the game's options are fixed at construction."""
        self.check_open()
        if seed is not None:
            self.rng = random.Random(seed)
        self.match.deal(self.rng)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Mask]] = {agent: {"action_mask": self.nothing} for agent in self.agents}
        self.paid = False
        self.begun = True
        self.select()

    def observe(self, agent: str) -> dict[str, Observation | Mask]:
        """Return what an agent can know, and its legal actions: none while another agent decides."""
        self.check_begun()
        mask = self.mask if agent == self.decider else self.nothing
        return {"observation": self.match.observe(self.seat_of(agent)), "action_mask": mask}

    def last(self, observe: bool = True) -> Any:
        """Return what the deciding agent sees, and what it was paid since its last decision."""
        self.check_begun()
        return super().last(observe)

    def step(self, action: object) -> None:
        self.check_begun()
        if not self.agents:
            raise RuntimeError("the match is over: call reset()")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        rewards = self.match.step(action)
        if self.paid:
            self._clear_rewards()
            self.paid = False
        self._cumulative_rewards[agent] = 0.0
        self.infos[agent] = {"action_mask": self.nothing}
        if rewards is not None:
            self.pay(rewards)
        self.select()

    def pay(self, rewards: list[float]) -> None:
        """Add the rewards of a round, and mark the end of the match if it is over."""
        self.rewards = dict(zip(self.agents, rewards, strict=True))
        self._accumulate_rewards()
        self.paid = True
        if self.match.state.over:
            ended = self.truncations if self.match.truncated else self.terminations
            ended.update(dict.fromkeys(self.agents, True))

    def select(self) -> None:
        """Select the agent that decides next; when the match is over, the first one, which then leaves."""
        seat = self.match.state.player
        self.action_spaces[self.agent_selection].legal = None
        self.decider = None if seat is None else self.possible_agents[seat]
        self.agent_selection = selected = self.decider or self.agents[0]
        self.mask = mask = self.match.mask()
        self.infos[selected] = {"action_mask": mask}
        self.action_spaces[selected].legal = mask if self.decider else None
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """Return the table as the deciding agent sees it. With `render_mode="human"` it is printed instead, also after every step."""
        self.check_begun()
        return rendered(self.render_mode, self.match.state, self.seats[self.agent_selection])

    def close(self) -> None:
        self.closed = True
