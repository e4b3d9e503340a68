# Laplacian regularization, f' D^1/2 r(I - S) D^1/2 f on the learning graph: what the iterated
# Laplacian and diffusion share.

# Penalties tried where none is given: decades.
penalty_decades <- 10^seq(-8, 3)

# Evaluates a regularizer, list(power, time), for r(lambda) = lambda^power; where there is a time
# above 0 it is exp(time lambda) - 1.
regularizer_values <- function(regularizer, lambda) {
  if (regularizer$time > 0) expm1(regularizer$time * lambda) else lambda^regularizer$power
}

# Describes methods that differ in their regularizers only. Those given as several, and penalties
# not given, are chosen by leave-one-out.
#   parameter    what tells the regularizers apart, one or more values of it in `own`, with mu
#   check_one    value -> the value checked
#   regularizer  value -> regularizer
regularization_method <- function(name, title, parameter, check_one, regularizer) {
  candidates <- function(part, own) {
    model <- regularization_model(part, part$spectrum)
    values <- own[[parameter]]
    regularizers <- lapply(values, regularizer)
    tried <- expand.grid(mu = own$mu %||% penalty_decades, regularizer = seq_along(regularizers))
    losses <- leave_one_out_losses(seq_len(nrow(tried)), function(i) {
      regularized_loo(model, regularizers[[tried$regularizer[[i]]]], tried$mu[[i]])
    }, part$targets)
    chosen <- tried$regularizer
    path <- data.frame(values[chosen], tried["mu"], mean_losses(losses))
    names(path)[[1]] <- parameter
    by <- function(f, row, ...) f(model, regularizers[[chosen[[row]]]], path$mu[[row]], ...)
    list(
      path = path, losses = losses,
      fit = function(row) {
        c(by(regularized_fit, row), list(parameters = as.list(path[row, c(parameter, "mu")])))
      },
      at = function(row, points) by(regularized_at, row, points),
      loo = function(row) by(regularized_loo, row)
    )
  }
  new_ssl_method(
    name, title,
    learn = function(problem, own) {
      learnt <- with_plain_labels(problem, function(problem) {
        learn_best_candidate(function(part) candidates(part, own), spectral_part(problem))
      })
      by_labels <- c(length(own[[parameter]]) > 1L, is.null(own$mu))
      learnt$chosen <- stats::setNames(ifelse(by_labels, "leave-one-out", "given"),
                                       c(parameter, "mu"))
      learnt
    },
    check = function(own, arguments) {
      values <- resolve_candidates(own[[parameter]], parameter, check_one)
      mu <- if (!is.null(own$mu)) check_number(own$mu, "mu", above = 0)
      stats::setNames(list(values, mu), c(parameter, "mu"))
    },
    candidates = candidates, is_spectral = TRUE,
    n_vectors = function(labels, own, n) spectrum_size(n)
  )
}

# Checks each of one or more values of a parameter: the distinct ones, to choose among.
resolve_candidates <- function(values, arg, check_one) {
  if (!is.numeric(values) || !length(values)) {
    abort_argument("`{arg}` must be one or more numbers, not {describe(values)}.")
  }
  unique(vapply(as.list(values), function(one) as.double(check_one(one)), 0))
}

# Fits at one penalty, with its leave-one-out predictions.
regularized_fit <- function(model, regularizer, mu) {
  solved <- solve_regularized(model, regularizer, mu)
  loo <- regularized_loo(model, regularizer, mu)
  list(
    values = solved$values, averaged = regularized_average(model$part, regularizer, solved$values),
    solver = solved[c("iterations", "residual")],
    posterior = regularization_posterior(model, regularizer, mu, loo)
  )
}

# Prepares degrees relative to their mean, so that penalties have no unit, and the spectrum with
# what is known of its tail by the trace of I - S.
regularization_model <- function(part, spectrum) {
  n_left <- part$n - length(spectrum$values)
  list(
    part = part, spectrum = spectrum,
    degree = part$degree / (mean(part$degree) / mean(part$count)),
    tail = if (n_left > 0) (spectrum$trace - sum(spectrum$values)) / n_left
  )
}

