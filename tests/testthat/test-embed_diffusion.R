test_that("coordinates are lambda^t phi", {
  x <- bent_strip()
  h <- 0.4
  e <- embed_eigenmaps(x, 3, bandwidth = h)
  lambda <- exp(-e$eigenvalues * h^2 / 4)
  for (t in c(0, 1, 2.5, 4)) {
    d <- embed_diffusion(x, 3, bandwidth = h, t = t)
    expect_equal(d$eigenvalues, lambda)
    expect_lt(off_by(d, plain_matrix(e) * rep(lambda^t, each = nrow(x))), 1e-10)
  }
})

test_that("all coordinates together give diffusion distances, for every alpha", {
  x <- bent_strip(40)
  for (alpha in c(0, 0.5, 1)) {
    corrected <- oracle_corrected(oracle_weights(x, 0.6, oracle_graph_cutoff), alpha)
    p <- corrected$weights / corrected$degree
    steps <- p %*% p %*% p
    mass <- corrected$degree / sum(corrected$degree)
    want <- sq_distances_of(steps / rep(sqrt(mass), each = 40))
    got <- sq_distances_of(embed_diffusion(x, 39, bandwidth = 0.6, t = 3, alpha = alpha))
    expect_lt(max(abs(got - want)) / max(want), 1e-9)
  }
})

test_that("a share of variance takes as many coordinates as hold it", {
  x <- bent_strip(60)
  all <- embed_diffusion(x, 59, bandwidth = 0.5, t = 2)
  held <- cumsum(all$eigenvalues^4) / sum(all$eigenvalues^4)
  for (share in c(0.5, 0.9, 0.99)) {
    e <- embed_diffusion(x, variance = share, bandwidth = 0.5, t = 2)
    expect_gte(held[[ncol(as.matrix(e))]], share)
    expect_lte(ncol(as.matrix(e)), which(held >= share)[[1]] + 1L)
  }
})

test_that("a share of variance counts eigenvalues below zero", {
  x <- sample_moons(60, noise = 0.05, seed = 1)
  fit <- function(...) embed_diffusion(x, ..., bandwidth = 0.5, t = 2, self_loops = FALSE)
  held <- cumsum(fit(59)$eigenvalues^4)
  for (share in c(0.5, 0.9, 0.99)) {
    count <- ncol(as.matrix(fit(variance = share)))
    expect_gte(held[[count]] / held[[59]], share * (1 - 1e-12))
  }
})

test_that("times that make no sense are refused", {
  skip_on_cran()
  x <- bent_strip(30)
  for (t in list(-1, NA, Inf, c(1, 2), "1", NULL)) {
    expect_fault(embed_diffusion(x, 2, bandwidth = 0.5, t = t), "t")
  }
  bad <- rbind(c(0, 1, 0), c(1, 0, 1), c(0, 1, 0))
  graph <- as_heat_graph(Matrix::Matrix(bad, sparse = TRUE), values = "weights")
  expect_fault(embed_diffusion(graph, 2, t = 0.5), "t", text = "negative eigenvalues")
})

test_that("multiscale: coordinates are the sum over all times", {
  x <- bent_strip(60)
  e <- embed_diffusion(x, 3, bandwidth = 0.5, t = "multiscale")
  phi <- plain_matrix(embed_diffusion(x, 3, bandwidth = 0.5, t = 0))
  lambda <- e$eigenvalues
  sums <- rowSums(vapply(1:2000, function(t) lambda^t, numeric(3)))
  expect_lt(off_by(e, phi * rep(sums, each = 60)), 1e-9)
  expect_equal(unname(predict(e, x)), plain_matrix(e), tolerance = 1e-8)
  expect_identical(glance(e)$t, NA_real_)
  expect_output(print(e), "multiscale")
})

