#!/bin/sh
# The walls of the house: the core does not know R, a folder of the core includes only itself and
# those below it, each header is in lapscale.hpp and is the first include of its test, no R function
# and no core test is there twice, pages name files that exist, and the table of ARCHITECTURE.md is
# that of the sources.
core=inst/include/lapscale
# From below.
layers="runtime points neighbors kernel local linalg graph select embed learn"
failed=0

complain() {
  [ -n "$2" ] || return 0
  printf '%s\n%s\n' "$1" "$2"
  failed=1
}

complain "an R function is defined twice:" \
  "$(grep -hoE '^[A-Za-z_.]+ <- function' R/*.R | sort | uniq -d)"
complain "two core tests have one name, which stops all of them:" \
  "$(grep -rhoE '(TEST_CASE|SCENARIO)\( *"[^"]*"' tests/cpp | sort | uniq -d)"
complain "an include of the core's own that does not read \"lapscale/<folder>/<name>\":" \
  "$(grep -rnE '#[[:space:]]*include[[:space:]]*("|<lapscale/|<.*\.\.)' $core |
    grep -vE ':#include "lapscale/[a-z_]+/[a-z0-9_]+\.(hpp|inl)"')"
complain "the core names R:" "$(grep -rnE 'Rcpp|Rinternals|R_ext/|<R\.h>|SEXP' $core)"

below=
for layer in $layers; do
  below="$below${below:+|}$layer"
  complain "$layer/ includes what is above it:" \
    "$(grep -rnE '#include "lapscale/' "$core/$layer" | grep -vE "\"lapscale/($below)/")"
done
# shellcheck disable=SC2086 # the list is split on purpose
complain "no layer has this folder:" \
  "$(ls $core | grep -vxE "$(echo $layers | tr ' ' '|')|lapscale.hpp")"

for header in "$core"/*/*.hpp; do
  name=lapscale/${header#"$core"/}
  test=$(echo "${header#"$core"/}" | sed -E 's|^(.*)/(.*)\.hpp$|tests/cpp/\1/test_\2.cpp|')
  grep -q "\"$name\"" "$core/lapscale.hpp" || complain "not in lapscale.hpp:" "$name"
  [ ! -e "$test" ] || grep -m1 '#include' "$test" | grep -q "\"$name\"" ||
    complain "a test that does not include its header first:" "$test"
done

# Paths in the pages for people who work on the code.
pages="ARCHITECTURE.md CONTRIBUTING.md README.md bench/README.md notes/*.md"
# shellcheck disable=SC2086 # the list is split on purpose
paths=$(grep -ohE '\b(R|src|inst|tests|tools|bench|notes|vignettes)/[A-Za-z0-9_./-]+\.[A-Za-z]+' \
  $pages | sort -u)
for path in $paths; do
  [ -e "$path" ] || complain "a page names a file that does not exist:" "$path"
done
Rscript --no-init-file tools/architecture_table.R check || failed=1
exit $failed
