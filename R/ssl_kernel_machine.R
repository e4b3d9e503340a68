# What the two kernel machines on a manifold share: the kernel deformed by the graph, in which
# they are ordinary machines on the labeled points.

# A method of new_ssl_method() whose functions are defined everywhere. name, title: as there.
#   learn  (problem, candidates, settings) -> what new_ssl_fit() takes;  candidates: of
#          machine_candidates();  settings: those of check, with penalties, of resolve_penalties(),
#          and kernel_bandwidth, a number, or NULL: the labels choose it
#   check  (settings, arguments) -> further checked settings, a list or NULL;  settings: as the user
#          gave them;  arguments: the checked list of ssl_arguments()
#   ...    further arguments of new_ssl_method(), such as score_kind
machine_method <- function(name, title, learn, check = function(settings, arguments) NULL, ...) {
  new_ssl_method(
    name, title,
    learn = function(problem, settings) {
      learn(problem, machine_candidates(problem, settings), settings)
    },
    check = function(settings, arguments) {
      penalties <- resolve_penalties(settings, arguments)
      width <- resolve_kernel_bandwidth(settings$kernel_bandwidth, arguments)
      c(list(penalties = penalties, kernel_bandwidth = width), check(settings, arguments))
    },
    is_machine = TRUE, extend = extend_by_kernel, ...
  )
}

# Checks the penalties: list(ambient, manifold), numbers of at least 0; manifold NULL: chosen by
# leave-one-out. The default goes by the rows that are kept.
#   settings   as the user gave them: lambda_ambient, lambda_manifold (NULL where it is not given,
#              and also where the user gave NULL, to have it chosen: user_args tells)
#   arguments  the checked list of ssl_arguments(): user_args (names of what the user gave), n_all
#              (sum of the counts of all points, also of those that are no landmarks)
resolve_penalties <- function(settings, arguments) {
  ambient <- check_number(settings$lambda_ambient, "lambda_ambient", above = 0, strict = FALSE)
  if (!"lambda_manifold" %in% arguments$user_args) {
    return(list(ambient = ambient, manifold = 100 * ambient * arguments$n_all^2))
  }
  manifold <- settings$lambda_manifold
  refuse_if(is.null(manifold) && ambient == 0,
            "`lambda_manifold` = NULL chooses among multiples of `lambda_ambient`, which is 0.")
  list(ambient = ambient, manifold = if (!is.null(manifold))
    check_number(manifold, "lambda_manifold", above = 0, strict = FALSE))
}

# The bandwidth of the kernel, a number in the unit of the points, or NULL if several are to be
# tried.
#   bandwidth  what the user gave: a number, a selector's result, a selector (a function) or its
#              name, or NULL
#   arguments  the checked list of ssl_arguments(): checked (the points, of as_points()), landmarks
#              (NULL, or all: the points that these are landmarks of), seed, runtime
resolve_kernel_bandwidth <- function(bandwidth, arguments) {
  if (is.function(bandwidth) || rlang::is_string(bandwidth, point_selectors())) {
    points <- arguments$landmarks$all %||% arguments$checked
    bandwidth <- resolve_bandwidth(bandwidth, points, arguments$seed, arguments$runtime)$value
  }
  if (!is.null(bandwidth)) check_number(plain(bandwidth), "kernel_bandwidth", above = 0)
}

