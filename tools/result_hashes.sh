#!/bin/sh
# Hashes of what the installed package returns to the acceptance checks and in the demos, into a
# folder; with a second folder, compares: what changed between two versions, call by call.
#   sh tools/result_hashes.sh build/before         (R_LIBS says which installation)
#   sh tools/result_hashes.sh build/after build/before
set -e
out=$1
before=$2
shared=${LAPSCALE_SHARED:-../shared}
mkdir -p "$out"
for script in gc lepski embed select ssl; do
  R_PROFILE_USER=tools/record_results.R LAPSCALE_RECORD="$out/$script.csv" \
    Rscript "$shared/checks/check-$script.R" > "$out/$script.txt" || true
done
for script in demo/*.R; do
  name=$(basename "$script" .R)
  (cd "$out" && R_PROFILE_USER="$OLDPWD/tools/record_results.R" LAPSCALE_RECORD="$name.csv" \
    Rscript "$OLDPWD/$script" > "$name.txt")
done
[ -z "$before" ] && exit 0
changed=0
for table in "$before"/*.csv; do
  name=$(basename "$table")
  lines=$(($(wc -l < "$table") - 1))
  if cmp -s "$table" "$out/$name"; then
    echo "$name: $lines results, the same bits"
  else
    changed=1
    echo "$name: differs"
    diff "$table" "$out/$name" | grep '^[<>]' | head -20
  fi
done
exit $changed
