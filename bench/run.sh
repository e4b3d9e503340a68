#!/bin/sh
# Every table of bench/README.md; takes some minutes.
for script in geometric_consistency pair_pass radius_graph published subsampling spectrum lepski lepski_study ssl embeddings; do
  echo "== bench/$script.R"
  Rscript --no-init-file "bench/$script.R" || exit 1
done
echo "== bench/embeddings.R million"
Rscript --no-init-file bench/embeddings.R million
