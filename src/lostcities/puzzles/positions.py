"""Where puzzles may be: positions of self-play between players of several strengths, as their deciding seats see them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from lostcities.bots.net_bot import Manner, impulses, out_of_patience, pick
from lostcities.bots.network import Eye, Floats, Seen, load
from lostcities.games.game import Game, View
from lostcities.games.notation import DRAW
from lostcities.play import Match, Seeded
from lostcities.puzzles.difficulty import manners

PLAYERS = 2
LONGEST = 150
"""Turns after which a round is given up: cards go back and forth."""


@dataclass
class Position:
    """A decision, and what the network thinks of it at first sight."""

    game: Game
    view: View
    logits: Floats
    """Of each legal move."""
    seen: Seen

    @property
    def legal(self) -> list[str]:
        return list(self.view["legal"])

    @cached_property
    def odds(self) -> Floats:
        """The odds of the hidden cards, as the network believes; empty if nothing is hidden."""
        return load(self.game).networks["net"].odds(*self.seen)


class SelfPlay:
    """Plays first rounds of the usual match: nobody is ahead yet, so the lead in the round is what counts."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.network, self.eye = load(game).networks["net"], Eye(game)
        found = manners(game)
        self.manners = [found["net"], found["net"], Manner(temperature=1.0), found["odile"], found["bruno"]]
        """Who plays: mostly strong players, so that positions make sense, and some whose mistakes leave something to find."""

    def round(self, seed: int) -> Iterator[Position]:
        """Play a round; yield every position in which there is something to decide."""
        rng = random.Random(seed)
        match = Match.new(self.game, PLAYERS, {}, Seeded(rng))
        seated = [rng.choice(self.manners) for _ in range(PLAYERS)]
        state = match.state
        while not state.scores and state.turn < LONGEST:
            seat = state.player
            assert seat is not None
            view = state.view(seat)
            if len(view["legal"]) == 1:
                match.push(view["legal"][0])
                continue
            position = self.position(view)
            yield position
            match.push(self.choice(position, seated[seat], rng))

    def position(self, view: View) -> Position:
        seen = self.eye.see(view)
        logits, _ = self.network(*seen)
        return Position(self.game, view, logits[0, [self.game.actions[move] for move in view["legal"]]], seen)

    def choice(self, position: Position, manner: Manner, rng: random.Random) -> str:
        """Return what somebody plays there."""
        if rng.random() < manner.impulse:
            return rng.choice(impulses(position.legal))
        if out_of_patience(position.view):
            return DRAW
        return position.legal[pick(position.logits, manner.temperature, rng.random())]
