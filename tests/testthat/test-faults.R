# The fault table, row by row, for every function that the row concerns. Rows 1 to 15: what is no
# table of numbers, no distances, no weights. Rows 16 to 30 and 47 to 50: test-faults_<subject>.R.

test_that("fault 1: NA in x: an error with its place, or rows left out with a warning", {
  skip_on_cran()
  x <- normal_points(40, 4)
  x[17, 3] <- NA
  expect_fault_of(takes_points, x, arg = "x", text = "(NA), first at row 17, column 3")
  for (name in names(takes_points)) {
    kept <- expect_condition_of(
      takes_points[[name]](x, na_action = "omit"), "warning_omitted", "row 17"
    )
    complete <- suppressWarnings(takes_points[[name]](x[-17, ]))
    if (name == "bw_gc") expect_identical(without_time(kept), without_time(complete))
    if (name == "metric_distortion") expect_identical(kept$distortion, complete$distortion)
    if (name == "heat_graph") expect_identical(kept$weights, complete$weights)
  }
  # Padded output: a value per row given.
  graph <- suppressWarnings(heat_graph(x, 1, na_action = "omit"))
  expect_identical(which(is.na(graph_components(graph)$membership)), 17L)
  spectrum <- graph_spectrum(suppressWarnings(graph_laplacian(graph)), 2)
  expect_identical(dim(spectrum$vectors), c(40L, 2L))
  expect_identical(which(is.na(spectrum$vectors[, 2])), 17L)
})

test_that("fault 2: NaN in x is told from NA", {
  skip_on_cran()
  x <- normal_points(20, 3)
  x[5, 2] <- NaN
  expect_fault_of(takes_points, x, arg = "x", text = "NaN values, first at row 5, column 2")
  for (f in takes_points) {
    expect_no_match(text_of(tryCatch(f(x), error = identity)), "(NA)", fixed = TRUE)
  }
})

test_that("fault 3: Inf in x, either sign, with its place", {
  skip_on_cran()
  x <- normal_points(20, 3)
  for (value in c(Inf, -Inf)) {
    x[6, 1] <- value
    expect_fault_of(takes_points, x, arg = "x", text = "infinite values, first at row 6, column 1")
  }
  d <- dist(normal_points(5, 2))
  d[[4]] <- Inf
  expect_fault(heat_graph(d, 1), "x", text = "points 1 and 5")
})

test_that("fault 4: x of a class that is no table of numbers", {
  skip_on_cran()
  for (bad in list("a", letters, list(1, 2, 3), complex(5), matrix("a", 4, 2), matrix(1i, 4, 2),
                   structure(rep(1:2, 4), dim = c(4L, 2L), levels = c("u", "v"), class = "factor"),
                   mean, quote(a), Sys.time())) {
    expect_fault_of(takes_points, bad, arg = "x", text = "numeric")
  }
  # What was found is named by what it holds, not only by its shape.
  for (f in takes_points) {
    expect_match(text_of(tryCatch(f(matrix("a", 4, 2)), error = identity)), "character")
  }
})

test_that("fault 5: a table with a character or list column, which is named", {
  skip_on_cran()
  table <- data.frame(u = 1:5, v = 0.5, w = 5:1)
  for (column in list(letters[1:5], I(list(1, 2, 3, 4, 5)), factor(1:5))) {
    table$v <- column
    expect_fault_of(takes_points, table, arg = "x", text = "column v")
  }
})

test_that("fault 6: no rows, no columns, nothing", {
  skip_on_cran()
  expect_fault_of(takes_points, NULL, arg = "x")
  expect_fault_of(takes_points, matrix(0, 0, 3), arg = "x", text = "at least")
  expect_fault_of(takes_points, matrix(0, 5, 0), arg = "x", text = "at least")
  expect_fault_of(takes_points, data.frame(), arg = "x", text = "at least")
  expect_fault_of(takes_points, numeric(), arg = "x", text = "at least")
  expect_fault(as_heat_graph(NULL), "x")
  expect_fault(as_heat_graph(matrix(0, 0, 0)), "x")
})

