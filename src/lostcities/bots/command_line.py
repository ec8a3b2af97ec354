"""Bots that are external programs, written `cmd:COMMAND LINE`."""

import shlex

from lostcities.games.errors import BadOption, Reason
from lostcities.games.options import shown

PROGRAM = "cmd:"
"""The prefix of a bot that is an external program."""


def is_program(spec: str) -> bool:
    """Whether a bot is an external program, which plays match after match."""
    return spec.startswith(PROGRAM)


def words_of(spec: str) -> list[str]:
    """Return the command line of a program, split as a shell would split it."""
    try:
        found = shlex.split(spec.removeprefix(PROGRAM))
    except ValueError as error:
        raise BadOption(Reason("bad_command", {"command": shown(spec), "why": str(error)})) from None
    if not found:
        raise BadOption(Reason("no_command", {}))
    return found
