test_that("new points come in blocks, in the columns of the data, scaled as they were", {
  x <- plain_circle(30)
  e <- embed_eigenmaps(x, 2, bandwidth = 1, scale = TRUE)
  whole <- predict(e, x)
  expect_equal(whole, as.matrix(e), tolerance = 1e-6, ignore_attr = TRUE)
  for (rows in c(1, 7, 30)) {
    withr::local_options(lapscale.block_rows = rows)
    expect_identical(predict(e, source_by_function(x)), whole)
  }
})

test_that("row names of new points are those of the source", {
  x <- plain_circle(30)
  rownames(x) <- paste0("r", 1:30)
  e <- embed_eigenmaps(x, 2, bandwidth = 0.3)
  withr::local_options(lapscale.block_rows = 7)
  expect_identical(rownames(predict(e, source_by_function(x))), rownames(x))
})

test_that("augment() has one column of each name", {
  x <- bent_strip(40)
  e <- embed_isomap(x, 2, k = 8)
  again <- augment(e, augment(e, as.data.frame(x)))
  expect_identical(names(again), c("a", "b", "c", ".embed1", ".embed2", ".novelty"))
  expect_equal(again, augment(e, as.data.frame(x)))
  new <- data.frame(x[1:3, ], .embed1 = 0)
  expect_identical(anyDuplicated(names(augment(e, newdata = new))), 0L)
})

test_that("with na_action = \"keep\" rows with missing values are NA, and the others as without them", {
  x <- plain_circle(60)
  rownames(x) <- paste0("r", 1:60)
  new <- x[1:12, ] + 0.01
  expected <- replace(new, TRUE, predict(e <- embed_eigenmaps(x, 2, bandwidth = 0.3), new))
  expected[c(2, 7), ] <- NA
  new[2, 1] <- NA
  new[7, 2] <- -Inf
  withr::local_options(lapscale.block_rows = 5)
  for (form in list(new, data.frame(new), source_by_function(new))) {
    found <- expect_quiet(predict(e, form, na_action = "keep"))
    expect_equal(unname(found), unname(expected))
    expect_fault(predict(e, form), "newdata")
  }
  expect_fault(predict(e, new[2, , drop = FALSE]), "newdata", text = "na_action")
  sparse <- methods::as(Matrix::Matrix(new), "generalMatrix")
  expect_identical(predict(e, sparse, na_action = "keep"), predict(e, new, na_action = "keep"))
  known <- expect_quiet(augment(e, newdata = data.frame(new)))
  expect_identical(which(is.na(known$.novelty)), c(2L, 7L))
  expect_fault(predict(e, new, na_action = "omit"), "na_action")
  parts <- embed_eigenmaps(rbind(x, x + 100), 2, bandwidth = 0.3, components = "each")
  expect_identical(unname(which(is.na(predict(parts, new, na_action = "keep")[, 1]))), c(2L, 7L))
})

# Every predict() gives for a point set what it gives for its data.
test_that("new rows that are a point set are read in the units of its data", {
  skip_on_cran()
  x <- rbind(two_strips(), two_strips() + 0.01)
  x[, 3] <- 100 * x[, 3]
  rownames(x) <- NULL
  p <- point_set(x, scale = TRUE)
  y <- replace(rep(c("a", "b"), 100), -(1:20), NA)
  fits <- c(
    lapply(embed_methods, function(embed) quietly(embed(p, components = "connect"))),
    list(
      parts = quietly(embed_eigenmaps(p, 2, bandwidth = 0.5, components = "each")),
      clusters = quietly(cluster_spectral(p, 2, bandwidth = 0.5)),
      formula = quietly(ssl_harmonic(y ~ ., as.data.frame(x), bandwidth = 0.5, scale = TRUE))
    ),
    lapply(ssl_fixed, function(learn) quietly(learn(p, y, bandwidth = 0.5)))
  )
  names(fits) <- make.unique(names(fits))
  for (name in names(fits)) {
    expected <- quietly(predict(fits[[name]], x[3:7, ]))
    for (new in list(p[3:7, ], point_set(as.data.frame(x))[3:7, ])) {
      expect_equal(quietly(predict(fits[[name]], new)), expected, info = name,
                   ignore_attr = c("dimnames", "names"))
    }
    expect_false(anyNA(expected), info = name)
    other <- point_set(x, metric = "cosine")
    expect_fault(quietly(predict(fits[[name]], other)), "newdata", text = "cosine", info = name)
    expect_fault(quietly(predict(fits[[name]], point_set(x[, 1:2]))), "newdata", info = name)
    table <- quietly(augment(fits[[name]], newdata = p[3:7, ]))
    expect_equal(table, quietly(augment(fits[[name]], newdata = x[3:7, ])), info = name)
    table <- quietly(augment(fits[[name]], data = p))
    expect_equal(table[1:3], as.data.frame(x), ignore_attr = TRUE, info = name)
  }
  numbers <- ssl_harmonic(p, replace(x[, 1], -(1:20), NA), bandwidth = 0.5)
  expect_equal(predict(numbers, p), fitted(numbers), tolerance = 1e-6)
})

test_that("so are those of several tables, places, and points with rows left out", {
  x <- bent_strip(60)
  p <- point_set(x, scale = TRUE)
  e <- quietly(embed_common(p, point_set(x^2)))
  expect_equal(predict(e, list(p[1:4, ], point_set(x^2)[1:4, ])),
               predict(e, list(x[1:4, ], x[1:4, ]^2)), ignore_attr = TRUE)
  e <- embed_isomap(p, 2, k = 10)
  places <- as.matrix(e)[1:4, ]
  expect_equal(predict(e, point_set(places, scale = TRUE), type = "data"),
               predict(e, places, type = "data"))
  holed <- replace(x, 3, NA)
  left <- quietly(point_set(holed, na_action = "omit"))
  expect_equal(predict(e, left), predict(e, x[-3, ]))
  line <- point_set(x[1:3, 1])
  expect_fault(predict(e, line), "newdata", text = "3 columns")
})

test_that("rows of the table that distances were made of are told apart from distances to points", {
  x <- as.matrix(datasets::iris[seq(1, 150, by = 5), 1:4])
  rownames(x) <- paste0("flower", 1:30)
  fit <- quietly(embed_isomap(dist(x), 2, k = 8))
  expect_fault(predict(fit, x[1:2, ]), "newdata", text = "must hold distances to the 30 points")
  to_points <- as.matrix(dist(x))[1:2, ]
  expect_equal(predict(fit, to_points[, 30:1]), predict(fit, to_points))
  colnames(to_points) <- toupper(colnames(to_points))
  expect_fault(predict(fit, to_points), "newdata", text = "must have the columns of the data")
})
