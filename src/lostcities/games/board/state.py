"""The board game in Python: `BOARD.deal({}, random.Random(7), players=3)` is a match."""

import random
from collections import Counter

from lostcities.games.board import chance, observation, random_play, rules, worlds
from lostcities.games.board.components import (
    ARROW,
    CARD_NAMES,
    CARDS,
    COLORS,
    CROSSINGS,
    HAND,
    LARGE_TRACK,
    MAX_PLAYERS,
    MIN_PLAYERS,
    NUMBERS,
    OPTIONS,
    PATHS,
    REMOVED,
    SMALL_TRACK,
    SPACES,
    SPACES_A_PATH,
    STEP_VALUES,
    TILE_NAMES,
    TILE_POINTS,
    TILES,
    TOKENS,
)
from lostcities.games.cards import CardState
from lostcities.games.errors import BadSetup, Reason
from lostcities.games.game import Below, Game, Setup, State, View, check_fields, shuffled
from lostcities.games.head import OVER, PHASE, PLAYER
from lostcities.games.kernel import get16, put16
from lostcities.games.limits import Limits
from lostcities.games.options import Options, number, shown

REFUSALS = {
    rules.ROUND_OVER: "round_over",
    rules.PLAY_FIRST: "play_first",
    rules.ADVANCE_FIRST: "advance_first",
    rules.DRAW_FIRST: "draw_first",
    rules.NOT_IN_HAND: "not_in_hand",
    rules.TOO_LOW: "path_too_low",
    rules.TOO_HIGH: "path_too_high",
    rules.NO_PATH: "no_path",
    rules.PATH_OPEN: "path_open",
    rules.NO_EXPLORER: "no_explorer",
    rules.SCIENTIST_USED: "scientist_used",
    rules.NOT_LOWEST: "not_lowest",
    rules.PILE_EMPTY: "pile_empty",
    rules.JUST_DISCARDED: "just_discarded",
    rules.NO_FIGURE: "no_figure",
    rules.AT_THE_END: "at_the_end",
    rules.NOTHING_TO_ADVANCE: "nothing_to_advance",
}


