"""Run the command line with `python -m lostcities`."""

from lostcities.cli.main import run

run()
