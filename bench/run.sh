#!/bin/sh
# Every table of bench/README.md and bench/answer.md; takes some hours, of which ssl_large takes half
# an hour. What needs a folder of data (large_data.R, the labeled sets of answer_collect.R) says so in
# its first lines; `make bench-peers` runs peers.R.
run() {
  echo "== bench/$*"
  script=$1
  shift
  Rscript --no-init-file "bench/$script" "$@" || exit 1
}
for script in geometric_consistency gc_cost local_spectra pair_pass neighbors radius_graph published subsampling spectrum local_scales observation_weights \
  lepski lepski_study lepski_normalized selectors dimensions report_cases row_order sample_sizes embeddings matrix_free \
  coverage minima clusters ssl ssl_speed ssl_rate ssl_errors ssl_calibration ssl_sets ssl_large pca_step wide \
  defaults_time messages landmarks local_scales observation_weights peers_geometry relaxation; do
  run $script.R
done
for what in pictures clusters; do
  for half in choose judge; do run pictures.R $what $half; done
done
folder=${1:-$(mktemp -d)}
for part in check choosing held sets_choosing sets_held circles rolls known; do
  run answer_collect.R $part "$folder"
done
run answer.R "$folder"
run answer_diagnosis.R
