# What answer.R evaluates: of samples of manifolds and of labeled sets the walk's step and
# the true errors at every bandwidth of a grid. Half an hour of one core in all:
#   Rscript bench/bandwidth/answer_collect.R <part> <folder>
# part: check, choosing, held (manifolds), sets_choosing, sets_held (labeled sets), circles, rolls,
# known (curves alone). Writes <folder>/<part>.rds, a list of samples:
#   name, n, p, ..., bandwidth
#   walks   means over points, a row per bandwidth: of the walk with self-loops (loops), of the
#           steps that leave the point (moving: eigenvalues over 1 - s; hybrid: the covariance anew,
#           few columns only), and of both by the chance to stay, with shares of noise (blend_*)
#   error, paper, angle   of eight eigenvalues by the default and the papers' operator, relative,
#           mean; sine of the largest angle to the first eigenspace; NA where not looked at
#   errors  of learning, 4 x bandwidths
#   choice  of bw_gc() as it was without d (today) and with d = 1 (line), bw_knn(), bw_median()
source("bench/common.R")
options(lapscale.threads = 1L)
arguments <- commandArgs(TRUE)
part <- arguments[[1]]
folder <- arguments[[2]]
grid_step <- 1.1
noise_shares <- c(0, 0.25, 0.5, 0.75, 1)

plain <- function(x) {
  x <- unname(as.matrix(x))
  attributes(x) <- attributes(x)["dim"]
  x
}
spread_rows <- function(n, all = 400, some = 300) {
  if (n <= all) seq_len(n) else round(seq(1, n, length.out = some))
}

# From a third of the median distance to the nearest point to 3/4 of the root mean squared distance.
grid_of <- function(x) {
  d2 <- as.matrix(dist(x))^2
  rms <- sqrt(mean(d2[upper.tri(d2)]))
  diag(d2) <- Inf
  nearest <- sqrt(apply(d2, 1, min))
  low <- min(stats::median(nearest[nearest > 0]) / 3, rms / 12)
  list(grid = exp(seq(log(low), log(0.75 * rms), by = log(grid_step))), rms = rms)
}

# ---- the walk ----------------------------------------------------------------------------------

walk_means <- function(walk) {
  d <- walk$distance
  data.frame(
    distance = colMeans(d), capped = colMeans(pmin(d, 1)), se = apply(d, 2, sd) / sqrt(nrow(d)),
    dimension = colMeans(walk$dimension), self = colMeans(walk$self), noise = colMeans(walk$noise),
    seeing = colMeans(abs(d - 1) > 1e-4)
  )
}

plain_walks <- function(s) {
  s$degree <- NULL
  for (walk in c("hybrid", "moving")) {
    for (i in seq_along(noise_shares)) {
      name <- paste0("blend_", walk, noise_shares[[i]])
      s[[name]] <- replace(s[[walk]], "distance", s[[walk]]$blend[i])
    }
  }
  lapply(s, walk_means)
}

# In any number of columns, by the package.
package_steps <- function(x, rows, bandwidths) {
  inside <- asNamespace("lapscale")
  runtime <- inside$new_runtime(1L, FALSE)
  handle <- inside$cpp_points(x, runtime)
  on.exit(inside$cpp_release(handle))
  options <- inside$gc_options(1L, sqrt(-log(1e-8)), 1, "squared", TRUE, 1, nrow(x), ncol(x))
  held <- inside$acquire_consistency(handle, NA, rows, options, bandwidths, runtime)
  on.exit(inside$cpp_release(held), add = TRUE, after = FALSE)
  inside$cpp_steps(held, bandwidths, runtime)
}

package_walks <- function(s) {
  moving <- replace(s, c("distance", "dimension"), s[c("moving", "moving_dimension")])
  spread <- ifelse(s$self < 1, sqrt(pmax(s$noise^2 - s$self^2, 0)) / (1 - s$self), 1)
  blends <- lapply(noise_shares, function(share) {
    away <- pmin(1, moving$distance + share * spread)
    replace(moving, "distance", list(s$self * s$distance + (1 - s$self) * away))
  })
  names(blends) <- paste0("blend_moving", noise_shares)
  lapply(c(list(loops = s, moving = moving), blends), walk_means)
}

choices_as_it_was <- function(x) {
  number <- function(expr) tryCatch(as.numeric(quietly(expr)), error = function(e) NA_real_)
  c(
    today = number(bw_gc(x, seed = 1, replicates = 0)),
    line = number(bw_gc(x, d = 1, seed = 1, replicates = 0)),
    knn = number(bw_knn(x)), median = number(bw_median(x))
  )
}

