# The graph of all pairs.

#' @rdname graph_types
#' @export
graph_dense <- function(...) door(graph_type_value("dense", list()), ...)

# Graphs of all pairs, as new_graph_type() describes a type; they can have local scales.
dense_type <- function() new_graph_type("dense", "all pairs", settings = "local_scale", is_complete = TRUE)
