# The unit and the origin of numeric labels.

# learn(problem) with labels of about 1, in regression; what it finds is brought back. Only powers
# of 2 are divided by.
#   learn   problem -> what new_ssl_fit() takes
#   centre  whether the labels' mean is taken off as well: for methods that keep constants; without
#           it what is learnt is linear in the labels, a machine's coefficients too
with_plain_labels <- function(problem, learn, centre = TRUE) {
  if (problem$labels$kind != "regression") {
    return(learn(problem))
  }
  targets <- problem$labels$targets
  first <- power_of_2(targets)
  targets <- targets / first
  origin <- if (centre) mean(targets) else 0
  second <- power_of_2(targets - origin)
  problem$labels$targets <- (targets - origin) / second
  learnt <- learn(problem)
  warn_far_values(learnt$values, problem$labels$targets)
  back <- function(v) (v * second + origin) * first
  found <- c("values", "averaged", "loo")
  learnt[found] <- lapply(learnt[found], function(v) if (!is.null(v)) back(v))
  without <- learnt$without
  learnt$without <- function(out) back(without(out))
  squares <- function(v) squares_back(v, second * first)
  if (!is.null(learnt$machine)) {
    learnt$machine$coefficients <- learnt$machine$coefficients * second * first
  }
  errors <- intersect(c("error", "squared_error", "se"), names(learnt$path))
  if (length(errors)) learnt$path[errors] <- lapply(learnt$path[errors], squares)
  if (!is.null(learnt$bound)) learnt$bound[["bias"]] <- squares(learnt$bound[["bias"]])
  learnt
}

# Values that are out of all proportion to the labels (their mean is 0).
warn_far_values <- function(values, targets) {
  reach <- max(abs(values)) / max(abs(targets))
  if (is.finite(reach) && reach > 100) {
    warn(
      c("The fitted values reach {signif(reach, 2)} times as far from the labels' mean as the
         labels: the smoothness asked for lets them where the graph hangs together weakly.",
        i = "A lower order of smoothness, a larger penalty or a larger `bandwidth` holds them."),
      "range"
    )
  }
}