# The kernel between points and centers, and its product with the graph's Laplacian, D - W over the
# mean degree. A list: h, kernel u x m, product u x m before division by `unit`, the mean degree,
# largest (the largest modulus in `product`), centres (numbers of the m points), rows (numbers of
# the labeled points), n (the sum of their counts), u (number of points), n_all, runtime. `unit` is
# the sum of the degrees over n_all. `weights` are NULL if the kernel is that of the graph, from
# which the product then takes them.
#   problem  of ssl_graph(): checked (x: points, u x r), labels (rows: of the labeled points;
#            count), weights (u x u, those of the graph), degree (their row sums), factor (what the
#            correction multiplied each point's weights by), count (how often each point counts),
#            n_all (sum of the counts of all points, also of those that are no landmarks), runtime
#   h        bandwidth of the kernel
#   cover    of kernel_centres(): list with centres, numbers of points
kernel_basis <- function(problem, h, cover = kernel_centres(problem)) {
  u <- nrow(problem$checked$x)
  centres <- cover$centres
  rows <- problem$labels$rows
  check_memory(8 * u * length(centres) * 5, "x", "with the kernel matrix of the machine")
  kernel <- machine_kernel(problem, h, centres)
  has_loops <- any(problem$count != 1)
  weights <- if (has_loops || !is_graph_kernel(problem, h, centres)) problem$weights
  product <- cpp_laplacian_product(weights, problem$factor, problem$degree, kernel, problem$runtime)
  list(h = h, kernel = kernel, product = product, largest = max(max(product), -min(product)),
       unit = mean(problem$degree) * (u / problem$n_all),
       centres = centres, rows = rows, n = sum(problem$labels$count), u = u, n_all = problem$n_all,
       runtime = problem$runtime)
}

# Chooses the centers: all points up to dense_limit, else the labeled ones and 400 that cover the
# others. A list: centres (numbers of points, increasing), radius: about the farthest that a point,
# also one that a landmark stands for, is from its nearest center, in the unit of the points; 0 if
# all are centers.
#   problem  of ssl_graph(): checked (x: points, u x r), landmarks (NULL, or radius: the farthest
#            that a point is from its landmark), labels (rows: of the labeled points), runtime
# The cover is of `sample_rows`, a random sample of the points, and begins with `start_rows`, some
# of the labeled ones, `labelled`.
kernel_centres <- function(problem) {
  x <- problem$checked$x
  u <- nrow(x)
  # Points that are no landmarks are as far from their landmarks.
  gap <- problem$landmarks$radius %||% 0
  if (u <= dense_limit) return(list(centres = seq_len(u), radius = gap))
  labelled <- problem$labels$rows
  start_rows <- labelled[cpp_sample_rows(length(labelled), min(length(labelled), n_cover), 1)]
  sample_rows <- c(start_rows, setdiff(cpp_sample_rows(u, min(u, max_covered), 1), labelled))
  cover <- cpp_farthest_point_sampling(x[sample_rows, , drop = FALSE], seq_along(start_rows),
                                       n_cover, problem$runtime)
  list(centres = sort(c(labelled, sample_rows[cover$rows])), radius = cover$radius + gap)
}

# Centers besides the labeled points; of how many points they are taken, at random.
n_cover <- 400L
max_covered <- 20000L

# Limits the width: if the kernel is narrower than so many radii of the cover, there are holes
# between the centers.
min_width <- 1.5

# Whether the machine's kernel matrix is what the graph was made of, with all points as centers.
#   problem  of ssl_graph(): kernel (u x u, with its diagonal; NULL where not all pairs are joined),
#            h (bandwidth of the graph), checked (x: points, u x r)
#   h        bandwidth of the kernel
#   centres  row numbers of its centers
is_graph_kernel <- function(problem, h, centres) {
  !is.null(problem$kernel) && h == problem$h && length(centres) == nrow(problem$checked$x)
}

# The kernel of a machine between all points and its centers, u x m.
#   problem  of ssl_graph(): kernel (of the graph, u x u, or NULL), checked (x: points, u x r),
#            runtime
#   h        bandwidth of the kernel
#   centres  row numbers of its centers
machine_kernel <- function(problem, h, centres) {
  if (is_graph_kernel(problem, h, centres)) return(problem$kernel)
  x <- problem$checked$x
  handle <- release_on_exit(cpp_points(x[centres, , drop = FALSE], problem$runtime))
  cpp_heat_kernel(handle, x, h, problem$runtime)
}

# Below this share of the graph's part the ambient penalty is lost in rounding, and the fit moves
# away from its limit again.
min_ambient <- 1e-8

# Is what double precision can tell from 0.
min_ratio <- 1e-12

