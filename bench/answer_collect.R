# What bench/answer.R evaluates: for samples of manifolds and labelled sets, at every bandwidth of a
# grid, the walk's step and the true errors. Slow (about 20 minutes of one core in all), once:
#   Rscript bench/answer_collect.R <part> <file.rds>    part: choosing, held, check, sets_choosing,
#                                                      sets_held
# A sample is a list: name, n, p, noise, uneven, seed, bandwidth, loops, none, hybrid (means over
# points, a row per bandwidth), error, paper (mean relative error of eight eigenvalues, NA where not
# looked at), angle (sine of the largest angle to the first eigenspace), today, line (choices of
# bw_gc() as it was, without d and with d = 1), knn, median.
source("bench/common.R")
options(lapscale.threads = 1L)
quietly <- function(expr) suppressMessages(suppressWarnings(expr))

grid_step <- 1.1

# list(grid, rms): from a third of the median distance to the nearest point to 3/4 of the root mean
# squared distance of pairs.
grid_of <- function(x) {
  d2 <- as.matrix(dist(x))^2
  rms <- sqrt(mean(d2[upper.tri(d2)]))
  diag(d2) <- Inf
  nearest <- sqrt(apply(d2, 1, min))
  low <- stats::median(nearest[nearest > 0]) / 3
  low <- min(low, rms / 12)
  list(grid = exp(seq(log(low), log(0.75 * rms), by = log(grid_step))), rms = rms)
}

walk_means <- function(walk) {
  d <- walk$distance
  data.frame(
    distance = colMeans(d), capped = colMeans(pmin(d, 1)), se = apply(d, 2, sd) / sqrt(nrow(d)),
    dimension = colMeans(walk$dimension), self = colMeans(walk$self),
    noise = colMeans(walk$noise), trace = if (!is.null(walk$trace)) colMeans(walk$trace) else NA,
    seeing = colMeans(abs(d - 1) > 1e-4), upper = apply(d, 2, stats::quantile, 0.9)
  )
}

noise_shares <- c(0, 0.25, 0.5, 0.75, 1)
all_walks <- function(s) {
  s$degree <- NULL
  for (walk in c("hybrid", "moving")) {
    for (i in seq_along(noise_shares)) {
      s[[paste0("blend_", walk, noise_shares[[i]])]] <- replace(s[[walk]], "distance", s[[walk]]$blend[i])
    }
  }
  lapply(s, walk_means)
}

choices_as_it_was <- function(x) {
  number <- function(expr) tryCatch(as.numeric(quietly(expr)), error = function(e) NA_real_)
  c(
    today = number(bw_gc(x, seed = 1, replicates = 0)), line = number(bw_gc(x, d = 1, seed = 1, replicates = 0)),
    knn = number(bw_knn(x)), median = number(bw_median(x))
  )
}

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

at_bandwidth <- function(x, h, truth, zeros, space, paper) {
  k <- length(truth) + zeros
  one <- tryCatch({
    s <- quietly(graph_spectrum(graph_laplacian(heat_graph(x, h, self_loops = FALSE)), k,
                                scale = "heat"))
    c(relative_error(s$values, truth, zeros),
      if (is.null(space)) NA else sine_of_angle(s$vectors, space, zeros))
  }, error = function(e) c(1, NA))
  old <- if (paper) tryCatch({
    s <- quietly(graph_spectrum(graph_laplacian(heat_graph(x, h, self_loops = TRUE)), k, scale = "linear"))
    relative_error(s$values, truth, zeros)
  }, error = function(e) 1) else NA
  c(one, old)
}

collect_manifold <- function(sample, facts) {
  x <- sample$x
  n <- nrow(x)
  of <- grid_of(x)
  rows <- if (n <= 400) seq_len(n) else round(seq(1, n, length.out = 300))
  s <- plain_steps(x, rows, of$grid)
  degree <- colMeans(s$degree)
  looked <- degree > 0.7 & degree < 0.6 * n
  errors <- vapply(seq_along(of$grid), function(i) {
    if (!looked[[i]]) return(c(NA, NA, NA))
    at_bandwidth(x, of$grid[[i]], sample$truth, sample$zeros, sample$space, i %% 2 == 0)
  }, numeric(3))
  c(facts, list(
    p = ncol(x), d = sample$d, rms = of$rms, bandwidth = of$grid, degree = degree,
    low_degree = apply(s$degree, 2, stats::quantile, 0.1), isolated = colMeans(s$degree < 0.1),
    walks = all_walks(s),
    error = errors[1, ], angle = errors[2, ], paper = errors[3, ], choice = choices_as_it_was(x)
  ))
}

