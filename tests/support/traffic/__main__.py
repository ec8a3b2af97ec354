"""Record traffic again, all of it or only the recordings named."""

import argparse
from pathlib import Path
from tempfile import TemporaryDirectory

from support.traffic.recordings import RECORDINGS, path_of, write


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m support.traffic", description=__doc__)
    parser.add_argument("names", metavar="NAME", nargs="*", help=", ".join(RECORDINGS))
    parser.add_argument("--commit", required=True, help="what is recorded; stands in the files")
    asked = parser.parse_args()
    for name in asked.names or RECORDINGS:
        with TemporaryDirectory() as folder:
            write(name, asked.commit, Path(folder))
        print(f"{path_of(name).name}: {path_of(name).stat().st_size} bytes")


if __name__ == "__main__":
    main()
