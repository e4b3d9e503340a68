# Estimates of a table without noise, and Stein's unbiased estimate of the error of each
# (notes/carry.md).

# The multiples of the bandwidth (heat_multiples) and the times of the heat flow (heat_times) that
# are compared, and the most principal components.
heat_multiples <- 2^seq(-0.5, 1, by = 0.5)
heat_times <- 2^seq(-4, 6, by = 0.5)
max_kept_components <- 50L
# The bandwidth that is multiplied is selected on at most this number of rows: distances less the
# noise need all pairs. The risk of the multiples is that of all rows.
max_bandwidth_rows <- 1000L
# Terms of the series for these times (heat_degree), columns of the sketch that the risk is computed
# from, and the size of the perturbation, in standard deviations of the noise in each row.
heat_degree <- 64L
sketch_columns <- 64L
perturbation <- 0.01
# Weights below this are left out.
min_heat_weight <- 1e-9

# Returns what all estimates need, rows in their canonical order: list of
#   x              n x p, centered, in a unit in which squares neither overflow nor vanish
#   noise          of each row, n squared lengths in this unit
#   components     of row_components()
#   centre, unit   the means of the columns, taken off first, and what rows were then divided by
#   order          of the rows, of canonical_order()
#   checked, seed  the arguments: of as_points(), and a number
#   is_near        whether the nearest rows are near, as along a smooth shape: by `near`, of
#                  noise_facts()
#   few_columns    whether the noise is underestimated, as in few columns
# `estimate` is of row_noise(), in the unit of the handle; `total_noise` of bulk_noise(): the
# squared length of the noise of all rows, or NA. The argument `runtime` is of new_runtime().
noise_problem <- function(checked, seed, runtime) {
  order <- canonical_order(checked$x)
  x <- checked$x[order, , drop = FALSE]
  centre <- colMeans(x)
  x <- x - rep(centre, each = nrow(x))
  unit <- power_of_2(max(abs(x)))
  x <- x / unit
  handle <- release_on_exit(acquire_points(x, runtime))
  k <- min(noise_limits$neighbors, nrow(x) - 1L)
  estimate <- row_noise(handle, k, runtime)
  facts <- noise_facts(estimate, handle)
  warn_if(facts$near > noise_limits$near,
          c("`x`: the nearest neighbors are not near, so what is removed may not be noise.",
            i = "noise_level() says more."), "not_near")
  noise <- estimate$noise * cpp_unit(handle)^2
  components <- row_components(x)
  total_noise <- bulk_noise(components$singular_values^2, nrow(x) - 1L, ncol(x))
  # Triangles are too small in few columns, singular values where the noise is not equal. If all is
  # noise, nothing would be left to return.
  if (sum(noise) > 0 && isTRUE(total_noise > sum(noise)) && total_noise < 0.95 * sum(x^2)) {
    noise <- noise * (total_noise / sum(noise))
  }
  list(
    x = x, noise = noise, components = components, unit = unit, centre = centre, order = order,
    checked = checked, seed = seed, is_near = facts$near <= noise_limits$near,
    few_columns = is.na(total_noise) && ncol(x) < noise_limits$columns
  )
}

# Makes a table of candidates, a row for each estimate of the table without noise.
#   method                         "none", "heat", or "components"
#   risk                           estimated squared error of all rows, unit of the problem squared
#   residual                       squared change of all rows, unit of the problem squared
#   bandwidth, time, n_components  parameters of the method, NA if it has none; bandwidth in the
#                                  unit of x
candidate_table <- function(method, risk, residual, bandwidth = NA_real_, time = NA_real_,
                            n_components = NA_integer_) {
  data.frame(method, bandwidth, time, n_components, risk, residual)
}

# The lowest risk of a method; NA if the method has no candidate.
#   candidates  of candidate_table(), of which method and risk
#   method      "none", "heat" or "components"
lowest_risk <- function(candidates, method) {
  risk <- candidates$risk[candidates$method == method]
  if (length(risk)) min(risk) else NA_real_
}

# The candidate that leaves the table as it is, whose error is the noise.
#   problem  of noise_problem()
no_candidate <- function(problem) candidate_table("none", sum(problem$noise), 0)

