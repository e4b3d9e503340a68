# Kernel principal components of kernel values that the user gives: as a matrix, or as a function of
# two tables of rows.

# Checks a kernel matrix. Returns list(checked, values): checked_points() of the distances that it
# defines, d_ij^2 = K_ii + K_jj - 2 K_ij, by which alone the points of the kernel are known; and K
# without names, n x n. The distances, n x n, have the class lapscale_gram, because of which rows of
# new points are kernel values and not distances.
#   x     the kernel matrix as the user gave it
#   args  arguments of the call: those that say how coordinates are taken are an error
as_gram_points <- function(x, args) {
  refuse_if(is.function(x) || inherits(x, c("dist", "lapscale_points", "lapscale_graph")),
            "`x` must be a matrix of kernel values for `kernel` = \"gram\", not {describe(x)}.")
  refuse_settings_of_coordinates(args, "a matrix of kernel values")
  gram <- as_point_matrix(x, "x")
  n <- nrow(gram)
  refuse_if(n != ncol(gram),
            "`x` must have as many columns as rows for `kernel` = \"gram\", a column for each
             point; it has {n} row{?s} and {ncol(gram)} column{?s}.")
  refuse_if(n < 3L, "`x` must hold kernel values of at least 3 points, not {n}.")
  check_memory(6 * 8 * n^2, "x", "as dense matrices")
  check_symmetric_kernel(gram, "x")
  self_values <- diag(gram)
  squared_distances <- pmax(self_values + rep(self_values, each = n) - 2 * gram, 0)
  refuse_if(max(squared_distances) == 0,
            "`x` has no scale: all points of this kernel coincide.", "no_scale")
  points <- structure(sqrt(squared_distances), dimnames = NULL, self = seq_len(n),
                      class = c("lapscale_gram", "lapscale_distances"))
  list(checked = checked_points(points, names = rownames(gram)), values = unname(gram))
}

# Refuses kernel values that are missing or not symmetric.
#   values  n x n, of the points of the fit;  arg: what errors name them by
check_symmetric_kernel <- function(values, arg) {
  bad_elements <- which(!is.finite(values))
  refuse_if(length(bad_elements) > 0L,
            "`{arg}`: {length(bad_elements)} kernel value{?s} {?is/are} missing or infinite, first
             of points {row(values)[bad_elements[1L]]} and {col(values)[bad_elements[1L]]}.")
  odd_elements <- which(abs(values - t(values)) > 1e-8 * max(abs(values)))
  refuse_if(length(odd_elements) > 0L,
            "`{arg}`: kernel values must be symmetric; those of points
             {row(values)[odd_elements[1L]]} and {col(values)[odd_elements[1L]]} differ.")
}

# New points for a fit on a kernel matrix: checked rows of kernel values with the points of the fit,
# m x n.
#   x           the points of the fit, distances n x n, of as_gram_points()
#   new_points  the kernel values, m x n, plain or sparse, all finite
#' @export
as_same_kind.lapscale_gram <- function(x, new_points) {
  refuse_if(ncol(new_points) != ncol(x),
            "`newdata` must hold kernel values with the {ncol(x)} points of the data, a column for
             each; it has {ncol(new_points)}.")
  whole_points(new_points, "newdata")
}

# The `prepare` of new_embedding_method(), where x is the matrix of kernel values, n x n. Returns
# list(graph, points, values, target), see prepare_points(): graph has no edges, and the distances
# of the kernel as its points; values are x without names.
#   x     as the user gave it
#   args  of the call: n_components (a number or "gap") and variance (a share, or NULL), as the user
#         gave them, and settings of coordinates, which are refused
prepare_gram <- function(x, args) {
  gram_points <- as_gram_points(x, args)
  list(
    graph = gram_points$checked, points = point_table(gram_points$checked, NULL),
    values = gram_points$values,
    target = resolve_n_components(args$n_components, args$variance, nrow(gram_points$values) - 1L)
  )
}

# The values of a kernel between rows a (m x r) and rows b (n x r), checked: a plain matrix, m x n.
#   kernel  the user's function of two matrices of rows, which should return such a matrix
kernel_between <- function(kernel, a, b) {
  values <- kernel(a, b)
  shape <- dim(values)
  refuse_if(!is.numeric(values) || length(shape) != 2L || any(shape != c(nrow(a), nrow(b))),
            c("`kernel` must return a matrix of numbers, a row for each of the {nrow(a)} row{?s} of
               its first argument and a column for each of the {nrow(b)} row{?s} of its second, not
               {describe(values)}.",
              i = "If it takes two single points, call it for each pair of rows."))
  values <- matrix(as.double(values), nrow(a))
  refuse_if(!all(is.finite(values)), "`kernel` returned a value that is missing or infinite.")
  values
}

# The `fit` of new_embedding_method(), of a kernel function or of given values of a kernel: what
# fit_kernel_matrix() returns, with kernel_function (or NULL) in its model.
#   graph    the checked points, there are no edges: x, mass (how many observations each point
#            stands for, 1 or length n)
#   problem  list: kernel_function (the user's function, see kernel_between(), or NULL), values (of
#            the kernel, n x n, NULL with a function), target (how many coordinates, of
#            resolve_n_components())
#   runtime  of new_runtime()
fit_kernel_values <- function(graph, problem, runtime) {
  kernel <- problem$kernel_function
  values <- problem$values %||% kernel_between(kernel, graph$x, graph$x)
  check_symmetric_kernel(values, "kernel")
  fit <- fit_kernel_matrix(values, graph$mass, problem$target, runtime)
  fit$model$kernel_function <- kernel
  fit
}

# The `extend` of new_embedding_method(): coordinates of new points, m x s. Kernel values need no
# search, so no new point is far.
#   model   of fit_kernel_values(), with x, the points of the fit: basis (n x s), shift (s),
#           kernel_function (NULL for given values)
#   query   m x r, new points, or for given values m x n, their kernel values with those of the fit
#   handle, runtime  not used
extend_kernel_values <- function(model, handle, query, runtime) {
  kernel <- model$kernel_function
  values <- if (is.null(kernel)) query else kernel_between(kernel, query, model$x)
  values %*% model$basis + rep(model$shift, each = nrow(query))
}
