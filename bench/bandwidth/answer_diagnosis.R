# What can be told at the choice of noise, of groups of few points, and of data like manifolds: for
# the limits of bw_report(). Rscript bench/bandwidth/answer_diagnosis.R
#   stay       mean chance to stay; distance, dimension, moving: of the rule
#   neighbors  kernel sum without the point itself
#   nearest    median distance to the nearest point over the root mean squared distance
source("bench/common.R")
source("bench/bandwidth/answer_facts.R")
source("bench/bandwidth/answer_sets.R")
options(lapscale.threads = 1L)

noise <- function(n, p) {
  set.seed(1)
  matrix(rnorm(n * p), n)
}
genes <- function(name) from_package(sprintf("spls/data/%s.RData", name))[[name]]$x
sets <- list(
  `noise 100 x 1000` = noise(100, 1000), `noise 300 x 60` = noise(300, 60),
  `noise 60 x 4000` = noise(60, 4000), `noise 1000 x 30` = noise(1000, 30),
  `noise 300 x 20` = noise(300, 20), `noise 1000 x 10` = noise(1000, 10),
  `noise 500 x 5` = noise(500, 5), prostate = genes("prostate"), lymphoma = genes("lymphoma"),
  digit1 = benchmark_set("digit1"), g241c = benchmark_set("g241c"), bci = benchmark_set("bci"),
  satellite = as.matrix(from_library("Satellite", "mlbench")[1:2000, 1:36]), iris = iris[, 1:4],
  spam = log1p(as.matrix(from_library("spam", "kernlab")[1:1500, 1:57])),
  crabs = MASS::crabs[4:8], faithful = faithful, swiss = swiss, quakes = quakes,
  sonar = read_labelled("choosing", "sonar")$x, musk = read_labelled("choosing", "musk")$x,
  phoneme = read_labelled("choosing", "phoneme")$x, mdrr = read_labelled("choosing", "mdrr")$x,
  wdbc = read_labelled("choosing", "wdbc")$x, `sphere, 200` = sample_sphere(200, seed = 1),
  `5-sphere, 150` = sample_sphere(150, d = 5, seed = 1),
  `roll, 500` = sample_swiss_roll(500, seed = 1), `roll, 1500` = sample_swiss_roll(1500, seed = 1)
)
show_table(do.call(rbind, lapply(names(sets), function(name) {
  x <- as.matrix(sets[[name]])
  found <- facts_at_choice(x)
  d2 <- as.matrix(dist(x))^2
  rms <- sqrt(mean(d2[upper.tri(d2)]))
  diag(d2) <- Inf
  facts <- found$facts
  data.frame(
    set = name, n = nrow(x), columns = ncol(x), bandwidth = found$bandwidth,
    distance = facts$distance, stay = facts$staying, dimension = facts$dimension,
    moving = facts$moving, neighbors = facts$neighbors,
    nearest = median(sqrt(apply(d2, 1, min))) / rms, `expected error` = found$eigenvalue_error,
    check.names = FALSE
  )
})), "At the choice")

# Strands and turns in noise, and shapes that it leaves alone: what the report says at the choice.
source("bench/bandwidth/answer_manifolds.R")
looked_at <- function(name, n, noise, uneven = FALSE, seed = 33) {
  sample <- draw_sample(name, n, noise, uneven, seed)
  bw <- suppressWarnings(bw_gc(sample$x, seed = 1, replicates = 0L))
  report <- tidy(bw_report(bw, sample$x))
  spectrum <- graph_spectrum(graph_laplacian(heat_graph(sample$x, bw)), 8L + sample$zeros)
  values <- spectrum$values[-seq_len(sample$zeros)]
  data.frame(
    manifold = name, n = n, noise = noise, error = mean(abs(values / sample$truth - 1)),
    expected = glance(bw)$eigenvalue_error,
    verdicts = paste(report$verdict[report$verdict != "fine"], collapse = "; ")
  )
}
near <- c("knot_2_5", "knot_3_4", "trefoil", "flower", "helix", "spiral", "two_sheets", "tight_roll")
far <- c("sphere", "circle", "torus", "three_sphere", "ellipse", "arc", "s_sheet", "dome",
         "cylinder", "half_circle", "cone", "hourglass")
cases <- expand.grid(name = c(near, far), n = c(400, 1000), noise = 0.1, stringsAsFactors = FALSE)
show_table(do.call(rbind, Map(looked_at, cases$name, cases$n, cases$noise)), "In noise of 0.1")

# The error that is expected, and the true one, on both halves.
show_table(do.call(rbind, lapply(c("choosing", "held"), function(half) {
  found <- do.call(rbind, do.call(Map, c(looked_at, unname(as.list(samples_of(half))))))
  ratio <- found$error / found$expected
  strands <- found$error[found$expected == lapscale:::error_of_strands]
  data.frame(
    part = half, samples = nrow(found), strands = length(strands),
    `their error: mean` = exp(mean(log(strands))), least = min(strands), largest = max(strands),
    `rank correlation` = cor(found$error, found$expected, method = "spearman"),
    `median ratio` = median(ratio), `in [.5, 2]` = mean(ratio > 0.5 & ratio < 2),
    `in [.25, 4]` = mean(ratio > 0.25 & ratio < 4), check.names = FALSE
  )
})), "True over expected error, with strands")
