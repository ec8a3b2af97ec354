"""How things look: an expedition's colour, symbol and letter always go together, so colour is never the only sign.

Every symbol here is one cell wide, and none has an emoji form, which some terminals would draw two cells wide.
"""

from rich.style import Style
from rich.text import Text

from lostcities.text import decimal

SYMBOLS = {"Y": "☼", "B": "≈", "W": "▲", "O": "▲", "G": "❧", "R": "ψ", "P": "⌶"}
"""Sun, wave, peak, leaf, flame and column."""

MARKS = (("○", "●"), ("□", "■"), ("▽", "▼"), ("◇", "◆"), ("☆", "★"))
"""Each seat's mark, hollow and filled."""

ARTIFACT = "☥"
ARROW = "→"
DIE = "⚅"

DIM = Style(dim=True)
BOLD = Style(bold=True)
TURN = Style(bold=True, reverse=True)
WARNING = Style(bold=True)

DARK = "#101010"
LIGHT = "#FFFFFF"


class Palette:
    """The colours of a game's expeditions."""

    def __init__(self, papers: dict[str, str]) -> None:
        self.styles = {letter: Style(color=ink_on(paper), bgcolor=paper, bold=True) for letter, paper in papers.items()}

    def chip(self, letter: str, text: str) -> Text:
        """Return text on an expedition's colour."""
        return Text().append(text, self.styles[letter])

    def label(self, letter: str) -> Text:
        return self.chip(letter, f" {SYMBOLS[letter]} {letter} ")

    def card(self, card: str) -> Text:
        """Return a card for use within a sentence."""
        return self.chip(card[0], f" {SYMBOLS[card[0]]} {card} ")


def ink_on(paper: str) -> str:
    """Return dark or light, whichever has more contrast."""
    red, green, blue = (linear(int(paper[at : at + 2], 16) / 255) for at in (1, 3, 5))
    luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    return DARK if luminance > 0.18 else LIGHT


def linear(channel: float) -> float:
    """Return an sRGB channel as linear light (IEC 61966-2-1)."""
    return channel / 12.92 if channel <= 0.04045 else float(((channel + 0.055) / 1.055) ** 2.4)


def signed(points: int) -> str:
    """Return points with a real minus sign: `−16`, `0`, `+7`.

    >>> signed(-16), signed(0), signed(7)
    ('−16', '0', '+7')
    """
    return decimal(points, sign="+" if points else "")


def fresh(text: str, is_fresh: bool = True) -> str:
    """Return text in the brackets that mark whatever moved last; if it did not, with a blank on each side."""
    return f"‹{text}›" if is_fresh else f" {text} "


def mark(seat: int) -> str:
    return MARKS[seat][0]
