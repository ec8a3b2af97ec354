"""Networks as players of many matches: `net`, its quick copy, and the characters, compiled for a CPU.

The same position can get slightly different logits in another batch, because sums are rounded in another order. Where that
could change the choice, the position is computed again exactly as the bot for one match computes it: so a match is the same alone, in a
batch and on a GPU.
"""

from __future__ import annotations

import math
from collections.abc import MutableSequence, Sequence
from functools import cached_property
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from lostcities.bots.batches.policy import Array, BatchPolicy, nth_legal
from lostcities.bots.interface import engine_of, features_of, table_features, token_features
from lostcities.bots.net_bot import PATIENCE, Manner, held_back, pick
from lostcities.bots.network import Floats, Network, Seen, load
from lostcities.bots.quick import QuickNetwork
from lostcities.games.game import Game
from lostcities.games.kernel import Row, get16
from lostcities.games.notation import DRAW
from lostcities.games.threads import first, stride

AT_ONCE = 256
"""Positions that are computed together: their activations fit into a core's cache."""
DOUBT = 3e-4
"""Logits that differ by less could change places in another batch: five times the largest difference seen between two of them."""
UNKNOWN = -1
"""Stands for an action that the network has yet to choose."""


def write_features(observations: Sequence[Row], tokens: Sequence[Sequence[Row]], tables: Sequence[Row]) -> None:
    """Write the network's input for every position. A kernel."""
    for place in range(first(), len(observations) * (len(tokens[0]) + 1), stride()):
        i = place % len(observations)
        token = place // len(observations)
        if token < len(tokens[i]):
            token_features(observations[i], token, tokens[i][token])
        else:
            table_features(observations[i], tables[i])


def choose_at_sight(
    observations: Sequence[Row],
    masks: Sequence[Row],
    luck: Sequence[Sequence[float]],
    held: Row,
    impulse: float,
    deck: int,
    turn_at: int,
    patience: int,
    actions: Row,
) -> None:
    """Choose wherever no network is needed: impulses, a round that must end, a single legal move. UNKNOWN elsewhere. A kernel.

    `patience` is the turn from which on only the deck is drawn from.
    """
    for i in range(first(), len(masks), stride()):
        mask = masks[i]
        if luck[i][0] < impulse:
            actions[i] = nth_impulse(mask, held, luck[i][1])
        elif deck >= 0 and mask[deck] and get16(observations[i], turn_at) >= patience:
            actions[i] = deck
        else:
            actions[i] = single_legal(mask)


def nth_impulse(mask: Row, held: Row, share: float) -> int:
    """Return the move that lies this share of the way through those that do something at once; through all if none does."""
    hasty = 0
    for action in range(len(mask)):
        hasty += mask[action] and not held[action]
    if hasty == 0:
        return nth_legal(mask, share)
    wanted = int(share * hasty)
    action = -1
    while wanted >= 0:
        action += 1
        wanted -= mask[action] and not held[action]
    return action


def single_legal(mask: Row) -> int:
    """Return the only legal action, or UNKNOWN if there are more."""
    found = UNKNOWN
    for action in range(len(mask)):
        if mask[action]:
            if found >= 0:
                return UNKNOWN
            found = action
    return found


def choose(
    logits: Sequence[MutableSequence[float]],
    masks: Sequence[Row],
    luck: Sequence[Sequence[float]],
    temperature: float,
    doubt: float,
    actions: Row,
) -> None:
    """Choose by logits wherever the action is UNKNOWN. It stays so if rounding could change the choice. A kernel."""
    for i in range(first(), len(masks), stride()):
        if actions[i] < 0:
            if temperature > 0:
                actions[i] = sample(logits[i], masks[i], temperature, luck[i][1], doubt / temperature)
            else:
                actions[i] = best(logits[i], masks[i], doubt)


def best(logits: MutableSequence[float], mask: Row, doubt: float) -> int:
    """Return the best legal action; UNKNOWN if another one is nearly as good."""
    action = second = -1
    for other in range(len(mask)):
        if mask[other]:
            if action < 0 or logits[other] > logits[action]:
                second = action
                action = other
            elif second < 0 or logits[other] > logits[second]:
                second = other
    if second >= 0 and logits[action] - logits[second] < doubt:
        return UNKNOWN
    return action


