# Is the error that a fit reports that of the other points? Mean over samples of the reported and of
# the true error, of the reported less the true one with its standard error, and seconds. "least":
# the error of leave-one-out at what was chosen by it; "corrected": this plus the bias of Tibshirani
# and Tibshirani (2009), mean over 5 folds of e_f(chosen by all) - e_f(best of the fold); "nested":
# glance()$error.
#   Rscript bench/ssl_errors.R [samples, 20]
source(file.path("bench", "common.R"))
internal <- asNamespace("lapscale")

n_samples <- as.integer(c(commandArgs(TRUE), 20)[[1]])
some <- function(y, n) unlist(lapply(split(seq_along(y), y), sample, n %/% nlevels(y)))
sets <- list(
  noise = function(s) {
    x <- matrix(rnorm(240), 120)
    y <- factor(rep(1:2, 60))
    list(x = x, y = y, h = 1, seen = some(y, 30))
  },
  "two moons, 10" = function(s) moons(s, 10), "two moons, 30" = function(s) moons(s, 30),
  "iris, 15" = function(s) {
    list(x = as.matrix(iris[1:4]), y = iris$Species, h = 0.6, seen = some(iris$Species, 15))
  },
  "digit1, 100" = function(s) {
    list(x = benchmark_set("digit1"), y = factor(benchmark_set("digit1", "y")), h = 0.773,
         seen = benchmark_set("digit1", "lab100")[(s - 1) %% 12 + 1, ])
  }
)
moons <- function(s, n) {
  x <- sample_moons(300, noise = 0.25, seed = s)
  y <- factor(attr(x, "parameters")[, "moon"])
  list(x = as.matrix(x), y = y, h = 0.3, seen = some(y, n))
}

# Leave-one-out wrong or right of every candidate of ssl_auto(): labels x candidates.
candidate_losses <- function(set, y) {
  settings <- as.list(formals(internal$ssl_harmonic.default))[internal$shared_arguments]
  settings[c("bandwidth", "seed", "progress")] <- list(set$h, 1, FALSE)
  arguments <- internal$ssl_arguments(set$x, y, settings)
  part <- internal$spectral_part(internal$ssl_graph(arguments, internal$harmonic_method()))
  tried <- list(eigenmaps = list(), iterated = list(m = 1:2))
  each <- lapply(stats::setNames(nm = names(tried)), function(name) {
    found <- internal$ssl_methods()[[name]]$candidates(part, tried[[name]])
    list(squared = found$losses, wrong = vapply(seq_len(nrow(found$path)), function(row) {
      internal$losses(found$fit(row)$loo, part$labels)
    }, numeric(length(part$rows))))
  })
  list(squared = do.call(cbind, lapply(each, `[[`, "squared")),
       wrong = do.call(cbind, lapply(each, `[[`, "wrong")),
       fold = internal$draw_folds(part$labels, arguments$checked$x, 5L, 1L, 1)[, 1])
}

one <- function(set) {
  y <- replace(set$y, -set$seen, NA)
  start <- proc.time()[[1]]
  fit <- suppressWarnings(ssl_auto(set$x, y, bandwidth = set$h))
  nested <- proc.time()[[1]] - start
  tried <- suppressWarnings(candidate_losses(set, y))
  chosen <- which.min(colMeans(tried$squared))
  least <- mean(tried$wrong[, chosen])
  bias <- mean(vapply(1:5, function(f) {
    own <- tried$fold == f
    best <- which.min(colMeans(tried$squared[own, , drop = FALSE]))
    mean(tried$wrong[own, chosen]) - mean(tried$wrong[own, best])
  }, 0))
  true <- mean((fitted(fit) != set$y)[-set$seen])
  c(true = true, least = least, corrected = least + bias, nested = fit$error, seconds = nested)
}

results <- NULL
for (name in names(sets)) {
  found <- vapply(seq_len(n_samples), function(s) {
    set.seed(s)
    one(sets[[name]](s))
  }, numeric(5))
  for (by in c("least", "corrected", "nested")) {
    above <- found[by, ] - found["true", ]
    results <- rbind(results, data.frame(
      set = name, by = by, reported = 100 * mean(found[by, ]), true = 100 * mean(found["true", ]),
      difference = 100 * mean(above), se = 100 * sd(above) / sqrt(n_samples),
      rms = 100 * sqrt(mean(above^2)), fit_seconds = mean(found["seconds", ])
    ))
  }
  print(tail(results, 3), row.names = FALSE, digits = 3)
}
show_table(results,
           sprintf("ssl_auto(): reported and true error in percent, %d samples", n_samples))
