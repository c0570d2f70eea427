# One entry for everything; `make help` lists it. Each mode has its own build folder, so that modes do not undo each other.
SHELL := /bin/bash
PYTHON := /usr/bin/python3
PREFIX ?= /usr/local
# DEPS=no: install nothing, trust what is there.
DEPS ?= yes
JOBS ?= $(shell nproc)
SOURCES = $(shell git ls-files '*.h' '*.cc')

.PHONY: build test arm64 wheel wheel-arm64 wheel-check test-python test-spark test-storage soak contract demo bench bench-check bench-doors bench-growth bench-instructions bench-kernels bench-large bench-passages bench-tables bench-leaks bench-index bench-serve bench-stores bench-rivals hash-families experiments install format lint asan tsan fuzz fuzz-keep symbols reproducible sbom clean deps deps-tools deps-python deps-rivals deps-experiments help
.DEFAULT_GOAL := build

help:  ## this list
	@sed -n 's/^\([a-z0-9-]*\):.*##  *\(.*\)/  make \1\t\2/p' Makefile | expand -t 22

deps:
ifneq ($(DEPS),no)
	@scripts/install-deps
endif

deps-tools: deps
ifneq ($(DEPS),no)
	@scripts/install-deps packaging/debian-tools.txt
endif

deps-python: deps
ifneq ($(DEPS),no)
	@scripts/install-deps packaging/debian-python.txt
endif

deps-rivals: deps
ifneq ($(DEPS),no)
	@scripts/install-deps packaging/debian-rivals.txt
endif

deps-package: deps
ifneq ($(DEPS),no)
	@scripts/install-deps packaging/debian-package.txt
endif

deps-experiments: deps
ifneq ($(DEPS),no)
	@scripts/install-deps packaging/debian-experiments.txt
endif

build: deps  ## the program: build/textkin
	@cmake --preset release >/dev/null
	@ninja -C build -j$(JOBS) textkin

# The Python package needs packages of PyPI; where they cannot be had, its tests are left out, and that is said last.
VENV = build/venv
# Files of tests side by side, where pytest can (Debian's python3-pytest-xdist).
SIDE_BY_SIDE = $(shell $(PYTHON) -c "import xdist" 2>/dev/null && printf '%s' '-n $(JOBS) --dist loadfile')
test: deps-python  ## every test: units, layers, the command line from outside, and the Python package
	@mkdir -p build
	@scripts/python-venv $(VENV) $(PYTHON) || echo "no $(VENV): the tests of the Python package will be skipped" >&2
	@cmake --preset release -DTEXTKIN_PYTHON=$$(test -f $(VENV)/made-from.txt && echo ON || echo OFF) \
	  -DPython_EXECUTABLE=$(CURDIR)/$(VENV)/bin/python >/dev/null
	ninja -C build -j$(JOBS)
	ctest --test-dir build -j$(JOBS) --output-on-failure --no-tests=error
	TEXTKIN=$(CURDIR)/build/textkin $(PYTHON) -m pytest -q $(SIDE_BY_SIDE) tests
	@if test -f $(VENV)/made-from.txt; then $(PACKAGE_TESTS); \
	  else echo "SKIPPED: python/tests; scripts/python-venv $(VENV) says why"; fi

PACKAGE_TESTS = PYTHONPATH=$(CURDIR)/build/python TEXTKIN=$(CURDIR)/build/textkin $(VENV)/bin/python -m pytest -q $(PACKAGE_FILES)
PACKAGE_FILES ?= python/tests
test-python: deps-python  ## the tests of the Python package alone
	@mkdir -p build
	@scripts/python-venv $(VENV) $(PYTHON)
	@cmake --preset release -DTEXTKIN_PYTHON=ON -DPython_EXECUTABLE=$(CURDIR)/$(VENV)/bin/python >/dev/null
	ninja -C build -j$(JOBS) textkin _textkin _textkin_stub
	$(PACKAGE_TESTS)

test-spark: deps-python  ## the tests of the same job on Spark; installs a Java
ifneq ($(DEPS),no)
	@scripts/install-deps packaging/debian-spark.txt
endif
	@$(MAKE) --no-print-directory test-python PACKAGE_FILES="python/tests/test_spark*.py"

