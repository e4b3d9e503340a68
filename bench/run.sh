#!/bin/sh
# Every table of bench/README.md; takes an hour or more, half of it ssl_large.
for script in geometric_consistency gc_cost local_spectra pair_pass neighbors radius_graph published subsampling spectrum \
  lepski lepski_study selectors dimensions report_cases row_order embeddings \
  coverage clusters ssl ssl_speed ssl_rate ssl_sets ssl_large pca_step wide \
  landmarks; do
  echo "== bench/$script.R"
  Rscript --no-init-file "bench/$script.R" || exit 1
done
