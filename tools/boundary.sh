#!/bin/sh
# The walls of the house: the core does not know R, a folder of the core includes only itself and
# those below it, each header is in lapscale.hpp and is the first include of its test, no R function
# and no core test is there twice, an R file has its test file and no more than 300 lines of code and
# names nothing of a higher floor (tools/floors.R), and the files and functions that pages and comments
# name exist.
mkdir -p build
core=inst/include/lapscale
# From below.
layers="runtime points neighbors kernel local linalg graph select embed learn door"
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
complain "a header other than lanczos.hpp needs RSpectra:" \
  "$(grep -rl '#include <Spectra' $core | grep -v 'linalg/lanczos.hpp')"
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

# Files of R/ whose tests have other names, and tests of routes and faults, which have no file.
untested="core_conventions lapscale-package RcppExports"
routes="peers faults faults_[a-z]* fuzz_found invariances same_bits surface recipes pages"
for file in R/*.R; do
  name=$(basename "$file" .R)
  echo "$untested" | grep -qw -- "$name" || [ -e "tests/testthat/test-$name.R" ] ||
    complain "a file without its test file:" "$file"
  [ "$name" = RcppExports ] || [ "$(grep -cvE '^[[:space:]]*(#|$)' "$file")" -le 300 ] ||
    complain "more than 300 lines of code:" "$file"
done
for test in tests/testthat/test-*.R; do
  name=$(basename "$test" .R | sed 's/^test-//')
  [ -e "R/$name.R" ] || echo "$name" | grep -qxE "$(echo "$routes" | tr ' ' '|')" ||
    complain "a test file without its file in R/:" "$test"
done

# Paths that pages and comments name.
# shellcheck disable=SC2046 # the list is split on purpose
complain "a file is named that does not exist:" "$(
  grep -rnoE '\b(R|src|inst|tests|tools|lab|bench|notes|vignettes|demo)/[A-Za-z0-9_./-]+\.[A-Za-z]+' \
    $(ls -d ARCHITECTURE.md CONTRIBUTING.md README.md README.Rmd NEWS.md Makefile R src inst tests \
      tools lab notes vignettes bench/*.R bench/*.sh bench/*.md bench/*/*) --include='*' |
    while IFS=: read -r file line path; do
      [ -e "$path" ] || echo "$file:$line: $path"
    done)"
complain "a page names a test file that does not exist:" "$(
  grep -rnoE '\btest-[A-Za-z0-9_]+\.R\b' ./*.md notes lab bench vignettes tests tools \
    --include='*.md' --include='*.Rmd' --include='*.R' --include='*.sh' |
    while IFS=: read -r file line test; do
      [ -e "tests/testthat/$test" ] || echo "$file:$line: $test"
    done)"
# Names that pages put into files: `name()` in `file`, `name` of `file`, also after "and" and commas,
# and `file` gets a line in `name`. Sentences may go on in the next line.
name='`[A-Za-z0-9_.]+(\(\))?`'
path='`[A-Za-z0-9_./-]+/[A-Za-z0-9_.-]+\.[A-Za-z]+`'
complain "a page puts a name into a file that does not define it:" "$(
  cat ARCHITECTURE.md CONTRIBUTING.md | tr -s '\n ' '  ' |
    grep -oE "$name((,| and)+ $name)*,? (in|of) $path|$path gets a line in $name((,| and| in| the name)+ $name)*" |
    while read -r claim; do
      file=$(echo "$claim" | grep -oE "$path" | tr -d '`')
      echo "$claim" | grep -oE "$name" | tr -d '`()' | while read -r word; do
        case $file in
          *.R) grep -qE "^$word <- " "$file" ;;
          *) grep -qE "^[^/]*\b$word\b" "$file" ;;
        esac || echo "$word in $file"
      done
    done)"
Rscript --no-init-file tools/floors.R > build/floors.log || failed=1
[ "$failed" = 0 ] && tail -n 2 build/floors.log || cat build/floors.log
exit $failed
