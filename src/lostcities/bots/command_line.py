"""Bots that are programs of their own, as they are written: `cmd:COMMAND LINE`."""

import shlex

from lostcities.games.errors import BadOption, Reason
from lostcities.games.options import shown

PROGRAM = "cmd:"
"""What a bot that is a program of its own begins with."""


def is_program(spec: str) -> bool:
    """Whether a bot is a program of its own, which plays match after match."""
    return spec.startswith(PROGRAM)


def words_of(spec: str) -> list[str]:
    """The command line of a program, split as a shell would."""
    try:
        found = shlex.split(spec.removeprefix(PROGRAM))
    except ValueError as error:
        raise BadOption(Reason("bad_command", {"command": shown(spec), "why": str(error)})) from None
    if not found:
        raise BadOption(Reason("no_command", {}))
    return found
