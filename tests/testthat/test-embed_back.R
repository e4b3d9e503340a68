# Weighted least squares at one place.
slow_back <- function(y, x, at, h) {
  t(vapply(seq_len(nrow(at)), function(q) {
    offset <- y - rep(at[q, ], each = nrow(y))
    w <- exp(-rowSums(offset^2) / h[[q]]^2)
    w[w < 1e-9 * max(w)] <- 0
    stats::lm.wfit(cbind(1, offset), x, w)$coefficients[1, ]
  }, numeric(ncol(x))))
}

test_that("a row is that of weighted least squares on scaled coordinates", {
  x <- bent_strip(90)
  e <- embed_isomap(x, 2, k = 10)
  model <- back_model(e)
  expect_equal(unname(apply(model$y, 2, stats::sd)), c(1, 1))
  runtime <- new_runtime(1, FALSE)
  at <- model$y[1:7, ] + 0.1
  multiple <- back_choice(model, runtime)$multiple
  # The distance to the tenth point.
  h <- multiple * vapply(1:7, function(q) {
    sort(sqrt(rowSums((model$y - rep(at[q, ], each = 90))^2)))[10]
  }, 0)
  y <- at * rep(model$sd, each = 7) + rep(model$centre, each = 7)
  expect_equal(unname(predict(e, y, type = "data")), unname(slow_back(model$y, model$x, at, h)),
               tolerance = 1e-8)
  expect_identical(predict(e, y, type = "data", n_threads = 1),
                   predict(e, y, type = "data", n_threads = 3))
})

test_that("the bandwidth has the smallest leave-one-out error", {
  x <- bent_strip(60)
  model <- back_model(embed_isomap(x, 2, k = 10))
  runtime <- new_runtime(1, FALSE)
  h <- vapply(1:60, function(i) {
    sort(sqrt(rowSums((model$y - rep(model$y[i, ], each = 60))^2)))[11]
  }, 0)
  errors <- vapply(back_multiples, function(multiple) {
    left_out <- t(vapply(1:60, function(i) {
      slow_back(model$y[-i, ], model$x[-i, ], model$y[i, , drop = FALSE], multiple * h[[i]])[1, ]
    }, numeric(3)))
    sqrt(mean(rowSums((left_out - model$x)^2)))
  }, 0)
  choice <- back_choice(model, runtime)
  expect_identical(choice$multiple, back_multiples[[which.min(errors)]])
  spread <- sqrt(mean(rowSums((model$x - rep(colMeans(model$x), each = 60))^2)))
  expect_equal(choice$error, min(errors) / spread, tolerance = 1e-6)
})

test_that("linear data come back as they are, in their units and by their names", {
  skip_on_cran()
  set.seed(1)
  z <- matrix(stats::runif(200), 100)
  x <- cbind(a = z[, 1] * 1e6, b = 3 - z[, 2], c = 2e6 * z[, 1] + z[, 2])
  rownames(x) <- paste0("r", 1:100)
  e <- quietly(embed_kpca(x, 2, kernel = "linear", scale = TRUE))
  back <- predict(e, as.matrix(e)[5:9, ], type = "data")
  expect_equal(back, x[5:9, ], tolerance = 1e-9)
  expect_equal(predict(e, as.matrix(e)[5, ], type = "data"), x[5, , drop = FALSE],
               tolerance = 1e-9, ignore_attr = TRUE)
  expect_equal(predict(e, type = "data"), x, tolerance = 1e-9)
  turned <- embed_align(e, as.matrix(e)[, 2:1])
  expect_equal(predict(turned, as.matrix(turned)[5:9, ], type = "data"), x[5:9, ],
               tolerance = 1e-9)
})

