# The p-value of the term if the response is noise, and its power: 200 samples of each kind.
source("bench/common.R")
source("bench/regression/cases.R")
options(lapscale.threads = 1L, lapscale.progress = FALSE)
p_value <- function(set, family = stats::gaussian()) {
  term <- sprintf("z ~ s(%s, bs = \"lap\", k = 30)", toString(set$term))
  fit <- quietly(gam(as.formula(term), data = set$data, family = family, method = "REML"))
  summary(fit)$s.pv
}
samples <- list(sphere = function(seed) sphere(seed, noise = 1.5), horseshoe = function(seed) {
  horseshoe(seed, 5, n = 200)
}, roll = function(seed) roll(seed, n = 200))
kinds <- list(
  `normal noise` = function(set) {
    set$data$z <- rnorm(nrow(set$data))
    p_value(set)
  },
  counts = function(set) {
    set$data$z <- rpois(nrow(set$data), 3)
    p_value(set, stats::poisson())
  },
  `the function` = function(set) p_value(set)
)
rows <- do.call(rbind, lapply(names(samples), function(name) {
  do.call(rbind, lapply(names(kinds), function(kind) {
    cat(name, kind, "\n", file = stderr())
    p <- vapply(1:200, function(seed) kinds[[kind]](samples[[name]](seed)), 0)
    data.frame(points = name, response = kind, `below 0.05` = mean(p < 0.05),
               `below 0.2` = mean(p < 0.2), `above 0.5` = mean(p > 0.5), check.names = FALSE)
  }))
}))
show_table(rows, "P-values of s(..., bs = \"lap\", k = 30), 200 samples of 200 points")
