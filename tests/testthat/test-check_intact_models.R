test_that("embeddings of pieces have models of as many columns, or none of them has one", {
  skip_on_cran()
  x <- rbind(sample_circle(20, seed = 1), sample_circle(20, seed = 2) + 50)
  parts <- quietly(embed_eigenmaps(x, 2, bandwidth = 1, components = "each"))
  lost <- function(number) {
    members <- unclass(parts)
    members[[number]]["model"] <- list(NULL)
    structure(members, class = class(parts))
  }
  for (number in 1:2) {
    for (take in list(augment, print, tidy, glance)) {
      expect_error(take(lost(number)), "`model`", class = "lapscale_error_argument")
    }
  }
  without <- structure(lapply(unclass(parts), function(part) {
    part["model"] <- list(NULL)
    part
  }), class = class(parts))
  expect_identical(nrow(augment(without)), 40L)
})

test_that("a kernel's model has finite numbers only", {
  skip_on_cran()
  x <- normal_points(20, 3)
  fit <- embed_kpca(x, 2)
  for (part in c("basis", "shift")) for (value in c(NaN, Inf, -Inf)) {
    damaged <- fit
    damaged$model[[part]][[1]] <- value
    expect_error(stats::predict(damaged, x[1:3, ]), paste0("model$", part), fixed = TRUE,
                 class = "lapscale_error_argument")
  }
})

test_that("a model has no more neighbours than other points, an Isomap as many as points", {
  fault <- function(kind, k) {
    model_size_fault(list(kind = kind, x = matrix(0, 5, 2), values = matrix(0, 5, 1), k = k))
  }
  expect_null(fault("barycentric", 4))
  expect_identical(fault("barycentric", 5), "`model$k`")
  expect_null(fault("geodesic", 5))
  expect_identical(fault("geodesic", 6), "`model$k`")
})