test-storage: deps-python  ## the same job on a real HDFS and a real S3, which it fetches (370 MB), and with all that may fail
ifneq ($(DEPS),no)
	@scripts/install-deps packaging/debian-spark.txt packaging/debian-storage.txt
endif
	@scripts/storage-servers build/storage $(PYTHON)
	@TEXTKIN_SOAK=1 $(MAKE) --no-print-directory test-python \
	  PACKAGE_FILES="python/tests/test_spark_storage.py python/tests/test_spark_failures.py"

# ARM64=build or test: only that half.
arm64: build  ## cross-built for arm64, its unit tests and the recorded bytes tried in emulation: build-arm64 (twice a cold build; ARM64=build or test: that half)
ifneq ($(DEPS),no)
	@scripts/install-deps packaging/debian-arm64.txt
endif
	@scripts/arm64 $(JOBS) $(ARM64)

# WHEEL_PYTHONS: interpreters; without, those of the PATH and of pyenv.
wheel: deps-python  ## the Python package as wheels that carry their libraries, into build/wheels: for 3.11, and for 3.12 and later
	@scripts/wheels build/wheels $(WHEEL_PYTHONS)

wheel-arm64: deps-python  ## the same for arm64, cross-built beside them into build/wheels (the engine is compiled once more)
ifneq ($(DEPS),no)
	@scripts/install-deps packaging/debian-arm64.txt
endif
	@scripts/arm64 $(JOBS) root
	@scripts/wheels build/wheels --for arm64 $(WHEEL_PYTHONS)

wheel-check: deps-python  ## the wheels in build/wheels in each interpreter at hand, and as root in bare Debian 12 and 13 (needs mmdebstrap; for arm64 in emulation), and Ubuntu 22.04 and 24.04 (their keyring)
	@scripts/wheels build/wheels --check $(WHEEL_PYTHONS)

soak: deps  ## properties on many other cases, and the tests of killed, starved and damaged runs at many more points (an hour and a half)
	@cmake --preset release >/dev/null
	@ninja -C build -j$(JOBS)
	@for program in build/test_*; do TEXTKIN_SOAK=1 RC_PARAMS=max_success=2000 $$program --gtest_brief=1 || exit 1; done
	TEXTKIN=$(CURDIR)/build/textkin TEXTKIN_SOAK=1 $(PYTHON) -m pytest -q tests/cases/test_faults.py tests/cases/test_hostile_memory.py tests/cases/test_hostile_times.py tests/cases/test_hostile_lines.py tests/cases/test_hostile_documents.py tests/cases/test_index*.py tests/cases/test_serve_many.py
	@$(MAKE) --no-print-directory contract DEPS=$(DEPS)
	@TEXTKIN_SOAK=1 $(MAKE) --no-print-directory test-python PACKAGE_FILES="python/tests/test_index_everywhere.py python/tests/test_metadata.py"

contract: build deps-tools  ## 10,000 requests drawn from docs/openapi.yaml by schemathesis, which it fetches (some ten minutes)
	@$(PYTHON) bench/serve/contract.py --textkin build/textkin --environment build/environments

demo: build  ## finds alike documents among the copyright files of this machine
	@$(PYTHON) scripts/demo.py --textkin build/textkin

bench: build deps-tools  ## speed against other programs, with recall and precision beside, and every door (takes an hour, 6 GB of disk)
	@cmake -G Ninja -S . -B build-bench -DCMAKE_BUILD_TYPE=Release -DTEXTKIN_TESTS=OFF -DTEXTKIN_BENCH=ON >/dev/null
	@ninja -C build-bench -j$(JOBS)
	@$(PYTHON) bench/run.py --textkin build/textkin --build build-bench
	@$(MAKE) --no-print-directory bench-tables bench-doors

bench-doors: build deps-tools  ## every way in and out beside wc -w of the same texts, and what bounds it (half an hour, 6 GB of disk)
	@cmake -G Ninja -S . -B build-bench -DCMAKE_BUILD_TYPE=Release -DTEXTKIN_TESTS=OFF -DTEXTKIN_BENCH=ON >/dev/null
	@ninja -C build-bench -j$(JOBS) bench_generate
	@$(PYTHON) bench/doors.py --textkin build/textkin --generate build-bench/bench_generate

