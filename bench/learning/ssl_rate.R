# The error of ssl_eigenmaps(n_eigen = "rule") against the number of labels, beside the rate of Zhou
# and Srebro (2011): (n / log n)^(-2 / (d + 2)) for functions with one derivative. A circle
# and a swiss roll of 2000 points, functions with a kink, noise as large as the function.
#   Rscript bench/learning/ssl_rate.R [repetitions, 2 or more; 20]
source("bench/common.R")

n_rounds <- as.integer(c(commandArgs(TRUE), 20)[[1]])
n_labels <- 50 * 2^(0:5)
kink <- function(u, at) abs(u - at) / sd(abs(u - at))
angle <- 2 * pi * seq_len(2000) / 2000
roll <- sample_swiss_roll(2000, seed = 1)
sets <- list(
  circle = list(x = cbind(cos(angle), sin(angle)), f = kink(angle, pi), d = 1, h = 0.1),
  roll = list(x = as.matrix(roll), f = kink(attr(roll, "parameters")[, "arc_length"], 35), d = 2,
              h = 2)
)

squared_errors <- function(set, n) {
  vapply(seq_len(n_rounds), function(s) {
    set.seed(s)
    y <- replace(set$f + rnorm(2000), -sample(2000, n), NA)
    fit <- ssl_eigenmaps(set$x, y, n_eigen = "rule", d = set$d, bandwidth = set$h)
    mean((fitted(fit) - set$f)^2)
  }, 0)
}

machine()
results <- do.call(rbind, lapply(names(sets), function(name) {
  errors <- vapply(n_labels, squared_errors, numeric(n_rounds), set = sets[[name]])
  data.frame(
    set = name, labels = n_labels, error = colMeans(errors),
    se = apply(errors, 2, sd) / sqrt(n_rounds)
  )
}))
show_table(results, sprintf("Squared error, %d repetitions", n_rounds))
slopes <- vapply(sets, function(set) -2 / (set$d + 2), 0)
measured <- vapply(names(sets), function(name) {
  part <- results[results$set == name, ]
  coef(lm(log(error) ~ log(labels / log(labels)), part))[[2]]
}, 0)
show_table(data.frame(set = names(sets), measured = measured, theory = slopes),
           "Slope of log error against log(n / log n)")
