# Width of the kernel and penalty of a kernel machine: what is tried, and what the labels choose.

# Widths tried where none is given, in units of the graph's bandwidth. In many columns that is less
# than the distance to the nearest points: a kernel as narrow says nothing between the labels.
kernel_multiples <- c(1, 8, 32, 128)

# Penalties tried where lambda_manifold is NULL: in units of lambda_ambient u^2.
penalty_ratios <- c(1, 10, 100, 1000)

# Every combination of what is to be chosen, the narrowest kernel first: a list of list(deformed, of
# deform_kernel(); lambda; h; centres; inverse, of least squares at the labels).
#   own  with kernel_bandwidth and penalties;  cover: see kernel_centres()
machine_candidates <- function(problem, own, cover = kernel_centres(problem)) {
  widths <- own$kernel_bandwidth %||%
    (max(problem$h, least_width * cover$radius) * kernel_multiples)
  penalties <- own$penalties
  manifold <- penalties$manifold %||% (penalty_ratios * penalties$ambient * problem$n_all^2)
  candidates <- lapply(widths, function(h) {
    basis <- kernel_basis(problem, h, cover)
    lapply(manifold, function(one) {
      lambda <- list(ambient = penalties$ambient, manifold = one)
      deformed <- deform_kernel(basis, lambda)
      list(deformed = deformed, lambda = lambda, h = h, centres = cover$centres,
           inverse = least_squares_inverse(deformed))
    })
  })
  unlist(candidates, recursive = FALSE)
}

least_squares_inverse <- function(deformed) {
  gram <- deformed$gram / deformed$scale
  solve(gram + diag(nrow(gram)), tol = 0)
}

# Regularised least squares in the deformed kernel: list(weights n x q: functions are coefficients
# times these, loo n x q).
least_squares_machine <- function(candidate, targets) {
  beta <- candidate$inverse %*% targets
  list(weights = beta / candidate$deformed$scale, loo = targets - beta / diag(candidate$inverse))
}

# Candidates for the labels but `out`.
machines_without <- function(candidates, out) {
  lapply(candidates, function(one) {
    all <- one$inverse
    across <- all[-out, out, drop = FALSE]
    one$inverse <- all[-out, -out, drop = FALSE] -
      across %*% solve(all[out, out], t(across), tol = 0)
    one$deformed$gram <- one$deformed$gram[-out, -out, drop = FALSE]
    one
  })
}

# The one that the labels choose by least squares: a list of best, its number, narrower, the numbers
# at narrower kernels, loo, of all, and path. The penalty by the squared error of leave-one-out; the
# narrowest kernel within a standard error of the best, by how likely the labels are (numbers: by
# the squared error). The squared error of classes would say how far scores have shrunk rather than
# on which side they are.
choose_machine <- function(candidates, labels) {
  targets <- labels$targets
  loo <- lapply(candidates, function(one) least_squares_machine(one, targets)$loo)
  losses <- leave_one_out_losses(loo, identity, targets)
  squared <- mean_losses(losses)
  h <- vapply(candidates, function(one) one$h, 0)
  narrowest <- match(unique(h), h)
  best <- vapply(unique(h), function(one) {
    at <- which(h == one)
    at[[which.min(squared$squared_error[at])]]
  }, 0L)
  path <- data.frame(
    kernel_bandwidth = h, lambda_manifold = vapply(candidates, function(one) one$lambda$manifold, 0)
  )
  path <- path[c(length(best) > 1L, length(best) < length(h))]
  if (length(best) > 1L && labels$kind == "classes") {
    surprise <- vapply(loo, surprise_of, numeric(nrow(targets)), labels = labels)
    path$log_loss <- colMeans(surprise)
    path$squared_error <- squared$squared_error
    path$se <- apply(surprise, 2L, sd_of_mean)
  } else {
    surprise <- losses
    path <- cbind(path, squared)
  }
  chosen <- first_within_error(surprise[, best, drop = FALSE])
  list(
    best = best[[chosen]], narrower = rev(best[seq_len(chosen - 1L)]), loo = loo,
    path = if (length(h) > 1L) path
  )
}

# The first column whose mean is within a standard error of the difference to the least mean. Of few
# rows none tells: the first.
first_within_error <- function(losses) {
  if (nrow(losses) < 4L) {
    return(1L)
  }
  mean <- colMeans(losses)
  above <- losses - losses[, which.min(mean)]
  which(colMeans(above) <= apply(above, 2L, sd_of_mean))[[1]]
}
