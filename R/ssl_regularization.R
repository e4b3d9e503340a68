# Laplacian regularization, f' D^1/2 r(I - S) D^1/2 f on the learning graph: what the iterated
# Laplacian and diffusion share.

# Penalties tried where none is given: decades.
penalty_decades <- 10^seq(-8, 3)

# The values r(lambda) of a regularizer, list(power, time), for each eigenvalue: lambda^power, or
# with a time above 0, exp(time lambda) - 1, whatever the power is.
#   lambda  eigenvalues of I - S, from 0 to 2
regularizer_values <- function(regularizer, lambda) {
  if (regularizer$time > 0) expm1(regularizer$time * lambda) else lambda^regularizer$power
}

# Makes a method, of new_ssl_method(), of those that differ in their regularizers only. Values of
# the parameter given as several, and penalties not given, are chosen by leave-one-out.
#   name, title  of the method, a word and a line for people
#   parameter    name of what tells the regularizers apart, such as "m"; settings hold one or more
#                values of it, and of mu, the weight of the penalty (NULL: it is chosen)
#   check_one    value -> the value checked
#   regularizer  value -> list(power, time), a regularizer
# candidates() returns the list that learn_best_candidate() describes, with posterior: a function of
# the number of a row, and perhaps of leave-one-out predictions, n x q. `row` is the number of a row
# of its path, a value of the parameter and mu. `grid` has the same rows, with the number of the
# value as `regularizer`. `model` is of regularization_model(), `losses` are squared errors, labels
# x rows. `...` of at_row() is what evaluate() takes after the model, a regularizer, and mu: points,
# loo, or nothing.
regularization_method <- function(name, title, parameter, check_one, regularizer) {
  candidates <- function(part, settings) {
    model <- regularization_model(part, part$spectrum)
    values <- settings[[parameter]]
    regularizers <- lapply(values, regularizer)
    grid <- expand.grid(mu = settings$mu %||% penalty_decades, regularizer = seq_along(values))
    losses <- leave_one_out_losses(seq_len(nrow(grid)), function(i) {
      regularized_loo(model, regularizers[[grid$regularizer[[i]]]], grid$mu[[i]])
    }, part$targets)
    value_numbers <- grid$regularizer # by row of path
    path <- data.frame(values[value_numbers], grid["mu"], mean_losses(losses, part$labels$group))
    names(path)[[1]] <- parameter
    # What evaluate() returns for the regularizer and mu of one row of the path.
    at_row <- function(evaluate, row, ...) {
      evaluate(model, regularizers[[value_numbers[[row]]]], path$mu[[row]], ...)
    }
    # More labels than eigenvectors say more than these hold: other points are then solved for.
    is_coarse <- !is.null(model$tail_eigenvalue) && !is.null(part$spectrum$operator) &&
      length(part$all_rows) > ncol(part$spectrum$vectors)
    list(
      path = path, losses = losses,
      fit = function(row) {
        c(at_row(regularized_fit, row), list(parameters = as.list(path[row, c(parameter, "mu")])))
      },
      predictions = function(row, points) at_row(regularized_at, row, points),
      exact_predictions = if (is_coarse) function(row, points) {
        muffle_convergence(at_row(solve_regularized, row))$values[points, , drop = FALSE]
      },
      loo = function(row) at_row(regularized_loo, row),
      posterior = function(row, loo = at_row(regularized_loo, row)) {
        at_row(regularization_posterior, row, loo = loo)
      }
    )
  }
  new_ssl_method(
    name, title,
    learn = function(problem, settings) {
      powers <- vapply(settings[[parameter]], function(value) regularizer(value)$power, 0)
      problem <- without_slow_parts(problem, max(powers))
      solution <- with_plain_labels(problem, function(problem) {
        learn_best_candidate(function(part) candidates(part, settings), spectral_part(problem))
      })
      is_chosen <- c(length(settings[[parameter]]) > 1L, is.null(settings$mu))
      solution$chosen <- stats::setNames(ifelse(is_chosen, "leave-one-out", "given"),
                                       c(parameter, "mu"))
      c(solution, list(problem = problem))
    },
    check = function(settings, arguments) {
      values <- resolve_candidates(settings[[parameter]], parameter, check_one)
      mu <- if (!is.null(settings$mu)) check_number(settings$mu, "mu", above = 0)
      stats::setNames(list(values, mu), c(parameter, "mu"))
    },
    candidates = candidates, is_spectral = TRUE,
    n_vectors = function(labels, settings, n) spectrum_size(n)
  )
}

