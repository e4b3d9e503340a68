test_that("tidy() tells what was given from defaults", {
  skip_on_cran()
  p <- three_clusters()
  chosen <- function(fit) with(tidy(fit), stats::setNames(chosen, parameter))
  fit <- ssl_laprls(p$x, p$y, 1e-4, bandwidth = 1)
  expect_identical(chosen(fit), c(
    bandwidth = "given", alpha = "default", lambda_ambient = "given", lambda_manifold = "default",
    kernel_bandwidth = "leave-one-out", graph = "default"
  ))
  expect_identical(chosen(ssl_lapsvm(p$x, p$y, bandwidth = 1))[["solver"]], "auto")
  expect_identical(chosen(ssl_lapsvm(p$x, p$y, solver = "dual", bandwidth = 1))[["solver"]],
                   "given")
  expect_identical(
    chosen(ssl_iterated(p$x, p$y, alpha = 0.5, bandwidth = 1)),
    c(bandwidth = "given", alpha = "given", m = "default", mu = "leave-one-out",
      graph = "default")
  )
  d <- data.frame(p$x, y = p$y)
  expect_identical(chosen(ssl_harmonic(y ~ ., d, bandwidth = 1)),
                   c(bandwidth = "given", alpha = "default", graph = "default"))
  expect_identical(chosen(ssl_harmonic(y ~ ., d, alpha = 0, bandwidth = 1))[["alpha"]], "given")
  expect_identical(chosen(do.call(ssl_diffusion, list(p$x, p$y, 2, bandwidth = 1)))[["t"]], "given")
})

test_that("the method's own arguments are checked after those of all methods", {
  p <- two_arcs()
  expect_fault(ssl_iterated(p$x, p$y, m = "a", alpha = -1), "alpha")
  expect_fault(ssl_lapsvm(p$x, p$x[, 1], solver = "a"), "solver")
  expect_fault(ssl_lapsvm(p$x, p$x[, 1]), "y", text = "classes")
})

test_that("warnings of a fit speak in the name of the user's call", {
  p <- two_arcs()
  x <- rbind(p$x, plain_circle(20) + 500)
  y <- factor(c(as.character(p$y), rep(NA, 20)))
  found <- tryCatch(ssl_harmonic(x, y, bandwidth = 0.3), warning = identity)
  expect_identical(found$call[[1]], quote(ssl_harmonic))
})

test_that("a bandwidth that nobody gave is chosen with the call's threads, seed and bar", {
  skip_on_cran()
  p <- two_arcs()
  for (i in seq_along(ssl_fixed)) {
    progress <- i %% 2 == 0
    learn <- function() ssl_fixed[[i]](p$x, p$y, seed = 7, n_threads = 1, progress = progress)
    expect_identical(selector_settings_of(learn()),
                     list(seed = 7, n_threads = 1L, progress = progress),
                     info = names(ssl_fixed)[[i]])
  }
})

test_that("the number of threads arrives at everything that computes", {
  skip_on_cran()
  withr::local_options(lapscale.threads = 2)
  p <- two_arcs()
  for (name in names(ssl_fixed)) for (graph in c("dense", "knn")) {
    seen <- threads_seen(ssl_fixed[[name]](p$x, p$y, seed = 1, n_threads = 1, graph = graph))
    expect_gt(length(seen), 0)
    expect_identical(unique(unname(seen)), 1L, info = paste(name, graph))
  }
  fit <- ssl_iterated(p$x, p$y, bandwidth = 0.3)
  expect_identical(unique(unname(threads_seen(predict(fit, p$x + 0.01, n_threads = 1)))), 1L)
})

test_that("points are checked and indexed once, the bandwidth given or not", {
  skip_on_cran()
  p <- two_arcs()
  # Kernel machines hold their centers too, and the automatic choice tries one.
  names <- setdiff(names(ssl_fixed), c("laprls", "lapsvm", "auto"))
  for (name in names) for (h in list(NULL, 0.3)) {
    learn <- function() ssl_fixed[[name]](p$x, p$y, bandwidth = h, seed = 1)
    counts <- times_called(c("cpp_first_not_finite", "cpp_release", handle_makers), learn())
    expect_identical(counts[c(1, 3)], c(1L, 1L), info = name)
    expect_identical(counts[[2]], sum(counts[-(1:2)]), info = name)
  }
})

test_that("a method draws nothing, is not chosen among others and ends with the graph", {
  method <- new_ssl_method("fixed", "Fixed", learn = identity)
  expect_false(method$is_random(list()))
  expect_null(method$candidates)
  expect_false(method$is_machine)
})

test_that("an error of numbers has their unit; what needs squares out of range says so", {
  skip_on_cran()
  p <- square_numbers()
  plain <- ssl_eigenmaps(p$x, p$y, bandwidth = p$h, seed = 1)
  truth <- p$x[, 1]
  for (unit in c(1e-170, 1e160)) {
    fit <- ssl_eigenmaps(p$x, p$y * unit, bandwidth = p$h, seed = 1)
    errors <- c("error", "error_se", "error_guess")
    expect_equal(unlist(fit[errors]) / unit, unlist(plain[errors]))
    expect_equal(unlist(glance(fit)[errors]), unlist(fit[errors]))
    expect_true(all(is.na(tidy(fit, what = "path")$squared_error)))
    expect_equal(ssl_error(fit, truth * unit) / unit, ssl_error(plain, truth), tolerance = 1e-9)
    expect_refused(plot(fit, what = "path"), "what")
    expect_refused(bw_cv(p$x, p$y * unit, seed = 1), "y")
  }
})

