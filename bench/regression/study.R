# Which graph, basis, and order of the penalty are best for the term, and whether restricted
# likelihood may choose among them. One row per fit. The first argument is the half of the cases,
# "opened" or "unopened"; the second the number of samples per case; the third, if any, names cases.
#   Rscript bench/regression/study.R opened 2 > bench/regression/opened.csv
source("bench/common.R")
source("bench/regression/cases.R")
options(lapscale.threads = 1L, lapscale.progress = FALSE)

new_graph <- lapscale:::new_term_graph
nearest <- function(k, symmetry = "union", local_scale = k, bandwidth = 1) {
  new_graph(list(type = "knn", k = k, symmetry = symmetry, local_scale = local_scale,
                 bandwidth = bandwidth))
}
graphs_of <- function(h) {
  radius <- function(multiple) new_graph(list(type = "radius", bandwidth = multiple * h))
  list(
    `nearest 5` = nearest(5L), `nearest 7` = nearest(7L), `nearest 10` = nearest(10L),
    `nearest 15` = nearest(15L), `mutual 10` = nearest(10L, "mutual"),
    `one bandwidth 10` = nearest(10L, local_scale = NULL, bandwidth = h),
    `radius 0.35` = radius(0.35), `radius 0.5` = radius(0.5), `radius 0.71` = radius(0.71),
    `radius 1` = radius(1)
  )
}
term_formula <- function(set, k, m, xt) {
  term <- sprintf("s(%s, bs = \"lap\", k = %d, m = %g, xt = xt)", toString(set$term), k, m)
  as.formula(paste("z ~", paste(c(set$others, term), collapse = " + ")), list2env(list(xt = xt)))
}
rmse <- function(value, truth) sqrt(mean((value - truth)^2)) / sd(truth)

fit_term <- function(set, graph, k, m) {
  xt <- list(bandwidth = graph, far = "keep")
  xt$points <- set$points
  start <- proc.time()[[3]]
  fit <- gam(term_formula(set, k, m, xt), data = set$data, family = set$family, method = "REML")
  spent <- proc.time()[[3]] - start
  value <- predict(fit, set$new, type = "response", se.fit = TRUE)
  smooth <- fit$smooth[[1]]
  smooth$far <- "na"
  is_clear <- !is.na(Predict.matrix(smooth, set$new)[, 1])
  inside <- abs(value$fit - set$new$truth) <= qnorm(0.95) * value$se.fit
  data.frame(
    reml = fit$gcv.ubre[[1]], error = rmse(value$fit, set$new$truth),
    clear = rmse(value$fit[is_clear], set$new$truth[is_clear]), lost = mean(!is_clear),
    coverage = if (set$covered) mean(inside) else NA, edf = sum(fit$edf), seconds = spent
  )
}
# All graphs with the first setting, two of them with the others.
settings <- data.frame(k = c(50L, 25L, 80L, 80L, 50L, 50L), m = c(2, 2, 2, 1, 1, 3))
settings_of <- function(graph) if (graph %in% c("nearest 10", "radius 0.71")) 1:6 else 1L
one <- function(name, seed, half) {
  set <- cases[[half]][[name]](seed)
  points <- as.matrix((if (is.null(set$points)) set$data else set$points)[set$term])
  graphs <- graphs_of(as.numeric(quietly(bw_gc(points, seed = 1, replicates = 0))))
  do.call(rbind, lapply(names(graphs), function(graph) {
    do.call(rbind, lapply(settings_of(graph), function(i) {
      k <- min(settings$k[[i]], nrow(points) - 1L, nrow(set$data) - 1L)
      row <- quietly(tryCatch(fit_term(set, graphs[[graph]], k, settings$m[[i]]),
                              error = function(e) NULL))
      if (is.null(row)) return(NULL)
      cbind(half, case = name, seed, graph, k = settings$k[[i]], m = settings$m[[i]], row)
    }))
  }))
}
if (any(grepl("study.R", commandArgs()))) {
  arguments <- commandArgs(TRUE)
  names <- names(cases[[arguments[[1]]]])
  if (length(arguments) > 2L) names <- intersect(names, arguments[-(1:2)])
  first <- TRUE
  for (name in names) for (seed in seq_len(as.integer(arguments[[2]]))) {
    rows <- one(name, seed, arguments[[1]])
    rows[] <- lapply(rows, function(column) if (is.double(column)) signif(column, 5) else column)
    write.table(rows, sep = ",", row.names = FALSE, col.names = first, qmethod = "double")
    first <- FALSE
  }
}
