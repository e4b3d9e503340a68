# ssl_hessian() against ssl_iterated() on swiss rolls with 30 labels: error over the standard
# deviation of functions of the position along the roll, on the points without a label; means over
# rolls, with standard errors. "Beyond": the labels are on the first 60% of the roll, and the errors
# on the rest.
#   Rscript bench/learning/ssl_hessian.R [rolls, 4]
source("bench/common.R")
n_rolls <- as.integer(c(commandArgs(TRUE), 4)[[1]])

learners <- list(
  hessian = function(x, y) ssl_hessian(x, y, seed = 1),
  iterated = function(x, y) ssl_iterated(x, y, m = 1:3, seed = 1),
  "iterated, knn" = function(x, y) ssl_iterated(x, y, m = 1:3, graph = "knn", seed = 1),
  auto = function(x, y) ssl_auto(x, y, seed = 1)
)
targets <- list(
  linear = function(along, height) along + height / 20, square = function(along, height) along^2,
  sine = function(along, height) sin(along), beyond = function(along, height) along
)

for (noise in c(0, 0.2)) for (n in c(500, 1000, 2000)) {
  errors <- array(NA, c(n_rolls, length(targets), length(learners)),
                  list(NULL, names(targets), names(learners)))
  for (roll in seq_len(n_rolls)) {
    x <- sample_swiss_roll(n, seed = roll)
    where <- attr(x, "parameters")
    along <- where[, "arc_length"] / 10
    set.seed(roll)
    x <- as.matrix(x) + noise * rnorm(3 * n)
    begin <- which(along < quantile(along, 0.6))
    for (target in names(targets)) {
      truth <- targets[[target]](along, where[, "height"])
      seen <- sample(if (target == "beyond") begin else n, 30)
      tested <- setdiff(if (target == "beyond") setdiff(seq_len(n), begin) else seq_len(n), seen)
      for (learner in names(learners)) {
        fit <- suppressWarnings(learners[[learner]](x, replace(truth, -seen, NA)))
        errors[roll, target, learner] <-
          sqrt(mean((fitted(fit) - truth)[tested]^2)) / sd(truth)
      }
    }
  }
  shown <- function(of) signif(t(apply(errors, 2:3, of)), 2)
  cat("noise", noise, "points", n, "\n")
  print(shown(mean))
  cat("standard errors\n")
  print(shown(function(e) sd(e) / sqrt(n_rolls)))
}
