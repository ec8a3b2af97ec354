"""The small interface that every game has: a `Game` is the box, a `State` is a match being played.

Between rounds `player` is None until the next deal. A state with a generator deals by itself; for others the caller
deals (`begin`), or chooses the next outcome of chance (`chances`, `push_chance`). During a round, `player` decides
with `push`. A turn of several decisions is several pushes by the same seat.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from copy import copy
from dataclasses import dataclass, field
from itertools import compress
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from lostcities.games.errors import BadOption, BadSetup, BadView, IllegalMove, Reason
from lostcities.games.head import MAX_TURNS, PLAYER, PLAYERS, ROUND, ROUNDS, STARTER, TRUNCATED, TURN, match_over, round_over
from lostcities.games.interface import Chance, Observation, RandomPlay, Rules, Worlds
from lostcities.games.kernel import get16, put16
from lostcities.games.limits import Limits
from lostcities.games.options import Option, Options, complete, shown

Setup = dict[str, Any]
"""What chance did before a round, as in a record."""

View = dict[str, Any]
"""What one seat can know, as JSON."""

CAP = "max_turns"
LONGEST = 1000
"""The default cap on the turns of a round for bots: seven times what random play of the card game takes."""

Below = Callable[[int], int]
"""A source of chance: given n, returns a number from 0 to n - 1, all equally likely."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended."""

    totals: list[int]
    winners: list[int]


@dataclass(slots=True)
class Round:
    """What happened in one round; `scores` is None until it is over."""

    starter: int
    moves: list[str] = field(default_factory=list)
    setup: Setup = field(default_factory=dict)
    scores: list[int] | None = None
    truncated: bool = False
    fair: Any = None
    """The proof of a fair shuffle, as in a record; the rules ignore it."""

    def copy(self) -> Round:
        return Round(self.starter, list(self.moves), self.setup, self.scores, self.truncated, self.fair)


class Game(ABC):
    """One game of the family: its options, its notation, and new states of it."""

    name: ClassVar[str]
    min_players: ClassVar[int]
    max_players: ClassVar[int]
    options: ClassVar[tuple[Option, ...]]
    tokens: ClassVar[tuple[str, ...]]
    """The notation of every action, in the fixed order in which legal moves are listed."""
    state: type[State]
    """The class of this game's states."""
    rules: Rules
    observation: Observation
    random_play: RandomPlay
    chance: Chance
    worlds: Worlds

    def __init__(self) -> None:
        self.actions = {token: action for action, token in enumerate(self.tokens)}

    def __repr__(self) -> str:
        return f"<game {self.name}>"

    def check_players(self, players: object) -> int:
        if type(players) is not int or not self.min_players <= players <= self.max_players:
            raise BadOption(Reason("bad_players", {"game": self.name, "low": self.min_players, "high": self.max_players}))
        return players

    def complete(self, options: Mapping[str, object]) -> Options:
        """Return all options of the game with their values. Refuses unknown options and wrong values."""
        return complete(self.options, options)

    def capped(self, options: Mapping[str, object]) -> Options:
        """Return the same with a cap on turns by default, for players who could draw from the piles for ever; None removes it."""
        chosen = self.complete(options)
        if CAP not in options and chosen.get(CAP, LONGEST) is None:
            chosen[CAP] = LONGEST
        return chosen

    def table(self, players: int, options: Mapping[str, object]) -> State:
        """Return a match before its first deal."""
        players = self.check_players(players)
        return self.state(self, players, self.complete(options))

    def deal(self, options: Mapping[str, object], rng: random.Random, players: int = 2, starter: int | None = None) -> State:
        """Return a match that deals for itself with `rng`, its first round dealt; the starter is drawn by lot by default."""
        state = self.table(players, options)
        state.rng = rng
        state.begin(starter=rng.randrange(players) if starter is None else starter)
        return state

    def from_setup(self, options: Mapping[str, object], players: int, setup: Setup, starter: int = 0) -> State:
        """Return a match whose first round was dealt elsewhere."""
        state = self.table(players, options)
        state.begin(setup, starter)
        return state

    def world(self, view: View, rng: random.Random) -> State:
        """Return a uniformly random state that fits a view, made from the view alone. It deals later rounds with `rng`.

        The view must come from a state; a broken one may raise `BadView`, or may not be noticed.
        """
        try:
            players = len(view["totals"])
            state = self.table(players, view["options"])
            state.rng = rng
            state.fill_head(view)
            state.fill(view, rng)
        except (KeyError, IndexError, TypeError, ValueError) as error:
            raise BadView(Reason("bad_view", {"detail": f"{type(error).__name__}: {error}"})) from error
        return state

    def numbers(self, rng: random.Random) -> Below:
        """Return a generator as a source of numbers. The same seed must always give the same deals."""
        return rng.randrange

    @abstractmethod
    def shuffle(self, state: State, below: Below) -> Setup:
        """Return a deal for the next round of a match: the components in the order of the box, shuffled one kind after the other.

        Which numbers are requested, and in which order, is fixed, so that anyone can repeat the deal of a fair shuffle.
        """

    @abstractmethod
    def limits(self, players: int, options: Options) -> Limits:
        """Return what no match can exceed. In a game with `max_turns` it must be set: nothing else ends a round."""