TILE_PLACES = [
    (rules.TILE + space // SPACES_A_PATH * rules.TILE_STEPS + step, COLORS[space // SPACES_A_PATH], str(step))
    for space, step in enumerate(SPACES)
]
"""The offset of each space's tile in a row, with its path and step."""


class BoardMatch(CardState):
    """A match of the board game."""

    rules = rules
    names = CARD_NAMES
    letters = COLORS
    phases = ("play", "advance", "draw")
    setup_fields = ("deck", "tiles")

    def __init__(self, game: Game, players: int, options: Options) -> None:
        super().__init__(game, players, options)
        self.tiles_dealt: list[str] = []
        """The tiles of this round as they were dealt; the row forgets those that were taken."""
        self.tiling: list[str] = []
        """Tiles that chance has placed for a round that has not begun."""

    def apply_options(self) -> None:
        row = self.row
        row[rules.EITHER] = self.options["direction"] == "either"
        row[rules.OPEN_LOWEST] = bool(self.options["open_lowest"])
        row[rules.POINTS_ONCE] = bool(self.options["points_once"])

    @property
    def cards(self) -> int:
        return CARDS

    def rank(self, seat: int) -> tuple[int, ...]:
        return (rules.total(self.row, seat), self.artifacts(seat))

    def artifacts(self, seat: int) -> int:
        return get16(self.row, rules.ARTIFACTS + 2 * seat)

    # -- the deal --

    def lay_out(self, setup: Setup) -> None:
        check_fields(setup, self.setup_fields)
        tiles = read_tiles(setup["tiles"])
        super().lay_out(setup)
        self.tiling = []
        self.place_tiles(tiles)

    def place_tiles(self, tiles: list[str]) -> None:
        for space, tile in enumerate(tiles):
            rules.place_tile(self.row, space, TILE_NAMES.index(tile))
        self.tiles_dealt = tiles

    def setup(self) -> Setup:
        return super().setup() | {"tiles": tiles_by_path(self.tiles_dealt)}

    def chances(self) -> list[tuple[str, float]]:
        left = self.tiles_left()
        if not left:
            return super().chances()
        return [(tile, left[tile] / left.total()) for tile in TILE_NAMES if left[tile]]

    def tiles_left(self) -> Counter[str]:
        """Return the tiles that chance places before it deals cards."""
        if self.dealt or self.over or self.rng is not None:
            return Counter()
        return Counter(TILE_NAMES[tile] for tile in TILES) - Counter(self.tiling)

    def push_chance(self, outcome: str) -> None:
        left = self.tiles_left()
        if not left:
            super().push_chance(outcome)
            return
        if outcome not in left:
            raise BadSetup(Reason("impossible_chance", {"outcome": shown(outcome)}))
        self.tiling = [*self.tiling, outcome]

    def start_round(self) -> None:
        if self.tiling:
            self.place_tiles(self.tiling)
            self.tiling = []
        super().start_round()

    # -- what is known --

    def expedition_cards(self, seat: int) -> dict[str, list[str]]:
        laid = super().expedition_cards(seat)
        if self.row[rules.EITHER] == 0:
            return laid
        for letter, cards in laid.items():
            if self.row[rules.TREND + seat * rules.SIDE + COLORS.index(letter)] == rules.DOWN:
                cards.reverse()
        return laid

    def see(self, seat: int | None) -> View:
        return super().see(seat) | {
            "figures": [self.figures(other) for other in self.seats],
            "tiles": self.tiles(),
            "artifacts": [self.artifacts(other) for other in self.seats],
            "points": [get16(self.row, rules.POINTS + 2 * other) for other in self.seats],
            "crossed": self.row[rules.CROSSED],
        }

    def figures(self, seat: int) -> dict[str, dict[str, int | str]]:
        """Return a seat's figures: on which path, on which step, and whether explorer or scientist."""
        side = seat * rules.SIDE
        steps = self.row[rules.STEP + side : rules.STEP + side + PATHS]
        scientist = self.row[rules.SCIENTIST + side] - 1
        return {COLORS[i]: {"step": step, "kind": "s" if i == scientist else "e"} for i, step in enumerate(steps) if step}

    def tiles(self) -> dict[str, dict[str, str]]:
        """Return the tiles still there, by path and step."""
        lying: dict[str, dict[str, str]] = {}
        for place, letter, step in TILE_PLACES:
            tile = self.row[place]
            if tile:
                lying.setdefault(letter, {})[step] = TILE_NAMES[tile]
        return lying

    # -- worlds --

    def fill(self, view: View, rng: random.Random) -> None:
        super().fill(view, rng)
        row = self.row
        row[rules.CROSSED] = view["crossed"]
        for letter, path in view["tiles"].items():
            for step, tile in path.items():
                row[rules.TILE + COLORS.index(letter) * rules.TILE_STEPS + int(step)] = TILE_NAMES.index(tile)

    def fill_phase(self, view: View) -> None:
        super().fill_phase(view)
        if view["crossed"] == CROSSINGS:  # the last player never drew a card
            self.awaits_chance = self.dealt = False
            self.row[PHASE] = OVER

    def fill_seat(self, view: View, seat: int, hidden: list[int]) -> None:
        super().fill_seat(view, seat, hidden)
        row = self.row
        for letter, figure in view["figures"][seat].items():
            color = COLORS.index(letter)
            self.fill_path(seat * rules.SIDE + color, figure["step"], [int(name[1:]) for name in view["expeditions"][seat][letter]])
            if figure["kind"] == "s":
                row[rules.SCIENTIST + seat * rules.SIDE] = color + 1
        put16(row, rules.POINTS + 2 * seat, view["points"][seat])
        put16(row, rules.BOOKED + 2 * seat, sum(scores[seat] for scores in view["scores"]))
        put16(row, rules.ARTIFACTS + 2 * seat, view["artifacts"][seat])

    def fill_path(self, path: int, step: int, numbers: list[int]) -> None:
        row = self.row
        row[rules.STEP + path] = step
        row[rules.LAST + path] = numbers[-1]
        if row[rules.EITHER] == 0 or numbers[-1] > numbers[0]:
            row[rules.TREND + path] = rules.UP
        elif numbers[-1] < numbers[0]:
            row[rules.TREND + path] = rules.DOWN

    def refusal(self, code: int, action: int) -> Reason:
        return Reason(REFUSALS[code], self.refusal_arguments(code, action))

    def refusal_arguments(self, code: int, action: int) -> dict[str, str | int]:
        if code in (rules.PILE_EMPTY, rules.JUST_DISCARDED):
            return {"color": COLORS[action - rules.TAKE]}
        if code in (rules.NO_FIGURE, rules.AT_THE_END):
            return {"color": COLORS[action - rules.MOVE]}
        if action >= rules.DRAW_DECK or code < rules.NOT_IN_HAND:
            return {}
        card = action % rules.KINDS
        color = card // NUMBERS
        if code == rules.NOT_IN_HAND:
            return {"card": CARD_NAMES[card]}
        if code in (rules.TOO_LOW, rules.TOO_HIGH):
            return {"color": COLORS[color], "shown": self.row[rules.LAST + self.row[PLAYER] * rules.SIDE + color]}
        if code == rules.NOT_LOWEST:
            return {"color": COLORS[color], "lowest": CARD_NAMES[color * NUMBERS + rules.lowest_in_hand(self.row, color)]}
        return {"color": COLORS[color]}


def read_tiles(tiles: object) -> list[str]:
    """Return the tiles of a setup, path by path. Refuses what is not the 25 of the box."""
    if not isinstance(tiles, dict) or set(tiles) != set(COLORS):
        raise BadSetup(Reason("bad_tiles", {"paths": " ".join(COLORS)}))
    laid: list[str] = []
    for letter in COLORS:
        path = tiles[letter]
        if not isinstance(path, list) or len(path) != SPACES_A_PATH or not all(tile in TILE_NAMES[1:] for tile in path):
            raise BadSetup(Reason("bad_tile_path", {"path": letter, "count": SPACES_A_PATH, "known": " ".join(TILE_NAMES[1:])}))
        laid += path
    wanted = Counter(TILE_NAMES[tile] for tile in TILES)
    for tile, count in Counter(laid).items():
        if count > wanted[tile]:
            raise BadSetup(Reason("tile_too_often", {"tile": tile, "count": count, "expected": wanted[tile]}))
    return laid


def tiles_by_path(tiles: list[str]) -> dict[str, list[str]]:
    return {letter: tiles[i * SPACES_A_PATH : (i + 1) * SPACES_A_PATH] for i, letter in enumerate(COLORS)}


class BoardGame(Game):
    """The board game for two to four."""

    name = "board"
    min_players = MIN_PLAYERS
    max_players = MAX_PLAYERS
    options = OPTIONS
    tokens = TOKENS
    state = BoardMatch
    rules = rules
    observation = observation
    random_play = random_play
    chance = chance
    worlds = worlds

    def shuffle(self, state: State, below: Below) -> Setup:
        assert isinstance(state, BoardMatch)
        deck = state.shuffled_deck(below)
        tiles = shuffled((TILE_NAMES[tile] for tile in TILES), below)
        return {"deck": deck, "tiles": tiles_by_path(tiles)}

    def limits(self, players: int, options: Options) -> Limits:
        """A turn is a play and a draw. A figure may advance for a card played on a finished path, and once a round for each arrow."""
        rounds, turns = number(options["rounds"]), number(options["max_turns"])
        draws = min(turns, CARDS - REMOVED * (players == MIN_PLAYERS) - players * HAND)
        advances = min(turns, CARDS) + players * TILES.count(ARROW)
        points = sum(TILE_POINTS[tile] for tile in TILES) + max(STEP_VALUES) * (PATHS + 1)
        lead = points * rounds + max(SMALL_TRACK if rounds == 1 else LARGE_TRACK)
        return Limits((2 * turns + advances) * rounds, (len(TILES) + players * HAND + draws) * rounds, lead)


BOARD = BoardGame()
