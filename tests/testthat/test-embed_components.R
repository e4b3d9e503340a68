test_that("keep: all rows, the components told apart first, with a warning", {
  x <- two_strips()
  for (f in embed_methods[c("eigenmaps", "diffusion")]) {
    e <- expect_condition_of(f(x), "warning_disconnected", "60, 40")
    y <- plain_matrix(e)
    expect_true(all(is.finite(y)))
    expect_equal(max(abs(diff(y[1:60, 1])), abs(diff(y[61:100, 1]))), 0)
    expect_gt(abs(y[1, 1] - y[100, 1]), 0.5)
  }
  lle <- expect_condition_of(embed_methods$lle(x, components = "keep"), "warning_disconnected")
  expect_equal(crossprod(plain_matrix(lle)) / 100, diag(2), tolerance = 1e-8)
})

test_that("error: when asked, and for Isomap with a radius that was given", {
  skip_on_cran()
  x <- two_strips()
  for (name in c("eigenmaps", "diffusion", "isomap", "lle", "lle_modified")) {
    expect_fault(embed_methods[[name]](x, components = "error"), NULL, "disconnected", "60, 40")
  }
  expect_fault(embed_isomap(x, 2, radius = 1), NULL, "disconnected")
  expect_fault(embed_isomap(x, 2, k = 5), NULL, "disconnected", "too far apart")
  x[61:100, ] <- x[61:100, ] - 45
  expect_condition_of(embed_isomap(x, 2, k = 5), "warning_disconnected", "shortest edges")
})

test_that("by default all rows are kept, with a warning, whatever the method", {
  skip_on_cran()
  x <- two_strips()
  kept <- function(expr) {
    e <- expect_condition_of(expr, "warning_disconnected", "60, 40")
    expect_true(all(is.finite(as.matrix(e))))
    expect_identical(nrow(as.matrix(e)), 100L)
    e
  }
  e <- kept(embed_isomap(x, 2))
  expect_identical(e$components$policy, "connect")
  expect_identical(as.matrix(e), as.matrix(embed_isomap(x, 2, components = "connect")))
  e <- kept(embed_kpca(x, 2, "isomap"))
  expect_identical(as.matrix(e), as.matrix(embed_isomap(x, 2, components = "connect")))
  e <- kept(embed_lle(x, 2))
  expect_identical(e$components$policy, "keep")
  expect_lt(abs(abs(cor(as.matrix(e)[, 1], rep(0:1, c(60, 40)))) - 1), 1e-6)
  e <- kept(embed_kpca(x, 2, "lle"))
  expect_identical(e$components$policy, "keep")
  e <- kept(embed_isomap(dist(x), 2))
  expect_identical(e$components$policy, "connect")
})

test_that("largest: that component as if alone, other rows NA", {
  skip_on_cran()
  x <- two_strips()
  for (name in c("eigenmaps", "diffusion", "isomap", "lle", "lle_modified")) {
    e <- expect_condition_of(embed_methods[[name]](x, components = "largest"),
                             "warning_disconnected")
    alone <- embed_methods[[name]](x[1:60, ])
    expect_lt(off_by(as.matrix(e)[1:60, ], alone), 1e-6, label = name)
    expect_true(all(is.na(as.matrix(e)[61:100, ])))
    expect_equal(predict(e, x[1:60, ]), as.matrix(e)[1:60, ], tolerance = 1e-8)
    expect_output(print(e), "40 rows of the data left out")
  }
})

