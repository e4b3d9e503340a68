#!/bin/sh
# What src/ of two commits or more costs to compile, one unit at a time, without ccache: CPU seconds
# and peak memory per unit, all in one run.
#   sh bench/compile.sh b7feeca HEAD
set -e
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat > "$folder/timed.py" << 'END'
import os, resource, subprocess, sys
done = subprocess.call(sys.argv[2:])
used = resource.getrusage(resource.RUSAGE_CHILDREN)
if "-c" in sys.argv:
    unit = os.path.basename(sys.argv[sys.argv.index("-c") + 1])
    with open(sys.argv[1], "a") as log:
        log.write("| %s | %.1f | %.2f |\n" % (unit, used.ru_utime + used.ru_stime, used.ru_maxrss / 2**20))
sys.exit(done)
END
for commit in "$@"; do
  mkdir -p "$folder/$commit/package" "$folder/$commit/library"
  git archive "$commit" | tar -xf - -C "$folder/$commit/package"
  echo "CXX17 = python3 $folder/timed.py $folder/$commit/log g++" > "$folder/$commit/Makevars"
  MAKEFLAGS=-j1 R_MAKEVARS_USER="$folder/$commit/Makevars" R CMD INSTALL --no-docs --no-test-load \
    --library="$folder/$commit/library" "$folder/$commit/package" > "$folder/$commit/install.log" 2>&1 ||
    { cat "$folder/$commit/install.log"; exit 1; }
  printf '\n%s\n\n| unit | CPU s | peak, GB |\n| --- | --- | --- |\n' "$(git rev-parse --short "$commit")"
  cat "$folder/$commit/log"
  awk -F '|' '{ cpu += $3; if ($4 > most) most = $4 }
    END { printf "| all | %.0f | %.2f |\n", cpu, most }' "$folder/$commit/log"
done
