"""The roll & write game in Python: `ROLL.deal({}, random.Random(7), players=3)` is a match."""

import random

from lostcities.games.errors import BadSetup, Reason
from lostcities.games.game import Below, Game, Round, Setup, State, View, check_fields
from lostcities.games.head import OVER, PHASE, PLAYER
from lostcities.games.limits import Limits
from lostcities.games.options import Options, shown
from lostcities.games.roll import chance, observation, random_play, rules, worlds
from lostcities.games.roll.components import (
    ARROW,
    ARTIFACT_VALUES,
    BOXES,
    BRIDGE,
    BRIDGE_NAMES,
    BRIDGE_POINTS,
    BRIDGES,
    COLORS,
    COLUMNS,
    DICE,
    DIGITS,
    EXPEDITION_VALUES,
    MAX_PLAYERS,
    MIN_PLAYERS,
    ONLY_A_CIRCLE,
    OPTIONS,
    SPECIAL_BOXES,
    SYMBOL_VALUES,
    TOKENS,
)
from lostcities.games.roll.dice import NUMERALS, all_rolls, as_number, check_roll, is_roll, throw

REFUSALS = {
    rules.ROUND_OVER: "round_over",
    rules.TAKE_FIRST: "take_first",
    rules.ADVANCE_FIRST: "advance_first",
    rules.NO_COLOR_DIE: "no_color_die",
    rules.NO_NUMBER_DIE: "no_number_die",
    rules.CIRCLE_MARKED: "circle_marked",
    rules.TOO_LOW: "column_too_low",
    rules.TOP_MARKED: "top_marked",
    rules.ROLL_FIRST: "roll_first",
}


