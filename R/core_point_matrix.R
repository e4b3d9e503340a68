# Points, coerced once at the door.

# Lists the classes that are accepted, in words.
point_classes <- function(also = NULL) {
  classes <- c("a numeric matrix", "a data.frame with numeric columns", "a Matrix", also)
  last <- length(classes)
  paste0(paste(classes[-last], collapse = ", "), ", or ", classes[[last]])
}

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

check_row_weights <- function(weights, n, arg) {
  fits <- is.null(weights) || is.numeric(weights) && length(weights) == n
  bad <- if (fits) which(!(is.finite(weights) & weights >= 0)) else 1L
  found <- if (fits) paste(weights[bad[1L]], "at row", bad[1L]) else describe(weights)
  refuse_first(
    bad, "`weights` must be finite numbers of 0 or more, one for each of the {n} rows of `{arg}`,
     not {found}."
  )
}

# Turns weights into masses. Whole numbers count observations; of others only the ratios matter.
mass_of_weights <- function(weights) {
  weights <- weights %||% 1
  mass <- if (all(weights == trunc(weights))) as.double(weights) else weights / mean(weights)
  if (all(abs(mass - 1) < 1e-12)) 1 else mass
}

# Collects points with what belongs to each, a list:
#   x        n x r, double, no dimnames; or paged points
#   rows     length n: which rows of the given x these are
#   n_given  rows of the given x
#   names    row names of the given x, or NULL
#   mass     how many observations each point stands for: 1, or length n
#   scaling  with scale = TRUE what was done to the columns, see find_scaling()
checked_points <- function(x, rows = seq_len(nrow(x)), n_given = nrow(x), names = NULL, mass = 1,
                           scaling = NULL) {
  list(x = x, rows = rows, n_given = n_given, names = names, mass = mass, scaling = scaling)
}

# Tells whether a sparse matrix has so many zeros that it should not be made dense.
stays_sparse <- function(x, arg) {
  if (!methods::is(x, "sparseMatrix")) {
    return(FALSE)
  }
  check_valid_matrix(x, arg)
  8 * prod(dim(x)) > few_bytes && Matrix::nnzero(x, na.counted = TRUE) < prod(dim(x)) / 10
}

# Returns what as_points() returns, of a sparse matrix: `x` is a dgCMatrix.
as_sparse_points <- function(x, arg, min_rows, na_action, can_omit) {
  check_size(x, arg, min_rows)
  names <- rownames(x)
  x <- Matrix::drop0(as_general(unname_matrix(x)))
  kept <- seq_len(nrow(x))
  bad <- cpp_first_not_finite(as.matrix(x@x))
  if (!is.null(bad)) {
    bad_rows <- unique(sort(x@i[!is.finite(x@x)] + 1L))
    bad$column <- findInterval(bad$row - 1L, x@p)
    bad$row <- x@i[[bad$row]] + 1L
    kept <- kept_rows(bad, bad_rows, nrow(x), arg, min_rows, na_action, can_omit)
  }
  if (arg != "newdata") warn_like_pairs(x, arg)
  n_given <- nrow(x)
  if (length(kept) < n_given) x <- x[kept, , drop = FALSE]
  checked_points(x, kept, n_given, names)
}

is_sparse_points <- function(x) methods::is(x, "dgCMatrix")

# Returns the points `at` of checked points, in that order, with what belongs to each.
take_points <- function(checked, at) {
  checked$x <- checked$x[at, , drop = FALSE]
  checked$rows <- checked$rows[at]
  checked$mass <- take_mass(checked$mass, at)
  checked$shared <- NULL
  checked
}

take_mass <- function(mass, at) if (length(mass) == 1L) mass else mass[at]

# Returns how many observations all points stand for.
total_mass <- function(checked) sum(rep_len(checked$mass, nrow(checked$x)))

# Tells whether each point stands for itself alone.
is_unit_mass <- function(mass) identical(mass, 1)

