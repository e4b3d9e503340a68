# Returns a picture, of new_picture(), of lengths of connected pairs, and of degrees and distances
# from a smooth shape of the points.
#   x    of bw_report(): pairs (of report_lengths(): data frame, a row per pair), points (data
#        frame, a row per point: neighbors, the sum of the weights to others; distance, 0 to 1),
#        bandwidth
#   ...  not used
#' @export
picture.lapscale_report <- function(x, ...) {
  new_picture(list(
    panel_of_lengths(x$pairs),
    histogram_panel(log10(pmax(x$points$neighbors, 1e-2)), "Degree of a point",
                    "degree (sum of weights), log10", limit = log10(report_limits$neighbors),
                    note = note_above("dotted: limit", log10(report_limits$neighbors))),
    histogram_panel(x$points$distance, "Distance from a smooth shape", "distance",
                    limit = report_limits$distance,
                    note = note_above("dotted: limit", report_limits$distance))
  ), paste("Bandwidth", format(x$bandwidth, digits = 4)), cells = matrix(c(1L, 1:3), 2L))
}

# Returns a panel, of new_panel(), of lengths along the data against straight ones, both in
# bandwidths; of very many pairs evenly spaced ones, with short circuits in front.
#   pairs      of report_lengths(): data frame straight, along, spacing
#   max_pairs  the most pairs that are drawn of either kind
panel_of_lengths <- function(pairs, max_pairs = 3000L) {
  share <- format(100 * short_circuit_share(pairs), digits = 2)
  short_cut <- is_short_circuit(pairs)
  shown <- c(take_evenly(which(!short_cut), max_pairs), take_evenly(which(short_cut), max_pairs))
  pairs <- pairs[shown, ]
  short_cut <- short_cut[shown]
  ends <- range(0, pairs$straight, 1)
  detour_ends <- pmin(ends, max(pairs$along, 1) / report_limits$detour)
  new_panel(
    list(
      points_layer(pairs$straight, pairs$along, ifelse(short_cut, choice_colour, "grey40"),
                   shape = 16, size = 0.4, strength = ifelse(short_cut, 0.8, 0.4), free = TRUE),
      line_layer(ends, ends),
      line_layer(detour_ends, report_limits$detour * detour_ends, choice_colour)
    ),
    ends, range(0, pairs$along, 1), "Connected pairs", "straight distance / h",
    "length along the data / h",
    note = note_above(paste0("short circuits: ", share, "%; line: ", report_limits$detour,
                             " times as long"))
  )
}
