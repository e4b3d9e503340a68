#' Learning from few labels on Laplacian eigenmaps
#'
#' @description
#' Predicts labels by least squares on the first eigenvectors of the graph Laplacian of all points,
#' labeled or not (LE-SSL of Zhou and Srebro, 2011).
#'
#' **When to use it.** Use it if the labels vary slowly along the data, so that a few eigenvectors
#' can describe them. With very few labels [ssl_harmonic()] or [ssl_poisson()] are safer, and
#' [ssl_auto()] selects the method from the labels.
#'
#' @details
#' **The learning graph**, which all `ssl_*()` functions use, has heat-kernel weights without self
#' loops. By default, it is `"knn"`, which connects the `k` nearest neighbors of each point. In
#' `ssl_eigenmaps()`, if you supply `bandwidth` or `weights`, or if more than 1% of the points have no
#' path to a label, it is `"dense"` for up to 3000 points, which connects all pairs. With more, or if
#' you supply `cutoff`, it connects the points within the cutoff and the `k` nearest neighbors of each
#' point, or only these if more than 700 points are within the cutoff of a point on average. With
#' noise in many dimensions `"dense"` can have a much smaller error.
#'
#' If you set `graph = "auto"`, the method is fitted on several graphs, and at several bandwidths
#' unless you supply one. The graph on which the labels predict each other best is used.
#' [ssl_auto()] does the same for all methods at once. The parameters of the method are then
#' selected by leave-one-out, too. This takes too long with many labels: [ssl_harmonic()] and
#' [ssl_poisson()] with more than 500 labels, and [ssl_laprls()] with more than 1000, use the
#' default graph instead. `graph = "auto"` is not available for [ssl_lapsvm()], and not if you
#' supply the shares of the classes.
#'
#' **Density.** The weights are divided by powers of the degrees, \eqn{w_{ij} / (t_i
#' t_j)^\alpha}{w_ij / (t_i t_j)^alpha}. With `alpha = 1/2` this is the two-step Laplacian of Zhou
#' and Srebro.
#'
#' **Classes** are learned one against the rest, on targets of +1 and -1. The predicted class is the
#' one with the largest score.
#'
#' **Number of eigenvectors.** `n_eigen` does not count the constant, which is always used.
#' - `"cv"` selects the number with the fewest errors in 5-fold cross-validation over the labels,
#'   repeated 5 times. It tries up to half the number of labels, at most 50. In regression it is the
#'   number with the smallest squared error, increased where predictions at all points vary more
#'   than those at the labels.
#' - `"rule"` is \eqn{(n / \log n)^{d / (d + 2 m)}}{(n / log n)^(d / (d + 2 m))} for `n` labels and
#'   functions with `m` = `smoothness` derivatives (section 4 of the paper).
#'
#' The number is at least the number of classes minus one. A direction that the labels hardly
#' determine gets a penalty, because its values would otherwise become large where there are no
#' labels. Eigenvectors of a multiple eigenvalue are used together or not at all. `summary()`
#' returns the two terms of the error bound of the paper
#' (theorem 2), \eqn{J(f) / \lambda_{k+1}}{J(f) / lambda_(k+1)} and \eqn{k \log n / n}{k log n / n}.
#'
#' **Weak links.** Parts of the graph that are connected only by links of less than 1e-7 of the
#' degrees are learned separately. A part without labels gets its values across these links, as in
#' [ssl_harmonic()].
#'
#' **Large graphs.** As in [embed_eigenmaps()], `ssl_eigenmaps()` and `ssl_harmonic()` with
#' `graph = "radius"` do not store more than 4 million weights. The print-out reports this.
#'
#' @param x Points as rows, labeled and unlabeled (see [bw_gc()]), or a `dist`; or a formula with
#'   `data`, such as `y ~ .`, or `y ~ . - id` without the column `id`; or a graph, for which
#'   `predict()` cannot place new points: a [lapscale_graph], neighbor lists with a `bandwidth`, an
#'   igraph, or a sparse symmetric Matrix of weights (see [as_heat_graph()]). Self-loops of the
#'   graph have no weight in the Laplacian. They only say with which weight copies of a row are
#'   connected if you use `weights`.
#' @param y Labels, one per row, and `NA` if the label is unknown. A factor, character, or logical
#'   vector contains classes. Numbers are a regression, unless all of them are -1 or 1, or 0 or 1:
#'   these are two classes, unless you supply `I(y)`. If other numbers are codes of classes, use
#'   [factor()]. If -1 means that the label is unknown, as in scikit-learn, replace it by `NA`.
#' @param n_eigen Number of eigenvectors: `"cv"` (the default), `"rule"`, or a whole number below
#'   the number of points; see Details.
#' @param alpha Density exponent of the graph, a number of at least 0. The default is 0.5, and 0 if
#'   `x` is a graph with given weights.
#' @param bandwidth The bandwidth \eqn{h} of the graph in the unit of `x`: a number, the result of a
#'   selector, or a selector or its name. If `NULL` (the default), [bw_gc()] selects it from all
#'   pairs, for every type of graph. With `local_scale` it is a multiple of the local scales, and 1
#'   if `NULL`.
#' @param d Dimension of the manifold, a whole number. Only `n_eigen = "rule"` needs it.
#' @param smoothness Number of derivatives of the function, for `n_eigen = "rule"`. The default is
#'   1.
#' @param graph Type of the graph: `"dense"`, `"radius"`, `"knn"`, or `"auto"` to select the graph
#'   by the labels. If `NULL` (the default), see [ssl_eigenmaps()].
#' @param seed A seed for [bw_gc()] if it selects the bandwidth, and for the folds of
#'   [ssl_eigenmaps()]. If `NULL` (the default), the random numbers of R are used, so that
#'   [set.seed()] works. A whole number leaves them alone.
#' @param scale If `TRUE`, the columns of `x`, or those that the formula makes, are centered and
#'   divided by their standard deviations first, as in [base::scale()], and new points in the same
#'   way. Means and standard deviations use `weights`, see [bw_gc()]. The default is `FALSE`. A
#'   constant column is set to zero. `bandwidth` is then in the unit of scaled columns.
#' @param data A data frame with the variables of the formula.
#' @param ... For the formula method, the arguments of the default method. Otherwise settings by
#'   name, see [lapscale_settings]: those of the points (`metric`, `na_action`, `reduced`) and of
#'   the run (`n_threads`, `progress`), and:
#'   - `groups`: If `NULL` (the default), labels are left out one by one where the error is
#'     estimated and parameters are selected. Otherwise a vector or a factor with one value per row
#'     of `x`: rows with the same value belong together, and their labels are left out together. In
#'     a formula it can be a column of `data`, which the dot of `y ~ .` then leaves out. See Rows
#'     that belong together in [lapscale_ssl].
#'   - `k`: Number of nearest neighbors in a sparse graph. If `NULL` (the default), it is 10.
#'   - `cutoff`: Where a sparse graph is cut off, in units of the bandwidth, as in [heat_graph()].
#'     If `NULL` (the default), it is 3.72 for `"radius"`, and there is no cutoff for `"knn"`.
#'   - `landmarks`: If `NULL` (the default), the method is fitted to all points. If it is a whole
#'     number, it is fitted to this number of points: the labeled points and others that cover the
#'     data, each weighted by the number of points to which it is nearest. The other points get
#'     their labels like new points, see [predict()][predict.lapscale_ssl]. The number must exceed
#'     the number of labels by at least two. The fit keeps the landmarks only.
#'   - `weights`: If `NULL` (the default), all rows count equally. Otherwise, how much each row and
#'     its label count, see [heat_graph()] and the section on weights of [lapscale_ssl].
#'   - `neighbors`: How the nearest neighbors are found with `graph = "knn"`, as in [heat_graph()].
#'     The default is `"exact"`.
#'   - `local_scale`: If `NULL` (the default), all points have the same bandwidth. Otherwise the
#'     method is fitted to the [heat_graph()] with this `local_scale`, which is of type `"radius"`
#'     unless you supply `graph`. It cannot be used with `landmarks`, and not by [ssl_laprls()] and
#'     [ssl_lapsvm()].
#' @return A [lapscale_ssl]:
#'   - `fitted(fit)`, the labels of all points, length n;
#'   - `predict(fit, new)`, labels, probabilities, or scores of new points;
#'   - `glance(fit)`, one row with the bandwidth, the estimated error, and other facts.
#' @section Errors and warnings:
#' - `lapscale_error_argument` if an argument is out of its range;
#' - `lapscale_error_no_scale` if all points coincide;
#' - `lapscale_error_isolated` if the bandwidth is so small that no point has a neighbor;
#' - `lapscale_error_memory` if the graph does not fit into memory;
#' - `lapscale_warning_unlabelled` if points have no path to a label. They get the mean of all
#'   labels, and in [ssl_laprls()] and [ssl_lapsvm()] the value of the kernel function;
#' - `lapscale_warning_empty_label` if `""` is a label. Use `NA` for unknown labels;
#' - `lapscale_warning_conflict` if points that coincide have different classes, and
#'   `lapscale_message_conflict` if they have different numbers;
#' - `lapscale_warning_range` if fitted values of a regression are more than 10 standard deviations
#'   of the labels from their mean, and more than twice as far as any label;
#' - `lapscale_warning_convergence` if an iteration did not converge;
#' - `lapscale_message_classes` if numbers are used as classes or may be such, if names of classes
#'   are numbers, or if -1 may mean unknown;
#' - `lapscale_message_cost` if the search of [ssl_auto()], or the estimate of its error, will take
#'   10 seconds or more, with the time;
#' - `lapscale_message_order` if labels of rows next to each other are nearest neighbors much more
#'   often than by chance and there are no `groups`;
#' - `lapscale_message_groups` if `groups` has another value at each label;
#' - `lapscale_message_predictors` if the dot of a formula leaves out the column of `groups` or
#'   `weights`;
#' - `lapscale_message_multiple` if [ssl_eigenmaps()] uses another number of eigenvectors than
#'   `n_eigen`, because those of a multiple eigenvalue belong together.
#' @references Zhou, X. and Srebro, N. (2011). Error analysis of Laplacian eigenmaps for
#'   semi-supervised learning. *AISTATS*, sections 3, 4 and 7.
#' @seealso [ssl_auto()], which selects the method; [lapscale_ssl] for what you can do with the fit;
#'   `vignette("few-labels")`.
#' @examples
#' x <- sample_moons(200, noise = 0.05, seed = 1)
#' moon <- factor(ifelse(attr(x, "parameters")[, "moon"] == 1, "upper", "lower"))
#' y <- replace(moon, -c(1:3, 198:200), NA)
#' fit <- ssl_eigenmaps(x, y, n_eigen = 3, bandwidth = 0.3)
#' fit
#' mean(fitted(fit) == moon)
#' predict(fit, rbind(c(0, 1), c(1, -0.5)), type = "prob")
#' y <- replace(iris$Species, -seq(1, 150, by = 10), NA)  # every tenth iris has a label
#' ssl_error(ssl_eigenmaps(iris[1:4], y), iris$Species)
#' @export
ssl_eigenmaps <- function(x, ...) UseMethod("ssl_eigenmaps")