# The 42 samples of the acceptance check, with its own draws.
check_samples <- function(seeds = 1:2) {
  curve_points <- function(f, n, closed) {
    t <- seq(0, 1, length.out = 20001); p <- f(t); s <- c(0, cumsum(sqrt(rowSums(diff(p)^2))))
    L <- s[length(s)]; k <- 1:8
    list(x = f(approx(s, t, runif(n, 0, L))$y), truth = if (closed) (2 * pi * ceiling(k / 2) / L)^2 else (pi * k / L)^2)
  }
  of <- function(sample) function(n, s) { m <- sample(n, s); list(x = unname(as.matrix(m)), truth = attr(m, "spectrum")(9)[2:9]) }
  sets <- list(
    sphere = of(function(n, s) sample_sphere(n, seed = s)), circle = of(function(n, s) sample_circle(n, seed = s)),
    torus = of(function(n, s) sample_flat_torus(n, seed = s)), three_sphere = of(function(n, s) sample_sphere(n, d = 3, seed = s)),
    ellipse = function(n, s) { set.seed(s); curve_points(function(t) cbind(1.6 * cos(2 * pi * t), .7 * sin(2 * pi * t)), n, TRUE) },
    arc = function(n, s) { set.seed(s); curve_points(function(t) cbind(cos(4 * t), sin(4 * t)), n, FALSE) },
    s_sheet = function(n, s) {
      set.seed(s); t <- 3 * pi * (runif(n) - .5); y <- 2 * runif(n)
      list(x = cbind(sin(t), y, sign(t) * (cos(t) - 1)), truth = sort(as.vector(outer((pi * 0:9 / (3 * pi))^2, (pi * 0:9 / 2)^2, "+")))[2:9])
    })
  cases <- expand.grid(name = names(sets), n = c(300, 900), noise = c(0, .03, .08), seed = seeds, stringsAsFactors = FALSE)
  lapply(seq_len(nrow(cases)), function(i) {
    case <- cases[i, ]
    p <- sets[[case$name]](case$n, case$seed); set.seed(900 + case$seed)
    if (case$noise > 0) { p$x <- cbind(p$x, matrix(0, case$n, 3)); p$x <- p$x + case$noise * rnorm(length(p$x)) }
    list(sample = c(p, list(zeros = 1L, d = c(2, 1, 2, 3, 1, 1, 2)[match(case$name, names(sets))], space = NULL)),
         facts = c(as.list(case), list(uneven = FALSE)))
  })
}

arguments <- commandArgs(TRUE)
part <- arguments[[1]]
file <- arguments[[2]]
if (part %in% c("choosing", "held", "check")) {
  Rcpp::sourceCpp("bench/answer.cpp", cacheDir = file.path(dirname(file), "cpp"))
  source("bench/answer_manifolds.R")
  jobs <- if (part == "check") check_samples() else {
    cases <- samples_of(part)
    lapply(seq_len(nrow(cases)), function(i) {
      case <- cases[i, ]
      list(sample = draw_sample(case$name, case$n, case$noise, case$uneven, case$seed), facts = as.list(case))
    })
  }
  if (length(arguments) > 2) jobs <- jobs[as.integer(strsplit(arguments[[3]], ",")[[1]])]
  collected <- lapply(jobs, function(job) {
    time <- system.time(found <- collect_manifold(job$sample, job$facts))[[1]]
    cat(sprintf("%s n=%d noise=%g %.1f s, least %.3f\n", found$name, found$n, found$noise, time, min(found$error, na.rm = TRUE)))
    found
  })
  saveRDS(collected, file)
}

# The walk with self-loops in any number of columns, by the package; NULL walks: not looked at.
package_steps <- function(x, rows, bandwidths) {
  inside <- asNamespace("lapscale")
  runtime <- inside$new_runtime(1L, FALSE)
  handle <- inside$cpp_points(x, runtime)
  on.exit(inside$cpp_release(handle))
  options <- inside$gc_options(1L, sqrt(-log(1e-8)), 1, "squared", TRUE, 1, nrow(x), ncol(x))
  held <- inside$hold_consistency(handle, NA, rows, options, bandwidths, runtime)
  on.exit(inside$cpp_release(held), add = TRUE, after = FALSE)
  inside$cpp_steps(held, bandwidths, runtime)
}

package_walks <- function(x, rows, bandwidths) {
  s <- package_steps(x, rows, bandwidths)
  moving <- replace(s, c("distance", "dimension"), s[c("moving", "moving_dimension")])
  spread <- ifelse(s$self < 1, sqrt(pmax(s$noise^2 - s$self^2, 0)) / (1 - s$self), 1)
  blends <- lapply(noise_shares, function(share) {
    replace(moving, "distance", list(
      s$self * s$distance + (1 - s$self) * pmin(1, moving$distance + share * spread)
    ))
  })
  names(blends) <- paste0("blend_moving", noise_shares)
  lapply(c(list(loops = s, moving = moving), blends), walk_means)
}

