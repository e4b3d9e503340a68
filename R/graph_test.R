#' Test whether numbers vary along a graph
#'
#' @description
#' Tests for each response, such as the expression of a gene, whether points that are near each
#' other in a graph have similar values, by Moran's I.
#'
#' **When to use it.** Use it to list the variables that vary along an embedding or a picture, if
#' the graph was made **without** them. If the graph was made of the same columns, or of their
#' principal components, it knows them, and columns of pure noise are significant too: use
#' [graph_columns()] for these.
#'
#' @details
#' With the weights \eqn{w_{ij}}{w_ij} of the graph without its self loops, \eqn{S_0 = \sum_{ij}
#' w_{ij}}{S0 = sum of w_ij}, and the deviations \eqn{z} of a response from its mean, Moran's I is
#' \deqn{I = \frac{n}{S_0} \frac{\sum_{ij} w_{ij} z_i z_j}{\sum_i z_i^2}.}{
#' I = n / S0 sum_ij w_ij z_i z_j / sum_i z_i^2.}
#' If the values are assigned to the points at random, it has the expectation \eqn{-1 / (n - 1)} and
#' the variance of Cliff and Ord (1981), which depends on the kurtosis of the response. Its
#' distribution has a long upper tail if points have many neighbors. The normal distribution then
#' gives p-values that are far too small: on a graph of the irises, those below 0.001 are 16 times
#' as frequent as they should be. The p-value is therefore the upper tail of a shifted gamma
#' distribution that also has the skewness of I for normal responses. It is one-sided:
#' small p-values mean that neighbors are similar.
#'
#' With `n_permutations`, the p-value is \eqn{(1 + b) / (1 + B)}, where \eqn{b} of \eqn{B} random
#' permutations of the values have an I that is at least as large. It is exact for any distribution
#' of the response, but never less than \eqn{1 / (1 + B)}. Use permutations for responses that are
#' very skewed, or differ from zero in a few points only. All responses share the permutations, and
#' a seed gives identical results for any number of threads. They also do not depend on the order of
#' the rows if the graph was made by [heat_graph()].
#'
#' The test assumes that the values are exchangeable over the points. Rows that depend on each other
#' for another reason, such as consecutive measurements of a slow sensor or several rows of the same
#' patient, are not, and the p-values are then too small.
#'
#' If the graph was made with row `weights` \eqn{m}, the weights are \eqn{m_i m_j w_{ij}}{m_i m_j
#' w_ij}.
#'
#' @param graph A [lapscale_graph], an igraph, or a symmetric Matrix of weights, with `n` points, at
#'   least 4.
#' @param y The responses: numbers or logical values, one per row of the data that the graph was
#'   made of. A vector, or a matrix, sparse matrix, or data frame with a column per response.
#' @param n_permutations Number of permutations. If 0 (the default), p-values are those of a gamma
#'   distribution with the moments of Moran's I.
#' @param seed Random seed of the permutations, a whole number. If `NULL` (the default), it is drawn
#'   from R's generator.
#' @param ... `n_threads` and `progress`, see [lapscale_conventions].
#' @return A list of class [lapscale_test].
#' @section Errors, warnings, and messages:
#' - `lapscale_error_argument`, naming `graph`, `y`, or `n_permutations`;
#' - `lapscale_error_no_edges` if the graph has no edges;
#' - `lapscale_error_memory` if the graph and its permutations do not fit into memory;
#' - `lapscale_warning_constant` if a response is constant. Its results are `NA`;
#' - `lapscale_message_same` if a response is a linear function of the points that the graph was
#'   made of, such as one of their columns, or if these points are linear functions of the
#'   responses, as principal components are;
#' - `lapscale_warning_degenerate` if all weights are nearly equal, so that I cannot vary.
#' @references Cliff, A. D. and Ord, J. K. (1981). *Spatial Processes: Models and Applications*.
#'   Pion (the moments).
#'
#'   Siemiatycki, J. (1978). Mantel's space-time clustering statistic: computing higher moments and
#'   a comparison of various data transforms. *Journal of Statistical Computation and Simulation* 7,
#'   13-31 (the gamma distribution).
#'
#'   Benjamini, Y. and Hochberg, Y. (1995). Controlling the false discovery rate. *Journal of the
#'   Royal Statistical Society B* 57, 289-300.
#' @seealso [graph_columns()] for the columns of which the graph was made, [lapscale_test] for what
#'   you can do with the result, `spdep::moran.test()` for graphs of places on a map.
#' @examples
#' x <- sample_moons(200, noise = 0.05, seed = 1)
#' graph <- heat_graph(x, bandwidth = 0.3)
#' set.seed(1)
#' y <- cbind(signal = x[, 1]^2 + rnorm(200), noise = rnorm(200))
#' graph_test(graph, y)
#' graph_test(graph, y, n_permutations = 999, seed = 1)
#' # Do sepals vary along petals?
#' graph_test(heat_graph(iris[3:4], graph = graph_knn(10)), iris[1:2])
#' # A graph of the principal components of all columns knows each of them. This one leaves out the
#' # column that it tests.
#' graph_columns(iris[1:4])
#' @export
graph_test <- function(graph, y, n_permutations = 0, seed = NULL, ...) door({
  args <- arguments()
  graph <- as_tested_graph(graph)
  n <- length(graph$rows)
  y <- as_responses(y, graph)
  n_permutations <- check_count(n_permutations, "n_permutations", min = 0)
  seed <- check_seed(seed)
  inform_of_known_responses(graph, y)
  runtime <- new_runtime(args$n_threads, args$progress)
  # n x n, plain or sparse, without loops; points, and the rows of y, are in their canonical order.
  weights <- weights_in_order(graph)
  # The sums of weights from which the moments of Moran's I are computed.
  weight_moments <- weight_sums(weights, runtime)
  refuse_if(weight_moments$total == 0, "`graph` has no edges.", "no_edges")
  names <- colnames(y) %||% if (ncol(y) > 1L) paste0("y", seq_len(ncol(y))) else "y"
  check_memory(8 * (1 + n_permutations) * ncol(y) + 2^27, "n_permutations",
               paste("with", n_permutations, "permutations of", count(ncol(y), "response")))
  permutation_seed <- if (n_permutations > 0) draw_seed(seed) else 0
  blocks <- split(seq_len(ncol(y)), (seq_len(ncol(y)) - 1L) %/% max(1L, 2^22 %/% n))
  tables <- lapply(unname(blocks), function(columns) {
    z <- standardized(as.matrix(y[, columns, drop = FALSE]))
    # z' W z of each column in the first row, and of its permutations in the others.
    products <- cpp_quadratic_forms(weights, z, n_permutations, permutation_seed, runtime)
    moran_table(names[columns], z, weight_moments, products[1L, ], products[-1L, , drop = FALSE])
  })
  table <- with_adjusted_p(do.call(rbind, tables))
  warn_of_untested_columns(table, "y")
  new_test(table, "responses", n, n_permutations, graph$bandwidth, graph$method,
           describe_type(graph))
}, .takes = list("run"))

