# Where one bandwidth is not enough: the error of eight eigenvalues at the choice of bw_gc(), at the
# best of other bandwidths, at its other minima, and with local scales; and what
# bw_report() says.
source("bench/common.R")
source("bench/noise/shapes.R")
options(lapscale.threads = 1L, lapscale.progress = FALSE)

source("bench/noise/uneven.R")
one_scale <- c(uneven_sets, shapes[c("circle", "sphere")])
one <- function(name, seed, n = 500) {
  set.seed(seed)
  x <- one_scale[[name]](n)
  error <- function(h, ...) {
    found <- try(quietly({
      graph <- heat_graph(x, h, type = "dense", ...)
      graph_spectrum(graph_laplacian(graph), 9)$values
    }), silent = TRUE)
    if (inherits(found, "try-error")) NA else error_of(found, attr(x, "truth"))
  }
  bw <- quietly(bw_gc(x, seed = 1, replicates = 0))
  times <- 2^c(-3, -2, -1, 0, 0.5, 1, 1.5)
  by_bandwidth <- vapply(times, function(by) error(by * as.numeric(bw)), 0)
  others <- bw_minima(bw)
  others <- others$bandwidth[!others$chosen & others$bandwidth > as.numeric(bw) / 30]
  report <- tidy(quietly(bw_report(bw, x)))
  spread <- report[report$check == "unevenness", ]
  data.frame(
    set = name, choice = error(as.numeric(bw)), best = min(by_bandwidth, na.rm = TRUE),
    `best over choice` = times[[which.min(by_bandwidth)]],
    `other minimum` = if (length(others)) min(vapply(others, error, 0)) else NA,
    `local 7` = error(
      quietly(bw_gc(x, local_scale = 7, seed = 1, replicates = 0)), local_scale = 7
    ),
    spread = spread$value, told = spread$verdict != "fine", check.names = FALSE
  )
}
asked <- expand.grid(seed = 1:2, name = names(one_scale), stringsAsFactors = FALSE)
rows <- do.call(rbind, Map(one, asked$name, asked$seed))
means <- aggregate(rows[-1], rows["set"], function(v) mean(v, na.rm = TRUE))
show_table(means[match(names(one_scale), means$set), ],
           "Mean error of eight eigenvalues of two samples of 500 points")
