#!/bin/sh
# R CMD check --as-cran without the parts that need CRAN's own server. `quick` leaves out the tests
# (they have just run) and the manual. Fails on an error, a warning, or a note not listed here.
set -e
quick=$1
mkdir -p build
cd build
rm -rf lapscale_*.tar.gz lapscale.Rcheck
export _R_CHECK_CRAN_INCOMING_=FALSE _R_CHECK_SYSTEM_CLOCK_=FALSE _R_CHECK_FORCE_SUGGESTS_=FALSE
# Without it R asks systemd for the time zone, and where that does not run its complaint is a note.
export TZ="${TZ:-UTC}"
export _R_CHECK_EXAMPLE_TIMING_CPU_TO_ELAPSED_THRESHOLD_=2.5 _R_CHECK_DONTTEST_EXAMPLES_=true
vignettes=
command -v pandoc > /dev/null || vignettes=--no-build-vignettes
R CMD build $vignettes .. > build.log 2>&1 || { cat build.log; exit 1; }
options="--as-cran --no-manual"
[ -n "$vignettes" ] && options="$options --ignore-vignettes"
if [ "$quick" = quick ]; then
  options="$options --no-tests"
elif command -v pdflatex > /dev/null; then
  options="--as-cran"
fi
R CMD check $options lapscale_*.tar.gz > check.log 2>&1 || { cat check.log; exit 1; }
cat check.log

# The notes we know, each explained in cran-comments.md.
known='checking installed package size|checking for GNU extensions in Makefiles'
known="$known|checking compilation flags used|checking C\+\+ specification"
unknown=$(grep -E '\.\.\. (\[.*\] )?(NOTE|WARNING|ERROR)' check.log | grep -vE "($known) .*NOTE" || true)
if [ -n "$unknown" ]; then
  echo "not accepted:"
  echo "$unknown"
  exit 1
fi