# Shows a message if responses are columns of the points that a graph was made of or other linear
# functions of these, or if the points are linear functions of the responses, as principal
# components are: small p-values then say nothing.
#   graph  a lapscale_graph: points (of share_checked(), or NULL), order (of the points, their
#          canonical one; NULL where the user did not make the graph of points: nothing is said)
#   y      of as_responses(), n x q, plain or sparse, in that order
# `x` are the points, n x p, each column with mean 0 and mean square 1, in that order.
inform_of_known_responses <- function(graph, y) {
  x <- graph$points$checked$x
  if (!is.matrix(x) || is_distances(x) || is.null(graph$order)) return(invisible())
  x <- standardized(x[graph$order, , drop = FALSE])
  advice <- c(i = "graph_columns() tests each column on a graph of the others.")
  index <- seq_len(min(ncol(y), known_limits$responses))
  are_columns <- vapply(index, function(j) {
    z <- standardized(as.matrix(y[, j, drop = FALSE]))
    any(z != 0) && any(abs(abs(crossprod(x, z)) / nrow(x) - 1) < 1e-12)
  }, NA)
  n_known <- sum(if (any(are_columns)) are_columns else are_linear(y[, index, drop = FALSE], x))
  phrases <- if (any(are_columns)) c("also a column", "also columns") else
    c("a linear function", "linear functions")
  inform_if(n_known > 0L,
            c("`y`: {n_known} column{?s} {?is/are} {phrases[[min(n_known, 2L)]]} of the points that
               `graph` was made of, so it knows {cli::qty(n_known)}{?it/them}, and small p-values
               say nothing.", advice), "same")
  if (n_known > 0L) return(invisible())
  x_head <- x[, seq_len(min(ncol(x), known_limits$points)), drop = FALSE]
  has_few_responses <- ncol(y) <= min(known_limits$columns, nrow(x) - 1L - known_limits$spare)
  follows_from_y <- if (has_few_responses) are_linear(x_head, y) else
    are_principal(x_head[, 1:min(2L, ncol(x))], y)
  inform_if(any(follows_from_y),
            c("The points that `graph` was made of are linear functions of the columns of `y`, as
               principal components are, so it knows these columns, and small p-values say
               nothing.", advice), "same")
}

# The most responses, columns of the points (points), and columns that others are regressed on
# (columns), that are compared. A regression has `spare` rows more than columns.
known_limits <- list(responses = 1000L, points = 50L, columns = 500L, spare = 10L)

# Whether each column of `y`, n x q, is a linear function of those of `x`, n x p: q times TRUE or
# FALSE; a single FALSE if there are too many columns. Some rows suffice, because a linear function
# holds in all of them.
are_linear <- function(y, x) {
  rows <- take_evenly(seq_len(nrow(x)), ncol(x) + 100L)
  if (ncol(x) > min(known_limits$columns, length(rows) - 1L - known_limits$spare)) return(FALSE)
  x <- standardized(as.matrix(x[rows, , drop = FALSE]))
  y <- standardized(as.matrix(y[rows, , drop = FALSE]))
  mean_sq_residual <- colMeans(qr.resid(qr(x), y)^2)
  colSums(y^2) > 0 & mean_sq_residual < 1e-6
}

# Whether each column of `x` is a principal component of the columns of `y`, as they are or at unit
# variance: p times TRUE or FALSE. These are eigenvectors of y y', or nearly so if they have more
# than the variance of a direction at random, which also is nearly an eigenvector if there are many
# more columns than rows.
#   x  n x p, each column with mean 0 and mean square 1;  y: n x q, plain or sparse
# `image` is y y' x, with the columns of y in the one unit or the other, less the mean.
are_principal <- function(x, y) {
  x <- as.matrix(x)
  n <- nrow(x)
  spread <- column_squares(y)
  column_weights <- list(rep(1, ncol(y)), ifelse(spread > 0, 1 / spread, 0))
  Reduce(`|`, lapply(column_weights, function(weight) {
    image <- as.matrix(y %*% (weight * Matrix::crossprod(y, x)))
    image <- image - rep(colMeans(image), each = n)
    image_length <- sqrt(colSums(image^2))
    cosine <- colSums(image * x) / ifelse(image_length > 0, image_length * sqrt(n), Inf)
    variance <- colSums(image * x) / n
    cosine^2 > 1 - 1e-6 | cosine > 0.99 & variance > 2 * sum(weight * spread) / (n - 1)
  }))
}

# Returns the sum of squares of each column of y, plain or sparse, about its mean; 0 if that is only
# rounding.
column_squares <- function(y) {
  about_zero <- Matrix::colSums(y^2)
  about_mean <- about_zero - nrow(y) * Matrix::colMeans(y)^2
  ifelse(about_mean > 1e-12 * about_zero, about_mean, 0)
}

# Returns the graph of a test as a lapscale_graph; an error if it has fewer than 4 points.
#   graph  as the user gave it; of a lapscale_graph `rows` has a number per point
as_tested_graph <- function(graph) {
  graph <- as_graph_argument(graph)
  n <- length(graph$rows)
  refuse_if(n < 4L, "`graph` must have at least 4 points, not {n}.")
  graph
}

# Returns the responses at the points of the graph, in the canonical order of the points: a plain
# matrix of doubles or a dgCMatrix, n x q, finite.
#   y      as the user gave them: a vector, or a table, plain or sparse, with a column per response
#   graph  a lapscale_graph: n_given (number of rows of the data), rows (which of these the points
#          are), order (of the points, their canonical one, NULL: as they are)
as_responses <- function(y, graph) {
  is_sparse <- methods::is(y, "sparseMatrix")
  refuse_if(is.factor(y) || is.character(y),
            c("`y` must be numbers, not {describe(y)}.",
              i = "`model.matrix(~ y - 1)` has an indicator column for each class."))
  if (is_sparse) check_valid_matrix(y, "y")
  y <- if (is_sparse) as_dgCMatrix(y) else as_doubles(y, "y", NULL)
  refuse_if(nrow(y) != graph$n_given,
            "`y` must have {graph$n_given} row{?s}, as the data of `graph`, not {nrow(y)}.")
  refuse_if(ncol(y) < 1L, "`y` must have a column at least.")
  rows <- graph$rows[graph$order %||% seq_along(graph$rows)]
  if (!identical(rows, seq_len(nrow(y)))) y <- y[rows, , drop = FALSE]
  bad_elements <- if (is_sparse) which(!is.finite(y@x)) else which(!is.finite(y))
  if (length(bad_elements)) {
    first_bad <- bad_elements[[1L]]
    row <- if (is_sparse) y@i[first_bad] + 1L else (first_bad - 1L) %% nrow(y) + 1L
    abort_argument(c("`y` has missing or infinite values, first at row {rows[[row]]}.",
                     i = "Make the graph of the other rows: a test needs all values."))
  }
  y
}

# Returns the weights of a graph between different points in their canonical order, n x n, plain or
# sparse as they were, with zeros on the diagonal, each times the masses of both points.
#   graph  a lapscale_graph: weights (n x n, plain or sparse), order (of the points, NULL: as they
#          are), mass (how many observations each point stands for, 1 or length n)
weights_in_order <- function(graph) {
  weights <- graph$weights
  is_plain <- is.matrix(weights)
  n_bytes <- if (is_plain) 16 * length(weights) else 40 * length(weights@x)
  check_memory(n_bytes, "graph", "in another order")
  order <- graph$order
  if (!is.null(order) && is.unsorted(order)) weights <- weights[order, order]
  mass <- graph$mass
  if (!is_unit_mass(mass)) mass <- mass[order %||% seq_along(mass)]
  if (is_plain) {
    diag(weights) <- 0
    return(if (is_unit_mass(mass)) weights else weights * mass * rep(mass, each = nrow(weights)))
  }
  entry_column <- rep(seq_len(ncol(weights)), diff(weights@p))
  weights@x[weights@i + 1L == entry_column] <- 0
  if (!is_unit_mass(mass)) weights@x <- weights@x * mass[weights@i + 1L] * mass[entry_column]
  weights
}

# Adds p-values adjusted for the number of tests (Benjamini and Hochberg).
#   table  of tests, a data frame with p.value, which gets the column p.adjusted
with_adjusted_p <- function(table) {
  table$p.adjusted <- stats::p.adjust(table$p.value, "BH")
  table
}

# Warns of columns that could not be tested: they have no estimate if they are constant, no variance
# if all weights are equal, and neither if there are no weights.
#   table  of moran_table(): column, estimate, variance;  arg: the argument with the columns
warn_of_untested_columns <- function(table, arg) {
  isolated_columns <- table$column[is.nan(table$estimate)]
  constant_columns <- table$column[is.na(table$estimate) & !is.nan(table$estimate)]
  degenerate_columns <- table$column[!is.na(table$estimate) & is.na(table$variance)]
  warn_if(length(constant_columns) > 0L,
          "`{arg}`: {length(constant_columns)} column{?s} {?is/are} constant and cannot be tested
           (first: {constant_columns[1L]}).", "constant")
  advice <- c(i = "A bandwidth is in the unit of the points. bw_gc() selects one from the data.")
  warn_if(length(isolated_columns) > 0L,
          c("Without column {isolated_columns[1L]} every point is isolated, so that it cannot be
             tested.",
            advice), "isolated")
  warn_if(length(degenerate_columns) > 0L,
          c("All weights are nearly equal, so that nothing can vary along the graph (first column:
             {degenerate_columns[1L]}).", advice), "degenerate")
}
