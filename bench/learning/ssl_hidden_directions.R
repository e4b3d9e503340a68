# Least squares on eigenvectors where the labels hardly see a direction: errors of ssl_eigenmaps()
# with other limits of what is penalized (0: nothing; the package has 1). Numbers: root mean squared
# error over the standard deviation; classes: share that is wrong. Means over samples of labels.
#   Rscript bench/learning/ssl_hidden_directions.R
source("bench/common.R")
limits <- c(0, 0.3, 0.5, 0.7, 0.9, 1)
use_limit <- function(limit) {
  utils::assignInNamespace("orthonormal_on_labels", function(rows, columns, count) {
    lapscale:::cpp_orthonormal_on(rows, columns, count, limit)
  }, "lapscale")
}

some <- function(n, size, seed) {
  set.seed(seed)
  sample(n, size)
}
concrete <- modeldata::concrete[some(1030, 400, 1), ]
shakes <- quakes[some(1000, 400, 2), ]
roll <- sample_swiss_roll(400, seed = 1)
sets <- list(
  boston = list(x = scale(as.matrix(MASS::Boston[1:13])), y = MASS::Boston$medv),
  concrete = list(x = scale(as.matrix(concrete[1:8])), y = concrete$compressive_strength),
  quakes = list(x = scale(as.matrix(shakes[c(1, 2, 4)])), y = shakes$depth),
  roll = list(x = as.matrix(roll), y = attr(roll, "parameters")[, 1]),
  iris = list(x = as.matrix(iris[1:4]), y = iris$Species),
  crabs = list(x = scale(as.matrix(MASS::crabs[4:8])),
               y = interaction(MASS::crabs$sp, MASS::crabs$sex))
)
graphs <- lapply(sets, function(s) quietly(heat_graph(s$x, bw_knn(s$x, 7), type = "knn", k = 10)))
meats <- as.matrix(modeldata::meats[1:100])
sets$meats <- list(x = meats, y = modeldata::meats$water)
graphs$meats <- quietly(heat_graph(meats, 1.8))

error_of <- function(name, n_labels, seed) {
  truth <- sets[[name]]$y
  y <- truth
  hidden <- setdiff(seq_along(truth), some(length(truth), n_labels, seed))
  y[hidden] <- NA
  found <- fitted(quietly(ssl_eigenmaps(graphs[[name]], y, seed = 1)))
  if (is.factor(truth)) return(mean(found[hidden] != truth[hidden]))
  sqrt(mean((found - truth)[hidden]^2)) / stats::sd(truth)
}

rows <- expand.grid(labels = c(10, 20, 50), set = names(sets), stringsAsFactors = FALSE)
cat("| set | labels |", paste(limits, collapse = " | "), "|\n|", strrep(" --- |", 2 + length(limits)), "\n")
for (i in seq_len(nrow(rows))) {
  errors <- vapply(limits, function(limit) {
    use_limit(limit)
    mean(vapply(1:6, error_of, 0, name = rows$set[[i]], n_labels = rows$labels[[i]]))
  }, 0)
  cat("|", rows$set[[i]], "|", rows$labels[[i]], "|", paste(signif(errors, 3), collapse = " | "), "|\n")
}
