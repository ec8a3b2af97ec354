"""A process that thinks for bots: it reads a line of JSON with a view and writes a line with a move. It knows only the view.

It exits when its input ends, so a killed server leaves none behind. Run as `python -m lostcities.server.bots.worker`.
"""

import json
import os
import queue
import random
import sys
import threading
from functools import cache
from typing import Any, BinaryIO, Literal, NotRequired, TypedDict

import msgspec

from lostcities.analysis.prepare import prepare
from lostcities.analysis.report import Analyst, Task
from lostcities.analysis.story import read_story
from lostcities.bots.bot import Policy
from lostcities.bots.character import NAMES as CHARACTERS
from lostcities.bots.registry import parse, policy
from lostcities.bots.search import SearchBot
from lostcities.bots.steady import SteadyBot
from lostcities.bots.workshop import Workshop
from lostcities.games.game import View
from lostcities.games.registry import NAMES, game
from lostcities.puzzles.puzzle import load
from lostcities.puzzles.typical import story_of
from lostcities.server.bots.hints import Advice, Adviser

NICENESS = 5
"""Bots give way to the server."""
QUICK = "net"
"""The bot that decides while a searching bot is being made, and when there is no time to search."""
STRONGEST = CHARACTERS[-1]
WORLDS = 32
"""Worlds in which the strongest bot tries its moves when they must not depend on time."""
LEAST_MS = 40
"""With less time than this a search is not worth starting."""


class Request(TypedDict):
    """A line of input: a decision of `bot`, one that depends on `luck` and the view alone, advice, a task of the analysis of a record,
    which is known by its table, a typical world of a puzzle, or preparation."""

    ask: Literal["decide", "repeat", "advise", "analyse", "tell", "prepare"]
    game: str
    ms: int
    view: NotRequired[View]
    bot: NotRequired[str]
    luck: NotRequired[str]
    table: NotRequired[str]
    record: NotRequired[Any]
    task: NotRequired[list[int]]
    puzzle: NotRequired[str]


class Answer(TypedDict, total=False):
    """A line of output: one of these."""

    move: str
    moves: Advice
    done: Any
    error: str


@cache
def workshop() -> Workshop:
    """Return the maker of searching bots, one per game, on first use: this takes long if nothing is compiled yet."""
    return Workshop(NAMES, lambda name: SearchBot(game(name)))


def searcher(name: str, wait: float | None = 0.0) -> SearchBot | None:
    """Return the searching bot of a game, if it is ready."""
    found = workshop().bot(name, wait)
    return found if isinstance(found, SearchBot) else None


@cache
def simple_bot(name: str, spec: str) -> Policy:
    return policy(game(name), spec)


@cache
def adviser(name: str, searching: bool) -> Adviser:
    return Adviser(game(name), searcher(name) if searching else None)


def decide(request: Request) -> Answer:
    """Return one of the view's legal moves."""
    name, spec, ms = request["game"], request["bot"], request["ms"]
    listing, _ = parse(game(name), spec)
    if "ms" not in listing.settings:
        return {"move": simple_bot(name, spec).decide(request["view"])}
    found = searcher(name) if ms >= LEAST_MS else None
    if found is None:
        return {"move": simple_bot(name, QUICK).decide(request["view"])}
    found.ms = ms
    return {"move": found.decide(request["view"])}


@cache
def steady_bot(name: str, bot: str) -> SteadyBot:
    return SteadyBot(game(name), bot)


def repeat(request: Request) -> Answer:
    """Return the one legal move that these random choices lead to. The strongest bot searches so many worlds as in the ladder."""
    name, bot, view, luck = request["game"], request["bot"], request["view"], bytes.fromhex(request["luck"])
    if bot != STRONGEST:
        return {"move": steady_bot(name, bot).decide(view, luck)}
    found = searcher(name)
    if found is None:
        return {"error": "the searching bot is not ready"}
    found.worlds, found.rng = WORLDS, random.Random(luck + json.dumps(view).encode())
    try:
        return {"move": found.decide(view)}
    finally:
        found.worlds = None


def advise(request: Request) -> Answer:
    ready = searcher(request["game"]) is not None
    return {"moves": adviser(request["game"], ready).advise(request["view"], request["ms"])}


latest: dict[str, Analyst] = {}
"""The analysis that was worked on last, by its table."""


def analyse(request: Request) -> Answer:
    """Do one task. A record is replayed once for all its tasks, as long as no other one comes in between."""
    table = request["table"]
    if table not in latest:
        found = Analyst(read_story(request["record"]))
        latest.clear()
        latest[table] = found
    return {"done": msgspec.to_builtins(latest[table].do(Task(*request["task"])))}


def tell(request: Request) -> Answer:
    """Play a typical world of a puzzle on, after the best move. It is shown as a replay is."""
    puzzle = next(each for each in load(game(request["game"])) if each.id == request["puzzle"])
    story = story_of(puzzle, puzzle.best)
    made = [(None, None, None), *((event.seat, event.move, event.card) for _, event in story.told)]
    positions = [
        {"seat": seat, "move": move, "card": card, "hands": hands, "view": view}
        for (seat, move, card), (hands, view) in zip(made, story.scenes, strict=True)
    ]
    return {"done": {"scores": story.scores, "positions": positions}}


def get_ready(request: Request) -> Answer:
    """Compile what analyses of a game need."""
    prepare(game(request["game"]))
    return {"done": None}


ASKED = {"decide": decide, "repeat": repeat, "advise": advise, "analyse": analyse, "tell": tell, "prepare": get_ready}


def answer(line: bytes) -> Answer:
    """Return what is written back; a failure is an answer too."""
    try:
        request = json.loads(line)
        return ASKED[request["ask"]](request)
    except Exception as error:
        return {"error": f"{type(error).__name__}: {error}"}


def listen(source: BinaryIO, lines: "queue.Queue[bytes]") -> None:
    """Read lines while the other thread thinks. The end of the input ends the process, even in the middle of a search."""
    for line in source:
        lines.put(line)
    os._exit(0)


def main() -> None:
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    lines: queue.Queue[bytes] = queue.Queue()
    threading.Thread(target=listen, args=(sys.stdin.buffer, lines), daemon=True).start()
    while True:
        sys.stdout.write(json.dumps(answer(lines.get())) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
