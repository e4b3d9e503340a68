# From a fit of landmarks to one of all points.

# Every point gets the value that predict() gives it. The fit keeps
#   landmarks    which rows of the data they are, in the order of x, scores, averaged and factor
#   all_scores   the values at all points, those of `rows`
place_all_labels <- function(fit, problem, start) {
  all <- problem$landmarks$all
  fit$landmarks <- fit$rows
  fit$all_scores <- predict_scores(fit, all$x, problem$runtime, "x", "x")
  fit$rows <- all$rows
  fit$labels$rows <- problem$landmarks$labelled
  fit$elapsed <- proc.time()[[3]] - start
  fit
}

# The values at all points of the fit.
scores_of <- function(fit) fit$all_scores %||% fit$scores

# The fit of the landmarks alone, whose points are kept; a fit of all points as it is.
landmark_part <- function(fit) {
  if (is.null(fit$landmarks)) {
    return(fit)
  }
  fit$labels$rows <- match(fit$rows[fit$labels$rows], fit$landmarks)
  fit$rows <- fit$landmarks
  fit["all_scores"] <- list(NULL)
  fit
}
