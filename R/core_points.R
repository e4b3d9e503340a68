# The door for points: as_points().

abort_distances <- function(arg, also, of_distances) {
  hint <- of_distances %||% "This function needs coordinates; distances alone are not enough."
  abort_argument(c("`{arg}` must be {point_classes(also)}, not a dist.", i = hint))
}

# Returns x as a plain double matrix n x r without NA, NaN or Inf, with the row names of x, see
# checked_points(). With na_action = "omit" incomplete rows are left out with a warning. Errors
# mention na_action if the caller has this argument. Shared points have been checked before.
#   also          further classes that the caller takes
#   of_distances  what to do with a dist
#   distances     whether the caller takes what as_distance_points() makes of a dist
#   sparse        whether it takes a dgCMatrix
#   paged         whether it takes what as_paged_points() makes of a source beyond the memory
#   weights       of the rows of x; those of weight 0 are left out
as_points <- function(x, arg = "x", min_rows = 3L, # nolint: cyclocomp_linter. A list of cases.
                      na_action = "error", also = NULL, of_distances = NULL, distances = FALSE,
                      sparse = FALSE, scale = FALSE, paged = FALSE, weights = NULL) {
  if (is_shared(x)) {
    if (is_distances(x$checked$x) && !distances) abort_distances(arg, also, of_distances)
    return(points_of_shared(x$checked, arg, min_rows, sparse, paged))
  }
  can_omit <- !missing(na_action)
  na_action <- check_choice(na_action, c("error", "omit"), "na_action")
  scale <- check_flag(scale, "scale")
  if (inherits(x, "dist")) {
    if (!distances) abort_distances(arg, also, of_distances)
    check_nothing_omitted(na_action)
    refuse_scale(scale, "a dist")
    if (!is.null(weights)) abort_argument("`weights` need coordinates as `{arg}`, not a dist.")
    return(as_distance_points(x, arg, min_rows))
  }
  if (paged && !scale && is.null(weights) && is_row_source(x)) {
    x <- as_row_source(x, arg)
    if (!fits_in_memory(x)) {
      return(as_paged_points(x, arg, min_rows, na_action, can_omit))
    }
  }
  if (arg != "newdata") refuse_signed(x)
  if (sparse && !scale && is.null(weights) && stays_sparse(x, arg)) {
    return(as_sparse_points(x, arg, min_rows, na_action, can_omit))
  }
  as_dense_points(as_point_matrix(x, arg, also), arg, min_rows, na_action, can_omit, scale, weights)
}

# Takes points that were checked before in the form that the caller can read.
points_of_shared <- function(checked, arg, min_rows, sparse, paged) {
  check_size(checked$x, arg, min_rows)
  as_sparse <- sparse && is_sparse_points(checked$x)
  if (is_sparse_points(checked$x) && !sparse) checked$shared <- NULL
  if (!paged && !as_sparse) checked$x <- whole_points(checked$x, arg)
  checked
}

# Returns what as_points() returns, of a numeric matrix.
as_dense_points <- function(m, arg, min_rows, na_action, can_omit, scale, weights) {
  check_size(m, arg, min_rows)
  check_row_weights(weights, nrow(m), arg)
  kept <- find_complete_rows(m, arg, min_rows, na_action, can_omit)
  if (arg != "newdata") warn_like_pairs(m, arg)
  if (!is.null(weights)) {
    kept <- kept[weights[kept] > 0]
    if (length(kept) < min_rows) {
      abort_argument("`weights` must be above 0 in at least {min_rows} rows, not {length(kept)}.")
    }
  }
  names <- rownames(m)
  n_given <- nrow(m)
  if (length(kept) < n_given) m <- m[kept, , drop = FALSE]
  columns <- column_names(m)
  dimnames(m) <- NULL
  mass <- mass_of_weights(weights[kept])
  scaling <- if (scale) find_scaling(m, columns, rep_len(mass, nrow(m)))
  inform_of_constant(scaling, arg)
  checked_points(scale_points(m, scaling), kept, n_given, names, mass, scaling)
}
