# What speaks against a bandwidth as far as it can be seen at its choice in next to no time: the
# cheap part of bandwidth_report(), for the one line of print().

# Of more points no paths are looked for.
most_for_looks <- 2000L

# list(bandwidth, words: there, always: at any bandwidth); words are those of the report's verdicts.
#   handle  of the points x;  k  of the graph of nearest neighbors that it was chosen on, or NA
looks_at_choice <- function(x, handle, h, k, runtime) {
  few <- nrow(x) <= most_for_looks && is_whole_affordable(x)
  along <- if (few && is.na(k)) looks_along_paths(whole_points(x), handle, h, runtime)
  has_widths <- !is_distances(x) && !is_sparse_points(x)
  list(
    bandwidth = h, words = along,
    always = if (has_widths) report_verdicts$sds(ratio_of_sds(x), NULL)
  )
}

looks_along_paths <- function(x, handle, h, runtime) {
  place <- first_at_place(x)
  first <- unique(place)
  if (length(first) < nrow(x)) {
    x <- x[first, , drop = FALSE]
    handle <- hold_points(x, runtime)
    on.exit(cpp_release(handle))
  }
  nearest <- nearest_lists(handle, min(10L, nrow(x) - 1L), runtime)
  count <- tabulate(match(place, first), length(first))
  sizes <- component_sizes(handle, nearest, default_cutoff * h / cpp_unit(handle), count, runtime)
  # From the points that a report with its default seed looks at.
  share <- short_circuit_share(report_lengths(x, handle, nearest, h, 0, runtime))
  c(
    report_verdicts$nearest(nearest_share(nearest, handle), list(r = ncol(x))),
    report_verdicts$components(length(sizes), NULL),
    report_verdicts$short_circuits(share, NULL)
  )
}
