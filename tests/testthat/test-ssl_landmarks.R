moons <- function(n = 600) {
  x <- sample_moons(n, noise = 0.08, seed = 1)
  moon <- factor(attr(x, "parameters")[, "moon"])
  seen <- round(seq(1, n, length.out = 12))
  list(x = unname(as.matrix(x)), moon = moon, y = replace(moon, -seen, NA), seen = seen)
}

learners <- list(
  eigenmaps = ssl_eigenmaps, iterated = ssl_iterated, diffusion = ssl_diffusion,
  harmonic = ssl_harmonic, auto = ssl_auto, laprls = ssl_laprls, lapsvm = ssl_lapsvm
)

test_that("a fit of landmarks labels points as one of all points does", {
  skip_on_cran()
  data <- moons()
  for (name in names(learners)) {
    full <- learners[[name]](data$x, data$y, bandwidth = 0.25, seed = 1)
    part <- learners[[name]](data$x, data$y, bandwidth = 0.25, seed = 1, landmarks = 150)
    expect_gt(mean(fitted(part) == fitted(full)), 0.97)
    expect_length(fitted(part), 600)
    expect_identical(rownames(part$x), NULL)
    expect_identical(nrow(part$x), 150L)
  }
})

test_that("in a sparse graph too, and in regression", {
  skip_on_cran()
  data <- moons()
  for (graph in c("radius", "knn")) {
    fit <- ssl_iterated(data$x, data$y, bandwidth = 0.25, landmarks = 200, graph = graph, seed = 1)
    expect_gt(mean(fitted(fit) == data$moon), 0.97)
  }
  z <- sin(data$x[, 1])
  fit <- ssl_laprls(data$x, replace(z, -seq(1, 600, 6), NA), bandwidth = 0.25, landmarks = 250,
                    seed = 1)
  expect_lt(sqrt(mean((fitted(fit) - z)^2)), 0.1)
})

test_that("labelled points are landmarks", {
  data <- moons()
  fit <- ssl_harmonic(data$x, data$y, bandwidth = 0.25, landmarks = 40)
  expect_true(all(data$seen %in% fit$landmarks))
  expect_length(fit$landmarks, 40)
  expect_identical(fitted(fit)[data$seen], data$y[data$seen])
})

test_that("what a fit tells is of all points", {
  data <- moons()
  fit <- ssl_harmonic(data$x, data$y, bandwidth = 0.25, landmarks = 100)
  expect_output(print(fit), "600 points.*100 landmarks")
  expect_identical(glance(fit)[c("n", "n_landmarks")], data.frame(n = 600L, n_landmarks = 100L))
  expect_identical(nobs(fit), 600L)
  expect_identical(dim(augment(fit)), c(600L, 3L))
  expect_identical(dim(predict(fit, type = "prob")), c(600L, 2L))
  expect_equal(predict(fit, data$x[1:50, ], type = "score"), predict(fit, type = "score")[1:50, ],
               ignore_attr = TRUE)
  expect_identical(sum(confusion(fit, data$moon)), 588L)
  full <- ssl_harmonic(data$x, data$y, bandwidth = 0.25)
  expect_identical(glance(full)$n_landmarks, NA_integer_)
})

test_that("rows that were left out stay out", {
  data <- moons()
  x <- data$x
  x[5, 1] <- NA
  expect_warning(
    fit <- ssl_harmonic(x, data$y, bandwidth = 0.25, landmarks = 100, na_action = "omit"),
    class = "lapscale_warning_omitted"
  )
  expect_identical(unname(which(is.na(fitted(fit)))), 5L)
  expect_gt(mean(fitted(fit)[-5] == data$moon[-5]), 0.97)
})

test_that("plots show the landmarks, or all points where their places are given", {
  data <- moons()
  fit <- ssl_harmonic(data$x, data$y, bandwidth = 0.25, landmarks = 100)
  n_shown <- function(...) nrow(picture(fit, ...)$panels[[1]]$layers[[1]]$data)
  expect_identical(n_shown(), 100L)
  expect_identical(n_shown(coordinates = data$x), 600L)
})

test_that("as many landmarks as points are the fit of all points", {
  data <- moons(100)
  one <- ssl_harmonic(data$x, data$y, bandwidth = 0.4)
  two <- ssl_harmonic(data$x, data$y, bandwidth = 0.4, landmarks = 100)
  expect_identical(predict(one, type = "score"), predict(two, type = "score"))
})

test_that("a number of landmarks that cannot be is refused", {
  skip_on_cran()
  data <- moons(100)
  for (wrong in list(101, 2, 13, 50.5, "all", NA, c(20, 30))) {
    expect_error(
      ssl_harmonic(data$x, data$y, bandwidth = 0.4, landmarks = wrong), "`landmarks`",
      class = "lapscale_error_argument"
    )
  }
})
