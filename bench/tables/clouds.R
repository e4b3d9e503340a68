# When a graph shows no more than principal components: shapes in noise of three sizes in 3 and 10
# more columns, 300 points, and how much of the position on the shape (first eigenspace) is explained
# by as many coordinates of embed_eigenmaps(), at the bandwidth of bw_gc() and on the default graph,
# and by principal components. `cloud` is the distance to the 5th neighbor over that in normal
# samples of the same covariance; above 0.97 a report says "as in a normal cloud". The limit was
# chosen on the first half; of the other half it takes the samples apart. With it, the same of
# tables with classes and of normal samples.
#   Rscript bench/tables/clouds.R
source("bench/common.R")
source("bench/bandwidth/answer_manifolds.R")
shapes <- halves
source("bench/defaults/real_sets.R")
options(lapscale.threads = 1L)
cloud <- function(x) lapscale:::cloud_share(unique(x), lapscale:::new_runtime(1L, FALSE))
explained <- function(y, space) {
  1 - sum(stats::residuals(stats::lm(space ~ as.matrix(y)))^2) / sum(scale(space, scale = FALSE)^2)
}

one <- function(name, columns, noise) {
  sample <- try(draw_sample(name, 300, 0, FALSE, 21), silent = TRUE)
  if (inherits(sample, "try-error") || is.null(sample$space)) return(NULL)
  set.seed(5)
  x <- sample$x / sqrt(mean(rowSums(scale(sample$x, scale = FALSE)^2)))
  x <- cbind(x, matrix(0, nrow(x), columns))
  x <- x + noise / sqrt(ncol(x) / 5) * stats::rnorm(length(x))
  k <- max(2L, ncol(as.matrix(sample$space)))
  drawn <- function(...) explained(quietly(embed_eigenmaps(x, k, ..., seed = 1)), sample$space)
  data.frame(
    name, cloud = cloud(x), bandwidth = drawn(bandwidth = quietly(bw_gc(x, seed = 1, replicates = 0))),
    default = drawn(), components = explained(stats::prcomp(x)$x[, seq_len(k)], sample$space)
  )
}
cases <- function(half) {
  expand.grid(name = shapes[[half]], columns = c(3, 10), noise = c(0.1, 0.2, 0.35, 0.6),
              stringsAsFactors = FALSE)
}
machine()
show_table(do.call(rbind, lapply(names(shapes), function(half) {
  found <- do.call(rbind, do.call(Map, c(one, unname(as.list(cases(half))))))
  at <- found$bandwidth - found$components
  usual <- found$default - found$components
  do.call(rbind, lapply(list(TRUE, FALSE), function(is_cloud) {
    rows <- (found$cloud > lapscale:::report_limits$cloud) == is_cloud
    data.frame(
      half, verdict = if (is_cloud) "as in a normal cloud" else "", samples = sum(rows),
      shapes = length(unique(found$name[rows])),
      `bandwidth less components, %` = 100 * mean(at[rows]), largest = 100 * max(at[rows]),
      `default less components, %` = 100 * mean(usual[rows]), largest. = 100 * max(usual[rows]),
      check.names = FALSE
    )
  }))
})), "Share of the position that coordinates explain, above that of principal components")

normal <- expand.grid(n = c(60, 200, 500), columns = c(4, 6, 10, 20), seed = 1:10)
found <- mapply(function(n, columns, seed) {
  set.seed(seed)
  cloud(matrix(stats::rnorm(n * columns), n))
}, normal$n, normal$columns, normal$seed)
cat("\nNormal samples:", format(range(found), digits = 3), "\n")
tables <- vapply(c(halves$choose, halves$judge), function(read) {
  set <- tryCatch(read_set(read), error = function(e) NULL)
  if (is.null(set)) NA else cloud(set$x)
}, 0)
show_table(data.frame(table = names(tables), cloud = tables)[!is.na(tables), ], "Tables")
