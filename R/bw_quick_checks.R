# Checks of a bandwidth that take next to no time: the cheap part of bw_report(), for one line of
# print().

# Paths are computed for up to this number of points.
max_for_quick_checks <- 2000L

# Checks a bandwidth h. Returns list(bandwidth: h; there: concerns over it; always: concerns over
# any bandwidth), concerns as texts of the report's verdicts, or NULL. `there` is also NULL if it is
# not checked: on graphs of nearest neighbors, and for more than max_for_quick_checks points.
#   x          points, n x r, or distances;  handle: of these in the core;  h: the bandwidth
#   runtime    of new_runtime()
#   k          number of neighbors of the graph that the bandwidth was chosen on, or NA for all
#              pairs
#   dimension  mean number of directions of a step at h, or the given dimension
#   deflated   whether distances in the core are without the noise of rows
quick_checks_at <- function(x, handle, h, k, dimension, deflated, runtime) {
  is_quick <- is.na(k) && nrow(x) <= max_for_quick_checks && is_whole_affordable(x)
  list(
    bandwidth = h, there = if (is_quick) path_concerns(x, handle, h, dimension, deflated, runtime),
    always = if (has_columns(x)) report_verdicts$column_sds(ratio_of_sds(x), NULL)
  )
}

# Concerns over a bandwidth h from nearest neighbors and paths through them: texts of the report's
# verdicts, NULL without any.
#   x          points;  handle: of these in the core;  h: the bandwidth;  runtime: of new_runtime()
#   dimension  mean number of directions of a step at h, or the given dimension
#   deflated   whether distances in the core are without the noise of rows
# `radius` is the cutoff in the unit of place_handle, `share` that of short circuits, `sizes` those
# of the components of the graph, and `facts` are what verdicts are told beside their value, see
# limit_above().
path_concerns <- function(x, handle, h, dimension, deflated, runtime) {
  x <- whole_points(x, sparse = TRUE)
  # list(x, handle, nearest, count, ...) of the different points, see acquire_places().
  places <- acquire_places(x, handle, runtime)
  nearest <- places$nearest
  place_handle <- places$handle
  radius <- default_cutoff * h / cpp_unit(place_handle)
  sizes <- component_sizes(place_handle, nearest, radius, places$count, runtime)
  # Looks from the same points as a report with its default seed.
  share <- short_circuit_share(report_lengths(places$x, place_handle, nearest, h, 0, runtime))
  noise <- noise_of_places(places, runtime)
  facts <- list(
    r = ncol(x), moving = dimension, noise_facts = noise, deflated = deflated,
    cloud = cloud_share(places$x, runtime)
  )
  c(
    report_verdicts$nearest_distance(nearest_share(nearest, place_handle), facts) %||%
      report_verdicts$noise(noise$share %||% 0, facts),
    report_verdicts$components(length(sizes), NULL), report_verdicts$short_circuits(share, NULL)
  )
}
