#!/bin/sh
# All tests, stage after stage; goes on after a failure so that one run shows everything. The last
# line sums up: N passed, N failed.
passed=0
failed=0
mkdir -p build out
started=$(date +%s)

stage() { printf '== %s (%s s)\n' "$1" "$(($(date +%s) - started))"; }
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

stage "core tests (C++, no R)"
if make -s core > build/core_tests.log 2>&1; then :; else cat build/core_tests.log; fi
sed -nE 's/^All tests passed \(.* in ([0-9]+) test cases?\)/core: \1 passed, 0 failed/p
  s/^test cases: +[0-9]+ \| +([0-9]+) passed \| +([0-9]+) failed.*/core: \1 passed, \2 failed/p
  s/^test cases: +([0-9]+) \| +([0-9]+) failed.*/core: 0 passed, \2 failed/p' \
  build/core_tests.log | tee build/tally.log
tally build/tally.log

stage "install"
whole install sh tools/install.sh

for backend in tbb tinythread; do
  stage "R tests on $backend"
  RCPP_PARALLEL_BACKEND=$backend Rscript --no-init-file tools/test.R 2>&1 | tee build/r_tests.log
  tally build/r_tests.log
done

stage "R CMD check"
whole "R CMD check" sh tools/check.sh quick

stage "done"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
