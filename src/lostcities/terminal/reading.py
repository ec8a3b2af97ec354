"""Read what people type: a move in the notation or one of its short forms, or a command.

>>> view = {"hand": ["Y3", "B*"], "legal": ["Y3:e", "Y3:s", "-Y3", "-B*"], "phase": "play"}
>>> moves("1e", view), moves("x2", view), moves("y3", view)
(['Y3:e'], ['-B*'], ['Y3:e', 'Y3:s'])
"""

from typing import NamedTuple

from lostcities.games.game import View
from lostcities.games.notation import ADVANCE, DISCARD, DRAW, FIGURE
from lostcities.terminal.theme import SYMBOLS

COMMANDS = {
    "?": "moves",
    "u": "undo",
    "s": "save",
    "r": "rules",
    "h": "help",
    "q": "quit",
    **{word: word for word in ("moves", "undo", "save", "rules", "help", "quit")},
}


class Command(NamedTuple):
    """A command that is not a move."""

    name: str
    argument: str = ""


def command(text: str, view: View) -> Command | None:
    """Return the command typed, if any. A letter that names a colour to draw or to advance is not a command."""
    word, _, argument = text.strip().partition(" ")
    if word.lower() not in COMMANDS or names_color(word, view):
        return None
    return Command(COMMANDS[word.lower()], argument.strip())


def names_color(word: str, view: View) -> bool:
    """Whether a letter means a colour now: while drawing, and while carrying out an arrow."""
    return bool(by_phase(view)) and word.upper() in SYMBOLS


def moves(text: str, view: View) -> list[str]:
    """Return the legal moves that were meant: none, one, or several that differ only in the figure."""
    meant = readings(text, view)
    exact = [move for move in meant if move in view["legal"]]
    if exact:
        return exact[:1]
    return [move for move in view["legal"] for token in meant if move.startswith(f"{token}:")]


def readings(text: str, view: View) -> list[str]:
    """Return every move that a text can mean, legal or not; the likeliest first."""
    word = text.strip().upper().replace(" ", "")
    word, figure = split_figure(word)
    discard = word.startswith(("X", DISCARD))
    card = word.lstrip("X-")
    hand: list[str] = view.get("hand", [])
    if card.isascii() and card.isdigit() and len(card) == 1 and 0 < int(card) <= len(hand):
        card = hand[int(card) - 1]
    if word in ("D", DRAW):
        return [DRAW]
    if discard:
        return [f"-{card}"]
    alone = [f"{sign}{card}" for sign in by_phase(view) if len(card) == 1]
    return [*alone, f"{card}{figure}"]


def split_figure(word: str) -> tuple[str, str]:
    """Return a word without its figure, and the figure: `Y3:E`, `Y3E` and `1E` name the explorer."""
    if len(word) > 1 and word[-1] in "ES":
        return word[:-1].rstrip(FIGURE), f"{FIGURE}{word[-1].lower()}"
    return word, ""


def by_phase(view: View) -> str:
    """Return what a colour's letter alone means now."""
    return {"draw": DRAW, "advance": ADVANCE}.get(view["phase"], "")


def short(move: str, view: View) -> str:
    """Return the shortest way to type a move.

    >>> short("-B*", {"hand": ["Y3", "B*"]}), short("Y3:s", {"hand": ["Y3"]}), short("+G", {}), short("R3", {})
    ('x2', '1s', 'g', 'R3')
    """
    if move == DRAW:
        return "d"
    if move[0] in "+>":
        return move[1].lower()
    card, _, figure = move.lstrip(DISCARD).partition(FIGURE)
    hand: list[str] = view.get("hand", [])
    if card not in hand:
        return move
    return ("x" if move[0] == DISCARD else "") + str(hand.index(card) + 1) + figure
