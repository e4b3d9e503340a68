#' Learning from few labels: method and parameters chosen from the labels
#'
#' Gives all points a label, or a number, from the few that have one: like points get like labels.
#' Tries [ssl_eigenmaps()] with every number of eigenvectors and [ssl_iterated()] with `m` 1 and 2
#' and penalties in decades, and takes the one whose closed-form leave-one-out error over the labels
#' is least.
#'
#' @details
#' The error is the squared error of the targets +1 and -1 (or of the numbers, in regression). One
#' spectrum of the graph serves all candidates; no random numbers are drawn, and the order of the
#' rows does not matter. On the benchmark sets leave-one-out chooses as well as five times five
#' folds. Beyond 300 points the candidates of [ssl_iterated()] are compared by a truncated spectrum,
#' as there (Details): the first 100 eigenvectors or 50, the rest taken as flat. What is chosen is
#' then solved for without truncation.
#'
#' A minimum by chance is not taken: a number of eigenvectors is judged by its error or, where that
#' is larger, by the mean of its own and its neighbours' errors. In regression a penalty, along
#' which errors change slowly, goes before a number of eigenvectors that is not better by a standard
#' error of the difference; and a candidate is passed over whose values leave the range of the
#' labels by more than its length.
#'
#' @inheritParams ssl_eigenmaps
#' @inherit ssl_eigenmaps return
#' @inheritSection ssl_eigenmaps Errors and warnings
#' @references Zhou and Srebro (2011) and Zhou and Belkin (2011): see [ssl_eigenmaps()] and
#'   [ssl_iterated()]. Golub, G., Heath, M. and Wahba, G. (1979). Generalized cross-validation as a
#'   method for choosing a good ridge parameter. *Technometrics* 21, 215-223. (Leave-one-out of
#'   linear smoothers.)
#' @examples
#' x <- sample_moons(200, noise = 0.05, seed = 1)
#' moon <- factor(attr(x, "parameters")[, "moon"])
#' fit <- ssl_auto(x, replace(moon, -c(1:5, 196:200), NA), bandwidth = 0.3)
#' fit
#' plot(fit)
#' @export
ssl_auto <- function(x, ...) UseMethod("ssl_auto")

#' @rdname ssl_auto
#' @export
ssl_auto.default <- function(x, y, alpha = 0.5, bandwidth = NULL, graph = NULL, k = NULL,
                             cutoff = NULL, seed = NULL, n_threads = NULL, na_action = "error",
                             scale = FALSE, progress = NULL, landmarks = NULL, neighbors = "exact",
                             weights = NULL, ...) door({
  ssl_fit(auto_method(), x, y, environment(), names(match.call()))
}, ...)

#' @rdname ssl_auto
#' @export
ssl_auto.formula <- function(x, data, ...) door(fit_formula(ssl_auto, x, data, list(...)))

# Chooses the best of some methods that have candidates.
#   tried  the methods' own arguments as `check` returns them, by name
auto_method <- function(tried = list(eigenmaps = list(), iterated = list(m = 1:2))) {
  new_ssl_method(
    "auto", "Automatic choice",
    learn = function(problem, own) {
      with_plain_labels(problem, function(problem) learn_best(spectral_part(problem), tried))
    },
    is_spectral = TRUE, n_vectors = function(labels, own, n) spectrum_size(n)
  )
}

# Learns by the best of the candidates of all methods, on one spectrum.
#   tried  see auto_method()
learn_best <- function(part, tried) {
  methods <- ssl_methods()[names(tried)]
  learnt <- learn_best_candidate(function(part) {
    joined_candidates(Map(function(method, own) method$candidates(part, own), methods, tried))
  }, part, choose_steady)
  learnt$families <- vapply(methods, function(method) method$title, "")
  learnt$chosen <- replace(unlist(learnt$parameters), TRUE, "leave-one-out")
  learnt
}

# Joins candidates of several methods as those of one, whose first parameter is the method. The
# parameters that a method does not have are NA.
#   found  list(path, losses, fit, at) by method
joined_candidates <- function(found) {
  errors <- c("squared_error", "se")
  parameters <- setdiff(unlist(lapply(found, function(one) names(one$path))), errors)
  paths <- lapply(names(found), function(name) {
    path <- found[[name]]$path
    path[setdiff(parameters, names(path))] <- NA
    data.frame(candidate = name, path[c(parameters, errors)])
  })
  path <- do.call(rbind, paths)
  own_rows <- unlist(lapply(paths, function(one) seq_len(nrow(one))))
  fit <- function(row) {
    name <- path$candidate[[row]]
    learnt <- found[[name]]$fit(own_rows[[row]])
    learnt$parameters <- c(list(method = name), learnt$parameters)
    learnt
  }
  at <- function(row, points) found[[path$candidate[[row]]]]$at(own_rows[[row]], points)
  losses <- do.call(cbind, lapply(found, function(one) one$losses))
  list(path = path, losses = losses, fit = fit, at = at)
}

# Chooses the candidate with the least error, but none by chance. A number of eigenvectors is judged
# with its neighbours. In regression, where no sign forgives what lies between the labels, a
# penalty, whose errors change slowly along the path, goes before a number that is not better by a
# standard error, and a candidate is passed over whose values go far beyond the labels.
choose_steady <- function(found, part) {
  numbers <- which(!is.na(found$path$n_eigen))
  score <- found$path$squared_error
  score[numbers] <- pmax(score[numbers], neighbour_means(score[numbers]))
  best <- which.min(score)
  if (part$labels$kind == "classes") {
    return(best)
  }
  above <- found$losses - found$losses[, best]
  near <- colMeans(above) <= apply(above, 2L, sd_of_mean)
  preferred <- setdiff(which(near), numbers)
  first <- preferred[order(score[preferred])]
  everywhere <- seq_len(part$n)
  for (row in unique(c(first, order(score)))) {
    if (stays_near(found$at(row, everywhere), part$targets)) {
      return(row)
    }
  }
  best
}

# Averages each value with those beside it, once more at the ends.
neighbour_means <- function(v) {
  n <- length(v)
  (v[c(1L, seq_len(n - 1L))] + v + v[c(seq_len(n)[-1L], n)]) / 3
}

# Tells whether numbers are within the range of the labels, widened by its length on both sides.
stays_near <- function(values, targets) {
  range <- range(targets)
  all(abs(values - mean(range)) <= 1.5 * diff(range) + 1e-8 * max(abs(range)))
}