#' @rdname ssl_eigenmaps
#' @export
ssl_eigenmaps.default <- function(x, y, n_eigen = c("cv", "rule"), alpha = 0.5, bandwidth = NULL,
                                  d = NULL, smoothness = 1, graph = NULL, scale = FALSE,
                                  seed = NULL, ...) door({
  # `...` holds settings by name, see settings_of_learners.
  ssl_fit("eigenmaps", x, y, arguments(), names(match.call()))
}, .takes = settings_of_learners)

#' @rdname ssl_eigenmaps
#' @export
ssl_eigenmaps.formula <- function(x, data, ...) door(fit_terms(ssl_eigenmaps, x, data, enquos(...)))

# Least squares on the first eigenvectors, as new_ssl_method() describes a method. Checked settings
# are list(n_eigen, way) of resolve_n_eigen().
eigenmaps_method <- function() new_ssl_method(
  "eigenmaps", "Laplacian eigenmaps", is_spectral = TRUE,
  # With noise in many dimensions the first eigenvectors need all pairs (notes/learning.md).
  graph = "auto",
  learn = function(problem, settings) with_plain_labels(problem, learn_eigenmaps, settings),
  check = resolve_n_eigen, is_random = function(settings) settings$way == "cross-validation",
  n_vectors = function(labels, settings, n) max_functions(labels, settings) + 2L,
  candidates = function(part, settings) eigenmaps_candidates(part, settings$n_eigen)
)

