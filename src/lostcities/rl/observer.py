"""What OpenSpiel's observers are shown: numbers and text, of the current state or of everything that led to it.

The type of an observer says what it is shown. `public_info` is what a spectator sees; `private_info` adds the hand of the observing
player, or the hands of all. Apart from hands, only the deck and the next roll are hidden, and no observer sees those.
"""

import numpy as np
import pyspiel
from numpy.typing import NDArray

from lostcities.games.engines import engine_of
from lostcities.games.game import Game
from lostcities.rl.chance import Chance
from lostcities.rl.layout import spec
from lostcities.rl.story import Story, compact

RECALLED = 64
"""How many of the last events seen are in the tensor of an observer with perfect recall."""
HAND = "hand"
"""The only field of an observation that is private."""

Numbers = NDArray[np.float32]
Bytes = NDArray[np.uint8]


class Observer:
    """An observer of one type. Without private information it sees what a spectator sees, from seat 0, whichever player is given."""

    def __init__(self, game: Game, chance: Chance, players: int, kind: pyspiel.IIGObservationType) -> None:
        private = pyspiel.PrivateInfoType
        self.players = players
        self.public, self.recalls = kind.public_info, kind.perfect_recall
        self.alone, self.all = kind.private_info == private.SINGLE_PLAYER, kind.private_info == private.ALL_PLAYERS
        self.look = engine_of(game).kernel(game.observation.observe)
        self.size = game.observation.SIZE
        self.hand = next((slice(at, at + size) for name, at, size, _ in spec(game.name).observation if name == HAND), slice(0, 0))
        happenings = [*game.tokens, *(f"={outcome}" for outcome in chance.outcomes)]
        self.numbers = {name: number for number, name in enumerate(happenings, 1)}
        self.dict, self.tensor = self.room()

    def room(self) -> tuple[dict[str, Numbers], Numbers | None]:
        """Return arrays for the parts of the tensor, and the tensor itself, of which they are views; None if there is no tensor."""
        sizes = {"observation": self.size if self.public else 0}
        sizes["hands"] = (self.hand.stop - self.hand.start) * (self.players if self.all else self.alone and not self.public)
        watchers = self.players if self.all else int(self.public or self.alone)
        sizes["recalled"] = RECALLED * watchers if self.recalls else 0
        tensor = np.zeros(sum(sizes.values()), dtype=np.float32)
        parts, at = {}, 0
        for name, size in sizes.items():
            if size:
                parts[name] = tensor[at : at + size]
            at += size
        return parts, tensor if parts else None

    def set_from(self, state: pyspiel.State, player: int) -> None:
        """Fill the tensor.

        `observation` is laid out as in `lostcities.rl.spec`; `hands` has the field of that name for each hand that is shown;
        `recalled` has the last events seen, the latest first, for each seat whose view is used.
        """
        story: Story = state.story
        if self.tensor is None:
            return
        self.tensor.fill(0)
        if story.state.rounds:
            self.show_moment(story, player)
        if "recalled" in self.dict:
            rows = self.dict["recalled"].reshape(-1, RECALLED)
            for row, seen in zip(rows, self.stories(story, player), strict=True):
                last = [self.numbers.get(name, 0) for name in reversed(seen[-RECALLED:])]
                row[: len(last)] = last

    def show_moment(self, story: Story, player: int) -> None:
        if "observation" in self.dict:
            shown = self.observed(story, player if self.alone or self.all else 0)
            if not (self.alone or self.all):
                shown[self.hand] = 0
            self.dict["observation"][:] = shown
        if "hands" in self.dict:
            seats = range(self.players) if self.all else (player,)
            self.dict["hands"][:] = np.concatenate([self.observed(story, seat)[self.hand] for seat in seats])

    def observed(self, story: Story, seat: int) -> Bytes:
        out = np.zeros(self.size, dtype=np.uint8)
        self.look(np.frombuffer(story.state.row, dtype=np.uint8), seat, out)
        return out

    def stories(self, story: Story, player: int) -> list[list[str]]:
        """Return what each seat whose view is used has seen."""
        seen = story.seen
        if self.public and not (self.alone or self.all):
            return [seen.public]
        by_seat = seen.seats if self.public else seen.own
        return by_seat if self.all else [by_seat[player]] if self.alone else []

    def string_from(self, state: pyspiel.State, player: int) -> str:
        """Return JSON: the view, or the hand without public information, or a list of them for all players; or all that has been seen."""
        story: Story = state.story
        if self.recalls:
            return "\n".join(" ".join(seen) for seen in self.stories(story, player))
        look = story.state.view if self.public else story.state.hand
        if self.all:
            return compact([look(seat) for seat in range(self.players)])
        if self.alone:
            return compact(look(player))
        return compact(story.state.view(None)) if self.public else ""
