# Does a step of principal components before the choice of the bandwidth help? Labeled sets with
# many columns, of R packages (kernlab, mlbench, modeldata, pls, spls) and the benchmark sets,
# up to 500 rows each. With all columns, with the leading 5, 10, 20, and 50 components, and with a number
# that is chosen from the data (Gavish-Donoho's threshold; parallel analysis):
#   picture    percent of points that their 5 nearest in embed_eigenmaps(x, 2) label wrongly
#   harmonic, eigenmaps  percent wrong of ssl_harmonic(), ssl_eigenmaps() on points without a label,
#              means over draws of labels, the same draws for all
# bw_gc() chooses the bandwidth of each. Differences are to all columns, in percentage points; their
# standard errors are over sets.
#   Rscript bench/embeddings/pca_step.R [open|held] [number of draws, 4]
# "open" sets were looked at while the rule was fixed, "held" ones afterwards.
source("bench/common.R")
options(lapscale.threads = 1L)
asked <- commandArgs(TRUE)
halves <- if (length(asked)) asked[[1]] else c("open", "held")
n_draws <- as.integer(c(asked[-1], 4)[[1]])

from <- function(package, name) {
  data <- new.env()
  utils::data(list = name, package = package, envir = data)
  data[[name]]
}
# Numeric columns that vary, at unit spread, and the classes.
table_of <- function(package, name, target) {
  data <- as.data.frame(from(package, name))
  x <- data[names(data) != target]
  x[] <- lapply(x, function(v) if (is.factor(v) && nlevels(v) == 2) as.numeric(v) else v)
  x <- as.matrix(x[vapply(x, is.numeric, NA)])
  list(x = scale(x[, apply(x, 2, stats::sd) > 0]), y = factor(data[[target]]))
}
chapelle <- function(name) {
  list(x = benchmark_set(name), y = factor(benchmark_set(name, "y")))
}
rows_corrected <- function(x) {
  offset <- x - rowMeans(x)
  offset / sqrt(rowMeans(offset^2))
}
spectra <- function() {
  d <- from("pls", "mayonnaise")
  list(x = rows_corrected(unclass(d$NIR)), y = factor(d$oil.type))
}
meats <- function() {
  d <- unique(as.data.frame(from("modeldata", "meats")))
  thirds <- cut(d$fat, stats::quantile(d$fat, 0:3 / 3), include.lowest = TRUE)
  list(x = rows_corrected(as.matrix(d[1:100])), y = thirds)
}
genes <- function(name) {
  d <- from("spls", name)
  list(x = d$x, y = factor(d$y))
}
sets <- list(
  open = list(
    digit1 = function() chapelle("digit1"), bci = function() chapelle("bci"),
    sonar = function() table_of("mlbench", "Sonar", "Class"),
    spam = function() table_of("kernlab", "spam", "type"),
    dna = function() table_of("mlbench", "DNA", "Class"),
    mayonnaise = spectra, prostate = function() genes("prostate")
  ),
  held = list(
    g241c = function() chapelle("g241c"), musk = function() table_of("kernlab", "musk", "Class"),
    satellite = function() table_of("mlbench", "Satellite", "classes"),
    speech = function() table_of("modeldata", "pd_speech", "class"),
    cells = function() table_of("modeldata", "cells", "class"),
    meats = meats, lymphoma = function() genes("lymphoma")
  )
)

# ---- numbers of components chosen from the data ------------------------------------------------

