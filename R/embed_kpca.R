#' Kernel principal component analysis
#'
#' @description
#' Computes kernel principal components: the leading eigenvectors of a centered kernel matrix,
#' multiplied by the square roots of their eigenvalues. With `kernel = "linear"` these are the usual
#' principal components.
#'
#' **When to use it.** Use `"linear"` to compare principal components with other embeddings, and
#' `"heat"` to compare with kernel methods of other packages. To see groups or branches use
#' [embed_eigenmaps()].
#'
#' @details
#' The kernels are:
#' - `"heat"`: \eqn{\exp(-|x - y|^2 / h^2)}{exp(-|x - y|^2 / h^2)} between all pairs, including 1
#'   between a point and itself. With 500 points or more and up to 30 columns, the memory is
#'   proportional to `n` and not to `n^2`, unless you set `variance`.
#' - `"linear"`: the inner product, which gives the usual principal components.
#' - `"isomap"`: \eqn{-\frac12 D^2}{-1/2 D^2} of geodesic distances, projected on the positive
#'   semi-definite matrices; see [embed_isomap()].
#' - `"lle"`: \eqn{\lambda_{max} I - (I - W)'(I - W)}, which is [embed_lle()] up to the scale of the
#'   columns.
#' - `"gram"`: `x` is the kernel matrix itself, n x n. For new points, `predict()` takes their
#'   kernel values with the n points of the data, a row per new point.
#' - a function of two matrices of rows, m x r and n x r, that returns the m x n kernel values, such
#'   as `function(a, b) (1 + a %*% t(b))^2`. The rows are those of `x` after scaling.
#'
#' A kernel matrix that is not positive semi-definite is projected on those that are: negative
#' eigenvalues are dropped.
#'
#' @inheritParams embed_isomap
#' @param x Points as rows (`n` x `r`, see [bw_gc()]), `n` at least 3. For `"heat"` and `"isomap"`
#'   also a `dist`; for `"isomap"` also a [lapscale_graph], for which `predict()` cannot place new
#'   points; for `"gram"` a symmetric matrix of kernel values.
#' @param kernel The kernel: `"heat"` (the default), `"isomap"`, `"lle"`, `"linear"`, `"gram"`, or a
#'   function, see Details.
#' @param bandwidth Bandwidth of the kernel `"heat"`, as in [heat_graph()]. If `NULL` (the default),
#'   it is \eqn{\sqrt 2}{sqrt(2)} times the median distance between different points: other packages
#'   write this kernel as \eqn{\exp(-|x - y|^2 / (2 \sigma^2))}{exp(-|x - y|^2 / (2 sigma^2))} with
#'   the median for \eqn{\sigma}{sigma}. The kernel compares all pairs, so a bandwidth for a graph,
#'   such as that of [bw_gc()], is too small.
#' @param k Number of nearest neighbors for `"isomap"` and `"lle"`. If `NULL` (the default), it is
#'   that of [embed_isomap()] or [embed_lle()].
#' @param ridge Regularization for `"lle"`, see [embed_lle()]. The default is 0.001.
#' @param components What to do if the graph of `"isomap"` or `"lle"` is not connected, as in
#'   [embed_isomap()]. For `"lle"`, `NULL` (the default) means `"keep"`, as in [embed_lle()]. The
#'   other kernels have no graph.
#' @param variance If `NULL` (the default), `n_components` determines the number of coordinates. If
#'   it is a share between 0 and 1, there are as many coordinates as are needed for this share of
#'   the sum of the positive eigenvalues. It cannot be used with `"lle"`.
#' @param ... Settings by name, see [lapscale_settings]: those of the points (`metric`, `weights`,
#'   `na_action`, `reduced`) and of the run (`n_threads`, `progress`).
#'   - `weights`: Weights of the rows for `"heat"` and `"linear"`, as in [heat_graph()]. Means over
#'     points are weighted, so that whole numbers give the results of repeated rows. The default is
#'     equal weights. With weights, the kernel matrix of `"heat"` is stored.
#' @return A [lapscale_embedding] of class `lapscale_kpca`:
#'   - `as.matrix(e)`, the coordinates, n x s;
#'   - `e$eigenvalues`, the eigenvalues of the centered kernel matrix, decreasing.
#' @inheritSection embed_isomap Errors and warnings
#' @references Schölkopf, B., Smola, A. and Müller, K.-R. (1998). Nonlinear component analysis as a
#'   kernel eigenvalue problem. *Neural Computation* 10, 1299-1319.
#'   \doi{10.1162/089976698300017467}
#'
#'   Ham, J., Lee, D. D., Mika, S. and Schölkopf, B. (2004). A kernel view of the dimensionality
#'   reduction of manifolds. *ICML 2004*. \doi{10.1145/1015330.1015417}
#' @seealso [embed_eigenmaps()], [predict.lapscale_embedding()] for new points,
#'   [plot.lapscale_embedding()], [embed_quality()].
#' @examples
#' x <- sample_moons(200, noise = 0.05, seed = 1)
#' e <- embed_kpca(x, 2, kernel = "heat", bandwidth = 0.5)
#' plot(e)
#' embed_kpca(x, variance = 0.9, kernel = "linear")
#' plot(embed_kpca(iris[1:4], 2), colour = iris$Species)
#' # A kernel of one's own: polynomials of degree 2.
#' embed_kpca(x, 2, kernel = function(a, b) (1 + a %*% t(b))^2)
#' @export
embed_kpca <- function(x, n_components = 2L, kernel = c("heat", "isomap", "lle", "linear", "gram"),
                       bandwidth = NULL, k = NULL, ridge = 1e-3, components = NULL,
                       variance = NULL, scale = FALSE, seed = NULL, ...) door({
  args <- arguments()
  check_one_count(!missing(n_components), variance)
  kernel_function <- if (is.function(kernel)) kernel
  kernel <- if (is.function(kernel)) "function" else
    check_choice(kernel, c("heat", "isomap", "lle", "linear", "gram"), "kernel")
  # Names of arguments: those that this kernel takes, and (`args_given`) those that the user gave.
  args_used <- switch(kernel,
    heat = c("bandwidth", "variance", "weights"), isomap = c("k", "variance"), lle = "k",
    gram = "variance", c("variance", "weights")
  )
  arg_values <- list(bandwidth = bandwidth, k = k, variance = variance, weights = args$weights)
  args_given <- names(Filter(Negate(is.null), arg_values))
  kernel_words <- if (kernel == "function") "a function" else paste0("\"", kernel, "\"")
  refuse_first(setdiff(args_given, args_used),
               "`{first}` cannot be used with `kernel` = {kernel_words}.")
  if (!identical(components, "keep") || kernel != "lle") check_path_policy(components)
  ridge <- check_number(ridge, "ridge", above = 0)
  if (kernel == "lle") components <- components %||% "keep"
  settings <- list(
    kernel = kernel, bandwidth = bandwidth, k = k, ridge = ridge, method = "standard",
    weights = args$weights, kernel_function = kernel_function
  )
  args["components"] <- list(components)
  embed_by("kpca", x, settings, args)
}, .takes = list("points", "weights", "run"))