# ---- errors on manifolds -----------------------------------------------------------------------

relative_error <- function(values, truth, zeros) {
  values <- values[-seq_len(zeros)][seq_along(truth)]
  values[is.na(values)] <- Inf
  mean(pmin(abs(values / truth - 1), 10))
}

sine_of_angle <- function(vectors, space, zeros) {
  v <- scale(vectors[, zeros + seq_len(ncol(space)), drop = FALSE], scale = FALSE)
  s <- svd(crossprod(qr.Q(qr(v)), qr.Q(qr(space))))$d
  sqrt(max(0, 1 - min(1, min(s))^2))
}

# c(error, angle, paper); a spectrum that fails is an error of 1.
errors_at <- function(sample, h, with_paper = TRUE) {
  k <- length(sample$truth) + sample$zeros
  spectrum <- function(loops, scale) {
    graph <- heat_graph(sample$x, h, self_loops = loops)
    quietly(graph_spectrum(graph_laplacian(graph), k, scale = scale))
  }
  error <- function(s) relative_error(s$values, sample$truth, sample$zeros)
  now <- tryCatch({
    s <- spectrum(FALSE, "heat")
    space <- sample$space
    c(error(s), if (is.null(space)) NA else sine_of_angle(s$vectors, space, sample$zeros))
  }, error = function(e) c(1, NA))
  paper <- if (with_paper) tryCatch(error(spectrum(TRUE, "linear")), error = function(e) 1) else NA
  c(now, paper)
}

collect_manifold <- function(sample, facts) {
  x <- sample$x
  n <- nrow(x)
  of <- grid_of(x)
  s <- plain_steps(x, spread_rows(n), of$grid)
  degree <- colMeans(s$degree)
  errors <- vapply(seq_along(of$grid), function(i) {
    looked <- degree[[i]] > 0.7 && degree[[i]] < 0.6 * n
    if (looked) errors_at(sample, of$grid[[i]], i %% 2 == 0) else rep(NA_real_, 3)
  }, numeric(3))
  c(facts, list(
    p = ncol(x), d = sample$d, rms = of$rms, bandwidth = of$grid, degree = degree,
    walks = plain_walks(s), error = errors[1, ], angle = errors[2, ], paper = errors[3, ],
    choice = choices_as_it_was(x)
  ))
}

# ---- samples -----------------------------------------------------------------------------------

# Those of the acceptance check, with its own draws.
check_samples <- function(seeds = 1:2) {
  curve <- function(f, closed) function(n, s) {
    set.seed(s)
    t <- seq(0, 1, length.out = 20001)
    p <- f(t)
    along <- c(0, cumsum(sqrt(rowSums(diff(p)^2))))
    length <- along[length(along)]
    k <- 1:8
    truth <- if (closed) (2 * pi * ceiling(k / 2) / length)^2 else (pi * k / length)^2
    list(x = f(approx(along, t, runif(n, 0, length))$y), truth = truth)
  }
  of <- function(sample) function(n, s) {
    m <- sample(n, s)
    list(x = unname(as.matrix(m)), truth = attr(m, "spectrum")(9)[2:9])
  }
  sheet <- function(n, s) {
    set.seed(s)
    t <- 3 * pi * (runif(n) - 0.5)
    y <- 2 * runif(n)
    values <- outer((0:9 / 3)^2, (pi * 0:9 / 2)^2, "+")
    list(x = cbind(sin(t), y, sign(t) * (cos(t) - 1)), truth = sort(values)[2:9])
  }
  sets <- list(
    sphere = of(function(n, s) sample_sphere(n, seed = s)),
    circle = of(function(n, s) sample_circle(n, seed = s)),
    torus = of(function(n, s) sample_flat_torus(n, seed = s)),
    three_sphere = of(function(n, s) sample_sphere(n, d = 3, seed = s)),
    ellipse = curve(function(t) cbind(1.6 * cos(2 * pi * t), 0.7 * sin(2 * pi * t)), TRUE),
    arc = curve(function(t) cbind(cos(4 * t), sin(4 * t)), FALSE), s_sheet = sheet
  )
  cases <- expand.grid(
    name = names(sets), n = c(300, 900), noise = c(0, 0.03, 0.08), seed = seeds,
    stringsAsFactors = FALSE
  )
  lapply(seq_len(nrow(cases)), function(i) {
    case <- as.list(cases[i, ])
    p <- sets[[case$name]](case$n, case$seed)
    set.seed(900 + case$seed)
    if (case$noise > 0) {
      p$x <- cbind(p$x, matrix(0, case$n, 3))
      p$x <- p$x + case$noise * rnorm(length(p$x))
    }
    list(sample = c(p, list(zeros = 1L, space = NULL)), facts = c(case, list(uneven = FALSE)))
  })
}

