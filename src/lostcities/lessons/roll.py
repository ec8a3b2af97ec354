"""The first lesson of the roll & write game."""

import re

from lostcities.lessons.lesson import Ask, Lesson, Position, Step

MOVE = re.compile(r"[A-Z]\d|>[A-Z.]|\.")
DICE = 3


def position(own: str, other: str, *rolls: str) -> Position:
    """Return the position after both seats have made their turns, with dice that allow them, at the first of further rolls.

    `own` and `other` name what a seat enters in each turn: `R1 R2>G .`, one entry per turn of the game.
    """
    turns = [[MOVE.findall(turn) for turn in seat.split()] for seat in (own, other)]
    pairs = [pair if turn % 2 == 0 else pair[::-1] for turn, pair in enumerate(zip(*turns, strict=True))]
    thrown = [dice_for(roller[0], chooser[0]) for roller, chooser in pairs]
    moves = tuple(move for pair in pairs for made in pair for move in made)
    return Position({"rolls": thrown + [[roll[:DICE], roll[DICE:]] for roll in rolls]}, moves)


def dice_for(roller: str, chooser: str) -> list[str]:
    """Return a roll from which the roller and then the other can take what they want."""
    wanted = [move for move in (roller, chooser) if move != "."] or ["R0"]
    return ["".join(faces).ljust(DICE, faces[-1]) for faces in ([move[sort] for move in wanted] for sort in (0, 1))]


DIE = "die:"

START = Step(
    "dice",
    position("", "", "ROG147"),
    (Ask("dice", right=("?1",), lit=(DIE, "column:0:R", "column:0:O", "column:0:G"), others={"??": "dice.high"}),),
)

GAPS = Step(
    "gaps",
    position("B2 G3", "O1 P2", "BGY397"),
    (Ask("gaps", right=("B3", "G3"), lit=(DIE, "column:0:B", "column:0:G"), others={"[BG]?": "gaps.wide"}),),
)

CIRCLES = Step(
    "circles",
    position("B2 G3 B3 G3", "O1 P2 O3 P3", "ROP059"),
    (Ask("circles", right=("?0",), lit=(DIE, "column:0:R", "column:0:O", "column:0:P"), others={"??": "circles.number"}),),
)

ARROWS = Step(
    "arrows",
    position("B1 B2 B2>R G1", "O1 P2 O3 P3", "RYO269"),
    (
        Ask("arrows", right=("R2",), lit=(DIE, "column:0:R"), others={"R?": "gaps.wide"}),
        Ask("advance", right=(">B",), lit=(DIE, "column:0:B", "column:0:R"), others={">.": "advance.declined", ">?": "advance.other"}),
    ),
)

BRIDGES = Step(
    "bridges",
    position("B1 B1 B2>B B3 B4 G1", "O1 P2 O3 P3 O4 P4", "BYO589"),
    (Ask("bridges", right=("B?",), lit=(DIE, "column:0:B"), others={"??": "bridges.other"}),),
)

EXHAUSTION = Step(
    "exhaustion",
    position("B1 . . . . . . .", "O1 P2 O3 P3 O4 P4 O5 G1", "RYG899", "BYO589"),
    (
        Ask("eighth", right=(".",), lit=(DIE, "none", "column:0:D"), others={"??": "eighth.taken"}, replies=("Y8", "O8")),
        Ask("ninth", right=("??",), lit=(DIE, "none", "column:0:D"), others={".": "ninth.none"}),
    ),
)

LESSON = Lesson(
    "roll",
    (START, GAPS, CIRCLES, ARROWS, BRIDGES, EXHAUSTION),
    {".": "other.none", ">*": "advance.other", "??": "other.begun"},
)
