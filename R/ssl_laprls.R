#' Kernel machines regularized on a manifold
#'
#' @description
#' Predicts labels by kernel functions that fit the labels, have a small norm, and are smooth on the
#' graph of all points, labeled or not (Belkin, Niyogi and Sindhwani, 2006). `ssl_laprls()` uses
#' least squares and `ssl_lapsvm()` is a support vector machine.
#'
#' **When to use it.** Use them if you need a function that is defined everywhere, not only near the
#' data. Both need points and cannot be used on a graph. [ssl_auto()] tries `ssl_laprls()` and
#' faster methods.
#'
#' **Arguments to know.** Supply the points `x` and the labels `y`, with `NA` where the label is
#' unknown. You can ignore all other arguments at first.
#'
#' @details
#' The functions are \eqn{f(x) = \sum_j c_j K(x, x_j) + b}{f(x) = sum_j c_j K(x, x_j) + b}, where
#' \eqn{K} is the heat kernel. With `n` labels on `u` points they minimize
#' \deqn{\frac1n \sum_{i=1}^n V(y_i, f(x_i)) + \lambda_A \|f\|_K^2 + \frac{\lambda_I}{u^2} f' L f.}{
#' 1/n sum V(y_i, f(x_i)) + lambda_A |f|_K^2 + lambda_I / u^2 f' L f.}
#' The first term is the loss \eqn{V}, the second the norm of \eqn{f}, and the third its variation
#' on the learning graph (see [ssl_eigenmaps()]). \eqn{L} is the Laplacian of this graph divided by
#' its mean degree, so the penalties have no unit. `ssl_laprls()` has the squared loss and \eqn{b =
#' 0}. `ssl_lapsvm()` has the hinge loss and an intercept \eqn{b} without a penalty.
#'
#' **Width of the kernel.** The width of \eqn{K} can differ from the bandwidth of the graph, which
#' is often too small in many columns: a kernel of this width would be 0 between the labels. If
#' `kernel_bandwidth` is `NULL`, the functions try 1, 8, 32, and 128 times the bandwidth of the
#' graph and compare how well least squares predicts each label from the others. They use the
#' narrowest kernel whose result is within one standard error of the best. This takes three to four
#' times as long as a fit with a width that you supply.
#'
#' **Penalties.** If `lambda_manifold` is `NULL`, it is selected in the same way among 1, 10, 100,
#' and 1000 times `lambda_ambient` \eqn{u^2}{u^2}. With a wide kernel, the default penalties can be
#' so large that `ssl_lapsvm()` assigns all labels to one class, or a wrong class to more of them
#' than least squares does to hidden labels. It then lowers both penalties, by factors of 10 down to
#' 1e-4 of the default, and after that it uses the next narrower kernel. Penalties that you supply
#' are not lowered. An ambient penalty that is too small for double precision is raised, with a
#' message.
#'
#' **Solvers of the support vector machine.** `"dual"` minimizes the hinge loss by sequential
#' minimal optimization. `"primal"` minimizes the squared hinge loss by Newton's method, which is
#' faster if there are many labels. `"auto"` uses `"dual"` for up to 2000 labels, and `"primal"` for
#' more.
#'
#' **Large data.** With more than 3000 points, the sum over \eqn{j} contains the labeled points and
#' 400 others that cover the data (Gonzalez, 1985), and the kernel is at least wide enough to have
#' no holes between them.
#'
#' **Far from the data** `ssl_laprls()` is 0, so it predicts the class with the most labels. In
#' regression, subtract the mean of `y` first.
#'
#' @inheritParams ssl_eigenmaps
#' @param lambda_ambient The penalty \eqn{\lambda_A}{lambda_A} of the norm, a number of at least 0.
#'   The default is 1e-5.
#' @param lambda_manifold The penalty \eqn{\lambda_I}{lambda_I} of the variation on the graph, a
#'   number of at least 0. The default is 100 \eqn{\lambda_A u^2}{lambda_A u^2}. If `NULL`, it is
#'   selected by the labels, see Details.
#' @param kernel_bandwidth Bandwidth of the kernel \eqn{K} in the unit of `x`: a number, or a
#'   selector or its name. If `NULL` (the default), it is selected by the labels, see Details.
#' @param k Number of nearest neighbors in a sparse graph. If `NULL` (the default), it is 10.
#' @param solver `"auto"` (the default), `"dual"`, or `"primal"`, see Details.
#' @param x Points as rows, labeled and unlabeled (see [bw_gc()]); or a formula, such as `y ~ .`,
#'   with `data`.
#' @inherit ssl_eigenmaps return
#' @inheritSection ssl_eigenmaps Errors and warnings
#' @references Belkin, M., Niyogi, P. and Sindhwani, V. (2006). Manifold regularization: a geometric
#'   framework for learning from labeled and unlabeled examples. *Journal of Machine Learning
#'   Research* 7, 2399-2434, sections 4.2 and 4.3.
#'
#'   Gonzalez, T. (1985). Clustering to minimize the maximum intercluster distance. *Theoretical
#'   Computer Science* 38, 293-306.
#' @seealso [ssl_auto()], which selects the method; [lapscale_ssl] for what you can do with the fit;
#'   `vignette("few-labels")`.
#' @examples
#' x <- sample_moons(150, noise = 0.05, seed = 1)
#' moon <- factor(attr(x, "parameters")[, "moon"])
#' y <- replace(moon, -c(1:3, 148:150), NA)
#' fit <- ssl_laprls(x, y, bandwidth = 0.3)
#' mean(fitted(fit) == moon)
#' predict(fit, rbind(c(0, 1), c(1, -0.5)))
#' ssl_lapsvm(x, y, bandwidth = 0.3)
#' y <- replace(iris$Species, -seq(1, 150, by = 10), NA)  # every tenth iris has a label
#' ssl_error(ssl_laprls(iris[1:4], y), iris$Species)
#' @export
ssl_laprls <- function(x, ...) UseMethod("ssl_laprls")

