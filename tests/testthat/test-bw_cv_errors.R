test_that("points that are shared give the bits of fits one by one, whatever the learner", {
  skip_on_cran()
  p <- three_clusters()
  far <- rbind(p$x, p$x[1:6, ] + 40)
  y <- factor(c(as.character(p$truth), rep("ash", 3), rep("birch", 3)))
  # In some folds a component has no label.
  y <- replace(y, c(1, 14, 40:42), NA)
  expect_shared <- function(x, y, learner, ...) {
    # A function of the user's is not given shared points.
    plain <- function(x, y, bandwidth, ...) learner(x, y, bandwidth = bandwidth, ...)
    search <- function(by) {
      curve_of(suppressWarnings(
        bw_cv(x, y, by, folds = 2, bandwidths = c(0.2, 0.7), seed = 1, ...)
      ))
    }
    expect_identical(search(learner), search(plain))
  }
  learners <- list(
    ssl_eigenmaps, ssl_iterated, ssl_diffusion, ssl_harmonic, ssl_auto, ssl_laprls, ssl_lapsvm
  )
  for (learner in learners) expect_shared(far, y, learner)
  for (learner in list(ssl_harmonic, ssl_laprls)) {
    expect_shared(p$x, replace(p$x[, 1], 5:12, NA), learner)
    expect_shared(p$x, p$y, learner, graph = "knn", k = 4)
    # Other landmarks in every fold.
    expect_shared(p$x, p$y, learner, landmarks = 34)
  }
})

test_that("long searches say what they will cost", {
  expect_quiet(inform_of_cost(0.1, 40, 5))
  expect_condition_of(inform_of_cost(1, 40, 5), "message_cost",
                      c("200 times", "40 bandwidths", "39 seconds"))
  expect_condition_of(inform_of_cost(10, 40, 5), "message_cost", "6 minutes")
})
