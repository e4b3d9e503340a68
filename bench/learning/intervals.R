# Coverage and width of prediction intervals and sets at 90%, by learner and number of labels, beside
# split conformal intervals (half of the labels fit, the other half gives the limit) and normal bands
# (1.645 standard errors with the error of a label, or root mean squared errors of the
# cross-validation). Width: over that of the shortest interval of one length around the fit which
# contains 90%, so 1 is the best that can be done with the same fit and one length; at most 10. Means
# over sets and samples of labels, with standard errors over the sets.
#   Rscript bench/learning/intervals.R [number of samples] [parts: numbers,auto,classes] [rows]
source(file.path("bench", "common.R"))
options(lapscale.threads = 1L)
asked <- c("1", "numbers,auto,classes", "300")
asked[seq_along(commandArgs(TRUE))] <- commandArgs(TRUE)
n_samples <- as.integer(asked[[1]])
parts <- strsplit(asked[[2]], ",")[[1]]
most_rows <- as.integer(asked[[3]])

rows_of <- function(table, target, max_rows = most_rows) {
  set.seed(1)
  table <- table[sort(sample(nrow(table), min(nrow(table), max_rows))), ]
  x <- scale(as.matrix(table[vapply(table, is.numeric, NA) & names(table) != target]))
  list(x = unname(x[, colSums(!is.finite(x)) == 0]), y = table[[target]])
}
from <- function(package, name, target) {
  data <- new.env()
  utils::data(list = name, package = package, envir = data)
  rows_of(as.data.frame(data[[name]]), target)
}
simulated <- function(kind, n = 300L) {
  set.seed(2)
  if (kind == "roll") {
    x <- sample_swiss_roll(n, seed = 2)
    return(list(x = as.matrix(x), y = attr(x, "parameters")[, 1] + stats::rnorm(n, sd = 0.3)))
  }
  x <- matrix(stats::runif(2 * n), n)
  noise <- if (kind == "uneven") 0.1 + x[, 2] else rep(0.3, n)
  list(x = x, y = sin(6 * x[, 1]) + noise * stats::rnorm(n))
}
numbers <- list(
  boston = from("MASS", "Boston", "medv"),
  concrete = from("modeldata", "concrete", "compressive_strength"),
  cars = from("datasets", "mtcars", "mpg"), air = rows_of(na.omit(datasets::airquality), "Ozone"),
  quakes = from("datasets", "quakes", "mag"), trees = from("MASS", "cpus", "perf"),
  iris = rows_of(datasets::iris, "Petal.Width"), roll = simulated("roll"),
  even = simulated("even"), uneven = simulated("uneven")
)
classes <- list(
  iris = from("datasets", "iris", "Species"), crabs = from("MASS", "crabs", "sp"),
  glass = from("mlbench", "Glass", "Type"), sonar = from("mlbench", "Sonar", "Class"),
  ionosphere = from("mlbench", "Ionosphere", "Class"),
  vehicle = from("mlbench", "Vehicle", "Class"),
  diabetes = from("mlbench", "PimaIndiansDiabetes", "diabetes")
)
moons <- sample_moons(300, noise = 0.2, seed = 1)
classes$moons <- list(x = as.matrix(moons), y = factor(attr(moons, "parameters")[, "moon"]))

width_of_best <- function(fit, y) 2 * stats::quantile(abs(y - fit), 0.9, names = FALSE)
outcome <- function(low, high, y) c(mean(low <= y & y <= high), mean(high - low))