test_that("multiscale: all coordinates give distances of accumulated transition probabilities", {
  x <- bent_strip(40)
  weights <- oracle_weights(x, 0.6, oracle_graph_cutoff)
  corrected <- oracle_corrected(weights, 1)
  p <- corrected$weights / corrected$degree
  mass <- corrected$degree / sum(corrected$degree)
  accumulated <- solve(diag(40) - p + rep(1, 40) %o% mass) - diag(40)
  want <- sq_distances_of(accumulated / rep(sqrt(mass), each = 40))
  got <- sq_distances_of(embed_diffusion(x, 39, bandwidth = 0.6, t = "multiscale"))
  expect_lt(max(abs(got - want)) / max(want), 1e-9)
})

test_that("multiscale: a share of variance", {
  skip_on_cran()
  x <- bent_strip(60)
  all <- embed_diffusion(x, 59, bandwidth = 0.5, t = "multiscale")$eigenvalues
  held <- cumsum((all / (1 - all))^2) / sum((all / (1 - all))^2)
  for (share in c(0.8, 0.999)) {
    e <- embed_diffusion(x, variance = share, bandwidth = 0.5, t = "multiscale")
    expect_gte(held[[ncol(as.matrix(e))]], share)
    expect_lte(ncol(as.matrix(e)), which(held >= share)[[1]] + 1L)
  }
  expect_fault(embed_diffusion(x, variance = 0.5, bandwidth = 0.5, t = 0.5), "t")
})

test_that("multiscale: what shows a component has weight 1; what rounding cuts off is refused", {
  x <- two_strips()
  e <- quietly(embed_diffusion(x, 4, bandwidth = 0.5, t = "multiscale"))
  still <- quietly(embed_diffusion(x, 4, bandwidth = 0.5, t = 0))
  expect_equal(e$eigenvalues[[1]], 1)
  factor <- c(1, (e$eigenvalues / (1 - e$eigenvalues))[-1])
  expect_lt(off_by(e, plain_matrix(still) * rep(factor, each = nrow(x))), 1e-9)
  expect_equal(predict(e, x), as.matrix(e), tolerance = 1e-8)
  held <- quietly(embed_diffusion(x, variance = 0.5, bandwidth = 0.5, t = "multiscale"))
  expect_true(all(is.finite(as.matrix(held))))
  faint <- matrix(1, 20, 20)
  faint[1:10, 11:20] <- faint[11:20, 1:10] <- 1e-15
  expect_fault(embed_diffusion(as_heat_graph(faint), 2, t = "multiscale"), "t", text = "rounding")
})

test_that("half a step of a walk with negative eigenvalues is refused, by share of variance too", {
  x <- bent_strip(20)
  fit <- function(t) {
    embed_diffusion(x, bandwidth = 0.4, t = t, variance = 0.9, self_loops = FALSE, graph = "dense")
  }
  expect_fault(fit(1.5), "t", text = "negative eigenvalues")
  expect_true(all(is.finite(as.matrix(fit(3)))))
})

test_that("summary() calls eigenvalues multiple that are, not those that are near 1", {
  x <- bent_strip()
  e <- embed_diffusion(x, 3, bandwidth = 0.05, k = 10)
  expect_gt(min(e$eigenvalues), 0.99)
  expect_length(summary(e)$tied_columns, 0)
})

test_that("arguments of other functions are refused by their names", {
  skip_on_cran()
  x <- as.matrix(sample_swiss_roll(60, seed = 1))
  expect_fault(embed_diffusion(x, bandwidth = 4, type = "symmetric"), "type", "argument")
  expect_fault(embed_diffusion(x, bandwidth = 4, cut = 3), "cut", "argument")
  expect_fault(embed_diffusion(heat_graph(x, 4), cutoff = 3), "cutoff", "argument")
  warned <- suppressWarnings(
    tryCatch(embed_diffusion(rbind(x, 1e3), bandwidth = 4), lapscale_warning_isolated = identity),
    "lapscale_warning_disconnected"
  )
  expect_identical(conditionCall(warned)[[1]], quote(embed_diffusion))
})