test_that("one number has no error", {
  skip_on_cran()
  p <- square_numbers()
  y <- replace(p$y, -which(!is.na(p$y))[[1]], NA)
  for (learn in list(ssl_eigenmaps, ssl_auto, ssl_iterated, ssl_diffusion, ssl_harmonic,
                     ssl_laprls)) {
    fit <- learn(p$x, y, bandwidth = p$h)
    expect_identical(fit$error, NA_real_)
    expect_false("leave-one-out" %in% tidy(fit)$chosen)
    expect_output(print(fit), "no error of cross-validation: one label", fixed = TRUE)
  }
})

test_that("labels that are all the same are learned as such", {
  skip_on_cran()
  p <- square_numbers()
  expect_constant <- function(learn, value) {
    y <- ifelse(is.na(p$y), NA, value)
    expect_equal(scores_of(learn(p$x, y, bandwidth = p$h)), rep(value, 40), tolerance = 1e-12)
  }
  for (value in c(1e-300, 5, -1e300)) {
    for (learn in list(ssl_eigenmaps, ssl_harmonic)) expect_constant(learn, value)
  }
  for (learn in list(ssl_auto, ssl_iterated, ssl_diffusion)) expect_constant(learn, -1e300)
  expect_constant(ssl_iterated, 1e-300)
})

moons <- function(n = 600) {
  x <- sample_moons(n, noise = 0.08, seed = 1)
  moon <- factor(attr(x, "parameters")[, "moon"])
  seen <- round(seq(1, n, length.out = 12))
  list(x = unname(as.matrix(x)), moon = moon, y = replace(moon, -seen, NA), seen = seen)
}

landmark_learners <- list(
  eigenmaps = ssl_eigenmaps, iterated = ssl_iterated, diffusion = ssl_diffusion,
  harmonic = ssl_harmonic, auto = ssl_auto, laprls = ssl_laprls, lapsvm = ssl_lapsvm
)

test_that("a fit of landmarks labels points as one of all points does", {
  skip_on_cran()
  data <- moons(400)
  for (name in names(landmark_learners)) {
    full <- landmark_learners[[name]](data$x, data$y, bandwidth = 0.25, seed = 1)
    part <- landmark_learners[[name]](data$x, data$y, bandwidth = 0.25, seed = 1, landmarks = 150)
    expect_gt(mean(fitted(part) == fitted(full)), 0.97)
    expect_length(fitted(part), 400)
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

test_that("labeled points are landmarks", {
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
  expect_identical(sum(ssl_confusion(fit, data$moon)), 588L)
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

test_that("the constructor refuses a fit that predicts no finite values", {
  whole <- list(
    values = matrix(0, 4, 1), parameters = list(),
    machine = list(h = 1, centres = 1:2, coefficients = matrix(1, 2, 1), intercept = 0)
  )
  expect_silent(check_solution(whole))
  expect_silent(check_solution(whole["values"]))
  for (value in c(Inf, -Inf, NaN, NA)) {
    broken <- whole
    broken$machine$intercept <- value
    expect_fault(check_solution(broken), "y", text = "intercept")
    broken <- whole
    broken$machine$coefficients[[2]] <- value
    expect_fault(check_solution(broken), "y", text = "coefficients")
    broken <- whole
    broken$values[[3]] <- value
    expect_fault(check_solution(broken), "y", text = "values")
  }
})

test_that("a machine whose intercept is lost is refused by the function that was called", {
  x <- selector_points(30)
  y <- replace(rep(c("a", "b"), 15), 9:30, NA)
  fit <- vector_machine
  local_functions(list(vector_machine = function(...) {
    replace(fit(...), "intercept", Inf)
  }))
  expect_fault(suppressWarnings(ssl_lapsvm(x, y, lambda_ambient = 1, lambda_manifold = 1,
                                           bandwidth = 1)),
               "y", text = "double precision")
})

test_that("labels on isolated points stay there, and the others get their mean", {
  path <- matrix(0, 6, 6)
  path[cbind(2:4, 3:5)] <- 1
  graph <- as_heat_graph(path + t(path))
  for (learn in list(ssl_iterated, ssl_diffusion, ssl_eigenmaps, ssl_auto, ssl_harmonic)) {
    expect_warning(fit <- learn(graph, c(1, NA, NA, NA, NA, 6)),
                   class = "lapscale_warning_unlabelled")
    expect_equal(scores_of(fit), c(1, rep(3.5, 4), 6))
  }
})

test_that("weak links lead to the value of what they join", {
  for (link in 10^-c(3, 6, 7, 9, 12, 14)) {
    weights <- matrix(0, 5, 5)
    weights[cbind(c(1, 2, 2, 4), c(2, 3, 4, 5))] <- c(1, 3, link, 1)
    graph <- as_heat_graph(weights + t(weights))
    y <- c(0.5, NA, 5.5, NA, NA)
    expect_equal(scores_of(ssl_harmonic(graph, y))[4:5], c(4.25, 4.25), tolerance = 1e-6)
    expect_equal(scores_of(ssl_iterated(graph, y, mu = 1e-6))[4:5], c(4.25, 4.25),
                 tolerance = 1e-2, info = link)
  }
  # Resistances 1e150, 1, 1e-150, 1, 5e149 in a row.
  row <- matrix(0, 6, 6)
  row[cbind(1:5, 2:6)] <- c(1e-150, 1, 1e150, 1, 2e-150)
  fit <- ssl_harmonic(as_heat_graph(row + t(row)), c(1, NA, NA, NA, NA, 6))
  expect_equal(scores_of(fit)[2:5], rep(1 + 10 / 3, 4))
})

test_that("every field of a fit has a name", {
  p <- two_arcs()
  for (learn in ssl_fixed) {
    names <- names(quietly(learn(p$x, p$y, bandwidth = 0.5, seed = 1)))
    expect_false(anyNA(names))
    expect_true(all(nzchar(names)))
    expect_false("model" %in% names)
  }
})
