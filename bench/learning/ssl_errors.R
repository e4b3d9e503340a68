# Is the error that a fit reports that of the other points? Mean over samples of the reported and of
# the true error, of the reported less the true one with its standard error, and seconds. "least":
# the error of leave-one-out at what was chosen by it; "corrected": this plus the bias of Tibshirani
# and Tibshirani (2009), mean over 5 folds of e_f(chosen by all) - e_f(best of the fold); "nested":
# glance()$error.
# Before that, labels without meaning, whose true error is one half: what ssl_auto() reports for 20
# and for 100 of 150 normal points, drawn independently and with equal counts.
#   Rscript bench/learning/ssl_errors.R [samples, 20] [samples without meaning, 200 of 20 labels]
source("bench/common.R")
internal <- asNamespace("lapscale")

n_samples <- as.integer(c(commandArgs(TRUE), 20)[[1]])
n_meaningless <- as.integer(c(commandArgs(TRUE)[-1], 200)[[1]])
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
  given <- list(bandwidth = set$h, seed = 1, progress = FALSE)
  asked <- internal$arguments_of_call(internal$ssl_harmonic.default, given)
  arguments <- internal$ssl_arguments(set$x, y, internal$ssl_settings(asked))
  part <- internal$spectral_part(internal$ssl_graph(arguments, internal$harmonic_method()))
  tried <- list(eigenmaps = list(), iterated = list(m = 1:2))
  each <- lapply(stats::setNames(nm = names(tried)), function(name) {
    found <- internal$ssl_methods[[name]]$candidates(part, tried[[name]])
    list(squared = found$losses, wrong = vapply(seq_len(nrow(found$path)), function(row) {
      internal$losses(found$loo(row), part$labels)
    }, numeric(length(part$rows))))
  })
  list(squared = do.call(cbind, lapply(each, `[[`, "squared")),
       wrong = do.call(cbind, lapply(each, `[[`, "wrong")),
       fold = internal$draw_folds(part$labels, arguments$checked$x, 5L, 1L, 1)[, 1])
}

meaningless <- NULL
for (n_labels in c(20, 100)) {
  for (drawn in c("independently", "equal counts")) {
    n_runs <- if (n_labels == 20) n_meaningless else n_meaningless %/% 3L
    reported <- vapply(seq_len(n_runs), function(s) {
      set.seed(1000 + s)
      x <- matrix(rnorm(300), 150)
      class <- if (drawn == "independently") sample(2, n_labels, TRUE) else
        sample(rep(1:2, n_labels / 2))
      if (length(unique(class)) < 2) return(NA)
      y <- factor(replace(rep(NA, 150), seq_len(n_labels), class))
      suppressWarnings(ssl_auto(x, y, seed = 1))$error
    }, 0)
    row <- data.frame(
      labels = n_labels, drawn = drawn, samples = n_runs, reported = mean(reported, na.rm = TRUE),
      se = sd(reported, na.rm = TRUE) / sqrt(n_runs)
    )
    print(row, row.names = FALSE, digits = 3)
    meaningless <- rbind(meaningless, row)
  }
}
show_table(meaningless, "ssl_auto(): reported error of labels without meaning (true: 0.5)")
if (n_samples == 0L) quit("no")

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
