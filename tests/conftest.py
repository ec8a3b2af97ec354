"""Makes `helpers` importable by every test, sets how much hypothesis tries, and opens pseudo-terminals."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

sys.path.insert(0, str(Path(__file__).parent))

from helpers import SOAK

settings.register_profile("small", max_examples=6, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
settings.register_profile("soak", max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
settings.load_profile("soak" if SOAK else "small")


@pytest.fixture
def screens(tmp_path: Path) -> Iterator[Any]:
    from screen import Screen  # needs a system with pseudo-terminals

    opened: list[Screen] = []

    def open_screen(*args: str, **more: Any) -> Screen:
        opened.append(Screen(tmp_path, *args, **more))
        return opened[-1]

    yield open_screen
    for screen in opened:
        screen.close()
