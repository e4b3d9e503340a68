# The embeddings, as embed_by(), predict(), print() and the pictures ask them.

# What an embedding method is and does, as all that fits or extends embeddings asks it. Returns its
# arguments, a list.
#   name         of embed_<name>(); what it returns has class lapscale_<name>
#   title        in words
#   embed        the function embed_<name>()
#   prepare      (x, settings, args, runtime) -> list(graph, points, target, ...): x checked, see
#                prepare_points().  settings: the arguments that only this method has, checked;
#                args: those that all have
#   fit          (graph, problem, runtime) -> list, the `fit` of new_embedding(): coordinates, n x
#                s, and others.  graph: that of `prepare`, or one of its components, which may have
#                added edges;  problem: what `prepare` returned, with `settings` and `args`
#   extend       (model, handle, query, runtime) -> coordinates of new points, m x s, not finite
#                where they have none.  model: that of `fit`, with x, the points of the fit; handle:
#                of x in the core, acquired as soon as it is looked at;  query: m x r, new points
#   describe     settings -> words for print() that other methods do not have
#   in_one_unit  settings -> whether all coordinates are distances in one space, so that pictures
#                have axes of one unit
#   tunable      the arguments of its recipe step that can be tuned, with `num_comp`
new_embedding_method <- function(name, title, embed, prepare, fit, extend,
                                 describe = function(settings) NULL,
                                 in_one_unit = function(settings) FALSE, tunable = character()) {
  arguments()
}

# All methods, of new_embedding_method(), by their names; R/lapscale-package.R lists them.
embeddings <- list()

# The method of an embedding, see new_embedding_method(); NULL for another name.
#   x  an embedding or its model, lists with the name as `method`; or the name
embedding_method <- function(x) embeddings[[if (is.list(x)) x$method else x]]

# The title of its method, such as "Laplacian eigenmaps".
#   x  an embedding, a model, or a name
embedding_title <- function(x) embedding_method(x)$title

#' The body of `embed_<name>()`
#'
#' @param name Of the method.
#' @param x What is to be embedded, as the user gave it.
#' @param settings The arguments that only this method has, checked, a named list.
#' @param args The arguments of the call, of which those that all methods share are taken:
#'   n_components, variance, components, na_action, scale, metric, reduced, seed, n_threads,
#'   progress.
#' @return An embedding, or a lapscale_embedding_list if each component of the graph has its own; if
#'   x is an object of cells, x with the embedding, see put_embedding().
#' @noRd
embed_by <- function(name, x, settings, args) {
  method <- embedding_method(name)
  runtime <- new_runtime(args$n_threads, args$progress)
  shared_names <- c(
    "n_components", "variance", "components", "na_action", "scale", "metric", "reduced"
  )
  args <- c(args[intersect(shared_names, names(args))], list(seed = check_seed(args[["seed"]])))
  # list(graph, points, target, ...), see new_embedding_method(), with all settings and args.
  problem <- method$prepare(x, settings, args, runtime)
  all_settings <- c(settings, args)
  problem <- c(problem, all_settings[setdiff(names(all_settings), names(problem))])
  on.exit(release_weights(problem$graph$weights))
  result <- fit_components(problem, function(graph) {
    new_embedding(method, method$fit(graph, problem, runtime), graph, problem)
  }, runtime)
  # Of choose_landmarks() and of merge_copies(), each NULL if there are none.
  landmarks <- problem$graph$landmarks
  copies <- problem$graph$copies
  if (!is.null(landmarks)) result <- each_embedding(result, place_all_points, landmarks, runtime)
  if (!is.null(copies)) result <- each_embedding(result, repeat_copies, copies)
  put_embedding(x, result)
}