# Checks each of one or more values of a parameter, and returns the distinct ones, numbers to choose
# among.
#   values     what the user gave as the argument `arg`
#   check_one  function that checks one value and returns it
resolve_candidates <- function(values, arg, check_one) {
  refuse_if(!is.numeric(values) || !length(values),
            "`{arg}` must be one or more numbers, not {describe(values)}.")
  unique(vapply(as.list(values), function(value) as.double(check_one(value)), 0))
}

# The fit at one penalty: list(values and averaged: u x q; solver: list(iterations, residual);
# posterior: of regularization_posterior()), see new_ssl_fit().
#   model        of regularization_model(): part (of learning_part()), and what solve_regularized()
#                reads
#   regularizer  list(power, time), see regularizer_values()
#   mu           the penalty, a number
regularized_fit <- function(model, regularizer, mu) {
  solution <- solve_regularized(model, regularizer, mu)
  loo <- regularized_loo(model, regularizer, mu)
  list(values = solution$values, averaged = extended_values(model$part, solution$values),
       solver = solution[c("iterations", "residual")],
       posterior = regularization_posterior(model, regularizer, mu, loo))
}

# list(part, spectrum, degree: over the mean degree of what counts once, so that penalties have no
# unit, length u; tail_eigenvalue: the mean of the eigenvalues beyond the spectrum, by the trace of
# I - S, or NULL where none is left).
#   part      of learning_part(): n (number of points), degree (row sums of the weights), count (how
#             often each point counts)
#   spectrum  of learning_spectrum(): values (the eigenvalues found), trace (of I - S)
regularization_model <- function(part, spectrum) {
  n_left <- part$n - length(spectrum$values)
  list(part = part, spectrum = spectrum,
       degree = part$degree / (mean(part$degree) / mean(part$count)),
       tail_eigenvalue = if (n_left > 0) (spectrum$trace - sum(spectrum$values)) / n_left)
}

# The minimizer: list(values, u x q; iterations: their number; residual: a relative one, a number).
# By the spectrum where it is complete and the components are joined by nothing, else by iteration.
#   model        of regularization_model(): part (n, number of points; rows, of its labeled points;
#                labels, with count; targets, labels x q; runtime), spectrum (of
#                learning_spectrum(): values, vectors, operator, exact_null), degree (relative to
#                the mean degree), tail_eigenvalue (mean of the other eigenvalues, or NULL: there
#                are none)
#   regularizer  list(power, time), see regularizer_values()
#   mu           the penalty, a number
#   factor       of regularization_factor(), or NULL
# `penalties` are the values of the regularizer at the eigenvalues, `tail_penalty` one for all
# others, that at their mean or the largest of `penalties`. `count` has length u, 0 at points
# without a label.
solve_regularized <- function(model, regularizer, mu,
                              factor = regularization_factor(model, regularizer, mu)) {
  if (is.null(model$tail_eigenvalue) && model$spectrum$exact_null) {
    return(regularize_by_spectrum(model, regularizer, mu))
  }
  part <- model$part
  count <- replace(numeric(part$n), part$rows, part$labels$count)
  penalties <- regularizer_values(regularizer, model$spectrum$values)
  tail_penalty <-
    max(regularizer_values(regularizer, model$tail_eigenvalue %||% 1), penalties, 1e-300)
  # If labels are missing, the equations are of the size of the penalty.
  tolerance <- 1e-12 * min(1, max(sqrt(mu), 1e-3))
  options <- c(regularizer, list(mu = mu, tail = tail_penalty, tolerance = tolerance, most = 5000L))
  operator <- model$spectrum$operator
  if (!is_stored(operator)) {
    operator <- list(points = operator$points, options = operator[heat_product_fields])
  }
  solution <- cpp_laplacian_regularization(operator, model$degree, count, given_values(part),
                                           model$spectrum$vectors, model$spectrum$values, options,
                                           factor, part$runtime)
  warn_stopped(solution, "the labels of the other points")
}