# Settles the number of eigenvectors beside the constant, and how it is set: list(n_eigen: a number,
# or "cv" where the labels choose it; way: "rule", "cross-validation", or "given").
#   settings   of the method: n_eigen, smoothness, d (dimension, or NULL), as the user gave them
#   arguments  of ssl_arguments(): checked (rows: of the points; x: points, n x r, or NULL), labels
#              (rows: of the labeled points)
resolve_n_eigen <- function(settings, arguments) {
  n_eigen <- settings$n_eigen
  n_eigen <- if (is.character(n_eigen)) check_choice(n_eigen, c("cv", "rule"), "n_eigen") else
    check_count(n_eigen, "n_eigen", max = length(arguments$checked$rows) - 1L)
  smoothness <- check_number(settings$smoothness, "smoothness", above = 0)
  max_d <- ncol(arguments$checked$x) %||% .Machine$integer.max
  d <- if (!is.null(settings$d)) check_count(settings$d, "d", max = max_d)
  way <- switch(as.character(n_eigen), cv = "cross-validation", rule = "rule", "given")
  refuse_if(way == "rule" && is.null(d),
            "`d`, the dimension, is needed for `n_eigen = \"rule\"`.")
  if (way == "rule") n_eigen <- rule_size(length(arguments$labels$rows), d, smoothness)
  list(n_eigen = n_eigen, way = way)
}

