#' Learning numbers from few labels with the Hessian energy
#'
#' @description
#' Predicts numbers by the function that is close to the labels and has small second derivatives
#' along the data. Linear functions of position along the data cost nothing, so that the function
#' continues in a straight line where there are no labels (Kim, Steinke and Hein, 2009).
#'
#' **When to use it.** Use it for numbers that change steadily along a smooth curve or surface with
#' many points, and if you need values beyond the labels. [ssl_iterated()], which prefers constants,
#' levels off there. Use [ssl_iterated()] or [ssl_auto()] if the data have noise in many dimensions,
#' if neighbors in the table are not neighbors along the surface, or for classes.
#'
#' @details
#' The function minimizes \eqn{\sum_i (f_i - y_i)^2 + \mu E(f)}{sum (f_i - y_i)^2 + mu E(f)}, where
#' the sum is over labeled points. \eqn{E} is the energy of Hessian eigenmaps (Donoho and Grimes,
#' 2003), as in [embed_lle()] with `method = "hessian"`: around each point, the squared length of
#' the part of \eqn{f} that is quadratic in the tangent plane of the point and its `k` nearest
#' neighbors, and not linear; and 0.01 times that of all that is not linear, as in [embed_ltsa()],
#' because some functions have no quadratic part, which leaves them open, most of all with `d = 1`.
#' The solution is that of a sparse linear system. Rows that coincide are one point with all of
#' their labels. It is an error if the labels do not determine the function.
#'
#' If `mu` is `NULL`, the leave-one-out error over the labels selects it, in closed form. Each
#' component of the graph of nearest neighbors needs more than `d` labels.
#'
#' A linear function of the flat coordinates has no penalty, so it is learned from few labels, and
#' continued beyond them. The sample must be dense enough: if neighbors of some points lie on the
#' next turn of a roll, the errors are larger than those of [ssl_iterated()].
#'
#' New points are placed by the weights that reconstruct them from their `k` nearest points, as in
#' [embed_lle()].
#'
#' @inheritParams ssl_eigenmaps
#' @param x Points as rows, labeled and unlabeled; or a formula, such as `y ~ .`, with `data`.
#'   Graphs, distances, and sparse matrices have no tangent planes and cannot be used.
#' @param y Numbers, one per row, and `NA` if the number is unknown.
#' @param d Dimension of the tangent planes. The default is 2. With fewer than the data have, the
#'   energy does not see functions that vary across these planes, and the errors are large (on swiss
#'   rolls 0.9 standard deviations with `d = 1`).
#' @param mu Penalty, a positive number. If `NULL` (the default), it is selected among 1e-8, 1e-7,
#'   ..., 1e3.
#' @param k Number of nearest neighbors, at least `d (d + 3) / 2`. If `NULL` (the default), it is
#'   10.
#' @param scale If `TRUE`, the columns of `x`, or those that the formula makes, are centered and
#'   divided by their standard deviations first, and new points in the same way. The default is
#'   `FALSE`.
#' @param ... For the formula method, the arguments of the default method. Otherwise `groups`, as in
#'   [ssl_eigenmaps()], and settings by name, see [lapscale_settings]: those of the points (`metric`,
#'   `na_action`, `reduced`) and of the run (`n_threads`, `progress`).
#' @param seed Has no influence, because nothing is random. It is accepted so that all learners can
#'   be called in the same way.
#' @inherit ssl_eigenmaps return
#' @section Errors and warnings:
#' The same as in [ssl_eigenmaps()].
#' @references Kim, K. I., Steinke, F. and Hein, M. (2009). Semi-supervised regression using Hessian
#'   energy with an application to semi-supervised dimensionality reduction. *Advances in Neural
#'   Information Processing Systems 22*.
#'
#'   Donoho, D. and Grimes, C. (2003). Hessian eigenmaps: locally linear embedding techniques for
#'   high-dimensional data. *Proceedings of the National Academy of Sciences* 100, 5591-5596.
#' @seealso [ssl_iterated()]; [lapscale_ssl] for what you can do with the fit.
#' @examples
#' roll <- sample_swiss_roll(800, seed = 1)
#' along <- attr(roll, "parameters")[, "arc_length"]
#' known <- head(which(along < 50), 30)
#' fit <- ssl_hessian(roll, replace(along, -known, NA), seed = 1)
#' fit
#' ssl_error(fit, along) / sd(along)
#' y <- replace(swiss$Fertility, -seq(1, 47, by = 3), NA)  # every third province has a value
#' ssl_error(ssl_hessian(swiss[-1], y, scale = TRUE, seed = 1), swiss$Fertility)
#' @export
ssl_hessian <- function(x, ...) UseMethod("ssl_hessian")

