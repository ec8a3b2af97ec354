"""What the server refuses: codes with arguments, like all reasons. `status` is the HTTP status."""

from lostcities.games.errors import Argument, GameError, Reason

BAD_REQUEST = 400
FORBIDDEN = 403
NOT_FOUND = 404
TOO_SLOW = 408
CONFLICT = 409
TOO_LARGE = 413
TOO_MANY = 429
INTERNAL = 500
UNAVAILABLE = 503


class Refused(GameError):
    """A request that cannot be granted; nothing has changed."""

    def __init__(self, reason: Reason, status: int) -> None:
        super().__init__(reason)
        self.status = status


def refused(code: str, status: int = CONFLICT, **arguments: Argument) -> Refused:
    """Return the error to raise."""
    return Refused(Reason(code, arguments), status)


class Repeated(Exception):
    """A request that was granted before: `version` is that of its event."""

    def __init__(self, version: int) -> None:
        super().__init__(version)
        self.version = version
