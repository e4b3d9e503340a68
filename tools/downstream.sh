#!/bin/sh
# A package that says LinkingTo: lapscale, built against the installed lapscale and called. The last
# line: downstream: 1 passed, 0 failed.
. tools/makevars.sh
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cp -r tests/downstream "$place/downstream"
mkdir "$place/library"
if R CMD INSTALL --library="$place/library" "$place/downstream" > "$place/log" 2>&1 &&
  R_LIBS="$place/library${R_LIBS:+:$R_LIBS}" Rscript --no-init-file tests/downstream/compare.R \
    > "$place/log" 2>&1; then
  echo "downstream: 1 passed, 0 failed"
else
  cat "$place/log"
  echo "downstream: 0 passed, 1 failed"
  exit 1
fi
