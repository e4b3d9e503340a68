# The term beside thin plates, the soap film (which is told the boundary), ssl_auto(), gam() by
# columns, and a random forest, on the cases and samples of study.R. With the name of a half and the
# number of samples:
#   Rscript bench/regression/peers.R opened 2 > peers_opened.csv beside it
source("bench/regression/study.R")
fit_error <- function(set, formula, ...) {
  fit <- gam(formula, data = set$data, family = set$family, method = "REML", ...)
  value <- predict(fit, set$new, type = "response", se.fit = TRUE)
  inside <- abs(value$fit - set$new$truth) <= qnorm(0.95) * value$se.fit
  c(error = rmse(value$fit, set$new$truth), coverage = if (set$covered) mean(inside) else NA)
}
formula_of <- function(set, terms) {
  as.formula(paste("z ~", paste(c(set$others, terms), collapse = " + ")), globalenv())
}
peers <- list(
  `thin plates` = function(set) {
    if (length(set$term) > 3L || nrow(set$data) < 50L) return(NULL)
    fit_error(set, formula_of(set, sprintf("s(%s, k = 60)", toString(set$term))))
  },
  `soap film` = function(set) {
    if (!identical(set$term, c("x", "y"))) return(NULL)
    fit_error(set, z ~ s(x, y, bs = "so", k = 40, xt = list(bnd = shoe_boundary)),
              knots = shoe_knots)
  },
  `gam by columns` = function(set) {
    k <- min(10L, nrow(set$data) %/% (length(set$term) + 1L))
    if (k < 5L) return(NULL)
    count <- vapply(set$data[set$term], function(v) min(k, length(unique(v))), 0L)
    smooths <- ifelse(count < 4L, set$term, sprintf("s(%s, k = %d)", set$term, count))
    fit_error(set, formula_of(set, smooths))
  },
  `ssl_auto()` = function(set) {
    if (length(set$others)) return(NULL)
    x <- rbind(as.matrix(set$data[set$term]), as.matrix(set$new[set$term]))
    fit <- ssl_auto(x, c(set$data$z, rep(NA, nrow(set$new))), seed = 1)
    value <- fitted(fit)[-seq_len(nrow(set$data))]
    c(error = rmse(value, set$new$truth), coverage = NA)
  },
  `random forest` = function(set) {
    names <- c(set$term, all.vars(reformulate(c("1", set$others))))
    fit <- randomForest::randomForest(set$data[names], set$data$z)
    c(error = rmse(predict(fit, set$new[names]), set$new$truth), coverage = NA)
  }
)
if (!interactive()) {
  arguments <- commandArgs(TRUE)
  first <- TRUE
  half <- arguments[[1]]
  for (name in names(cases[[half]])) for (seed in seq_len(as.integer(arguments[[2]]))) {
    for (peer in names(peers)) {
      set <- cases[[half]][[name]](seed)
      spent <- system.time({
        row <- quietly(tryCatch(peers[[peer]](set), error = function(e) NULL))
      })[[3]]
      if (is.null(row)) next
      row <- data.frame(half, case = name, seed, peer, error = signif(row[["error"]], 5),
                        coverage = signif(row[["coverage"]], 5), seconds = spent)
      write.table(row, sep = ",", row.names = FALSE, col.names = first, qmethod = "double")
      first <- FALSE
    }
  }
}
