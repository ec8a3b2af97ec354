#!/bin/sh
# Finds a Redis or Valkey for the tests of several servers. On Debian and Ubuntu it is installed where that may be done without a password.
# Without one these tests are left out, and say so.
set -eu
for name in redis-server valkey-server; do
    command -v "$name" > /dev/null && exit 0
done
if command -v apt-get > /dev/null && [ "$(id -u)" = 0 ]; then
    apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends redis-server > /dev/null && exit 0
elif command -v apt-get > /dev/null && sudo -n true 2> /dev/null; then
    sudo apt-get update -qq && sudo DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends redis-server > /dev/null && exit 0
fi
echo "LEFT OUT: the tests with a real Redis. Install redis-server or valkey-server to run them." >&2