# Finds the minimizer: values u x q. By the spectrum where it is complete, else by iteration.
solve_regularized <- function(model, regularizer, mu,
                              factor = regularization_factor(model, regularizer, mu)) {
  if (is.null(model$tail) && model$spectrum$exact_null) {
    return(regularize_by_spectrum(model, regularizer, mu))
  }
  part <- model$part
  count <- replace(numeric(part$n), part$rows, part$labels$count)
  r <- regularizer_values(regularizer, model$spectrum$values)
  tail <- max(regularizer_values(regularizer, model$tail %||% 1), r, 1e-300)
  # If labels are missing, the equations are of the size of the penalty.
  tolerance <- 1e-12 * min(1, max(sqrt(mu), 1e-3))
  options <- c(regularizer, list(mu = mu, tail = tail, tolerance = tolerance, most = 5000L))
  operator <- model$spectrum$operator
  if (is_matrix_free(operator)) {
    operator <- list(points = operator$points, options = operator[heat_product_fields])
  }
  solved <- cpp_laplacian_regularization(
    operator, model$degree, count, given_values(part), model$spectrum$vectors,
    model$spectrum$values, options, factor, part$runtime
  )
  warn_stopped(solved, "the labels of the other points")
}

# Finds the function g whose average over a step of the walk is f at every unlabeled point: there
# the minimizer satisfies r(I - P) f = 0, and 1 - r(lambda) / r(1) = (1 - lambda) q(lambda); g = q(I
# - P) f.
regularized_average <- function(part, regularizer, f) {
  if (regularizer$time == 0) {
    term <- g <- f
    for (k in seq_len(regularizer$power - 1L)) {
      term <- term - walk_step(part, term)
      g <- g + term
    }
    return(g)
  }
  # With the walk's eigenvalue s = 1 - lambda: q = e^t (1 - e^(-t s)) / (s (e^t - 1)), as a series.
  t <- regularizer$time
  term <- f * t / -expm1(-t)
  g <- term
  for (k in 1:200) {
    term <- -t / (k + 1) * walk_step(part, term)
    g <- g + term
    if (max(abs(term)) <= 1e-17 * max(abs(g))) break
  }
  g
}

# ---- sparse Cholesky factors, where they are cheaper than iteration ----------------------------

# Factors J / D + mu M^m, M = I - S, J the counts of labels; NULL where iteration without it is
# cheaper or the penalty leaves nothing of the labels. exp(t M) - I of a diffusion is between t M
# and (exp(2 t) - 1) / 2 M: a few more steps.
regularization_factor <- function(model, regularizer, mu) {
  operator <- model$spectrum$operator
  no_entries <- is.matrix(operator) || is_matrix_free(operator)
  if (no_entries || is.null(model$tail) || regularizer$time > 1 || mu > 1e10) {
    return(NULL)
  }
  planned <- planned_power(operator, regularizer$power)
  if (is.null(planned)) {
    return(NULL)
  }
  weight <- if (regularizer$time > 0) regularizer$time else 1
  mass <- numeric(nrow(operator))
  rows <- model$part$rows
  mass[rows] <- model$part$labels$count / model$degree[rows]
  # Rounding may not make it indefinite where the penalty outweighs the labels.
  min_mass <- 1e-13 * mu * weight
  a <- mu * weight * planned$power + Matrix::Diagonal(x = mass + min_mass)
  cpp_sparse_factor(as_general(a), planned$plan$order, 1, 0, model$part$runtime)
}

# Finds (I - S)^power with the plan of its factor, or NULL where iteration is expected to be faster.
planned_power <- function(operator, power) {
  m <- raised <- Matrix::Diagonal(nrow(operator)) - operator
  budget <- cpp_cholesky_budget(300 * power^2, length(operator@x), 4)
  # A factor of M itself is the least it may cost.
  for (k in seq_len(power)) {
    if (k > 1L) {
      if (product_entries(raised, m) > budget$entries) {
        return(NULL)
      }
      raised <- raised %*% m
    }
    if (k == 1L || k == power) {
      plan <- cpp_cholesky_plan(as_general(raised), budget$entries)
      if (plan$seconds > budget$seconds) {
        return(NULL)
      }
    }
  }
  list(power = raised, plan = plan)
}

# Counts the multiplications in the product of two symmetric sparse matrices, which has no more
# entries.
product_entries <- function(a, b) sum(as.double(diff(as_general(a)@p)) * diff(as_general(b)@p))

