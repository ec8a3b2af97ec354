"""Errors as codes with arguments. The layers above turn a code into a sentence, in any language."""

from collections.abc import Callable
from typing import NamedTuple

Argument = str | int


class Reason(NamedTuple):
    """Why something is refused: `Reason("too_low", {"color": "Y", "shown": 5})`."""

    code: str
    args: dict[str, Argument]

    def __str__(self) -> str:
        return f"{self.code}({', '.join(f'{name}={value}' for name, value in self.args.items())})"


class _Words:
    """Turns a reason into text. The package sets the English catalogue here; the bare games print the code."""

    explain: Callable[[Reason], str] = staticmethod(str)


words = _Words()


class GameError(ValueError):
    """Any error of a caller; `reason` says what, `str()` says it in English."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason = reason

    def __str__(self) -> str:
        return words.explain(self.reason)


class BadOption(GameError):
    """A game, a number of players or an option that does not exist."""


class BadSetup(GameError):
    """An impossible deal: a card twice, a tile too many, a die without such a face."""


class BadView(GameError):
    """A view that no state can have."""


class IllegalMove(GameError):
    """A move that the rules do not allow now: the move, its seat, and why; in a batch, also the index of the match."""

    def __init__(self, move: str, seat: int | None, reason: Reason, match: int | None = None) -> None:
        super().__init__(reason)
        self.move = move
        self.seat = seat
        self.match = match

    def __reduce__(self) -> tuple[type, tuple[str, int | None, Reason, int | None]]:
        """Pickle all arguments, so that the error survives the way from another process."""
        return IllegalMove, (self.move, self.seat, self.reason, self.match)

    def __str__(self) -> str:
        seat = -1 if self.seat is None else self.seat
        why = words.explain(Reason("illegal_move", {"move": self.move, "seat": seat, "why": super().__str__()}))
        return why if self.match is None else words.explain(Reason("illegal_in_batch", {"match": self.match, "why": why}))
