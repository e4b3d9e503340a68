# The graph of all pairs.

#' @rdname graph_types
#' @export
graph_dense <- function(...) door(graph_type_value("dense", list()), ...)

# The type of graphs of all pairs: its name, its title, and its one setting, local_scale.
dense_type <- function() new_graph_type("dense", "all pairs", "local_scale", is_complete = TRUE)
