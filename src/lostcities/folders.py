"""Where the package keeps data worth keeping: games, tables, the logs of bots."""

import os
from pathlib import Path


def data_folder(name: str) -> Path:
    """Return a folder in `$LOSTCITIES_DATA`, or else in the user's data folder. It is not created here."""
    chosen = os.environ.get("LOSTCITIES_DATA")
    if chosen:
        return Path(chosen) / name
    from platformdirs import user_data_path

    return user_data_path("lostcities", appauthor=False) / name
