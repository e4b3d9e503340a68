# Shapes with a known number of clusters, in two halves, for cluster_number.R: functions of a seed
# that return list(x, y). Rules were chosen on the first half before the second was opened.

ring <- function(n, radius, noise) {
  angle <- stats::runif(n, 0, 2 * pi)
  radius * cbind(cos(angle), sin(angle)) + stats::rnorm(2 * n, sd = noise)
}

blob <- function(n, center, sd = 1) {
  matrix(stats::rnorm(n * length(center), sd = sd), n) + rep(center, each = n)
}

spiral <- function(n, turn, noise) {
  along <- sqrt(stats::runif(n, 0.05, 1))
  angle <- 3 * pi * along + turn
  3 * along * cbind(cos(angle), sin(angle)) + stats::rnorm(2 * n, sd = noise)
}

moons <- function(n, noise) {
  lapply(1:2, function(i) {
    angle <- stats::runif(n / 2, 0, pi)
    xy <- cbind(cos(angle), sin(angle))
    if (i == 2L) xy <- cbind(1 - xy[, 1L], 0.5 - xy[, 2L])
    xy + stats::rnorm(n, sd = noise)
  })
}

# Groups, a list of tables, as a set with classes.
grouped <- function(groups) {
  list(x = do.call(rbind, groups), y = rep(seq_along(groups), vapply(groups, nrow, 0L)))
}

shape <- function(expr) {
  code <- substitute(expr)
  frame <- parent.frame()
  function(seed) {
    set.seed(seed)
    grouped(eval(code, new.env(parent = frame)))
  }
}

# Centers of k blobs on a circle or, for 3 columns, at the corners of a cube; `apart` standard
# deviations between neighbors.
blobs <- function(sizes, apart, columns = 2L) {
  k <- length(sizes)
  corners <- as.matrix(expand.grid(0:1, 0:1, 0:1))[c(1, 2, 3, 5, 8, 7), ]
  angle <- 2 * pi * seq_len(k) / k
  centers <- if (columns == 3L) corners[seq_len(k), ] else
    cbind(cos(angle), sin(angle)) / (2 * sin(pi / k))
  lapply(seq_len(k), function(i) blob(sizes[[i]], apart * centers[i, ]))
}

rings <- function(sizes, noise) {
  lapply(seq_along(sizes), function(i) ring(sizes[[i]], i, noise))
}

shapes <- list(
  choose = list(
    `moons 400, 0.05` = shape(moons(400, 0.05)), `moons 400, 0.08` = shape(moons(400, 0.08)),
    `moons 200, 0.1` = shape(moons(200, 0.1)), `moons 400, 0.1` = shape(moons(400, 0.1)),
    `moons 600, 0.12` = shape(moons(600, 0.12)),
    `3 rings, 0.08` = shape(rings(c(100, 200, 300), 0.08)),
    `3 rings, 0.1` = shape(rings(c(100, 200, 300), 0.1)),
    `3 rings, 0.13` = shape(rings(c(100, 200, 300), 0.13)),
    `3 rings of 120, 0.1` = shape(rings(c(120, 120, 120), 0.1)),
    `3 blobs at 4` = shape(blobs(c(100, 100, 100), 4)),
    `3 blobs at 6` = shape(blobs(c(60, 120, 180), 6)),
    `5 blobs at 5` = shape(blobs(rep(80, 5), 5)),
    `5 blobs at 8, in 3 columns` = shape(blobs(rep(60, 5), 8, 3L)),
    `2 pairs of blobs` = shape(c(blobs(c(80, 80), 5), lapply(blobs(c(80, 80), 5), `+`, 25))),
    `a far blob, 2 near` = shape(c(list(blob(100, c(30, 0))), blobs(c(100, 100), 5.5))),
    `a blob in a ring` = shape(list(ring(250, 3, 0.25), blob(100, c(0, 0), 0.5)))
  ),
  judge = list(
    `2 rings, 0.06` = shape(lapply(1:2, function(i) ring(200, i / 2, 0.06))),
    `2 rings, 0.09` = shape(lapply(1:2, function(i) ring(200, i / 2, 0.09))),
    `4 rings, 0.1` = shape(rings(c(75, 125, 175, 225), 0.1)),
    `4 rings, 0.13` = shape(rings(c(75, 125, 175, 225), 0.13)),
    `2 spirals, 0.1` = shape(lapply(0:1, function(i) spiral(200, pi * i, 0.1))),
    `2 spirals, 0.18` = shape(lapply(0:1, function(i) spiral(200, pi * i, 0.18))),
    `3 spirals, 0.1` = shape(lapply(0:2, function(i) spiral(180, 2 * pi * i / 3, 0.1))),
    `moons and a blob` = shape(c(moons(300, 0.09), list(blob(100, c(0.5, 2.5), 0.2)))),
    `2 pairs of moons` = shape(c(moons(250, 0.07), lapply(moons(250, 0.07), `+`, 5))),
    `2 pairs of rings` = shape(c(rings(c(80, 120), 0.12), lapply(rings(c(80, 120), 0.12), `+`, 8))),
    `2 blobs at 4` = shape(blobs(c(150, 150), 4)),
    `4 blobs at 5` = shape(blobs(rep(75, 4), 5)),
    `6 blobs at 5, in 3 columns` = shape(blobs(rep(70, 6), 5, 3L)),
    `unequal blobs at 5` = shape(blobs(c(30, 60, 150, 300), 5)),
    `unequal blobs at 7` = shape(blobs(c(25, 50, 100, 200, 225), 7)),
    `blobs of unequal width` = shape(list(blob(150, c(0, 0), 0.4), blob(150, c(5, 0), 1.2),
                                          blob(150, c(0, 6), 1)))
  )
)
