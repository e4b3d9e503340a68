# How many nearest neighbors the paths along the data go through, by which bw_report() finds short
# circuits: curves and surfaces whose turns or strands come close, with noise, of which the true
# share is known, and others that have none.
#   Rscript bench/bandwidth/short_circuits.R          the shapes by which the number was chosen
#   Rscript bench/bandwidth/short_circuits.R others   shapes and tables that were looked at after it
source("bench/common.R")
machine()
others <- "others" %in% commandArgs(trailingOnly = TRUE)

# The shares by the report for numbers of neighbors, of points x at bandwidth h.
n_neighbors <- c(10, 7, 5, 4)
shares <- function(x, h) {
  runtime <- new_runtime(1L, FALSE)
  handle <- release_on_exit(acquire_points(x, runtime))
  places <- acquire_places(x, handle, runtime)
  vapply(n_neighbors, function(k) {
    lists <- nearest_lists(places$handle, k, runtime)
    short_circuit_share(report_lengths(places$x, places$handle, lists, h, 0, runtime,
                                       wide = places$nearest))
  }, 0)
}
environment(shares) <- list2env(list(n_neighbors = n_neighbors), parent = asNamespace("lapscale"))

# The share of the second moment that belongs to pairs of different strands, or of one strand that
# are more than three times as far along it, `along` (n x 1 or 2, isometric), as straight.
true_share <- function(x, h, strand, along) {
  straight <- as.matrix(stats::dist(x))
  moment <- exp(-(straight / h)^2) * straight^2
  far <- outer(strand, strand, "!=") | as.matrix(stats::dist(along)) > 3 * straight + h
  sum(moment[far]) / sum(moment)
}

arc <- function(t) t * sqrt(1 + t^2) / 2 + asinh(t) / 2   # of the spiral of Archimedes
with_noise <- function(x, sd) x + stats::rnorm(length(x), sd = sd)
spirals <- function(n, angle, sd, n_arms = 2) {
  t <- angle * sqrt(stats::runif(n, 0.02, 1))
  arm <- sample(n_arms, n, replace = TRUE)
  turn <- 2 * pi * arm / n_arms
  list(x = with_noise(cbind(t * cos(t + turn), t * sin(t + turn)), sd), strand = arm, along = arc(t))
}
roll <- function(n, sd, width = 10) {
  t <- 1.5 * pi * (1 + 2 * stats::runif(n))
  side <- stats::runif(n, 0, width)
  list(x = with_noise(cbind(t * cos(t), side, t * sin(t)), sd), strand = rep(1, n),
       along = cbind(arc(t), side))
}
moons <- function(n, sd) {
  t <- pi * stats::runif(n)
  lower <- rep(0:1, length.out = n)
  x <- cbind(ifelse(lower, 1 - cos(t), cos(t)), ifelse(lower, 0.5 - sin(t), sin(t)))
  list(x = with_noise(x, sd), strand = lower, along = t)
}
coil <- function(n, sd) {
  t <- stats::runif(n, 0, 10 * pi)
  list(x = with_noise(cbind(cos(t), sin(t), t / 8), sd), strand = rep(1, n),
       along = t * sqrt(1 + 1 / 64))
}
whole <- function(x) list(x = x)
rows <- function(x) whole(unname(as.matrix(x)))