# Kernel PCA, as new_embedding_method() describes an embedding; each kernel has its own `fit` and
# `extend`. The graph is what prepare_kernel() made: edges for "isomap" and "lle", else the checked
# points.
kpca_embedding <- function() new_embedding_method(
  "kpca", "Kernel PCA", embed_kpca, prepare_kernel,
  fit = function(graph, problem, runtime) {
    fit <- kernels()[[problem$kernel]]$fit(graph, problem, runtime)
    fit$settings$kernel <- fit$model$kernel <- problem$kernel
    fit
  },
  extend = function(model, handle, query, runtime) {
    kernels()[[model$kernel]]$extend(model, handle, query, runtime)
  },
  describe = function(settings) {
    switch(settings$kernel, gram = "kernel matrix as given",
           `function` = "kernel function as given", paste(settings$kernel, "kernel"))
  },
  in_one_unit = function(settings) settings$kernel != "lle", tunable = c("bandwidth", "k")
)

# By name: the functions `fit` and `extend` of each kernel, see new_embedding_method().
kernels <- function() list(
  heat = list(fit = fit_heat_kernel, extend = extend_heat_kernel),
  isomap = list(fit = fit_isomap, extend = extend_geodesic),
  lle = list(fit = fit_lle_kernel, extend = extend_barycentric),
  gram = list(fit = fit_kernel_values, extend = extend_kernel_values),
  `function` = list(fit = fit_kernel_values, extend = extend_kernel_values),
  linear = list(
    fit = fit_linear_kernel,
    extend = function(model, handle, query, runtime) principal_scores(query, model) * model$unit
  )
)