test_that("every embedding that places new points has a way back", {
  skip_on_cran()
  x <- bent_strip(120)
  for (name in names(embed_methods)) {
    e <- quietly(embed_methods[[name]](x))
    back <- quietly(predict(e, as.matrix(e), type = "data"))
    known <- is.finite(back[, 1])
    expect_gt(mean(known), 0.9, label = name)
    error <- sqrt(mean(rowSums((back - x)[known, ]^2)) / sum(apply(x, 2, stats::var)))
    expect_lt(error, 0.3, label = name)
    expect_identical(dimnames(back), dimnames(x), label = name)
  }
  landmarks <- quietly(embed_diffusion(x, 2, bandwidth = 0.5, landmarks = 60, seed = 1))
  back <- quietly(predict(landmarks, as.matrix(landmarks)[1:3, ], type = "data"))
  expect_true(all(is.finite(back)))
  copies <- quietly(embed_isomap(rbind(x, x[1:20, ]), 2, k = 10))
  back <- quietly(predict(copies, as.matrix(copies)[1, ], type = "data"))
  expect_equal(back, x[1, , drop = FALSE],
               tolerance = 0.1, ignore_attr = TRUE)
  sparse <- quietly(embed_eigenmaps(Matrix::Matrix(unname(x), sparse = TRUE), 2, bandwidth = 0.5))
  dense <- quietly(embed_eigenmaps(unname(x), 2, bandwidth = 0.5))
  expect_equal(predict(sparse, as.matrix(sparse)[1:3, ], type = "data"),
               predict(dense, as.matrix(dense)[1:3, ], type = "data"), tolerance = 1e-4)
})

test_that("places out of reach are NA with a warning, and faults are refused", {
  skip_on_cran()
  x <- bent_strip(60)
  e <- embed_isomap(x, 2, k = 10)
  y <- rbind(as.matrix(e)[1:2, ], 1e4, NA)
  expect_warning(back <- predict(e, y, type = "data"), "row 3", class = "lapscale_warning_far")
  expect_identical(unname(is.na(back[, 1])), c(FALSE, FALSE, TRUE, TRUE))
  expect_true(all(is.finite(predict(e, y[1:3, ], type = "data", far = "keep"))))
  expect_identical(dim(predict(e, matrix(0, 0, 2), type = "data")), c(0L, 3L))
  expect_fault(predict(e, matrix(0, 2, 3), type = "data"), "newdata", text = "coordinates")
  expect_fault(predict(e, matrix(Inf, 2, 2), type = "data"), "newdata", text = "finite")
  expect_fault(predict(e, "a", type = "data"), "newdata")
  expect_fault(predict(e, x, type = "rows"), "type")
  expect_fault(predict(embed_isomap(stats::dist(x), 2, k = 10), y, type = "data"), "object",
               text = "distances")
  graph <- suppressWarnings(embed_eigenmaps(heat_graph(x, 0.5)$weights))
  expect_fault(predict(graph, y, type = "data"), "object", class = "no_points")
  withr::local_options(lapscale.memory = 1e-9)
  expect_fault(predict(e, y, type = "data"), "newdata", class = "memory")
})

test_that("the order of the rows and copies change nothing, and quality has the error", {
  x <- bent_strip(80)
  e <- embed_isomap(x, 2, k = 10)
  order <- order(x[, 1])
  sorted <- embed_isomap(x[order, ], 2, k = 10)
  y <- as.matrix(e)[1:5, ]
  same <- embed_align(sorted, as.matrix(e)[order, ])
  expect_equal(predict(same, y, type = "data"), predict(e, y, type = "data"), tolerance = 1e-6)
  quality <- embed_quality(e, k = 5)
  expect_equal(quality$data_error, back_choice(back_model(e), new_runtime(1, FALSE))$error)
  expect_output(print(quality), "rebuilt data")
  expect_true(is.na(embed_quality(plain_matrix(e), x, k = 5)$data_error))
})

test_that("a vector has as many coordinates as numbers", {
  expect_fault(as_places(c(1, 2, 3), 2L), "newdata", text = "it has 3")
  expect_fault(check_column_count(1L, 3L), "newdata", text = "rbind")
})