half_samples <- function(half) {
  cases <- samples_of(half)
  lapply(seq_len(nrow(cases)), function(i) {
    case <- as.list(cases[i, ])
    list(sample = do.call(draw_sample, case), facts = case)
  })
}

collect_set <- function(half, name) {
  set <- read_labelled(half, name)
  x <- set$x
  grid <- as.data.frame(quietly(bw_gc(x, seed = 1, replicates = 0)))$bandwidth
  s <- package_steps(x, spread_rows(nrow(x)), grid)
  looked <- seq(1, length(grid), by = if (nrow(x) > 400) 2 else 1)
  few <- splits_of(set$y, max(10, 2 * nlevels(set$y)))
  many <- splits_of(set$y, min(100, nrow(x) %/% 3), 4)
  errors <- matrix(NA_real_, 4, length(grid))
  for (i in looked) {
    errors[, i] <- c(learning_errors(x, set$y, grid[[i]], few),
                     learning_errors(x, set$y, grid[[i]], many))
  }
  list(
    name = name, n = nrow(x), p = ncol(x), bandwidth = grid, degree = colMeans(s$degree) - 1,
    walks = package_walks(s), errors = errors, choice = choices_as_it_was(x)
  )
}

collect_curve <- function(x, name) {
  x <- plain(x)
  rows <- spread_rows(nrow(x), 1000, 500)
  if (ncol(x) < 4 && nrow(x) <= 1000) {
    grid <- grid_of(x)$grid
    s <- plain_steps(x, rows, grid)
    walks <- plain_walks(s)
    degree <- colMeans(s$degree)
  } else {
    grid <- as.data.frame(quietly(bw_gc(x, seed = 1, replicates = 0)))$bandwidth
    s <- package_steps(x, rows, grid)
    walks <- package_walks(s)
    degree <- colMeans(s$degree) - 1
  }
  list(name = name, n = nrow(x), bandwidth = grid, degree = degree, walks = walks)
}

known_sets <- function() {
  noise <- function(n, p) {
    set.seed(1)
    matrix(rnorm(n * p), n)
  }
  list(
    digit1 = benchmark_set("digit1"), g241c = benchmark_set("g241c"), bci = benchmark_set("bci"),
    volcano = cbind(10 * c(row(volcano)), 10 * c(col(volcano)), c(volcano)), iris = iris[, 1:4],
    faithful = faithful, crabs = MASS::crabs[4:8], sunspots = cbind(sqrt(sunspot.year)),
    sphere = sample_sphere(800, seed = 1), torus = sample_torus(800, seed = 1),
    hourglass = sample_hourglass(800, noise = 0.03, seed = 3),
    moons = sample_moons(400, noise = 0.05, seed = 1), roll500 = sample_swiss_roll(500, seed = 1),
    noise_100_1000 = noise(100, 1000), noise_300_60 = noise(300, 60),
    noise_60_4000 = noise(60, 4000)
  )
}

# ---- all ---------------------------------------------------------------------------------------

compile("bench/bandwidth/answer.cpp")
source("bench/bandwidth/answer_manifolds.R")
source("bench/bandwidth/answer_sets.R")
manifold_part <- function(jobs) lapply(jobs, function(job) collect_manifold(job$sample, job$facts))
set_part <- function(half) {
  lapply(names(labelled_sets[[half]]), function(name) collect_set(half, name))
}
found <- switch(part,
  check = manifold_part(check_samples()),
  choosing = manifold_part(half_samples("choosing")),
  held = manifold_part(half_samples("held")),
  sets_choosing = set_part("choosing"),
  sets_held = set_part("held"),
  circles = lapply(1:50, function(i) {
    collect_curve(sample_circle(if (i > 25) 600 else 200, seed = (i - 1) %% 25 + 1), "circle")
  }),
  rolls = lapply(1:10, function(s) collect_curve(sample_swiss_roll(1500, seed = s), "roll")),
  known = {
    sets <- known_sets()
    lapply(names(sets), function(name) collect_curve(sets[[name]], name))
  }
)
saveRDS(found, file.path(folder, paste0(part, ".rds")))
