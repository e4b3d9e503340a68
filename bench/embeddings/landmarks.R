# Fits of landmarks beside fits of all points: the least cosine between the spaces that their
# coordinates span, labels in common, seconds.
#   Rscript bench/embeddings/landmarks.R
source("bench/common.R")
machine()

# The cosine of the largest angle between two spaces of coordinates.
least_cosine <- function(a, b) {
  basis <- function(e) qr.Q(qr(as.matrix(e)))
  min(svd(crossprod(basis(a), basis(b)))$d)
}

embedding_rows <- function(name, x, h, sizes, ...) {
  time <- system.time(full <- embed_eigenmaps(x, 3, bandwidth = h, ...))[[3]]
  rows <- lapply(sizes, function(m) {
    own <- system.time(part <- embed_eigenmaps(x, 3, bandwidth = h, landmarks = m, ...))[[3]]
    data.frame(data = name, landmarks = m, `least cosine` = least_cosine(full, part),
               `eigenvalues off by` = max(abs(part$eigenvalues / full$eigenvalues - 1)),
               seconds = own, `seconds of all` = time, check.names = FALSE)
  })
  do.call(rbind, rows)
}

digit1 <- list(
  x = benchmark_set("digit1", "X"), y = benchmark_set("digit1", "y")[, 1],
  splits = benchmark_set("digit1", "lab100")
)
roll <- as.matrix(sample_swiss_roll(6000, seed = 1))
show_table(rbind(
  embedding_rows("sphere, 6000", as.matrix(sample_sphere(6000, seed = 1)), 0.3,
                 c(100, 300, 1000)),
  embedding_rows("swiss roll, 6000", roll, bw_gc(roll, d = 2, seed = 1), c(300, 1000)),
  embedding_rows("digit1, 1500, no loops", digit1$x, 0.77, c(150, 300, 700), graph = "dense",
                 self_loops = FALSE)
), "embed_eigenmaps(n_components = 3, landmarks = m)")

learners <- list(
  ssl_eigenmaps = ssl_eigenmaps, ssl_iterated = ssl_iterated, ssl_harmonic = ssl_harmonic,
  ssl_laprls = ssl_laprls, ssl_lapsvm = ssl_lapsvm
)
truth <- factor(digit1$y)
y <- replace(truth, -digit1$splits[1, ], NA)
fit_digits <- function(learner, m) {
  suppressMessages(suppressWarnings(
    learner(digit1$x, y, bandwidth = 0.77, seed = 1, landmarks = m)
  ))
}
show_table(do.call(rbind, lapply(names(learners), function(name) {
  full <- fit_digits(learners[[name]], NULL)
  do.call(rbind, lapply(c(200, 400, 800), function(m) {
    part <- fit_digits(learners[[name]], m)
    data.frame(method = name, landmarks = m, `labels in common` = mean(fitted(part) == fitted(full)),
               `error, %` = 100 * ssl_error(part, truth),
               `error of all, %` = 100 * ssl_error(full, truth),
               seconds = part$elapsed, `seconds of all` = full$elapsed, check.names = FALSE)
  }))
})), "digit1, 100 labels")
