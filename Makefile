# The only definition of every check; CI calls nothing else. `make` lists the targets.

SHELL   := /bin/sh
CORE    := inst/include/lapscale
CXX_FILES := $(wildcard $(CORE)/*.hpp $(CORE)/*/*.hpp $(CORE)/*/*.inl src/bind_*.cpp src/r_*.cpp src/*_unit.cpp src/*_once.cpp src/*.h \
  tests/cpp/*.cpp tests/cpp/*/*.cpp tests/cpp/*/*.hpp lab/fuzz_core/*.cpp lab/fuzz_core/*.hpp)
CLANG   := $(firstword $(foreach v,clang++ clang++-14 clang++-15 clang++-16,$(shell command -v $(v))))
LAUNCHER := $(if $(shell command -v ccache),-DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
CMAKE_CORE = cmake -S tests/cpp -DCMAKE_BUILD_TYPE= $(LAUNCHER)
RSCRIPT := Rscript --no-init-file
INCLUDES = $(shell $(RSCRIPT) -e 'cat(sprintf("-isystem %s", sapply(c("RcppEigen", "RSpectra"), \
  function(p) system.file("include", package = p))))')

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help demo test oldest hashes downstream setup-demo setup-test setup-pages setup-dev install core core-quick core-clang \
  src-clang r-test check check-depends-only sanitize thread-sanitize valgrind lint format format-check tidy \
  coverage bench bench-peers docs readme pages site boundary pictures headers core-arm core-windows core-on \
  setup-machines faults fuzz fuzz-core interrupts mutants trace clean

help: ## list the targets
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 20

demo: setup-demo install ## set up, install, choose bandwidths on real data, write pictures to out/
	@$(RSCRIPT) tools/demo.R

test: setup-test ## set up and pass all tests: core, R, thread backends, R CMD check
	@sh tools/test.sh

setup-demo:
	@echo "== set-up"; $(RSCRIPT) tools/setup.R demo
setup-test:
	@echo "== set-up"; $(RSCRIPT) tools/setup.R test
setup-pages:
	@echo "== set-up"; $(RSCRIPT) tools/setup.R pages
setup-dev: ## what the targets below need, and the peers that bench/ measures
	@echo "== set-up"; $(RSCRIPT) tools/setup.R dev

install: ## build and install the package, without vignettes
	@echo "== install"; sh tools/install.sh

core: ## C++ tests by g++, no R in the process
	@mkdir -p build && $(CMAKE_CORE) -B build/core > build/core.log 2>&1 || { cat build/core.log; exit 1; }
	@cmake --build build/core --parallel 2 && build/core/core_tests
core-quick: ## the same by clang++, at -O0 but for what many tests share: what `make test` runs
	@mkdir -p build && $(CMAKE_CORE) -DQUICK=ON $(if $(CLANG),-DCMAKE_CXX_COMPILER=$(CLANG)) -B build/quick \
	  > build/core.log 2>&1 || { cat build/core.log; exit 1; }
	@cmake --build build/quick --parallel 2 && build/quick/core_tests
src-clang: ## the units of src/ read by clang++, its warnings taken as errors
	@sh tools/src_by.sh $(CLANG)
core-clang: ## core tests with clang++
	$(CMAKE_CORE) -B build/clang -DCMAKE_CXX_COMPILER=$(CLANG)
	cmake --build build/clang --parallel 2 && build/clang/core_tests
r-test: install ## testthat in full on both thread backends
	RCPP_PARALLEL_BACKEND=tbb $(RSCRIPT) tools/test.R
	RCPP_PARALLEL_BACKEND=tinythread $(RSCRIPT) tools/test.R
oldest: ## tests against the oldest versions that DESCRIPTION admits, in build/oldest
	$(RSCRIPT) tools/oldest.R
hashes: ## hashes of the results of the acceptance checks and demos, into build/hashes
	sh tools/result_hashes.sh build/hashes $(BEFORE)
downstream: ## a package that links to the core, against the installed lapscale
	sh tools/downstream.sh
check: ## R CMD check --as-cran, with vignettes and manual where LaTeX is
	@sh tools/check.sh
check-depends-only: ## the same where nothing of Suggests is installed, without vignettes
	@sh tools/check.sh depends-only

setup-machines: ## what core-arm, core-windows and core-on need
	@echo "== set-up"; $(RSCRIPT) tools/setup.R machines
core-arm: setup-machines ## core tests built for arm64, run under qemu; src/ compiled for it
	sh tools/core_on.sh arm
core-windows: setup-machines ## core tests built by mingw-w64, run under wine; src/ compiled and linked for it
	sh tools/core_on.sh windows
core-on: setup-machines ## core tests with ON=debug (libstdc++'s checks), libc++, g++-11, clang++-13, ...
	sh tools/core_on.sh $(ON)

sanitize: ## core tests under the address and undefined-behaviour sanitizers
	$(CMAKE_CORE) -B build/asan -DSANITIZE=ON
	cmake --build build/asan --parallel 2 && build/asan/core_tests
thread-sanitize: ## core tests and the package on tinythread under the thread sanitizer
	$(CMAKE_CORE) -B build/tsan -DTHREAD_SANITIZER=ON
	cmake --build build/tsan --parallel 2 && setarch -R build/tsan/core_tests "[threads]"
	sh tools/thread-sanitize.sh
valgrind: ## core tests under valgrind
	$(CMAKE_CORE) -B build/valgrind -DCMAKE_CXX_FLAGS=-g
	cmake --build build/valgrind --parallel 2
	valgrind --error-exitcode=1 --leak-check=full --errors-for-leak-kinds=definite -q \
	  build/valgrind/core_tests "~[slow]"

format: ## clang-format
	clang-format -i $(CXX_FILES)
format-check:
	clang-format --dry-run --Werror $(CXX_FILES)
tidy: ## clang-tidy on the core, all headers read at once
	mkdir -p build && echo '#include "lapscale/lapscale.hpp"' > build/core.cpp
	clang-tidy --quiet build/core.cpp -- -std=gnu++17 -Iinst/include $(INCLUDES)
lint: ## lintr, the spelling of the texts (inst/WORDLIST has the words that are right), numbers that stand twice
	$(RSCRIPT) -e 'l <- lintr::lint_package(); print(l); quit(status = length(l) > 0)'
	$(RSCRIPT) tools/words.R
boundary: ## the core knows no R, nothing depends upwards, in the core or in R/, files that are named exist
	@sh tools/boundary.sh
headers: ## each header of the core compiles by itself
	@CXX="$(CXX)" INCLUDES="$(INCLUDES)" sh tools/headers.sh
pictures: install ## every picture in base graphics and ggplot2, on pages of out/, to be looked at
	$(RSCRIPT) tools/contact-sheet.R
coverage: ## line coverage of R and of the core, from both test suites
	sh tools/coverage.sh
bench: install ## every table of bench/README.md
	sh bench/run.sh
bench-peers: setup-dev install ## every task beside other packages, into bench/peers/peers.md
	$(RSCRIPT) bench/peers/peers.R out=bench/peers/peers.md
docs: ## Rcpp glue, NAMESPACE, man/
	sh tools/document.sh
readme: ## README.md from README.Rmd, with its output and pictures, and the cheat sheet
	@mkdir -p build
	$(RSCRIPT) -e 'knitr::knit("README.Rmd", "build/README.md", quiet = TRUE)' && cat -s build/README.md > README.md
	$(RSCRIPT) tools/cheatsheet.R
pages: setup-pages install ## every page knit, and its numbers compared with tools/pages/
	$(RSCRIPT) tools/pages.R
site: setup-pages docs ## the pkgdown site in docs/, without a network, and its links checked
	$(RSCRIPT) tools/site.R
	$(RSCRIPT) tools/check_links.R docs
# The laboratory: lab/README.md.
faults: install ## the 50 fault cases, for every function that each concerns: lab/results/faults.csv
	$(RSCRIPT) lab/fault_table.R
fuzz: install ## random calls of all that is exported: make fuzz CALLS=100000
	$(RSCRIPT) lab/fuzz.R $(or $(CALLS),100000)
fuzz-core: setup-machines ## libFuzzer on what reads data: make fuzz-core MINUTES=10, for each target
	sh lab/fuzz_core.sh $(or $(MINUTES),10)
interrupts: install ## Ctrl-C at random times in all long functions: make interrupts CALLS=500
	$(RSCRIPT) lab/interrupts.R $(or $(CALLS),500)
mutants: install ## small faults planted in R/ and the core: lab/results/mutants.csv
	$(RSCRIPT) lab/mutants.R core 1:50
	$(RSCRIPT) lab/mutants.R r 1:50
trace: install ## calls, files, and crossings into the core of a few calls
	$(RSCRIPT) lab/trace.R

clean:
	rm -rf build out docs lapscale.Rcheck lapscale_*.tar.gz src/*.o src/*.so
