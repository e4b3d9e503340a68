# Which minimum: the choices of all selectors on manifolds that are known and on the benchmark sets,
# against three yardsticks over all bandwidths: the error of the Laplacian of known functions, of
# the smallest eigenvalues, and of learning from few labels. Writes bench/bandwidth/minima.csv.
#   Rscript bench/bandwidth/minima.R [manifolds,sets] [points] [seeds] [splits] [file]
# Half an hour on one core with the defaults; `Rscript bench/bandwidth/minima.R manifolds 300 1 1 x.csv` is a
# quick look.
source("bench/common.R")
arguments <- c(commandArgs(TRUE), rep(NA, 5))
parts <- strsplit(if (is.na(arguments[[1]])) "manifolds,sets" else arguments[[1]], ",")[[1]]
number <- function(i, usual) if (is.na(arguments[[i]])) usual else as.integer(arguments[[i]])
n_points <- number(2, 600L)
n_seeds <- number(3, 1L)
n_splits <- number(4, 4L)
file <- if (is.na(arguments[[5]])) "bench/bandwidth/minima.csv" else arguments[[5]]
machine()

# ---- the manifolds -----------------------------------------------------------------------------
# sample: n points without noise, with parameters as column attributes; size: a length to measure
# noise in; weight: relative density in the sample with uneven density, a function of the
# parameters; functions, eigenvalues: eigenfunctions of -Laplacian at the points, or NULL where none
# is known; label: classes by the parameters; n_labels.

roll_turns <- c(0.75, 2.25)
roll_length <- function(t) (t * sqrt(1 + t^2) + asinh(t)) / 2
roll_span <- diff(roll_length(2 * pi * roll_turns))

manifolds <- list(
  circle = list(
    sample = sample_circle, d = 1, size = 1, weight = function(p) 1 + 0.8 * cos(p[, 1]),
    functions = function(x, p) cbind(x[, 1:2], x[, 1]^2 - x[, 2]^2), eigenvalues = c(1, 1, 4),
    label = function(x, p) sin(3 * p[, 1]) > 0, n_labels = 30
  ),
  sphere = list(
    sample = sample_sphere, d = 2, size = 1, weight = function(p) 1 + 0.8 * cos(p[, "phi"]),
    functions = function(x, p) cbind(x[, 1:3], x[, 1] * x[, 2]), eigenvalues = c(2, 2, 2, 6),
    label = function(x, p) x[, 1] * x[, 2] > 0, n_labels = 40
  ),
  torus = list(
    sample = sample_flat_torus, d = 2, size = 1, weight = function(p) 1 + 0.8 * cos(p[, 1]),
    functions = function(x, p) cbind(x[, 1:4], x[, 1] * x[, 3]), eigenvalues = c(1, 1, 1, 1, 2),
    label = function(x, p) x[, 1] * x[, 3] > 0, n_labels = 40
  ),
  # In units in which it is as wide as the others.
  roll = list(
    sample = function(n, seed) {
      x <- sample_swiss_roll(n, turns = roll_turns, seed = seed)
      p <- attr(x, "parameters")
      spectrum <- attr(x, "spectrum")
      structure(as.matrix(x) / 10, parameters = p, spectrum = function(k) 100 * spectrum(k))
    },
    d = 2, size = 1, weight = function(p) 1 + 0.8 * cos(pi * roll_place(p)),
    functions = function(x, p) {
      cbind(cos(pi * roll_place(p)), cos(2 * pi * roll_place(p)), cos(pi * p[, "height"] / 21))
    },
    eigenvalues = 100 * c(pi / roll_span, 2 * pi / roll_span, pi / 21)^2,
    label = function(x, p) cos(3 * pi * roll_place(p)) > 0, n_labels = 40
  ),
  hourglass = list(
    sample = function(n, seed) sample_hourglass(n, noise_dims = 0, seed = seed), d = 2, size = 1.5,
    weight = function(p) 1 + 0.8 * p[, "z"], functions = NULL,
    label = function(x, p) x[, 1] * x[, 3] > 0, n_labels = 40
  ),
  moons = list(
    sample = sample_moons, d = 1, size = 1, weight = function(p) 1 + 0.8 * cos(p[, "theta"]),
    functions = NULL, label = function(x, p) p[, "moon"] == 1, n_labels = 10
  )
)

# The share of the roll's length, 0 to 1.
roll_place <- function(p) p[, "arc_length"] / roll_span

# Even: n points as they come. Uneven: of 4 n points those that the weight keeps.
draw <- function(m, n, uneven, seed) {
  x <- m$sample(if (uneven) 8 * n else n, seed = seed)
  parameters <- attr(x, "parameters")
  spectrum <- attr(x, "spectrum")
  points <- as.matrix(x)
  kept <- seq_len(n)
  if (uneven) {
    set.seed(seed)
    weight <- m$weight(parameters)
    kept <- which(stats::runif(nrow(points)) < weight / max(weight))[kept]
  }
  list(
    x = unname(points[kept, , drop = FALSE]), parameters = parameters[kept, , drop = FALSE],
    spectrum = spectrum
  )
}

