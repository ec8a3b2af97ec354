"""The folder that keeps self-play, so that it can be resumed: its settings, and the files of every shard.

`selfplay.json` describes it to programs, `README.md` to people and to the Hugging Face Hub. A shard is `rounds/000000.parquet`, with
`positions/000000.parquet` and `records/000000.jsonl` if they are wanted: each folder has files of one kind and nothing else, so that any
reader can open it. Every file is written outside of them under a temporary name and then moved there, the rounds last: a shard with
rounds is complete.
"""

import os
from pathlib import Path
from typing import Any

from lostcities.arena.claimed import ClaimedFolder, brief
from lostcities.data.dataset_card import dataset_card
from lostcities.data.plan import SelfPlay
from lostcities.data.tables import FORMAT, identity
from lostcities.data.worker import Shard
from lostcities.games.errors import GameError
from lostcities.games.options import printable
from lostcities.games.registry import game
from lostcities.records import RecordError, decode
from lostcities.records.errors import naming, wrong

FORMATS = "lostcities.selfplay/"
"""How the name of every format begins, older ones too."""
ABOUT = "selfplay.json"
CARD = "README.md"
ENDINGS = {"records": "jsonl", "positions": "parquet", "rounds": "parquet"}
"""The kinds of files, in the order in which they are moved to their place."""
DRAFT = ".draft"
About = dict[str, Any]
"""A folder's description; docs/data.md describes its fields."""
ASKED = {"game": str, "players": int, "options": dict, "bots": list, "positions": bool}
"""The fields of the description that readers need."""


class Folder(ClaimedFolder):
    """A folder of self-play."""

    about = ABOUT
    kept = "[!.]*"
    running, unknown, other = "selfplay_running", "not_selfplay", "other_selfplay"

    def __init__(self, folder: Path, play: SelfPlay) -> None:
        super().__init__(folder, identity(play))
        if not (folder / CARD).exists():  # or it is somebody's own by now
            self.put(folder / CARD, dataset_card(play).encode())

    def mend(self) -> None:
        for draft in self.folder.glob(f"*{DRAFT}"):
            draft.unlink()

    def has(self, shard: int) -> bool:
        return self.file("rounds", shard).exists()

    def file(self, kind: str, shard: int) -> Path:
        return self.folder / kind / f"{shard:06}.{ENDINGS[kind]}"

    def add(self, shard: Shard) -> None:
        """Add a shard atomically."""
        for kind in ENDINGS:
            if kind in shard.files:
                self.put(self.file(kind, shard.number), shard.files[kind])

    def put(self, file: Path, content: bytes) -> None:
        draft = self.folder / f"{'-'.join(file.relative_to(self.folder).parts)}{DRAFT}"
        with naming(file, "cannot_write"):
            try:
                file.parent.mkdir(exist_ok=True)
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
        known = found.get("format") if isinstance(found, dict) else None
        if isinstance(found, dict) and known == FORMAT:
            check_table(found)
            return found
    except (OSError, RecordError, GameError) as error:
        raise wrong("cannot_read", file=printable(str(file)), why=str(error)) from None
    if isinstance(known, str) and known.startswith(FORMATS):
        raise wrong("other_format", folder=printable(str(path)), found=brief(known), expected=brief(FORMAT))
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
    whole = sorted(Path(path, "rounds").glob("*.parquet"))
    found = [Path(path, kind, f"{file.stem}.{ENDINGS[kind]}") for file in whole]
    if not found or not all(file.exists() for file in found):
        raise wrong("nothing_of_kind", folder=printable(str(path)), kind=kind)
    return found