test_that("fault 7: one row, two rows: the least number is stated", {
  skip_on_cran()
  expect_fault_of(takes_points, matrix(1, 1, 2), arg = "x", text = "at least")
  two <- matrix(c(0, 1, 0, 1), 2)
  expect_fault_of(takes_points[c("bw_gc", "metric_distortion")], two, arg = "x",
                  text = "at least 3 rows")
  # Two points have an edge.
  expect_equal(as.matrix(heat_graph(two, 1))[1, 2], exp(-2))
  expect_fault(as_heat_graph(matrix(1, 1, 1)), "x")
})

test_that("fault 8: as many neighbours as rows", {
  skip_on_cran()
  x <- normal_points(8, 2)
  expect_fault(heat_graph(x, 1, "knn", k = 10), "k",
               text = "`k` = 10 must be below the number of rows, 8")
  expect_fault(heat_graph(x, 1, "knn", k = 8), "k")
  expect_fault(heat_graph(dist(x), 1, "knn", k = 8), "k", text = "below the number of rows, 8")
  expect_fault(heat_graph(x, local_scale = 8), "local_scale", text = "below the number of rows, 8")
  expect_fault(bw_gc(x, graph = "knn", k = 8, seed = 1), "k")
  expect_no_error(heat_graph(x, 1, "knn", k = 7))
  expect_no_error(suppressWarnings(bw_gc(x, graph = "knn", k = 7, seed = 1)))
})

test_that("fault 9: fewer points than dimensions: as after rotation into their span", {
  # Five points span four dimensions.
  wide <- normal_points(5, 9)
  inside <- svd(sweep(wide, 2, colMeans(wide)))
  small <- inside$u[, 1:4] %*% diag(inside$d[1:4])
  criterion <- function(x) curve_of(suppressWarnings(bw_gc(x, d = 2, seed = 1)))$criterion
  expect_equal(criterion(wide), criterion(small), tolerance = 1e-9)
  expect_equal(metric_distortion(wide, 3, d = 2)$distortion,
               metric_distortion(small, 3, d = 2)$distortion, tolerance = 1e-9)
  expect_equal(as.matrix(heat_graph(wide, 3)), as.matrix(heat_graph(small, 3)), tolerance = 1e-12)
  # More dimensions than the points span: distorted by 1, not undefined.
  for (x in list(wide, normal_points(5, 50))) {
    expect_true(all(metric_distortion(x, 3, d = 7)$distortion >= 1 - 1e-9))
  }
})

test_that("fault 10: one column works", {
  skip_on_cran()
  x <- matrix(stats::qnorm(seq(0.01, 0.99, length.out = 60)))
  expect_finite_results(x, 0.3)
  expect_equal(metric_distortion(x, 0.3)$distortion,
               oracle_gc(x, 0.3, cutoff = oracle_gc_cutoff)$distortion)
  expect_equal(as.matrix(heat_graph(x[, 1], 0.3)), as.matrix(heat_graph(x, 0.3)))
})

test_that("fault 11: integers and logicals are doubles", {
  skip_on_cran()
  x <- round(10 * normal_points(30, 3))
  integers <- x
  storage.mode(integers) <- "integer"
  for (name in names(takes_points)) {
    f <- function(x) {
      result <- suppressWarnings(takes_points[[name]](x))
      if (name == "bw_gc") without_time(result) else result
    }
    expect_identical(f(integers), f(x), info = name)
    expect_identical(f(x > 0), f((x > 0) + 0), info = name)
  }
})

