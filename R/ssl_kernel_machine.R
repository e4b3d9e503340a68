# What the two kernel machines on a manifold share: the kernel deformed by the graph, in which they
# are ordinary machines on the labelled points.

# Arguments beyond those of all methods. lambda_manifold NULL: chosen by leave-one-out.
check_penalties <- function(lambda_ambient, lambda_manifold, call = caller_env()) {
  ambient <- check_number(lambda_ambient, "lambda_ambient", above = 0, strict = FALSE, call = call)
  if (is.null(lambda_manifold) && ambient == 0) {
    abort_argument(
      "`lambda_manifold` = NULL chooses among multiples of `lambda_ambient`, which is 0.",
      call = call
    )
  }
  list(
    ambient = ambient,
    manifold = if (!is.null(lambda_manifold)) {
      check_number(lambda_manifold, "lambda_manifold", above = 0, strict = FALSE, call = call)
    }
  )
}

check_kernel_bandwidth <- function(bandwidth, call = caller_env()) {
  if (!is.null(bandwidth)) {
    check_number(plain(bandwidth), "kernel_bandwidth", above = 0, call = call)
  }
}

# Kernel between points and centres, and its product with the graph's Laplacian, D - W over the mean
# degree. A list: h, kernel u x m, product u x m before division by `unit`, the mean degree, centres
# (row numbers), rows (of the labelled points), n, u, runtime.
#   cover  see kernel_centres()
kernel_setting <- function(problem, kernel_bandwidth, cover = kernel_centres(problem),
                           call = caller_env()) {
  x <- problem$checked$x
  u <- nrow(x)
  centres <- cover$centres
  h <- kernel_bandwidth %||% max(problem$h, least_width * cover$radius)
  rows <- problem$labels$rows
  check_memory(8 * u * length(centres) * 5, "x", "with the kernel matrix of the machine", call)
  own <- !is.null(problem$kernel) && h == problem$h && length(centres) == u
  kernel <- if (own) problem$kernel else
    heat_kernel_matrix(x, x[centres, , drop = FALSE], h, problem)
  product <- guard_memory(
    cpp_laplacian_product(
      if (!own) problem$weights, problem$factor, problem$degree, kernel, problem$runtime
    ), "x"
  )
  list(
    h = h, kernel = kernel, product = product, unit = mean(problem$degree), centres = centres,
    rows = rows, n = length(rows), u = u, runtime = problem$runtime
  )
}

# All points up to dense_limit, else the labelled ones and 400 that cover the others. A list:
# centres (row numbers), radius: the farthest that a point is from them.
kernel_centres <- function(problem) {
  x <- problem$checked$x
  u <- nrow(x)
  if (u <= dense_limit) {
    return(list(centres = seq_len(u), radius = 0))
  }
  labelled <- problem$labels$rows
  start <- labelled[cpp_sample_rows(length(labelled), min(length(labelled), n_cover), 1)]
  rows <- c(start, setdiff(cpp_sample_rows(u, min(u, most_covered), 1), labelled))
  found <- cpp_farthest_points(
    x[rows, , drop = FALSE], seq_along(start), n_cover, problem$runtime
  )
  list(centres = sort(c(labelled, rows[found$rows])), radius = found$radius)
}

# Centres besides the labelled points; of how many points they are taken, at random.
n_cover <- 400L
most_covered <- 20000L

# In a kernel narrower than this many radii of the cover there are holes between the centres.
least_width <- 1.5

# Kernel matrix of rows of x against centres.
heat_kernel_matrix <- function(x, centres, h, problem) {
  handle <- cpp_points(centres, problem$runtime)
  on.exit(cpp_release(handle))
  guard_memory(cpp_heat_kernel(handle, x, h, problem$runtime), "x")
}

# Below this share of the graph's part the ambient penalty is lost in rounding: the fit moves away
# from its limit again.
least_ambient <- 1e-8

# What double precision can tell from 0.
least_ratio <- 1e-12

