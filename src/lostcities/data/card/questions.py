"""Questions about the card game: how many colours to start, and does a wager pay?"""

from lostcities.games.card import rules
from lostcities.games.card.components import RANKS, box_of
from lostcities.games.game import State

EXPEDITIONS = """
CREATE TEMP TABLE expeditions AS
WITH laid AS (
    SELECT match, round, seat, (action // {ranks})::UTINYINT AS color, count(*) AS cards,
           count_if(action % {ranks} = 0)::UTINYINT AS wagers,
           sum(CASE WHEN action % {ranks} > 0 THEN action % {ranks} + 1 ELSE 0 END) AS points
    FROM decisions WHERE action < {discard} GROUP BY ALL)
SELECT match, round, seat, wagers, ((points - {cost}) * (1 + wagers) + CASE WHEN cards >= {long} THEN {bonus} ELSE 0 END)::SMALLINT AS worth
FROM laid
"""

BEGUN = """
SELECT match, round, coalesce(begun, 0) AS "group", score AS x
FROM results LEFT JOIN (SELECT match, round, seat, count(*) AS begun FROM expeditions GROUP BY ALL) USING (match, round, seat)
"""

QUESTIONS = (
    ("colors", BEGUN),
    ("wagers_pay", 'SELECT match, round, wagers AS "group", (worth > 0)::UTINYINT AS x FROM expeditions', "share"),
    ("wagers", 'SELECT match, round, wagers AS "group", worth AS x FROM expeditions'),
)
"""The name and the samples of each question, and their unit if it is not points."""


def tables(table: State) -> str:
    """Return SQL for the expeditions of every seat, with their scores."""
    box = box_of(table.options)
    return EXPEDITIONS.format(ranks=RANKS, discard=rules.DISCARD, cost=box.cost, bonus=box.bonus, long=box.long)
