# Points that tests share, and what is done to them. Seeds are local: R's own generator is left
# alone.

normal_points <- function(n, r, seed = 1) {
  withr::with_seed(seed, matrix(stats::rnorm(n * r), n))
}

# Three unequal directions, so that principal directions are well separated.
ellipsoid_points <- function(n = 120, seed = 1) normal_points(n, 3, seed) %*% diag(c(1, 0.5, 0.1))

# The same in 40 columns: too many for the small-covariance route of the core.
wide_points <- function(n = 120, seed = 1) {
  cbind(ellipsoid_points(n, seed), 0.1 * normal_points(n, 37, seed + 1))
}

# Rows of the sample manifolds as plain matrices.
plain_hourglass <- function(n = 300, seed = 1) {
  as.matrix(sample_hourglass(n, noise = 0.02, noise_dims = 2, seed = seed))
}
plain_circle <- function(n = 300, seed = 1) as.matrix(sample_circle(n, seed = seed))

random_rotation <- function(r, seed = 1) qr.Q(qr(normal_points(r, r, seed)))

# ---- parts of results --------------------------------------------------------------------------

curve_of <- function(bw) as.data.frame(bw)

# A selection without its running time, for comparisons to the last bit.
without_time <- function(bw) {
  chosen <- attr(bw, "selection")
  chosen$facts$elapsed <- 0
  attr(bw, "selection") <- chosen
  bw
}

# The largest difference between the spaces that belong to the clusters of a spectrum: single
# eigenvectors are not unique. The last cluster may be cut in two by k and is left out.
space_difference <- function(a, b, values, same = 1e-5) {
  cluster <- cumsum(c(TRUE, diff(values) > same * max(values)))
  projector <- function(vectors) tcrossprod(qr.Q(qr(vectors)))
  complete <- seq_len(max(cluster) - 1L)
  max(vapply(complete, function(i) {
    at <- cluster == i
    max(abs(projector(a[, at, drop = FALSE]) - projector(b[, at, drop = FALSE])))
  }, 0))
}

# ---- what is not always there ------------------------------------------------------------------

skip_unless_extended <- function() {
  testthat::skip_if_not(
    identical(tolower(Sys.getenv("LAPSCALE_EXTENDED_TESTS")), "true"),
    "LAPSCALE_EXTENDED_TESTS is not true"
  )
}

# Points and classes of a benchmark set of the papers: matrix x, vector y. Skips where the sets are
# absent; LAPSCALE_SHARED names the folder that holds data/.
benchmark_set <- function(name) {
  shared <- Sys.getenv("LAPSCALE_SHARED", testthat::test_path("../../../shared"))
  file <- file.path(shared, "data", paste0(name, c(".X.csv.gz", ".y.csv.gz")))
  testthat::skip_if_not(all(file.exists(file)), paste("benchmark set", name, "is not here"))
  read <- function(path) as.matrix(utils::read.csv(path))
  list(x = unname(read(file[[1]])), y = as.vector(read(file[[2]])))
}

# ---- devices and output ------------------------------------------------------------------------

# What a user may have set; every plot sets the coordinates and their ticks.
par_settings <- function() {
  settings <- graphics::par(no.readonly = TRUE)
  settings[setdiff(names(settings), c("usr", "xaxp", "yaxp"))]
}

# Evaluates drawing code on a device that writes nothing.
draw_nowhere <- function(code) {
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  force(code)
}

# print() without its output; visible only if print()'s value is.
print_quietly <- function(object) {
  utils::capture.output(result <- withVisible(print(object)))
  if (result$visible) result$value else invisible(result$value)
}