bench-kernels: deps-tools  ## kernels on every target beside the best of two registries, one thread, error beside time (needs cargo; ten minutes)
	@cmake -G Ninja -S . -B build-bench -DCMAKE_BUILD_TYPE=Release -DTEXTKIN_TESTS=OFF -DTEXTKIN_BENCH=ON >/dev/null
	@ninja -C build-bench -j$(JOBS) bench_turns
	@cd bench/kernels/crates && RUSTFLAGS="-C target-cpu=native" cargo build -q --release --locked --target-dir $(CURDIR)/build-bench/crates
	@$(PYTHON) bench/kernels/run.py --build build-bench --scratch build-rivals

bench-instructions: deps-tools  ## what kernels cost in instructions on arm64 and x86, counted in emulation (two minutes behind two builds)
ifneq ($(DEPS),no)
	@scripts/install-deps packaging/debian-arm64.txt
endif
	@scripts/arm64 $(JOBS) root
	@cmake --preset arm64 -B build-bench/arm64 -DTEXTKIN_TESTS=OFF -DTEXTKIN_BENCH=ON >/dev/null
	@cmake -G Ninja -S . -B build-bench -DCMAKE_BUILD_TYPE=Release -DTEXTKIN_TESTS=OFF -DTEXTKIN_BENCH=ON >/dev/null
	@ninja -C build-bench -j$(JOBS) bench_turns
	@ninja -C build-bench/arm64 -j$(JOBS) bench_turns
	@$(PYTHON) bench/kernels/instructions.py --aarch64 build-bench/arm64/bench_turns --x86-64 build-bench/bench_turns --scratch build-rivals

bench-growth: build  ## what twice the documents cost where a collection is skewed on purpose; fails above 2.2 times (two minutes)
	@$(PYTHON) bench/growth.py --textkin build/textkin

# The last release, or else the program that speed is promised beside.
BASE ?= $(shell git describe --tags --abbrev=0 2>/dev/null || echo c249995)
bench-check: build  ## beside an older program (BASE=commit), alternating; fails where 5 % of speed were lost (ten minutes)
	@cmake -G Ninja -S . -B build-bench -DCMAKE_BUILD_TYPE=Release -DTEXTKIN_TESTS=OFF -DTEXTKIN_BENCH=ON >/dev/null
	@ninja -C build-bench -j$(JOBS) bench_generate
	@$(PYTHON) bench/check.py --textkin build/textkin --generate build-bench/bench_generate --build build-bench --commit $(BASE)

# SIZE=small: 5,000 documents and a table that is thrown away; full: 200,000 and docs/rivals.md.
SIZE ?= full
RIVALS_TABLE = $(if $(filter full,$(SIZE)),docs/rivals.md,build-rivals/rivals-$(SIZE).md)
bench-large: build  ## ten million documents under a memory limit, beside all the memory (ten minutes, 15 GB of disk)
	@cmake -G Ninja -S . -B build-bench -DCMAKE_BUILD_TYPE=Release -DTEXTKIN_TESTS=OFF -DTEXTKIN_BENCH=ON >/dev/null
	@ninja -C build-bench -j$(JOBS) bench_generate
	@$(PYTHON) bench/large.py --textkin build/textkin --generate build-bench/bench_generate --scratch build-bench/large

bench-tables: build deps-python  ## tables beside JSON lines of the same rows, and three million short rows (half an hour and more on a busy machine)
	@scripts/python-venv $(VENV) $(PYTHON)
	@cmake --preset release -DTEXTKIN_PYTHON=ON -DPython_EXECUTABLE=$(CURDIR)/$(VENV)/bin/python >/dev/null
	@ninja -C build -j$(JOBS) textkin _textkin
	@cmake -G Ninja -S . -B build-bench -DCMAKE_BUILD_TYPE=Release -DTEXTKIN_TESTS=OFF -DTEXTKIN_BENCH=ON >/dev/null
	@ninja -C build-bench -j$(JOBS) bench_generate
	@PYTHONPATH=$(CURDIR)/build/python $(VENV)/bin/python bench/tables.py --textkin build/textkin --generate build-bench/bench_generate