#' @rdname ssl_hessian
#' @export
ssl_hessian.default <- function(x, y, d = 2, mu = NULL, k = NULL, scale = FALSE, seed = NULL,
                                ...) door({
  # `...` holds settings by name: those of points, those of the run, and `groups`.
  # It learns nothing but numbers, be they 0 and 1 only.
  if (!missing(y) && is.numeric(y)) y <- structure(y, regression = TRUE)
  ssl_fit("hessian", x, y, arguments(), names(match.call()))
}, .takes = list("points", "run", groups = NULL))

#' @rdname ssl_hessian
#' @export
ssl_hessian.formula <- function(x, data, ...) door(fit_terms(ssl_hessian, x, data, enquos(...)))

# The Hessian energy as a penalty, as new_ssl_method() describes a method.
hessian_method <- function() new_ssl_method(
  "hessian", "Hessian energy",
  learn = function(problem, settings) with_plain_labels(problem, learn_hessian, settings),
  check = check_hessian, graph = default_graph("sparse")$name, needs_kernel = FALSE,
  extend = extend_by_weights
)

# The `check` of new_ssl_method(): list(d, mu), mu NULL where it is to be chosen.
#   settings   as the user gave them: d (dimension of the tangent planes) and mu (the penalty, a
#              number above 0, or NULL)
#   arguments  of ssl_arguments(): checked (x: points, n x r, or NULL of a graph without),
#              given_graph (a lapscale_graph, or NULL), labels (kind: "classes" or "regression"),
#              graph (k: number of neighbors)
check_hessian <- function(settings, arguments) {
  x <- arguments$checked$x
  refuse_if(is.null(x) || !has_columns(x) || !is.null(arguments$given_graph),
            "`x` must be a matrix or a data frame of points, which have tangent planes.")
  refuse_if(arguments$labels$kind == "classes",
            "`y` must be numbers for the Hessian energy, not classes.")
  d <- check_count(settings$d, "d", max = ncol(x))
  k <- arguments$graph$k
  min_k <- d * (d + 3) / 2
  refuse_if(k < min_k, "`k` = {k} must be at least {min_k} for `d` = {d}.")
  list(d = d, mu = if (!is.null(settings$mu)) check_number(settings$mu, "mu", above = 0))
}

