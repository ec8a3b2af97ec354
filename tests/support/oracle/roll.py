"""The roll & write game, read from its rules: a sheet is lists of the numbers written and counts of filled places."""

import random
from dataclasses import dataclass, field
from itertools import count

from support.oracle import Match, Options, Table, spelled

COLOURS = "ROYGBP"
ARROWS = {"R": (2, 8), "O": (6, 7), "Y": (3, 5), "G": (5, 7), "B": (3, 9), "P": (4, 6)}
ARTIFACTS = {"R": (3, 6), "O": (2, 4), "Y": (2, 7), "G": (4, 9), "B": (5, 8), "P": (8, 9)}
EXPEDITION = [0, -20, -15, -10, 5, 10, 15, 30, 35, 50]
ARTIFACT_COLUMN = [0, -40, -30, -20, 10, 20, 30, 60, 70, 100]
DICE_COLUMN = [0, -40, -30, -20, 10, 20, 30, 60, 70, 0]


def random_options(rng: random.Random) -> Options:
    return spelled(rng, {"layout": "1"}, {"layout": "1"})


def random_match(rng: random.Random, players: int, options: Options) -> Match:
    return play(Table("roll", rng, players, options))


@dataclass
class Sheet:
    boxes: dict[str, list[int]] = field(default_factory=lambda: {colour: [] for colour in COLOURS})
    circles: list[str] = field(default_factory=list)
    tops: list[str] = field(default_factory=list)
    artifacts: int = 0
    dice: int = 0
    bonus: int = 0


def play(table: Table) -> Match:
    starter = table.lot()
    rolls: list[list[str]] = []
    table.begin(starter, {"rolls": rolls})
    game = Game(table, [Sheet() for _ in range(table.players)])
    for turn in count():
        roller = (starter + turn) % table.players
        game.turn = turn
        colours, numbers = table.roll(COLOURS, 3), table.roll("0123456789", 3)
        rolls.append([colours, numbers])
        taken = game.take(roller, colours, numbers)
        if taken != ".":
            colours, numbers = colours.replace(taken[0], "", 1), numbers.replace(taken[1], "", 1)
        for other in range(1, table.players):
            game.take((roller + other) % table.players, colours, numbers)
        if len(game.crossed) == 8 or all(sheet.dice == 9 for sheet in game.sheets):
            break
    scores = [worth(sheet) for sheet in game.sheets]
    table.end(scores)
    return table.finish(list(scores), [seat for seat in range(table.players) if scores[seat] == max(scores)])


class Game:
    def __init__(self, table: Table, sheets: list[Sheet]) -> None:
        self.table = table
        self.sheets = sheets
        self.turn = 0
        self.crossed: dict[str, int] = {}  # column -> the turn in which its bridge was first crossed

    def take(self, seat: int, colours: str, numbers: str) -> str:
        sheet = self.sheets[seat]
        legal = {"."} | {c + n for c in colours for n in numbers if self.enterable(sheet, c, int(n))}
        token = self.table.ask(seat, self.turn, legal)
        if token == ".":
            if sheet.dice < 9:
                sheet.dice += 1
                self.cross(seat, "dice", sheet.dice)
        elif token[1] == "0" and not sheet.boxes[token[0]]:
            sheet.circles.append(token[0])
        else:
            self.enter(seat, token[0], int(token[1]) or 10)
        return token

    def enterable(self, sheet: Sheet, colour: str, face: int) -> bool:
        boxes = sheet.boxes[colour]
        if not boxes:
            return face > 0 or colour not in sheet.circles
        if (face or 10) < boxes[-1]:
            return False
        return len(boxes) < 9 or colour not in sheet.tops

    def enter(self, seat: int, colour: str, value: int) -> None:
        """Write the value in the next box, or mark the top of a full expedition, with everything that follows."""
        sheet = self.sheets[seat]
        boxes = sheet.boxes[colour]
        if len(boxes) == 9:
            sheet.tops.append(colour)
            self.artifact(seat)
            return
        boxes.append(value)
        self.cross(seat, colour, len(boxes))
        if len(boxes) in ARTIFACTS[colour]:
            self.artifact(seat)
        if len(boxes) in ARROWS[colour]:
            able = {">" + c for c in COLOURS if len(sheet.boxes[c]) < 9 or c not in sheet.tops}
            if able:
                token = self.table.ask(seat, self.turn, able | {">."})
                if token != ">.":
                    again = sheet.boxes[token[1]]
                    self.enter(seat, token[1], again[-1] if again else 1)

    def artifact(self, seat: int) -> None:
        sheet = self.sheets[seat]
        if sheet.artifacts < 9:
            sheet.artifacts += 1
            self.cross(seat, "artifacts", sheet.artifacts)

    def cross(self, seat: int, column: str, place: int) -> None:
        if place == 7 and self.crossed.setdefault(column, self.turn) == self.turn:
            self.sheets[seat].bonus += 20


def worth(sheet: Sheet) -> int:
    score = ARTIFACT_COLUMN[sheet.artifacts] + DICE_COLUMN[sheet.dice] + sheet.bonus
    for colour in COLOURS:
        filled = len(sheet.boxes[colour])
        if colour in sheet.circles:
            score += 2 * (EXPEDITION[filled] if filled else -50)
        else:
            score += EXPEDITION[filled]
    return score
