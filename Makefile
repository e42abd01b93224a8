# Everything runs in .venv, made from any Python 3.11 or newer: `make demo PYTHON=python3.12`.
PYTHON ?= python3
BIN := .venv/bin
# Tests start hundreds of processes: each would read every source anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: demo test test-ci test-all check lint kernels browser firefox frames docs docs-links bench figures peers setup clean

demo: $(if $(wildcard .venv/ready),.venv/ready,.venv/demo) ## set up what the programs need, then solve a real deal and analyse a Mabi position
	$(BIN)/python -m _gamekit.jit.build_all
	$(BIN)/narabi solve examples/deals.txt
	$(BIN)/mabi show "start moves a1a2 h8h7"
	$(BIN)/mabi analyse "start moves a1a2 h8h7" --depth 5 --lines 3
	@echo "next, to play in your browser: $(BIN)/narabi page --open"

test: .venv/ready ## set up, then the checks and all quick tests; lint runs beside the kernels
	$(MAKE) -j2 check

check: kernels lint ## compile the kernels that changed, then lint, types, walls and tests (the README's examples among them)
	$(BIN)/python -m pytest -n 2 --dist worksteal $(PYTEST)

lint: .venv/ready ## lint, types and walls
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	if [ -x $(BIN)/biome ]; then $(BIN)/biome lint --error-on-warnings _gamekit narabi_solver mabi_search docs/_static tests; else echo "no linter of scripts and style sheets for this machine: they are not looked at"; fi

kernels: .venv/ready ## compile the kernels that are missing or changed, and those of the pages
	$(BIN)/python -m _gamekit.jit.build_all mabi_search.kernels narabi_solver.kernels studies.hardest_deals

test-ci: ## the same with the slow tests: what CI runs
	$(MAKE) test PYTEST='-m "not nightly"'

test-all: ## the same with the nightly tests too: more cases of dear ones, thousands of random texts; the last lines say what ran
	$(MAKE) test PYTEST='-m ""'

browser: ## on Debian: the Chromium that the tests of pages use (they are skipped where there is none)
	command -v chromium || { apt-get update && apt-get install -y --no-install-recommends chromium; }

firefox: ## on Debian: the Firefox that a nightly test of pages uses (it is skipped where there is none)
	command -v firefox || command -v firefox-esr || { apt-get update && apt-get install -y --no-install-recommends firefox-esr; }

bench: kernels ## checked answers first, then timings: docs/speed.md
	$(BIN)/python -m studies narabi_speed

figures: kernels ## all figures of this commit that end within hours; the same command goes on after a stop
	$(BIN)/python -m studies --figures

frames: kernels ## the tests of results as rows of pandas and polars, which are not set up otherwise (60 MB)
	$(BIN)/python -m pip install --quiet -c constraints.txt --group frames
	$(BIN)/python -m pytest tests/common/test_tables_of_results.py

docs: kernels ## the documentation site in build/docs; runs the notebooks, warnings are errors
	$(BIN)/python -m pip install --quiet -c constraints.txt --group docs
	$(BIN)/sphinx-build --fail-on-warning --keep-going --quiet docs build/docs
	@echo open build/docs/index.html

docs-links: docs ## whether links to other sites still lead somewhere; needs a network
	$(BIN)/sphinx-build --fail-on-warning --keep-going --quiet --builder linkcheck docs build/docs-links

peers: kernels ## general solvers on the same deals: benchmarks/peers/README.md
	$(BIN)/python -m pip install --quiet -c constraints.txt --group peers
	$(BIN)/python -m studies peers

setup: kernels ## everything in .venv, and all kernels compiled

.venv/ready: GROUP := dev
.venv/demo: GROUP := demo
.venv/ready .venv/demo: pyproject.toml constraints.txt
	@$(PYTHON) .ci/set_up.py $(GROUP)
	@touch $@

clean:
	rm -rf .venv _gamekit/jit/libraries dist build .mypy_cache .ruff_cache .pytest_cache .hypothesis
