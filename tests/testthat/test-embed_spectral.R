test_that("as many pairs as hold the share: of all eigenvalues, without computing them", {
  x <- bent_strip(120)
  laplacian <- graph_laplacian(heat_graph(x, 0.5))
  gain <- function(lambda) lambda
  lambda <- 1 - graph_spectrum(laplacian, 120, "linear")$values[-1] / laplacian@scale
  held <- cumsum(lambda^4) / sum(lambda^4)
  for (share in c(0.5, 0.9, 0.99)) {
    found <- spectrum_for_share(laplacian, share, gain, new_runtime(1, FALSE))
    exact <- which(held >= share)[[1]]
    # What was not computed is bounded from above.
    expect_gte(found$count, exact)
    expect_lte(found$count, exact + 1L)
  }
  plain <- graph_laplacian(heat_graph(x, 0.5), "unnormalized")
  expect_fault(spectrum_for_share(plain, 0.9, gain, new_runtime(1, FALSE)), "variance")
})

test_that("a graph has no rows to leave out", {
  graph <- heat_graph(bent_strip(40), 0.5)
  expect_fault(embed_eigenmaps(graph, 2, na_action = "omit"), "na_action", text = "needs points")
})

test_that("a coordinate that three points own by more than half is remarked", {
  coordinates <- cbind(normal_points(200, 1, 1), c(8, -9, 7, normal_points(197, 1, 2) / 2))
  graph <- list(weights = matrix(1, 200, 200), rows = 1:200)
  expect_warning(warn_few_points(coordinates, graph), "three points have 77%",
                 class = "lapscale_warning_few_points")
  expect_no_warning(warn_few_points(coordinates[, 1, drop = FALSE], graph))
  expect_no_warning(warn_few_points(cbind(c(1, 1, 1, rep(0.1, 17))),
                                    list(weights = matrix(1, 20, 20), rows = 1:20)))
})

test_that("another graph because of the number of coordinates is announced", {
  x <- sample_circle(120, noise = 0.05, seed = 1)
  expect_message(suppressWarnings(embed_eigenmaps(x, 5, seed = 1)),
                 class = "lapscale_message_graph")
  quiet <- function(...) {
    expect_no_message(suppressWarnings(embed_eigenmaps(x, ..., seed = 1)),
                      class = "lapscale_message_graph")
  }
  quiet(2)
  quiet(5, bandwidth = 0.5)
  quiet(5, graph = "knn", k = 10)
})
