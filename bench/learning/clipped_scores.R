# What scores beyond the values of the labels do to probabilities: mean log loss at rows without a
# label, if the scores of a row are shrunk to several limits, before the slope is estimated and
# before it is used; for least squares. The first sets chose the limit, the others judged it.
#   Rscript bench/learning/clipped_scores.R 2      two draws of the labels of each set
suppressMessages(library(lapscale))
options(lapscale.threads = 1)
n_draws <- as.integer(c(commandArgs(TRUE), 2)[[1]])
limits <- c(1, 1.25, 1.5, 2, Inf)
core <- asNamespace("lapscale")
from <- function(package, name) get(utils::data(list = name, package = package, envir = environment()))
sets <- list(
  choose = list(
    wdbc = with(list(d = from("mclust", "wdbc")), list(d[-(1:2)], d$Diagnosis)),
    sonar = with(list(d = from("mlbench", "Sonar")), list(d[-61], d$Class)),
    glass = list(MASS::fgl[-10], MASS::fgl$type)
  ),
  judge = list(
    vehicle = with(list(d = from("mlbench", "Vehicle")), list(d[-19], d$Class)),
    ionosphere = with(list(d = from("mlbench", "Ionosphere")), list(d[-c(1, 2, 35)], d$Class)),
    penguins = with(list(d = stats::na.omit(as.data.frame(modeldata::penguins))), list(d[3:6], d$species)),
    crabs = list(MASS::crabs[4:8], MASS::crabs$sp), iris = list(iris[1:4], iris$Species),
    biopsy = with(list(d = stats::na.omit(MASS::biopsy)), list(d[2:10], d$class)),
    pima = with(list(d = MASS::Pima.te), list(d[-8], d$type))
  )
)

log_losses <- function(x, y, n_labels, seed, learn) {
  set.seed(seed)
  labelled <- unlist(lapply(split(seq_along(y), y), function(rows) {
    rows[sample.int(length(rows), min(length(rows) - 1L, n_labels))]
  }))
  fit <- suppressMessages(suppressWarnings(try(learn(x, replace(y, -labelled, NA)), TRUE)))
  if (inherits(fit, "try-error") || fit$score_kind != "squares") return(NULL)
  cells <- cbind(seq_along(y), as.integer(y))[-labelled, ]
  vapply(limits, function(limit) {
    clip <- function(scores) {
      scores <- core$target_columns(scores)
      scores / pmax(1, apply(abs(scores), 1, max) / limit)
    }
    rounds <- asplit(array(fit$held_out, c(dim(fit$held_out)[1:2], length(fit$held_out) /
                                             prod(dim(fit$held_out)[1:2]))), 3L)
    evidence <- do.call(rbind, lapply(rounds, function(round) clip(matrix(round, nrow(fit$held_out)))))
    own <- cbind(seq_len(nrow(evidence)), fit$labels$class)
    usual <- log(core$usual_slopes[["squares"]] * length(fit$labels$used) / 2)
    objective <- function(log_slope) {
      (log_slope - usual)^2 / (2 * core$usual_spread^2) -
        sum(core$log_softmax(exp(log_slope) * evidence)[own]) / length(rounds)
    }
    slope <- exp(stats::optimize(objective, usual + log(c(1e-3, 1e3)))$minimum)
    mean(-core$log_softmax(slope * clip(fit$scores))[cells])
  }, 0)
}

learners <- list(
  auto = function(x, y) ssl_auto(x, y, scale = TRUE, seed = 1),
  iterated = function(x, y) ssl_iterated(x, y, scale = TRUE, graph = "knn", k = 10, m = 2)
)
rows <- list()
for (half in names(sets)) for (set in names(sets[[half]])) for (n_labels in c(5, 15)) {
  for (seed in seq_len(n_draws)) for (learner in names(learners)) {
    data <- sets[[half]][[set]]
    losses <- log_losses(data[[1]], factor(data[[2]]), n_labels, seed, learners[[learner]])
    if (!is.null(losses)) rows[[length(rows) + 1L]] <- data.frame(half, set, t(losses))
  }
}
table <- do.call(rbind, rows)
of_sets <- stats::aggregate(table[-(1:2)], table[1:2], mean)
for (half in names(sets)) {
  own <- as.matrix(of_sets[of_sets$half == half, -(1:2)])
  cat(half, ": mean log loss over", nrow(own), "sets at limits", limits, "\n", format(colMeans(own), digits = 3),
      "\n less than without a limit by", format(colMeans(own[, length(limits)] - own), digits = 2), "se",
      format(apply(own[, length(limits)] - own, 2, stats::sd) / sqrt(nrow(own)), digits = 2), "\n")
}
