#!/bin/sh
# R CMD check --as-cran without the parts that need CRAN's own server. Fails on an error, a warning,
# or a note not listed here. With a word:
#   quick         checks the tarball that tools/install.sh has made and leaves out what has just run:
#                 the tests, the vignettes' code, and the manual
#   depends-only  as on a machine where nothing of Suggests is installed but testthat; without the
#                 manual and the vignettes, which knitr of Suggests builds
set -e
how=$1
. tools/makevars.sh
mkdir -p build
cd build
rm -rf lapscale.Rcheck
export _R_CHECK_CRAN_INCOMING_=FALSE _R_CHECK_SYSTEM_CLOCK_=FALSE _R_CHECK_FORCE_SUGGESTS_=FALSE
# Without it R asks systemd for the time zone, and where that does not run its complaint is a note.
export TZ="${TZ:-UTC}"
export _R_CHECK_EXAMPLE_TIMING_CPU_TO_ELAPSED_THRESHOLD_=2.5 _R_CHECK_DONTTEST_EXAMPLES_=true
vignettes=
if [ "$how" = depends-only ] || ! command -v pandoc > /dev/null; then
  vignettes=--no-build-vignettes
fi
if [ "$how" != quick ] || [ ! -f "$(echo lapscale_*.tar.gz)" ]; then
  rm -f lapscale_*.tar.gz
  # shellcheck disable=SC2086 # empty or one word
  R CMD build $vignettes .. > build.log 2>&1 || { cat build.log; exit 1; }
fi
options="--as-cran --no-manual"
[ -n "$vignettes" ] && options="$options --ignore-vignettes"
# The notes we know, each explained in cran-comments.md.
known='checking installed package size|checking for GNU extensions in Makefiles'
known="$known|checking compilation flags used|checking C\+\+ specification"
if [ "$how" = quick ]; then
  options="$options --no-tests --no-vignettes"
elif [ "$how" = depends-only ]; then
  export _R_CHECK_DEPENDS_ONLY_=true
  known="$known|checking package dependencies"
elif command -v pdflatex > /dev/null; then
  options="--as-cran"
fi
# shellcheck disable=SC2086 # words
R CMD check $options lapscale_*.tar.gz > check.log 2>&1 || { cat check.log; exit 1; }
cat check.log

unknown=$(grep -E '\.\.\. (\[.*\] )?(NOTE|WARNING|ERROR)' check.log | grep -vE "($known) .*NOTE" || true)
if [ -n "$unknown" ]; then
  echo "not accepted:"
  echo "$unknown"
  exit 1
fi