# Deforms the kernel by penalties a = lambda_ambient n and b = lambda_manifold n / n_all^2, divided
# by `scale` = max(a, b): list(coefficients m x n, gram n x n, scale, ridge: whether a penalty was
# raised to what double precision can use, ratio: the two numbers a / scale and b / scale).
#   basis     of kernel_basis(): kernel (u x m), product (u x m, with the Laplacian), unit (what the
#             product is still to be divided by), largest (modulus of the product), centres (numbers
#             of the m rows), rows (of the n labeled points), n (as often as these count), u (number
#             of points), n_all (sum of the counts of all points, also of those that are no
#             landmarks), runtime
#   lambda    the penalties, list(ambient, manifold)
#   previous  NULL, or the result for other penalties: in the same ratio they lead to the same
#             equations, which are not solved again
# `deformed` is list(coefficients, gram); the kernels of the centers times the coefficients are
# those of the labels, and `gram` is the deformed kernel between the labels.
deform_kernel <- function(basis, lambda, previous = NULL) {
  ambient <- lambda$ambient * basis$n
  manifold <- lambda$manifold * basis$n / basis$n_all^2
  scale <- max(ambient, manifold)
  ratio <- if (scale == 0) c(1, 0) else c(ambient, manifold) / scale
  min_ratio_ambient <- min_ambient * ratio[[2]] * basis$largest / basis$unit
  is_raised <- ratio[[1]] < min_ratio_ambient
  ratio[[1]] <- max(ratio[[1]], min_ratio_ambient)
  has_same_ratio <- identical(previous$ratio, ratio)
  deformed <- if (has_same_ratio) previous[c("coefficients", "gram")] else
    if (length(basis$centres) < basis$u) deform_on_centres(basis, ratio) else
      cpp_deformed_kernel(basis$kernel, basis$product, basis$rows, ratio[[1]],
                          ratio[[2]] / basis$unit, basis$runtime)
  min_scale <- min_ratio * mean(diag(deformed$gram))
  c(deformed, list(scale = max(scale, min_scale), ridge = is_raised || scale < min_scale,
                   ratio = ratio))
}

# Deforms the kernel as deform_kernel(), for functions in the span of the centers' kernels:
# list(coefficients m x n, gram n x n, between the labels).
#   basis  of kernel_basis(): kernel (u x m), product (u x m, with the Laplacian), unit (what the
#          product is still to be divided by), centres (numbers of the m rows), rows (of the n
#          labeled points), runtime
#   ratio  two numbers, the ambient and the manifold penalty over the larger one
# `smoothness` and `penalty` are m x m, `label_kernel` is n x m.
deform_on_centres <- function(basis, ratio) {
  kernel <- basis$kernel
  smoothness <- cpp_cross_product(kernel, basis$product, basis$runtime) / basis$unit
  penalty <- ratio[[1]] * kernel[basis$centres, , drop = FALSE] +
    ratio[[2]] * (smoothness + t(smoothness)) / 2
  diag(penalty) <- diag(penalty) + min_ratio * mean(diag(penalty))
  label_kernel <- kernel[basis$rows, , drop = FALSE]
  coefficients <- solve(penalty, t(label_kernel), tol = 0)
  gram <- label_kernel %*% coefficients
  list(coefficients = coefficients, gram = (gram + t(gram)) / 2)
}

