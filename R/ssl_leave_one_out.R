# Predictions at labelled points without their own label.

# What a linear smoother would have predicted at each labelled point without its label.
#   values, targets  n x q: fitted values and labels;   leverage  the diagonal of the hat matrix
# Where nothing but its own label speaks for a point: the mean of the other labels.
leave_one_out <- function(values, targets, leverage) {
  known <- 1 - leverage > 1e-8
  residual <- (targets - values) / ifelse(known, 1 - leverage, 1)
  loo <- targets - residual
  loo[!known, ] <- mean_of_others(targets)[!known, ]
  loo
}

# The squared errors of such predictions, n x candidates.
#   of, predict  predict(one of them) -> n x q
leave_one_out_losses <- function(of, predict, targets) {
  losses <- vapply(of, function(one) rowSums((predict(one) - targets)^2), numeric(nrow(targets)))
  matrix(losses, nrow(targets))
}

# Their means over the labels, with standard errors.
mean_losses <- function(losses) {
  data.frame(squared_error = colMeans(losses), se = apply(losses, 2L, sd_of_mean))
}
