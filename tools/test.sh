#!/bin/sh
# All tests, stage after stage; goes on after a failure so that one run shows everything. The last
# lines say what failed and what each stage took, and sum up: N passed, N failed.
passed=0
failed=0
mkdir -p build out
started=$(date +%s)
current=
began=$started
: > build/stages.log
: > build/failed.log
. tools/makevars.sh

# Sets `cpu` to the CPU seconds of all that this shell has waited for. A subshell would say its own.
find_cpu() {
  times > "build/times_$1"
  cpu=$(tail -n 1 "build/times_$1" | sed 's/m/ /g; s/s//g' |
    awk '{ printf "%.0f", 60 * ($1 + $3) + $2 + $4 }')
}
cpu_began=0
# Notes what a part of the second lane took.
part() {
  find_cpu lane
  printf '            %6s CPU s  beside: %s\n' "$((cpu - cpu_began))" "$1" >> build/stages.log
  cpu_began=$cpu
}
# Names the stage that begins, and notes what the one before took.
stage() {
  now=$(date +%s)
  find_cpu main
  [ -z "$current" ] || printf '%8s s  %6s CPU s  %s\n' "$((now - began))" "$((cpu - cpu_began))" \
    "$current" >> build/stages.log
  cpu_began=$cpu
  current=$1
  began=$now
  printf '== %s (%s s)\n' "$1" "$((now - started))"
}
# Adds the "N passed, N failed" of a log's last such line; a stage without one has failed. What the
# log says to have failed is kept for the end.
tally() {
  grep '^failed: ' "$1" >> build/failed.log
  line=$(grep -oE '[0-9]+ passed, [0-9]+ failed' "$1" | tail -n 1)
  if [ -z "$line" ]; then
    cat "$1"
    failed=$((failed + 1))
    { echo "failed: no sum in $1, which ends:"; tail -n 5 "$1"; } >> build/failed.log
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
    { echo "failed: $name, which ends:"; tail -n 5 build/whole.log; } >> build/failed.log
    echo "$name: 0 passed, 1 failed" | tee build/tally.log
  fi
  tally build/tally.log
}

stage "the core knows no R, folders include downwards"
whole boundary make -s boundary

# Two lanes, which keep a core busy each: the compilation of the core tests goes beside that of the
# vignettes, of which R builds one at a time. Both end with the R tests that the other has not taken.
rm -rf build/installed build/shared_tests
mkdir build/shared_tests
r_tests() {
  RCPP_PARALLEL_BACKEND=tbb Rscript --no-init-file tools/test.R shared "$1"
}
second_lane() {
  cpu_began=0
  make -s core-quick > build/core_tests.log 2>&1
  part "core tests"
  if ! command -v clang++ > /dev/null; then
    echo "src/ by clang: no clang++ here: 0 passed, 0 failed"
  elif sh tools/src_by.sh clang++ > build/src_by.log 2>&1; then
    echo "src/ by clang: 1 passed, 0 failed"
  else
    cat build/src_by.log
    echo "failed: src/ by clang, as build/src_by.log says"
    echo "src/ by clang: 0 passed, 1 failed"
  fi > build/clang_tests.log
  part "src/ by clang"
  until [ -e build/installed ]; do sleep 1; done
  sh tools/downstream.sh > build/downstream.log 2>&1
  part "a package that links to the core"
  RCPP_PARALLEL_BACKEND=tinythread Rscript --no-init-file tools/test.R threads \
    > build/tinythread_tests.log 2>&1
  part "R tests on tinythread"
  if sh tools/check.sh quick > build/check_quick.log 2>&1; then
    echo "R CMD check: 1 passed, 0 failed"
  else
    cat build/check_quick.log
    echo "failed: R CMD check, as build/check_quick.log says"
    echo "R CMD check: 0 passed, 1 failed"
  fi > build/check_tests.log
  part "R CMD check"
  r_tests 2 > build/r_tests_2.log 2>&1
  part "R tests"
}
second_lane &
lane=$!

stage "build with vignettes, install"
whole install sh tools/install.sh vignettes
touch build/installed

stage "R tests on tbb"
r_tests 1 2>&1 | tee build/r_tests.log
tally build/r_tests.log

stage "what ran beside: core tests, clang, a package that links to the core, tinythread, check, R tests"
wait "$lane"
sed -nE 's/^All tests passed \(.* in ([0-9]+) test cases?\)/core: \1 passed, 0 failed/p
  s/^test cases: +[0-9]+ \| +([0-9]+) passed \| +([0-9]+) failed.*/core: \1 passed, \2 failed/p
  s/^test cases: +([0-9]+) \| +([0-9]+) failed.*/core: 0 passed, \2 failed/p' \
  build/core_tests.log > build/tally.log
[ -s build/tally.log ] || cat build/core_tests.log
sed -nE 's/^(.*: FAILED:.*|.*: error: .*)/failed: core: \1/p' build/core_tests.log >> build/failed.log
cat build/tally.log build/clang_tests.log build/downstream.log build/tinythread_tests.log \
  build/check_tests.log build/r_tests_2.log
for log in tally clang_tests downstream tinythread_tests check_tests r_tests_2; do tally "build/$log.log"; done

stage "done"
cat build/stages.log
find_cpu main
# The stage that waits for the second lane has what that lane took.
echo "-- $cpu CPU s, $((cpu / 60)) CPU min"
cat build/failed.log
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