def sample(logits: MutableSequence[float], mask: Row, temperature: float, share: float, doubt: float) -> int:
    """Return the action at this share of the legal ones' chances; UNKNOWN if the share is at a boundary between two."""
    highest = -math.inf
    for action in range(len(mask)):
        if mask[action] and logits[action] > highest:
            highest = logits[action]
    total = 0.0
    for action in range(len(mask)):
        if mask[action]:
            total += math.exp((logits[action] - highest) / temperature)
    aim = share * total
    reached = 0.0
    for action in range(len(mask)):
        if mask[action]:
            before = reached
            reached += math.exp((logits[action] - highest) / temperature)
            if reached > aim:
                near = reached - aim < doubt * total or (before > 0 and aim - before < doubt * total)
                return UNKNOWN if near else action
    return UNKNOWN


class NetPolicy(BatchPolicy):
    """Plays like `NetBot` with the same manner: decision by decision, given the same random numbers."""

    def __init__(self, game: Game, file: str | None = None, quick: bool = False, manner: Manner | None = None) -> None:
        self.game = game
        self.network = load(game, file).networks["quick" if quick else "net"]
        self.manner = manner or Manner()
        self.luck = self.manner.luck
        self.held = np.array([held_back(token) for token in game.tokens], dtype=np.uint8)
        self.deck = game.actions.get(DRAW, UNKNOWN)
        places = offsets(game)
        self.turn_at, self.players_at = places["turn"], places.get("players")

    def decide(self, observations: Array, masks: Array, luck: Array | None = None) -> Array:
        count = len(masks)
        actions = np.empty(count, dtype=np.int64)
        if count == 0:
            return actions
        drawn = self.draw(luck, count) if self.luck else np.zeros((count, 2))
        cpu = self.cpu
        cpu.choose_at_sight(observations, masks, drawn, self.held, *self.sight(observations), actions)
        unknown = np.flatnonzero(actions < 0)
        for start in range(0, len(unknown), AT_ONCE):
            part = unknown[start : start + AT_ONCE]
            logits = cpu.logits(observations[part])
            chosen = np.full(len(part), UNKNOWN, dtype=np.int64)
            cpu.choose(logits, masks[part], drawn[part], self.manner.temperature, DOUBT, chosen)
            actions[part] = chosen
        for i in np.flatnonzero(actions < 0):
            actions[i] = self.alone(observations[i], masks[i], float(drawn[i, 1]))
        return actions

    @cached_property
    def cpu(self) -> Compiled:
        return Compiled(self.game, self.network)

    def sight(self, observations: Array) -> tuple[float, int, int, int]:
        """Return what `choose_at_sight` needs to know about this player and this table."""
        players = self.game.min_players if self.players_at is None else int(observations[0, self.players_at])
        return self.manner.impulse, self.deck, self.turn_at, PATIENCE * players

    def alone(self, observation: NDArray[np.uint8], mask: NDArray[np.uint8], share: float) -> int:
        """Return what the network chooses in one position, computed as the bot for one match does."""
        legal = np.flatnonzero(mask)
        logits, _ = self.network(*self.cpu.features(observation[None]))
        return int(legal[pick(logits[0, legal], self.manner.temperature, share)])


class Compiled:
    """A network's kernels and arrays on a CPU."""

    def __init__(self, game: Game, network: Network) -> None:
        engine, features = engine_of(game), features_of(game)
        self.choose_at_sight = engine.kernel(choose_at_sight)
        self.choose = engine.kernel(choose)
        self.write_features = engine.kernel(write_features)
        self.quick = QuickNetwork(network, engine, features, AT_ONCE)
        self.tokens = np.empty((AT_ONCE, features.TOKENS, features.TOKEN), dtype=np.uint8)
        self.tables = np.empty((AT_ONCE, features.TABLE), dtype=np.uint8)

    def logits(self, observations: NDArray[np.uint8]) -> Floats:
        """Return the logits of all actions."""
        return self.quick(*self.features(observations))

    def features(self, observations: NDArray[np.uint8]) -> Seen:
        """Return the network's input. The arrays are overwritten by the next call."""
        tokens, tables = self.tokens[: len(observations)], self.tables[: len(observations)]
        self.write_features(observations, tokens, tables)
        return tokens, tables


def offsets(game: Game) -> dict[str, int]:
    """Return where each field of an observation begins."""
    names, sizes, _ = zip(*game.observation.SPEC, strict=True)
    return dict(zip(names, accumulate(sizes[:-1], initial=0), strict=True))
