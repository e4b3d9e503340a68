# Points that are far from the data, in 15 sets of which one half is fitted: the share of the other
# half with novelty above 1, and of points of another kind, the other half with each column permuted;
# how well novelty, the distance to the nearest row, and the local outlier factor of dbscan (20
# neighbors, of each new point with the fitted half) tell the two apart (area under the curve).
#   Rscript bench/embeddings/novelty.R
source(file.path("bench", "common.R"))
from <- function(package, name, max_rows = 400L) {
  data <- new.env()
  utils::data(list = name, package = package, envir = data)
  table <- as.data.frame(data[[name]])
  x <- as.matrix(table[vapply(table, is.numeric, NA)])
  set.seed(1)
  x <- x[sort(sample(nrow(x), min(nrow(x), max_rows))), ]
  x <- x[, colSums(!is.finite(x)) == 0]
  unname(scale(x[, apply(x, 2, sd) > 0]))
}
benchmark <- function(name) {
  x <- benchmark_set(name)
  if (is.null(x)) return(NULL)
  set.seed(1)
  unname(x[sample(nrow(x), 400), ])
}
sets <- Filter(Negate(is.null), list(
  iris = from("datasets", "iris"), crabs = from("MASS", "crabs"), glass = from("mlbench", "Glass"),
  sonar = from("mlbench", "Sonar"), ionosphere = from("mlbench", "Ionosphere"),
  vehicle = from("mlbench", "Vehicle"), musk = from("kernlab", "musk"),
  diabetes = from("mlbench", "PimaIndiansDiabetes"), boston = from("MASS", "Boston"),
  concrete = from("modeldata", "concrete"), quakes = from("datasets", "quakes"),
  digit1 = benchmark("digit1"), g241c = benchmark("g241c"),
  roll = unname(as.matrix(sample_swiss_roll(400, seed = 1))),
  moons = unname(as.matrix(sample_moons(400, noise = 0.1, seed = 1)))
))

# The chance that one of `high` is above one of `low`.
area <- function(low, high) {
  ranks <- rank(c(low, high))[-seq_along(low)]
  (sum(ranks) - length(high) * (length(high) + 1) / 2) / (length(low) * length(high))
}
outlier_factor <- function(new, x) {
  apply(new, 1, function(z) dbscan::lof(rbind(z, x), minPts = 21)[[1]])
}
graphs <- list(
  "default graph" = function(x) embed_eigenmaps(x, 2),
  "5 nearest" = function(x) embed_lle(x, 2, k = 5),
  "all pairs" = function(x) embed_eigenmaps(x, 2, bandwidth = bw_gc(x, seed = 1))
)
rows <- lapply(names(sets), function(name) {
  x <- sets[[name]]
  set.seed(2)
  half <- sample(nrow(x), nrow(x) %/% 2)
  fresh <- x[-half, ]
  other <- apply(fresh, 2, sample)
  fits <- lapply(graphs, function(fit) quietly(fit(x[half, ])))
  novelty <- lapply(fits, function(fit) {
    lapply(list(fresh, other), function(new) quietly(augment(fit, newdata = new)$.novelty))
  })
  shares <- unlist(lapply(novelty, function(v) vapply(v, function(one) 100 * mean(one > 1), 0)))
  nearest <- lapply(list(fresh, other), function(new) {
    apply(as.matrix(dist(rbind(x[half, ], new)))[-seq_along(half), seq_along(half)], 1, min)
  })
  factor <- lapply(list(fresh, other), outlier_factor, x = x[half, ])
  c(round(shares, 1), 100 * c(area(novelty[[1]][[1]], novelty[[1]][[2]]),
                              area(nearest[[1]], nearest[[2]]), area(factor[[1]], factor[[2]])))
})
found <- do.call(rbind, rows)
colnames(found) <- c(
  paste(rep(names(graphs), each = 2), c("fresh", "other")), "area: novelty", "nearest row", "lof"
)
found <- rbind(found, colMeans(found))
machine()
show_table(data.frame(set = c(names(sets), "mean"), round(found, 1), check.names = FALSE),
           "Percent of points that are far, and areas under the curve")
