# Laplacian regularization, f' D^1/2 r(I - S) D^1/2 f on the learning graph: what the iterated
# Laplacian and diffusion share.

# Penalties tried where none is given: decades.
penalty_decades <- 10^seq(-8, 3)

# A regularizer is list(power, time), for r(lambda) = lambda^power; where there is a time above 0 it
# is exp(time lambda) - 1.
regularizer_values <- function(regularizer, lambda) {
  if (regularizer$time > 0) expm1(regularizer$time * lambda) else lambda^regularizer$power
}

# Methods that differ in their regularizers only. Those given as several, and penalties not given,
# are chosen by leave-one-out.
#   parameter    what tells the regularizers apart, one or more values of it in `own`, with mu
#   check_one    (value, call) -> the value checked
#   regularizer  value -> regularizer;   value_of: back
regularization_method <- function(name, title, parameter, own, check_one, regularizer, value_of) {
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
    fit <- function(row) {
      one <- regularizers[[chosen[[row]]]]
      mu <- path$mu[[row]]
      parameters <- stats::setNames(list(value_of(one), mu), c(parameter, "mu"))
      c(regularized_fit(model, one, mu), list(parameters = parameters))
    }
    at <- function(row, points) {
      regularized_at(model, regularizers[[chosen[[row]]]], path$mu[[row]], points)
    }
    list(path = path, losses = losses, fit = fit, at = at)
  }
  new_ssl_method(
    name, title, own,
    check = function(own, arguments) {
      own[[parameter]] <- resolve_candidates(own[[parameter]], parameter, check_one)
      if (!is.null(own$mu)) own$mu <- check_number(own$mu, "mu", above = 0)
      own
    },
    learn = function(problem, own) {
      learnt <- with_plain_labels(problem, function(problem) {
        learn_best_candidate(function(part) candidates(part, own), spectral_part(problem))
      })
      several <- length(own[[parameter]]) > 1L
      learnt$chosen <- c(if (several) "leave-one-out" else "given", who_chose(own$mu))
      names(learnt$chosen) <- c(parameter, "mu")
      learnt
    },
    candidates = candidates, is_spectral = TRUE,
    n_vectors = function(labels, own, n) spectrum_size(n)
  )
}

who_chose <- function(value) if (is.null(value)) "leave-one-out" else "given"

# The fit at one penalty, with its leave-one-out predictions.
regularized_fit <- function(model, regularizer, mu) {
  solved <- solve_regularized(model, regularizer, mu)
  list(
    values = solved$values, averaged = regularized_average(model$part, regularizer, solved$values),
    loo = regularized_loo(model, regularizer, mu), solver = solved[c("iterations", "residual")]
  )
}

# Degrees relative to their mean, so that penalties have no unit, and the spectrum with what is
# known of its tail: the trace of I - S is the number of points.
regularization_model <- function(part, spectrum) {
  n_left <- part$n - length(spectrum$values)
  list(
    part = part, spectrum = spectrum, degree = part$degree / mean(part$degree),
    tail = if (n_left > 0) (part$n - sum(spectrum$values)) / n_left
  )
}

# The minimiser: values u x q. By the spectrum where it is complete, else by iteration.
solve_regularized <- function(model, regularizer, mu,
                              factor = regularization_factor(model, regularizer, mu)) {
  if (is.null(model$tail) && model$spectrum$exact_null) {
    return(regularize_by_spectrum(model, regularizer, mu))
  }
  part <- model$part
  y <- matrix(0, part$n, ncol(part$targets))
  y[part$rows, ] <- part$targets
  labelled <- logical(part$n)
  labelled[part$rows] <- TRUE
  r <- regularizer_values(regularizer, model$spectrum$values)
  tail <- max(regularizer_values(regularizer, model$tail %||% 1), r, 1e-300)
  # Where labels are missing the equations are of the size of the penalty.
  tolerance <- 1e-12 * min(1, max(sqrt(mu), 1e-3))
  options <- c(regularizer, list(mu = mu, tail = tail, tolerance = tolerance, most = 5000L))
  solved <- cpp_laplacian_regularization(
    operator_of_products(model$spectrum$operator), model$degree, labelled, y,
    model$spectrum$vectors,
    model$spectrum$values, options, factor, part$runtime
  )
  if (!(solved$residual <= 1e-8)) {
    warn(
      "The iteration for the labels of the other points stopped at a relative residual of
       {signif(solved$residual, 2)} after {solved$iterations} steps.",
      "convergence"
    )
  }
  solved
}

# What the core makes products with.
operator_of_products <- function(operator) {
  if (!is_matrix_free(operator)) {
    return(operator)
  }
  list(points = operator$points, options = operator[heat_product_fields])
}

# The function g whose average over a step of the walk is f at every unlabelled point: there the
# minimiser satisfies r(I - P) f = 0, and 1 - r(lambda) / r(1) = (1 - lambda) q(lambda); g =
# q(I - P) f.
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