# The `prepare` of new_embedding_method(), of x as the user gave it, which differs by the kernel: a
# list of graph (the checked points for "heat", "linear", "gram", and "function", which have no
# edges), points, target, and what prepare_isomap(), prepare_lle(), or prepare_gram() adds.
#   settings  list of embed_kpca()'s own arguments: kernel (a word, "function" among them), weights
#             (of the rows, or NULL), k (or NULL), and for "lle" ridge and method, "standard"
#   args      the arguments that all embeddings have, see embed_by(); `weights` is added
#   runtime   of new_runtime()
prepare_kernel <- function(x, settings, args, runtime) {
  # The largest number of coordinates of the linear kernel.
  max_linear <- function(x) min(nrow(x) - 1L, ncol(x))
  args$weights <- settings$weights
  # Its arguments are further ones of prepare_points(), such as the largest number of coordinates.
  prepare <- function(...) prepare_points(x, args, ..., of_distances = distances_hint)
  problem <- switch(settings$kernel,
    heat = prepare(kinds = "distances"), isomap = prepare_isomap(x, settings, args, runtime),
    lle = prepare_lle(x, settings, args, runtime, of_distances = distances_hint),
    linear = prepare(max_linear), gram = prepare_gram(x, args), prepare()
  )
  if (settings$kernel == "isomap") problem$joined_by <- problem$joined_by %||% "A larger `k`"
  if (settings$kernel == "linear") check_spread(problem$points$x)
  problem
}

# The hint of the error if a kernel that takes no distances gets them.
distances_hint <- "`kernel` = \"heat\" and \"isomap\" take distances, \"gram\" a matrix of
                   kernel values."

# The `fit` of new_embedding_method(), of the heat kernel: what fit_kernel_matrix() returns, with
# bandwidth (a number, also in its model) and settings.
#   graph    the checked points, there are no edges: x, mass (how many observations each point
#            stands for, 1 or length n)
#   problem  list: bandwidth (as the user gave it, NULL: of median_bandwidth()), seed (a number, or
#            NULL), target (how many coordinates, of resolve_n_components())
#   runtime  of new_runtime()
fit_heat_kernel <- function(graph, problem, runtime) {
  n <- nrow(graph$x)
  target <- problem$target
  mass <- graph$mass
  is_weighted <- !is_unit_mass(mass)
  # A Gram matrix, not a walk: its diagonal is the kernel of each point with itself, and at a large
  # bandwidth it is a linear one.
  kernel_graph <- muffle(graph_of_points(
    graph, problem$bandwidth %||% median_bandwidth,
    list(type = graph_dense()$name, self_loops = TRUE), runtime, problem$seed,
    unstored = unstored_kernel,
    n_vectors = if (target$rule != "variance" && !is_weighted) n_searched(target, n)
  ), "lapscale_warning_degenerate")
  on.exit(release_weights(kernel_graph$weights))
  fit <- fit_kernel_matrix(kernel_graph$weights, mass, target, runtime, is_heat = TRUE)
  fit$bandwidth <- fit$model$bandwidth <- kernel_graph$bandwidth
  fit$settings <- list(chosen = kernel_graph$method, entries = unstored_entries(kernel_graph))
  fit
}

# Coordinates, and what extends them: new points have k(query, x) basis + shift. Returns the `fit`
# of new_embedding(): list(coordinates, n x s; eigenvalues, length s; scree; residuals; model:
# list(basis, n x s; shift, length s)).
#   kernel   n x n, plain, or without storage for the heat kernel between points of mass 1
#   is_heat  whether it is the heat kernel, for which blocks of vectors are faster
#   mass     how many observations each point stands for, length n, or 1
#   target   of resolve_n_components();  runtime: of new_runtime()
fit_kernel_matrix <- function(kernel, mass, target, runtime, is_heat = FALSE) {
  n <- nrow(kernel)
  is_weighted <- !is_unit_mass(mass)
  row_sums <- weight_totals(kernel, mass, runtime)
  # A point of mass m is m points, whose entries in a vector of length 1 are sqrt(m) times smaller.
  root_mass <- sqrt(rep_len(mass, n))
  pairs <- if (is_heat && !is_weighted) kernel_eigenpairs(kernel, row_sums, target, runtime) else
    gram_eigenpairs(tcrossprod(root_mass) * double_centred(kernel, mass), target, runtime)
  basis <- root_mass * pairs$vectors * rep(inverse_root(pairs$values), each = n)
  # The columns sum to 0, but for rounding, which new points would multiply by their mean kernel
  # over a small eigenvalue.
  basis <- basis - outer(root_mass^2 / sum(root_mass^2), colSums(basis))
  list(
    coordinates = pairs$vectors / root_mass * rep(sqrt(pairs$values), each = n),
    eigenvalues = pairs$values, scree = pairs$scree, residuals = pairs$residuals,
    model = list(
      basis = basis, shift = -drop(row_sums %*% basis) / if (is_weighted) sum(mass) else n
    )
  )
}