bench-passages: build  ## false alarms beside finds; passages beside wc -w, ten times the text, and 1 GB under 512 MiB (ten minutes, 4 GB of disk)
	@cmake -G Ninja -S . -B build-bench -DCMAKE_BUILD_TYPE=Release -DTEXTKIN_TESTS=OFF -DTEXTKIN_BENCH=ON >/dev/null
	@ninja -C build-bench -j$(JOBS) bench_generate
	@$(PYTHON) bench/passages/innocents.py --textkin build/textkin --data $${TEXTKIN_DATA:-../shared/data}
	@$(PYTHON) bench/passages/speed.py --textkin build/textkin --generate build-bench/bench_generate --scratch build-bench

bench-leaks: build  ## decontaminate beside an exact search and wc -w, on 190,000 documents with planted runs (four minutes)
	@$(PYTHON) bench/leaks.py build/textkin

# As SIZE=1000000x2000, or SIZE="10000000x300 --memory 512MiB".
INDEX_SIZE = $(if $(filter full,$(SIZE)),30000x2000,$(SIZE))
bench-index: build  ## an index that stays: adds, questions, bytes, beside datasketch, with recall and precision (two minutes)
	@cmake -G Ninja -S . -B build-bench -DCMAKE_BUILD_TYPE=Release -DTEXTKIN_TESTS=OFF -DTEXTKIN_BENCH=ON >/dev/null
	@ninja -C build-bench -j$(JOBS) bench_generate
	@$(PYTHON) bench/index/run.py --textkin build/textkin --generate build-bench/bench_generate --scratch build-bench --size $(INDEX_SIZE)

bench-serve: build deps-tools  ## the server under load (needs wrk; with vegeta it keeps a pace better, with redis-server its rival has both halves), and under attack; SIZE=1000000 for more documents
	@cmake -G Ninja -S . -B build-bench -DCMAKE_BUILD_TYPE=Release -DTEXTKIN_TESTS=OFF -DTEXTKIN_BENCH=ON >/dev/null
	@ninja -C build-bench -j$(JOBS) bench_generate
	@$(PYTHON) bench/serve/run.py --textkin build/textkin --tool build-bench/bench_generate --documents $(or $(SIZE),20000) --rival $(if $(shell command -v redis-server),--redis redis-server) $(if $(shell command -v vegeta),--vegeta vegeta)
	@$(PYTHON) bench/serve/hostile.py --textkin build/textkin --tool build-bench/bench_generate

bench-stores: build  ## RocksDB, LMDB and SQLite with the rows of an index: times, bytes, kills, flipped bits (two minutes)
	@cmake -G Ninja -S . -B build-bench -DCMAKE_BUILD_TYPE=Release -DTEXTKIN_TESTS=OFF -DTEXTKIN_BENCH=ON >/dev/null
	@ninja -C build-bench -j$(JOBS) bench_stores
	@build-bench/bench_stores build-bench/stores

bench-rivals: build deps-rivals  ## textkin beside other deduplicators, into docs/rivals.md (takes about an hour; SIZE=small: ten minutes)
	@cmake -G Ninja -S . -B build-bench -DCMAKE_BUILD_TYPE=Release -DTEXTKIN_TESTS=OFF -DTEXTKIN_BENCH=ON >/dev/null
	@ninja -C build-bench -j$(JOBS) bench_generate
	@$(PYTHON) bench/rivals/compare.py --textkin build/textkin --generate build-bench/bench_generate \
	  --scratch build-rivals --size $(SIZE) --table $(RIVALS_TABLE)

hash-families: deps  ## writes docs/hash-families.md: biases and times of all hash families (a minute)
	@cmake -G Ninja -S . -B build-bench -DCMAKE_BUILD_TYPE=Release -DTEXTKIN_TESTS=OFF -DTEXTKIN_BENCH=ON >/dev/null
	@ninja -C build-bench -j$(JOBS) bench_families
	@build-bench/bench_families > build-bench/hash-families.md && mv build-bench/hash-families.md docs/hash-families.md

