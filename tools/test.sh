#!/bin/sh
# All tests, stage after stage; goes on after a failure so that one run shows everything. The last
# lines say what each stage took and sum up: N passed, N failed.
passed=0
failed=0
mkdir -p build out
started=$(date +%s)
current=
began=$started
: > build/stages.log
. tools/makevars.sh

# Names the stage that begins, and notes what the one before took.
stage() {
  now=$(date +%s)
  [ -z "$current" ] || printf '%6s s  %s\n' "$((now - began))" "$current" >> build/stages.log
  current=$1
  began=$now
  printf '== %s (%s s)\n' "$1" "$((now - started))"
}
# Adds the "N passed, N failed" of a log's last such line; a stage without one has failed.
tally() {
  line=$(grep -oE '[0-9]+ passed, [0-9]+ failed' "$1" | tail -n 1)
  if [ -z "$line" ]; then
    cat "$1"
    failed=$((failed + 1))
    return
  fi
  passed=$((passed + ${line%% passed*}))
  bad=${line##*, }
  failed=$((failed + ${bad%% failed}))
}
# A check that passes or fails as a whole.
whole() {
  name=$1
  shift
  if "$@" > build/whole.log 2>&1; then
    echo "$name: 1 passed, 0 failed" | tee build/tally.log
  else
    cat build/whole.log
    echo "$name: 0 passed, 1 failed" | tee build/tally.log
  fi
  tally build/tally.log
}

stage "the core knows no R, folders include downwards"
whole boundary make -s boundary

stage "build with vignettes, install"
whole install sh tools/install.sh vignettes

# Compiled and run beside the stages that follow, which keep one core busy; not beside R CMD build,
# which copies the folder that the compiler writes to.
make -s core > build/core_tests.log 2>&1 &
core=$!

stage "R tests on tbb"
RCPP_PARALLEL_BACKEND=tbb Rscript --no-init-file tools/test.R 2>&1 | tee build/r_tests.log
tally build/r_tests.log

stage "R tests of what threads touch on tinythread"
RCPP_PARALLEL_BACKEND=tinythread Rscript --no-init-file tools/test.R threads 2>&1 |
  tee build/r_tests.log
tally build/r_tests.log

stage "a package that links to the core"
whole downstream sh tools/downstream.sh

stage "the rest of the core tests (C++, no R)"
wait "$core" || cat build/core_tests.log
sed -nE 's/^All tests passed \(.* in ([0-9]+) test cases?\)/core: \1 passed, 0 failed/p
  s/^test cases: +[0-9]+ \| +([0-9]+) passed \| +([0-9]+) failed.*/core: \1 passed, \2 failed/p
  s/^test cases: +([0-9]+) \| +([0-9]+) failed.*/core: 0 passed, \2 failed/p' \
  build/core_tests.log | tee build/tally.log
tally build/tally.log

stage "R CMD check"
whole "R CMD check" sh tools/check.sh quick

stage "done"
cat build/stages.log
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