#' @rdname ssl_laprls
#' @export
ssl_laprls.default <- function(x, y, lambda_ambient = 1e-5,
                               lambda_manifold = 100 * lambda_ambient * NROW(x)^2, alpha = 0.5,
                               bandwidth = NULL, kernel_bandwidth = NULL, graph = NULL, k = NULL,
                               scale = FALSE, seed = NULL, ...) door({
  # NULL stands here for "not given", for which resolve_penalties() sets the default by the rows
  # that are kept. NULL from the user, whose call names the argument, means that the labels choose.
  # `...` holds settings by name, see settings_of_learners.
  if (missing(lambda_manifold)) lambda_manifold <- NULL
  ssl_fit("laprls", x, y, arguments(), names(match.call()))
}, .takes = settings_of_learners)

#' @rdname ssl_laprls
#' @export
ssl_laprls.formula <- function(x, data, ...) door(fit_terms(ssl_laprls, x, data, enquos(...)))

# Least squares in a kernel, with a penalty along the graph; see machine_method(), also for what
# `learn` is given.
laprls_method <- function() machine_method(
  "laprls", "Laplacian least squares",
  learn = function(problem, candidates, settings) {
    # Without an intercept: 0 stays where it is.
    with_plain_labels(problem, learn_least_squares, candidates, centre = FALSE)
  }
)

# What new_ssl_fit() takes, by least squares in the kernel that the labels choose. candidate_of()
# returns what least_squares_candidate() does from some labels, `candidate` is that of all; indexes
# are numbers of labels.
#   problem, candidates  of ssl_graph() and machine_candidates()
learn_least_squares <- function(problem, candidates) {
  label_index <- seq_along(problem$labels$rows)
  candidate_of <-
    function(known_index) least_squares_candidate(candidates, problem$labels, known_index)
  candidate <- candidate_of(label_index)
  solution <- c(candidate$fit(problem), loo = function() candidate$loo)
  solution$without <-
    function(hidden_index) candidate_of(label_index[-hidden_index])$predictions(hidden_index)
  solution
}

# Learns from the known labels by least squares: list(method, path, row, loo: known labels x q,
# predictions, fit), as graph_candidates() describes a candidate. `gram` is the deformed kernel
# between all labels, `machines` are the candidates without the hidden labels, `choice` is of
# choose_machine(), `machine` of least_squares_machine(), and `index` are numbers of labels that are
# predicted.
#   candidates   of machine_candidates()
#   labels       of encode_labels(), all of them: rows (of the labeled points), and what
#                pick_labels() reads
#   known_index  numbers of the labels that are learned from
least_squares_candidate <- function(candidates, labels, known_index) {
  known_labels <- pick_labels(labels, known_index)
  hidden_index <- seq_along(labels$rows)[-known_index]
  machines <- if (length(hidden_index)) machines_without(candidates, hidden_index) else candidates
  choice <- choose_machine(machines, known_labels)
  best_number <- choice$best
  machine <-
    least_squares_machine(machines[[best_number]], known_labels$targets, known_labels$group)
  gram <- candidates[[best_number]]$deformed$gram
  list(
    method = "laprls", path = choice$path, row = best_number, loo = machine$loo,
    predictions = function(index) gram[index, known_index, drop = FALSE] %*% machine$weights,
    fit = function(problem) {
      machine_result(problem, candidates, choice, machine$weights, rep(0, ncol(machine$weights)))
    }
  )
}