# The number of eigenvectors by the rule, (n / log n)^(d / (d + 2 m)), at least 1, the constant not
# counted.
#   n, d        number of points with labels, not of all; dimension of the manifold
#   smoothness  m: number of derivatives that the function has
rule_size <- function(n, d, smoothness) {
  n <- max(n, 3)
  max(1L, as.integer(round((n / log(n))^(d / (d + 2 * smoothness)))))
}

# The least and the largest number of eigenvectors among which the labels may choose, the constant
# not counted: c(min, max).
#   labels  of encode_labels(), with used (numbers of the classes with labels; NULL in regression),
#           rows (of the labeled points)
size_range <- function(labels) {
  min_size <- max(1L, length(labels$used) - 1L)
  c(min = min_size, max = min(50L, max(length(labels$rows) %/% 2L, min_size)))
}

# Numbers of eigenvectors among which the labels may choose, without the constant, increasing: those
# with all copies of an eigenvalue or none, because one basis of copies is as good as another. If
# none is in the range of size_range(), the next above it, or else the largest there is.
#   eigenfunctions  of walk_functions()
#   labels          of encode_labels(), see size_range()
sizes_of <- function(labels, eigenfunctions) {
  bounds <- size_range(labels)
  sizes <- whole_sizes(eigenfunctions)
  allowed_sizes <- sizes[sizes >= bounds[["min"]] & sizes <= bounds[["max"]]]
  if (length(allowed_sizes)) allowed_sizes else round_size(bounds[["max"]], eigenfunctions)
}

# How many functions there are up to the end of each eigenvalue, the constant not counted: numbers,
# increasing, the first is 0. Without the last eigenvalue if copies of it may be missing.
#   eigenfunctions  of walk_functions(), with eigenspace (a number for each column; copies of an
#                   eigenvalue have the same), complete (whether the last one has all its copies)
whole_sizes <- function(eigenfunctions) {
  sizes_at_ends <- which(!duplicated(eigenfunctions$eigenspace, fromLast = TRUE)) - 1L
  if (eigenfunctions$complete) sizes_at_ends else sizes_at_ends[-length(sizes_at_ends)]
}

# The smallest number of functions, the constant not counted, that is at least `size` and holds all
# copies of its last eigenvalue; without such a number the largest below.
#   eigenfunctions  of walk_functions()
round_size <- function(size, eigenfunctions) {
  sizes <- whole_sizes(eigenfunctions)
  large_sizes <- sizes[sizes >= size]
  if (length(large_sizes)) large_sizes[[1L]] else max(sizes, 0L)
}

# The largest number of eigenvectors that may be used, the constant not counted.
#   labels    of encode_labels()
#   settings  of resolve_n_eigen(): list(n_eigen: a number, or "cv"; way: a word)
max_functions <- function(labels, settings) {
  bounds <- size_range(labels)
  max_size <- if (is.numeric(settings$n_eigen)) settings$n_eigen else bounds[["max"]]
  if (settings$way == "rule") max(max_size, bounds[["min"]]) else max_size
}

