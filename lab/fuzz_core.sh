#!/bin/sh
# libFuzzer on the core, under the address and undefined-behaviour sanitizers:
#   fuzz_core.sh MINUTES [target ...]    targets are lab/fuzz_core/fuzz_<target>.cpp; all by default
# What a target has found worth keeping goes to build/fuzz/<target>, and what breaks it to
# build/fuzz/<target>-crash-*, to be given to build/fuzz/fuzz_<target> once more.
set -e
minutes=${1:-10}
[ $# -eq 0 ] || shift
mkdir -p build/fuzz
[ $# -gt 0 ] || set -- $(ls lab/fuzz_core/fuzz_*.cpp | sed -E 's|.*/fuzz_(.*)\.cpp|\1|')
compiler=$(command -v clang++-15 || command -v clang++)
include=$(Rscript --no-init-file -e 'cat(sprintf("-isystem %s",
  sapply(c("RcppEigen", "RSpectra"), function(p) system.file("include", package = p))))')
for target in "$@"; do
  # shellcheck disable=SC2086 # flags
  "$compiler" -std=gnu++17 -O1 -g -Wall -Wextra -Wno-unknown-pragmas \
    -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all -I inst/include $include \
    "lab/fuzz_core/fuzz_$target.cpp" -o "build/fuzz/fuzz_$target"
  mkdir -p "build/fuzz/$target"
  "build/fuzz/fuzz_$target" -max_total_time="$(awk "BEGIN { print $minutes * 60 }")" -max_len=4096 -timeout=20 \
    -artifact_prefix="build/fuzz/$target-" "build/fuzz/$target" > "build/fuzz/$target.log" 2>&1 ||
    { tail -n 40 "build/fuzz/$target.log"; exit 1; }
  echo "$target: $minutes minutes, $(sed -nE 's/^Done ([0-9]+) runs.*/\1 runs/p' \
    "build/fuzz/$target.log"), no report"
done
