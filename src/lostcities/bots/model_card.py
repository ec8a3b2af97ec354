"""The card of a network or a critic as Markdown: what it is, how it was made and what it reached, all from its own file."""

from collections.abc import Iterator, Mapping
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np

from lostcities.bots import network
from lostcities.bots.critics import critic
from lostcities.games.errors import BadOption, Reason
from lostcities.games.registry import NAMES, game

Header = Mapping[str, Any]

KINDS = {network.FORMAT: "network", critic.FORMAT: "critic"}
"""What a file is, by its format."""
MEASURED = ("strength", "luck")
"""The parts of a header that say what was measured when training ended."""
NOT_MEASURED = "not measured"


def packaged() -> list[Traversable]:
    """Return all files in the package: the network and the critic of every game."""
    return [find(game(name)) for find in (network.packaged, critic.packaged) for name in NAMES]


def model_card(file: Path | Traversable) -> str:
    """Return the card of a file. Raises `BadOption` for a file that is neither a network nor a critic."""
    try:
        with file.open("rb") as source:
            header, arrays = network.read(source)
        kind = KINDS.get(header.get("format", ""))
        if kind is None:
            raise ValueError(f"expected the format {' or '.join(KINDS)}, found {header.get('format')}")
        form = "; ".join(forms({name: array.shape for name, array in arrays.items()}))
        lines = [f"| {label} | {text} |" for label, text in (*facts(header, header["made"]), *figures(header))]
    except LookupError as error:
        raise BadOption(Reason("bad_net_file", {"file": str(file), "why": f"expected {error}, found nothing"})) from None
    except (OSError, EOFError, ValueError, TypeError, AttributeError, BadZipFile) as error:
        raise BadOption(Reason("bad_net_file", {"file": str(file), "why": str(error)})) from None
    title = f"## `{Path(file.name).stem}`", "", f"A {kind} for `{header['game']}`: {form}.", ""
    return "\n".join([*title, "| | |", "| --- | --- |", *lines])


def forms(shapes: Mapping[str, tuple[int, ...]]) -> Iterator[str]:
    """Yield the size of every part of a file, the largest first."""
    parts = sorted({name.partition(".")[0] for name in shapes}, key=lambda part: -shapes[f"{part}.bias"][0])
    for part in parts:
        blocks = sum(name.startswith(f"{part}.own") for name in shapes)
        numbers = sum(int(np.prod(shape)) for name, shape in shapes.items() if name.startswith(f"{part}."))
        yield f"`{part}`, {blocks} blocks of {shapes[f'{part}.bias'][0]}, {numbers:,} numbers"


def facts(header: Header, made: Header) -> Iterator[tuple[str, str]]:
    """Yield how a file was made."""
    yield "command", f"`{made['command']}`"
    if made.get("began_as"):
        yield "began as", f"`{made['began_as']['command']}`"
    yield "device", made["device"]
    yield "decisions", f"{made['decisions']:,}"
    if "minutes" in made:
        yield "minutes", f"{made['minutes']:g}"
    yield "seed", str(made["seed"])
    if "gate" in made:
        yield "gate", made["gate"]
    yield "inputs", ", ".join(f"{name} {header[name]}" for name in ("observation", "features", "together") if name in header)
    yield "tables", tables(header["mix"])


def tables(mix: list[Any]) -> str:
    """Return at how many tables it was trained, and with how many players."""
    players = sorted({count for _, count, _ in mix})
    return f"{len(mix)}, with {' to '.join(str(count) for count in dict.fromkeys((players[0], players[-1])))} players"


def figures(header: Header) -> Iterator[tuple[str, str]]:
    """Yield what was measured; of a network also what adversaries gain against it."""
    for part in MEASURED:
        for what, text in header.get(part, {}).items():
            yield plain(what), str(text)
    if KINDS[header["format"]] == "network":
        yield from adversaries(header.get("exploit"))


def plain(what: str) -> str:
    """Return the name of a measurement without the marks of JSON."""
    return what.replace("{}", "").replace('"', "").replace("{", "(").replace("}", ")").replace("  ", " ")


def adversaries(found: Header | None) -> Iterator[tuple[str, str]]:
    """Yield the gain of the adversary from every start, in points per round; the largest one was chosen on other deals."""
    if found is None:
        yield "what an adversary gains", NOT_MEASURED
        return
    for start in found["starts"]:
        largest = ", the largest" if start["start"] == found["start"] else ""
        text = f"{start['gain']:+.2f} ± {start['ci95']:.2f} points per round{largest}, {start['decisions']:,} decisions"
        yield f"what an adversary from `{start['start']}` gains, {found['players']} players", text
    yield "command of the adversaries", f"`{found['command']}`"
