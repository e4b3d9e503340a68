# What all samples have in common.

test_that("a sample is an n x r matrix of finite doubles with parameters and dimension", {
  skip_on_cran()
  columns <- c(2, 2, 3, 3, 3, 4, 3, 3)
  dimension <- c(1L, 1L, rep(2L, 6))
  samplers <- all_samplers()
  for (i in seq_along(samplers)) {
    x <- samplers[[i]](17, noise_dims = 2, seed = 1)
    expect_true(is.matrix(x) && is.double(x) && all(is.finite(x)))
    expect_identical(dim(x), c(17L, as.integer(columns[[i]] + 2)))
    expect_null(dimnames(x))
    expect_identical(attr(x, "d"), dimension[[i]])
    expect_true(is.matrix(attr(x, "parameters")) && is.numeric(attr(x, "parameters")))
    expect_identical(nrow(attr(x, "parameters")), 17L)
    expect_false(is.null(colnames(attr(x, "parameters"))))
  }
})

test_that("one point is a matrix of one row", {
  for (sampler in all_samplers()) {
    x <- sampler(1, noise = 0.1, noise_dims = 1, seed = 1)
    expect_identical(nrow(x), 1L)
    expect_identical(nrow(attr(x, "parameters")), 1L)
    expect_output(print(x), "1 point on")
  }
})

test_that("a seed repeats a sample, attributes included; another seed gives another", {
  for (sampler in all_samplers()) {
    expect_identical(sampler(20, noise = 0.1, seed = 5), sampler(20, noise = 0.1, seed = 5))
    expect_false(isTRUE(all.equal(
      as.matrix(sampler(20, seed = 5)), as.matrix(sampler(20, seed = 6))
    )))
  }
})

test_that("a seed leaves R's generator as it was: state, kind, and absence", {
  withr::local_preserve_seed()
  set.seed(1, kind = "Wichmann-Hill", normal.kind = "Box-Muller")
  rnorm(1)
  before <- .Random.seed
  for (sampler in all_samplers()) sampler(5, noise = 1, seed = 3)
  expect_identical(.Random.seed, before)
  rm(".Random.seed", envir = globalenv())
  for (sampler in all_samplers()) sampler(5, noise = 1, seed = 3)
  expect_false(exists(".Random.seed", envir = globalenv(), inherits = FALSE))
  RNGkind("default", "default")
})

test_that("without a seed the sample follows set.seed() and successive samples differ", {
  withr::local_preserve_seed()
  for (sampler in all_samplers()) {
    set.seed(8)
    a <- sampler(10, noise = 0.1)
    b <- sampler(10, noise = 0.1)
    set.seed(8)
    expect_identical(sampler(10, noise = 0.1), a)
    expect_false(identical(a, b))
  }
})

test_that("the first rows do not depend on how many are drawn", {
  for (sampler in all_samplers()) {
    few <- sampler(10, noise = 0.1, seed = 2)
    many <- sampler(30, noise = 0.1, seed = 2)
    expect_identical(many[1:10, ], as.matrix(few))
    expect_identical(attr(many, "parameters")[1:10, , drop = FALSE], attr(few, "parameters"))
  }
})

test_that("noise is normal with its standard deviation in every column, points beneath the same", {
  for (sampler in all_samplers()) {
    clean <- sampler(2000, noise_dims = 3, seed = 4)
    noisy <- sampler(2000, noise_dims = 3, noise = 0.3, seed = 4)
    expect_true(all(clean[, ncol(clean) - 0:2] == 0))
    difference <- as.matrix(noisy) - as.matrix(clean)
    expect_distributed(difference, "pnorm", 0, 0.3)
    expect_lt(max(abs(stats::cor(difference)[lower.tri(diag(ncol(clean)))])), 0.1)
    expect_identical(attr(noisy, "parameters"), attr(clean, "parameters"))
  }
})

test_that("noise beyond the manifold's own columns is that of the hourglass by default", {
  expect_identical(ncol(sample_hourglass(5, seed = 1)), 13L)
  expect_identical(ncol(sample_hourglass(5, noise_dims = 0, seed = 1)), 3L)
})

