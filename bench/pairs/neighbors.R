# The exact search for 15 neighbors in many columns: CPU seconds of one thread, the tree included.
#   Rscript bench/pairs/neighbors.R [another library]   with the times of the package that is there beside
source("bench/common.R")
arguments <- commandArgs(trailingOnly = TRUE)

# Like Digit1, but many: between a point and one of its neighbors, with noise along all columns.
like_digit1 <- function(n) {
  x <- unname(benchmark_set("digit1"))
  near <- lapscale:::nearest_lists(
    lapscale:::acquire_points(x, lapscale:::new_runtime(1L, FALSE)), 10L,
    lapscale:::new_runtime(1L, FALSE)
  )
  noise <- sqrt(mean(eigen(stats::cov(x), TRUE, TRUE)$values[65:241]))
  from <- sample(nrow(x), n, TRUE)
  to <- near$index[near$begin[from] + sample(10L, n, TRUE)]
  at <- runif(n)
  (1 - at) * x[from, ] + at * x[to, ] + rnorm(n * ncol(x), sd = noise)
}

lines <- function(n, columns) {
  wave <- seq(0, 1, length.out = columns)
  u <- matrix(runif(4 * n), n)
  bump <- function(centre, width) exp(-(outer(-centre, wave, `+`) / width)^2)
  u[, 1] * exp(-2 * outer(u[, 2], wave)) + bump(0.2 + 0.5 * u[, 3], 0.1) +
    u[, 4] * bump(rep(0.8, n), 0.05) + rnorm(columns * n, sd = 0.01)
}

cases <- list(
  "like Digit1, 5,000 x 241" = function() like_digit1(5000),
  "like Digit1, 20,000 x 241" = function() like_digit1(20000),
  "smooth lines, 20,000 x 50" = function() lines(20000, 50),
  "smooth lines, 5,000 x 3750" = function() lines(5000, 3750),
  "isotropic, 20,000 x 24" = function() matrix(rnorm(20000 * 24), 20000),
  "isotropic, 20,000 x 50" = function() matrix(rnorm(20000 * 50), 20000),
  "isotropic, 5,000 x 241" = function() matrix(rnorm(5000 * 241), 5000),
  "isotropic, 20,000 x 241" = function() matrix(rnorm(20000 * 241), 20000)
)

# CPU seconds and the bandwidth, which is made of all distances.
search_in <- function(name) {
  set.seed(1)
  x <- cases[[name]]()
  used <- system.time(h <- bw_knn(x, k = 15, n_threads = 1))
  c(sum(used[1:2]), as.numeric(h))
}

if (identical(arguments[1], "case")) {
  cat(format(search_in(arguments[[2]]), digits = 17), "\n")
  quit()
}
# Each case in a process of its own, which takes the package from a library.
search_with <- function(library, name) {
  words <- system2("Rscript", c("bench/pairs/neighbors.R", "case", shQuote(name)), stdout = TRUE,
                   env = paste0("R_LIBS=", library))
  scan(text = words, quiet = TRUE)
}
here <- dirname(system.file(package = "lapscale"))
rows <- lapply(names(cases), function(name) {
  now <- search_with(here, name)
  row <- data.frame(data = name, `CPU s` = now[[1]], check.names = FALSE)
  if (length(arguments)) {
    before <- search_with(arguments[[1]], name)
    row$before <- before[[1]]
    row$ratio <- before[[1]] / now[[1]]
    row$same <- identical(before[[2]], now[[2]])
  }
  row
})
show_table(do.call(rbind, rows), "15 exact nearest neighbors")
