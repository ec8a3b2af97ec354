#!/bin/sh
# The page's own modules; then every test of Python and of the whole page, on all cores; then the rules again, interpreted, to see that
# no branch of them is left untested.
# LOSTCITIES_SOAK=1 runs the large counts.
set -eu
cd "$(dirname "$0")/.."
PATH="$PWD/.venv/bin:$PATH" npm --prefix web run --silent test
.venv/bin/python -m pytest -q -n auto --dist loadgroup --durations 10
sh tests/coverage.sh
