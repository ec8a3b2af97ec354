"""What is wrong with a record, and where."""

from lostcities.games.errors import Argument, Reason
from lostcities.text import ENGLISH


class RecordError(ValueError):
    """A record that cannot be: `round`, `move` and `line` count from 1 and say where, `reason` says why."""

    def __init__(self, code: str, round: int | None = None, move: int | None = None, **arguments: Argument) -> None:
        self.reason = Reason(code, arguments)
        self.round = round
        self.move = move
        self.line: int | None = None
        super().__init__(code)

    def __str__(self) -> str:
        places = {"line": self.line, "round": self.round, "move": self.move}
        named = [ENGLISH(f"place.{name}", number=number) for name, number in places.items() if number is not None]
        why = ENGLISH.explain(self.reason)
        return ENGLISH("place.at", place=", ".join(named), why=why) if named else why
