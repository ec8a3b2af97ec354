"""The folder that keeps self-play, so that it can be resumed: its settings, and the files of every shard.

`selfplay.json` describes it. A shard is `rounds-000000.parquet`, with `positions-` and `records-` beside it if they are wanted.
Every file is written under a temporary name and then renamed, the rounds last: a shard with rounds is complete.
"""

import os
from pathlib import Path
from typing import Any

from lostcities._version import __version__
from lostcities.arena.claimed import ClaimedFolder, brief
from lostcities.data.plan import SelfPlay
from lostcities.data.worker import Shard
from lostcities.games.errors import GameError
from lostcities.games.options import printable
from lostcities.games.registry import game
from lostcities.records import RecordError, decode
from lostcities.records.errors import naming, wrong

FORMAT = "lostcities.selfplay/1"
ABOUT = "selfplay.json"
ENDINGS = {"records": "jsonl", "positions": "parquet", "rounds": "parquet"}
"""The kinds of files, in the order in which they are renamed."""
DRAFT = ".draft"
About = dict[str, Any]
"""A folder's description; docs/data.md describes its fields."""
ASKED = {"game": str, "players": int, "options": dict, "bots": list, "positions": bool}
"""The fields of the description that readers need."""


def identity(play: SelfPlay) -> dict[str, object]:
    """Return what must be equal for shards to belong together."""
    return {
        "format": FORMAT,
        "version": __version__,
        **vars(play),
        "shard": play.shard_size,
        "observation": {"version": game(play.game).observation.VERSION, "bytes": game(play.game).observation.SIZE},
        "actions": len(game(play.game).tokens),
    }


class Folder(ClaimedFolder):
    """A folder of self-play."""

    about = ABOUT
    kept = "[!.]*"
    running, unknown, other = "selfplay_running", "not_selfplay", "other_selfplay"

    def __init__(self, folder: Path, play: SelfPlay) -> None:
        super().__init__(folder, identity(play))

    def mend(self) -> None:
        for draft in self.folder.glob(f"*{DRAFT}"):
            draft.unlink()

    def has(self, shard: int) -> bool:
        return self.file("rounds", shard).exists()

    def file(self, kind: str, shard: int) -> Path:
        return self.folder / f"{kind}-{shard:06}.{ENDINGS[kind]}"

    def add(self, shard: Shard) -> None:
        """Add a shard atomically."""
        for kind in ENDINGS:
            if kind in shard.files:
                self.put(self.file(kind, shard.number), shard.files[kind])

    def put(self, file: Path, content: bytes) -> None:
        draft = file.with_name(file.name + DRAFT)
        with naming(file, "cannot_write"):
            try:
                with draft.open("wb") as stream:
                    stream.write(content)
                    stream.flush()
                    os.fsync(stream.fileno())
                draft.replace(file)
            except BaseException:
                draft.unlink(missing_ok=True)
                raise


def about(path: str | Path) -> About:
    """Return a folder's description. Refuses a folder that has no self-play, and names the description's file if that is damaged."""
    file = Path(path) / ABOUT
    try:
        found = decode(file.read_bytes()) if file.is_file() else None
        if isinstance(found, dict) and found.get("format") == FORMAT:
            check_table(found)
            return found
    except (OSError, RecordError, GameError) as error:
        raise wrong("cannot_read", file=printable(str(file)), why=str(error)) from None
    raise wrong("not_selfplay", folder=printable(str(path)))


def check_table(found: About) -> None:
    """Refuse a description that does not say which bots played at which table."""
    for name, kind in ASKED.items():
        if name not in found:
            raise wrong("missing_field", field=name)
        if not isinstance(found[name], kind):
            raise wrong("bad_field", field=name, value=brief(found[name]))
    for spec in found["bots"]:
        if not isinstance(spec, str):
            raise wrong("bad_field", field="bots", value=brief(spec))
    game(found["game"]).table(found["players"], found["options"])


def files(path: str | Path, kind: str) -> list[Path]:
    """Return the files of a kind, by shard, of complete shards only. Refuses a folder without any."""
    about(path)
    whole = sorted(Path(path).glob("rounds-*.parquet"))
    found = [file.with_name(f"{kind}-{file.stem.removeprefix('rounds-')}.{ENDINGS[kind]}") for file in whole]
    if not found or not all(file.exists() for file in found):
        raise wrong("nothing_of_kind", folder=printable(str(path)), kind=kind)
    return found