check_size <- function(m, arg, min_rows) {
  if (nrow(m) < min_rows || ncol(m) < 1L) {
    abort_argument(
      "`{arg}` must have at least {min_rows} row{?s} and a column; it has {nrow(m)} row{?s} and
       {ncol(m)} column{?s}."
    )
  }
}

# Returns the rows that have no NA, NaN or Inf: all of them, or an error, or those that na_action
# leaves.
find_complete_rows <- function(m, arg, min_rows, na_action, can_omit) {
  bad <- cpp_first_not_finite(m)
  if (is.null(bad)) {
    return(seq_len(nrow(m)))
  }
  bad_rows <- unname(which(rowSums(!is.finite(m)) > 0))
  kept_rows(bad, bad_rows, nrow(m), arg, min_rows, na_action, can_omit)
}

# Returns the rows that na_action leaves, or an error.
#   bad  by cpp_first_not_finite();  bad_rows: all such rows, of n
kept_rows <- function(bad, bad_rows, n, arg, min_rows, na_action, can_omit) {
  if (na_action != "omit") abort_not_finite(bad, arg, can_omit)
  kept <- setdiff(seq_len(n), bad_rows)
  if (length(kept) < min_rows) {
    abort_argument(
      "`{arg}` must have at least {min_rows} rows without missing values; it has {length(kept)}."
    )
  }
  warn(
    "`{arg}`: {length(bad_rows)} row{?s} with missing or infinite values left out (first: row
     {bad$row}).",
    "omitted"
  )
  kept
}

