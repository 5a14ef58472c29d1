# Two commands do all: `make play` opens the board in JupyterLab, `make test` runs every test.
# Both set up what they need in .venv; `make test` also installs Chromium, through apt where it may.

PYTHON ?= python3
BIN := .venv/bin
SOURCES := $(wildcard js/src/*.js js/src/*.css js/*.json js/build.mjs canfield_widget/faces.json)
KERNELS := setup.py $(wildcard canfield_widget/solver/*.py)
# Options for JupyterLab, such as JUPYTERLAB=--no-browser
JUPYTERLAB ?=
CHROMIUM := $(shell command -v chromium || command -v chromium-browser || command -v google-chrome)

.PHONY: play test lint types unit notebooks docs chromium soak checked packages lite lite-test bench clean

play: .venv/play canfield_widget/static/widget.js
	$(BIN)/python -m jupyterlab $(if $(filter 0,$(shell id -u)),--allow-root) $(JUPYTERLAB) notebooks/01_play.ipynb

test: lint types unit notebooks

lint: .venv/test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports
	$(BIN)/python tools/rules_page.py --check
	$(BIN)/python tools/examples_page.py --check

types: .venv/test
	$(BIN)/pyright

unit: .venv/test chromium
	$(BIN)/python tools/bundle.py types lint test
	$(BIN)/python -m pytest -n 2 --dist loadfile --durations=20 --durations-min=2

notebooks: .venv/test canfield_widget/static/widget.js
	CANFIELD_WIDGET_DATA=$$(mktemp -d) $(BIN)/python -m pytest --nbval-lax notebooks

# The pages of docs, the notebooks and the reference as HTML, with every cell executed; `make unit` builds them, too, without the notebooks' cells.
docs: .venv/test canfield_widget/static/widget.js
	$(BIN)/python -m sphinx -q -W --keep-going -c docs -d build/doctrees . build/docs

# The long versions of the engine's tests: every count of the tables, thousands of examples.
soak: .venv/test
	CANFIELD_SOAK=1 $(BIN)/python -m pytest -q tests/test_*.py tests/faults tests/lab/test_killed_in_jupyterlab.py
	cd tests && CANFIELD_WIDGET_DATA=$$(mktemp -d) ../$(BIN)/python -m faults.fuzzer --commands 1000000

# The solver's tests on kernels that refuse a place outside an array and end at what C leaves undefined.
checked: .venv/test
	CANFIELD_WIDGET_CHECKED=1 $(BIN)/python setup.py -q build --build-base build/checked --build-lib build/checked/lib
	PYTHONPATH=build/checked/lib $(BIN)/pytest -q tests/test_solver*.py

# Sdist and wheels in bare environments: every Python that is here, every extra, every lowest version. See docs/packages.md.
packages: .venv/test canfield_widget/static/widget.js
	$(BIN)/python tools/packages_check.py

# A JupyterLite site with the package in it, build/lite/site: a board that plays in the browser alone, offline.
lite: .venv/test canfield_widget/static/widget.js
	$(BIN)/python tools/lite_site.py

lite-test: lite chromium
	CANFIELD_LITE=1 $(BIN)/python -m pytest -q tests/hosts/test_jupyterlite.py

bench: .venv/test canfield_widget/static/widget.js chromium
	$(BIN)/python benchmarks/drag_latency.py

chromium:
ifeq ($(CHROMIUM),)
	@if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	  apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends chromium fonts-dejavu-core; \
	else \
	  echo "The tests need Chromium and a font with suits: install the packages chromium and fonts-dejavu-core"; exit 1; \
	fi
endif

canfield_widget/static/widget.js: $(SOURCES) | .venv/play
	$(BIN)/python tools/bundle.py

.venv/pip:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or later is needed: make PYTHON=python3.12 ...")'
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install -q --upgrade "pip>=25.1"
	@touch $@

.venv/play: pyproject.toml constraints.txt $(KERNELS) | .venv/pip
	$(BIN)/python -m pip install -q -c constraints.txt -e . jupyterlab
	@touch $@

.venv/test: pyproject.toml constraints.txt $(KERNELS) | .venv/pip
	$(BIN)/python -m pip install -q -c constraints.txt -e . --group test
	@touch $@ .venv/play

clean:
	rm -rf .venv build dist *.egg-info canfield_widget/static js/node_modules