class State(ABC):
    """A match: whose decision it is, what is legal, and everything that has happened.

    The rules run interpreted here, on a `bytearray`; batches of rows run compiled (`lostcities.games.rows`).
    """

    def __init__(self, game: Game, players: int, options: Options) -> None:
        self.game = game
        self.players = players
        self.options = options
        self.row = bytearray(game.rules.ROW)
        self.rng: random.Random | None = None
        self.rounds: list[Round] = []
        self.scores: list[list[int]] = []
        """The scores of the finished rounds."""
        self.dealt = False
        """Whether a round is being played."""
        self.rolls: list[list[str]] = []
        """The rolls of the turns begun in this round; empty in a game without dice."""
        self.row[PLAYERS] = players
        self.row[ROUNDS] = int(options.get("rounds") or 1)
        put16(self.row, MAX_TURNS, int(options.get("max_turns") or 0))
        self.apply_options()

    # -- what happens --

    @property
    def player(self) -> int | None:
        """The seat that decides; None between rounds, while chance must act, and at the end."""
        return self.row[PLAYER] if self.dealt and not self.awaits_chance else None

    @property
    def over(self) -> bool:
        return match_over(self.row)

    @property
    def turn(self) -> int:
        """Turns finished in this round."""
        return get16(self.row, TURN)

    @property
    def starter(self) -> int:
        """The seat that starts, or started, the round."""
        return self.row[STARTER]

    def legal(self) -> list[str]:
        """Return the legal moves, in the fixed order of the game's tokens; empty while nobody decides."""
        mask = bytearray(len(self.game.tokens))
        if self.player is not None:
            self.game.rules.legal(self.row, mask)
        return list(compress(self.game.tokens, mask))

    def why_not(self, move: str) -> Reason | None:
        """Return why a move is not legal now, as a code with arguments; None if it is legal."""
        action = self.game.actions.get(move)
        if action is None:
            return Reason("unknown_move", {})
        if self.player is None:
            return self.waiting()
        code = self.game.rules.refusal(self.row, action)
        return self.refusal(code, action) if code else None

    def push(self, move: str) -> None:
        """Make a move for the seat that decides. An illegal move raises `IllegalMove` and changes nothing."""
        action = self.game.actions.get(move)
        if action is None or not self.dealt or self.awaits_chance or self.game.rules.refusal(self.row, action):
            raise IllegalMove(move, self.player, self.why_not(move) or Reason("unknown_move", {}))
        self.rounds[-1].moves.append(move)
        self.carry_out(action)

    def carry_out(self, action: int) -> None:
        """Apply a legal action, and score the round if it is over."""
        self.game.rules.apply(self.row, action)
        if round_over(self.row):
            self.finish_round()

    def finish_round(self) -> None:
        rules, row, finished = self.game.rules, self.row, self.rounds[-1]
        finished.setup = self.setup()
        finished.scores = [rules.score(row, seat) for seat in range(self.players)]
        finished.truncated = row[TRUNCATED] == 1
        self.scores.append(finished.scores)
        rules.settle(row)
        self.dealt = False
        if self.rng is not None and not self.over:
            self.begin()

    def begin(self, setup: Setup | None = None, starter: int | None = None) -> None:
        """Deal the next round: from `setup` (`BadSetup` if it is impossible), or at random. Only round 1 may name its starter."""
        if self.dealt or self.over:
            raise BadSetup(Reason("not_between_rounds", {}))
        first = self.check_starter(starter)
        if setup is None:
            setup = self.game.shuffle(self, self.below)
        self.lay_out(setup)
        self.row[STARTER] = first
        self.start_round()

    @property
    def below(self) -> Below:
        """The match's own source of chance: its generator, or the system's if it has none."""
        return self.game.numbers(self.rng or random.SystemRandom())

    def start_round(self) -> None:
        """Start the round with the components as they are in the row."""
        self.game.rules.begin(self.row)
        self.dealt = True
        self.rounds.append(Round(self.starter))

    def check_starter(self, starter: int | None) -> int:
        """Return who starts the next round: the given seat, if the rules allow it, or else the one they require."""
        if starter is None:
            return self.starter
        if type(starter) is not int or not 0 <= starter < self.players:
            raise BadSetup(Reason("bad_starter", {"high": self.players - 1}))
        if self.scores and starter != self.starter:
            raise BadSetup(Reason("wrong_starter", {"starter": starter, "expected": self.starter}))
        return starter

    # -- results --

    def setup_of(self, played: Round) -> Setup:
        """Return what chance did in a round of this match, over or not."""
        return self.setup() if played.scores is None else played.setup

    @property
    def totals(self) -> list[int]:
        """Return each seat's points: those of the finished rounds, and at the end of the match everything."""
        return [self.game.rules.total(self.row, seat) for seat in range(self.players)]

    @property
    def live(self) -> list[int]:
        """Return what each seat would score if the round ended now."""
        if self.dealt:
            return [self.game.rules.score(self.row, seat) for seat in range(self.players)]
        return list(self.scores[-1]) if self.scores else [0] * self.players

    def outcome(self) -> Outcome | None:
        """Return the result, or None while the match is not over."""
        if not self.over:
            return None
        totals = self.totals
        ranks = [self.rank(seat) for seat in range(self.players)]
        return Outcome(totals, [seat for seat, rank in enumerate(ranks) if rank == max(ranks)])

    def rank(self, seat: int) -> tuple[int, ...]:
        """Return the key that decides who wins: the highest wins."""
        return (self.game.rules.total(self.row, seat),)

    # -- what is known --

    def view(self, seat: int | None) -> View:
        """Return what a seat can know, as JSON; `None` is a spectator. Never depends on anything hidden from it."""
        self.check_seat(seat)
        deciding = self.player
        view = {
            "game": self.game.name,
            "options": dict(self.options),
            "seat": seat,
            "to_move": deciding,
            "phase": self.phase if deciding is not None else None,
            "round": min(len(self.scores) + 1, self.row[ROUNDS]),
            "turn": self.turn,
            "starter": self.starter,
            **self.see(seat),
            "live": self.live,
            "scores": [list(scores) for scores in self.scores],
            "totals": self.totals,
        }
        if seat is not None and seat == deciding:
            view["legal"] = self.legal()
        return view

    def observe(self, seat: int) -> NDArray[np.uint8]:
        """Return what a seat can know, as bytes for a network (the game's page in docs describes the layout)."""
        self.check_seat(seat)
        out = bytearray(self.game.observation.SIZE)
        self.game.observation.observe(self.row, seat, out)
        return np.frombuffer(out, dtype=np.uint8)

    def fill_head(self, view: View) -> None:
        """Write what the views of all games have in common into a state before its first deal."""
        self.scores = [list(scores) for scores in view["scores"]]
        self.row[ROUND] = len(self.scores)
        self.row[STARTER] = view["starter"]
        put16(self.row, TURN, int(view["turn"]))

    def hand(self, seat: int) -> list[str]:
        """Return a seat's cards, in the rules' order; empty in a game without hands."""
        return []

    def card_drawn(self, move: str) -> str | None:
        """Return the card that a draw would bring; None for other moves, and if chance still has to decide."""
        return None

    @property
    def drawer(self) -> int | None:
        """The seat for which chance draws a card that only it will see; None if everyone sees what chance does."""
        return None

    def check_seat(self, seat: int | None) -> None:
        if seat is not None and not 0 <= seat < self.players:
            raise BadOption(Reason("bad_seat", {"seat": seat, "high": self.players - 1}))

    def copy(self) -> State:
        """Return an independent copy, with its own generator in the same state."""
        other = copy(self)
        other.row = bytearray(self.row)
        other.scores = list(self.scores)
        other.rounds = [*self.rounds[:-1], *(last.copy() for last in self.rounds[-1:])]
        if self.rng is not None:
            other.rng = random.Random()
            other.rng.setstate(self.rng.getstate())
        return other

    def resample(self, seat: int | None, rng: random.Random) -> State:
        """Return a random state that this seat cannot tell from this one."""
        return self.game.world(self.view(seat), rng)

    def waiting(self) -> Reason:
        """Return why nobody decides."""
        return Reason("match_over" if self.over else "not_dealt", {})

    # -- chance that is not dealt ahead --

    @property
    def awaits_chance(self) -> bool:
        """Whether, within a round, chance acts next and its outcome is not decided yet."""
        return False

    @abstractmethod
    def chances(self) -> list[tuple[str, float]]:
        """Return the possible outcomes of chance with their probabilities; empty if a player decides, or if everything is dealt ahead."""

    @abstractmethod
    def chance(self, below: Below) -> str:
        """Return the next outcome to push, if the round waits for chance."""

    @abstractmethod
    def push_chance(self, outcome: str) -> None:
        """Apply an outcome of chance: one of `chances()`."""

    def leave_to_chance(self) -> None:
        """Deal nothing ahead from now on: every card or roll is left to `chances` and `push_chance`."""
        self.rng = None

    def unused_chance(self) -> int:
        """Return how many outcomes decided in advance were never used."""
        return 0

    # -- what each game implements --

    @property
    @abstractmethod
    def phase(self) -> str:
        """The kind of decision that is next."""

    @abstractmethod
    def apply_options(self) -> None:
        """Write the game's own options into the row; those that all games share are already there."""

    @abstractmethod
    def lay_out(self, setup: Setup) -> None:
        """Put a deal into the row, or refuse it."""

    @abstractmethod
    def setup(self) -> Setup:
        """Return what chance did in this round, as in a record, including what is already fixed but has not happened yet."""

    @abstractmethod
    def see(self, seat: int | None) -> View:
        """Return the game's own part of a view."""

    @abstractmethod
    def fill(self, view: View, rng: random.Random) -> None:
        """Turn a state before its first deal into a random one that fits the view."""

    @abstractmethod
    def refusal(self, code: int, action: int) -> Reason:
        """Return a kernel's refusal as a reason with its arguments."""


def shuffled(components: Iterable[str], below: Below) -> list[str]:
    """Shuffle by Fisher and Yates, from the last index down, with the same numbers as `random.shuffle`."""
    order = list(components)
    for last in range(len(order) - 1, 0, -1):
        other = below(last + 1)
        order[last], order[other] = order[other], order[last]
    return order


def check_fields(setup: object, fields: tuple[str, ...]) -> None:
    """Refuse a setup that is not an object with exactly these fields."""
    if not isinstance(setup, dict):
        raise BadSetup(Reason("not_an_object", {"field": "setup"}))
    for name in fields:
        if name not in setup:
            raise BadSetup(Reason("missing_field", {"field": name}))
    for name in setup:
        if name not in fields:
            raise BadSetup(Reason("unknown_field", {"field": shown(name)}))
