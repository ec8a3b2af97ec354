"""What is wrong with a record, and where."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from lostcities.games.errors import Argument, Reason
from lostcities.games.options import printable
from lostcities.text import ENGLISH


class RecordError(ValueError):
    """An invalid record. `round` and `move` count from 1 and say where, `reason` says why."""

    def __init__(self, reason: Reason, round: int | None = None, move: int | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.round = round
        self.move = move

    def __str__(self) -> str:
        """Return the place, with plain digits, and the reason."""
        places = {"round": self.round, "move": self.move}
        named = [ENGLISH(f"place.{name}", number=str(number)) for name, number in places.items() if number is not None]
        why = ENGLISH.explain(self.reason)
        return ENGLISH("place.at", place=", ".join(named), why=why) if named else why


def wrong(code: str, round: int | None = None, move: int | None = None, **arguments: Argument) -> RecordError:
    """Return the error to raise."""
    return RecordError(Reason(code, arguments), round, move)


@contextmanager
def naming(file: str | Path, code: str, errors: tuple[type[Exception], ...] = (OSError,)) -> Iterator[None]:
    """Turn errors with a file into a `RecordError` that names it. `code` is `cannot_read` or `cannot_write`."""
    try:
        yield
    except errors as error:
        raise wrong(code, file=printable(str(file)), why=getattr(error, "strerror", None) or str(error)) from None
