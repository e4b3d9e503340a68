# What a linear smoother would have predicted at each labelled point without its label.

# values, codes  n x q: fitted values and labels;   leverage  the diagonal of the hat matrix
# Where nothing but its own label speaks for a point: the mean of the other labels.
leave_one_out <- function(values, codes, leverage) {
  n <- nrow(codes)
  known <- 1 - leverage > 1e-8
  residual <- (codes - values) / ifelse(known, 1 - leverage, 1)
  others <- (rep(colSums(codes), each = n) - codes) / max(1, n - 1)
  loo <- codes - residual
  loo[!known, ] <- others[!known, ]
  loo
}
