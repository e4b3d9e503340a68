#' What several tables share
#'
#' @description
#' Computes coordinates of what several tables on the same rows have in common, such as two
#' measurements of the same cells. What only one of the tables varies with is averaged away, also if
#' it is stronger than the common part.
#'
#' **When to use it.** Use it if each table has a structure of its own, so that an embedding of the
#' tables side by side shows mostly what they do not share. `test = TRUE` tests whether they share
#' anything. To turn one embedding onto another of the same rows, use [embed_align()].
#'
#' @details
#' Each table has a graph of its own, with its own bandwidth. Let \eqn{A_t} be the symmetric matrix
#' of the random walk of table \eqn{t}, for `type = "geometric"` of [graph_laplacian()]. The
#' coordinates are eigenvectors of
#' \deqn{S = \frac{1}{m (m - 1)} \sum_{s \ne t} A_s A_t,}{
#' S = sum of A_s A_t over s != t, divided by m (m - 1),}
#' for \eqn{m} tables: a step by one table, and then a step by another (alternating diffusion,
#' Lederman and Talmon, 2018, in the symmetric form of Shnitzer et al., 2019). A step by one table
#' mixes points that differ only in what this table does not show. Two steps by different tables
#' keep only what both show. The eigenvectors are divided by the first one, which is the root of the
#' stationary weights. The eigenvalues lie between -1 and 1; those near 1 belong to coordinates that
#' the tables share.
#'
#' **Is anything shared?** The first singular value of \eqn{A_1 A_2} is always near 1, and the
#' second is large if there is a common coordinate. Its size alone does not show that there is one.
#' In tables of 150 or 300 rows that had nothing in common, the second singular value was between
#' 0.12 and 0.68, depending on their graphs. Therefore use the test. With `test = TRUE` the rows of
#' all tables but the first are permuted `n_permutations` times, so that only chance is shared. The
#' p-value is the share of permutations, the data counted among them, whose second singular value is
#' at least that of the data. For more than two tables, it is that of the mean over all pairs, and
#' `e$pairs` has one row for each pair. The print-out compares every value from the second on with
#' the second value of the permutations. Values above chance
#' are not a number of shared coordinates: a
#' coordinate is shared together with functions of it, so that a single one gives several
#' values. The print-out warns if the second coordinate is nearly a function of the
#' first. The gray band of `screeplot()` has for each number the values of this number in the
#' permutations. The test assumes that rows are exchangeable: rows that are
#' neighbors in time or space share something with any table that has a trend.
#'
#' **Rows.** The tables must have the same rows in the same order. If row names show another order,
#' it is an error. A row is left out if it is left out of one of the tables, or has no neighbor in
#' one of them.
#'
#' **New rows** need all tables. A step by each table is computed from the new row, with the degrees
#' of the fit (Nystrom extension).
#'
#' @param x The first table: points as rows, or a `dist`; or a list of all tables.
#' @param ... Further tables with the same rows, perhaps with names, such as `rna = a, atac = b`.
#'   Also settings by name, see [lapscale_settings]: those of the points (`metric`, `na_action`,
#'   `reduced`), which apply to all tables that are not made by [point_set()], and those of the run
#'   (`n_threads`, `progress`).
#' @param scale If `TRUE`, the columns of all tables are scaled to standard deviation 1. To scale
#'   some of the tables, make them by [point_set()].
#' @param n_components Number of coordinates. The default is 2.
#' @param bandwidth The bandwidths: one per table, as a vector or a list, of what [heat_graph()]
#'   takes; or one number, selector, or selector's name for all. If `NULL` (the default), that of
#'   [bw_gc()] for each table.
#' @param test If `TRUE`, tests whether the tables share anything. The default is `FALSE`.
#' @param n_permutations Number of permutations of the test. The default is 99.
#' @param seed `NULL`, or a whole number: the seed of the selectors and of the permutations.
#' @return A [lapscale_embedding] of method `"common"`, with in addition
#'   - `e$singular_values`: the largest singular values (of more than two tables, their means over
#'     all pairs), one more than there are coordinates;
#'   - `e$p.value`: that of the test, or `NA`;
#'   - `e$null`: with `test = TRUE`, the singular values after each permutation, one column each;
#'   - `e$pairs`: a data frame with `first`, `second`, `singular_value` (the second one), and
#'     `p.value`;
#'   - `e$bandwidths`: one number per table.
#'
#'   `predict(e, list(new1, new2))` returns the coordinates of new rows,
#'   `predict(e, y, type = "data")` a list of tables. `screeplot()` draws the singular values with
#'   those of the permutations. `glance()` also has `n_tables`, `singular_value`, and `p.value`.
#' @section Errors and warnings:
#' - `lapscale_error_argument`, naming `x` if there is only one table or the tables differ in their
#'   rows;
#' - the errors and warnings of [heat_graph()] for each table;
#' - `lapscale_warning_disconnected` if the graphs together are not connected;
#' - `lapscale_message_cost` if the call will take 10 seconds or more.
#' @references Lederman, R. R. and Talmon, R. (2018). Learning the geometry of common latent
#'   variables using alternating-diffusion. *Applied and Computational Harmonic Analysis* 44,
#'   509-536. \doi{10.1016/j.acha.2015.09.002}
#'
#'   Shnitzer, T., Ben-Chen, M., Guibas, L., Talmon, R. and Wu, H.-T. (2019). Recovering hidden
#'   components in multimodal data with composite diffusion operators. *SIAM Journal on Mathematics
#'   of Data Science* 1, 588-616. \doi{10.1137/18M1218157}
#' @seealso [embed_align()] to compare two embeddings, [embed_diffusion()] for one table.
#' @examples
#' # Each table has an angle of its own, which is louder than the common one.
#' set.seed(1)
#' common <- runif(150, 0, 2 * pi)
#' own <- matrix(runif(300, 0, 2 * pi), 150)
#' a <- cbind(cos(common), sin(common), 2 * cos(own[, 1]), 2 * sin(own[, 1]))
#' b <- cbind(cos(common), sin(common), 2 * cos(own[, 2]), 2 * sin(own[, 2]))
#' e <- embed_common(a, b, test = TRUE, n_permutations = 19, seed = 1)
#' e
#' plot(e, colour = common)
#' embed_common(sepals = iris[1:2], petals = iris[3:4])
#' @export
embed_common <- function(x, ..., n_components = 2L, bandwidth = NULL, test = FALSE,
                         n_permutations = 99L, scale = FALSE, seed = NULL) door({
  args <- arguments()
  # Lists with an element for each table, named except for `bandwidth`: the table as the user gave
  # it, as it was checked (`tables`), its bandwidth as the user gave it, and its walk (`walks`).
  # After draw_seed() the seed is a number, with or without a test. put_embedding() returns e, or
  # the first table with e in it, if that is an object of cells.
  tables_given <- tables_of_call(if (!missing(x)) x, list(...))
  test <- check_flag(test, "test")
  n_permutations <- check_count(n_permutations, "n_permutations", max = 1e6)
  tables <- check_tables(tables_given, args)
  n <- length(tables[[1L]]$rows)
  n_components <- check_count(plain(n_components), "n_components", max = n - 2L)
  bandwidth <- split_bandwidths(bandwidth, length(tables))
  seed <- draw_seed(check_seed(seed))
  runtime <- new_runtime(args$n_threads, args$progress)
  walks <- Map(function(checked, h) walk_of_table(checked, h, seed, runtime), tables, bandwidth)
  e <- fit_common(walks, tables, tables_given, n_components, runtime)
  # The numbers 1 to n of the rows, in an order that does not depend on how they are given. Not
  # within `[` of a Matrix, which changes the class of errors.
  order <- canonical_order(tables[[1L]]$x)
  shared_fields <- shared_values(walks, n_components + 1L, if (test) n_permutations else 0L, seed,
                                 order, runtime)
  e[names(shared_fields)] <- shared_fields
  put_embedding(tables_given[[1L]], e)
}, .takes = list("points", "run", .others = TRUE))

