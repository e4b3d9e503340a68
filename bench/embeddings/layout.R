# Pictures of tables in the plane against UMAP (uwot), t-SNE (Rtsne), PHATE, eigenmaps, and
# principal components: the study behind embed_layout(), see notes/layout.md.
#   Rscript bench/embeddings/layout.R choose|judge|speed|large
# ("large" takes 100,000 points with ours and UMAP on two threads, once each.)
# The affinities, the descent, and the anchor were chosen on the first half of the sets, before the
# others were opened. Measures: the leave-one-out error of the 5 nearest neighbors in percent,
# trustworthiness with k = 10, and the share of 20,000 random triplets whose order of distances is
# that of the data.
source("bench/common.R")
source("bench/embeddings/tables.R")
options(lapscale.threads = 1L)
what <- commandArgs(TRUE)[[1]]

tree <- function() {
  set.seed(2)
  p <- 60
  ends <- list(rep(0, p))
  x <- NULL
  for (branch in 1:8) {
    from <- ends[[sample(length(ends), 1)]]
    way <- stats::rnorm(p)
    way <- 3 * way / sqrt(sum(way^2))
    x <- rbind(x, t(vapply(stats::runif(100), function(s) from + s * way, numeric(p))))
    ends[[length(ends) + 1]] <- from + way
  }
  list(x = x + stats::rnorm(length(x), sd = 0.08), y = factor(rep(1:8, each = 100)))
}

circle <- function() {
  x <- as.matrix(sample_circle(600, seed = 1))
  list(x = x, y = factor(cut(atan2(x[, 2], x[, 1]), 8, labels = FALSE)))
}

noise <- function() {
  set.seed(5)
  x <- matrix(stats::runif(1600), 800)
  list(x = x, y = factor(cut(x[, 1], 4, labels = FALSE)))
}

halves <- list(
  choose = list(
    digit1 = sets$choose$digit1, iris = sets$choose$iris, Vehicle = sets$choose$Vehicle,
    spam = sets$judge$spam, Vowel = sets$choose$Vowel, fgl = sets$choose$fgl, circle = circle
  ),
  judge = list(
    Satellite = sets$choose$Satellite, crabs = sets$choose$crabs, Letters = sets$judge$Letters,
    tree = tree, penguins = sets$judge$penguins, noise = noise, roll = function() {
      x <- sample_swiss_roll(700, seed = 1)
      list(x = as.matrix(x), y = factor(cut(attr(x, "parameters")[, 1], 5, labels = FALSE)))
    }
  )
)

# Random rows of a set, each place once.
rows_of <- function(set, most = 1000L) {
  found <- set()
  set.seed(1)
  rows <- sort(sample(nrow(found$x), min(most, nrow(found$x))))
  rows <- rows[!duplicated(found$x[rows, , drop = FALSE])]
  list(x = unname(as.matrix(found$x[rows, , drop = FALSE])), y = as.integer(found$y[rows]))
}

measures <- function(y, set, ranks) {
  n <- nrow(y)
  near <- lapply(seq_len(n), function(i) {
    order(replace(colSums((t(y) - y[i, ])^2), i, Inf))[1:10]
  })
  missed <- vapply(seq_len(n), function(i) {
    which.max(tabulate(set$y[near[[i]][1:5]])) != set$y[[i]]
  }, NA)
  excess <- vapply(seq_len(n), function(i) sum(pmax(ranks[i, near[[i]]] - 10, 0)), 0)
  set.seed(1)
  at <- matrix(sample(n, 60000, TRUE), ncol = 3)
  nearer <- function(z) {
    far <- function(k) rowSums((z[at[, 1], , drop = FALSE] - z[at[, k], , drop = FALSE])^2)
    far(2) < far(3)
  }
  trust <- 1 - 2 / (n * 10 * (2 * n - 31)) * sum(excess)
  c(100 * mean(missed), trust, mean(nearer(y) == nearer(set$x)))
}

# PHATE (Moon et al., 2019), from its description: kernel with decay 40 and the 5th neighbor, t at
# the knee of the entropy, logarithms of the diffused walk, metric scaling.
phate <- function(x) {
  d <- as.matrix(stats::dist(x))
  n <- nrow(d)
  scale <- pmax(apply(d, 1, function(z) sort(z)[[6]]), 1e-12)
  kernel <- exp(-(d / scale)^40)
  kernel <- (kernel + t(kernel)) / 2
  degree <- rowSums(kernel)
  pairs <- eigen(kernel / sqrt(outer(degree, degree)), TRUE)
  lambda <- abs(pairs$values)
  entropy <- vapply(1:100, function(t) {
    p <- lambda^t / sum(lambda^t)
    -sum(p[p > 0] * log(p[p > 0]))
  }, 0)
  line <- seq(entropy[[1]], entropy[[100]], length.out = 100)
  t <- which.max(line - entropy)
  diffused <- tcrossprod(pairs$vectors * rep(pairs$values^t, each = n), pairs$vectors)
  diffused <- pmax(diffused * sqrt(outer(1 / degree, degree)), 0)
  between <- as.matrix(stats::dist(-log(diffused + 1e-7)))
  y <- stats::cmdscale(between, 2)
  # Stress is reduced by majorization.
  for (step in 1:100) {
    ratio <- -between / pmax(as.matrix(stats::dist(y)), 1e-12)
    diag(ratio) <- 0
    diag(ratio) <- -rowSums(ratio)
    y <- ratio %*% y / n
  }
  y
}