# ---- the selectors -----------------------------------------------------------------------------

value_of <- function(expr) tryCatch(as.numeric(quietly(expr)), error = function(e) NA_real_)

choices_of <- function(x, d) {
  line <- quietly(bw_gc(x, d = 1, seed = 1))
  free <- quietly(bw_gc(x, d = NULL, seed = 1))
  c(
    `gc, without d` = as.numeric(free),
    `gc, without d, global` = value_of(update(free, minimum = "global")),
    `gc, d = 1` = as.numeric(line),
    `gc, d = 1, global` = value_of(update(line, minimum = "global")),
    `gc, true d` = value_of(bw_gc(x, d = d, seed = 1)),
    lepski = value_of(bw_lepski(x, d = d, seed = 1)), rec = value_of(bw_rec(x, seed = 1)),
    msvd = value_of(bw_msvd(x, d = d, seed = 1)), kernel_sum = value_of(bw_kernel_sum(x)),
    knn = value_of(bw_knn(x)), median = value_of(bw_median(x)), rate = value_of(bw_rate(x, d = d))
  )
}

# All bandwidths that the best is looked for among: the choices and a grid around them.
tried_bandwidths <- function(chosen, n_grid) {
  ends <- range(chosen, na.rm = TRUE)
  grid <- exp(seq(log(ends[[1]] / 1.5), log(ends[[2]] * 1.2), length.out = n_grid))
  c(chosen, grid)
}

# ---- the yardsticks ----------------------------------------------------------------------------

laplacian_error <- function(x, f, eigenvalues, h) {
  estimate <- graph_laplacian_at(x, f, x, h, f_y = f, scale = "laplacian")
  truth <- -f * rep(eigenvalues, each = nrow(f))
  estimate <- array(estimate, c(nrow(x), length(h), ncol(f)))
  apply(estimate, 2, function(e) sqrt(mean((e - truth)^2) / mean(truth^2)))
}

# The mean relative error of the first eigenvalues after 0. A graph in pieces has more zeros.
spectrum_error <- function(x, truth, h) {
  value_of({
    graph <- heat_graph(x, h, self_loops = TRUE)
    found <- graph_spectrum(graph_laplacian(graph), length(truth), "linear")$values
    mean(abs(found[-1] / truth[-1] - 1))
  })
}

# Share of wrong labels among the points that were not shown, mean over the rows of `shown`.
learning_error <- function(x, y, shown, h) {
  wrong <- apply(shown, 1, function(rows) {
    value_of({
      fit <- ssl_eigenmaps(x, replace(y, -rows, NA), bandwidth = h, seed = 1)
      mean((fitted(fit) != y)[-rows])
    })
  })
  mean(wrong)
}

# `n_splits` draws of labeled rows, each with two of every class or more.
draw_labels <- function(y, n_labels, seed, n_splits) {
  set.seed(seed)
  t(vapply(seq_len(n_splits), function(i) {
    first <- unlist(lapply(split(seq_along(y), y), sample, 2))
    c(first, sample(setdiff(seq_along(y), first), n_labels - length(first)))
  }, numeric(n_labels)))
}

# ---- one sample, one set -----------------------------------------------------------------------

# The table of one sample: per selector its bandwidth and errors, and the least errors of all.
table_of <- function(data, n, noise, uneven, seed, chosen, errors) {
  at <- seq_along(chosen)
  least <- lapply(errors, function(e) if (all(is.na(e))) NA_real_ else min(e, na.rm = TRUE))
  names(least) <- paste0("least_", names(errors))
  own <- lapply(errors, `[`, at)
  round_all <- function(columns) lapply(columns, function(v) signif(unname(v), 4))
  data.frame(
    data = data, n = n, noise = noise, uneven = uneven, seed = seed, selector = names(chosen),
    bandwidth = signif(unname(chosen), 4), round_all(own),
    round_all(least)
  )
}

on_known <- function(h, error) {
  vapply(h, function(h) if (is.na(h)) NA_real_ else error(h), 0)
}

