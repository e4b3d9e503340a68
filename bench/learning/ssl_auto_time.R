# What ssl_auto() costs, with and without the estimate of its error: CPU seconds of one thread.
#   Rscript bench/learning/ssl_auto_time.R
source("bench/common.R")
options(lapscale.threads = 1L)

boston <- function() list(x = scale(MASS::Boston[-14]), y = MASS::Boston$medv, n_labels = 200)
vowels <- function() {
  data("Vowel", package = "mlbench", envir = environment())
  list(x = scale(sapply(Vowel[2:10], as.numeric)), y = Vowel$Class, n_labels = 200)
}
roll <- function() {
  x <- sample_swiss_roll(1000, seed = 1)
  list(x = as.matrix(x), y = attr(x, "parameters")[, "t"], n_labels = 300)
}
moons <- function(n) {
  x <- sample_moons(n, noise = 0.1, seed = 1)
  list(x = as.matrix(x), y = factor(attr(x, "parameters")[, "moon"]), n_labels = 100)
}
# A regular grid, whose curve of bandwidths has a minimum that connects nearly all pairs.
grid <- function() {
  list(x = cbind(c(row(volcano)), c(col(volcano))), y = c(volcano), n_labels = 200)
}
sets <- list(boston = boston(), vowels = vowels(), roll = roll(), moons = moons(2000),
             grid = grid())

# Compiles what R compiles at its first use.
invisible(quietly(ssl_auto(iris[1:4], replace(iris$Species, -seq(1, 150, 5), NA), seed = 1)))
machine()
rows <- lapply(names(sets), function(name) {
  set <- sets[[name]]
  set.seed(1)
  y <- replace(set$y, -sample(length(set$y), set$n_labels), NA)
  search <- cpu(quietly(ssl_auto(set$x, y, seed = 1, error = FALSE)))
  whole <- cpu(quietly(ssl_auto(set$x, y, seed = 1)))
  data.frame(set = name, rows = nrow(set$x), labels = set$n_labels, search = search,
             `with its error` = whole, check.names = FALSE)
})
show_table(do.call(rbind, rows), "CPU seconds of ssl_auto()")
