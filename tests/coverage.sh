#!/bin/sh
# Runs the rules interpreted and fails unless every branch of the kernels has been taken. A test runs it: tests/games/test_branches.py.
set -eu
cd "$(dirname "$0")/.."
python=.venv/bin/python
data=$(mktemp)
trap 'rm -f "$data"' EXIT
kernels="src/lostcities/games/kernel.py,src/lostcities/games/head.py,src/lostcities/games/rows.py,src/lostcities/games/forks.py,src/lostcities/games/*/rules.py,src/lostcities/games/*/random_play.py,src/lostcities/games/*/observation.py,src/lostcities/games/*/worlds.py,src/lostcities/games/*/chance.py"
export LOSTCITIES_JIT=0 COVERAGE_FILE="$data"
"$python" -m coverage run --branch --source=src/lostcities/games -m pytest -q --no-header \
    tests/games/card tests/games/board tests/games/roll tests/games/test_vectors.py \
    tests/games/test_observation.py tests/games/test_random_play.py tests/games/test_engine.py tests/games/test_worlds.py tests/games/test_forks.py \
    -k "not threads_change_nothing"
"$python" -m coverage report --show-missing --fail-under=100 --include="$kernels"
