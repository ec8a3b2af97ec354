"""The packages of the extra `data`, which may be missing."""

from importlib import import_module
from typing import Any

from lostcities.games.errors import BadOption, Reason


def needed(package: str) -> Any:
    """Return an optional package; its types are unknown if it is not installed."""
    try:
        return import_module(package)
    except ImportError:
        raise BadOption(Reason("no_data_package", {"package": package.partition(".")[0]})) from None
