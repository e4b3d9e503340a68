# Seconds of every selector and of the dimension estimates, and what the latter find beside another
# package's; distortion and neighborhood growth of one large sample on one axis.
#   Rscript bench/bandwidth/selectors.R [selectors,pairs,dimension,estimates,figure] [scale]
# scale < 1 shrinks all samples: 0.1 for a quick look. Benchmark sets are read from ../shared/data.
source("bench/common.R")
arguments <- commandArgs(TRUE)
all_parts <- c("selectors", "pairs", "dimension", "estimates", "figure")
parts <- if (length(arguments)) strsplit(arguments[[1]], ",")[[1]] else all_parts
stopifnot(parts %in% all_parts)
scale <- if (length(arguments) > 1) as.numeric(arguments[[2]]) else 1
sized <- function(n) as.integer(max(200, round(n * scale)))
machine()
clock <- function(expr) quietly(system.time(expr))[[3]]

# ---- each selector alone, and all at once ------------------------------------------------------

# What each selector is told beside the points; labels for the one that learns.
calls_of <- function(y, d) {
  list(
    gc = list(seed = 1), lepski = list(d = d, seed = 1), rec = list(seed = 1),
    cv = list(y = y, seed = 1, n_bandwidths = 5, folds = 2), msvd = list(d = d, seed = 1),
    kernel_sum = list(seed = 1), knn = list(), median = list(seed = 1), rate = list(d = d)
  )
}

selectors_on <- function(name, x, y, d) {
  calls <- calls_of(y, d)
  alone <- lapply(names(calls), function(selector) {
    seconds <- clock(found <- do.call(paste0("bw_", selector), c(list(x), calls[[selector]])))
    data.frame(data = name, selector = selector, bandwidth = as.numeric(found), seconds = seconds)
  })
  alone <- do.call(rbind, alone)
  together <- clock(do.call(bw_select, c(list(x, names(calls)), calls)))
  rbind(alone, data.frame(data = name, selector = c("sum of these", "all at once"), bandwidth = NA,
                          seconds = c(sum(alone$seconds), together)))
}

# Two classes by the sign of a function, 100 labels shown.
labels_of <- function(f) {
  set.seed(1)
  replace(factor(f > 0), -sample(length(f), min(100, length(f) %/% 3)), NA)
}

if ("selectors" %in% parts) {
  sphere <- as.matrix(sample_sphere(sized(1e4), seed = 1))
  table <- selectors_on(sprintf("sphere, n = %d", nrow(sphere)), sphere,
                        labels_of(sphere[, 1] * sphere[, 2]), 2)
  digit1 <- benchmark_set("digit1")
  if (!is.null(digit1)) {
    rows <- seq_len(sized(nrow(digit1)))
    rows <- rows[rows <= nrow(digit1)]
    y <- benchmark_set("digit1", "y")[rows]
    table <- rbind(table, selectors_on(sprintf("digit1, n = %d", length(rows)), digit1[rows, ],
                                       labels_of(y - mean(range(y))), 5))
  }
  show_table(table, "Selectors: seconds alone and together (cv: 5 bandwidths, 2 folds)")
}

# ---- all pairs ---------------------------------------------------------------------------------

if ("pairs" %in% parts) {
  n <- sized(1e5)
  x <- as.matrix(sample_sphere(n, seed = 1))
  seconds <- clock(found <- bw_kernel_sum(x, n_points = n))
  show_table(
    data.frame(n = n, pairs = n * (n - 1) / 2, bandwidths = nrow(as.data.frame(found)),
               bandwidth = as.numeric(found), seconds = seconds, `peak MB` = peak_memory(),
               check.names = FALSE),
    "bw_kernel_sum(), every pair"
  )
}

# ---- seconds of the dimension estimates --------------------------------------------------------

if ("dimension" %in% parts) {
  n <- sized(1e5)
  x <- as.matrix(sample_sphere(n, seed = 1))
  estimators <- list(
    dim_growth = function() dim_growth(x, seed = 1), dim_mle = function() dim_mle(x),
    dim_kernel_sum = function() dim_kernel_sum(x, seed = 1),
    `dim_eigengap, bandwidth given` = function() dim_eigengap(x, 0.1, seed = 1),
    `dim_eigengap` = function() dim_eigengap(x, seed = 1),
    dim_estimate = function() dim_estimate(x, seed = 1)
  )
  rows <- lapply(names(estimators), function(name) {
    seconds <- clock(found <- estimators[[name]]())
    data.frame(estimate = name, n = n, dimension = as.numeric(found), seconds = seconds)
  })
  show_table(do.call(rbind, rows), "Dimension of a sphere")
}

# ---- what the estimates find -------------------------------------------------------------------

# Points of known dimension; noise is that of a plane in ten columns.
known_dimensions <- function(n) {
  set.seed(1)
  list(
    `sphere (2)` = as.matrix(sample_sphere(n, seed = 1)),
    `swiss roll (2)` = as.matrix(sample_swiss_roll(n, seed = 1)),
    `5-cube (5)` = matrix(runif(5 * n), n),
    `10-sphere (10)` = as.matrix(sample_sphere(n, d = 10, seed = 1)),
    `noisy plane (2)` = cbind(matrix(runif(2 * n), n), matrix(0, n, 8)) + rnorm(10 * n, sd = 0.02),
    `digit1 (5)` = benchmark_set("digit1")
  )
}