# Gavish and Donoho (2014), unknown noise: singular values above omega(beta) times their median.
above_threshold <- function(singular, n, p) {
  beta <- min(n, p) / max(n, p)
  omega <- 0.56 * beta^3 - 0.95 * beta^2 + 1.82 * beta + 1.43
  sum(singular > omega * stats::median(singular))
}
# Horn (1965): singular values above those of columns whose rows were shuffled independently.
above_shuffled <- function(x, singular) {
  set.seed(1)
  noise <- vapply(1:5, function(i) singular_values(apply(x, 2, sample)), numeric(length(singular)))
  below <- which(singular <= apply(noise, 1, max))
  if (length(below)) below[[1]] - 1L else length(singular)
}
singular_values <- function(x) {
  x <- x - rep(colMeans(x), each = nrow(x))
  gram <- if (ncol(x) > nrow(x)) tcrossprod(x) else crossprod(x)
  values <- eigen(gram, symmetric = TRUE, only.values = TRUE)$values
  # a centered table has one singular value of zero if it has more columns than rows
  sqrt(pmax(values, 0))[seq_len(min(nrow(x) - 1L, ncol(x)))]
}

# ---- errors ------------------------------------------------------------------------------------

vote_error <- function(z, y) {
  distance <- as.matrix(stats::dist(z))
  diag(distance) <- Inf
  votes <- apply(distance, 1, function(d) {
    names(which.max(table(y[order(d)[1:5]])))
  })
  100 * mean(votes != as.character(y))
}
draw_labels <- function(y, seed) {
  set.seed(seed)
  per_class <- max(3, round(60 / nlevels(y)))
  unlist(lapply(split(seq_along(y), y), function(at) {
    at[sample.int(length(at), min(per_class, length(at) %/% 3))]
  }))
}
errors_of <- function(x, y) {
  wrong <- function(fit, seen) {
    100 * mean(as.character(fitted(fit))[-seen] != as.character(y)[-seen])
  }
  bw <- quietly(bw_gc(x, seed = 1))
  learn <- function(method, ...) {
    mean(vapply(seq_len(n_draws), function(s) {
      seen <- draw_labels(y, s)
      wrong(quietly(method(x, replace(y, -seen, NA), bandwidth = bw, ...)), seen)
    }, 0))
  }
  c(bandwidth = as.numeric(bw),
    picture = vote_error(as.matrix(quietly(embed_eigenmaps(x, 2, bandwidth = bw))), y),
    harmonic = learn(ssl_harmonic), eigenmaps = learn(ssl_eigenmaps, seed = 1))
}

errors_of_set <- function(name, set) {
  x <- unname(as.matrix(set$x))
  y <- droplevels(set$y)
  if (nrow(x) > 500) {
    set.seed(1)
    at <- sample(nrow(x), 500)
    x <- x[at, ]
    y <- y[at]
  }
  attributes(x) <- attributes(x)["dim"]
  singular <- singular_values(x)
  chosen <- c(threshold = above_threshold(singular, nrow(x), ncol(x)),
              shuffled = above_shuffled(x, singular))
  turned <- stats::prcomp(x, rank. = min(max(50, chosen), length(singular)))$x
  counts <- c(all = ncol(x), `5` = 5, `10` = 10, `20` = 20, `50` = 50, chosen)
  do.call(rbind, lapply(names(counts), function(way) {
    k <- min(max(counts[[way]], 2), ncol(turned))
    found <- errors_of(if (way == "all") x else turned[, seq_len(k)], y)
    data.frame(set = name, n = nrow(x), columns = ncol(x), way = way,
               components = if (way == "all") NA else k, t(found))
  }))
}

machine()
measures <- c("picture", "harmonic", "eigenmaps")
for (half in halves) {
  rows <- do.call(rbind, lapply(names(sets[[half]]), function(name) {
    errors_of_set(name, sets[[half]][[name]]())
  }))
  show_table(rows, paste0("Errors, percent, ", half, " sets"))
  differences <- do.call(rbind, lapply(setdiff(unique(rows$way), "all"), function(way) {
    of <- function(w) as.matrix(rows[rows$way == w, measures])
    gain <- of(way) - of("all")
    cell <- sprintf("%.1f (%.1f)", colMeans(gain), apply(gain, 2, stats::sd) / sqrt(nrow(gain)))
    data.frame(components = way, t(stats::setNames(cell, measures)))
  }))
  show_table(differences, paste0("Error less that with all columns, points of percent (se over ",
                                 "sets), ", half, " sets"))
}
