"""Sitting down: a table for a new game, or for one that was left."""

import random
import secrets
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from lostcities.bots.bot import Bot
from lostcities.bots.random_bot import RandomBot
from lostcities.games.errors import BadOption, Reason
from lostcities.games.game import Game, State
from lostcities.games.options import Options
from lostcities.records import check
from lostcities.records.errors import wrong
from lostcities.terminal.parts import tidy
from lostcities.terminal.storage import new_file
from lostcities.terminal.table import Table
from lostcities.text import ENGLISH as TEXT

BOT = "random"


def new_table(game: Game, players: int, options: Options, seed: int | None, people: int, names: Sequence[str]) -> Table:
    """A new match: people take the first seats, bots the rest."""
    check_people(people, players)
    rng = generator(seed)
    bots = {seat: RandomBot(None if seed is None else f"{seed}/{seat}") for seat in range(people, players)}
    state = game.deal(options, rng, players)
    meta: dict[str, Any] = {"date": time.strftime("%Y-%m-%d"), "site": "terminal", "bots": {str(seat): BOT for seat in bots}}
    if seed is not None:
        meta["seed"] = seed
    return Table(state, seat_names(players, people, names), bots, new_file(game.name), meta)


def check_people(people: int, players: int) -> None:
    if not 1 <= people <= players:
        raise BadOption(Reason("bad_humans", {"players": players}))


def generator(seed: int | None) -> random.Random:
    return random.Random(secrets.token_bytes(64) if seed is None else seed)


def seat_names(players: int, people: int, given: Sequence[str]) -> list[str]:
    """Everybody's name: as given, else what they are."""
    names = [name for name in map(tidy, given) if name][:people]
    for seat in range(len(names), people):
        names.append(TEXT("play.you") if people == 1 else TEXT("play.person", number=seat + 1))
    count = players - people
    return names + [TEXT("play.bot") if count == 1 else TEXT("play.bots", number=number) for number in range(1, count + 1)]


def resumed_table(record: dict[str, Any], file: Path | None, seed: int | None, people: int | None) -> Table:
    """The match of a record, ready to go on; `file` is where it is kept, a new place if None."""
    state = check(record)
    if state.over:
        raise wrong("match_over")
    if people is not None:
        check_people(people, state.players)
    go_on(state, generator(seed))
    meta = record.get("meta")
    meta = meta if isinstance(meta, dict) else {}
    bots: dict[int, Bot] = {seat: RandomBot() for seat in bot_seats(state, meta, people)}
    meta = meta | {"bots": {str(seat): BOT for seat in bots}}
    return Table(state, list(record["players"]), bots, file or new_file(state.game.name), meta)


def bot_seats(state: State, meta: dict[str, Any], people: int | None) -> list[int]:
    """The seats of bots: as told, else as the record notes them, else all but the first."""
    if people is not None:
        return list(range(people, state.players))
    noted = meta.get("bots")
    if not isinstance(noted, dict):
        return list(range(1, state.players))
    seats = [seat for seat in range(state.players) if str(seat) in noted]
    return seats if len(seats) < state.players else seats[1:]


def go_on(state: State, rng: random.Random) -> None:
    """Gives a match its chance back: the next round is dealt, the next roll made, where one is due."""
    state.rng = rng
    if not state.dealt:
        state.begin(starter=None if state.rounds else rng.randrange(state.players))
    if state.awaits_chance:
        outcomes, weights = zip(*state.chances(), strict=True)
        state.push_chance(rng.choices(outcomes, weights)[0])
