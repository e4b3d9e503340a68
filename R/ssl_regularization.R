# Regularisers f' D^1/2 r(I - S) D^1/2 f on the learning graph: the iterated Laplacian and
# diffusion.

# Penalties tried where none is given: decades.
smoother_decades <- 10^seq(-8, 3)

# A smoother is list(power, time): r(lambda) = lambda^power, or exp(time lambda) - 1 where time > 0.
regularizer_values <- function(smoother, lambda) {
  if (smoother$time > 0) expm1(smoother$time * lambda) else lambda^smoother$power
}

# Fits a smoother; those given as several, and penalties not given, are chosen by leave-one-out.
#   smoothers  list of smoothers;   mu  penalty, or NULL
#   returns    what finish_ssl() takes, with parameters power, time, mu
learn_smoother <- function(problem, smoothers, mu) {
  part <- learning_part(problem)
  spectrum <- learning_spectrum(part, spectrum_size(part$n))
  setting <- smoother_setting(part, spectrum)
  path <- smoother_path(setting, smoothers, mu %||% smoother_decades)
  best <- path[which.min(path$squared_error), ]
  learnt <- smoother_fit(setting, smoothers[[best$smoother]], best$mu)
  learnt$path <- if (nrow(path) > 1L) path
  learnt
}

# The fit at one penalty, with its leave-one-out predictions.
smoother_fit <- function(setting, smoother, mu) {
  solved <- solve_smoother(setting, smoother, mu)
  list(
    values = solved$values, averaged = smoother_average(setting$part, smoother, solved$values),
    loo = smoother_loo(setting, smoother, mu),
    parameters = list(power = smoother$power, time = smoother$time, mu = mu),
    solver = solved[c("iterations", "residual")]
  )
}

# Degrees relative to their mean, so that penalties have no unit, and the spectrum with what is
# known of its tail: the trace of I - S is the number of points.
smoother_setting <- function(part, spectrum) {
  n_left <- part$n - length(spectrum$values)
  list(
    part = part, spectrum = spectrum, degree = part$degree / mean(part$degree),
    tail = if (n_left > 0) (part$n - sum(spectrum$values)) / n_left
  )
}

# Leave-one-out errors of all combinations, by the spectrum with a flat tail: a data frame with mu,
# smoother (its number), squared_error, se.
smoother_path <- function(setting, smoothers, mus) {
  tried <- expand.grid(mu = mus, smoother = seq_along(smoothers))
  codes <- setting$part$codes
  errors <- vapply(seq_len(nrow(tried)), function(i) {
    loo <- smoother_loo(setting, smoothers[[tried$smoother[[i]]]], tried$mu[[i]])
    squared <- rowSums((loo - codes)^2)
    c(mean(squared), sd_of_mean(squared))
  }, numeric(2))
  cbind(tried, squared_error = errors[1, ], se = errors[2, ])
}

# The minimiser: values u x q. By the spectrum where it is complete, else by iteration.
solve_smoother <- function(setting, smoother, mu, factor = smoother_factor(setting, smoother, mu),
                           call = caller_env()) {
  if (is.null(setting$tail) && setting$spectrum$exact_null) {
    return(smooth_by_spectrum(setting, smoother, mu))
  }
  part <- setting$part
  y <- matrix(0, part$n, ncol(part$codes))
  y[part$rows, ] <- part$codes
  labelled <- logical(part$n)
  labelled[part$rows] <- TRUE
  r <- regularizer_values(smoother, setting$spectrum$values)
  tail <- max(regularizer_values(smoother, setting$tail %||% 1), r, 1e-300)
  # Where labels are missing the equations are of the size of the penalty.
  tolerance <- 1e-12 * min(1, max(sqrt(mu), 1e-3))
  options <- c(smoother, list(mu = mu, tail = tail, tolerance = tolerance, most = 5000L))
  solved <- cpp_smooth(
    setting$spectrum$walk, setting$degree, labelled, y, setting$spectrum$vectors,
    setting$spectrum$values, options, factor, part$runtime
  )
  if (!(solved$residual <= 1e-8)) {
    warn(
      "The iteration for the labels of the other points stopped at a relative residual of
       {signif(solved$residual, 2)} after {solved$iterations} steps.",
      "convergence", call = call
    )
  }
  solved
}

# v -> (J / D + mu M^m)^-1 v by a sparse Cholesky factor, M = I - S; NULL where iteration without it
# is cheaper or the penalty leaves nothing of the labels. exp(t M) - I of a diffusion is between t M
# and (exp(2 t) - 1) / 2 M: a few more steps.
smoother_factor <- function(setting, smoother, mu) {
  walk <- setting$spectrum$walk
  if (is.matrix(walk) || is.null(setting$tail) || smoother$time > 1 || mu > 1e10) {
    return(NULL)
  }
  planned <- planned_power(walk, smoother$power)
  if (is.null(planned)) {
    return(NULL)
  }
  plan <- planned$plan
  weight <- if (smoother$time > 0) smoother$time else 1
  mass <- numeric(nrow(walk))
  rows <- setting$part$rows
  mass[rows] <- 1 / setting$degree[rows]
  # Rounding may not make it indefinite where the penalty outweighs the labels.
  least <- 1e-13 * mu * weight
  a <- Matrix::forceSymmetric(mu * weight * planned$power + Matrix::Diagonal(x = mass + least))
  factor <- sparse_cholesky(a[plan$order, plan$order], perm = FALSE, super = TRUE)
  if (is.null(factor)) {
    return(NULL)
  }
  function(v) {
    v[plan$order] <- as.vector(Matrix::solve(factor, v[plan$order]))
    v
  }
}

# (I - walk)^power with the plan of its factor, or NULL where iteration is expected to be faster.
planned_power <- function(walk, power) {
  m <- raised <- Matrix::Diagonal(nrow(walk)) - walk
  by_steps <- 300 * power^2 * length(walk@x) * 3e-9
  most <- min(by_steps / 2e-8, most_entries)
  # A factor of M itself is the least it may cost.
  for (k in seq_len(power)) {
    if (k > 1L) {
      if (product_entries(raised, m) > most) {
        return(NULL)
      }
      raised <- guard_memory(raised %*% m, "x")
    }
    if (k == 1L || k == power) {
      plan <- cpp_cholesky_plan(as_general(raised), most)
      if (plan$products / 1.7e9 > by_steps) {
        return(NULL)
      }
    }
  }
  list(power = raised, plan = plan)
}

# Multiplications in the product of two symmetric sparse matrices, which has no more entries.
product_entries <- function(a, b) {
  sum(as.double(diff(as_general(a)@p)) * diff(as_general(b)@p))
}

# The function g whose average over a step of the walk is f at every unlabelled point: there the
# minimiser satisfies r(I - P) f = 0, and 1 - r(lambda) / r(1) = (1 - lambda) q(lambda); g =
# q(I - P) f.
smoother_average <- function(part, smoother, f) {
  if (smoother$time == 0) {
    term <- g <- f
    for (k in seq_len(smoother$power - 1L)) {
      term <- term - walk_step(part, term)
      g <- g + term
    }
    return(g)
  }
  # With the walk's eigenvalue s = 1 - lambda: q = e^t (1 - e^(-t s)) / (s (e^t - 1)), as a series.
  t <- smoother$time
  term <- f * t / -expm1(-t)
  g <- term
  for (k in 1:200) {
    term <- -t / (k + 1) * walk_step(part, term)
    g <- g + term
    if (max(abs(term)) <= 1e-17 * max(abs(g))) break
  }
  g
}
