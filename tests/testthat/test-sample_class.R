test_that("subsets, products and bindings are plain matrices", {
  x <- sample_dome(30, seed = 1)
  bare <- matrix(as.numeric(x), 30)
  expect_identical(as.matrix(x), bare)
  expect_identical(x[30:1, ], bare[30:1, ])
  expect_identical(x[3, ], bare[3, ])
  expect_identical(x[, 2, drop = FALSE], bare[, 2, drop = FALSE])
  expect_identical(x %*% diag(3), bare %*% diag(3))
  expect_identical(diag(30) %*% x, diag(30) %*% bare)
  expect_identical(crossprod(x), crossprod(bare))
  expect_identical(tcrossprod(x), tcrossprod(bare))
  expect_identical(cbind(x, 0), cbind(bare, 0))
  expect_identical(rbind(x, bare), rbind(bare, bare))
  expect_identical(t(x), t(bare))
  expect_identical(as.data.frame(x), as.data.frame(bare))
  expect_identical(data.frame(x), data.frame(bare))
  expect_identical(head(x), head(bare))
  expect_identical(apply(x, 1, sum), apply(bare, 1, sum))
  expect_equal(stats::dist(x), stats::dist(bare), ignore_attr = "call")
  expect_equal(stats::prcomp(x)$sdev, stats::prcomp(bare)$sdev)
  expect_identical(svd(x), svd(bare))
  expect_identical(c(x), c(bare))
})

test_that("arithmetic has the values of a plain matrix", {
  x <- sample_dome(30, seed = 1)
  bare <- as.matrix(x)
  expect_identical(x[x > 0], bare[bare > 0])
  expect_identical(sum(x), sum(bare))
  expect_identical(x - x, bare - bare)
  expect_identical(x + 1:30, bare + 1:30)
  expect_identical(cumsum(x), cumsum(bare))
})

test_that("what was calculated from a sample is a plain matrix: its spectrum is another", {
  x <- sample_circle(30, seed = 1)
  rownames(x) <- seq_len(30)
  colnames(x) <- c("a", "b")
  bare <- as.matrix(x)
  expect_identical(attributes(bare), list(dim = dim(x), dimnames = dimnames(x)))
  expect_identical(2 * x, 2 * bare)
  expect_identical(x / 2 - 1, bare / 2 - 1)
  expect_identical(-x, -bare)
  expect_identical(x > 0, bare > 0)
  expect_identical(!x, !bare)
  expect_identical(exp(-x^2), exp(-bare^2))
  expect_identical(round(x, 2), round(bare, 2))
  expect_identical(t(x), t(bare))
})

test_that("samples meet bandwidths, dimensions and matrices of package Matrix in arithmetic", {
  withr::local_options(warn = 2)
  x <- sample_dome(60, seed = 1)
  bare <- as.matrix(x)
  bw <- bw_median(bare)
  expect_identical(x / bw, bare / as.numeric(bw))
  expect_identical(bw * x, as.numeric(bw) * bare)
  d <- dim_mle(bare)
  expect_identical(x^d, bare^as.numeric(d))
  expect_identical(d + x, as.numeric(d) + bare)
  sparse <- Matrix::sparseMatrix(1:60, rep(1:3, 20), x = 1:60)
  expect_equal(as.matrix(sparse * x), as.matrix(sparse) * bare)
  expect_equal(as.matrix(x - sparse), bare - as.matrix(sparse))
})

test_that("products with matrices of package Matrix find their method", {
  x <- sample_dome(30, seed = 1)
  bare <- as.matrix(x)
  diagonal <- Matrix::Diagonal(30)
  sparse <- as(Matrix::sparseMatrix(1:30, 30:1, x = 1:30), "CsparseMatrix")
  expect_equal(as.matrix(diagonal %*% x), bare, ignore_attr = TRUE)
  expect_equal(as.matrix(sparse %*% x), as.matrix(sparse %*% bare))
  expect_equal(as.matrix(Matrix::crossprod(sparse, x)), as.matrix(Matrix::crossprod(sparse, bare)))
  expect_equal(as.matrix(Matrix::t(x)), t(bare))
})

test_that("a tibble of a sample has plain columns", {
  skip_if_not_installed("tibble")
  x <- sample_dome(30, seed = 1)
  expect_silent(table <- tibble::as_tibble(x))
  expect_identical(table, tibble::as_tibble(as.data.frame(as.matrix(x))))
  expect_identical(names(table)[1:2], c("V1", "V2"))
})