# Learns on a number of eigenvectors, or on one that "cv" chooses: what new_ssl_fit() takes.
# `eigenfunctions` are of walk_functions(), u x k with the constant first; sizes are numbers of
# these without the constant, `n_eigen` that which is used where folds do not choose. `unit_count`
# is the number of labels, or of groups of them. `candidates` is a function of the part, of which
# labels may be hidden, see learn_best_candidate(). `folds` are fold numbers in 5 rounds, labels x
# 5, and `path` is a data frame of eigenmaps_path().
#   problem   of ssl_graph(): seed (of the folds, a number; not used without "cv"), and what
#             learning_part() and folding_points() read
#   settings  of resolve_n_eigen(): list(n_eigen: a number, or "cv"; way: "rule",
#             "cross-validation", or "given")
learn_eigenmaps <- function(problem, settings) {
  part <- learning_part(problem)
  uses_folds <- settings$way == "cross-validation"
  max_size <- min(max_functions(part$labels, settings), part$n - 1L)
  part$spectrum <- spectrum_of_whole_eigenvalues(part, max_size)
  eigenfunctions <- walk_functions(part$spectrum, part$degree)
  n_eigen <- round_size(max_size, eigenfunctions)
  inform_if(!uses_folds && n_eigen != max_size,
            c("The labels are learned on {n_eigen} eigenvector{?s} of the graph instead of
               {max_size}.",
              i = "Eigenvectors of one eigenvalue are one basis of many, and are taken together."),
            "multiple")
  candidates <- function(part) {
    unit_count <- n_units(part$labels)
    if (!uses_folds || unit_count == 1L) {
      size <- if (uses_folds) round_size(1L, eigenfunctions) else n_eigen
      return(fits_of_sizes(eigenfunctions, part, data.frame(n_eigen = size, squared_error = 0)))
    }
    folds <-
      draw_folds(part$labels, folding_points(problem), n_folds_of(unit_count), 5L, problem$seed)
    label_columns <- eigenfunctions$columns[part$rows, , drop = FALSE]
    sizes <- sizes_of(part$labels, eigenfunctions)
    path <- eigenmaps_path(label_columns, part$labels, sizes, folds, eigenfunctions$eigenspace)
    fits_of_sizes(eigenfunctions, part, path)
  }
  solution <- learn_best_candidate(candidates, part)
  solution$chosen <- c(n_eigen = if (!uses_folds || !is.null(solution$path)) settings$way else
    if (n_units(part$labels) == 1L) paste("one", unit_name(part$labels)) else "the only one tried")
  solution
}

# The beginning of the spectrum, of learning_spectrum(), with all copies of the eigenvalue of
# function `size`, or with fewer if more than spectrum_size() were needed. `k` is the number of
# eigenvectors that are computed, `sizes` are of whole_sizes().
#   part  of learning_part(): n (number of points u), weights (u x u), degree (their row sums), and
#         what learning_spectrum() reads
#   size  number of eigenvectors that are used, the constant not counted
spectrum_of_whole_eigenvalues <- function(part, size) {
  k <- min(size + 2L, part$n)
  repeat {
    spectrum <- learning_spectrum(part, k)
    sizes <- whole_sizes(walk_functions(spectrum, part$degree))
    if (any(sizes >= size) || k >= spectrum_size(part$n, part$weights)) return(spectrum)
    k <- min(2L * k, spectrum_size(part$n, part$weights))
  }
}

# The constant and the first `size` functions, or all where there are fewer, those of each multiple
# eigenvalue turned by turn_copies() for the labeled points: u x (size + 1).
#   eigenfunctions  of walk_functions(): columns (u x k, the constant first), eigenspace (of each
#                   column a number, the same for copies of one eigenvalue)
#   size            number of functions beside the constant
#   part            of learning_part(): rows (of its labeled points), labels (count: how often each
#                   counts)
first_columns <- function(eigenfunctions, size, part) {
  column_index <- seq_len(min(size + 1L, ncol(eigenfunctions$columns)))
  count <- part$labels$count
  turn_copies(eigenfunctions$columns[, column_index, drop = FALSE],
              eigenfunctions$eigenspace[column_index], part$rows, count)
}

# Turns the functions of each multiple eigenvalue so that those which vary most over the labeled
# rows, beyond what earlier functions explain there, come first, and those that vary least last.
# Least squares then take the smallest function of an eigenvalue that fits the labels, whatever its
# basis was. Returns the columns so changed, u x k. `copies` are the numbers of the columns of one
# eigenvalue, `earlier` those of all before them. `basis` are the earlier columns at the l labels,
# each row times the root of its count, l x earlier, made orthonormal except that what the labels
# hardly see is shrunk (orthonormal_on_labels()). `residual`, l x copies, is what projection on the
# basis leaves of the copies there.
#   columns      functions, u x k, increasing by eigenvalue, the constant first; a row per point, or
#                per label in eigenmaps_path()
#   eigenspace   of each column, a number: copies of an eigenvalue have the same, later ones larger
#   rows, count  numbers of the labeled rows of `columns`, and how often each counts
turn_copies <- function(columns, eigenspace, rows, count) {
  for (copies in split(seq_along(eigenspace), eigenspace)) {
    if (length(copies) < 2L) next
    earlier <- seq_len(copies[[1L]] - 1L)
    basis <- orthonormal_on_labels(seq_along(rows), columns[rows, earlier, drop = FALSE], count)
    basis <- sqrt(count) * basis
    residual <- sqrt(count) * columns[rows, copies, drop = FALSE]
    residual <- residual - basis %*% crossprod(basis, residual)
    columns[, copies] <- columns[, copies] %*% svd(residual, nu = 0L, nv = length(copies))$v
  }
  columns
}

