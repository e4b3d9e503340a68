# The verdicts of bw_report() on tables with classes: how often each is given at the
# bandwidth of bw_gc(), and what comes of the step that it proposes. After each step three things
# are done again that were done at the bandwidth of bw_gc(): a picture (5-nearest-neighbor error of
# the classes in two coordinates), clusters (adjusted Rand index with the number of classes given),
# and labels (error of the iterated Laplacian with 40 labels, two samples). 24 tables of
# real_sets.R, up to 250 rows; fewer where their packages are missing.
#   Rscript bench/tables/verdicts.R
source(file.path("bench", "common.R"))
source(file.path("bench", "defaults", "real_sets.R"))
options(lapscale.threads = 1L)

tables <- c(halves$choose, halves$judge)
tables <- tables[setdiff(names(tables), c("speech", "dna", "musk", "alzheimer", "zoo", "pima"))]
read_table <- function(read) {
  set <- read()
  set.seed(2)
  rows <- if (nrow(set$x) > 250L) sort(sample(nrow(set$x), 250L)) else seq_len(nrow(set$x))
  rows <- rows[!duplicated(set$x[rows, , drop = FALSE])]
  x <- set$x[rows, , drop = FALSE]
  list(x = x[, apply(x, 2L, stats::sd) > 0, drop = FALSE], y = droplevels(factor(set$y[rows])))
}

picture_error <- function(e, y) {
  distances <- as.matrix(stats::dist(as.matrix(e)))
  distances[is.na(distances)] <- Inf
  diag(distances) <- Inf
  mean(vapply(seq_along(y), function(i) {
    near <- y[order(distances[i, ])[1:5]]
    names(which.max(table(near))) != y[[i]]
  }, NA))
}
or_missing <- function(expr) tryCatch(quietly(expr), error = function(e) NA_real_)

# Returns the three measures; `graph` are arguments of the graph, `components` of the picture.
outcome <- function(set, x = set$x, ..., components = NULL) {
  picture <- list(x, 2, ..., seed = 1)
  if (!is.null(components)) picture$components <- components
  c(
    picture = or_missing(picture_error(do.call(embed_eigenmaps, picture), set$y)),
    clusters = or_missing(adjusted_rand(
      cluster_spectral(x, nlevels(set$y), ..., seed = 1)$cluster, set$y
    )),
    labels = mean(vapply(1:2, function(s) {
      set.seed(s)
      one <- unlist(tapply(seq_along(set$y), set$y, function(i) i[sample.int(length(i), 1L)]))
      seen <- unique(c(one, sample(length(set$y), 40L)))
      fit <- or_missing(fitted(ssl_iterated(x, replace(set$y, -seen, NA), ..., seed = 1)))
      if (length(fit) > 1L) mean(is.na(fit[-seen]) | fit[-seen] != set$y[-seen]) else NA_real_
    }, 0))
  )
}

