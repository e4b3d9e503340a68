# What the two kernel machines on a manifold share: the kernel deformed by the graph, in which they
# are ordinary machines on the labelled points.

# A method with functions of its own everywhere.
#   own    of given_penalties(), with kernel_bandwidth and what else `check` looks at
#   learn  (problem, candidates, own) -> what new_ssl_fit() takes;  candidates: machine_candidates()
machine_method <- function(name, title, own, learn, check = function(own, arguments) own, ...) {
  new_ssl_method(
    name, title, own,
    check = function(own, arguments) {
      own$penalties <- resolve_penalties(own, arguments$n_all)
      own$kernel_bandwidth <- resolve_kernel_bandwidth(own$kernel_bandwidth, arguments)
      check(own, arguments)
    },
    learn = function(problem, own) {
      learn(problem, machine_candidates(problem, own), own)
    },
    is_machine = TRUE, ...
  )
}

# The penalties as given. The default goes by the rows that are kept, which are not known yet.
given_penalties <- function(lambda_ambient, lambda_manifold, by_default) {
  list(
    lambda_ambient = lambda_ambient, lambda_manifold = if (!by_default) lambda_manifold,
    by_default = by_default
  )
}

# list(ambient, manifold), of u points; manifold NULL: chosen by leave-one-out.
resolve_penalties <- function(given, u) {
  ambient <- check_number(given$lambda_ambient, "lambda_ambient", above = 0, strict = FALSE)
  manifold <- if (given$by_default) 100 * ambient * u^2 else given$lambda_manifold
  if (is.null(manifold) && ambient == 0) {
    abort_argument(
      "`lambda_manifold` = NULL chooses among multiples of `lambda_ambient`, which is 0."
    )
  }
  list(
    ambient = ambient,
    manifold = if (!is.null(manifold)) {
      check_number(manifold, "lambda_manifold", above = 0, strict = FALSE)
    }
  )
}

# A number, what a selector or that of a name chooses for the points, or NULL: tried.
resolve_kernel_bandwidth <- function(bandwidth, arguments) {
  selects <- is.function(bandwidth) || rlang::is_string(bandwidth, named_selectors)
  if (selects) {
    points <- arguments$landmarks$all %||% arguments$checked
    chosen <- resolve_bandwidth(bandwidth, points, arguments$seed, arguments$runtime)
    bandwidth <- chosen$value
  }
  if (!is.null(bandwidth)) {
    check_number(plain(bandwidth), "kernel_bandwidth", above = 0)
  }
}

# Kernel between points and centres, and its product with the graph's Laplacian, D - W over the mean
# degree. A list: h, kernel u x m, product u x m before division by `unit`, the mean degree, centres
# (row numbers), rows (of the labelled points), n, u, n_all, runtime, call. With landmarks the mean
# is over the n_all points that they stand for.
#   cover  see kernel_centres()
kernel_basis <- function(problem, h, cover = kernel_centres(problem)) {
  x <- problem$checked$x
  u <- nrow(x)
  centres <- cover$centres
  rows <- problem$labels$rows
  check_memory(8 * u * length(centres) * 5, "x", "with the kernel matrix of the machine")
  own <- is_graph_kernel(problem, h, centres)
  kernel <- machine_kernel(problem, h, centres)
  product <- cpp_laplacian_product(
    if (!own) problem$weights, problem$factor, problem$degree, kernel, problem$runtime
  )
  list(
    h = h, kernel = kernel, product = product, unit = mean(problem$degree) * (u / problem$n_all),
    centres = centres, rows = rows, n = length(rows), u = u, n_all = problem$n_all,
    runtime = problem$runtime
  )
}

# All points up to dense_limit, else the labelled ones and 400 that cover the others. A list:
# centres (row numbers), radius: the farthest that a point is from them.
kernel_centres <- function(problem) {
  x <- problem$checked$x
  u <- nrow(x)
  # Points that are no landmarks are as far from these.
  beside <- problem$landmarks$radius %||% 0
  if (u <= dense_limit) {
    return(list(centres = seq_len(u), radius = beside))
  }
  labelled <- problem$labels$rows
  start <- labelled[cpp_sample_rows(length(labelled), min(length(labelled), n_cover), 1)]
  rows <- c(start, setdiff(cpp_sample_rows(u, min(u, most_covered), 1), labelled))
  found <- cpp_farthest_point_sampling(
    x[rows, , drop = FALSE], seq_along(start), n_cover, problem$runtime
  )
  list(centres = sort(c(labelled, rows[found$rows])), radius = found$radius + beside)
}

