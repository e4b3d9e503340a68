#!/bin/sh
# What src/ of two commits or more costs to compile, one unit at a time, without ccache: CPU seconds
# and peak memory per unit, CPU seconds of the whole R CMD INSTALL, size of the library, all in one
# run; and CPU seconds of R CMD SHLIB of a file that includes Rcpp.h and has one line, to compare
# machines by.
#   sh bench/compile.sh b7feeca HEAD
set -e
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat > "$folder/timed.py" << 'END'
import os, resource, subprocess, sys
done = subprocess.call(sys.argv[2:])
used = resource.getrusage(resource.RUSAGE_CHILDREN)
name = os.path.basename(sys.argv[sys.argv.index("-c") + 1]) if "-c" in sys.argv else None
if sys.argv[2] == "R" or name:
    with open(sys.argv[1], "a") as log:
        log.write("| %s | %.1f | %.2f |\n" % (
            name or " ".join(sys.argv[2:5]), used.ru_utime + used.ru_stime,
            used.ru_maxrss / 2**20))
sys.exit(done)
END
printf '#include <Rcpp.h>\n// [[Rcpp::export]]\ndouble one() { return 1; }\n' > "$folder/one.cpp"
PKG_CPPFLAGS="-I$(Rscript --no-init-file -e 'cat(system.file("include", package = "Rcpp"))')" \
  R_MAKEVARS_USER=/dev/null python3 "$folder/timed.py" "$folder/one" R CMD SHLIB "$folder/one.cpp" \
  > /dev/null
sed 's/| R CMD SHLIB/| R CMD SHLIB of one line/' "$folder/one"
for commit in "$@"; do
  at="$folder/$commit"
  mkdir -p "$at/package" "$at/library"
  git archive "$commit" | tar -xf - -C "$at/package"
  echo "CXX17 = python3 $folder/timed.py $at/log g++" > "$at/Makevars"
  MAKEFLAGS=-j1 R_MAKEVARS_USER="$at/Makevars" python3 "$folder/timed.py" "$at/whole" \
    R CMD INSTALL --no-docs --no-test-load --library="$at/library" "$at/package" \
    > "$at/install.log" 2>&1 || { cat "$at/install.log"; exit 1; }
  printf '\n%s\n\n| unit | CPU s | peak, GB |\n| --- | --- | --- |\n' \
    "$(git rev-parse --short "$commit")"
  cat "$at/log"
  awk -F '|' '{ cpu += $3; if ($4 > most) most = $4 }
    END { printf "| all | %.0f | %.2f |\n", cpu, most }' "$at/log"
  cat "$at/whole"
  echo "lapscale.so: $(du -m "$at/library/lapscale/libs/lapscale.so" | cut -f 1) MB"
done