study_manifold <- function(name, noise, uneven, seed) {
  m <- manifolds[[name]]
  clean <- draw(m, n_points, uneven, seed)
  set.seed(1000 + seed)
  x <- cbind(clean$x, matrix(0, n_points, 5))
  x <- x + noise * m$size * rnorm(length(x))
  chosen <- choices_of(x, m$d)
  h <- tried_bandwidths(chosen, 12)
  none <- rep(NA_real_, length(h))
  laplacian <- spectrum <- none
  if (!is.null(m$functions)) {
    f <- m$functions(clean$x, clean$parameters)
    known <- !is.na(h)
    laplacian[known] <- laplacian_error(x, f, m$eigenvalues, h[known])
    truth <- clean$spectrum(9)
    # Beyond two thirds of the median distance spectra say nothing.
    extent <- as.numeric(bw_median(x)) / 1.5
    spectrum <- on_known(ifelse(h > extent, NA, h), function(h) spectrum_error(x, truth, h))
  }
  y <- factor(m$label(clean$x, clean$parameters))
  shown <- draw_labels(y, m$n_labels, seed, n_splits)
  learning <- on_known(h, function(h) learning_error(x, y, shown, h))
  table_of(name, n_points, noise, uneven, seed, chosen,
           list(laplacian = laplacian, spectrum = spectrum, learning = learning))
}

# Real data: the dimension is not given. Of the benchmark sets the splits are; iris with 15 labels,
# crabs (species and sex, columns as they are) with 40, both in 12 splits.
real_set <- function(name) {
  if (name == "iris") return(list(x = as.matrix(iris[1:4]), y = iris$Species, n_labels = 15))
  if (name == "crabs") {
    crabs <- MASS::crabs
    return(list(x = as.matrix(crabs[4:8]), y = interaction(crabs$sp, crabs$sex), n_labels = 40))
  }
  x <- benchmark_set(name)
  if (is.null(x)) return(NULL)
  list(x = x, y = factor(benchmark_set(name, "y")), shown = benchmark_set(name, "lab100"))
}

study_set <- function(name) {
  set <- real_set(name)
  if (is.null(set)) {
    cat(name, "is not here: ../shared/data\n")
    return(NULL)
  }
  shown <- set$shown
  if (is.null(shown)) shown <- draw_labels(set$y, set$n_labels, 1, 12)
  if (nrow(set$x) > 200) shown <- shown[seq_len(min(nrow(shown), n_splits)), , drop = FALSE]
  d <- min(ncol(set$x), max(1, round(quietly(dim_mle(set$x)))))
  chosen <- choices_of(set$x, d)
  h <- tried_bandwidths(chosen, 12)
  learning <- on_known(h, function(h) learning_error(set$x, set$y, shown, h))
  none <- rep(NA_real_, length(h))
  table_of(name, nrow(set$x), NA, NA, NA, chosen,
           list(laplacian = none, spectrum = none, learning = learning))
}

# The file grows as the study goes on.
found <- NULL
keep <- function(rows) {
  found <<- rbind(found, rows)
  utils::write.csv(found, file, row.names = FALSE)
}
if ("manifolds" %in% parts) {
  cases <- expand.grid(name = names(manifolds), noise = c(0, 0.03, 0.1), uneven = c(FALSE, TRUE),
                       seed = seq_len(n_seeds), stringsAsFactors = FALSE)
  for (i in seq_len(nrow(cases))) {
    keep(do.call(study_manifold, as.list(cases[i, ])))
  }
}
if ("sets" %in% parts) {
  for (name in c("iris", "crabs", "bci", "digit1", "g241c")) keep(study_set(name))
}

# ---- what they say -----------------------------------------------------------------------------

# Ratios to the least error for the first two, points above it (in per cent) for learning.
found$laplacian_ratio <- found$laplacian / found$least_laplacian
found$spectrum_ratio <- found$spectrum / found$least_spectrum
found$learning_excess <- 100 * (found$learning - found$least_learning)

summary_of <- function(found, column) {
  values <- split(found[[column]], factor(found$selector, unique(found$selector)))
  data.frame(
    selector = names(values), median = vapply(values, median, 0, na.rm = TRUE),
    mean = vapply(values, mean, 0, na.rm = TRUE),
    `90 %` = vapply(values, quantile, 0, 0.9, na.rm = TRUE),
    worst = vapply(values, function(v) max(c(v, 0), na.rm = TRUE), 0),
    unknown = vapply(values, function(v) sum(is.na(v)), 0), check.names = FALSE
  )
}
synthetic <- found[found$data %in% names(manifolds), ]
with_truth <- synthetic[!is.na(synthetic$least_laplacian), ]
n_samples <- function(part) nrow(part) / length(unique(found$selector))
show_summary <- function(part, column, title) {
  if (!nrow(part)) return(invisible())
  table <- summary_of(part, column)
  show_table(table[order(table$mean), ], sprintf("%s, %g samples", title, n_samples(part)))
}
show_summary(with_truth, "laplacian_ratio", "Laplacian: error over the least")
show_summary(with_truth, "spectrum_ratio", "Spectrum: error over the least")
show_summary(synthetic, "learning_excess", "Learning: wrong labels above the least, in points")
real <- found[!found$data %in% names(manifolds), ]
if (nrow(real)) {
  show_table(real[c("data", "selector", "bandwidth", "learning", "least_learning")],
             "Wrong labels on the real sets")
}
