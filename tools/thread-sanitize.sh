#!/bin/sh
# Builds the package under the thread sanitizer into build/tsan-library and runs
# tools/thread-sanitize.R with it on the tinythread backend: TBB is not instrumented and would give
# false reports. Fails if that script fails or a report has a frame in lapscale's library. Reports
# that do not name it (from BLAS, say) stay in build/tsan-report.*. Needs g++ with its libtsan.
set -e
tsan=$(g++ -print-file-name=libtsan.so)
[ "$tsan" != libtsan.so ] || { echo "g++ has no libtsan"; exit 1; }
library=$PWD/build/tsan-library
rm -rf "$library" build/tsan-report.* build/tsan-source
mkdir -p "$library" build/tsan-source
cat > build/tsan.mk << 'END'
CXX17 = g++ -fsanitize=thread
CXX17FLAGS = -g -O1
DEBUG_INFO = -g
END
(
  cd build/tsan-source
  R CMD build --no-build-vignettes --no-manual ../..
  MAKEFLAGS=-j2 R_MAKEVARS_USER=$PWD/../tsan.mk R CMD INSTALL --no-test-load --no-docs \
    --library="$library" lapscale_*.tar.gz
) > build/tsan-install.log 2>&1 || { cat build/tsan-install.log; exit 1; }

# R itself and not its shell script, so that the preload reaches this one process. TBB comes along
# because RcppParallel looks for it in a child process, which dies under the sanitizer.
ask() { Rscript --no-init-file -e "cat($1)"; }
R_HOME=$(R RHOME)
export R_HOME R_SHARE_DIR="$(ask 'R.home("share")')" R_INCLUDE_DIR="$(ask 'R.home("include")')" \
  R_DOC_DIR="$(ask 'R.home("doc")')" R_LIBS="$library:$(ask '.libPaths(), sep = ":"')" \
  LD_LIBRARY_PATH="$R_HOME/lib"
tbb=$(ask 'list.files(system.file("lib", package = "RcppParallel"), "^libtbb(malloc)?[.]so[.]",
  full.names = TRUE)')
RCPP_PARALLEL_BACKEND=tinythread setarch -R env LD_PRELOAD="$tsan $tbb" \
  TSAN_OPTIONS="exitcode=0 log_path=build/tsan-report" \
  "$R_HOME/bin/exec/R" --vanilla --no-echo -f tools/thread-sanitize.R

# A report stands between two lines of equal signs; it is ours if it names our library.
ours=0
for report in build/tsan-report.*; do
  [ -e "$report" ] || continue
  awk '/^=====/ { if (text ~ /lapscale\.so/) printf "%s", text; text = ""; next }
    { text = text $0 "\n" }
    END { if (text ~ /lapscale\.so/) printf "%s", text }' "$report" > build/tsan-ours.log
  [ ! -s build/tsan-ours.log ] || { cat build/tsan-ours.log; ours=1; }
done
[ "$ours" -eq 0 ] && echo "thread sanitizer: no report from lapscale"
