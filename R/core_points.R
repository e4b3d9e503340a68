# The door for points, of whatever class they are given.

# The kinds of points beside matrices, for functions that take all.
any_kind <- c("distances", "sparse", "paged")

# Checks points. Returns checked_points(), a list whose x is a plain double matrix n x r without
# NA, NaN or Inf, or of another kind that the caller takes (core_point_kinds.R). With na_action =
# "omit" incomplete rows are left out with a warning. Point sets have been checked before.
#   x             what the user gave as `arg`: a table, a dist, a source of rows, cells, or a point
#                 set
#   args          the arguments of the call, a named list, of which na_action ("error" or "omit"),
#                 scale (TRUE or FALSE), metric (one of `metrics`), reduced, and weights (of rows,
#                 or NULL; rows of weight 0 are left out) say how points are taken; NULL: as they
#                 are
#   kinds         kinds that the caller takes beside matrices: "distances" (of a dist), "sparse",
#                 "paged" (on the disk)
#   also          further classes that the caller takes, for errors, texts or NULL
#   of_distances  hint of the error for a dist, or NULL
#   min_rows      the fewest rows that must be left
as_points <- function(x, args = NULL, kinds = character(), arg = "x", min_rows = 3L, also = NULL,
                      of_distances = NULL) {
  UseMethod("as_points")
}

# Whether x, what a user gave, is a table, a dist, or a point set, and not a result made of points.
are_points <- function(x) {
  is.data.frame(x) || is.numeric(x) && length(dim(x)) == 2L ||
    inherits(x, c("lapscale_points", "lapscale_sample", "dist", "Matrix"))
}

# Checks a matrix, a data frame, or a source of rows as points: dense, sparse, or left on the disk.
# Returns checked_points().
#   x             what the user gave as `arg`
#   args          the arguments of the call, with na_action, scale, metric, and weights, or NULL
#   kinds         "distances", "sparse", "paged": what the caller takes beside matrices
#   min_rows      the fewest rows that must be left
#   also          further classes that the caller takes, for the error, texts or NULL
#   of_distances  not used
#' @export
as_points.default <- function(x, args = NULL, kinds = character(), arg = "x", min_rows = 3L,
                              also = NULL, of_distances = NULL) {
  settings <- point_settings(args)
  kinds <- kinds_allowed(kinds, settings)
  if ("paged" %in% kinds && is_row_source(x)) {
    x <- as_row_source(x, arg)
    if (!fits_in_memory(x)) return(as_paged_points(x, arg, min_rows, settings))
  }
  if (arg != "newdata") {
    refuse_negative_graph(x)
    inform_of_series(x, arg)
  }
  is_sparse <- "sparse" %in% kinds && stays_sparse(x, arg)
  if (is_sparse) return(as_sparse_points(x, arg, min_rows, settings))
  as_dense_points(as_point_matrix(x, arg, also), arg, min_rows, settings)
}

# Returns those of `kinds` that settings of points allow: scaling and weights need a plain matrix.
#   kinds     "distances", "sparse", "paged": what the caller takes beside matrices
#   settings  of point_settings(): scale (TRUE or FALSE), weights (or NULL), metric (its name)
kinds_allowed <- function(kinds, settings) {
  if (settings$scale || !is.null(settings$weights)) return(character())
  setdiff(kinds, c(if (settings$metric != "euclidean") "paged",
                   if (!settings$metric %in% c("euclidean", "cosine")) "sparse"))
}

# Returns the checked_points() of a point set x, as a plain matrix if the caller does not take their
# kind. They have the field `shared`, the point set itself, unless their kind was changed.
#   x                   the point set, of share_checked(), the argument `arg`: checked (of
#                       as_points())
#   args                not used: it was when they were checked
#   kinds               "distances", "sparse", "paged": what the caller takes beside matrices
#   min_rows            the fewest rows that there must be
#   also, of_distances  for the error if distances are refused: further classes that the caller
#                       takes, and a hint, each a text or NULL
#' @export
as_points.lapscale_points <- function(x, args = NULL, kinds = character(), arg = "x",
                                      min_rows = 3L, also = NULL, of_distances = NULL) {
  checked <- x$checked
  if (is_distances(checked$x) && !"distances" %in% kinds) abort_distances(arg, also, of_distances)
  check_size(checked$x, arg, min_rows)
  if (is_in_memory(checked$x) || !"paged" %in% kinds) {
    checked$x <- whole_points(checked$x, arg, sparse = "sparse" %in% kinds)
    if (!identical(class(checked$x), class(x$checked$x))) checked$shared <- NULL
  }
  checked
}

