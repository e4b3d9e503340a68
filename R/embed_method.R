# The embeddings, as embed_by(), predict(), print() and the pictures ask them.

#   name     of embed_<name>(); what it returns has class lapscale_<name>
#   title    in words
#   embed    the function embed_<name>()
#   prepare  (x, own, common, runtime) -> list(graph, points, wanted, ...): x checked, see
#            prepare_points().  own: the method's own arguments, checked;  common: those that all
#            have
#   fit      (graph, problem, runtime) -> what new_embedding() takes.  graph: that of `prepare`, or
#            one of its components;  problem: what `prepare` returned, with `own` and `common`
#   extend   (model, handle, at, runtime) -> coordinates of the rows of `at`, not finite where they
#            have none.  model: that of `fit`, with x, the points of the fit;  handle: these in the
#            core, held as soon as it is looked at
#   describe     settings -> words for print(), beside those that all have
#   in_one_unit  settings -> whether all coordinates are distances in one space
#   tunable      the arguments of its recipe step that can be tuned, beside `num_comp`
new_embedding_method <- function(name, title, embed, prepare, fit, extend,
                                 describe = function(settings) NULL,
                                 in_one_unit = function(settings) FALSE, tunable = character()) {
  arguments()
}

# Holds the methods by their names. R/lapscale-package.R lists them.
embeddings <- list()

# Finds the method of an embedding, a model or a name.
embedding_method <- function(of) embeddings[[if (is.list(of)) of$method else of]]

embedding_title <- function(of) embedding_method(of)$title

# Makes an embedding, or a list of them if each component has its own: the body of embed_<name>().
#   name   of the method;  own: its own arguments, checked
#   args  the arguments of the call, of which it takes those that are shared
embed_by <- function(name, x, own, args) {
  method <- embedding_method(name)
  common <- list(
    n_components = args$n_components, variance = args[["variance"]],
    components = args[["components"]], na_action = args$na_action, scale = args$scale,
    metric = args$metric, reduced = args[["reduced"]], seed = check_seed(args[["seed"]])
  )
  runtime <- new_runtime(args$n_threads, args$progress)
  problem <- method$prepare(x, own, common, runtime)
  rest <- c(own, common)
  problem <- c(problem, rest[setdiff(names(rest), names(problem))])
  on.exit(release_weights(problem$graph$weights))
  fitted <- fit_components(problem, function(graph) {
    new_embedding(method, method$fit(graph, problem, runtime), graph, problem)
  }, runtime)
  fitted <- place_all_points(fitted, problem$graph$landmarks, runtime)
  put_embedding(x, repeat_copies(fitted, problem$graph$copies))
}

# Checks points, for methods that take nothing else, but not whether they have a scale: a method
# that makes no graph calls check_spread(). Returns what `prepare` does, a list:
#   graph   as fit_components() takes it; the checked points themselves if there are no edges
#   points  of point_table(), or NULL where there are none to place new ones by
#   wanted  how many coordinates, of resolve_n_components()
# Perhaps policy, unasked and joined_by, see fit_components().
#   max_components  function(x): the largest number of coordinates there can be
prepare_points <- function(x, common, max_components = function(x) nrow(x) - 1L, ...) {
  checked <- as_points(x, common, ...)
  list(
    graph = checked, points = point_table(checked, x),
    wanted = resolve_n_components(common$n_components, common$variance, max_components(checked$x))
  )
}

# Adds lists of the k nearest neighbors: column j of the weights has those of point j. Of points
# that coincide the first has them, and is that of the others. Adds k and alike, whether there are
# such points.
join_nearest <- function(problem, k, places, runtime) {
  checked <- problem$graph
  n <- nrow(checked$x)
  first <- places$first
  handle <- release_later(hold_points(points_at(checked$x, first), runtime))
  check_list_memory(length(first), k, "k")
  nearest <- nearest_lists(handle, k, runtime)
  copies <- seq_len(n)[-first]
  lists <- Matrix::sparseMatrix(
    i = c(first[nearest$index], first[places$at[copies]]),
    j = c(first[listing_points(nearest)], copies), x = 1, dims = c(n, n)
  )
  inform_of_copies(places)
  problem$graph <- list(
    weights = as_general(lists), lengths = FALSE, rows = checked$rows, n_given = checked$n_given,
    names = checked$names
  )
  c(problem, list(k = k, alike = length(first) < n))
}

# Returns the points of a fit: list(x, scaling, columns, rows), columns their names in the data or
# NULL.
point_table <- function(checked, given) {
  list(x = checked$x, scaling = checked$scaling, columns = column_names(given), rows = checked$rows)
}

# Returns the points that a graph was made of, in the same form; NULL where it does not know them.
table_of_graph <- function(graph) {
  if (!is.null(graph$points)) point_table(graph$points$checked, graph$points)
}

# Returns those of a graph, n x r.
points_of_graph <- function(graph, points) points$x[match(graph$rows, points$rows), , drop = FALSE]

# Returns what predict() needs: the points of the graph and what `fit` says. NULL without points.
embedding_model <- function(method, own, graph, points) {
  if (!is.null(points)) {
    x <- points_of_graph(graph, points)
    c(list(method = method, x = x), points[c("scaling", "columns")], own)
  }
}