# ---- by the spectrum of the graph ----------------------------------------------------------------

# Factors rows in the order of their size, columns pivoted (Cox and Higham 1998): penalties reach
# over hundreds of decades from one eigenvector to the next: products of matrices lose what the
# small ones say, and these triangular factors keep it.
sorted_qr <- function(rows) {
  order <- order(-rowSums(abs(rows)))
  list(qr = qr(rows[order, , drop = FALSE], LAPACK = TRUE), order = order)
}

# Returns eigenvectors as functions at the labeled or other points, n x K: f = D^-1/2 v.
label_columns <- function(model, points = model$part$rows) {
  model$spectrum$vectors[points, , drop = FALSE] / sqrt(model$degree[points])
}

# Finds the minimizer where the spectrum is complete: least squares for its coefficients, as what
# cpp_laplacian_regularization() returns.
regularize_by_spectrum <- function(model, regularizer, mu) {
  columns <- label_columns(model)
  n <- nrow(columns)
  k <- ncol(columns)
  # Both terms of the minimum over max(1, mu).
  fit <- sqrt(model$part$labels$count) / sqrt(max(1, mu))
  penalty <- sqrt(min(1, mu)) * sqrt(regularizer_values(regularizer, model$spectrum$values))
  rows <- rbind(fit * columns, diag(penalty, k))
  wanted <- rbind(fit * model$part$targets, matrix(0, k, ncol(model$part$targets)))
  found <- sorted_qr(rows)
  coefficients <- qr.coef(found$qr, wanted[found$order, , drop = FALSE])
  misfit <- crossprod(rows, rows %*% coefficients - wanted)
  size <- sqrt(colSums(rows^2)) * max(sqrt(colSums(wanted^2)), .Machine$double.xmin)
  list(
    values = model$spectrum$vectors %*% coefficients / sqrt(model$degree),
    iterations = 0L, residual = max(abs(misfit) / size)
  )
}

# Describes regularization as kriging, with covariance (mu R)^-1 and errors of variance 1 over how
# often a point counts: a list of
# columns, the eigenvectors as functions at some points, their variances, and errors of the points.
# The tail of the spectrum acts on a point as an error of its own. Functions that cost nothing, the
# constants of the components, are of a variance beyond all others.
kriging_model <- function(model, regularizer, mu, points = model$part$rows) {
  r <- regularizer_values(regularizer, model$spectrum$values)
  variance <- 1 / pmax(r, 1e-200)
  error <- mu / model$part$count[points]
  if (!is.null(model$tail)) {
    tail <- max(regularizer_values(regularizer, model$tail), r)
    error <- error + 1 / (tail * model$degree[points])
    variance <- pmax(variance - 1 / tail, 0)
  }
  variance <- variance / max(mu, 1)
  error <- error / max(mu, 1)
  free <- r <= 1e-200
  if (any(free)) variance[free] <- 1e20 * max(1, variance[!free])
  list(columns = label_columns(model, points), variance = variance, error = error)
}

# Predicts each label from the others: f_i is what the others predict where a = C^-1 y gives y_i -
# f_i = a_i / (C^-1)_ii (Dubrule 1983). A label without another in its component: the mean of the
# others.
regularized_loo <- function(model, regularizer, mu) {
  part <- model$part
  targets <- part$targets
  if (nrow(targets) < 2L) {
    return(targets)
  }
  columns <- label_columns(model)
  loo <- if (length(part$all_rows) <= 2L * ncol(columns)) {
    inverse <- labels_inverse(model, regularizer, mu)
    targets - inverse %*% crossprod(inverse, targets) / rowSums(inverse^2)
  } else {
    loo_by_columns(kriging_model(model, regularizer, mu), targets)
  }
  null <- columns[, seq_len(model$spectrum$n_null), drop = FALSE] != 0
  isolated <- rowSums(null[, colSums(null) == 1, drop = FALSE]) > 0
  loo[isolated, ] <- mean_of_others(targets)[isolated, ]
  loo
}