#   bad  by cpp_first_not_finite()
abort_not_finite <- function(bad, arg, can_omit) {
  found <- switch(bad$kind, `NA` = "missing values (NA)", `NaN` = "NaN values", "infinite values")
  hint <- if (bad$kind == "NA") {
    if (can_omit) c(i = "`na_action = \"omit\"` leaves such rows out.") else
      if (arg == "newdata") c(i = "`na_action = \"keep\"` returns NA for such rows.")
  }
  abort_argument(
    c("`{arg}` has {found}, first at row {bad$row}, column {bad$column} ({bad$count} in all);
       finite numbers are expected.", hint)
  )
}

# Returns any accepted table as a double matrix; integers and logicals become doubles.
as_point_matrix <- function(x, arg, also = NULL) {
  if (is_row_source(x)) read_all_rows(as_row_source(x, arg), arg) else doubles_of(x, arg, also)
}

# Does the same for what is in memory.
doubles_of <- function(x, arg, also) {
  x <- values_of_table(x, arg)
  ok <- is.matrix(x) && (is.numeric(x) || is.logical(x)) && !inherits(x, "integer64")
  if (!ok) {
    abort_argument(
      c("`{arg}` must be {point_classes(also)}, not {describe(x)}.", graph_hint(x, also),
        i = assay_hint(x))
    )
  }
  storage.mode(x) <- "double"
  if (is.object(x)) attributes(x) <- attributes(x)[c("dim", if (!is.null(dimnames(x))) "dimnames")]
  x
}

# Objects of single cells hold several tables, mostly with cells as columns.
assay_hint <- function(x) {
  if (inherits(x, "Seurat")) {
    "`Seurat::Embeddings(x, \"pca\")` has its cells as rows, and so have the
     normalized values `t(Seurat::GetAssayData(x))`."
  } else if (methods::is(x, "SummarizedExperiment") || inherits(x, "SingleCellExperiment")) {
    "`SingleCellExperiment::reducedDim(x, \"PCA\")` has its cells as rows, and so have
     the logarithms of counts `t(SingleCellExperiment::logcounts(x))`."
  }
}

# Returns tables of other classes, and vectors, as plain matrices. Other objects are returned as
# they are.
values_of_table <- function(x, arg) {
  if (is.data.frame(x)) {
    check_columns(x, arg)
    names <- if (.row_names_info(x) > 0L) row.names(x)
    x <- as.matrix(x)
    rownames(x) <- names
  } else if (methods::is(x, "Matrix")) {
    check_valid_matrix(x, arg)
    check_memory(8 * prod(dim(x)), arg, "as a dense matrix")
    x <- as.matrix(x)
  } else if (is.numeric(x) && is.null(dim(x)) && (!is.object(x) || stats::is.ts(x))) {
    x <- matrix(x, ncol = 1L, dimnames = list(names(x), NULL))
  }
  x
}

# Checks a Matrix: one whose slots were changed by hand may crash functions of package Matrix.
check_valid_matrix <- function(x, arg) {
  fault <- tryCatch({
    methods::validObject(x)
    NULL
  }, error = function(e) {
    if (is_out_of_memory(e)) stop(e)
    sub(".*: ", "", sub("\n.*", "", conditionMessage(e)))
  })
  if (!is.null(fault)) abort_argument("`{arg}` is not a valid {class(x)[[1]]}: {fault}.")
}

check_columns <- function(x, arg) {
  numeric <- vapply(x, function(column) {
    (is.numeric(column) || is.logical(column)) && is.null(dim(column)) &&
      !inherits(column, "integer64")
  }, NA)
  at <- match(FALSE, numeric)
  what <- if (!is.na(at)) class(x[[at]])[[1]]
  refuse_first(
    what,
    c("`{arg}` must have numeric columns only; column {names(x)[[at]]} is of class {first}.",
      i = if (what %in% c("factor", "ordered", "character")) {
        "Leave it out, or convert it to numbers: `model.matrix(~ . - 1, {arg})` has an indicator
         column per class. If it contains labels to learn from, use a ssl_*() function."
      })
  )
}

# Returns row numbers of the given x as row numbers of the rows that were kept.
#   weights  of the rows of the given x, or NULL
match_rows <- function(rows, checked, arg = "points", weights = NULL) {
  at <- match(rows, checked$rows)
  lost <- rows[is.na(at)]
  has <- if (isTRUE(weights[lost[1L]] == 0)) "weight 0" else "missing values"
  refuse_first(lost, "`{arg}` names row {first}, which has {has}.")
  at
}

# Finds for each row of x the first row at the same place.
first_at_place <- function(x) {
  place <- seq_len(nrow(x))
  # Rows at the same place have the same sum: few others are looked at.
  sums <- if (is_sparse_points(x)) Matrix::rowSums(x) else rowSums(x)
  alike <- which(duplicated(sums) | duplicated(sums, fromLast = TRUE))
  if (length(alike)) {
    columns <- ordering_columns(x[alike, , drop = FALSE])
    key <- do.call(paste, lapply(columns, function(column) match(column, column)))
    place[alike] <- alike[match(key, key)]
  }
  place
}

# Returns names of the columns, if every column has one. New points have a distance to each point of
# a dist.
column_names <- function(x) {
  names <- if (inherits(x, "dist")) attr(x, "Labels") else colnames(x)
  if (is.null(names) || anyNA(names) || !all(nzchar(names))) NULL else names
}

# Says so where points look like distances or weights of pairs of points: a symmetric matrix with
# the same number on all of the diagonal; no distance is below, no weight above. One with negative
# entries may hold correlations.
#   m  n x r, taken as n points
warn_like_pairs <- function(m, arg) {
  kind <- pairs_like(m)
  if (!is.null(kind)) {
    advice <- "Use as.dist({arg}) for distances, or as_heat_graph({arg}) for weights."
    if (kind == "a matrix of correlations") {
      advice <- "as.dist(sqrt(2 - 2 * {arg})) makes distances of correlations."
    }
    warn(
      c("`{arg}` looks like {kind} of {nrow(m)} points; its rows are taken as points with
         {ncol(m)} columns.", i = advice),
      "pairs"
    )
  }
}

# Describes in words what a table of points looks like, if it is square and symmetric with one
# number on the diagonal; otherwise NULL. Points that are alone in their rows and columns, as those
# of diag(n), do not count, nor does a matrix of one number.
pairs_like <- function(m) {
  if (nrow(m) != ncol(m) || nrow(m) <= 2L) {
    return(NULL)
  }
  diagonal <- Matrix::diag(m)[is.finite(Matrix::diag(m))]
  own <- c(diagonal, 0)[[1L]]
  if (any(abs(diagonal - own) > 1e-12 * abs(own)) || !is_symmetric(m)) {
    return(NULL)
  }
  Matrix::diag(m) <- NA
  name_pairs(c(if (!is.matrix(m)) 0, stored_values(m)), own)
}

# Names what numbers between pairs are, with the number `own` on the diagonal.
name_pairs <- function(values, own) {
  between <- range(values, finite = TRUE)
  if (between[[1]] < 0) {
    return(if (own > 0 && max(abs(between)) <= own) "a matrix of correlations")
  }
  if (own < 0 || between[[2]] == 0) {
    return(NULL)
  }
  if (own > 0) {
    return(if (between[[2]] <= own && between[[1]] < own) "a matrix of weights")
  }
  if (all(values %in% c(0, 1, NA))) "a matrix of edges" else "a matrix of distances"
}

# Tells whether points have a scale, and one only.

# Checks the spread of points. Points that all coincide have no scale. Columns of very different
# widths have several scales, and distances depend on the largest only.
check_spread <- function(x, arg = "x") {
  if (is_distances(x)) {
    return(check_normal(max(x)))
  }
  half_width <- if (is_paged(x)) x$high / 2 - x$low / 2 else half_widths(x)
  if (all(half_width == 0)) {
    abort("`{arg}` has no scale: all {nrow(x)} points coincide. Check its columns.", "no_scale")
  }
  largest <- max(half_width)
  check_normal(largest)
  # No distance is larger than the diagonal of the box around the points.
  diagonal <- 2 * sqrt(sum((half_width / largest)^2))
  if (largest > .Machine$double.xmax / diagonal) abort_out_of_range()
  # A column that is narrower is a constant with the rounding of a rotation.
  ratio <- largest / min(half_width[half_width > 1e-13 * largest])
  if (ratio > 1e5) {
    wide <- which.max(half_width)
    ratio <- signif(ratio, 2)
    inform(
      c("`{arg}`: column {wide} is {ratio} times as wide as the narrowest and dominates the
         distances.",
        i = "Scale the columns (`scale = TRUE`) if they have different units."),
      "scale"
    )
  }
}

# Distances are equal if they differ by no more than this share, here as in the core.
equal_distances <- 1e-10

# Tells whether all points are equally far from all others that they do not coincide with. In r
# dimensions no more than r + 1 places can be, and so are any few of them.
is_equidistant <- function(x, few = 50L) {
  if (is_paged(x) || nrow(x) > few && !is_equidistant(x[seq_len(few), , drop = FALSE])) {
    return(FALSE)
  }
  if (is_distances(x)) {
    return(are_equal(x[x > 0]))
  }
  x <- x[unique(first_at_place(x)), , drop = FALSE]
  x <- x / max(abs(x), .Machine$double.xmin)
  nrow(x) <= ncol(x) + 1L &&
    all(vapply(seq_len(nrow(x) - 1L), function(i) are_equal(distances_to_row(x, i)[-i]), NA))
}

are_equal <- function(distances) {
  length(distances) == 0L || max(distances) <= min(distances) * (1 + equal_distances)
}

# Computes distances to a row from all rows. Those of sparse points are computed by products, which
# skips the zeros.
distances_to_row <- function(x, i) {
  if (!is_sparse_points(x)) {
    return(sqrt(rowSums((x - rep(x[i, ], each = nrow(x)))^2)))
  }
  square <- Matrix::rowSums(x^2)
  sqrt(pmax(square + square[[i]] - 2 * as.vector(x %*% x[i, ]), 0))
}

# Computes half widths column by column, because apply() copies all columns at once.
half_widths <- function(x) {
  if (is_sparse_points(x)) {
    # Zeros that are not stored count.
    value <- c(x@x, numeric(sum(diff(x@p) < nrow(x))))
    column <- c(rep(seq_len(ncol(x)), diff(x@p)), which(diff(x@p) < nrow(x)))
    increasing <- order(column, value)
    last <- cumsum(tabulate(column, ncol(x)))
    ends <- value[increasing]
    return(ends[last] / 2 - ends[c(1L, last[-ncol(x)] + 1L)] / 2)
  }
  vapply(seq_len(ncol(x)), function(j) {
    column <- x[, j]
    max(column) / 2 - min(column) / 2
  }, 0)
}

# Distances at the lower end of double precision have lost their digits, or are none.
check_normal <- function(low) if (!is.na(low) && low < .Machine$double.xmin) abort_out_of_range()

abort_out_of_range <- function() {
  abort_argument(
    "`x`: distances between its points leave the range of double precision; rescale `x`."
  )
}

# Recognizes graphs of other packages among what was given as points.

neighbor_names <- list(
  index = c("nn.index", "nn.idx", "id", "idx", "index", "indices"),
  distance = c("nn.dist", "nn.dists", "dist", "distance", "distances")
)

first_of <- function(x, names) {
  found <- intersect(names, names(x))
  if (length(found)) x[[found[[1]]]]
}

# Recognizes graphs of other packages, as as_heat_graph() knows them. The rows of a sparse symmetric
# matrix are not points.
is_foreign_graph <- function(x) inherits(x, "igraph") || is_neighbor_lists(x) || is_sparse_graph(x)

is_neighbor_lists <- function(x) {
  is.list(x) && !is.data.frame(x) && !inherits(x, "lapscale_graph") &&
    !is.null(first_of(x, neighbor_names$index)) && !is.null(first_of(x, neighbor_names$distance))
}

is_sparse_graph <- function(x) {
  square <- methods::is(x, "sparseMatrix") && nrow(x) == ncol(x) && nrow(x) > 1L
  square && isTRUE(tryCatch(methods::validObject(x), error = function(e) FALSE)) &&
    is_symmetric(as_general(unname_matrix(x)))
}

# A sparse symmetric matrix with a negative entry is neither a graph nor a table of points, whatever
# else is missing in it.
refuse_signed <- function(x) {
  if (is_sparse_graph(x)) {
    m <- as_general(unname_matrix(x))
    m@x[!is.finite(m@x)] <- 0
    check_entries(m, "weights or distances",
                  c(i = "as.matrix(x) makes points of the rows of a sparse symmetric matrix."))
  }
}

# Tells whether a square matrix, plain or a dgCMatrix, is symmetric to rounding. What is missing
# fits all.
is_symmetric <- function(m) {
  size <- max(abs(range(0, stored_values(m), finite = TRUE)))
  all(abs(stored_values(m - Matrix::t(m))) <= 1e-12 * size, na.rm = TRUE)
}

stored_values <- function(m) if (is.matrix(m)) m else m@x

# Refuses entries that are no weights and no distances.
#   m     dgCMatrix;  hint: a further line of the error
check_entries <- function(m, values, hint = NULL) {
  entries <- Matrix::summary(m)
  bad <- entries[!is.finite(entries$x) | entries$x < 0, ]
  if (nrow(bad)) {
    at <- bad[1L, ]
    negative <- if (is.finite(at$x)) ", which is negative"
    where <- "entry {at$i}, {at$j} is {format(at$x)}{negative}."
    abort_argument(c(paste("`x` must hold {values} of 0 or more;", where), hint))
  }
}

# Says what to do with a graph where points are wanted, as a line of a message, or NULL.
#   also  what else the function takes, in words
graph_hint <- function(x, also) {
  hint <- if (any(grepl("lapscale_graph", also, fixed = TRUE))) {
    "as_heat_graph(x, bandwidth) makes a lapscale_graph of neighbor lists,
     as_heat_graph(x, bandwidth, values = \"distances\") of edges with lengths."
  } else {
    "This function needs the points themselves; embed_eigenmaps(), embed_diffusion(),
     cluster_spectral() and most ssl_ functions take graphs."
  }
  if (inherits(x, "lapscale_graph") || is_foreign_graph(x)) c(i = hint)
}
