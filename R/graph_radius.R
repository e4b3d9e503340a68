# The graph of the pairs within a multiple of the bandwidth.

#' @rdname graph_types
#' @export
graph_radius <- function(cutoff = NULL, k = NULL, local_scale = NULL, ...) door({
  refuse_part_of_name()
  refuse_points(cutoff, "cutoff", "graph_radius")
  if (!is.null(k)) check_count(k, "k")
  if (!is.null(cutoff)) check_number(cutoff, "cutoff", above = 0, infinite = TRUE)
  graph_type_value("radius", list(
    cutoff = cutoff, k = k, local_scale = check_scale_numbers(local_scale)
  ))
}, ...)

# The type of graphs of all pairs within a radius, of new_graph_type(): its name, title, and the
# names of its settings.
radius_type <- function() {
  new_graph_type(
    "radius", "points within a radius", c("cutoff", "k", "symmetry", "local_scale"),
    is_within = TRUE
  )
}