# Finds B with B B' = C^-1 over the labels. The inverse over all of them is found once. Where some
# are hidden, their elimination takes from the rows of B what is in the span of their own.
labels_inverse <- function(model, regularizer, mu) {
  part <- model$part
  name <- paste(regularizer$power, regularizer$time, mu)
  whole <- once(list(shared = part$inverses), name, NULL, function() {
    inverse_factor(kriging_model(model, regularizer, mu, part$all_rows))
  })
  kept <- part$all_rows %in% part$rows
  span <- qr(t(whole[!kept, , drop = FALSE]), tol = 1e-14)
  span <- qr.Q(span)[, seq_len(span$rank), drop = FALSE]
  left <- whole[kept, , drop = FALSE]
  left - tcrossprod(left %*% span, span)
}

# Predicts some other points of the part: with A = C^-1 over the labels and these,
# -A_hh^-1 A_hl y; NA where nothing reaches.
regularized_at <- function(model, regularizer, mu, points) {
  targets <- model$part$targets
  kriging <- kriging_model(model, regularizer, mu, c(model$part$rows, points))
  labelled <- seq_len(nrow(targets))
  if (length(kriging$error) > ncol(kriging$columns)) {
    return(at_by_columns(kriging, targets))
  }
  inverse <- inverse_factor(kriging)
  hidden <- t(inverse[-labelled, , drop = FALSE])
  # Least squares: A_hh itself is singular where a component has hidden points only.
  known <- crossprod(inverse[labelled, , drop = FALSE], targets)
  -qr.coef(qr(hidden, tol = 1e-14), known)
}

# Predicts the same by least squares on the columns: more points than columns.
at_by_columns <- function(kriging, targets) {
  labelled <- seq_len(nrow(targets))
  k <- ncol(kriging$columns)
  scaled <- kriging$columns * rep(sqrt(kriging$variance), each = nrow(kriging$columns))
  error <- sqrt(kriging$error[labelled])
  found <- sorted_qr(rbind(scaled[labelled, , drop = FALSE] / error, diag(1, k)))
  wanted <- rbind(targets / error, matrix(0, k, ncol(targets)))
  scaled[-labelled, , drop = FALSE] %*% qr.coef(found$qr, wanted[found$order, , drop = FALSE])
}

# Finds B with B B' = C^-1, rows in the order of the points.
inverse_factor <- function(kriging) {
  error <- diag(sqrt(kriging$error), length(kriging$error))
  found <- sorted_qr(rbind(t(kriging$columns) * sqrt(kriging$variance), error))
  backsolve(qr.R(found$qr), diag(nrow(error)))[order(found$qr$pivot), , drop = FALSE]
}

# Predicts by least squares on the columns, which is quicker for many labels.
loo_by_columns <- function(kriging, targets) {
  error <- sqrt(kriging$error)
  scaled <- kriging$columns * rep(sqrt(kriging$variance), each = nrow(targets)) / error
  found <- sorted_qr(rbind(scaled, diag(1, ncol(scaled))))
  q <- qr.Q(found$qr)[order(found$order)[seq_along(error)], , drop = FALSE]
  leave_one_out(error * (q %*% crossprod(q, targets / error)), targets, rowSums(q^2))
}