test_that("fault 12: other classes: the same result, or an error that names the accepted ones", {
  skip_on_cran()
  x <- round(10 * normal_points(30, 3))
  tables <- list(as.data.frame(x), Matrix::Matrix(x), Matrix::Matrix(x, sparse = TRUE),
                 sample_circle(30, seed = 1))
  if (requireNamespace("tibble", quietly = TRUE)) {
    tables <- c(tables, list(tibble::as_tibble(as.data.frame(x))))
  }
  tables <- c(tables, list(structure(as.data.frame(x), class = c("data.table", "data.frame"))))
  for (table in tables) {
    plain <- unname(as.matrix(table))
    expect_identical(heat_graph(table, 5)$weights, heat_graph(plain, 5)$weights)
    expect_identical(suppressWarnings(without_time(bw_gc(table, seed = 1))),
                     suppressWarnings(without_time(bw_gc(plain, seed = 1))))
    expect_identical(metric_distortion(table, 5)$H, metric_distortion(plain, 5)$H)
  }
  d <- dist(x)
  expect_fault_of(takes_points[c("bw_gc", "metric_distortion")], d, arg = "x",
                  text = c("a numeric matrix, a data.frame", "dist"))
  expect_equal(as.matrix(heat_graph(d, 5)), as.matrix(heat_graph(x, 5)))
})

test_that("fault 13: distances that are none: the first pair; rounding is averaged away", {
  skip_on_cran()
  d <- unname(as.matrix(dist(normal_points(6, 2))))
  for (wrap in list(identity, Matrix::Matrix, function(m) Matrix::Matrix(m, sparse = TRUE))) {
    read <- function(m) as_heat_graph(wrap(m), 1, values = "distances")
    expect_fault(read(replace(d, cbind(4, 2), 9)), "x", text = c("symmetric", "4, 2"))
    expect_fault(read(replace(d, rbind(c(4, 2), c(2, 4)), -1)), "x", text = "4, 2 is -1")
    expect_fault(read(replace(d, cbind(3, 3), 1)), "x", text = "3, 3")
    rounded <- replace(d, cbind(4, 2), d[4, 2] * (1 + 2e-13))
    graph <- expect_condition_of(read(rounded), "message_symmetrised", "`x`")
    expect_equal(as.matrix(graph), exp(-d^2))
  }
  e <- dist(normal_points(6, 2))
  e[[2]] <- -1
  expect_fault(heat_graph(e, 1), "x", text = "points 1 and 3")
})

test_that("fault 14: a precomputed matrix that is not square", {
  skip_on_cran()
  m <- matrix(1, 3, 4)
  for (values in c("weights", "distances")) {
    for (x in list(m, Matrix::Matrix(m), Matrix::Matrix(m, sparse = TRUE))) {
      expect_fault(as_heat_graph(x, 1, values = values), "x", text = c("square", "3 x 4"))
    }
  }
})

test_that("fault 15: weights that are negative, missing or infinite", {
  skip_on_cran()
  w <- exp(-unname(as.matrix(dist(normal_points(6, 2)))))
  pair <- rbind(c(4, 2), c(2, 4))
  for (value in c(-1e-300, -1, NA, NaN, Inf)) {
    for (wrap in list(identity, Matrix::Matrix, function(m) Matrix::Matrix(m, sparse = TRUE))) {
      expect_fault(as_heat_graph(wrap(replace(w, pair, value))), "x", text = "4, 2")
    }
  }
})

test_that("faults 1 to 30: an error leaves R's random numbers alone, with no seed given too", {
  skip_on_cran()
  withr::with_seed(1, {
    same <- matrix(1, 5, 2)
    x <- normal_points(10, 2)
    expect_fault(bw_gc(same), "x", class = "no_scale")
    expect_fault(metric_distortion(same, 1), "x", class = "no_scale")
    expect_fault(heat_graph(same), "x", class = "no_scale")
    expect_fault(bw_gc(x, n_threads = 0), "n_threads")
    expect_fault(metric_distortion(x, 1, n_threads = 0), "n_threads")
    expect_fault(metric_distortion(x, -1), "bandwidth")
    expect_fault(heat_graph(x, n_threads = 0), "n_threads")
  })
})
