"""What training needs to know of the card game: the tables it plays at, what a point is worth, what the critic may see."""

from lostcities.games.card.components import RANKS
from lostcities.games.card.rules import DECK, HAND, LEFT, MAX_HAND, deck_size, hand_size
from lostcities.games.kernel import Row, clear

CAP = 300
MIX = (
    (48, 2, {"colors": 5, "rounds": 3, "max_turns": CAP}),
    (22, 2, {"colors": 5, "rounds": 1, "max_turns": CAP}),
    (16, 2, {"colors": 6, "rounds": 3, "max_turns": CAP}),
    (8, 2, {"colors": 6, "rounds": 1, "max_turns": CAP}),
    (4, 2, {"colors": 5, "rounds": 2, "max_turns": CAP}),
    (2, 2, {"size": "mini", "rounds": 1}),
)
"""Of a hundred matches, how many are played with so many players and these options."""

POINT = 50
"""So many points of lead are worth 1."""
WIN = 0.8
"""What a match won is worth; lost, as much less. 40 points."""

SECRETS = 24
"""What the critic sees of a colour beyond the features: the other hand, and how soon each card comes from the deck."""
SOON = 16


def secrets(row: Row, seat: int, color: int, out: Row) -> None:
    """Writes the SECRETS of a colour."""
    clear(out, 0, SECRETS)
    other = seat ^ 1
    for i in range(hand_size(row, other)):
        card = row[HAND + other * MAX_HAND + i]
        if card // RANKS == color:
            out[card - color * RANKS] += SOON
    left = row[LEFT]
    top = DECK + deck_size(row) - left
    for i in range(left):
        card = row[top + i]
        if card // RANKS == color:
            out[RANKS + card - color * RANKS] += (left - i) // 2 + 8
