"""Questions about the board game: how many paths to start, and which of them with the scientist?"""

from lostcities.games.board import rules
from lostcities.games.game import State

OPENINGS = """
CREATE TEMP TABLE openings AS
SELECT match, round, seat, action >= {scientist} AS by_scientist,
       row_number() OVER (PARTITION BY match, round, seat ORDER BY number) AS path
FROM decisions WHERE action >= {explorer} AND action < {discard}
"""

BY_SEAT = """
SELECT match, round, coalesce(found, 0) AS "group", score AS x
FROM results LEFT JOIN (SELECT match, round, seat, {found} AS found FROM openings GROUP BY ALL) USING (match, round, seat)
"""

QUESTIONS = (
    ("paths", BY_SEAT.format(found="count(*)")),
    ("scientist", BY_SEAT.format(found="max(path) FILTER (by_scientist)")),
)
"""The name and the samples of each question."""


def tables(_table: State) -> str:
    """Return SQL for the paths of every seat, in the order in which it opened them."""
    return OPENINGS.format(explorer=rules.OPEN_EXPLORER, scientist=rules.OPEN_SCIENTIST, discard=rules.DISCARD)