# Checks a dist as points, for callers that can do without coordinates. Returns checked_points(),
# whose x has class lapscale_distances.
#   x                   the dist, the argument `arg`
#   args                the arguments of the call, or NULL: other settings of points than the
#                       defaults are an error
#   kinds               what the caller takes beside matrices; without "distances" a dist is an
#                       error
#   min_rows            the fewest points
#   also, of_distances  for the error if distances are refused: further classes that the caller
#                       takes, and a hint, each a text or NULL
#' @export
as_points.dist <- function(x, args = NULL, kinds = character(), arg = "x", min_rows = 3L,
                           also = NULL, of_distances = NULL) {
  if (!"distances" %in% kinds) abort_distances(arg, also, of_distances)
  refuse_settings_of_coordinates(args, "a dist")
  refuse_if(!is.null(args[["weights"]]), "`weights` need coordinates as `{arg}`, not a dist.")
  as_distance_points(x, arg, min_rows)
}

# Raises the error of a dist, the argument `arg`, where coordinates are needed.
#   also          further classes that the caller takes, texts or NULL
#   of_distances  hint what the user can do with a dist, or NULL
abort_distances <- function(arg, also, of_distances) {
  hint <- of_distances %||% "This function needs coordinates; distances alone are not enough."
  abort_argument(c("`{arg}` must be {point_classes(also)}, not a dist.", i = hint))
}

# Checks the settings of points in a call, with defaults for those that the function does not have.
# Returns list(na_action: "error" or "omit"; can_omit: whether the call has an argument na_action,
# which errors then mention; scale: TRUE or FALSE; metric: one of `metrics`; weights: as the user
# gave them, or NULL).
#   args  the arguments of the call, a named list, or NULL
point_settings <- function(args) {
  value_of <- function(name, default) if (name %in% names(args)) args[[name]] else default
  list(
    na_action = check_choice(value_of("na_action", "error"), c("error", "omit"), "na_action"),
    can_omit = "na_action" %in% names(args), scale = check_flag(value_of("scale", FALSE), "scale"),
    metric = check_choice(value_of("metric", metrics), metrics, "metric",
                          hint = "For another distance, give a `dist` of the points as `x`."),
    weights = args[["weights"]]
  )
}

# Raises an error if a call sets na_action, scale, or metric, which need coordinates, for another x.
#   args  the arguments of the call, a named list, or NULL;  object: what x is, such as "a graph"
refuse_settings_of_coordinates <- function(args, object) {
  settings <- point_settings(args)
  refuse_if(settings$na_action == "omit", "`na_action` = \"omit\" needs points as `x`.")
  refuse_if(settings$scale, "`scale` = TRUE needs points as `x`: {object} has no columns to scale.")
  refuse_if(settings$metric != "euclidean",
            "`metric` = \"{settings$metric}\" needs points as `x`: {object} has no coordinates.")
}

# Returns the checked_points() of a matrix of doubles x, what the user gave as `arg`: complete rows
# of weights above 0, scaled. Warns of tables that look like something else than points.
#   min_rows  the fewest rows that must be left
#   settings  of point_settings(): na_action ("error" or "omit"), can_omit, scale (TRUE or FALSE),
#             metric (its name), weights (a number per row of x, or NULL)
# `rows` are numbers of the rows that stay, `mass` how many observations each of them stands for, or
# 1.
as_dense_points <- function(x, arg, min_rows, settings) {
  check_size(x, arg, min_rows)
  weights <- settings$weights
  check_row_weights(weights, nrow(x), arg)
  rows <- find_complete_rows(x, arg, min_rows, settings)
  if (arg != "newdata") {
    warn_like_pairs(x, arg)
    inform_of_transposed(x, arg)
  }
  if (!is.null(weights)) {
    rows <- rows[weights[rows] > 0]
    refuse_if(length(rows) < min_rows,
              "`weights` must be above 0 in at least {min_rows} rows, not {length(rows)}.")
  }
  names <- rownames(x)
  n_given <- nrow(x)
  if (length(rows) < n_given) x <- x[rows, , drop = FALSE]
  columns <- column_names(x)
  dimnames(x) <- NULL
  if (arg != "newdata") x <- merge_rounded_rows(x)
  mass <- mass_of_weights(weights[rows])
  scaling <- c(if (settings$scale) find_scaling(x, columns, rep_len(mass, nrow(x))),
               metric_scaling(settings$metric))
  inform_of_constant(scaling, arg)
  checked_points(scale_points(x, scaling, arg, rows), rows, n_given, names, mass, scaling,
                 columns %||% seq_len(ncol(x)))
}
