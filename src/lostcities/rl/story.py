"""A match as OpenSpiel steps through it, by outcomes of chance and moves, and what each seat has seen of it."""

from __future__ import annotations

import json
import random
from collections.abc import Callable

import pyspiel

from lostcities.games.game import State, View
from lostcities.games.rewards import round_rewards
from lostcities.play import Match, Outside, imagined
from lostcities.rl.chance import Chance
from lostcities.rl.episode import token_of

CHANCE, TERMINAL = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)


def compact(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))


class Seen:
    """What happened, as each seat saw it: the view after every deal, then move by move."""

    def __init__(self, players: int) -> None:
        self.seats: list[list[str]] = [[] for _ in range(players)]
        """Everything that each seat saw."""
        self.own: list[list[str]] = [[] for _ in range(players)]
        """The part of it that no other seat saw."""
        self.public: list[str] = []
        """What a spectator saw."""

    def copy(self) -> Seen:
        other = Seen(0)
        other.seats, other.own, other.public = [list(seen) for seen in self.seats], [list(own) for own in self.own], list(self.public)
        return other

    def tell_all(self, what: str) -> None:
        for seen in (*self.seats, self.public):
            seen.append(what)

    def tell(self, seat: int, what: str) -> None:
        self.seats[seat].append(what)
        self.own[seat].append(what)

    def show(self, match: State, look: Callable[[int | None], View]) -> None:
        """Show the table to everyone, each as they may see it."""
        for seat, (seen, own) in enumerate(zip(self.seats, self.own, strict=True)):
            seen.append(compact(look(seat)))
            own.append(compact(match.hand(seat)))
        self.public.append(compact(look(None)))


def begun(state: State, chance: Chance) -> Story:
    """Return the story of a match before its first deal."""
    return Story(Match(state, Outside()), chance, Seen(state.players), [0.0] * state.players)


class Story:
    """A match, what each seat has seen of it, and what it has paid. OpenSpiel copies and pickles it with the state that holds it."""

    def __init__(self, match: Match, chance: Chance, seen: Seen, paid: list[float], begun: str = "") -> None:
        self.match = match
        self.state = match.state
        self.chance = chance
        self.seen = seen
        self.paid = paid
        self.begun = begun
        """The pieces of the next outcome that chance has already chosen."""
        self.player = self.next_player()
        """The acting player, cached: OpenSpiel asks four times before every action."""

    def __deepcopy__(self, _: object) -> Story:
        return Story(self.match.copy(), self.chance, self.seen.copy(), list(self.paid), self.begun)

    # -- what happens --

    def next_player(self) -> int:
        seat = self.state.player
        if seat is None:
            return TERMINAL if self.state.over else CHANCE
        return seat

    def act(self, action: int) -> None:
        if self.player == CHANCE:
            self.let_chance_act(action)
        else:
            self.decide(action)
        self.player = self.next_player()

    def decide(self, action: int) -> None:
        token = token_of(self.state.game, action)
        event = self.match.push(token)
        self.seen.tell_all(token)
        if event.scores is not None:
            self.pay()

    def let_chance_act(self, number: int) -> None:
        """Add a piece of an outcome; the last piece carries it out. Raises `BadSetup`, changing nothing, if the outcome is impossible."""
        outcome = self.begun + self.chance.name(number)
        if not self.chance.complete(outcome):
            self.begun = outcome
            return
        self.draw(outcome) if self.state.dealt else self.deal(outcome)
        self.begun = ""

    def draw(self, outcome: str) -> None:
        """Carry out an outcome within a round. Only the player who draws a card sees it; everyone sees a roll."""
        act = self.match.push_chance(outcome)
        if act.seat is None:
            self.seen.tell_all(f"={outcome}")
        else:
            self.seen.tell(act.seat, f"={outcome}")
        if act.scores is not None:
            self.pay()

    def deal(self, outcome: str) -> None:
        """Carry out an outcome before a round. When the deal is complete, every seat sees its view."""
        self.match.push_chance(outcome)
        if self.state.dealt:
            self.seen.show(self.state, self.state.see)

    def pay(self) -> None:
        """Add what the end of a round paid."""
        rewards = round_rewards(self.state.game.rules, self.state.row)
        self.paid = [paid + reward for paid, reward in zip(self.paid, rewards, strict=True)]

    def world(self, seat: int, rng: random.Random) -> Story:
        """Return a random story that this seat cannot tell from this one. The others have seen only what they can see now."""
        match = imagined(self.state, seat, rng)
        seen = Seen(match.state.players)
        seen.show(match.state, match.state.view)
        seen.seats[seat], seen.own[seat] = list(self.seen.seats[seat]), list(self.seen.own[seat])
        seen.public = list(self.seen.public)
        return Story(match, self.chance, seen, list(self.paid), self.begun)
