"""The folder that keeps a tournament, so that it can be resumed: its settings, and the record of every match.

`tournament.json` says which tournament it is. Each pair has a file of records, one match per line, in the order in which they ended.
Whole lines are appended; a last line cut short by a kill is dropped, and its match is played again.
"""

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import cast

from lostcities._version import __version__
from lostcities.arena.claimed import ClaimedFolder
from lostcities.arena.contest import Result
from lostcities.arena.statistics import Played
from lostcities.arena.tournament import Pairing, Tournament
from lostcities.games.errors import Reason
from lostcities.games.options import printable, shown
from lostcities.records import RecordError, decode
from lostcities.records.errors import naming, wrong
from lostcities.records.files import Record

FORMAT = "lostcities.tournament/1"


def identity(tournament: Tournament) -> dict[str, object]:
    """Return what must be equal for results to belong together. The number of matches may grow."""
    return {
        "format": FORMAT,
        "version": __version__,
        "game": tournament.game,
        "players": tournament.players,
        "options": tournament.options,
        "bots": tournament.bots,
        "seed": tournament.seed,
        "ms": tournament.ms,
        "both_ways": tournament.both_ways,
    } | ({"luck_adjusted": True} if tournament.luck_adjusted else {})


class Journal(ClaimedFolder):
    """One tournament's folder."""

    about = "tournament.json"
    kept = "*.jsonl"
    running, unknown, other = "tournament_running", "not_a_tournament", "other_tournament"

    def __init__(self, folder: Path, tournament: Tournament) -> None:
        self.tournament = tournament
        super().__init__(folder, identity(tournament))

    def mend(self) -> None:
        """Remove last lines that are incomplete."""
        for file in filter(Path.exists, self.files()):
            with file.open("rb+") as stream:
                data = stream.read()
                if not data.endswith(b"\n"):
                    stream.truncate(data.rfind(b"\n") + 1)
                    os.fsync(stream.fileno())

    def files(self) -> list[Path]:
        """Return the file of each pair's records."""
        return [self.folder / f"{number}-{slug(a)}-{slug(b)}.jsonl" for number, (a, b) in enumerate(self.tournament.pairs, 1)]

    def finished(self) -> Iterator[Played]:
        """Return the matches that have been played."""
        for pair, file in enumerate(self.files()):
            if file.exists():
                with file.open("rb") as stream:
                    for number, line in enumerate(stream, 1):
                        yield self.read(pair, file, number, line)

    def read(self, pair: int, file: Path, number: int, line: bytes) -> Played:
        """Read one line. The record is not replayed: `lostcities replay` does that."""
        try:
            record = cast(Record, decode(line))
            meta = record["meta"]
            for field in ("deal", "seat"):
                if type(meta[field]) is not int:
                    raise wrong("bad_field", field=field, value=shown(meta[field]))
            pairing = Pairing(pair, meta["deal"], meta["seat"])
            if record["players"] != self.tournament.seats(pairing):
                raise wrong("other_match")
            return Played(*pairing, result_of(record))
        except (RecordError, KeyError, TypeError, AttributeError, IndexError) as error:
            why = str(error) if isinstance(error, RecordError) else repr(error)
            raise wrong("bad_journal", file=printable(str(file)), line=str(number), why=why) from None

    def add(self, played: Played) -> None:
        """Append one match."""
        assert played.record is not None
        file = self.files()[played.pair]
        with naming(file, "cannot_write"), file.open("ab") as stream:
            stream.write(played.record.encode() + b"\n")


def result_of(record: Record) -> Result:
    """Return the result of a match from its record."""
    meta, rounds = record["meta"], [played for played in record["rounds"] if "scores" in played]
    forfeit = meta.get("forfeit")
    seats = range(len(record["players"]))
    ended = {
        "totals": [sum(played["scores"][seat] for played in rounds) for seat in seats],
        "winners": [seat for seat in seats if forfeit and seat != forfeit["seat"]],
    }
    return Result(
        **record.get("result", ended),
        rounds=len(rounds),
        truncated=sum(played.get("truncated", False) for played in rounds),
        ms=meta["ms"],
        moves=meta["decisions"],
        forfeit=forfeit and forfeit["seat"],
        reason=forfeit and Reason(forfeit["code"], forfeit["arguments"]),
        luck=meta.get("luck"),
    )


def slug(spec: str) -> str:
    """Return a bot's name for use in a file name."""
    return re.sub(r"[^A-Za-z0-9]+", "-", spec).strip("-")[:24] or "bot"
