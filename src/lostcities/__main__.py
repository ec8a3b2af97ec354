"""`python -m lostcities` is the command."""

from lostcities.cli.main import run

run()