# Coverage and width of our intervals, of split conformal ones, and of normal bands.
try_numbers <- function(set, learner, m, seed) {
  set.seed(seed)
  seen <- sample(length(set$y), m)
  rest <- seq_along(set$y)[-seen]
  learn <- function(seen) {
    arguments <- list(set$x, replace(set$y, -seen, NA), bandwidth = set$h)
    if (learner == "ssl_auto") arguments <- c(arguments[1:2], seed = 1)
    if (learner == "ssl_hessian") arguments <- arguments[1:2]
    quietly(do.call(learner, arguments))
  }
  fit <- learn(seen)
  p <- predict(fit, interval = "prediction")[rest, ]
  y <- set$y[rest]
  half <- seen[seq_len(m %/% 2)]
  with_half <- fitted(learn(half))
  others <- setdiff(seen, half)
  rank <- ceiling(0.9 * (length(others) + 1))
  limit <- sort(abs(set$y[others] - with_half[others]))[rank]
  split <- if (is.na(limit)) c(NA, NA) else
    outcome(with_half[rest] - limit, with_half[rest] + limit, y)
  normal <- if (is.null(fit$posterior)) rep(1.645 * glance(fit)$rmse, length(rest)) else
    1.645 * sqrt(predict(fit, se.fit = TRUE)$se.fit[rest]^2 + fit$posterior$noise^2)
  found <- c(outcome(p[, "lwr"], p[, "upr"], y), split,
             outcome(p[, "fit"] - normal, p[, "fit"] + normal, y))
  found[c(2, 4, 6)] <- pmin(10, found[c(2, 4, 6)] / width_of_best(p[, "fit"], y))
  found
}
try_classes <- function(set, learner, m, seed) {
  set.seed(seed)
  seen <- sample(length(set$y), m)
  y <- replace(set$y, -seen, NA)
  if (any(table(y) < 2)) return(rep(NA_real_, 3))
  arguments <- c(list(set$x, y), if (learner == "ssl_auto") list(seed = 1) else
    list(bandwidth = set$h))
  fit <- quietly(do.call(learner, arguments))
  inside <- predict(fit, type = "set")[-seen, ]
  truth <- cbind(seq_len(nrow(inside)), as.integer(set$y)[-seen])
  c(mean(inside[truth]), mean(rowSums(inside)), mean(fitted(fit)[-seen] == set$y[-seen]))
}

with_bandwidth <- function(set) {
  c(set, h = list(as.numeric(quietly(bw_gc(set$x, seed = 1)))))
}
tabulate_learners <- function(sets, learners, labels, attempt, names) {
  rows <- NULL
  for (learner in learners) for (m in labels) {
    each <- lapply(Filter(function(set) m <= length(set$y) * 0.7, sets), function(set) {
      found <- vapply(seq_len(n_samples), function(i) {
        tryCatch(attempt(set, learner, m, i), error = function(e) rep(NA_real_, length(names)))
      }, numeric(length(names)))
      rowMeans(found, na.rm = TRUE)
    })
    each <- do.call(rbind, each)
    each <- each[is.finite(each[, 1]), , drop = FALSE]
    cell <- apply(each, 2, function(v) {
      v <- v[is.finite(v)]
      if (length(v) < 2) "" else sprintf("%.2f (%.2f)", mean(v), sd(v) / sqrt(length(v)))
    })
    row <- c(learner = sub("ssl_", "", learner), labels = m, stats::setNames(cell, names))
    cat(paste0("| ", paste(row, collapse = " | "), " |\n"))
    rows <- rbind(rows, row, deparse.level = 0)
  }
  as.data.frame(rows)
}
numbers <- lapply(numbers, with_bandwidth)
classes <- lapply(classes, with_bandwidth)
single <- c("ssl_harmonic", "ssl_eigenmaps", "ssl_iterated", "ssl_diffusion", "ssl_laprls",
            "ssl_hessian")
columns <- c("coverage", "width", "split coverage", "split width", "normal coverage",
             "normal width")
of_sets <- c("coverage", "classes in the set", "correct")
machine()
if ("numbers" %in% parts) {
  show_table(tabulate_learners(numbers, single, c(10, 20, 50, 100, 200), try_numbers, columns),
             "Prediction intervals at 90%")
}
if ("auto" %in% parts) {
  show_table(tabulate_learners(numbers, "ssl_auto", c(20, 50), try_numbers, columns),
             "Prediction intervals at 90%, ssl_auto()")
  show_table(tabulate_learners(classes, "ssl_auto", c(20, 60), try_classes, of_sets),
             "Sets of classes at 90%, ssl_auto()")
}
if ("classes" %in% parts) {
  show_table(tabulate_learners(classes, c("ssl_harmonic", "ssl_eigenmaps", "ssl_iterated",
                                          "ssl_laprls", "ssl_lapsvm", "ssl_poisson"),
                               c(20, 60), try_classes, of_sets),
             "Sets of classes at 90%")
}
