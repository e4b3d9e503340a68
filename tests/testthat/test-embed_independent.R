strip <- function(n = 600) withr::with_seed(1, cbind(5.5 * stats::runif(n), stats::runif(n)))

test_that("on a strip the second coordinate is a mode of the width", {
  x <- strip()
  e <- quietly(embed_eigenmaps(x, 2, bandwidth = 0.3))
  expect_identical(e$selected, 1:2)
  expect_output(print(e), "Coordinate 2 is a function of coordinate 1")
  i <- quietly(embed_eigenmaps(x, 2, bandwidth = 0.3, coordinates = "independent"))
  expect_identical(i$selected[[1]], 1L)
  expect_gt(i$selected[[2]], 4)
  expect_identical(i$candidates$set[[1]], paste(i$selected, collapse = ", "))
  expect_output(print(i), "independent|eigenvalues")
  expect_false(any(grepl("function of", capture.output(print(i)))))
  width <- function(e) summary(stats::lm(x[, 2] ~ stats::poly(as.matrix(e)[, 2], 2)))$r.squared
  expect_gt(width(i), 0.6)
  expect_lt(width(e), 0.1)
  expect_equal(predict(i, x), as.matrix(i), tolerance = 1e-6)
  all <- as.matrix(quietly(embed_eigenmaps(x, 14, bandwidth = 0.3)))
  expect_equal(abs(colSums(all[, i$selected] * as.matrix(i))), colSums(as.matrix(i)^2))
})

test_that("independent coordinates of a sphere and a circle are the leading ones", {
  x <- sample_sphere(400, seed = 1)
  e <- quietly(embed_eigenmaps(x, 3, bandwidth = 0.5, coordinates = "independent"))
  expect_setequal(e$selected, 1:3)
  circle <- quietly(embed_eigenmaps(sample_circle(200, seed = 1), 2, bandwidth = 0.3))
  expect_false(any(grepl("function of", capture.output(print(circle)))))
})

test_that("the score is the mean logarithm of a volume, as its definition has it", {
  x <- strip(150)
  graph <- quietly(heat_graph(x, 0.4))
  runtime <- new_runtime(1L, FALSE)
  f <- as.matrix(quietly(embed_eigenmaps(graph, 5)))
  h <- metric_riemannian(f, graph, 2)$H
  score <- function(set) {
    mean(vapply(seq_len(nrow(f)), function(i) {
      u <- eigen(matrix(h[i, , ], 5), TRUE)$vectors[set, 1:2]
      u <- u / rep(sqrt(colSums(u^2)), each = nrow(u))
      log(max(det(crossprod(u)), 1e-20)) / 2
    }, 0))
  }
  found <- rank_independent(f, 1:5, 2L, 2L, walk_with_loops(graph, runtime), runtime)$candidates
  for (r in seq_len(nrow(found))) {
    set <- as.integer(strsplit(found$set[[r]], ", ")[[1]])
    expect_equal(found$independence[[r]], score(set), tolerance = 1e-6)
  }
})

test_that("refusals name the argument", {
  x <- strip(100)
  e <- function(s, coordinates) embed_eigenmaps(x, s, bandwidth = 0.5, coordinates = coordinates)
  expect_fault(e("gap", "independent"), "coordinates")
  expect_fault(e(2, "other"), "coordinates")
})

test_that("coordinates of groups that hardly touch are printed", {
  # 149 values within 1e-4 of two: polynomials of degree 5 in them have no basis.
  e <- quietly(embed_eigenmaps(as.matrix(iris[, 1:4]), 2, bandwidth = 0.5555))
  expect_output(print(e), "eigenvalues")
  first <- c(rep(0, 50), rep(1, 50)) + 1e-9 * seq_len(100)
  expect_false(is_function_of_first(cbind(first, rep_len(c(-1, 1, 0.3), 100))))
  expect_true(is_function_of_first(cbind(1:100, (1:100)^2)))
})
