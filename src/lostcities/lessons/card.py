"""The first lesson of the card game."""

from lostcities.games.card.components import CARDS, FULL
from lostcities.lessons.dealing import Box, position
from lostcities.lessons.lesson import Ask, Lesson, Step

ALL = tuple(card for card in CARDS[: FULL.colors * 10] for _ in range(FULL.wagers if card.endswith("*") else 1))
BOX = Box(ALL, len(ALL))

DRAW = Ask("draw", right=("+*",), lit=("deck", "pile:"))

RISING = Step(
    "rising",
    position(BOX, "R3 -W3 R5", "Y4 -B2 -B5", ("Y9 B3 B8 W6 G8 R4 R7 R9", ""), "G4 Y2", left=38),
    (
        Ask("rising", right=("R7",), lit=("hand:R", "column:0:R"), others={"R9": "rising.high"}),
        DRAW,
    ),
)

COST = Step(
    "cost",
    position(BOX, "Y6 R3 Y7 R5", "Y4 -B2 W2 W5", ("Y8 Y10 B3 B8 W6 G8 R4 R9", ""), "G4", left=36),
    (Ask("cost", right=("Y8",), lit=("hand:Y", "column:0:Y"), others={"Y10": "cost.high", "R9": "cost.other"}),),
)

WAGERS = Step(
    "wagers",
    position(BOX, "R3 R5 R7", "Y4 -W3 -B2", ("Y9 B8 W6 G* G* G4 G6 G8", "Y6"), "G10 W9 B7", left=38),
    (
        Ask("wagers", right=("G[*]",), lit=("hand:G", "column:0:G"), others={"G?": "wagers.late"}),
        Ask("deck", right=("+",), lit=("deck",), replies=("Y6", "+")),
        Ask("second", right=("G[*]",), lit=("hand:G", "column:0:G"), others={"G?*": "second.one"}),
    ),
)

POISON = Step(
    "poison",
    position(BOX, "Y6 Y9 G5 G7 R8", "Y7 W2 W5 B3 B4", ("Y4 B7 B9 W6 W8 W10 G3 R4", ""), "G4", left=34),
    (Ask("poison", right=("-Y4",), lit=("hand:", "column:1:", "pile:"), others={"-[BW]*": "poison.gift", "-*": "poison.open"}),),
)

LATE = Step(
    "late",
    position(BOX, "R3 R5 Y6 R7 Y8", "W2 B3 W5 B6 B8", ("Y10 W3 W6 W9 B4 G2 G3 R9", ""), "G4", left=8),
    (Ask("late", right=("Y10", "R9"), lit=("hand:", "column:0:", "deck"), others={"-*": "late.discard", "*": "late.begun"}),),
)

END = Step(
    "end",
    position(BOX, "G* R3 G4 R5 G6 R7 G8", "W2 B3 W5 B6 B8", ("Y3 B4 B5 W3 W4 G9 R10 Y2", "Y5 Y7"), "B2 Y10", left=2),
    (
        Ask("end", right=("G9",), lit=("hand:G", "hand:R", "column:0:G", "column:0:R", "deck"), others={"R10": "end.less"}),
        Ask("delay", right=("+?",), lit=("pile:", "deck", "hand:R"), others={"+": "delay.deck"}, replies=("-Y5", "+")),
        Ask("last", right=("R10",), lit=("hand:R", "column:0:R")),
        Ask("over", right=("+",), lit=("deck",)),
    ),
)

LESSON = Lesson(
    "card",
    (RISING, COST, WAGERS, POISON, LATE, END),
    {"+*": "draw.pile", "-*": "other.discarded", "*": "other.begun"},
)
