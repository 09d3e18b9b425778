# `make` alone lists what there is. Everything happens in .venv/ and build/; nothing else on the machine changes.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
STAMPS := $(VENV)/stamps

# make play: HOST=lan opens the site to the local network, any other HOST is an address to bind; PORT and DATA as in `summy serve`.
HOST ?=
PORT ?=
DATA ?=
SERVE_OPTIONS := $(if $(filter lan,$(HOST)),--lan,$(if $(HOST),--host $(HOST))) $(if $(PORT),--port $(PORT)) $(if $(DATA),--data $(DATA))

.DEFAULT_GOAL := help
.PHONY: help play build dev test lint lint-python lint-javascript bench perft nightly sanitize messages lock clean

help: ## this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /\1\t/' | expand -t 18

play: build ## set up what is missing and serve the site in the foreground (HOST=lan for friends in the room)
	@$(BIN)/summy serve $(SERVE_OPTIONS)

build: $(STAMPS)/package ## compile the kernel and the message catalogues where they are out of date
	@$(BIN)/python setup.py --quiet build_ext --inplace compile_catalogues

dev: build $(STAMPS)/dev ## also install what the tests and checks need

test: dev ## everything the project promises: lint, types, contracts, tests, browser tests
	@tools/run-tests

lint: lint-python lint-javascript ## ruff, mypy, import contracts, TypeScript's checker over the JavaScript

lint-python: dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

lint-javascript: dev
	@tools/javascript/check

bench: dev ## generation time and games per second, with machine and commit
	@for rules in summy amath amath-70 summy-draft; do \
	    $(BIN)/summy bench movegen --rules $$rules && $(BIN)/summy bench selfplay --rules $$rules || exit 1; \
	done

perft: dev ## all perft files, depth by depth
	$(BIN)/python -m pytest -v tests/perft

nightly: dev ## the longer runs of the same promises
	$(BIN)/python -m pytest -n 2 -m nightly

sanitize: dev ## the kernel's tests on a build with bound checks, address and undefined-behaviour sanitizers
	@tools/sanitize

messages: dev ## gather the sentences for translation; say what is missing
	@$(BIN)/python tools/messages

lock: $(STAMPS)/dev ## write the lock files anew
	@tools/lock

clean: ## remove the environment and everything built
	rm -rf $(VENV) build dist src/*.egg-info tools/javascript/node_modules
	find src \( -name '*.so' -o -name '*.mo' \) -delete

$(STAMPS)/python:
	@tools/check-machine $(PYTHON)
	@$(PYTHON) -m venv $(VENV)
	@mkdir -p $(STAMPS)
	@touch $@

$(STAMPS)/runtime: requirements/runtime.lock | $(STAMPS)/python
	@echo "installing what the site needs into $(VENV)"
	@$(BIN)/pip install --quiet --no-compile --disable-pip-version-check --require-hashes -r $<
	@touch $@

$(STAMPS)/package: pyproject.toml setup.py $(STAMPS)/runtime
	@echo "building summy"
	@$(BIN)/python setup.py --quiet build_ext --inplace
	@$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

$(STAMPS)/dev: requirements/dev.lock | $(STAMPS)/python
	@echo "installing what the tests need into $(VENV)"
	@$(BIN)/pip install --quiet --no-compile --disable-pip-version-check --require-hashes -r $<
	@touch $@