# Common coordinates, as new_embedding_method() describes an embedding, without prepare, fit, and
# extend: embed_common() itself fits them. `settings$bandwidths` has a number per table.
common_embedding <- function() {
  new_embedding_method(
    "common", "Common coordinates", embed_common, NULL, NULL, NULL,
    describe = function(settings) {
      paste0(length(settings$bandwidths), " tables, bandwidths ",
             paste(short(settings$bandwidths, 3), collapse = ", "))
    }
  )
}

# Returns the tables of a call, two or more, as the user gave them: a list, all with names, by
# default "table1", "table2", ...
#   x     the first table, a plain list of all tables, or NULL if the user named all of them
#   dots  list of the arguments in `...`: further tables, and settings, which are left out here
# `dot_settings()` are the settings that `...` may have, a list by their names.
tables_of_call <- function(x, dots) {
  dot_names <- names(dots) %||% character(length(dots))
  is_setting <- dot_names %in% names(dot_settings(embed_common))
  table_args <- dots[!is_setting]
  # An argument with a name that is no table was meant as a setting.
  has_name <- nzchar(names(table_args) %||% character(length(table_args)))
  unknown <- names(table_args)[has_name & vapply(table_args, NROW, 0) <= 1]
  if (length(unknown)) refuse_dot(unknown[[1L]], known_names = names(dot_settings(embed_common)))
  is_number <- vapply(table_args, function(table) {
    is.numeric(table) && is.null(dim(table)) && length(table) == 1L
  }, NA)
  refuse_if(any(is_number),
            c("A number without a name is taken as one more table.",
              i = "Give the number of coordinates as `n_components = {table_args[is_number][[1L]]}`."))
  is_list <- is.list(x) && !is.object(x)
  refuse_if(is_list && length(table_args) > 0L,
            "`x` is a list of tables, so further tables cannot be given beside it.")
  tables <- if (is_list) x else c(if (!is.null(x)) list(x), table_args)
  refuse_if(length(tables) < 2L,
            "`x` must come with at least one more table of the same rows; there is only one table.")
  table_names <- names(tables) %||% character(length(tables))
  # Tables without a name have their number.
  stats::setNames(tables, make.unique(
    ifelse(nzchar(table_names), table_names, paste0("table", seq_along(tables)))
  ))
}