# The deformed kernel at penalties a = lambda_ambient n and b = lambda_manifold n / u^2, divided by
# `scale` = max(a, b): list(coefficients m x n, gram n x n, scale, ridge: whether a penalty was
# raised).
deform_kernel <- function(setting, lambda) {
  a <- lambda$ambient * setting$n
  b <- lambda$manifold * setting$n / setting$u^2
  scale <- max(a, b)
  ratio <- if (scale == 0) c(1, 0) else c(a, b) / scale
  least <- least_ambient * ratio[[2]] * max(abs(setting$product)) / setting$unit
  ridge <- ratio[[1]] < least
  ratio[[1]] <- max(ratio[[1]], least)
  deformed <- if (length(setting$centres) == setting$u) {
    guard_memory(
      cpp_deformed_kernel(
        setting$kernel, setting$product, setting$rows, ratio[[1]], ratio[[2]] / setting$unit,
        setting$runtime
      ), "x"
    )
  } else {
    deform_on_centres(setting, ratio)
  }
  least <- least_ratio * mean(diag(deformed$gram))
  c(deformed, list(scale = max(scale, least), ridge = ridge || scale < least))
}

# The same for functions in the span of the centres' kernels.
deform_on_centres <- function(setting, ratio) {
  k <- setting$kernel
  smooth <- cpp_cross_product(k, setting$product, setting$runtime) / setting$unit
  own <- k[setting$centres, , drop = FALSE]
  penalty <- ratio[[1]] * own + ratio[[2]] * (smooth + t(smooth)) / 2
  diag(penalty) <- diag(penalty) + least_ratio * mean(diag(penalty))
  at_labels <- k[setting$rows, , drop = FALSE]
  coefficients <- solve(penalty, t(at_labels), tol = 0)
  gram <- at_labels %*% coefficients
  list(coefficients = coefficients, gram = (gram + t(gram)) / 2)
}

# Penalties tried where lambda_manifold is NULL: in units of lambda_ambient u^2.
penalty_ratios <- c(1, 10, 100, 1000)

# Regularised least squares in the deformed kernel: list(weights n x q: functions are coefficients
# times these, loo n x q).
least_squares_machine <- function(deformed, codes) {
  n <- nrow(codes)
  inverse <- solve(deformed$gram / deformed$scale + diag(n), tol = 0)
  beta <- inverse %*% codes
  list(weights = beta / deformed$scale, loo = codes - beta / diag(inverse))
}

# Chooses lambda_manifold where it is not given. Returns list(deformed, lambda, path).
choose_penalty <- function(setting, penalties, codes) {
  if (!is.null(penalties$manifold)) {
    return(list(deformed = deform_kernel(setting, penalties), lambda = penalties, path = NULL))
  }
  tried <- penalty_ratios * penalties$ambient * setting$u^2
  candidates <- lapply(tried, function(manifold) {
    lambda <- list(ambient = penalties$ambient, manifold = manifold)
    deformed <- deform_kernel(setting, lambda)
    squared <- rowSums((least_squares_machine(deformed, codes)$loo - codes)^2)
    list(deformed = deformed, lambda = lambda, error = mean(squared), se = sd_of_mean(squared))
  })
  errors <- vapply(candidates, function(one) one$error, 0)
  best <- candidates[[which.min(errors)]]
  best$path <- data.frame(
    lambda_manifold = tried, squared_error = errors,
    se = vapply(candidates, function(one) one$se, 0)
  )
  best
}

# What finish_ssl() takes, from weights on the labelled points.
machine_result <- function(setting, found, weights, intercept, loo, chosen) {
  coefficients <- found$deformed$coefficients %*% weights
  values <- setting$kernel %*% coefficients + rep(intercept, each = setting$u)
  if (found$deformed$ridge) {
    inform(
      "The penalties are beyond what double precision can tell from their limit: the least that it
       can stands in.",
      "ridge"
    )
  }
  list(
    values = values, loo = loo, path = found$path, chosen = chosen,
    parameters = list(
      lambda_ambient = found$lambda$ambient, lambda_manifold = found$lambda$manifold,
      kernel_bandwidth = setting$h
    ),
    machine = list(
      h = setting$h, centres = setting$centres, coefficients = coefficients, intercept = intercept
    )
  )
}