test_that("wrong common arguments are refused by name", {
  skip_on_cran()
  wrong <- list(
    n = list(0, -1, 1.5, NA, NaN, Inf, "10", NULL, c(5, 6), 1e10),
    noise = list(-0.1, NA, Inf, "a", c(0, 1)),
    noise_dims = list(-1, 0.5, NA, "a"),
    seed = list(1.5, NA, "a", 1:2, Inf)
  )
  for (sampler in all_samplers()) {
    for (arg in names(wrong)) {
      for (value in wrong[[arg]]) {
        given <- c(list(n = 5)[arg != "n"], stats::setNames(list(value), arg))
        expect_refused(do.call(sampler, given), arg)
      }
    }
  }
})

test_that("wrong shapes are refused by name", {
  skip_on_cran()
  for (radius in list(0, -1, NA, Inf, "a")) {
    expect_refused(sample_circle(5, radius = radius), "radius")
    expect_refused(sample_sphere(5, radius = radius), "radius")
    expect_refused(sample_dome(5, radius = radius), "radius")
    expect_refused(sample_torus(5, major_radius = radius), "major_radius")
    expect_refused(sample_torus(5, minor_radius = radius), "minor_radius")
    expect_refused(sample_flat_torus(5, radii = c(1, radius)), "radii")
    expect_refused(sample_swiss_roll(5, height = radius), "height")
  }
  expect_refused(sample_torus(5, minor_radius = 2), "minor_radius")
  expect_refused(sample_flat_torus(5, radii = numeric()), "radii")
  for (d in list(0, 1.5, NA, -1)) expect_refused(sample_sphere(5, d = d), "d")
  for (turns in list(1, c(2, 1), c(1, 1), c(-1, 1), c(0, NA), c("a", "b"), c(0, Inf))) {
    expect_refused(sample_swiss_roll(5, turns = turns), "turns")
  }
  for (uniform in list(NA, 1, "yes", NULL, c(TRUE, FALSE))) {
    for (sampler in all_samplers()) expect_refused(sampler(5, uniform = uniform), "uniform")
  }
})

test_that("every sample is drawn uniformly in area or in its parameters, on the same manifold", {
  skip_on_cran()
  for (name in names(all_samplers())) {
    sampler <- all_samplers()[[name]]
    area <- sampler(50, uniform = TRUE, seed = 1)
    other <- sampler(50, uniform = FALSE, seed = 1)
    same <- name %in% c("circle", "moons", "flat_torus")
    expect_identical(identical(area, other), same, info = name)
    if (name != "hourglass") expect_identical(sampler(50, seed = 1), area, info = name)
    facts <- c("d", "manifold", "spectrum", "dim")
    expect_identical(attributes(other)[facts], attributes(area)[facts], info = name)
    expect_identical(colnames(attr(other, "parameters")), colnames(attr(area, "parameters")))
    # What holds for all samples.
    expect_identical(sampler(20, uniform = FALSE, noise = 0.1, seed = 1)[1:10, ],
                     as.matrix(sampler(10, uniform = FALSE, noise = 0.1, seed = 1)), info = name)
  }
})

test_that("a refusal shows the user's call and leaves R's generator untouched", {
  skip_on_cran()
  withr::local_preserve_seed()
  set.seed(1)
  before <- .Random.seed
  error <- expect_error(sample_circle(0))
  expect_identical(as.character(error$call[[1]]), "sample_circle")
  for (sampler in all_samplers()) expect_error(sampler(5, noise = -1))
  expect_error(sample_torus(5, major_radius = 0))
  expect_error(sample_swiss_roll(5, uniform = NA))
  expect_error(sample_flat_torus(5, radii = 0))
  expect_identical(.Random.seed, before)
})

test_that("a sample that would not fit is refused before it is made", {
  skip_on_cran()
  withr::local_options(lapscale.memory = 0.01)
  expect_error(sample_circle(1e6), "`n`", class = "lapscale_error_memory")
  expect_error(sample_sphere(10, d = 1e7), "`n`", class = "lapscale_error_memory")
})

test_that("a sample beyond double precision is refused", {
  expect_refused(sample_circle(10, radius = 1e308, noise = 1e308, seed = 1), "noise")
  expect_refused(sample_hourglass(10, noise = 1e308, seed = 1), "noise")
})