class RollMatch(State):
    """A match of the roll & write game."""

    def __init__(self, game: Game, players: int, options: Options) -> None:
        super().__init__(game, players, options)
        self.coming: list[list[str]] = []
        """Rolls made elsewhere, for turns that have not begun."""

    def apply_options(self) -> None:
        """Do nothing: it has no options of its own."""

    @property
    def phase(self) -> str:
        return "advance" if self.row[PHASE] == rules.ADVANCE else "dice"

    # -- chance --

    def lay_out(self, setup: Setup) -> None:
        check_fields(setup, ("rolls",))
        rolls = setup["rolls"]
        if not isinstance(rolls, list):
            raise BadSetup(Reason("not_a_list", {"field": "rolls"}))
        for turn, roll in enumerate(rolls, 1):
            check_roll(roll, turn)
        self.coming = [list(roll) for roll in rolls]

    def start_round(self) -> None:
        super().start_round()
        self.rolls = []
        self.roll_if_due()

    def carry_out(self, action: int) -> None:
        super().carry_out(action)
        self.roll_if_due()

    def roll_if_due(self) -> None:
        """Begin the next turn if its roll is known, or if this state rolls for itself."""
        if self.row[PHASE] != rules.ROLL:
            return
        if self.coming:
            self.roll(self.coming[0])
            self.coming = self.coming[1:]
        elif self.rng is not None:
            self.roll(throw(self.below))

    def roll(self, roll: list[str]) -> None:
        self.rolls.append(roll)
        colors, numbers = roll
        rules.set_dice(self.row, as_number(colors), int(numbers))

    def leave_to_chance(self) -> None:
        super().leave_to_chance()
        self.coming = []

    def unused_chance(self) -> int:
        return len(self.coming)

    def setup(self) -> Setup:
        return {"rolls": [list(roll) for roll in self.rolls]}

    @property
    def awaits_chance(self) -> bool:
        return self.row[PHASE] == rules.ROLL

    def waiting(self) -> Reason:
        return Reason(REFUSALS[rules.ROLL_FIRST], {}) if self.dealt else super().waiting()

    def chances(self) -> list[tuple[str, float]]:
        """Return all distinct rolls, each with its colours and its numbers sorted."""
        awaited = self.awaits_chance if self.dealt else self.rng is None and not self.over
        return list(all_rolls()) if awaited else []

    def chance(self, below: Below) -> str:
        return "".join(throw(below))

    def push_chance(self, outcome: str) -> None:
        """Roll the dice: `"ROR309"`, with the dice of each kind in any order."""
        roll = [outcome[:DICE], outcome[DICE:]]
        if (self.dealt and not self.awaits_chance) or not is_roll(roll) or self.over:
            raise BadSetup(Reason("impossible_chance", {"outcome": shown(outcome)}))
        if not self.dealt:
            self.coming = []
            self.start_round()
        self.roll(roll)

    def copy(self) -> State:
        other = super().copy()
        assert isinstance(other, RollMatch)
        other.rolls = list(self.rolls)
        return other

    # -- what is known --

    def see(self, seat: int | None) -> View:
        row = self.row
        bridges = {name: self.rewarded(bridge) for bridge, name in enumerate(BRIDGE_NAMES) if row[rules.CROSSED] >> bridge & 1}
        return {
            "roller": row[rules.ROLLER],
            "dice": self.dice(),
            "sheets": [self.sheet(other) for other in range(self.players)],
            "bridges": bridges,
            "fresh": [name for bridge, name in enumerate(BRIDGE_NAMES) if row[rules.FRESH] >> bridge & 1],
        }

    def rewarded(self, bridge: int) -> list[int]:
        """Return the seats that got a bridge's points."""
        return [seat for seat in range(self.players) if self.row[rules.REWARDED + bridge] >> seat & 1]

    def dice(self) -> list[str]:
        """Return the dice that can be taken, in the order in which they fell."""
        row = self.row
        left = row[rules.LEFT] if self.player is not None else 0
        colors = row[rules.COLOR_DICE : rules.COLOR_DICE + left]
        numbers = row[rules.NUMBER_DICE : rules.NUMBER_DICE + left]
        return ["".join(COLORS[color] for color in colors), "".join(NUMERALS[number] for number in numbers)]

    def sheet(self, seat: int) -> View:
        row = self.row
        return {
            "circles": marked(row[rules.CIRCLES + seat]),
            "boxes": {color: boxes for i, color in enumerate(COLORS) if (boxes := self.boxes(seat, i))},
            "tops": marked(row[rules.TOPS + seat]),
            "artifacts": row[rules.ARTIFACTS + seat],
            "dice": row[rules.SYMBOLS + seat],
            "bonus": rules.bridge_points(row, seat),
        }

    def boxes(self, seat: int, color: int) -> list[int]:
        """Return the numbers in an expedition, from the lowest box up; 10 is written for a 0."""
        start = rules.BOX + seat * rules.SHEET_BOXES + color * BOXES
        return list(self.row[start : start + self.row[rules.FILLED + seat * COLUMNS + color]])

    def fill(self, view: View, rng: random.Random) -> None:
        row = self.row
        row[rules.ROLLER] = view["roller"]
        for seat, sheet in enumerate(view["sheets"]):
            self.fill_sheet(seat, sheet)
        for name, seats in view["bridges"].items():
            row[rules.CROSSED] |= 1 << BRIDGE_NAMES.index(name)
            row[rules.REWARDED + BRIDGE_NAMES.index(name)] = sum(1 << seat for seat in seats)
        for name in view.get("fresh", []):
            row[rules.FRESH] |= 1 << BRIDGE_NAMES.index(name)
        self.rounds.append(Round(self.starter))
        self.dealt = not self.scores
        self.fill_dice(view)

    def fill_dice(self, view: View) -> None:
        """Set the dice on the table and whose decision it is."""
        row = self.row
        row[PLAYER] = view["roller"] if view["to_move"] is None else view["to_move"]
        phases = {"dice": rules.TAKE, "advance": rules.ADVANCE, None: rules.ROLL}
        row[PHASE] = phases[view["phase"]] if self.dealt else OVER
        colors, numbers = view["dice"]
        row[rules.LEFT] = len(colors)
        for i, (color, number) in enumerate(zip(colors, numbers, strict=True)):
            row[rules.COLOR_DICE + i] = COLORS.index(color)
            row[rules.NUMBER_DICE + i] = int(number)

    def fill_sheet(self, seat: int, sheet: View) -> None:
        row = self.row
        row[rules.CIRCLES + seat] = sum(1 << COLORS.index(color) for color in sheet["circles"])
        row[rules.TOPS + seat] = sum(1 << COLORS.index(color) for color in sheet["tops"])
        row[rules.ARTIFACTS + seat] = sheet["artifacts"]
        row[rules.SYMBOLS + seat] = sheet["dice"]
        for color, numbers in sheet["boxes"].items():
            column = seat * COLUMNS + COLORS.index(color)
            row[rules.FILLED + column] = len(numbers)
            row[rules.LAST + column] = numbers[-1]
            start = rules.BOX + column * BOXES
            row[start : start + len(numbers)] = bytes(numbers)

    def refusal(self, code: int, action: int) -> Reason:
        if code == rules.TOP_MARKED:
            color = action - rules.MOVE if action >= rules.MOVE else action // DIGITS
            return Reason(REFUSALS[code], {"color": COLORS[color]})
        if code < rules.NO_COLOR_DIE or code == rules.ROLL_FIRST:
            return Reason(REFUSALS[code], {})
        color, number = divmod(action, DIGITS)
        args: dict[str, str | int] = {"color": COLORS[color], "number": number}
        if code == rules.TOO_LOW:
            args["shown"] = self.row[rules.LAST + self.row[PLAYER] * COLUMNS + color]
        return Reason(REFUSALS[code], args)


def marked(bits: int) -> list[str]:
    return [color for i, color in enumerate(COLORS) if bits >> i & 1]


class RollGame(Game):
    """The roll & write game for two to five."""

    name = "roll"
    min_players = MIN_PLAYERS
    max_players = MAX_PLAYERS
    options = OPTIONS
    tokens = TOKENS
    state = RollMatch
    rules = rules
    observation = observation
    random_play = random_play
    chance = chance
    worlds = worlds

    def numbers(self, rng: random.Random) -> Below:
        """Return numbers as `random.choices` draws them, so that a seed gives the rolls that it always gave."""
        return lambda limit: int(rng.random() * limit)

    def shuffle(self, state: State, below: Below) -> Setup:
        return {"rolls": [throw(below)]}

    def limits(self, players: int, options: Options) -> Limits:
        """Who takes dice fills a circle, a box or a top. On full sheets, the dice symbols of those who pass cross the last bridge."""
        turns = COLUMNS * (BOXES + 2) + BRIDGE
        columns = [value * 2 for value in (*EXPEDITION_VALUES, ONLY_A_CIRCLE)]
        lead = COLUMNS * (max(columns) - min(columns)) + BRIDGES * BRIDGE_POINTS
        lead += sum(max(values) - min(values) for values in (ARTIFACT_VALUES, SYMBOL_VALUES))
        return Limits(players * (turns + SPECIAL_BOXES.count(ARROW)), turns, lead)


ROLL = RollGame()