#' Checks points, for methods that take nothing else
#'
#' Not whether they have a scale: a method that makes no graph calls check_spread().
#' @param x As the user gave it.
#' @param args Those of the call that all embeddings have, see embed_by(): n_components and
#'   variance, as the user gave them, and those of as_points().
#' @param max_components `function(x)` of the checked points: the largest number of coordinates
#'   there can be.
#' @param ... For as_points().
#' @return What `prepare` of new_embedding_method() returns, a list:
#'   - graph: here the checked points themselves, see checked_points(), which have no edges; a
#'     method with edges returns a graph as fit_components() takes it
#'   - points: of point_table(); of other methods perhaps NULL: there are none to place new ones by
#'   - target: how many coordinates, of resolve_n_components()
#'   - of other methods perhaps policy, is_default and joined_by, see fit_components()
#' @noRd
prepare_points <- function(x, args, max_components = function(x) nrow(x) - 1L, ...) {
  checked <- as_points(x, args, ...)
  list(
    graph = checked, points = point_table(checked, x),
    target = resolve_n_components(args$n_components, args$variance, max_components(checked$x))
  )
}

#' Adds lists of the k nearest neighbors to a problem
#'
#' Of points that coincide, the first has neighbors, and is the only neighbor of each of the others.
#' @param problem Of prepare_points(): graph, the checked points.
#' @param k Number of neighbors.
#' @param runtime Of new_runtime().
#' @param places Of group_equal_rows(): first, the first row at each place; index, the place of each
#'   row.
#' @return The problem with another graph, list(weights: a dgCMatrix, n x n, with 1 in column j for
#'   the neighbors of point j, all ties included; lengths: FALSE; rows; n_given; names), with k, and
#'   with has_copies, whether points coincide.
#' @noRd
join_nearest <- function(problem, k, places, runtime) {
  checked <- problem$graph
  n <- nrow(checked$x)
  first <- places$first
  handle <- release_on_exit(acquire_points(pick_points(checked$x, first), runtime))
  check_list_memory(length(first), k, "k")
  nearest <- nearest_lists(handle, k, runtime)
  copy_rows <- seq_len(n)[-first]
  lists <- Matrix::sparseMatrix(
    i = c(first[nearest$index], first[places$index[copy_rows]]),
    j = c(first[list_rows(nearest)], copy_rows), x = 1, dims = c(n, n)
  )
  inform_of_copies(places)
  problem$graph <- list(
    weights = as_dgCMatrix(lists), lengths = FALSE, rows = checked$rows, n_given = checked$n_given,
    names = checked$names
  )
  c(problem, list(k = k, has_copies = length(first) < n))
}

# The points of a fit: list(x: n x p, or of another kind of points; scaling: of find_scaling(), or
# NULL; columns: their names in the data, or NULL; rows: which row of the data each point is).
#   checked  of as_points();  given: the same points as the user gave them
point_table <- function(checked, given) {
  list(x = checked$x, scaling = checked$scaling, columns = column_names(given), rows = checked$rows)
}

# The points of a graph, as point_table(); NULL where the graph does not know its points.
#   graph  a lapscale_graph: points (of share_checked(), that it was made of, or NULL)
table_of_graph <- function(graph) {
  if (!is.null(graph$points)) point_table(graph$points$checked, graph$points)
}

# Returns the points of the graph, of the same kind as `points$x`: all, or those of a component.
#   graph   a graph of fit_components(): rows (which row of the data each of its points is)
#   points  of point_table(): x (n x p, or of another kind of points, such as distances), rows
#           (which row of the data each row of x is)
points_of_graph <- function(graph, points) points$x[match(graph$rows, points$rows), , drop = FALSE]

# What predict() needs: list(method, x: the points of the graph, scaling, columns, and `fields`).
# NULL without points.
#   method  its name;  fields: list, the `model` of the fit;  points: of point_table(), or NULL
#   graph   of fit_components(): rows (which row of the data each of its points is)
embedding_model <- function(method, fields, graph, points) {
  if (!is.null(points)) {
    x <- points_of_graph(graph, points)
    c(list(method = method, x = x), points[c("scaling", "columns")], fields)
  }
}