# ---- smoothing along the data --------------------------------------------------------------------

# Computes the risk of steps of the heat flow, at several bandwidths and times: of
# candidate_table(), a row for each bandwidth and time, NULL if none. By Stein it is residual + 2
# divergence - noise; what the weights add to the divergence is found by moving the table by
# `shift`.
#   problem         of noise_problem(): x (n x p, centered), noise (length n), unit (of these, in
#                   the unit of the data), seed
#   settings_given  list(bandwidth, time, n_components) as the user gave them, NULL: to be chosen
#   runtime         of new_runtime()
# table_at() returns the candidates at one bandwidth, in the unit of the problem, or NULL. `shift`
# is n x p, and a sketch of rows n x sketch_columns: it keeps sums of squares on average.
heat_candidates <- function(problem, settings_given, runtime) {
  bandwidths <- heat_bandwidths(problem, settings_given$bandwidth, runtime)
  n <- nrow(problem$x)
  p <- ncol(problem$x)
  shift <- perturbation * sqrt(problem$noise / p) * random_signs(n, p, problem$seed, 1)
  directions <- sketch_of(p, problem$seed)
  sketch <- function(x) if (is.null(directions)) x else x %*% directions
  sketched_x <- sketch(problem$x)
  sketched_shift <- sketch(shift)
  times <- settings_given$time %||% heat_times
  degree <- max(heat_degree, ceiling(7 * sqrt(max(times)) + 10))
  table_at <- function(h) {
    weights <- heat_weights_of(problem$x, h, runtime)
    if (is.null(weights)) return(NULL)
    # list(own, cross): with T_k the polynomials of the weights, k = 0, 1, ..., <x, T_k x> and
    # <shift, T_k x>, the former up to 2 degree, the latter up to degree.
    moments <- cpp_chebyshev_moments(weights, sketched_x, sketched_shift, degree, runtime)
    weight_divergence <- 0
    if (any(sketched_shift != 0)) {
      shifted_weights <- heat_weights_of(problem$x + shift, h, runtime)
      if (is.null(shifted_weights)) return(NULL)
      shifted_moments <- cpp_chebyshev_moments(
        shifted_weights, sketched_x + sketched_shift, sketched_shift, degree, runtime
      )
      weight_divergence <- (shifted_moments$cross - moments$cross) / perturbation^2
    }
    # Rows: the residual at each time, and the divergence, times the noise of the rows.
    sums <- vapply(times, function(t) {
      squares <- moments$own
      residual <- squares[[1L]] - 2 * sum(heat_series(t, degree) * squares[seq_len(degree + 1L)]) +
        sum(heat_series(2 * t, 2 * degree) * squares)
      c(residual, sum(heat_series(t, degree) * weight_divergence))
    }, numeric(2))
    residual <- pmax(sums[1L, ], 0)
    risk <- residual + 2 * sums[2L, ] - sum(problem$noise)
    candidate_table("heat", risk, residual, h * problem$unit, times)
  }
  descend(bandwidths, match(1, heat_multiples, 1L), table_at)
}

# Tables of candidates at bandwidths in one data frame, in the order of bandwidths and times, from
# one bandwidth on as long as the risk falls, first to the smaller ones, whose weights are sparser:
# two of four are enough where these are better. NULL if no bandwidth has candidates.
#   bandwidths  increasing numbers;  start: number of the bandwidth to begin at, or the last if
#               fewer
#   table_at    function of a bandwidth that returns a candidate_table(), or NULL
descend <- function(bandwidths, start, table_at) {
  start <- min(start, length(bandwidths))
  # The lowest risk in a table of candidates, Inf without one.
  min_risk_of <- function(table) if (is.null(table)) Inf else min(table$risk)
  tables <- list(table_at(bandwidths[[start]]))
  lowest_risk_so_far <- start_risk <- min_risk_of(tables[[1L]])
  for (indices in list(rev(seq_len(start - 1L)), seq_along(bandwidths)[-seq_len(start)])) {
    if (lowest_risk_so_far < start_risk) break
    for (i in indices) {
      table <- table_at(bandwidths[[i]])
      tables <- c(tables, list(table))
      if (min_risk_of(table) >= lowest_risk_so_far && is.finite(lowest_risk_so_far)) break
      lowest_risk_so_far <- min_risk_of(table)
    }
  }
  table <- do.call(rbind, tables)
  if (!is.null(table)) table[order(table$bandwidth, table$time), ]
}

