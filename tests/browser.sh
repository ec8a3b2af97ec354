#!/bin/sh
# Finds a browser for the tests of the page. On Debian and Ubuntu it is installed where that may be done without a password.
set -eu
for name in chromium chromium-browser google-chrome; do
    command -v "$name" > /dev/null && exit 0
done
if command -v apt-get > /dev/null && [ "$(id -u)" = 0 ]; then
    apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium > /dev/null && exit 0
elif command -v apt-get > /dev/null && sudo -n true 2> /dev/null; then
    sudo apt-get update -qq && sudo DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium > /dev/null && exit 0
fi
echo "The tests of the page need a browser: install chromium (Debian, Ubuntu: apt-get install chromium)." >&2
exit 1