# What each verdict proposes, as functions of (set, h): the measures after it.
components_of_table <- function(x, n) {
  stats::prcomp(x)$x[, seq_len(min(n, ncol(x), nrow(x) - 1L)), drop = FALSE]
}
chosen_again <- function(set, x, ...) {
  outcome(set, x, bandwidth = quietly(bw_gc(x, seed = 1, replicates = 0, ...)))
}
times <- function(factor) function(set, h) outcome(set, bandwidth = factor * h)
nearest <- function(set, h) outcome(set, graph = "knn", k = 10)
fewer <- function(set, h) chosen_again(set, components_of_table(set$x, 10L))
lower <- function(set, h) {
  minima <- bw_minima(set$bw)$bandwidth
  other <- minima[abs(log(minima / h)) > 0.1]
  if (!length(other)) return(rep(NA_real_, 3))
  outcome(set, bandwidth = other[[which.min(abs(log(other / h)))]])
}
steps <- list(
  neighbors = list("1.5 times the bandwidth" = times(1.5), "graph = \"knn\"" = nearest,
                   "10 principal components" = fewer),
  isolated = list("graph = \"knn\"" = nearest), joined = list("0.67 times the bandwidth" = times(0.67)),
  components = list("components = \"connect\"" = function(set, h) {
    outcome(set, bandwidth = h, components = "connect")
  }, "graph = \"knn\"" = nearest),
  groups = list("components = \"connect\"" = function(set, h) {
    outcome(set, bandwidth = h, components = "connect")
  }),
  short_circuits = list("0.67 times the bandwidth" = times(0.67)),
  spacings = list("1.5 times the bandwidth" = times(1.5)),
  value_step = list("1.5 times the bandwidth" = times(1.5)),
  unevenness = list("local_scale = 7" = function(set, h) {
    graph <- quietly(heat_graph(set$x, quietly(bw_gc(set$x, local_scale = 7, seed = 1,
                                                     replicates = 0)), local_scale = 7))
    c(or_missing(picture_error(embed_eigenmaps(graph, 2, seed = 1), set$y)),
      or_missing(adjusted_rand(cluster_spectral(graph, nlevels(set$y), seed = 1)$cluster, set$y)), NA)
  }),
  dimension = list("another local minimum" = lower, "10 principal components" = fewer),
  nearest_distance = list("10 principal components" = fewer),
  noise = list("noise = \"deflate\"" = function(set, h) chosen_again(set, set$x, noise = "deflate"),
               "10 principal components" = fewer),
  distance = list("without `bandwidth`" = function(set, h) outcome(set)),
  eigenvalue_error = list("10 principal components" = fewer),
  msvd = list("the bandwidth of bw_msvd()" = function(set, h) {
    h <- or_missing(as.numeric(bw_msvd(set$x, set$d, seed = 1)))
    if (is.na(h)) rep(NA_real_, 3) else outcome(set, bandwidth = h)
  }),
  column_sds = list("scale = TRUE" = function(set, h) chosen_again(set, scale(set$x)))
)

rows <- list()
at <- NULL
for (name in names(tables)) {
  set <- tryCatch(read_table(tables[[name]]), error = function(e) NULL)
  if (is.null(set)) next  # Its package is not there.
  set$bw <- quietly(bw_gc(set$x, seed = 1, replicates = 0))
  h <- as.numeric(set$bw)
  report <- as.data.frame(tidy(quietly(bw_report(set$bw, set$x))))
  set$d <- max(1, round(report$value[report$check == "dimension"]))
  by_sight <- as.numeric(or_missing(dim_estimate(set$x, seed = 1)))
  before <- outcome(set, bandwidth = h)
  usual <- outcome(set)
  at <- rbind(at, data.frame(table = name, n = nrow(set$x), columns = ncol(set$x),
                             `steps see` = report$value[report$check == "dimension"],
                             `dim_estimate()` = by_sight, `picture, %` = 100 * before[[1]],
                             `by default, %` = 100 * usual[[1]],
                             verdicts = paste(report$check[report$verdict != "fine"], collapse = ", "),
                             check.names = FALSE))
  for (check in report$check[report$verdict != "fine"]) {
    verdict <- sub(" \\(.*| = [0-9].*", "", report$verdict[report$check == check])
    for (step in names(steps[[check]])) {
      after <- or_missing(steps[[check]][[step]](set, h))
      if (length(after) < 3L) after <- rep(NA_real_, 3)
      rows[[length(rows) + 1L]] <- data.frame(
        verdict = paste0(check, ": ", verdict), step = step, table = name,
        picture = after[[1]] - before[[1]], clusters = after[[2]] - before[[2]],
        labels = after[[3]] - before[[3]]
      )
    }
  }
}
machine()
show_table(at, "Tables, and the checks with a verdict")
found <- do.call(rbind, rows)
cell <- function(v, sign) {
  v <- v[is.finite(v)]
  if (!length(v)) return("")
  sprintf("%+.1f (%.1f), better in %d of %d", 100 * mean(v),
          if (length(v) > 1L) 100 * stats::sd(v) / sqrt(length(v)) else NA, sum(sign * v > 0.005),
          length(v))
}
show_table(do.call(rbind, lapply(split(found, paste(found$verdict, found$step)), function(part) {
  data.frame(
    verdict = part$verdict[[1]], tables = nrow(part), step = part$step[[1]],
    `picture, error` = cell(part$picture, -1), `clusters, index` = cell(part$clusters, 1),
    `labels, error` = cell(part$labels, -1), check.names = FALSE
  )
})), "Change in percent after the step (standard error over the tables)")
