# Finds what speaks against a bandwidth as far as it can be seen at its choice in next to no time:
# the cheap part of bw_report(), for the one line of print().

# Limits the points for which paths are computed.
max_for_quick_checks <- 2000L

# Returns list(bandwidth, there, always): the bandwidth h, what speaks against it, and what speaks
# against any bandwidth, in the words of the report's verdicts, character vectors or NULL.
#   handle     of the points x
#   k          of the graph of nearest neighbors that the bandwidth was chosen on, or NA
#   dimension  that is seen at h;  deflated: whether distances are without the noise of rows
quick_checks_at <- function(x, handle, h, k, dimension, deflated, runtime) {
  is_quick <- is.na(k) && nrow(x) <= max_for_quick_checks && is_whole_affordable(x)
  list(
    bandwidth = h, there = if (is_quick) check_paths(x, handle, h, dimension, deflated, runtime),
    always = if (has_columns(x)) report_verdicts$column_sds(ratio_of_sds(x), NULL)
  )
}

# What speaks against the bandwidth h by paths through neighbors: a character vector, NULL if
# nothing.
#   handle     of the points x in the core
#   dimension  that the step sees at h;  deflated: whether distances are without the noise of rows
check_paths <- function(x, handle, h, dimension, deflated, runtime) {
  x <- whole_points(x, sparse = TRUE)
  places <- acquire_places(x, handle, runtime)
  nearest <- places$nearest
  handle <- places$handle
  radius <- default_cutoff * h / cpp_unit(handle)
  sizes <- component_sizes(handle, nearest, radius, places$count, runtime)
  # Looks from the same points as a report with its default seed.
  share <- short_circuit_share(report_lengths(places$x, handle, nearest, h, 0, runtime))
  noise <- noise_of_places(places, runtime)
  facts <- list(
    r = ncol(x), moving = dimension, noise_facts = noise, deflated = deflated,
    cloud = cloud_share(places$x, runtime)
  )
  c(
    report_verdicts$nearest_distance(nearest_share(nearest, handle), facts) %||%
      report_verdicts$noise(noise$share %||% 0, facts),
    report_verdicts$components(length(sizes), NULL), report_verdicts$short_circuits(share, NULL)
  )
}