# Returns the bandwidths to compare, in the unit of the problem, a vector.
#   problem    of noise_problem(): x (n x p, centered), unit (of these, in the unit of the data),
#              checked (of as_points(), not centered), seed
#   bandwidth  what the user gave, unit of x, or NULL
#   runtime    of new_runtime(): n_threads
heat_bandwidths <- function(problem, bandwidth, runtime) {
  checked <- problem$checked
  if (!is.null(bandwidth)) {
    value <- resolve_bandwidth(bandwidth, checked, problem$seed, runtime)$value
    return(value / problem$unit)
  }
  x <- problem$x
  if (nrow(x) > max_bandwidth_rows) x <- x[draw_points(x, max_bandwidth_rows, problem$seed), ]
  points <- points_without_checks(share_for_call(checked_points(x)))
  select_bandwidth <- function(noise) {
    muffle_own(bw_gc(points, noise = noise, seed = problem$seed, replicates = 0L,
                     n_threads = runtime$n_threads, progress = FALSE))
  }
  selection <- tryCatch(
    select_bandwidth("deflate"), lapscale_error = function(e) select_bandwidth("none")
  )
  plain(selection) * heat_multiples
}

# Returns the doubly stochastic weights of rows, n x n, a plain matrix or a dgCMatrix, without
# loops, with those below min_heat_weight as 0; NULL if rows have no neighbor or cannot be scaled to
# sum 1.
#   x  n x p, points;  h: bandwidth, unit of x;  runtime: of new_runtime()
heat_weights_of <- function(x, h, runtime) {
  handle <- release_on_exit(acquire_points(x, runtime))
  options <- list(bandwidth = h, local_scale = 0L, self_loops = FALSE)
  kernel_weights <- cpp_dense_graph(handle, options, runtime)$weights
  if (any(row_totals(kernel_weights, runtime) == 0)) return(NULL)
  scaling <- cpp_doubly_stochastic(kernel_weights, rep(1, nrow(x)), runtime)
  if (!isTRUE(scaling$residual < 1e-6)) return(NULL)
  weights <- kernel_weights * scaling$scale * rep(scaling$scale, each = nrow(x))
  weights[weights < min_heat_weight] <- 0
  if (mean(weights > 0) > 0.3) weights else as_dgCMatrix(Matrix::Matrix(weights, sparse = TRUE))
}

# Returns the coefficients of exp(-t (1 - w)) by Chebyshev polynomials of w, degree + 1 numbers, 0
# where they are below 1e-16.
#   t  time of the heat flow;  degree: of the last polynomial
heat_series <- function(t, degree) {
  k <- 0:min(degree, floor(25 + 8 * sqrt(t)))
  coefficients <- ifelse(k == 0, 1, 2) * besselI(t, k, expon.scaled = TRUE)
  c(coefficients, numeric(degree + 1L - length(k)))
}

# Returns a matrix of random numbers -1 and 1, n x p.
#   stream  number of the random stream of the seed
random_signs <- function(n, p, seed, stream) {
  matrix(ifelse(cpp_uniform(n * p, seed, stream) < 0.5, -1, 1), n)
}

# Returns directions, p x sketch_columns, the products of rows with which keep sums of squares on
# average; NULL if there are no more columns than that.
#   p  number of columns;  seed: a number
sketch_of <- function(p, seed) {
  if (p > sketch_columns) random_signs(p, sketch_columns, seed, 2) / sqrt(sketch_columns)
}

# ---- principal components ------------------------------------------------------------------------

