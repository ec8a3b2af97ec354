"""Where the package keeps what people would miss: games, tables, the logs of bots."""

import os
from pathlib import Path


def data_folder(name: str) -> Path:
    """Return a folder in `$LOSTCITIES_DATA`, else in the user's data folder. It is not made here."""
    chosen = os.environ.get("LOSTCITIES_DATA")
    if chosen:
        return Path(chosen) / name
    from platformdirs import user_data_path

    return user_data_path("lostcities", appauthor=False) / name
