#!/bin/sh
# Every table of bench/README.md and bench/bandwidth/answer.md; takes many hours, of which ssl_large
# takes half an hour. Most packages with data and peers are installed by `make setup-dev`; a script that
# misses one stops the run. What needs a folder of data (large_data.R, the labeled sets of
# answer_collect.R) says so in its first lines; `make bench-peers` runs peers.R. Scripts that only draw
# (pictures_before.R, pictures_geometry.R), and studies that only notes/ describes, have their command
# in their first lines.
run() {
  echo "== bench/$*"
  script=$1
  shift
  Rscript --no-init-file "bench/$script" "$@" || exit 1
}
all() {
  topic=$1
  shift
  for script in "$@"; do run "$topic/$script.R"; done
}
all bandwidth geometric_consistency gc_cost local_spectra published subsampling selectors dimensions \
  report_cases row_order sample_sizes coverage minima \
  one_bandwidth tolerance scales floor floor_tables
all pairs pair_pass neighbors radius_graph spectrum spectrum_cost matrix_free wide
run pairs/spectrum_peers.R
all lepski lepski lepski_study lepski_normalized
all embeddings local_scales observation_weights embeddings landmarks clusters pca_step relaxation \
  relaxation_new_points novelty
for half in choose judge; do run embeddings/outliers.R $half; done
all learning ssl ssl_speed ssl_rate ssl_errors ssl_calibration ssl_sets ssl_large \
  ssl_coverage ssl_hessian penalties intervals groups ssl_auto_time
for half in choose judge; do run learning/few_labels.R $half; done
all defaults defaults_time messages point_sets
all noise study intervals spread tables cost
for half in first second; do
  for script in common noise back; do run carry/$script.R $half; done
done
run carry/boundary.R
for half in second third; do run carry/bulk.R $half; done
run carry/common.R test
for half in opened unopened; do run regression/peers.R $half 2; done
all tables verdicts clouds plots
all tests level copies peers cost
for half in choose judge; do
  run defaults/real_clusters.R $half
  for sets in shapes tables; do run defaults/cluster_number.R $half $sets; done
done
for what in choose judge speed large; do run embeddings/layout.R $what; done
run peers/peers_geometry.R
run embeddings/isomap_detours.R
run embeddings/isomap_detours.R others
for what in pictures clusters; do
  for half in choose judge; do run embeddings/pictures.R $what $half; done
done
folder=${1:-$(mktemp -d)}
for part in check choosing held sets_choosing sets_held circles rolls known; do
  run bandwidth/answer_collect.R $part "$folder"
done
run bandwidth/answer.R "$folder"
run bandwidth/answer_diagnosis.R