experiments: build deps-experiments  ## the figures of the five documents made again, into docs/experiments (some ten minutes)
	@cmake -G Ninja -S . -B build-bench -DCMAKE_BUILD_TYPE=Release -DTEXTKIN_TESTS=OFF -DTEXTKIN_BENCH=ON >/dev/null
	@ninja -C build-bench -j$(JOBS) experiments
	@$(PYTHON) bench/experiments/run.py --textkin build/textkin --build build-bench $(EXPERIMENTS)

install: build  ## copies the program, its manual page, completions of shells, NOTICE and LICENSE to PREFIX (/usr/local)
	@cmake --install build --component program --prefix $(PREFIX)
	@cmake --install build --component licence --prefix $(PREFIX)

.PHONY: package package-check deps-package
package: build deps-package  ## a Debian package, and an archive that runs where nothing is installed, into build/packages (MAINTAINER="NAME <ADDRESS>" answers for it)
	@$(if $(MAINTAINER),cmake --preset release -DTEXTKIN_MAINTAINER="$(MAINTAINER)" >/dev/null)
	@rm -rf build/packages
	@cd build && cpack --config CPackConfig.cmake -B packages >packages.log || { cat packages.log; exit 1; }
	@rm -rf build/packages/_CPack_Packages
	@scripts/portable build/textkin build/packages
	@ls -l build/packages

package-check: deps-package  ## those: lintian, and as root in bare Debian 12 and 13 the examples of README, an index, the manual page (needs mmdebstrap)
	@$(PYTHON) scripts/check-packages build/packages

symbols: build  ## debug symbols as a file beside the program: build/symbols
	@cmake -G Ninja -S . -B build-symbols -DCMAKE_BUILD_TYPE=Release -DTEXTKIN_TESTS=OFF -DCMAKE_CXX_FLAGS=-g >/dev/null
	@ninja -C build-symbols -j$(JOBS) textkin
	@scripts/symbols build/textkin build-symbols/textkin build/symbols

reproducible: deps  ## builds twice in different folders, and compares the bytes (two cold builds, without ccache)
	@scripts/reproducible build-reproducible $(JOBS)

sbom: build  ## what the program is made of, with versions, licences and checksums: build/textkin.spdx.json
	@scripts/sbom build/textkin build/textkin.spdx.json
	@echo build/textkin.spdx.json

asan: deps  ## unit tests under the address and undefined-behaviour sanitizers
	@cmake --preset asan >/dev/null
	ninja -C build-asan -j$(JOBS)
	ctest --test-dir build-asan -j$(JOBS) --output-on-failure --no-tests=error

tsan: deps  ## unit tests under the thread sanitizer
	@cmake --preset tsan >/dev/null
	ninja -C build-tsan -j$(JOBS)
	TSAN_OPTIONS="suppressions=$(CURDIR)/tests/tsan.supp halt_on_error=1 history_size=7" \
	  ctest --test-dir build-tsan -j$(JOBS) --output-on-failure --no-tests=error

FUZZ_SECONDS ?= 60
fuzz: deps-tools  ## all that reads strangers' bytes, and kernels beside their scalar twins, a minute each (FUZZERS="html odt": those)
	@cmake --preset fuzz >/dev/null
	ninja -C build-fuzz -j$(JOBS) fuzzers
	@scripts/fuzz build-fuzz $(FUZZ_SECONDS) $(JOBS) $(FUZZERS)

fuzz-keep:  ## what `make fuzz` came to since into tests/fuzz/corpora, and how long it ran into tests/fuzz/hours.tsv
	@scripts/fuzz-keep build-fuzz

format: deps-tools  ## clang-format over all sources
	@clang-format-19 -i $(SOURCES)

lint: deps-tools  ## clang-tidy over all sources
	@cmake --preset release -B build-lint -DTEXTKIN_UNITY=OFF -DTEXTKIN_PYTHON=$$(test -f $(VENV)/made-from.txt && echo ON || echo OFF) \
	  -DPython_EXECUTABLE=$(CURDIR)/$(VENV)/bin/python >/dev/null
	@printf '%s\n' $(filter %.cc,$(filter-out bench/%,$(SOURCES))) | xargs -P$(JOBS) -n1 clang-tidy-19 -quiet -p build-lint

clean:  ## removes every build folder
	rm -rf build build-*
