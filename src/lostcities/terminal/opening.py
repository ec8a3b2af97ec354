"""Set up a table for a new game, or for an unfinished one."""

import random
import secrets
import time
from collections.abc import Sequence
from pathlib import Path

from lostcities.bots.follower import Follower
from lostcities.bots.registry import is_listed
from lostcities.games.errors import BadOption, Reason
from lostcities.games.game import Game, State
from lostcities.games.options import Options, shown
from lostcities.play import Match, Seeded
from lostcities.records import Replay
from lostcities.records.errors import wrong
from lostcities.records.files import Json
from lostcities.terminal.opponents import DEFAULT, assign, invite, names_of
from lostcities.terminal.parts import tidy
from lostcities.terminal.storage import new_file
from lostcities.terminal.table import Table
from lostcities.text import ENGLISH as TEXT


def new_table(game: Game, options: Options, seed: int | None, people: int, names: Sequence[str], specs: dict[int, str]) -> Table:
    """Return a new match: people take the first seats, bots the others, by seat as in `specs`."""
    players = people + len(specs)
    check_people(people, players)
    called = people_names(people, names)
    rng = generator(seed)
    match = Match.new(game, players, options, Seeded(rng), undo=True)
    bots = invite(game, specs, seed)
    meta: Json = {"date": time.strftime("%Y-%m-%d"), "site": "terminal", "bots": noted(bots)}
    if seed is not None:
        meta["seed"] = seed
    return Table(match, [*called, *names_of(bots).values()], bots, new_file(game.name), meta)


def check_people(people: int, players: int) -> None:
    if not 1 <= people <= players:
        raise BadOption(Reason("bad_humans", {"players": players}))


def generator(seed: int | None) -> random.Random:
    return random.Random(secrets.token_bytes(64) if seed is None else seed)


def people_names(people: int, given: Sequence[str]) -> list[str]:
    """Return the people's names by seat: as given, or else generic ones."""
    if len(given) > people:
        raise BadOption(Reason("too_many_names", {"count": len(given), "people": people}))
    unnamed = [TEXT("play.you")] if people == 1 else [TEXT("play.person", number=seat + 1) for seat in range(people)]
    names = [*map(tidy, given), *unnamed[len(given) :]]
    return [name or other for name, other in zip(names, unnamed, strict=True)]


def resumed_table(record: object, file: Path | None, seed: int | None, people: int | None, specs: Sequence[str]) -> Table:
    """Return the match of a record, ready to continue with its own opponents unless others are named.

    `file` is where we kept it; None: it came from somewhere else, and gets a new file.
    """
    replay = Replay(record)
    state = replay.finish()
    if state.over:
        raise wrong("match_over")
    if people is not None:
        check_people(people, state.players)
    match = Match(state, Seeded(generator(seed)), undo=True)
    match.go_on()
    seats = bot_seats(state, replay.bots, people)
    chosen = assign(specs, seats) if specs else {seat: noted_spec(replay.bots, seat, file is not None) for seat in seats}
    bots = invite(state.game, chosen, seed)
    names = dict(enumerate(replay.names)) | (names_of(bots) if specs else {})
    return Table(match, list(names.values()), bots, file or new_file(state.game.name), replay.meta | {"bots": noted(bots)})


def noted(bots: dict[int, Follower]) -> dict[str, str]:
    """Return the bots by seat, as noted in a record."""
    return {str(seat): opponent.spec for seat, opponent in sorted(bots.items())}


def noted_spec(noted: Json | None, seat: int, trusted: bool) -> str:
    """Return the bot noted for a seat. A program or a class is only run from a record that we kept ourselves: others may name any."""
    spec = (noted or {}).get(str(seat))
    if not isinstance(spec, str):
        return DEFAULT
    if not is_listed(spec) and not trusted:
        raise BadOption(Reason("program_in_record", {"bot": shown(spec)}))
    return spec


def bot_seats(state: State, noted: Json | None, people: int | None) -> list[int]:
    """Return the seats of bots: as requested, or else as noted in the record, or else all but the first."""
    if people is not None:
        return list(range(people, state.players))
    if noted is None:
        return list(range(1, state.players))
    seats = list(map(int, noted))
    return seats if len(seats) < state.players else seats[1:]
