# Models of mgcv with a term bs = "lap". The formula has an environment in which `...` are found.
lap_model <- function(formula, data, ..., fitter = mgcv::gam, family = stats::gaussian(),
                      method = "REML", select = FALSE) {
  environment(formula) <- list2env(list(...), parent = globalenv())
  fitter(formula, data = data, family = family, method = method, select = select)
}

# Points in a square, a smooth response, and covariates.
square_table <- function(n = 120, seed = 1) {
  u <- matrix(cpp_uniform(5 * n, seed, 0), ncol = 5)
  table <- data.frame(a = u[, 1], b = u[, 2], dose = u[, 3], group = factor(u[, 4] > 0.5))
  table$y <- sin(4 * table$a) + table$b + 0.3 * (u[, 5] - 0.5)
  table$count <- stats::qpois(u[, 5], exp(1 + sin(4 * table$a)))
  table
}