# Learns at the penalty with the least error of leave-one-out: what new_ssl_fit() takes. `hat` is
# the matrix that makes the values at the labeled points of the labels, n x n, `hats` a list, one
# per penalty of `mu`, a vector. Points that coincide are one: `places` is list(first, index) of
# group_equal_rows(), and `rows` are the places of the labels. Without the labels `hidden`, numbers
# of labels, `hats_at_hidden` make the values there of the known labels, and `hats_left` those at
# the known ones. fields_of() returns the functions of smooth_fields() at one penalty, places x n,
# loo_of() predictions of labels from the others, n x q, losses_of() their squared errors, labels x
# penalties. `energy` is of hessian_energy(), places x places, and `n_coefficients` is how many a
# quadratic function of d coordinates has, without its constant.
#   problem   of ssl_graph(): checked (x: points, u x r), graph (k: number of neighbors), learn
#             (points that are learned on), and what learning_part() reads
#   settings  list(d, mu) of check_hessian()
learn_hessian <- function(problem, settings) {
  part <- learning_part(problem)
  refuse_if(min(table(membership_of(part$weights, part$degree, 0)[part$rows])) <= settings$d,
            "`y` must have more than {settings$d} labels in each component of the graph.")
  x <- problem$checked$x[problem$learn, , drop = FALSE]
  places <- group_equal_rows(x)
  n_coefficients <- settings$d * (settings$d + 3) / 2
  refuse_if(length(places$first) <= n_coefficients,
            "`x` must have more than {n_coefficients} different rows for `d` = {settings$d}, not
             {length(places$first)}.")
  energy <- hessian_energy(pick_points(x, places$first), problem$graph$k, settings$d, part$runtime)
  rows <- places$index[part$rows]
  mu <- settings$mu %||% penalty_decades
  fields_of <- function(mu) smooth_fields(energy, rows, mu, part$runtime)
  hats <- lapply(mu, function(penalty) fields_of(penalty)[rows, , drop = FALSE])
  group <- part$labels$group
  loo_of <- function(hat, targets, group) {
    leave_one_out(hat %*% targets, targets, diag(hat), group, function(block) hat[block, block])
  }
  losses_of <- function(hats, targets, group) {
    leave_one_out_losses(hats, function(hat) loo_of(hat, targets, group), targets)
  }
  path <- data.frame(mu = mu, mean_losses(losses_of(hats, part$targets, group), group))
  best_number <- which.min(path$squared_error)
  check_determined(energy, rows, mu[[best_number]], part$runtime)
  values <- fields_of(mu[[best_number]]) %*% part$targets
  values <- values[places$index, , drop = FALSE]
  list(
    values = values, averaged = values, n_near = problem$graph$k,
    loo = function() loo_of(hats[[best_number]], part$targets, group),
    parameters = list(d = settings$d, mu = mu[[best_number]]), path = if (length(mu) > 1L) path,
    chosen = c(mu = if (length(mu) > 1L) "leave-one-out" else "given"),
    without = function(hidden) {
      known_targets <- part$targets[-hidden, , drop = FALSE]
      # Computes what the known labels say at the hidden ones, and the hat matrix of those alone.
      # Labels without which the others leave the function open say so by a singular matrix.
      hats_at_hidden <- lapply(hats, function(hat) {
        factor <- qr(diag(length(hidden)) - hat[hidden, hidden], tol = 1e-9)
        if (factor$rank == length(hidden)) qr.coef(factor, hat[hidden, -hidden, drop = FALSE])
      })
      if (any(vapply(hats_at_hidden, is.null, NA)))
        return(mean_targets(known_targets, length(hidden)))
      hats_left <- Map(function(hat, hidden_hat) {
        hat[-hidden, -hidden] + hat[-hidden, hidden, drop = FALSE] %*% hidden_hat
      }, hats, hats_at_hidden)
      best_number <- which.min(colMeans(losses_of(hats_left, known_targets, group[-hidden])))
      fill_with_mean(hats_at_hidden[[best_number]] %*% known_targets, part, hidden)
    }
  )
}

# Refuses labels that leave functions open, which only the ridge decides: that of a plane when all
# labels are on a line. With r functions open the projection of random signs onto them,
# `projected_signs`, n x 16, has a squared length of r in the mean.
#   energy   of hessian_energy(), n x n;  rows: those of the labeled points among the n points
#   mu       penalty
#   runtime  of new_runtime(): threads and progress
check_determined <- function(energy, rows, mu, runtime) {
  n <- nrow(energy)
  ridge <- 100
  signs <- matrix(sign(cpp_uniform(16 * n, 1, 0) - 0.5), n)
  projected_signs <- smooth_fields(energy, rows, mu, runtime, ridge, signs) * (ridge * least_ridge * mu)
  refuse_if(sum(projected_signs * signs) / ncol(signs) > 0.3,
            c("`y`: the labels do not determine the function, which takes any values in a part of
               the data.",
              i = "Supply labels that lie farther apart in every direction, or use
                   ssl_iterated()."))
}

# The energy as a sparse matrix E, n x n, so that it is f' E f for a function f: of the parts of
# functions that are quadratic in the tangent plane at each point, and a little of all that is not
# linear there. Some functions have no quadratic parts although they are not linear, in one
# dimension most of those that change from point to point. Column j of `neighbor_matrix` has 1 at
# the neighbors of point j; is_quadratic is TRUE for the quadratic parts alone. `residuals` is
# list(count, weight): of each point, vectors with a weight for each neighbor, whose products with a
# function are these parts.
#   x        points, n x r;  k: number of neighbors;  d: dimension of the tangent planes
#   runtime  of new_runtime(): threads and progress
hessian_energy <- function(x, k, d, runtime) {
  handle <- release_on_exit(acquire_points(x, runtime))
  nearest <- nearest_lists(handle, min(k, nrow(x) - 1L), runtime)
  neighbor_matrix <- as_dgCMatrix(Matrix::sparseMatrix(
    i = nearest$index, j = list_rows(nearest), x = 1, dims = rep(nrow(x), 2L)
  ))
  energy_of <- function(is_quadratic) {
    residuals <- cpp_tangent_residuals(handle, neighbor_matrix@p, neighbor_matrix@i + 1L, d,
                                       is_quadratic, runtime)
    Matrix::tcrossprod(residual_columns(neighbor_matrix, residuals))
  }
  energy_of(TRUE) + rough_share * energy_of(FALSE)
}

# The share of the energy that is of all that is not linear, beside the quadratic parts.
rough_share <- 0.01

# The functions that a unit label at each labeled point makes, n x labels, or with a right side n x
# m. What the labels leave open costs next to nothing, `ridge` times the least that is used, so that
# there is one solution.
#   energy      of hessian_energy(), n x n;  rows: those of the labeled points among the n points
#   mu          penalty, a number
#   ridge       a number of at least 1, which multiplies the least ridge of least_ridge * mu
#   right_side  n x m: right side that is solved for in place of the unit labels, or NULL
#   runtime     of new_runtime(): threads and progress
smooth_fields <- function(energy, rows, mu, runtime, ridge = 1, right_side = NULL) {
  n <- nrow(energy)
  diagonal <- Matrix::Diagonal(x = tabulate(rows, n) + least_ridge * ridge * mu)
  system <- as_dgCMatrix(mu * energy + diagonal)
  factor <- cpp_sparse_factor(system, cpp_cholesky_plan(system, max_factored)$order, 1, 0, runtime)
  if (is.null(right_side)) {
    right_side <- matrix(0, n, length(rows))
    right_side[cbind(rows, seq_along(rows))] <- 1
  }
  cpp_cholesky_solve(factor, right_side, runtime)
}

# The ridge of smooth_fields() over the penalty.
least_ridge <- 1e-12