# Centres besides the labelled points; of how many points they are taken, at random.
n_cover <- 400L
most_covered <- 20000L

# In a kernel narrower than this many radii of the cover there are holes between the centres.
least_width <- 1.5

# Whether the machine's kernel matrix is what the graph was made of.
is_graph_kernel <- function(problem, h, centres) {
  !is.null(problem$kernel) && h == problem$h && length(centres) == nrow(problem$checked$x)
}

machine_kernel <- function(problem, h, centres) {
  if (is_graph_kernel(problem, h, centres)) {
    return(problem$kernel)
  }
  x <- problem$checked$x
  heat_kernel_matrix(x, x[centres, , drop = FALSE], h, problem)
}

# Kernel matrix of rows of x against centres.
heat_kernel_matrix <- function(x, centres, h, problem) {
  handle <- cpp_points(centres, problem$runtime)
  on.exit(cpp_release(handle))
  cpp_heat_kernel(handle, x, h, problem$runtime)
}

# Below this share of the graph's part the ambient penalty is lost in rounding: the fit moves away
# from its limit again.
least_ambient <- 1e-8

# What double precision can tell from 0.
least_ratio <- 1e-12

# The deformed kernel at penalties a = lambda_ambient n and b = lambda_manifold n / u^2, divided by
# `scale` = max(a, b): list(coefficients m x n, gram n x n, scale, ridge: whether a penalty was
# raised).
deform_kernel <- function(basis, lambda) {
  a <- lambda$ambient * basis$n
  b <- lambda$manifold * basis$n / basis$n_all^2
  scale <- max(a, b)
  ratio <- if (scale == 0) c(1, 0) else c(a, b) / scale
  least <- least_ambient * ratio[[2]] * max(abs(basis$product)) / basis$unit
  ridge <- ratio[[1]] < least
  ratio[[1]] <- max(ratio[[1]], least)
  deformed <- if (length(basis$centres) == basis$u) {
    cpp_deformed_kernel(
      basis$kernel, basis$product, basis$rows, ratio[[1]], ratio[[2]] / basis$unit,
      basis$runtime
    )
  } else {
    deform_on_centres(basis, ratio)
  }
  least <- least_ratio * mean(diag(deformed$gram))
  c(deformed, list(scale = max(scale, least), ridge = ridge || scale < least))
}

# The same for functions in the span of the centres' kernels.
deform_on_centres <- function(basis, ratio) {
  k <- basis$kernel
  smooth <- cpp_cross_product(k, basis$product, basis$runtime) / basis$unit
  own <- k[basis$centres, , drop = FALSE]
  penalty <- ratio[[1]] * own + ratio[[2]] * (smooth + t(smooth)) / 2
  diag(penalty) <- diag(penalty) + least_ratio * mean(diag(penalty))
  at_labels <- k[basis$rows, , drop = FALSE]
  coefficients <- solve(penalty, t(at_labels), tol = 0)
  gram <- at_labels %*% coefficients
  list(coefficients = coefficients, gram = (gram + t(gram)) / 2)
}

# What new_ssl_fit() takes, from weights on the labelled points. `chosen`: of choose_machine().
machine_result <- function(problem, candidates, chosen, weights, intercept, loo = NULL) {
  best <- candidates[[chosen$best]]
  coefficients <- best$deformed$coefficients %*% weights
  values <- machine_kernel(problem, best$h, best$centres) %*% coefficients
  if (best$deformed$ridge) {
    inform(
      "The penalties are beyond what double precision can tell from their limit: the least that it
       can stands in.",
      "ridge"
    )
  }
  by <- function(name) if (name %in% names(chosen$path)) "leave-one-out" else "given"
  list(
    values = values + rep(intercept, each = nrow(values)), loo = loo, path = chosen$path,
    chosen = c(lambda_manifold = by("lambda_manifold"), kernel_bandwidth = by("kernel_bandwidth")),
    parameters = list(
      lambda_ambient = best$lambda$ambient, lambda_manifold = best$lambda$manifold,
      kernel_bandwidth = best$h
    ),
    machine = list(
      h = best$h, centres = best$centres, coefficients = coefficients, intercept = intercept
    )
  )
}
