#!/bin/sh
# The page's own modules; then every test of Python and of the whole page, on all cores.
# A file of tests is run by one process: its server, browser or build is made once. The longest files come first (tests/conftest.py).
# One process more than there are cores: many tests wait for a server, a browser or a clock.
# LOSTCITIES_SOAK=1 runs the large counts.
set -eu
cd "$(dirname "$0")/.."
# The processes share the cores: with threads of their own, matrix products wait for each other (30 times as long in tests/analysis).
export OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 MKL_NUM_THREADS=1
workers=$(.venv/bin/python -c "import os; print((os.cpu_count() or 1) + 1)")
PATH="$PWD/.venv/bin:$PATH" npm --prefix web run --silent test
# Whatever fails beside others on a busy machine is run once more, alone. What passes only then is printed above, and is worth a look.
.venv/bin/python -m pytest -q -n "$workers" --dist loadfile --no-loadscope-reorder --durations 10 --cache-clear || {
    [ $? = 1 ] && echo "Once more, alone:" && .venv/bin/python -m pytest -q --last-failed --last-failed-no-failures none
}