# Computes the risk of the projections on 1, 2, ... principal components: of candidate_table(), NULL
# if there is none.
#   problem         of noise_problem(): x (n x p, centered), noise (length n), components (of
#                   row_components(): singular_values, vectors)
#   settings_given  list with n_components, a whole number, or NULL: to be chosen
# Of each number in `counts`: `residual` is the sum of the squares that are dropped, `divergence` of
# component_divergence().
component_candidates <- function(problem, settings_given) {
  components <- problem$components
  n_values <- length(components$singular_values)
  max_count <- min(max_kept_components, n_values - 1L, nrow(problem$x) - 2L)
  counts <- settings_given$n_components %||% seq_len(max(max_count, 0L))
  if (!length(counts)) return(NULL)
  residual <- vapply(counts, function(k) sum(components$singular_values[-seq_len(k)]^2), 0)
  divergence <- vapply(counts, component_divergence, 0, components, problem$noise, ncol(problem$x))
  noise <- sum(problem$noise)
  candidate_table("components", residual + 2 * divergence / ncol(problem$x) - noise, residual,
                  n_components = counts)
}

# Returns list(singular_values, vectors) of a centered table x, n x p: singular values, decreasing,
# and the left singular vectors, n rows and a column each; those of 0 (relative to the first) are
# left out.
row_components <- function(x) {
  uses_rows <- nrow(x) <= ncol(x)
  gram <- if (uses_rows) tcrossprod(x) else crossprod(x)
  pairs <- eigen(gram, symmetric = TRUE)
  nonzero <- which(pairs$values > 1e-12 * pairs$values[[1L]])
  singular_values <- sqrt(pairs$values[nonzero])
  vectors <- pairs$vectors[, nonzero, drop = FALSE]
  if (!uses_rows) vectors <- (x %*% vectors) / rep(singular_values, each = nrow(x))
  list(singular_values = singular_values, vectors = vectors)
}

# Returns sum_i s_i div_i of the mean and the projection on k components. With c_ab = sigma_a^2 /
# (sigma_a^2 - sigma_b^2) and r components that are not 0, div_i is
#   sum_{a <= k} u_ia^2 (k + p - r + sum_{b > k} c_ab) + sum_{a <= k, b > k} u_ib^2 c_ab
#   + k (1 - 1 / n - sum_b u_ib^2) + p / n.
#   k           number of components that are kept
#   components  of row_components(): list(singular_values, vectors)
#   noise       of each row, a squared length;  p: number of columns
component_divergence <- function(k, components, noise, p) {
  # sum_i s_i u_ia^2, and sigma_a^2 (`squares`), for each component a.
  noise_along <- colSums(components$vectors^2 * noise)
  squares <- components$singular_values^2
  kept_components <- seq_len(k)
  other_components <- setdiff(seq_along(squares), kept_components)
  ratio <- outer(squares[kept_components], squares[other_components], function(a, b) a / (a - b))
  # Equal singular values have no derivative.
  ratio[!is.finite(ratio)] <- 1 / sqrt(.Machine$double.eps)
  n <- length(noise)
  sum(noise_along[kept_components] * (k + p - length(squares) + rowSums(ratio))) +
    sum(ratio %*% noise_along[other_components]) +
    k * (sum(noise) * (1 - 1 / n) - sum(noise_along)) + p * sum(noise) / n
}

# ---- the result ----------------------------------------------------------------------------------

# Computes the rows of an estimate, n x p, in the order and the unit of the problem.
#   problem  of noise_problem(): x (n x p, centered), unit (of these, in the unit of the data),
#            components (of row_components(): vectors, n x count)
#   best     a row of candidate_table(): method ("none", "heat", or "components"), bandwidth (unit
#            of the data) and time of "heat", n_components of "components"
#   runtime  of new_runtime()
denoised_rows <- function(problem, best, runtime) {
  x <- problem$x
  if (best$method == "heat") {
    weights <- heat_weights_of(x, best$bandwidth / problem$unit, runtime)
    degree <- max(heat_degree, ceiling(7 * sqrt(best$time) + 10))
    return(cpp_chebyshev_sum(weights, x, heat_series(best$time, degree), runtime))
  }
  if (best$method == "components") {
    kept_vectors <- problem$components$vectors[, seq_len(best$n_components), drop = FALSE]
    return(kept_vectors %*% crossprod(kept_vectors, x))
  }
  x
}