# The default selector, a bandwidth of sqrt(2) sigma: exp(-d^2 / (2 sigma^2)) with the median
# distance for sigma. Rows that coincide, or have a weight, are one point. Returns a
# lapscale_bandwidth, of fixed_bandwidth().
#   x          points, a matrix n x r, or a dist;  seed: a number, or NULL
#   n_threads  number of threads, or NULL;  progress: whether a bar is shown, or NULL
median_bandwidth <- function(x, seed = NULL, n_threads = NULL, progress = NULL) {
  if (inherits(x, "dist")) x <- as_points(x, NULL, "distances")$x
  # Numbers of the rows that differ, the first of each set of equal rows.
  first <- group_equal_rows(x)$first
  # bw_median() takes three rows or more. Of two, each repeated, the median distance is theirs.
  distinct_x <- if (length(first) == 2L) repeat_points(x, rep(first, 2L)) else pick_points(x, first)
  bw <- bw_median(as_given(distinct_x), seed = seed, n_threads = n_threads, progress = progress)
  # fixed_bandwidth() adds at_edge and elapsed.
  facts <- selection(bw)$facts[c("n", "d", "n_points")]
  fixed_bandwidth(
    check_value_range(sqrt(2) * plain(bw), "x"), "median", facts, title = "Median distance",
    notes = "sqrt(2) x the median distance"
  )
}

# The `extend` of new_embedding_method(): coordinates of new points, m x s.
#   model   of fit_heat_kernel(), with x, the points of the fit: bandwidth, basis (n x s), shift (s)
#   handle  of x in the core;  query: m x r, new points;  runtime: of new_runtime()
extend_heat_kernel <- function(model, handle, query, runtime) {
  rule <- radius_rule(model$bandwidth, Inf, self_loops = TRUE)
  # list(sum: of the kernel times basis, m x s; mass: of the kernel, length m).
  sums <- cpp_nystrom_extension(handle, query, rule, rep(1, nrow(model$x)), model$basis, runtime)
  # If all weights vanish, the sum says nothing about the point.
  sums$sum[sums$mass == 0, ] <- NA_real_
  sums$sum + rep(model$shift, each = nrow(query))
}

# The `fit` of new_embedding_method(), of the linear kernel: principal components. Coordinates are
# in the unit of x, eigenvalues in its square. Returns the `fit` of new_embedding(), whose model is
# list(unit, centre and axes of principal_components(), with signs).
#   graph    the checked points, there are no edges: x (n x r), mass (how many observations each
#            point stands for, 1 or length n)
#   problem  list: target (how many coordinates, of resolve_n_components())
#   runtime  not used
fit_linear_kernel <- function(graph, problem, runtime) {
  x <- graph$x
  # A power of two, in units of which squares neither overflow nor vanish.
  unit <- 2^ceiling(log2(max(half_widths(x))))
  # list(values, axes, centre, unit). Eigenvalues are sums of squares in units of unit^2.
  pca <- principal_components(x, unit, graph$mass)
  all_eigenvalues <- pca$values
  columns <- seq_len(decided_count(problem$target, all_eigenvalues))
  eigenvalues <- null_small(all_eigenvalues[columns])
  pca$axes <- pca$axes[, columns, drop = FALSE] * rep(eigenvalues > 0, each = ncol(x))
  scores <- principal_scores(x, pca)
  signs <- sign_flips(scores)
  axes <- pca$axes * rep(signs, each = ncol(x))
  list(
    coordinates = scores * rep(signs, each = nrow(scores)) * unit,
    eigenvalues = in_squared_unit(eigenvalues, unit), scree = all_eigenvalues * unit * unit,
    model = list(unit = unit, centre = pca$centre, axes = axes)
  )
}

# The `fit` of new_embedding_method(), of the kernel "lle". That is lambda_max I - M, centered: its
# leading eigenvectors are those of M with the smallest eigenvalues, after the constant. Returns the
# `fit` of new_embedding().
#   graph    of join_nearest(), or a component: weights (n x n; column j has the neighbors of point
#            j), rows (which row of the data each point is)
#   problem  of prepare_lle(): points (of point_table()), has_copies (whether rows coincide), k
#            (number of neighbors), target (how many coordinates, of resolve_n_components()), with
#            ridge (of the weights, a number) and method, "standard"
#   runtime  of new_runtime()
fit_lle_kernel <- function(graph, problem, runtime) {
  # list(factor F of M = F F', values, vectors (n x s), scree, residuals).
  spectrum <- lle_spectrum(graph, problem, runtime)
  # lambda_max.
  largest <- leading_eigenpairs(
    as_dgCMatrix(Matrix::tcrossprod(spectrum$factor)), 1L, runtime
  )$values
  eigenvalues <- pmax(largest - spectrum$values, 0)
  coordinates <- spectrum$vectors * rep(sqrt(eigenvalues), each = nrow(spectrum$vectors))
  list(
    coordinates = coordinates, eigenvalues = eigenvalues, scree = largest - spectrum$scree,
    residuals = spectrum$residuals,
    settings = list(k = problem$k, ridge = problem$ridge, bottom = spectrum$scree),
    model = barycentric_model(coordinates, problem, points_of_graph(graph, problem$points))
  )
}