# Levina and Bickel's estimate as intrinsicDimension has it; "not installed" where it is not.
peer_estimate <- function(x, k) {
  if (!requireNamespace("intrinsicDimension", quietly = TRUE)) {
    return(data.frame(`intrinsicDimension, global` = "not installed",
                      `intrinsicDimension, local mean` = "not installed", check.names = FALSE))
  }
  global <- intrinsicDimension::maxLikGlobalDimEst(x, k = k, unbiased = TRUE)$dim.est
  local <- intrinsicDimension::maxLikPointwiseDimEst(x, k = k, unbiased = TRUE)
  local <- if (is.data.frame(local)) local$dim.est else local
  data.frame(`intrinsicDimension, global` = format(global, digits = 3),
             `intrinsicDimension, local mean` = format(mean(local), digits = 3),
             check.names = FALSE)
}

if ("estimates" %in% parts) {
  sets <- Filter(Negate(is.null), known_dimensions(sized(2000)))
  rows <- lapply(names(sets), function(name) {
    x <- sets[[name]]
    consensus <- quietly(dim_estimate(x, seed = 1))
    found <- as.data.frame(consensus)
    ours <- as.list(stats::setNames(found$dimension, found$method))
    cbind(data.frame(data = name, ours, consensus = as.numeric(consensus)), peer_estimate(x, 20))
  })
  show_table(do.call(rbind, rows),
             sprintf("Dimensions found, %d points (k = 20 for the likelihood)", sized(2000)))
}

# ---- distortion and growth on one axis ---------------------------------------------------------

# Above: distortion against h for working dimensions 1, 2, 3, with the chosen bandwidths. Below: the
# average number of neighbors against the radius, with lines of slope 1, 2, 3.
draw_scales <- function(selected, growth, file) {
  grDevices::png(file, width = 1000, height = 1100, res = 130)
  on.exit(grDevices::dev.off())
  graphics::par(mfrow = c(2, 1), mar = c(4.1, 5.6, 2.2, 0.8), las = 1, mgp = c(4.2, 0.8, 0))
  colours <- c("#D55E00", "#0072B2", "grey20")
  curves <- lapply(selected, as.data.frame)
  counts <- as.data.frame(growth)
  seen <- lapply(curves, function(curve) curve$bandwidth[curve$criterion < 0.99])
  reach <- range(counts$radius, unlist(seen))
  graphics::plot(reach, c(0, 1.2), type = "n", log = "x", xlab = "", ylab = "distortion",
                 main = "Distortion and neighborhood growth on one scale")
  graphics::title(xlab = "bandwidth h", line = 2.4)
  for (d in seq_along(curves)) {
    graphics::lines(curves[[d]]$bandwidth, curves[[d]]$criterion, col = colours[[d]], lwd = 1.5)
    h <- as.numeric(selected[[d]])
    graphics::abline(v = h, col = colours[[d]], lty = 3)
    graphics::points(h, approx(log(curves[[d]]$bandwidth), curves[[d]]$criterion, log(h))$y,
                     pch = 19, col = colours[[d]])
  }
  graphics::legend("top", horiz = TRUE, box.col = NA, sprintf("d' = %d: h = %.3g", seq_along(curves),
                                       vapply(selected, as.numeric, 0)),
                   col = colours, lty = 1, pch = 19, bg = "white")
  seen <- counts$count > 0
  graphics::plot(counts$radius[seen], counts$count[seen], type = "l", log = "xy", xlim = reach,
                 xlab = "", ylab = "neighbors, on average")
  graphics::title(xlab = "radius", line = 2.4)
  ends <- attr(growth, "estimate")$facts
  middle <- sqrt(ends$lower * ends$upper)
  level <- exp(approx(log(counts$radius[seen]), log(counts$count[seen]), log(middle))$y)
  for (d in 1:3) {
    graphics::lines(reach, level * (reach / middle)^d, lty = 2, col = colours[[d]])
  }
  for (d in seq_along(selected)) {
    graphics::abline(v = as.numeric(selected[[d]]), col = colours[[d]], lty = 3)
  }
  graphics::legend("topleft", c("neighbors", paste("slope", 1:3)), col = c("black", colours),
                   lty = c(1, 2, 2, 2), bg = "white")
}

if ("figure" %in% parts) {
  dir.create("out", showWarnings = FALSE)
  x <- as.matrix(sample_hourglass(sized(1e5), noise = 0.01, noise_dims = 10, seed = 1))
  selected <- lapply(1:3, function(d) quietly(bw_gc(x, d = d, seed = 1)))
  seconds <- vapply(selected, function(bw) glance(bw)$elapsed, 0)
  growth <- quietly(dim_growth(x, n_radii = 60, seed = 1))
  draw_scales(selected, growth, "out/scales.png")
  show_table(
    data.frame(`d'` = 1:3, bandwidth = vapply(selected, as.numeric, 0), seconds = seconds,
               `growth dimension` = as.numeric(growth), check.names = FALSE),
    sprintf("Noisy hourglass, n = %d: bandwidths by working dimension (out/scales.png)", nrow(x))
  )
}