ways <- list(
  layout = function(x) as.matrix(embed_layout(x)),
  UMAP = function(x) {
    set.seed(1)
    uwot::umap(x, n_threads = 1, n_sgd_threads = 1)
  },
  `t-SNE` = function(x) {
    set.seed(1)
    Rtsne::Rtsne(x, check_duplicates = FALSE, num_threads = 1)$Y
  },
  PHATE = phate,
  eigenmaps = function(x) as.matrix(quietly(embed_eigenmaps(x, 2))),
  PCA = function(x) stats::prcomp(x)$x[, 1:2]
)

compare <- function(half) {
  found <- lapply(halves[[half]], function(set) {
    set <- rows_of(set)
    distances <- as.matrix(stats::dist(set$x))
    diag(distances) <- Inf
    ranks <- t(apply(distances, 1, rank, ties.method = "first"))
    vapply(ways, function(way) {
      y <- NULL
      time <- cpu(y <- unname(way(set$x)))
      c(measures(y, set, ranks), time)
    }, numeric(4))
  })
  for (at in 1:4) {
    title <- c("error of 5 neighbors, %", "trustworthiness", "triplets", "CPU s")[[at]]
    table <- vapply(found, function(of_set) of_set[at, ], numeric(length(ways)))
    less <- table - rep(table["layout", ], each = nrow(table))
    digits <- c(1, 3, 3, 1)[[at]]
    shown <- function(x) format(round(x, digits), nsmall = digits, trim = TRUE)
    cells <- cbind(
      apply(table, 2, shown), mean = shown(rowMeans(table)),
      `less layout` = shown(rowMeans(less)),
      se = shown(apply(less, 1, stats::sd) / sqrt(ncol(less)))
    )
    show_table(data.frame(way = names(ways), cells, check.names = FALSE),
               paste(half, title, sep = ": "))
  }
}

clouds <- function(n) {
  set.seed(1)
  center <- matrix(stats::rnorm(20 * 16, sd = 3), 20)
  center[sample(20, n, TRUE), ] + matrix(stats::rnorm(16 * n), n)
}

# CPU seconds, and the error of 5 neighbors and the share of neighbors kept in 1000 of 10,000 rows.
speed <- function() {
  rows <- lapply(c(1e3, 1e4), function(n) {
    x <- clouds(n)
    times <- vapply(ways[c("layout", "UMAP", "t-SNE", "eigenmaps", "PCA")], function(way) {
      cpu(way(x))
    }, 0)
    data.frame(points = n, t(format(round(times, 1))), check.names = FALSE)
  })
  show_table(do.call(rbind, rows), "CPU s on one thread, 20 normal clouds in 16 columns")
  letters <- rows_of(sets$judge$Letters, 1e4)
  some <- sort(sample(nrow(letters$x), 1500))
  distances <- as.matrix(stats::dist(letters$x[some, ]))
  diag(distances) <- Inf
  ranks <- t(apply(distances, 1, rank, ties.method = "first"))
  set <- list(x = letters$x[some, ], y = letters$y[some])
  found <- vapply(ways[c("layout", "UMAP", "t-SNE", "eigenmaps", "PCA")], function(way) {
    y <- NULL
    time <- cpu(y <- unname(way(letters$x)))
    c(measures(y[some, ], set, ranks), time)
  }, numeric(4))
  show_table(
    data.frame(way = colnames(found), `error, %` = found[1, ], trustworthiness = found[2, ],
               triplets = found[3, ], `CPU s` = found[4, ], check.names = FALSE),
    sprintf("Letters, %d rows, judged among 1500 of them, one thread", nrow(letters$x))
  )
}

large <- function() {
  x <- clouds(1e5)
  options(lapscale.threads = 2L)
  print(system.time(embed_layout(x)))
  print(system.time(uwot::umap(x, n_threads = 2, n_sgd_threads = 2)))
  cat("load", readLines("/proc/loadavg"), "\n")
}

switch(what, speed = speed(), large = large(), compare(what))
