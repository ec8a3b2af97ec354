"""A whole training run, for `lostcities train`, for `python -m lostcities.training`, and for scripts with parts of their own."""

import argparse
import json
import sys
from collections.abc import Iterable, Sequence
from typing import Any

from lostcities.games.errors import BadOption
from lostcities.games.registry import NAMES
from lostcities.text import ENGLISH as TEXT
from lostcities.training.config import Config, Option, given, options
from lostcities.training.critic.run import train_critic
from lostcities.training.exploit import exploit
from lostcities.training.finish import Trained, finish
from lostcities.training.hunt import asked, hunted
from lostcities.training.parts import OURS, Parts
from lostcities.training.run import Run, Say

WRONG_USE, INTERRUPTED = 2, 130
"""Exit statuses, as those of `lostcities`."""
EXPLOIT = "exploit"
"""The first word of a command that trains adversaries instead."""


def tell(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def train(config: Config, parts: Parts = OURS, *, resume: bool = False, say: Say = tell, program: str = "") -> Trained:
    """Run a whole training. `program` is the command that was typed, to say how to continue after Ctrl-C.

    Ctrl-C raises `KeyboardInterrupt` after the current lesson, with a checkpoint written.
    """
    config.out.mkdir(parents=True, exist_ok=True)
    run = Run(config, parts, say)
    if resume:
        run.resume()
    try:
        run.train()
        return finish(run)
    except KeyboardInterrupt:
        say(how_to_continue(run, program))
        raise
    finally:
        run.metrics.close()


def how_to_continue(run: Run, program: str) -> str:
    """Return the last line of an interrupted run."""
    if run.saved is None:
        return "stopped before the first checkpoint"
    command = f"{run.config.command(program)} --resume" if program else "train(config, …, resume=True)"
    return f"stopped; the checkpoint {run.checkpoint} has {run.saved} decisions; continue with: {command}"


def main(parts: Parts = OURS, program: str | None = None, arguments: Sequence[str] | None = None) -> int:
    """Run a training, or after the word `exploit` train adversaries, for the arguments of a command line; return the exit status.

    It needs nothing but torch, numba and numpy: a script of your own can call it with its parts.
    """
    program = program or f"python {sys.argv[0]}"
    words = sys.argv[1:] if arguments is None else list(arguments)
    try:
        if words[:1] == [EXPLOIT]:
            run_hunt(words[1:], f"{program} {EXPLOIT}")
        else:
            run_training(vars(parser(program).parse_args(words)), parts, program)
    except BadOption as error:
        tell(sentence(error))
        return WRONG_USE
    except KeyboardInterrupt:
        return INTERRUPTED
    return 0


def run_training(written: dict[str, Any], parts: Parts, program: str) -> None:
    """Train a network or a critic, as the options of a command line say."""
    resume = written.pop("resume")
    config = given(**written)
    if config.critic:
        train_critic(config, tell, resume)
    else:
        train(config, parts, resume=resume, program=program)


def run_hunt(words: list[str], program: str) -> None:
    """Train adversaries, as the words of a command line say, and print the result."""
    written = vars(hunt_parser(program).parse_args(words))
    resume = written.pop("resume")
    print(json.dumps(exploit(hunted(**written), tell, resume, program).figures))


def sentence(error: BadOption) -> str:
    """Return what is wrong: as a code with arguments where the library that formats messages is missing."""
    try:
        return str(error)
    except ImportError:
        return str(error.reason)


def parser(program: str) -> argparse.ArgumentParser:
    """Return the parser of the same options as those of `lostcities train`."""
    found = argparse.ArgumentParser(prog=program)
    found.add_argument("game", help=", ".join(NAMES))
    found.add_argument("--resume", action="store_true", help=TEXT("cli.train.resume"))
    add_options(found, options())
    return found


def hunt_parser(program: str) -> argparse.ArgumentParser:
    """Return the parser of the same options as those of `lostcities exploit`; the result is always printed as JSON."""
    found = argparse.ArgumentParser(prog=program)
    found.add_argument("game", help=", ".join(NAMES))
    found.add_argument("--bot", default="net", help=TEXT("cli.exploit.bot"))
    found.add_argument("--start", action="append", help=TEXT("cli.exploit.start"))
    found.add_argument("--option", action="append", help=TEXT("cli.option"))
    found.add_argument("--save", action="store_true", help=TEXT("cli.exploit.save"))
    found.add_argument("--resume", action="store_true", help=TEXT("cli.exploit.resume"))
    add_options(found, asked())
    return found


def add_options(found: argparse.ArgumentParser, wanted: Iterable[Option]) -> None:
    for option in wanted:
        text = TEXT(f"cli.train.{option.name}").replace("%", "%%") + (f" [{option.default}]" if option.default else "")
        if option.kind is bool:
            found.add_argument(option.flag, action="store_true", help=text)
        else:
            found.add_argument(option.flag, type=option.kind, action="append" if option.many else "store", help=text)