# What new_ssl_fit() takes, from weights on the labeled points: values, u x q, are the kernels of
# the centers times `coefficients`, centers x q, plus the intercept.
#   problem     of ssl_graph(), for machine_kernel()
#   candidates  of machine_candidates(), a list: of each deformed (of deform_kernel()), lambda
#               (list(ambient, manifold)), h (bandwidth of the kernel), centres (numbers of points)
#   choice      of choose_machine(): best (number of the candidate), path (data frame whose columns
#               name what was chosen, or NULL)
#   weights     labels x q
#   intercept   q numbers
machine_result <- function(problem, candidates, choice, weights, intercept) {
  candidate <- candidates[[choice$best]]
  coefficients <- candidate$deformed$coefficients %*% weights
  values <- machine_kernel(problem, candidate$h, candidate$centres) %*% coefficients
  inform_if(candidate$deformed$ridge,
            "The penalties are too small for double precision and were raised to the smallest
             usable value.", "ridge")
  way_of <- function(name) if (name %in% names(choice$path)) "leave-one-out" else "given"
  list(
    values = values + rep(intercept, each = nrow(values)), path = choice$path,
    chosen = c(lambda_manifold = way_of("lambda_manifold"),
               kernel_bandwidth = way_of("kernel_bandwidth")),
    parameters = list(lambda_ambient = candidate$lambda$ambient,
                      lambda_manifold = candidate$lambda$manifold, kernel_bandwidth = candidate$h),
    machine = list(h = candidate$h, centres = candidate$centres, coefficients = coefficients,
                   intercept = intercept)
  )
}

# ---- width and penalty: what is tried, and what the labels choose --------------------------------

# Widths tried where none is given, in units of the graph's bandwidth. In many columns that is less
# than the distance to the nearest points: a kernel as narrow says nothing between the labels.
kernel_multiples <- c(1, 8, 32, 128)

# Prepares every combination of what is to be chosen, the narrowest kernel first: a list of
# list(deformed, of deform_kernel(); lambda: list(ambient, manifold), the penalties; h: bandwidth of
# the kernel; centres: numbers of points; inverse: n x n, of the equations of least squares at the n
# labels).
#   problem   of ssl_graph(): h (bandwidth of the graph), n_all (sum of the counts of all points,
#             also of those that are no landmarks), labels (count: how often each label counts)
#   settings  list of kernel_bandwidth (a number, or NULL: several are tried) and penalties:
#             list(ambient, manifold), of the same length, element by element a pair that is tried;
#             manifold NULL: four multiples of one number as ambient
#   cover     of kernel_centres(): list(centres, radius)
machine_candidates <- function(problem, settings, cover = kernel_centres(problem)) {
  widths <- settings$kernel_bandwidth %||%
    (max(problem$h, min_width * cover$radius) * kernel_multiples)
  ambient <- settings$penalties$ambient
  manifold <- settings$penalties$manifold %||% (c(1, 10, 100, 1000) * ambient * problem$n_all^2)
  # A label that counts m times has the error of the mean of m labels.
  own_error <- diag(1 / problem$labels$count, length(problem$labels$count))
  candidates <- lapply(widths, function(h) {
    basis <- kernel_basis(problem, h, cover)
    deformed <- NULL
    Map(function(ambient, manifold) {
      lambda <- list(ambient = ambient, manifold = manifold)
      deformed <<- deform_kernel(basis, lambda, deformed)
      list(deformed = deformed, lambda = lambda, h = h, centres = cover$centres,
           inverse = solve(deformed$gram / deformed$scale + own_error, tol = 0))
    }, ambient, manifold)
  })
  unlist(candidates, recursive = FALSE)
}

# Fits regularized least squares in the deformed kernel: list(weights, n x q: functions are the
# kernels of the centers times coefficients %*% weights; loo, n x q: of each label, or each group,
# from the others).
#   candidate  one of machine_candidates(): inverse (n x n, of the equations at the labels),
#              deformed (scale: what penalties were divided by)
#   targets    n x q
#   group      of each label, or NULL
least_squares_machine <- function(candidate, targets, group = NULL) {
  inverse <- candidate$inverse
  beta <- inverse %*% targets
  loo <- if (is.null(group)) targets - beta / diag(inverse) else targets
  if (!is.null(group)) for (block in label_blocks(nrow(targets), group)) {
    block_residual <- solve(inverse[block, block], beta[block, , drop = FALSE], tol = 0)
    loo[block, ] <- targets[block, , drop = FALSE] - block_residual
  }
  list(weights = beta / candidate$deformed$scale, loo = loo)
}

# The candidates for all labels except the hidden ones: the list with each inverse and gram for the
# other labels only, the inverses by Schur complements.
#   candidates    of machine_candidates(): inverse, deformed (gram), both n x n
#   hidden_index  numbers of labels
machines_without <- function(candidates, hidden_index) {
  lapply(candidates, function(machine) {
    inverse <- machine$inverse
    cross_inverse <- inverse[-hidden_index, hidden_index, drop = FALSE]
    machine$inverse <- inverse[-hidden_index, -hidden_index, drop = FALSE] -
      cross_inverse %*% solve(inverse[hidden_index, hidden_index], t(cross_inverse), tol = 0)
    machine$deformed$gram <- machine$deformed$gram[-hidden_index, -hidden_index, drop = FALSE]
    machine
  })
}

# The candidate that the labels choose by least squares: a list of best, its number; narrower, the
# numbers of the best candidates at narrower kernels, the widest of these first; loo, of all
# candidates, a list of matrices n x q; and path, a data frame with a row per candidate, or NULL
# with one candidate. The penalty is chosen by the squared error of leave-one-out, of several
# ambient ones the largest within a standard error; the narrowest kernel within a standard error of
# the best, by how likely the labels are (numbers: by the squared error). The squared error of
# classes would say how far scores have shrunk rather than on which side they are.
#   candidates  of machine_candidates(), a list: of each h (bandwidth of the kernel), lambda
#               (list(ambient, manifold)), and what least_squares_machine() reads
#   labels      of encode_labels(): kind ("classes" or "regression"), targets (n x q), group (of
#               each label, or NULL)
# Per candidate: bandwidths, ambient, manifold (penalties), path_errors, losses (n x candidates:
# squared errors, and then, where classes choose among kernels, minus the logarithms of the labels'
# probabilities). `best_rows` are the numbers of the best candidate of each bandwidth, in increasing
# order of these, `chosen_place` is a position among them.
choose_machine <- function(candidates, labels) {
  targets <- labels$targets
  group <- labels$group
  loo <- lapply(candidates, function(candidate) {
    least_squares_machine(candidate, targets, group)$loo
  })
  losses <- leave_one_out_losses(loo, identity, targets)
  path_errors <- mean_losses(losses, group)
  bandwidths <- vapply(candidates, function(candidate) candidate$h, 0)
  ambient <- vapply(candidates, function(candidate) candidate$lambda$ambient, 0)
  has_several_ambient <- length(unique(ambient)) > 1L
  best_rows <- vapply(split(seq_along(bandwidths), match(bandwidths, bandwidths)), function(rows) {
    rows[[if (has_several_ambient) first_within_error(losses[, rows, drop = FALSE], group) else
      which.min(path_errors$squared_error[rows])]]
  }, 0L, USE.NAMES = FALSE)
  manifold <- vapply(candidates, function(candidate) candidate$lambda$manifold, 0)
  path <- data.frame(kernel_bandwidth = bandwidths, lambda_manifold = manifold)
  path <- path[c(length(best_rows) > 1L, length(best_rows) < length(bandwidths))]
  if (length(best_rows) > 1L && labels$kind == "classes") {
    losses <- vapply(loo, surprise_of, numeric(nrow(targets)), labels = labels)
    path$log_loss <- colMeans(losses)
    path_errors$se <- apply(losses, 2L, se_of_mean, group = group)
  }
  path <- cbind(path, path_errors)
  chosen_place <- first_within_error(losses[, best_rows, drop = FALSE], group)
  list(best = best_rows[[chosen_place]], narrower = rev(best_rows[seq_len(chosen_place - 1L)]),
       loo = loo, path = if (length(bandwidths) > 1L) path)
}

# The number of the first column whose mean is within a standard error of the difference to the
# least mean; of fewer than four labels or groups, which cannot tell, 1.
#   losses  labels x candidates;  group: of each label, or NULL
first_within_error <- function(losses, group = NULL) {
  if (length(unique(group %||% seq_len(nrow(losses)))) < 4L) return(1L)
  excess_losses <- losses - losses[, which.min(colMeans(losses))]
  which(colMeans(excess_losses) <= apply(excess_losses, 2L, se_of_mean, group = group))[[1]]
}