#' Learning from few labels with iterated Laplacians and with diffusion
#'
#' @description
#' Predicts labels by a function that is close to the labels and smooth on the graph.
#' `ssl_iterated()` measures smoothness by a power of the Laplacian (Zhou and Belkin, 2011), and
#' `ssl_diffusion()` by the heat equation.
#'
#' **When to use it.** Use them if labels can have errors, for regression, or if you need standard
#' errors or the points to label next ([ssl_next()]).
#'
#' @details
#' `ssl_iterated()` minimizes
#' \deqn{\sum_i (f_i - y_i)^2 + \mu f' D (I - P)^m f,}{sum_i (f_i - y_i)^2 + mu f' D (I - P)^m f,}
#' where the sum is over the labeled points, \eqn{P} is the random
#' walk on the learning graph (see [ssl_eigenmaps()]), and \eqn{D} are its degrees divided by their
#' mean. `ssl_diffusion()` has \eqn{D (\exp(t (I - P)) - I)}{D (exp(t (I - P)) - I)} instead of
#' \eqn{D (I - P)^m}{D (I - P)^m}. `mu` has no unit. Functions that are constant on each connected
#' component have no penalty.
#'
#' **Which power.** With `m = 1` and many points, the solution tends to a constant with spikes at
#' the labels (Nadler, Srebro and Zhou, 2009). With `m = 2` or more it is smooth there. But if
#' clusters are connected by weak links only, a larger power can lead to values far outside of the
#' range of the labels. There is a warning if they are more than 100 times as far from the mean as
#' the labels. Then use a smaller `m`.
#'
#' **Selection of parameters.** `mu`, if it is `NULL`, and `m` or `t`, if you supply several values,
#' are selected by the squared error of leave-one-out over the labels, without random numbers. With
#' more than 300 points, leave-one-out uses the first eigenvectors of the graph and an approximation
#' of the others. The solution itself is exact up to rounding. `ssl_diffusion()` with a long time
#' can take seconds.
#'
#' @inheritParams ssl_eigenmaps
#' @param m Power of the Laplacian: one or more whole numbers from 1 to 10. The default is 2.
#' @param t Diffusion time in steps of the walk: one or more positive numbers up to 20. The default
#'   is 1.
#' @param mu The penalty, a positive number. If `NULL` (the default), it is selected among 1e-8,
#'   1e-7, ..., 1e3.
#' @inherit ssl_eigenmaps return
#' @inheritSection ssl_eigenmaps Errors and warnings
#' @references Zhou, X. and Belkin, M. (2011). Semi-supervised learning by higher order
#'   regularization. *AISTATS*, equation 4.
#'
#'   Nadler, B., Srebro, N. and Zhou, X. (2009). Statistical analysis of semi-supervised learning:
#'   the limit of infinite unlabelled data. *Advances in Neural Information Processing Systems 22*.
#' @seealso [ssl_auto()], which selects the method; [ssl_next()] for the points to label next;
#'   [lapscale_ssl] for what you can do with the fit; `vignette("few-labels")`.
#' @examples
#' x <- sample_swiss_roll(300, seed = 1)
#' angle <- attr(x, "parameters")[, "t"]
#' y <- replace(angle, -seq(1, 300, by = 10), NA)
#' fit <- ssl_iterated(x, y, bandwidth = 2.5)
#' fit
#' plot(angle, fitted(fit))
#' @export
ssl_iterated <- function(x, ...) UseMethod("ssl_iterated")

#' @rdname ssl_iterated
#' @export
ssl_iterated.default <- function(x, y, m = 2, mu = NULL, alpha = 0.5, bandwidth = NULL,
                                 graph = NULL, k = NULL, cutoff = NULL, seed = NULL,
                                 n_threads = NULL, na_action = "error", scale = FALSE,
                                 progress = NULL, landmarks = NULL, neighbors = "exact",
                                 weights = NULL, ...) door({
  ssl_fit(iterated_method(), x, y, environment(), names(match.call()))
}, ...)

#' @rdname ssl_iterated
#' @export
ssl_iterated.formula <- function(x, data, ...) door(fit_formula(ssl_iterated, x, data, list(...)))

iterated_method <- function() {
  regularization_method(
    "iterated", "Iterated Laplacian", "m",
    check_one = function(value) check_count(value, "m", max = 10),
    regularizer = function(m) list(power = as.integer(m), time = 0)
  )
}

#' @rdname ssl_iterated
#' @export
ssl_diffusion <- function(x, ...) UseMethod("ssl_diffusion")

#' @rdname ssl_iterated
#' @export
ssl_diffusion.default <- function(x, y, t = 1, mu = NULL, alpha = 0.5, bandwidth = NULL,
                                  graph = NULL, k = NULL, cutoff = NULL, seed = NULL,
                                  n_threads = NULL, na_action = "error", scale = FALSE,
                                  progress = NULL, landmarks = NULL, neighbors = "exact",
                                  weights = NULL, ...) door({
  ssl_fit(diffusion_method(), x, y, environment(), names(match.call()))
}, ...)

#' @rdname ssl_iterated
#' @export
ssl_diffusion.formula <- function(x, data, ...) door(fit_formula(ssl_diffusion, x, data, list(...)))

diffusion_method <- function() {
  regularization_method(
    "diffusion", "Diffusion", "t",
    check_one = function(value) {
      t <- check_number(value, "t", above = 0)
      if (t > 20) abort_argument("`t` must be at most 20 steps of the walk, not {describe(t)}.")
      t
    },
    regularizer = function(t) list(power = 1L, time = t)
  )
}
