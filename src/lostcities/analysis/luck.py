"""The luck of a round: for every chance event, what the position is worth after it, less what it was worth before on average.

Whatever the critic thinks, luck has a mean of 0: the expectation is over everything that could have happened, each as likely as it
was. Where that is too much to look at (a deal, a roll of six dice), it is estimated from outcomes drawn independently of the real one.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b

import msgspec
import numpy as np

from lostcities.analysis.story import MatchStory, RoundStory
from lostcities.bots.critics.critic import Critic, Rows, critic_of
from lostcities.bots.critics.manners import Manner, told
from lostcities.bots.interface import engine_of
from lostcities.bots.network import Floats
from lostcities.games import forks
from lostcities.games.engine import seeds
from lostcities.games.game import Game
from lostcities.games.head import PLAYER

DEALS = 256
"""Deals from which the expectation before a deal is estimated."""
DEAL = "deal"


class ChanceEvent(msgspec.Struct, frozen=True):
    """One event of chance, and what it gave every seat."""

    move: int
    """The move that led to it; 0: the deal."""
    what: str
    seat: int
    """Who drew or rolled; at a deal, the starter."""
    luck: list[float]


class RoundLuck(msgspec.Struct, frozen=True):
    """What the critic says about a round as it went."""

    start: list[float]
    """What every seat could expect before the deal."""
    start_chances: list[float]
    """Its chance to win the match at that time."""
    events: list[ChanceEvent]
    leads: list[list[float]]
    """After the deal and after every move, each seat's expected lead; at the end, the lead it has."""
    chances: list[list[float]]
    """The same for its chance to win the match; the last one is not known yet."""


def luck_of(critic: Critic, story: RoundStory, seed: int) -> RoundLuck:
    """Return the luck of a round. The same seed gives the same figures."""
    seed = of_round(story, seed)
    before = standings(story.game, story.rows[:1])[0, : story.players]
    leads, chances = critic.judge(story.rows, before)
    start, start_chances = before_deal(critic, story, before, seed)
    deal = ChanceEvent(0, DEAL, int(story.rows[0, PLAYER]), (leads[0] - start).tolist())
    events = [deal, *draws(critic, story, before, leads, seed)]
    return RoundLuck(start.tolist(), start_chances.tolist(), events, leads.tolist(), chances.tolist())


def luck_of_match(story: MatchStory, manners: Sequence[Manner] = (), seed: int = 0) -> list[float]:
    """Return how many points of lead luck gave every seat in all rounds of a match. The critic is told who plays, if that is known."""
    critic = critic_of(story.game).told(told(manners)) if manners else critic_of(story.game)
    found = [luck_of(critic, played, seed + played.number) for played in story.rounds]
    return [sum(event.luck[seat] for luck in found for event in luck.events) for seat in range(len(story.names))]


def of_round(story: RoundStory, seed: int) -> int:
    """Return a seed of the round's own. If all rounds were compared with the same outcomes, their errors would not average out."""
    return int.from_bytes(blake2b(story.rows.tobytes(), digest_size=7, salt=seed.to_bytes(8)).digest())


def standings(game: Game, rows: Rows) -> Floats:
    """Return what every seat would have if the match ended now."""
    points = np.zeros((len(rows), game.max_players), dtype=np.float32)
    engine_of(game).kernel(forks.standings)(rows, points)
    return points


def before_deal(critic: Critic, story: RoundStory, before: Floats, seed: int) -> tuple[Floats, Floats]:
    """Return the leads and chances that every seat can expect before the round is dealt."""
    rows = np.tile(story.setup, (DEALS, 1))
    engine_of(story.game).kernel(forks.deal_rows)(rows, seeds(seed, DEALS))
    leads, chances = critic.judge(rows, before)
    return leads.mean(axis=0), chances.mean(axis=0)


def draws(critic: Critic, story: RoundStory, before: Floats, leads: Floats, seed: int) -> list[ChanceEvent]:
    """Return the chance events after the deal."""
    game, count = story.game, len(story.moves)
    outcomes, tries = game.chance.OUTCOMES, game.chance.OUTCOMES * game.chance.SAMPLES
    forked = np.zeros((count, tries, story.rows.shape[1]), dtype=np.uint8)
    weights = np.zeros((count, tries), dtype=np.float32)
    uncertain = np.zeros((count, tries), dtype=np.uint8)
    rngs = seeds(seed + 1, count * tries)
    engine_of(game).kernel(forks.fork)(story.rows[:-1], story.actions, outcomes, rngs, forked, weights, uncertain)
    asked = uncertain.max(axis=1) > 0
    possible = (weights > 0) & asked.reshape(-1, 1)
    expected = np.zeros((count, story.players), dtype=np.float64)
    found, _ = critic.judge(forked[possible], before)
    np.add.at(expected, np.nonzero(possible)[0], found * weights[possible][:, None])
    later = game.chance.LATER
    return [
        ChanceEvent(i + 1, game.chance.EVENT, int(story.rows[i + later, PLAYER]), (leads[i + 1] - expected[i]).tolist())
        for i in np.flatnonzero(asked).tolist()
    ]
