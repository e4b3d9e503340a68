#!/bin/sh
# Every unit of src/ read by another compiler than R's, its warnings taken as errors: what one
# compiler lets pass another does not, and a package that nobody has tried with clang need not even
# load where clang is all there is.
#   src_by.sh COMPILER
compiler=${1:?which compiler}
# R's headers say the same on every machine whose sizes of types are these. Casts of functions are
# what R registers them by.
include=$(Rscript --no-init-file -e 'cat(sprintf("-isystem %s", c(R.home("include"),
  sapply(c("Rcpp", "RcppEigen", "RcppParallel", "RSpectra"), function(p)
    system.file("include", package = p)))))')
units=$(sed -nE 's/^OBJECTS = (.*)/\1/p' src/Makevars | sed 's/\.o/.cpp/g')
[ -n "$units" ] || { echo "src/Makevars names no units" >&2; exit 1; }
# shellcheck disable=SC2086 # words
printf 'src/%s\n' $units | xargs -P 2 -I{} "$compiler" -std=gnu++17 -fsyntax-only -Wall -Wextra \
  -Wno-cast-function-type -Werror -DNDEBUG -DSTRICT_R_HEADERS -DRCPP_NO_MODULES -DRCPP_NO_SUGAR \
  -DLAPSCALE_COMPILED_ONCE -I inst/include -I src $include {} || exit 1
# shellcheck disable=SC2086 # words
echo "src/ compiles by $compiler: $(echo $units | wc -w) units"
