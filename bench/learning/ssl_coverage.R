# Do intervals of 1.96 standard errors hold what they promise? For the methods that have standard
# errors: the share of the points without a label whose true value is within the interval, and the
# median half width over the root mean squared error; means over samples, with standard errors.
# Labels with noise have errors of 0.3 standard deviations of the function.
#   Rscript bench/learning/ssl_coverage.R [samples, 30]
source("bench/common.R")
n_samples <- as.integer(c(commandArgs(TRUE), 30)[[1]])

internal <- asNamespace("lapscale")
methods <- list(iterated = ssl_iterated, diffusion = ssl_diffusion, auto = ssl_auto)
# Without the errors of cross-validation, which take most of the time.
quick_fit <- function(learner, ...) {
  suppressWarnings(internal$fit_predictions(learner, list(...)))
}
along <- function(x, name) attr(x, "parameters")[, name]
roll <- function(s, f) {
  x <- sample_swiss_roll(300, seed = s)
  list(x = as.matrix(x), f = f(along(x, "arc_length")), d = 2)
}
sets <- list(
  "roll, position" = function(s) roll(s, identity),
  "roll, sine" = function(s) roll(s, function(t) sin(t / 10)),
  circle = function(s) {
    x <- sample_circle(300, noise = 0.05, seed = s)
    list(x = as.matrix(x), f = atan2(x[, 2], x[, 1])^2, d = 1)
  },
  sphere = function(s) {
    x <- as.matrix(sample_sphere(300, seed = s))
    list(x = x, f = x[, 1] * x[, 2] + x[, 3], d = 2)
  }
)

one_sample <- function(make, s) {
  set <- make(s)
  h <- as.numeric(suppressMessages(bw_gc(set$x, d = set$d, seed = s)))
  truth <- set$f / sd(set$f)
  settings <- expand.grid(noise = c(0, 0.3), labels = c(20, 50, 100), method = names(methods),
                          stringsAsFactors = FALSE)
  set.seed(s)
  order <- sample(300)
  errors <- rnorm(300)
  rows <- lapply(seq_len(nrow(settings)), function(i) {
    seen <- order[seq_len(settings$labels[[i]])]
    y <- replace(truth + settings$noise[[i]] * errors, -seen, NA)
    # The automatic choice may be a kernel machine, if the bandwidth is open.
    fit <- if (settings$method[[i]] == "auto") quick_fit(ssl_auto, set$x, y = y, seed = 1) else
      quick_fit(methods[[settings$method[[i]]]], set$x, y = y, bandwidth = h)
    found <- predict(fit, se.fit = TRUE)
    miss <- (found$fit - truth)[-seen]
    half <- 1.96 * found$se.fit[-seen]
    c(inside = mean(abs(miss) <= half), width = median(half) / sqrt(mean(miss^2)))
  })
  cbind(settings, do.call(rbind, rows))
}

for (name in names(sets)) {
  all <- do.call(rbind, lapply(seq_len(n_samples), function(s) one_sample(sets[[name]], s)))
  by <- all[c("method", "labels", "noise")]
  cell <- function(v) sprintf("%.3f (%.3f)", mean(v), sd(v) / sqrt(length(v)))
  table <- aggregate(all[c("inside", "width")], by, cell)
  show_table(table, paste0(name, ", ", n_samples, " samples"))
}
