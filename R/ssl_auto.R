#' Learning from few labels: method and parameters chosen from the labels
#'
#' Tries [ssl_eigenmaps()] with every number of eigenvectors and [ssl_iterated()] with `m` 1 and 2
#' and penalties in decades, and takes the one whose closed-form leave-one-out error over the labels
#' is least.
#'
#' @details
#' The error is the squared error of the codes +1 and -1 (or of the numbers, in regression). One
#' spectrum of the graph serves all candidates; no random numbers are drawn, and the order of the
#' rows does not matter. On the benchmark sets leave-one-out chooses as well as five times five
#' folds.
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
                             progress = NULL, ...) {
  start <- proc.time()[[3]]
  check_no_dots(...)
  settings <- ssl_settings(alpha, bandwidth, graph, k, cutoff, na_action, seed, n_threads, progress)
  arguments <- ssl_arguments(x, y, settings)
  problem <- ssl_graph(arguments)
  finish_ssl("auto", problem, with_plain_labels(problem, learn_best), start)
}

#' @rdname ssl_auto
#' @export
ssl_auto.formula <- function(x, data, ...) fit_formula(ssl_auto.default, x, data, ...)

# The candidates of ssl_auto() on one spectrum.
learn_best <- function(problem) {
  part <- learning_part(problem)
  spectrum <- learning_spectrum(part, spectrum_size(part$n))
  setting <- smoother_setting(part, spectrum)
  smoothers <- lapply(1:2, function(power) list(power = power, time = 0))
  smooth <- smoother_path(setting, smoothers, smoother_decades)
  functions <- walk_functions(spectrum, part$degree)
  least <- max(1L, length(problem$labels$used) - 1L)
  most <- min(50L, max(length(part$rows) %/% 2L, least), ncol(functions$columns) - 1L)
  few <- eigenmaps_loo(functions$columns[part$rows, seq_len(most + 1L), drop = FALSE], part,
                       min(least, most))
  path <- rbind(
    data.frame(candidate = "eigenmaps", n_eigen = few$n_eigen, m = NA, mu = NA,
               few[c("squared_error", "se")]),
    data.frame(candidate = "iterated", n_eigen = NA, m = smooth$smoother, mu = smooth$mu,
               smooth[c("squared_error", "se")])
  )
  best <- path[which.min(path$squared_error), ]
  learnt <- if (best$candidate == "eigenmaps") {
    eigenmaps_fit(functions, part, best$n_eigen, spectrum)
  } else {
    smoother_fit(setting, smoothers[[best$m]], best$mu)
  }
  parameters <- c(list(method = best$candidate), as.list(best[c("n_eigen", "m", "mu")]))
  learnt$parameters <- parameters[!is.na(parameters)]
  learnt$chosen <- stats::setNames(rep("leave-one-out", length(learnt$parameters)),
                                   names(learnt$parameters))
  learnt$path <- path
  learnt
}

# Closed-form leave-one-out errors of least squares on the first k eigenvectors, k from `least` on.
#   columns  n x (K + 1) on the labelled points, the constant first
eigenmaps_loo <- function(columns, part, least) {
  rows <- seq_len(nrow(columns))
  basis <- orthonormal_on(rows, columns)
  predicted <- nested_predictions(basis, rows, part$codes)
  sizes <- seq(least, ncol(columns) - 1L)
  errors <- vapply(sizes, function(size) {
    leverage <- rowSums(basis[, seq_len(size + 1L), drop = FALSE]^2)
    values <- matrix(predicted[, , size + 1L], length(rows))
    squared <- rowSums((leave_one_out(values, part$codes, leverage) - part$codes)^2)
    c(mean(squared), sd_of_mean(squared))
  }, numeric(2))
  data.frame(n_eigen = sizes, squared_error = errors[1, ], se = errors[2, ])
}
