"""What training needs to know about the card game: the tables to play at, the worth of a point, and what the critic may see."""

from lostcities.bots.interface import Mix
from lostcities.games.card.components import RANKS
from lostcities.games.card.rules import DECK, HAND, KNOWN, LEFT, MAX_HAND, SIDE, deck_size, hand_size
from lostcities.games.kernel import Row, clear

CAP = 160
"""Three times the turns of a typical round."""
MIX: Mix = (
    (48, 2, {"colors": 5, "rounds": 3, "max_turns": CAP}),
    (22, 2, {"colors": 5, "rounds": 1, "max_turns": CAP}),
    (16, 2, {"colors": 6, "rounds": 3, "max_turns": CAP}),
    (8, 2, {"colors": 6, "rounds": 1, "max_turns": CAP}),
    (4, 2, {"colors": 5, "rounds": 2, "max_turns": CAP}),
    (2, 2, {"size": "mini", "rounds": 1}),
)

POINT = 250
"""Points count beside the match, so that a match that is almost decided is still played well."""
WIN = 1.0
VALUE = 80
"""About how many points of lead a value of 1 is worth during a match: 1/250 per point, and rather more again for the match."""
DOUBT = 0.17
SPREAD = 0.6
AHEAD = 0

SECRETS = 32
"""What the critic sees of a colour beyond the features, rank by rank: the cards in the other hand that nobody knows of, how many are
unseen, and how soon they come from the deck."""
ONE = 16
NEVER_LATER = 8


def secrets(row: Row, seat: int, color: int, out: Row) -> None:
    """Write the SECRETS of a colour."""
    clear(out, 0, SECRETS)
    other = seat ^ 1
    first = color * RANKS
    for i in range(hand_size(row, other)):
        rank = row[HAND + other * MAX_HAND + i] - first
        if 0 <= rank < RANKS:
            out[rank] += ONE
    for rank in range(RANKS):
        out[rank] -= ONE * row[KNOWN + other * SIDE + first + rank]
        out[RANKS + rank] = out[rank]
    left = row[LEFT]
    top = DECK + deck_size(row) - left
    for i in range(left):
        rank = row[top + i] - first
        if 0 <= rank < RANKS:
            out[RANKS + rank] += ONE
            out[2 * RANKS + rank] += (left - i) // 2 + NEVER_LATER
