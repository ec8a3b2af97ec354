"""The message shown when an adapter's library is not installed."""


def missing(library: str, extra: str = "rl") -> ImportError:
    return ImportError(f'this needs {library}, which is not installed: pip install "lostcities[{extra}]"')
