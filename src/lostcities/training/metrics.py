"""The figures of a run as files: one JSON object per line, and on request TensorBoard's event files."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from lostcities.games.errors import BadOption, Reason

START, LESSON, STRENGTH, FINAL = "start", "lesson", "strength", "final"
"""What a line is about; `docs/bots/training.md` lists the fields of each."""

Line = dict[str, Any]


class Metrics:
    """Writes both. Every line says after how many decisions it was written."""

    def __init__(self, file: Path, events: Path | None) -> None:
        self.file, self.events = file, events
        self.make_writer = event_writer() if events else None
        self.writer: Any = None

    def begin(self, decisions: int) -> None:
        """Begin a file, or continue one after this many decisions: what an interrupted run wrote later is dropped."""
        kept = [line for line in lines(self.file) if line["what"] != FINAL and line["decisions"] <= decisions] if decisions else []
        draft = self.file.with_suffix(".draft")
        draft.write_text("".join(f"{json.dumps(line)}\n" for line in kept), "utf-8")
        draft.replace(self.file)
        if self.make_writer:
            self.writer = self.make_writer(str(self.events), purge_step=decisions)

    def write(self, what: str, decisions: int, figures: Mapping[str, Any], about: Mapping[str, Any] | None = None) -> None:
        """Add a line. TensorBoard gets the figures, named after what they are about."""
        with self.file.open("a", encoding="utf-8") as file:
            file.write(f"{json.dumps({'what': what, 'decisions': decisions, **(about or {}), **figures})}\n")
        if self.writer and what != START:
            group = "/".join([what, *(str(value) for value in (about or {}).values())])
            for name, value in figures.items():
                self.writer.add_scalar(f"{group}/{name}", value, decisions)
            self.writer.flush()

    def close(self) -> None:
        if self.writer:
            self.writer.close()
            self.writer = None


def lines(file: Path) -> list[Line]:
    """Return the lines of a metrics file. A line that was not written to its end is left out."""
    found = []
    for text in file.read_text("utf-8").splitlines() if file.exists() else []:
        try:
            found.append(json.loads(text))
        except ValueError:
            break
    return found


def event_writer() -> Any:
    """Return torch's writer of TensorBoard's files. Raises `BadOption` if TensorBoard is not installed."""
    try:
        from torch.utils.tensorboard import SummaryWriter
    except ImportError:
        raise BadOption(Reason("no_tensorboard", {})) from None
    return SummaryWriter
