"""Games that were played together, as columns. They are the same as those of games played one after another and replayed."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from lostcities.data.columns import Positions, Rounds, split
from lostcities.data.parts import chance_of
from lostcities.play.crowd import Crowd, Decisions


def columns_of(numbers: Sequence[int], crowd: Crowd, decisions: Decisions) -> tuple[Rounds, Positions]:
    """Return the rounds and positions of finished matches, given the numbers of the games."""
    chance = chance_of(crowd.game)
    states = [match.state for match in crowd.matches]
    played = [one for state in states for one in state.rounds]
    lengths = np.array([end - start for ends in crowd.ends for start, end in pairwise([0, *ends])])
    rounds = Rounds(
        games=np.repeat(np.array(numbers, dtype=np.uint32), [len(state.rounds) for state in states]),
        numbers=np.concatenate([np.arange(1, len(state.rounds) + 1, dtype=np.uint8) for state in states]),
        starters=np.array([one.starter for one in played], dtype=np.uint8),
        turns=np.concatenate([np.array(turns, dtype=np.uint16) for turns in crowd.turns]),
        truncated=np.array([one.truncated for one in played], dtype=np.uint8),
        scores=np.array([one.scores for one in played], dtype=np.int16),
        actions=split(decisions.actions, lengths),
        seats=split(decisions.seats, lengths),
        chance=[np.frombuffer(chance.write(one.setup), dtype=np.uint8) for one in played],
    )
    return rounds, Positions(decisions.observations, decisions.masks)
