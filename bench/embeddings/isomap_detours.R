# Does embed_isomap() find edges across gaps that bend the whole embedding, and say nothing where
# there are no gaps? Of rolls and S-curves the flat coordinates are known, with which edges cross.
#   Rscript bench/embeddings/isomap_detours.R          those by which the rule was chosen
#   Rscript bench/embeddings/isomap_detours.R others   samples that were opened once, after it
source("bench/common.R")
options(lapscale.threads = 1L)
machine()
others <- "others" %in% commandArgs(trailingOnly = TRUE)

# The graph of lengths, and what is said of it: by the gaps alone, with detours of which nothing is
# subtracted, and as it is.
rule <- function(x, k) {
  runtime <- new_runtime(1L, FALSE)
  graph <- length_graph(checked_points(x, seq_len(nrow(x)), nrow(x)), k, NULL, runtime)
  gaps_alone <- has_short_circuits
  environment(gaps_alone) <- list2env(list(max_detours = Inf), parent = environment(rule))
  gaps <- gaps_alone(x, graph, k, NULL, runtime)
  plain_share <- detour_share
  environment(plain_share) <- list2env(list(apply = function(...) 0), parent = environment(rule))
  places <- acquire_places(x, release_on_exit(acquire_points(x, runtime)), runtime)
  is_long <- function(share) isTRUE(share(places, graph, runtime) > max_detours)
  said <- c(gaps = gaps, before = gaps || is_long(plain_share), now = gaps || is_long(detour_share))
  list(weights = graph$weights, said = said)
}
environment(rule) <- asNamespace("lapscale")

one_of <- function(values) values[[sample.int(length(values), 1L)]]
with_noise <- function(x, sd) x + stats::rnorm(length(x), sd = sd)
normal <- function(n, p) matrix(stats::rnorm(n * p), n)
# Coordinates in space, with noise also in columns that have nothing else; and flat ones.
surface <- function(space, flat, sd) {
  nothing <- matrix(0, nrow(space), one_of(c(0, 0, 5:20)))
  list(x = with_noise(cbind(space, nothing), sd), flat = flat)
}
arc <- function(t) t * sqrt(1 + t^2) / 2 + asinh(t) / 2   # of the spiral of Archimedes
roll <- function(n = one_of(500:1500), width = one_of(c(21, 10))) {
  t <- 1.5 * pi * (1 + 2 * stats::runif(n))
  side <- width * stats::runif(n)
  surface(cbind(t * cos(t), side, t * sin(t)), cbind(arc(t), side), stats::runif(1, 0, 0.8))
}
s_curve <- function(n = one_of(500:1500), width = one_of(c(2, 5))) {
  t <- 3 * pi * (stats::runif(n) - 0.5)
  side <- width * stats::runif(n)
  surface(cbind(sin(t), side, sign(t) * (cos(t) - 1)), cbind(t, side), stats::runif(1, 0, 0.3))
}
ball <- function(n, p = 3) {
  x <- normal(n, p)
  x / sqrt(rowSums(x^2))
}
torus <- function(n, r) {
  a <- stats::runif(n, 0, 2 * pi)
  b <- stats::runif(n, 0, 2 * pi)
  cbind((1 + r * cos(b)) * cos(a), (1 + r * cos(b)) * sin(a), r * sin(b))
}
ring <- function(n, sd) {
  t <- stats::runif(n, 0, 2 * pi)
  with_noise(cbind(cos(t), sin(t)), sd)
}
shape <- function(n = one_of(300:1000)) {
  one_of(list(
    function() with_noise(ball(n), one_of(c(0, 0.1))), function() with_noise(ball(n, 4), 0.1),
    function() ball(n) %*% diag(c(1, 2, 0.4)), function() torus(n, one_of(c(0.2, 0.3, 0.4))),
    function() normal(n, one_of(2:5)), function() matrix(stats::runif(2 * n), n),
    function() matrix(stats::rexp(2 * n), n), function() rbind(normal(n, 2), normal(n, 2) + 6),
    function() cbind(stats::runif(n, 0, 10), stats::runif(n)),
    function() ring(n, one_of(c(0.02, 0.05, 0.1, 0.2)))
  ))()
}
cloud <- function(make) function() make(one_of(150:400), one_of(10:50))
kinds <- list(
  roll = roll, `S-curve` = s_curve, shape = shape, normal = cloud(normal),
  factors = cloud(function(n, p) {
    count <- one_of(2:5)
    with_noise(normal(n, count) %*% normal(count, p), stats::runif(1, 0.2, 1))
  }),
  Poisson = cloud(function(n, p) {
    rates <- stats::rgamma(p, 2) * one_of(c(1, 2, 5))
    matrix(as.numeric(stats::rpois(n * p, rep(rates, each = n))), n)
  }),
  `exp(normal)` = cloud(function(n, p) exp(normal(n, p))),
  `t, 3 df` = cloud(function(n, p) matrix(stats::rt(n * p, 3), n))
)
tables <- if (others) list(
  scale(MASS::Boston), scale(stats::na.omit(airquality[1:4])), scale(MASS::birthwt[2:3]),
  scale(MASS::Pima.tr[1:7]), scale(MASS::cpus[2:8]), log(MASS::cpus[2:8] + 1),
  stats::na.omit(MASS::biopsy[2:10]), scale(stats::na.omit(MASS::survey[c(2, 3, 6, 10, 12)])),
  benchmark_set("digit1"), benchmark_set("g241c"), benchmark_set("bci")
) else list(
  iris[1:4], scale(quakes[1:3]), MASS::crabs[4:8], log(MASS::crabs[4:8]), scale(MASS::fgl[1:9]),
  scale(faithful)
)

