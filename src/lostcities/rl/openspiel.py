"""OpenSpiel: importing this module registers `lostcities_<game>` for every game; `pyspiel.load_game("lostcities_<game>", {...})`.

Chance is explicit: the tiles first in a game that has them, each hand card by card in rising order, every card drawn from the deck, and
every roll, colours first. Seat 0 starts the first round. The returns of a match are the sum of all rewards that environments pay.
A game of OpenSpiel is finite and says how long it can be, so there is always a cap on turns where nothing else ends a round.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping
from itertools import compress

from lostcities.games.game import Game
from lostcities.games.options import Options
from lostcities.games.registry import NAMES
from lostcities.games.registry import game as game_of
from lostcities.games.rewards import POINTS
from lostcities.rl.chance import chance_of
from lostcities.rl.episode import token_of
from lostcities.rl.extra import missing

try:
    import pyspiel

    from lostcities.rl.observer import Observer
    from lostcities.rl.story import CHANCE, TERMINAL, begun
except ImportError as error:
    raise missing("open_spiel") from error

PLAYERS = "players"
NONE = 0
"""OpenSpiel has no null: an option that is not set is 0."""


def game_type(game: Game, players: int) -> pyspiel.GameType:
    kinds = pyspiel.GameType
    return kinds(
        short_name=f"lostcities_{game.name}",
        long_name=f"Lost Cities, {game.name}",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM if players == 2 else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=game.max_players,
        min_num_players=game.min_players,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={PLAYERS: 2} | defaults(game),
    )


def defaults(game: Game) -> Options:
    """Return the options that leave a choice. Others would come back from OpenSpiel's text as a different type."""
    return {option.name: NONE if option.default is None else option.default for option in game.options if len(option.choices) != 1}


class SpielGame(pyspiel.Game):
    """A game of the family with its options."""

    def __init__(self, name: str, parameters: Mapping[str, object]) -> None:
        game = game_of(name)
        given = dict(parameters)
        self.players = game.check_players(given.pop(PLAYERS, 2))
        unset = {option.name for option in game.options if option.default is None and given.get(option.name) == NONE}
        self.options = game.capped({key: value for key, value in given.items() if key not in unset})
        self.game = game
        self.chance = chance_of(name, self.players, tuple(self.options.items()))
        self.limits = game.limits(self.players, self.options)
        super().__init__(game_type(game, self.players), self.info(), dict(parameters) | {name: self.options[name] for name in unset})

    def info(self) -> pyspiel.GameInfo:
        most = self.limits.lead / POINTS
        return pyspiel.GameInfo(
            num_distinct_actions=len(self.game.tokens),
            max_chance_outcomes=len(self.chance.names),
            num_players=self.players,
            min_utility=-most,
            max_utility=most,
            utility_sum=0.0 if self.players == 2 else None,
            max_game_length=self.limits.decisions,
        )

    def max_chance_nodes_in_history(self) -> int:
        return self.limits.chances * self.chance.pieces

    def new_initial_state(self, _: object = None) -> SpielState:
        return SpielState(self)

    def make_py_observer(self, kind: pyspiel.IIGObservationType | None = None, parameters: object = None) -> Observer:
        return Observer(self.game, self.chance, self.players, kind or pyspiel.IIGObservationType(perfect_recall=False))


class SpielState(pyspiel.State):
    """A position in a match."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        match = game.game.table(game.players, game.options)
        self.story = begun(match, game.chance)

    def current_player(self) -> int:
        return self.story.player

    def is_terminal(self) -> bool:
        return self.story.player == TERMINAL

    # Callers in Python use these methods, callers in C++ those that begin with `_`: the detour would cost a sixth of the speed.

    def is_chance_node(self) -> bool:
        return self.story.player == CHANCE

    def legal_actions(self, player: int | None = None) -> list[int]:
        mover = self.story.player
        if mover >= 0 and player in (None, mover):
            return self._legal_actions(mover)
        found: list[int] = super().legal_actions() if player is None else super().legal_actions(player)
        return found

    def _legal_actions(self, player: int) -> list[int]:
        match = self.story.state
        mask = bytearray(len(match.game.tokens))
        match.game.rules.legal(match.row, mask)
        return list(compress(range(len(mask)), mask))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.story.chance.chances(self.story.state, self.story.begun)

    def _apply_action(self, action: int) -> None:
        self.story.act(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == CHANCE:
            return f"={self.story.chance.name(action)}"
        return token_of(self.story.state.game, action)

    def returns(self) -> list[float]:
        return list(self.story.paid) if self.is_terminal() else [0.0] * len(self.story.paid)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """Return a random state that this player cannot tell from this one, for searches written in Python."""
        state = SpielState(self.get_game())
        state.story = self.story.world(player, random.Random(sampler()))
        return state

    def __str__(self) -> str:
        """Return everything as text, including hidden cards."""
        match = self.story.state
        return json.dumps({"row": match.row.hex(), "seen": self.story.seen.seats, "begun": self.story.begun, "chance": match.chances()[:1]})


def creator(name: str) -> type[SpielGame]:
    """Return what OpenSpiel calls to make a game: a class, because OpenSpiel keeps it until exit, when other objects cannot be freed."""

    class Registered(SpielGame):
        def __init__(self, parameters: Mapping[str, object] | None = None) -> None:
            super().__init__(name, parameters or {})

    return Registered


for game in map(game_of, NAMES):
    pyspiel.register_game(game_type(game, 2), creator(game.name))
