"""Compile what an analysis of a game needs, so that nobody waits for it later: once per machine, then it is found in the cache."""

import random

from lostcities.analysis.report import Analyst, Task
from lostcities.analysis.story import read_story
from lostcities.games.game import Game
from lostcities.play import Match, Seeded
from lostcities.records import record_of


def prepare(game: Game) -> None:
    """Analyse the first round of a random match, its first decision, and the last ones, before which the round is played out."""
    rng = random.Random(0)
    match = Match.new(game, game.min_players, game.capped({}), Seeded(rng))
    while match.state.outcome() is None:
        if not match.state.dealt:
            match.deal()
        match.push(rng.choice(match.state.legal()))
    story = read_story(record_of(match.state, [""] * game.min_players))
    analyst, last = Analyst(story), len(story.rounds[0].moves)
    for task in (Task(1), Task(1, 1, 1), Task(1, last - 3, last)):
        analyst.do(task)