test_that("connect: the shortest edges between components make one graph", {
  skip_on_cran()
  x <- two_strips()
  e <- embed_isomap(x, 2, k = 10, components = "connect")
  between <- sq_distances_of(x)[1:60, 61:100]
  at <- which(between == min(between), arr.ind = TRUE)
  geodesic <- sqrt(sum((as.matrix(e)[at[1], ] - as.matrix(e)[60 + at[2], ])^2))
  expect_equal(geodesic, sqrt(min(between)), tolerance = 0.01)
  for (name in c("eigenmaps", "diffusion", "multiscale", "lle", "lle_modified")) {
    y <- embed_methods[[name]](x, components = "connect")
    expect_true(all(is.finite(as.matrix(y))), label = name)
    expect_identical(unname(predict(y, x)), plain_matrix(y), label = name)
  }
  graph <- suppressWarnings(heat_graph(x, 0.5))
  graph$points <- NULL
  expect_fault(embed_eigenmaps(graph, 2, components = "connect"), "components")
})

test_that("a component too small for the coordinates is refused", {
  small <- rbind(bent_strip(5), bent_strip(4, seed = 2) + 50, bent_strip(4, seed = 3) - 50)
  expect_fault(
    embed_eigenmaps(small, 8, bandwidth = 2, components = "largest"), "n_components"
  )
})

test_that("what may join components is what the method has", {
  skip_on_cran()
  x <- rbind(scale(datasets::swiss), scale(datasets::swiss) + 100)
  hint <- function(expr, text) expect_fault(expr, NULL, "disconnected", paste(text, "may connect"))
  hint(embed_lle(x, 2, components = "error"), "A larger `k`")
  hint(embed_kpca(x, 2, "lle", components = "error"), "A larger `k`")
  hint(embed_isomap(x, 2, components = "error"), "A larger `k` or `radius`")
  hint(embed_kpca(x, 2, "isomap", components = "error"), "A larger `k`")
  hint(embed_isomap(heat_graph(x, 2), 2), "More edges of `x`")
  hint(embed_eigenmaps(x, 2, 2, components = "error"), "A larger `bandwidth` or `k`")
  hint(embed_eigenmaps(x, 2, 2, graph = "knn", k = 5, components = "error"), "A larger `k`")
})

test_that("one component is, two are; one row is", {
  x <- rbind(scale(datasets::swiss), matrix(100, 1, 6))
  expect_condition_of(embed_eigenmaps(x, 3, 2, components = "each"), "warning_disconnected",
                      "1 component of fewer than 4 points is not embedded")
  expect_condition_of(embed_eigenmaps(x, 3, 2, components = "largest"), "warning_disconnected",
                      "1 row is NA")
  x <- rbind(x, matrix(200, 1, 6))
  expect_condition_of(embed_eigenmaps(x, 3, 2, components = "each"), "warning_disconnected",
                      "2 components of fewer than 4 points are not embedded")
})

test_that("nothing is said of small components where there is none", {
  x <- rbind(plain_circle(20), plain_circle(20) + 20)
  graph <- suppressWarnings(heat_graph(x, 0.6))
  expect_no_warning(embed_eigenmaps(graph, 2, components = "each"))
})

test_that("print() counts components from two on", {
  x <- rbind(plain_circle(20), plain_circle(20) + 20)
  two <- suppressMessages(suppressWarnings(embed_eigenmaps(x, 2, bandwidth = 0.6)))
  expect_output(print(two), "2 components: 20, 20 points, components = ", fixed = TRUE)
  one <- utils::capture.output(print(embed_eigenmaps(x[1:20, ], 2, bandwidth = 0.6)))
  expect_no_match(paste(one, collapse = "\n"), "components: ")
})

test_that("points without neighbors are said with the components, once", {
  x <- rbind(plain_matrix(sample_circle(40, seed = 1)), 100, 200)
  said <- list()
  e <- withCallingHandlers(embed_eigenmaps(x, 4, bandwidth = 0.4), warning = function(w) {
    said <<- c(said, list(w))
    rlang::cnd_muffle(w)
  })
  expect_length(said, 1)
  expect_s3_class(said[[1]], "lapscale_warning_disconnected")
  expect_s3_class(said[[1]], "lapscale_warning_isolated")
  expect_match(conditionMessage(said[[1]]), "2 points have no neighbors: rows 41, 42")
})
