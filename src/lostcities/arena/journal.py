"""The folder that keeps a tournament: what is played in it, and the record of every match. From it a tournament goes on after a stop.

`tournament.json` says which tournament it is. Each pair has a file of records, a match a line, in the order in which they ended. Lines are
appended whole; the one that a kill may have cut short is dropped, and its match is played again.
"""

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

from lostcities._version import __version__
from lostcities.arena.contest import Result
from lostcities.arena.statistics import Played
from lostcities.arena.tournament import Pairing, Tournament
from lostcities.games.errors import Reason
from lostcities.games.options import printable, shown
from lostcities.records import RecordError, decode, write
from lostcities.records.errors import wrong

FORMAT = "lostcities.tournament/1"
ABOUT = "tournament.json"
LOCK = ".lock"


def identity(tournament: Tournament) -> dict[str, Any]:
    """What must be the same for results to belong together. More matches may always follow."""
    return {
        "format": FORMAT,
        "version": __version__,
        "game": tournament.game,
        "players": tournament.players,
        "options": tournament.options,
        "bots": list(tournament.bots),
        "seed": tournament.seed,
        "ms": tournament.ms,
        "both_ways": tournament.both_ways,
    }


class Journal:
    """One tournament's folder, open to one program at a time. What is wrong with it is a `RecordError`."""

    def __init__(self, folder: Path, tournament: Tournament) -> None:
        self.folder = folder
        self.tournament = tournament
        self.lock = claimed(folder, "tournament_running")
        try:
            self.check_identity()
            for file in self.files():
                mend(file)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        self.lock.close()

    def check_identity(self) -> None:
        """Refuses a folder that keeps another tournament; an empty one becomes this tournament's."""
        about = self.folder / ABOUT
        if not about.exists() and any(self.folder.glob("*.jsonl")):
            raise wrong("not_a_tournament", folder=printable(str(self.folder)))
        check_about(about, identity(self.tournament), "not_a_tournament", "other_tournament")

    def files(self) -> list[Path]:
        """Where each pair's records are."""
        return [self.folder / f"{number}-{slug(a)}-{slug(b)}.jsonl" for number, (a, b) in enumerate(self.tournament.pairs, 1)]

    def finished(self) -> Iterator[Played]:
        """The matches that have been played."""
        for pair, file in enumerate(self.files()):
            if file.exists():
                with file.open("rb") as stream:
                    for number, line in enumerate(stream, 1):
                        yield self.read(pair, file, number, line)

    def read(self, pair: int, file: Path, number: int, line: bytes) -> Played:
        """One line. It is not replayed: `lostcities replay` does that."""
        try:
            record = decode(line)
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
        """Keeps one match."""
        assert played.record is not None
        file = self.files()[played.pair]
        try:
            with file.open("ab") as stream:
                stream.write(played.record.encode() + b"\n")
        except OSError as error:
            raise wrong("cannot_write", file=printable(str(file)), why=error.strerror or str(error)) from None


def result_of(record: dict[str, Any]) -> Result:
    """A match's result as its record has it."""
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
    )


def claimed(folder: Path, taken: str) -> BinaryIO:
    """Makes a folder and takes it for this program until what is returned is closed; `taken` is the reason if another one has it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = (folder / LOCK).open("wb")
    except OSError as error:
        raise wrong("cannot_write", file=printable(str(folder)), why=error.strerror or str(error)) from None
    if not locked(lock):
        lock.close()
        raise wrong(taken, folder=printable(str(folder)))
    return lock


def check_about(about: Path, wanted: dict[str, Any], broken: str, other: str) -> None:
    """The file that says what a folder keeps: written if it is missing, refused if it says something else."""
    if not about.exists():
        write(wanted, about)
        return
    folder, found = printable(str(about.parent)), decode(about.read_bytes())
    if not isinstance(found, dict):
        raise wrong(broken, folder=folder)
    for name, value in wanted.items():
        if found.get(name) != value:
            raise wrong(other, folder=folder, field=name, found=brief(found.get(name)), expected=brief(value))


def locked(stream: BinaryIO) -> bool:
    """Takes the folder for this program; False if another one has it. Where files cannot be locked nobody is kept out."""
    try:
        import fcntl
    except ImportError:
        return True
    try:
        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def mend(file: Path) -> None:
    """Cuts off a last line that was never finished."""
    if not file.exists():
        return
    with file.open("rb+") as stream:
        data = stream.read()
        if not data.endswith(b"\n"):
            stream.truncate(data.rfind(b"\n") + 1)
            os.fsync(stream.fileno())


def slug(spec: str) -> str:
    """A bot as part of a file's name."""
    return re.sub(r"[^A-Za-z0-9]+", "-", spec).strip("-")[:24] or "bot"


def brief(value: Any) -> str:
    return shown(value) if isinstance(value, str | int | None) else printable(json.dumps(value))[:120]
