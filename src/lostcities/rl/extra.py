"""The message of an adapter whose library is not there."""


def missing(library: str) -> ImportError:
    return ImportError(f'this needs {library}, which is not installed: pip install "lostcities[rl]"')
