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

# The squared error of such predictions over the labels, with its standard error.
leave_one_out_error <- function(loo, targets) {
  squared <- rowSums((loo - targets)^2)
  c(mean(squared), sd_of_mean(squared))
}

# The same for several: a data frame with a row for each of `of`.
#   predict  one of them -> n x q
leave_one_out_errors <- function(of, predict, targets) {
  errors <- vapply(of, function(one) leave_one_out_error(predict(one), targets), numeric(2))
  data.frame(squared_error = errors[1, ], se = errors[2, ])
}