# The kind of a sample, and what is said of it. An edge crosses a gap if it is longer than 0.15 of
# the whole length when the surface is flat; the edges that do not are up to a third of that.
looked_at <- function(name, x, k, flat = NULL) {
  found <- rule(unname(as.matrix(x)), k)
  if (!is.null(flat)) {
    y <- quietly(as.matrix(embed_isomap(x, 2, k = k, landmarks = 200, seed = 1)))
    r2 <- min(apply(flat, 2, function(u) summary(stats::lm(u ~ y))$r.squared))
    ends <- Matrix::summary(found$weights)
    lengths <- sqrt(rowSums((flat[ends$i, ] - flat[ends$j, ])^2))
    crosses <- any(lengths > 0.15 * diff(range(flat[, 1])))
    name <- paste0(name, if (crosses) " with such edges", if (r2 < 0.9) ", bent" else ", unrolled")
  }
  data.frame(name, t(found$said))
}
drawn <- function(name, seed) {
  set.seed(seed)
  sample <- kinds[[name]]()
  k <- one_of(if (!is.list(sample)) c(5L, 8L, 10L, 15L, if (others) 20L) else c(8L, 10L, 15L))
  if (is.list(sample)) looked_at(name, sample$x, k, sample$flat) else looked_at(name, sample, k)
}
samples_of <- function(name) {
  seeds <- 500 * others + seq_len(if (name == "roll") 160 else 100)
  lapply(seeds, function(seed) drawn(name, seed))
}
found <- unlist(lapply(names(kinds), samples_of), recursive = FALSE)
for (x in Filter(Negate(is.null), tables)) {
  found <- c(found, lapply(c(5L, 10L, 15L), function(k) looked_at("real tables", x, k)))
}
found <- do.call(rbind, found)
in_order <- factor(found$name, unique(found$name))
table <- do.call(rbind, lapply(split(found, in_order), function(part) {
  share <- mean(part$now)
  data.frame(samples = part$name[[1]], count = nrow(part), `gaps alone` = 100 * mean(part$gaps),
             before = 100 * mean(part$before), now = 100 * share,
             `standard error` = 100 * sqrt(share * (1 - share) / nrow(part)), check.names = FALSE)
}))
show_table(table, "Percent of samples whose edges are said to cross gaps")