shapes <- if (!others) {
  list(
    "two spirals, noise 0.3" = function() spirals(300, 3 * pi, 0.3),
    "two spirals, noise 0.6" = function() spirals(300, 3 * pi, 0.6),
    "two spirals, noise 0.9" = function() spirals(300, 3 * pi, 0.9),
    "roll, 500" = function() roll(500, 0),
    "roll, 1000, noise 0.5" = function() roll(1000, 0.5),
    "sphere, noise" = function() whole(as.matrix(sample_sphere(500, noise = 0.05, noise_dims = 3))),
    "circle, noise 0.1" = function() whole(as.matrix(sample_circle(300, noise = 0.1))),
    "circle of 100" = function() whole(as.matrix(sample_circle(100, noise = 0.02))),
    "circle of 60" = function() whole(as.matrix(sample_circle(60))),
    "torus" = function() whole(as.matrix(sample_torus(800))),
    "normal, 3 columns" = function() whole(matrix(stats::rnorm(1200), 400)),
    "normal, 10 columns" = function() whole(matrix(stats::rnorm(4000), 400))
  )
} else {
  list(
    "three spirals, noise 0.3" = function() spirals(450, 2.5 * pi, 0.3, 3),
    "three spirals, noise 0.5" = function() spirals(450, 2.5 * pi, 0.5, 3),
    "two spirals of 800, noise 0.6" = function() spirals(800, 4 * pi, 0.6),
    "moons, noise 0.05" = function() moons(300, 0.05),
    "moons, noise 0.15" = function() moons(300, 0.15),
    "coil, noise 0.05" = function() coil(500, 0.05),
    "coil, noise 0.2" = function() coil(500, 0.2),
    "wide roll, 700" = function() roll(700, 0.2, width = 20),
    "hourglass" = function() whole(as.matrix(sample_hourglass(600))),
    "t, 4 columns" = function() whole(matrix(stats::rt(1600, 5), 400)),
    "three normal groups" = function() {
      whole(matrix(stats::rnorm(1500), 300) + 4 * diag(5)[rep(1:3, 100), ])
    },
    "kernlab::spirals" = function() {
      utils::data("spirals", package = "kernlab", envir = environment())
      rows(get("spirals"))
    },
    iris = function() rows(iris[1:4]), crabs = function() rows(log(MASS::crabs[4:8])),
    quakes = function() rows(scale(quakes[1:3])), Boston = function() rows(scale(MASS::Boston)),
    USJudgeRatings = function() rows(USJudgeRatings), swiss = function() rows(scale(swiss)),
    faithful = function() rows(scale(faithful)), Pima = function() rows(scale(MASS::Pima.tr[1:7])),
    fgl = function() rows(scale(MASS::fgl[1:9])), attitude = function() rows(attitude)
  )
}

tables <- c("kernlab::spirals", "iris", "crabs", "quakes", "Boston", "USJudgeRatings", "swiss",
            "faithful", "Pima", "fgl", "attitude")
results <- list()
for (name in names(shapes)) {
  for (draw in seq_len(if (name %in% tables) 1 else 6)) {
    set.seed(draw)
    shape <- shapes[[name]]()
    h <- as.numeric(quietly(bw_gc(shape$x, seed = 1)))
    for (times in c(0.67, 1, 1.5)) {
      truth <- if (is.null(shape$along)) NA else
        true_share(shape$x, times * h, shape$strand, shape$along)
      results[[length(results) + 1L]] <- data.frame(
        shape = name, times = times, truth = truth, t(shares(shape$x, times * h))
      )
    }
  }
}
results <- do.call(rbind, results)
names(results)[-(1:3)] <- paste("k =", n_neighbors)
known <- !is.na(results$truth)
bridged <- known & results$truth > 0.05
whole_rows <- (known & results$truth < 0.005) | !known
limit <- lapscale:::report_limits$short_circuits
sparse_limit <- 0.15
percent <- function(rows) {
  by_k <- results[rows, paste("k =", n_neighbors)]
  by_both <- by_k[["k = 10"]] > limit | by_k[["k = 5"]] > sparse_limit
  round(100 * c(colMeans(by_k > limit), "10, or 5 above 0.15" = mean(by_both)))
}
show_table(
  data.frame(
    samples = c("more than 5% across", "less than 0.5% across, or no strands"),
    count = c(sum(bridged), sum(whole_rows)),
    rbind(percent(bridged), percent(whole_rows)), check.names = FALSE
  ),
  "Percent of samples and bandwidths with short circuits by the report, by neighbors of the paths"
)
by_shape <- stats::aggregate(results[-1], results["shape"], mean, na.action = NULL)
show_table(by_shape, "Mean shares at 0.67, 1, and 1.5 times the bandwidth of bw_gc()")