# The candidates of a number of eigenvectors, or of several numbers, with the closed-form
# leave-one-out errors of least squares: a list as of fits_of_sizes().
#   part     of spectral_part(): spectrum (of learning_spectrum()), degree (row sums of the
#            weights), rows (of its labeled points), labels (of encode_labels(), of these points)
#   n_eigen  a number, the constant not counted; NULL or "cv": several are tried, see sizes_of()
# `sizes` are the numbers of eigenvectors that are tried, without the constant; `eigenfunctions` are
# of walk_functions(), `label_columns` those at the labels, n x (largest size + 1), and `losses`
# squared errors, labels x sizes.
eigenmaps_candidates <- function(part, n_eigen = NULL) {
  eigenfunctions <- walk_functions(part$spectrum, part$degree)
  sizes <- if (is.numeric(n_eigen)) round_size(n_eigen, eigenfunctions) else
    sizes_of(part$labels, eigenfunctions)
  label_columns <- first_columns(eigenfunctions, max(sizes), part)[part$rows, , drop = FALSE]
  losses <- eigenmaps_loo_losses(label_columns, part$labels, sizes)
  path <- data.frame(n_eigen = sizes, mean_losses(losses, part$labels$group))
  fits_of_sizes(eigenfunctions, part, path, losses)
}

# The candidates of a path of numbers of functions, a list as learn_best_candidate() describes it:
# `row` is the number of a row of the path. fit_of() returns what fit_functions() does, on the u x
# (size + 1) functions of basis_of(); `bound` is of error_bound().
#   eigenfunctions  of walk_functions();  part: of learning_part()
#   path            data frame, a row per number of functions: n_eigen (the constant not counted),
#                   squared_error, and others or none
#   losses          squared errors of leave-one-out, labels x rows of the path, or NULL: not known
fits_of_sizes <- function(eigenfunctions, part, path, losses = NULL) {
  basis_of <- function(row) first_columns(eigenfunctions, path$n_eigen[[row]], part)
  fit_of <- function(row) fit_functions(basis_of(row), part)
  list(
    path = path, losses = losses, loo = function(row) fit_of(row)$loo,
    predictions = function(row, points) fit_of(row)$values[points, , drop = FALSE],
    fit = function(row) {
      n_eigen <- path$n_eigen[[row]]
      fit <- fit_of(row)
      bound <- error_bound(fit$coefficients, basis_of(row), part, n_eigen)
      list(values = fit$values, averaged = extended_values(part, fit$values),
           parameters = list(n_eigen = n_eigen), bound = bound)
    }
  )
}

# The two terms of the bound of Zhou and Srebro, theorem 2, c(bias, variance): the Dirichlet form of
# the fit, the largest over the columns of the targets, over the next eigenvalue (Inf where that is
# 0, NA where there is none), and k log n / n for n labels. `energy` is this form of each column of
# `fitted`, u x q, by `mass`, the share of each point in the degrees.
#   coefficients  of `columns` in the fit, (size + 1) x q, a column per target
#   columns       functions, u x (size + 1), the constant first
#   part          of spectral_part() or learning_part(), with a spectrum: spectrum (values:
#                 eigenvalues of I - P), degree (row sums of the weights), weights (u x u), rows (of
#                 its labeled points)
#   size          number k of eigenvectors, the constant not counted
error_bound <- function(coefficients, columns, part, size) {
  mass <- part$degree / sum(part$degree)
  fitted <- columns %*% coefficients
  energy <- colSums(mass * fitted * (fitted - walk_step(part, fitted)))
  eigenvalues <- part$spectrum$values
  next_eigenvalue <- if (length(eigenvalues) > size + 1L) eigenvalues[[size + 2L]] else NA_real_
  n <- length(part$rows)
  bias <- if (isTRUE(next_eigenvalue <= 0)) Inf else max(energy) / next_eigenvalue
  c(bias = bias, variance = size * log(n) / n)
}
