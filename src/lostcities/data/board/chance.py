"""What chance does in a round of the board game, as bytes: the deck before the deal, top first, each card by its kind; then the
tiles, path by path, from the lowest space up."""

from collections.abc import Sequence

from lostcities.games.board import rules
from lostcities.games.board.components import CARD_NAMES, COLORS, TILE_NAMES, TILES
from lostcities.games.board.state import TILE_PLACES, tiles_by_path
from lostcities.games.game import Setup, State

EACH_TURN = False
"""Chance acts only in the deal."""


def places(table: State) -> list[int]:
    """Return the bytes of a row that hold it when a round begins."""
    return [*range(rules.DECK, rules.DECK + rules.deck_size(table.row)), *(place for place, _, _ in TILE_PLACES)]


def read(chance: Sequence[int]) -> Setup:
    """Return it as in a record."""
    cards = len(chance) - len(TILES)
    deck = [CARD_NAMES[kind] for kind in chance[:cards]]
    return {"deck": deck, "tiles": tiles_by_path([TILE_NAMES[tile] for tile in chance[cards:]])}


def write(setup: Setup) -> bytes:
    tiles = (TILE_NAMES.index(tile) for letter in COLORS for tile in setup["tiles"][letter])
    return bytes([*map(CARD_NAMES.index, setup["deck"]), *tiles])
