# The front door: `make` prints what there is. Everything runs on a bare Debian 12 with git, make, and root or sudo.
SHELL       := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.ONESHELL:
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

PREFIX  ?= /usr/local
DESTDIR ?=
FUZZ_SECONDS ?= 300
JOBS    ?= $(shell nproc)
# Many tests wait for a condition: more of them than cores run side by side.
TEST_JOBS ?= $(shell expr 2 \* $(JOBS))

# Debian 12 packages: what compiling needs, what the tests start or use beside it, and the rest.
BUILD_PACKAGES := g++ cmake ninja-build ccache make pkg-config git tzdata scdoc \
  libboost-dev libcctz-dev libcli11-dev libfmt-dev libhiredis-dev libmariadb-dev libminizip-dev \
  libsoci-dev libsoci-mysql4.0 libsoci-sqlite3-4.0 libspdlog-dev libsqlite3-dev libssl-dev \
  libtomlplusplus-dev libxlsxwriter-dev libyaml-cpp-dev nlohmann-json3-dev zlib1g-dev
DEMO_PACKAGES  := $(BUILD_PACKAGES) sqlite3
MYSQL_PACKAGES := mariadb-server-core mariadb-client-core redis-server
TEST_PACKAGES  := $(DEMO_PACKAGES) $(MYSQL_PACKAGES) catch2 librapidcheck-dev openssl python3 python3-openpyxl
LINT_PACKAGES  := $(BUILD_PACKAGES) clang-tidy clang-format
ACCEPT_PACKAGES := $(TEST_PACKAGES) libreoffice-calc-nogui mmdebstrap time
COVER_PACKAGES := $(TEST_PACKAGES) gcovr
# A node of another origin brings its own npm, and Debian's does not stand beside it.
BENCH_PACKAGES := $(BUILD_PACKAGES) $(MYSQL_PACKAGES) python3 python3-croniter $(if $(shell command -v npm),,nodejs npm)
FUZZ_PACKAGES  := $(BUILD_PACKAGES) clang python3
install_packages = cmake/install-packages.sh

.PHONY: help demo demo-mysql test accept deps build install bench validate asan tsan fuzz lint fmt coverage clean

help: ## print this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

demo: ## export 100,000 rows on the embedded SQLite default: submit, run, status, file
	@$(install_packages) $(DEMO_PACKAGES)
	$(MAKE) build-programs
	tests/support/demo.sh sqlite

demo-mysql: ## the same on a private MariaDB with Redis
	@$(install_packages) $(DEMO_PACKAGES) $(MYSQL_PACKAGES)
	$(MAKE) build-programs
	tests/support/demo.sh mysql

test: deps ## what CI runs: unit, store, race, command, crash and docs tests on a private MariaDB and Redis
	@$(MAKE) build-all
	ctest --test-dir build --output-on-failure --no-tests=error --no-label-summary -j $(TEST_JOBS)

accept: ## the long checks: memory, LibreOffice, kill storms, sanitizers, a bare Debian; says what it could not run
	@$(install_packages) $(ACCEPT_PACKAGES)
	$(MAKE) demo
	tests/accept/accept.sh

deps: ## install the Debian packages that build and test need
	@$(install_packages) $(TEST_PACKAGES)

build: ## compile into build/bin
	@$(install_packages) $(BUILD_PACKAGES)
	$(MAKE) build-programs

install: ## compile for release and install below PREFIX (/usr/local)
	@$(install_packages) $(BUILD_PACKAGES)
	cmake --preset release -DCMAKE_INSTALL_PREFIX=$(PREFIX)
	cmake --build build/release -j $(JOBS)
	DESTDIR=$(DESTDIR) cmake --install build/release

bench: ## the benchmarks, as ratios within one run; fails when a bound is missed
	@$(install_packages) $(BENCH_PACKAGES)
	cmake --preset bench
	cmake --build build/release -j $(JOBS) --target bench_programs
	python3 tests/bench/cron/run.py build/release/bin build/bench/cron
	python3 tests/bench/export/run.py build/release/bin build/release/bin/export_baselines

validate: build ## check the project's own schedules as CI would
	build/bin/cron-next --check $(wildcard crontab k8s) --strict

asan: deps ## the tests under AddressSanitizer and UndefinedBehaviorSanitizer
	@$(call sanitized,asan)

tsan: deps ## the tests under ThreadSanitizer
	@$(call sanitized,tsan)

fuzz: ## the readers of cron-next under libFuzzer, FUZZ_SECONDS (300) each
	@$(install_packages) $(FUZZ_PACKAGES)
	cmake --preset fuzz
	cmake --build build/fuzz -j $(JOBS) --target cron_expression_fuzz crontab_fuzz cronjob_yaml_fuzz
	tests/fuzz/run.sh build/fuzz $(FUZZ_SECONDS)

lint: ## clang-tidy over lib/ and cmd/, formatting checked
	@$(install_packages) $(LINT_PACKAGES)
	git ls-files '*.cpp' '*.hpp' | xargs clang-format --dry-run -Werror
	cmake --preset lint
	cmake --build build/lint --target store_sql
	git ls-files 'lib/*.cpp' 'cmd/*.cpp' | xargs -P $(JOBS) -n 4 clang-tidy -p build/lint --quiet

fmt: ## format the C++ sources in place
	@$(install_packages) $(LINT_PACKAGES)
	git ls-files '*.cpp' '*.hpp' | xargs clang-format -i

coverage: ## line coverage of the tests, into build/coverage/index.html
	@$(install_packages) $(COVER_PACKAGES)
	cmake --preset coverage
	cmake --build build/coverage -j $(JOBS)
	ctest --test-dir build/coverage --output-on-failure -j $(JOBS)
	gcovr --root . --filter lib/ --filter cmd/ --html-details build/coverage/index.html --print-summary build/coverage

clean: ## remove build/
	rm -rf build

# The preset is configured once; after that Ninja runs CMake again by itself when a list changed.
# `make build` and the demo leave the tests out, since they need packages of their own.
.PHONY: build-programs build-all
build-programs:
	@[[ -e build/build.ninja ]] || cmake --preset dev -DONESHOT_BUILD_TESTS=OFF
	cmake --build build -j $(JOBS)

build-all:
	@grep -qs 'ONESHOT_BUILD_TESTS:BOOL=ON' build/CMakeCache.txt && [[ -e build/build.ninja ]] || cmake --preset dev -DONESHOT_BUILD_TESTS=ON
	cmake --build build -j $(JOBS)

# ThreadSanitizer's shadow memory needs the kernel's randomization of addresses off.
define sanitized
cmake --preset $(1)
cmake --build build/$(1) -j $(JOBS)
setarch $$(uname -m) -R ctest --test-dir build/$(1) --output-on-failure -j $(TEST_JOBS)
endef
