#!/bin/sh
# Every table of bench/README.md; takes an hour or more, half of it ssl_large.
for script in geometric_consistency gc_cost local_spectra pair_pass neighbors radius_graph published subsampling spectrum local_scales observation_weights \
  lepski lepski_study selectors dimensions report_cases row_order embeddings peers_geometry \
  coverage clusters ssl ssl_speed ssl_rate ssl_sets ssl_large \
  landmarks; do
  echo "== bench/$script.R"
  Rscript --no-init-file "bench/$script.R" || exit 1
done