# Checks all tables. Returns a list with the same names: what as_points() returns of each, with the
# rows that all keep: x (n x p, or distances; n is the same for all), rows (which rows of the data
# these are), n_given (number of all rows), names (of all rows, or NULL), and others.
#   tables  as the user gave them, a named list
#   args    of the call, of which na_action, scale, and metric say how points are taken
check_tables <- function(tables, args) {
  checked <- lapply(seq_along(tables), function(number) {
    arg <- paste0("x (table ", number, ")")
    as_points(tables[[number]], args, c("distances", "sparse"), arg = arg)
  })
  n_rows <- vapply(checked, function(checked_table) as.integer(checked_table$n_given), 0L)
  odd_table <- which(n_rows != n_rows[[1L]])[1L]
  refuse_if(!is.na(odd_table),
            "`x` must be tables of the same rows: table 1 has {n_rows[[1L]]} rows, table {odd_table}
             has {n_rows[[odd_table]]}.")
  check_row_names(lapply(checked, `[[`, "names"))
  rows <- Reduce(intersect, lapply(checked, `[[`, "rows"))
  refuse_if(length(rows) < 4L,
            "`x` must have at least 4 rows that all tables keep; it has {length(rows)}.")
  checked <- lapply(checked, function(checked_table) {
    is_complete <- length(checked_table$rows) == length(rows)
    if (is_complete) checked_table else take_points(checked_table, match(rows, checked_table$rows))
  })
  for (number in seq_along(checked)) {
    check_spread(checked[[number]]$x, paste0("x (table ", number, ")"))
  }
  stats::setNames(checked, names(tables))
}

# Refuses tables that have the row names of the first in another order. Other names are accepted.
#   names  list of the row names of each table, NULL for a table that has none
check_row_names <- function(names) {
  first_names <- names[[1L]]
  for (number in seq_along(names)[-1L]) {
    other_names <- names[[number]]
    refuse_if(!is.null(first_names) && !is.null(other_names) &&
                !identical(first_names, other_names) && setequal(first_names, other_names),
              c("`x`: the rows of table {number} have the names of table 1 in another order.",
                i = "Order them alike, for example by `b[rownames(a), ]`."))
  }
}

# Returns a list of one bandwidth per table, each a number, a selector or its name, or NULL: to be
# selected.
#   bandwidth  as the user gave it: one for all tables, or one for each
#   n_tables   number of tables
split_bandwidths <- function(bandwidth, n_tables) {
  is_several <- is.list(bandwidth) || is.numeric(bandwidth) && is.null(attributes(bandwidth)) &&
    length(bandwidth) != 1L
  if (!is_several) return(rep(list(bandwidth), n_tables))
  refuse_if(length(bandwidth) != n_tables,
            "`bandwidth` must be one for all, or one for each of the {n_tables} tables, not
             {length(bandwidth)}.")
  as.list(bandwidth)
}

# Makes the walk of a table: list of
#   matrix     symmetric sparse n x n, spectrum in [-1, 1], with rows of zeros for points without
#              neighbors
#   degree     row sums of the weights corrected for density, length n, 0 without neighbors
#   mass       length n, what the correction multiplies weights to each point by
#   weights    of the graph before the correction, n x n, which has the connected components
#   bandwidth  of the graph, a number, unit of the table;  method: how it was chosen
#   cutoff     distance in bandwidths beyond which weights are 0
# Its arguments:
#   checked    of check_tables(), one table;  bandwidth: for it, an element of split_bandwidths()
#   seed       a number;  runtime: of new_runtime()
walk_of_table <- function(checked, bandwidth, seed, runtime) {
  graph <- muffle(
    graph_of_points(checked, bandwidth, list(type = graph_radius()$name), runtime, seed),
    "lapscale_warning_isolated"
  )
  laplacian <- muffle(laplacian_of_graph(graph, "geometric", 1, runtime),
                      "lapscale_warning_isolated")
  list(
    matrix = corrected_weights(laplacian@weights, laplacian@degree, 0.5, runtime),
    degree = laplacian@degree, mass = laplacian@graph$factor, weights = graph$weights,
    bandwidth = graph$bandwidth, cutoff = graph$cutoff, method = graph$method
  )
}

# Returns the embedding of several tables of the same n rows, with their common coordinates, of
# class lapscale_common; embed_common() adds what shared_values() returns. Its `model` is what
# predict() needs: place_common() describes values, factor, and by_degree, and step_from() tables.
#   walks         list: that of walk_of_table() for each table
#   tables        of check_tables(), list for each table: x, rows (which rows of the data the n rows
#                 are), n_given (number of all rows), names (of all rows, or NULL)
#   tables_given  as the user gave them
#   s             number of coordinates;  runtime: of new_runtime()
fit_common <- function(walks, tables, tables_given, s, runtime) {
  is_isolated <- Reduce(`|`, lapply(walks, function(walk) walk$degree == 0))
  first_table <- tables[[1L]]
  warn_if(any(is_isolated),
          c("{sum(is_isolated)} row{?s} {?has/have} no neighbors in one of the tables and {?is/are}
             NA: row{?s} {shorten(first_table$rows[is_isolated])}.",
            i = "Leave these rows out, or use larger bandwidths."), "isolated")
  refuse_if(sum(!is_isolated) < s + 2L, "`x`: too few rows have neighbors in all tables.")
  # list(values, decreasing; vectors, n x (s + 1); residuals; inner: for each table what the steps
  # by the others make of the vectors, n x (s + 1)).
  pairs <- cpp_alternating_eigenpairs(lapply(walks, `[[`, "matrix"), s + 1L, runtime)
  warn_if(max(pairs$residuals) > 1e-6,
          "The eigenvectors did not converge: the largest residual is
           {signif(max(pairs$residuals), 2)}.", "not_converged")
  # `weight` is the root of the stationary weights, length n. `functions` are the eigenvectors after
  # the first over it, n x s, divided by their root mean squares `rms`; NA for isolated rows.
  weight <- stationary_root(pairs$vectors[, 1L], walks)
  vectors <- pairs$vectors[, -1L, drop = FALSE]
  functions <- vectors / weight
  rms <- sqrt(colSums(weight^2 * functions^2) / sum(weight^2))
  functions <- functions / rep(rms, each = nrow(functions))
  functions[is_isolated, ] <- NA_real_
  signs <- sign_flips(functions[!is_isolated, , drop = FALSE])
  coordinate_factor <- signs / rms
  model <- list(
    method = "common", rows = first_table$rows, values = pairs$values, factor = coordinate_factor,
    by_degree = !identical(weight, abs(pairs$vectors[, 1L])),
    # What a step from a new row meets at the rows of the fit.
    tables = Map(function(walk, checked, table, inner_vectors) {
      degree_root_inverse <- ifelse(walk$degree > 0, 1 / sqrt(walk$degree), 0)
      c(point_table(checked, table)[c("x", "scaling", "columns")],
        walk[c("bandwidth", "cutoff", "mass")], list(inner = inner_vectors * degree_root_inverse))
    }, walks, tables, tables_given, pairs$inner)
  )
  # list(membership: the number of the component of each row; sizes) of the edges of all tables.
  components <- components_of(Reduce(`+`, lapply(walks, `[[`, "weights")))
  graph <- list(rows = first_table$rows, n_given = first_table$n_given, names = first_table$names)
  bandwidths <- vapply(walks, `[[`, 0, "bandwidth")
  solution <- list(
    coordinates = functions * rep(signs, each = nrow(functions)), eigenvalues = pairs$values[-1L],
    scree = pairs$values[-1L], residuals = pairs$residuals[-1L],
    settings = list(bandwidths = bandwidths)
  )
  problem <- list(points = NULL, target = list(rule = "number"))
  e <- new_embedding(embedding_method("common"), solution, graph, problem)
  e$model <- model
  e$bandwidths <- bandwidths
  e$rows <- first_table$rows[!is_isolated]
  warn_if(length(components$sizes) > 1L,
          "The graphs together have {length(components$sizes)} components, of
           {shorten(components$sizes)} points: coordinates show which component a row is in.",
          "disconnected")
  note_components(e, graph, components, "keep")
}

# Returns the root of the stationary weights, length n: the absolute values of the first
# eigenvector, or, if it is nearly 0 at a row that has neighbors in all tables, degree_root().
#   first_vector  the first eigenvector, length n, of either sign
#   walks         list of walk_of_table() for each table, of which degree (length n) is used
stationary_root <- function(first_vector, walks) {
  first_vector <- abs(first_vector)
  is_linked <- Reduce(`&`, lapply(walks, function(walk) walk$degree > 0))
  if (all(first_vector[is_linked] > 1e-8 * max(first_vector))) return(first_vector)
  degree_root(lapply(walks, `[[`, "degree"))
}

# Returns the geometric mean over tables of the roots of degrees, length n.
#   degrees  list of the degrees in each table, length n each
degree_root <- function(degrees) {
  exp(Reduce(`+`, lapply(degrees, function(d) log(pmax(d, .Machine$double.xmin)))) /
        (2 * length(degrees)))
}

# Computes the singular values of each pair of tables, and those after random permutations of the
# rows: list(singular_values: length count, decreasing; null: count x n_permutations, the values
# after permutations, left out without them; p.value: a number, NA without permutations; pairs: data
# frame of first, second, singular_value, p.value, a row per pair). singular_values and null are
# means over pairs.
#   walks           list of walk_of_table() for each table, of which matrix (n x n) is used
#   count           number of singular values;  n_permutations: 0 for no test
#   seed            a number;  runtime: of new_runtime()
#   order           the numbers 1 to n of the rows of the walks, in an order that does not depend on
#                   that of the data
# `table_pairs` has the numbers of two tables in each column, `pair_values` for each of these pairs
# list(values, null), of cpp_shared_values(). `seconds` is what a pair takes without permutations.
shared_values <- function(walks, count, n_permutations, seed, order, runtime) {
  matrices <- lapply(walks, function(walk) walk$matrix[order, order])
  table_pairs <- utils::combn(length(walks), 2L)
  values_of_pair <- function(j, n_permutations) {
    pair <- table_pairs[, j]
    cpp_shared_values(matrices[[pair[[1L]]]], matrices[[pair[[2L]]]], pair - 1L, count,
                      n_permutations, seed, runtime)
  }
  # A permutation takes as long as the data do.
  seconds <- if (n_permutations > 0L) seconds_of(values_of_pair(1L, 0L)) else 0
  inform_of_seconds(seconds * n_permutations * ncol(table_pairs),
                    paste("The test with", n_permutations, "permutations"),
                    "Fewer `n_permutations` take less.")
  pair_values <- lapply(seq_len(ncol(table_pairs)), values_of_pair, n_permutations)
  mean_of <- function(field) Reduce(`+`, lapply(pair_values, `[[`, field)) / length(pair_values)
  # Of the second value, of one pair or of their means: the first is that of the constant.
  p_value <- function(values, null) {
    if (n_permutations == 0L) return(NA_real_)
    # Equal values differ by rounding.
    (1 + sum(null[2L, ] >= values[[2L]] * (1 - 1e-9))) / (n_permutations + 1)
  }
  values <- mean_of("values")
  null <- mean_of("null")
  table_names <- names(walks)
  shared_by_pair <- data.frame(
    first = table_names[table_pairs[1L, ]], second = table_names[table_pairs[2L, ]],
    singular_value = vapply(pair_values, function(of_pair) of_pair$values[[2L]], 0),
    p.value = vapply(pair_values, function(of_pair) p_value(of_pair$values, of_pair$null), 0)
  )
  c(list(singular_values = values), if (n_permutations > 0L) list(null = null),
    list(p.value = p_value(values, null), pairs = shared_by_pair))
}
