"""The first lesson of the board game. All its positions are on the same board."""

from lostcities.games.board.components import CARD_NAMES, COPIES, REMOVED
from lostcities.lessons.dealing import Box, position
from lostcities.lessons.lesson import Ask, Lesson, Step

ALL = tuple(card for card in CARD_NAMES for _ in range(COPIES))
TILES = {"Y": "A 10 > A 15", "B": "5 A > 10 >", "W": "> A 15 A >", "G": "10 > A > A", "R": "5 A A > >"}
BOX = Box(ALL, len(ALL) - REMOVED, {"tiles": {path: tiles.split() for path, tiles in TILES.items()}})


def path(*colors: str) -> tuple[str, ...]:
    """Return the places of some paths: their steps and tiles, and the learner's figures there."""
    return tuple(f"{place}:{color}" for color in colors for place in ("step", "tile", "figure:0"))


def cards(*colors: str) -> tuple[str, ...]:
    """Return the same with the cards in the hand."""
    return (*(f"hand:{color}" for color in colors), *path(*colors))


def draw(*replies: str) -> Ask:
    return Ask("draw", right=("+",), lit=("deck",), replies=replies)


PATHS = Step(
    "paths",
    position(BOX, "", "", ("Y1 Y1 Y4 B7 W6 G8 R5 R9", "B2"), "G4 Y8 W3", left=64),
    (
        Ask(
            "paths",
            right=("Y1:e",),
            lit=cards("Y"),
            others={"Y1:s": "paths.scientist", "Y4:*": "paths.high"},
        ),
        draw("B2:e", "+"),
        Ask("rising", right=("Y1",), lit=cards("Y"), others={"Y4": "rising.high", "[BWGR]*:?": "rising.other"}),
    ),
)

SCIENTIST = Step(
    "scientist",
    position(BOX, "Y1:e Y1", "B2:e B3", ("B4 W6 G2 G3 G5 G7 G8 R9", ""), "R2", left=60),
    (
        Ask(
            "scientist",
            right=("G2:s",),
            lit=cards("G"),
            others={"G2:e": "scientist.explorer", "G?:s": "scientist.high", "?*:s": "scientist.alone"},
        ),
    ),
)

TILE = Step(
    "tiles",
    position(BOX, "B1:e B2 B3 W2:e", "G1:e G2 -Y9 -R2", ("B6 W5 Y8 G9 R9 R5 R3 Y4", ""), "R2", left=56),
    (
        Ask("tiles", right=("W5",), lit=cards("W", "B"), others={"B6": "tiles.artifact"}),
        Ask("arrow", right=(">B",), lit=path("W", "B"), others={">.": "arrow.declined", ">*": "arrow.less"}),
    ),
)

BRIDGE = Step(
    "bridges",
    position(BOX, "W1:e W2>W W3 W4 W5 Y1:e", "B2:e B3 G1:e G2 -R8 -Y9", ("W8 Y3 Y5 B7 B9 G9 R9 R3", ""), "R2", left=52),
    (Ask("bridges", right=("W8",), lit=cards("W"), others={"Y?": "bridges.less"}),),
)

END = Step(
    "end",
    position(
        BOX,
        "Y0:e Y0 Y1 Y1 Y2 Y3>Y B0:e B0 B1 B1 B2 B3>B W4:e W4>W W5 W5 W6 R7:s R7 R8",
        "R1:e R1 R2 R3 R4 R5 R6>. W0:e W0>W W1 W1 W2 W3 G0:e G0",
        ("W8 R9 R10 G9 G7 B9 Y8 Y9", "G3 G1"),
        "G8 G5 G6",
        left=24,
    ),
    (
        Ask("rescue", right=("R9",), lit=cards("R", "W"), others={"W8": "rescue.over", "R10": "rescue.high"}),
        draw("-G3", "+"),
        Ask("end", right=("W8",), lit=cards("W"), others={}),
    ),
)

LESSON = Lesson(
    "board",
    (PATHS, SCIENTIST, TILE, BRIDGE, END),
    {"+*": "draw.pile", "-*": "other.discarded", "*:?": "other.opened", "*": "other.went"},
)
