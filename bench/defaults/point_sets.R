# Five calls on one point set, and on a matrix: the same numbers, and what a second call costs.
source("bench/common.R")
machine()

calls <- list(
  "bw_gc(x, seed = 1)" = function(x, ...) bw_gc(x, seed = 1, ...),
  "noise_level(x)" = function(x, ...) noise_level(x, ...),
  "embed_eigenmaps(x, 2, bandwidth = bw_gc)" = function(x, ...) {
    embed_eigenmaps(x, 2, bandwidth = bw_gc, seed = 1, ...)
  },
  "cluster_spectral(x, 5)" = function(x, ...) cluster_spectral(x, 5, seed = 1, ...),
  "bw_gc(x, seed = 1), again" = function(x, ...) bw_gc(x, seed = 1, ...)
)
numbers <- function(result) {
  if (inherits(result, "lapscale_clusters")) result$cluster else as.numeric(as.matrix(result))
}

x <- as.matrix(sample_swiss_roll(6000, noise = 0.05, seed = 1))
x <- cbind(x, 100 * matrix(lapscale:::cpp_uniform(6000 * 5, 1, 0) - 0.5, 6000))
# Both orders of the two ways, and the less of both.
time_all <- function() {
  points <- point_set(x, scale = TRUE)
  by_points <- vapply(calls, function(call) system.time(quietly(call(points)))[[3]], 0)
  by_matrix <- vapply(calls, function(call) system.time(quietly(call(x, scale = TRUE)))[[3]], 0)
  cbind(by_matrix, by_points)
}
points <- point_set(x, scale = TRUE)
same <- vapply(calls, function(call) {
  identical(numbers(quietly(call(points))), numbers(quietly(call(x, scale = TRUE))))
}, NA)
times <- pmin(time_all(), time_all(), time_all())
table <- data.frame(call = names(calls), matrix = times[, 1], `point set` = times[, 2],
                    `same numbers` = ifelse(same, "yes", "no"), check.names = FALSE)
table <- rbind(table, data.frame(call = "all five", matrix = sum(times[, 1]),
                                 `point set` = sum(times[, 2]), `same numbers` = "",
                                 check.names = FALSE))
show_table(table, "Seconds of calls on 6000 points in 8 columns, which are scaled")
