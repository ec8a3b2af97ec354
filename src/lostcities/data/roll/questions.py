"""Questions about the roll & write game: how many expeditions to start, and how often to pass?"""

from lostcities.games.game import State
from lostcities.games.roll import rules
from lostcities.games.roll.components import DIGITS

CHOICES = """
CREATE TEMP TABLE choices AS
SELECT match, round, seat,
       count(DISTINCT CASE WHEN action < {none} THEN action // {digits}
                           WHEN action >= {move} AND action < {move_none} THEN action - {move} END) AS begun,
       count_if(action = {none}) AS refused
FROM decisions GROUP BY ALL
"""

BY_SEAT = 'SELECT match, round, {found} AS "group", score AS x FROM results JOIN choices USING (match, round, seat)'

QUESTIONS = (
    ("colors", BY_SEAT.format(found="begun")),
    ("refused", BY_SEAT.format(found="refused")),
)
"""The name and the samples of each question."""


def tables(_table: State) -> str:
    """Return SQL for every seat's choices: how many expeditions it started, and how often it passed."""
    return CHOICES.format(none=rules.TAKE_NONE, digits=DIGITS, move=rules.MOVE, move_none=rules.MOVE_NONE)