collect_set <- function(half, name) {
  set <- read_labelled(half, name)
  x <- set$x
  bw <- quietly(bw_gc(x, seed = 1, replicates = 0))
  grid <- as.data.frame(bw)$bandwidth
  s <- package_steps(x, if (nrow(x) <= 400) seq_len(nrow(x)) else round(seq(1, nrow(x), length.out = 300)), grid)
  looked <- seq(1, length(grid), by = if (nrow(x) > 400) 2 else 1)
  few <- splits_of(set$y, max(10, 2 * nlevels(set$y)))
  many <- splits_of(set$y, min(100, nrow(x) %/% 3), 4)
  errors <- matrix(NA_real_, 4, length(grid))
  for (i in looked) {
    errors[, i] <- c(learning_errors(x, set$y, grid[[i]], few), learning_errors(x, set$y, grid[[i]], many))
  }
  list(
    name = name, n = nrow(x), p = ncol(x), bandwidth = grid, degree = colMeans(s$degree) - 1,
    low_degree = apply(s$degree - 1, 2, stats::quantile, 0.1), isolated = colMeans(s$degree < 1.1),
    walks = package_walks(x, if (nrow(x) <= 400) seq_len(nrow(x)) else round(seq(1, nrow(x), length.out = 300)), grid),
    errors = errors,
    choice = choices_as_it_was(x)
  )
}

if (part %in% c("sets_choosing", "sets_held")) {
  source("bench/answer_sets.R")
  half <- sub("sets_", "", part)
  names <- names(labelled_sets[[half]])
  if (length(arguments) > 2) names <- strsplit(arguments[[3]], ",")[[1]]
  collected <- lapply(names, function(name) {
    time <- system.time(found <- collect_set(half, name))[[1]]
    best <- apply(found$errors, 1, min, na.rm = TRUE)
    cat(sprintf("%s n=%d p=%d %.1f s, least %s\n", name, found$n, found$p, time, paste(round(best, 3), collapse = " ")))
    found
  })
  saveRDS(collected, file)
}

# Curves alone: circles, rolls, published sets.
collect_curve <- function(x, name, few = FALSE) {
  of <- grid_of(x)
  rows <- if (nrow(x) <= 1000) seq_len(nrow(x)) else round(seq(1, nrow(x), length.out = 500))
  if (few) {
    s <- plain_steps(x, rows, of$grid)
    return(list(name = name, n = nrow(x), bandwidth = of$grid, degree = colMeans(s$degree), walks = all_walks(s)))
  }
  grid <- as.data.frame(quietly(bw_gc(x, seed = 1, replicates = 0)))$bandwidth
  if (grid[[2]] / grid[[1]] > grid_step) grid <- exp(seq(log(grid[[1]]), log(max(grid)), by = log(grid_step)))
  s <- package_steps(x, rows, grid)
  list(name = name, n = nrow(x), bandwidth = grid, degree = colMeans(s$degree) - 1, walks = package_walks(x, rows, grid))
}
if (part == "circles") {
  Rcpp::sourceCpp("bench/answer.cpp", cacheDir = file.path(dirname(file), "cpp"))
  saveRDS(lapply(1:50, function(i) collect_curve(unname(as.matrix(sample_circle(if (i > 25) 600 else 200, seed = (i - 1) %% 25 + 1))), "circle", TRUE)), file)
}
if (part == "rolls") {
  saveRDS(lapply(1:10, function(s) collect_curve(unname(as.matrix(sample_swiss_roll(1500, seed = s))), "roll")), file)
}
if (part == "known") {
  known <- list(
    digit1 = benchmark_set("digit1"), g241c = benchmark_set("g241c"), bci = benchmark_set("bci"),
    volcano = cbind(10 * c(row(volcano)), 10 * c(col(volcano)), c(volcano)), iris = as.matrix(iris[, 1:4]),
    faithful = as.matrix(faithful), crabs = as.matrix(MASS::crabs[4:8]), sphere = sample_sphere(800, seed = 1),
    hourglass = sample_hourglass(800, noise = .03, seed = 3), moons = sample_moons(400, noise = .05, seed = 1), torus = sample_torus(800, seed = 1),
    sunspots = as.matrix(as.numeric(sqrt(sunspot.year))), roll500 = sample_swiss_roll(500, seed = 1)
  )
  for (np in list(c(100, 1000), c(300, 60), c(60, 4000))) { set.seed(1); known[[paste0("noise_", np[1], "_", np[2])]] <- matrix(rnorm(prod(np)), np[1]) }
  found <- lapply(names(known), function(name) { x <- unname(as.matrix(known[[name]])); attributes(x) <- attributes(x)["dim"]; collect_curve(x, name) })
  saveRDS(found, file)
}