test_that("printing is short and says what the sample is", {
  x <- sample_hourglass(300, seed = 1)
  lines <- capture.output(print(x))
  expect_match(lines[[1]], "300 points on an hourglass: dimension 2 in R^13", fixed = TRUE)
  expect_match(lines[[2]], "theta, z")
  expect_match(lines[[length(lines)]], "294 more rows")
  expect_lt(length(lines), 20)
  expect_identical(length(capture.output(print(x, n = 0))), 3L)
  expect_output(print(sample_circle(2, seed = 1)), "spectrum")
  expect_no_match(capture.output(print(sample_circle(2, seed = 1))), "more rows")
  expect_error(print(x, n = -1), "`n`", class = "lapscale_error_argument")
})

test_that("plots draw every kind of sample and leave par alone", {
  skip_on_cran()
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  before <- graphics::par(c("mar", "mfrow"))
  for (sampler in all_samplers()) {
    expect_invisible(plot(sampler(20, seed = 1)))
    plot(sampler(1, seed = 1))
  }
  x <- sample_torus(20, seed = 1)
  drawn <- picture(x, "phi", 20, 50)
  points <- layer_of(drawn, "points")
  seen <- project_points(as.matrix(x), 20 * pi / 180, 50 * pi / 180)
  expect_identical(points[c("x", "y")], data.frame(x = seen$across, y = seen$up))
  phi <- attr(x, "parameters")[, "phi"]
  expect_identical(points$colour, scale_colours(phi))
  expect_identical(drawn$panels[[1]]$key, number_key(phi, title = "phi"))
  expect_identical(drawn$panels[[1]]$title, sample_title(x))
  # The user's colours and sizes go with their points, the nearest last.
  size <- (1:20) / 10
  calls <- base_calls(plot(x, elevation = 50, col = rep(1:2, 10), main = "", cex = size))
  marks <- base_calls_of(calls, "C_plotXY")[[2]]
  seen <- project_points(as.matrix(x), 25 * pi / 180, 50 * pi / 180)
  expect_equal(marks[[1]]$x, seen$across[order(seen$nearness)])
  expect_equal(marks[[5]], rep(1:2, 10)[order(seen$nearness)])
  expect_equal(marks[[7]], size[order(seen$nearness)])
  skip_if_not_installed("ggplot2")
  shown <- draw_nowhere(ggplot2::layer_data(ggplot2::autoplot(x, elevation = 50)))
  expect_equal(shown$x, seen$across[order(seen$nearness)])
  expect_fault(ggplot2::autoplot(x, elevatoin = 50), "elevatoin", text = "`elevation`")
  expect_identical(graphics::par(c("mar", "mfrow")), before)
  for (parameter in list("psi", 3, 0, NA, 1:2)) {
    expect_error(plot(x, parameter = parameter), "`parameter`", class = "lapscale_error_argument")
  }
  expect_error(plot(x, 2), "`y`", class = "lapscale_error_argument")
  expect_error(plot(x, azimuth = "a"), "`azimuth`", class = "lapscale_error_argument")
})

test_that("the view is an orthogonal projection: across, up and nearness are a rotation", {
  x <- as.matrix(sample_sphere(20, seed = 1))
  view <- project_points(x, 0.7, 0.4)
  expect_equal(unname(as.matrix(stats::dist(do.call(cbind, view)))),
               unname(as.matrix(stats::dist(x))))
  # From above, the last coordinate is how near a point is.
  above <- project_points(x, 0, pi / 2)
  expect_equal(above$nearness, x[, 3])
  expect_equal(above$across, x[, 1])
})

test_that("a parameter is a name or a number of one", {
  skip_on_cran()
  x <- sample_swiss_roll(20, seed = 1)
  names <- colnames(attr(x, "parameters"))
  for (bad in list(sum, list(1), data.frame(v = 1), NA, "none", 1:2, mean)) {
    expect_error(plot(x, parameter = bad), "`parameter` must be", class = "lapscale_error_argument")
  }
  expect_identical(resolve_parameter(x, names[[2]]), 2L)
  expect_identical(resolve_parameter(x, 2), 2L)
  expect_identical(resolve_parameter(x, "2"), 2L)
})

test_that("a parameter that counts a few parts is drawn as classes", {
  few <- seq_len(most_with_key)
  expect_true(is_number_of_part(c(few, 1)))
  # As many values as parts are a parameter that happens to be whole.
  expect_false(is_number_of_part(few))
  expect_false(is_number_of_part(c(few, most_with_key + 1)))
  expect_false(is_number_of_part(c(few, 1.5)))
})
