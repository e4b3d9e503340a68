#!/bin/sh
# Line coverage: of R by testthat, as tools/test.R runs it, and of the core's headers by the core
# tests. Prints "R: xx.x %" and "C++: xx.x %" with the files below 90 %; fails below R 95 % or C++
# 90 %, or where a test fails. A line counts as covered if any template or test reached it; what no
# test instantiates has no lines. Logs and the lines missed are in build/coverage*.
set -e
mkdir -p build
cmake -S tests/cpp -DCMAKE_BUILD_TYPE= -DCOVERAGE=ON -B build/coverage > build/coverage.log 2>&1 &&
  cmake --build build/coverage --parallel 2 >> build/coverage.log 2>&1 ||
  { cat build/coverage.log; exit 1; }
find build/coverage -name '*.gcda' -exec rm {} +
build/coverage/core_tests > build/coverage-tests.log 2>&1 ||
  { cat build/coverage-tests.log; exit 1; }
# One JSON text per test file, of the headers alone.
core=$PWD/inst/include/lapscale
find build/coverage -name '*.gcda' -exec \
  gcov --json-format --stdout --relative-only --source-prefix "$core" {} + > build/coverage.json

exec Rscript --no-init-file tools/coverage.R
