test_that("circle and sphere: l (l + d - 1), as often as there are harmonics of degree l", {
  expect_identical(spectrum_of_sample(sample_circle(2), 8), c(0, 1, 1, 4, 4, 9, 9, 16))
  expect_equal(spectrum_of_sample(sample_circle(2, radius = 2), 4), c(0, 1, 1, 4) / 4)
  expect_identical(
    spectrum_of_sample(sample_sphere(2), 16), rep(c(0, 2, 6, 12), times = c(1, 3, 5, 7))
  )
  expect_identical(
    spectrum_of_sample(sample_sphere(2, d = 3), 30), rep(c(0, 3, 8, 15), times = c(1, 4, 9, 16))
  )
  # Homogeneous polynomials of degree l, less |x|^2 times those of degree l - 2.
  for (d in c(2, 5, 9)) {
    l <- 0:4
    count <- choose(l + d, d) - ifelse(l >= 2, choose(l + d - 2, d), 0)
    expect_equal(spectrum_of_sample(sample_sphere(2, d = d), sum(count)),
                 rep(l * (l + d - 1), times = count))
  }
})

test_that("as many as no one has use for, fractions, none and words are refused", {
  skip_on_cran()
  for (sample in list(sample_circle(2), sample_flat_torus(2))) {
    for (k in list(1e9, 1e6 + 1, 2^31, Inf, -1, 0, NA, NaN, 2.5, "a", NULL, c(1, 2))) {
      expect_fault(attr(sample, "spectrum")(k), "k")
    }
  }
})

test_that("dome: the Neumann condition keeps the harmonics that are even in the height", {
  # Degree 1: x and y, not z; degree 2: those of xy, x^2 - y^2, 3 z^2 - 1, not xz, yz.
  expect_identical(
    spectrum_of_sample(sample_dome(2), 10), rep(c(0, 2, 6, 12), times = c(1, 2, 3, 4))
  )
})

test_that("moons: two intervals of length pi, not connected", {
  expect_equal(spectrum_of_sample(sample_moons(2), 7), c(0, 0, 1, 1, 4, 4, 9))
})

test_that("flat torus and swiss roll: all sums of the spectra of the factors", {
  expect_equal(
    spectrum_of_sample(sample_flat_torus(2), 14), rep(c(0, 1, 2, 4, 5), times = c(1, 4, 4, 4, 1))
  )
  radii <- c(1, 1.7, 0.6)
  squares <- (-30:30)^2
  sums <- outer(outer(squares / radii[[1]]^2, squares / radii[[2]]^2, "+"),
                squares / radii[[3]]^2, "+")
  expect_equal(spectrum_of_sample(sample_flat_torus(2, radii = radii), 500), sort(sums)[1:500])

  roll <- sample_swiss_roll(2, height = 5, turns = c(1, 2))
  side <- spiral_length(4 * pi) - spiral_length(2 * pi)
  sums <- outer((pi * 0:200 / side)^2, (pi * 0:200 / 5)^2, "+")
  expect_equal(spectrum_of_sample(roll, 400), sort(sums)[1:400])
})

test_that("far out all spectra obey Weyl's law with the dimension and volume of the manifold", {
  # Number of eigenvalues up to lambda: volume * ball volume * (sqrt(lambda) / (2 pi))^d.
  expect_weyl <- function(x, volume, k = 20000) {
    d <- attr(x, "d")
    lambda <- spectrum_of_sample(x, k)[[k]]
    ball <- pi^(d / 2) / gamma(d / 2 + 1)
    expect_equal(volume * ball * (sqrt(lambda) / (2 * pi))^d, k, tolerance = 0.03)
  }
  expect_weyl(sample_circle(1, radius = 3), 6 * pi)
  expect_weyl(sample_moons(1), 2 * pi)
  expect_weyl(sample_sphere(1, radius = 2), 16 * pi)
  expect_weyl(sample_sphere(1, d = 3), 2 * pi^2, k = 50000)
  expect_weyl(sample_dome(1), 2 * pi)
  expect_weyl(sample_flat_torus(1, radii = c(1, 2)), 8 * pi^2)
  expect_weyl(sample_swiss_roll(1), 21 * (spiral_length(4.5 * pi) - spiral_length(1.5 * pi)))
})

test_that("the first eigenvalues are a prefix, increasing from 0, for every k from 1", {
  skip_on_cran()
  samplers <- all_samplers()
  for (sampler in samplers[setdiff(names(samplers), c("torus", "hourglass"))]) {
    spectrum <- attr(sampler(2, seed = 1), "spectrum")
    all <- spectrum(40)
    expect_identical(all[[1]], 0)
    expect_false(is.unsorted(all))
    for (k in 1:40) expect_identical(spectrum(k), all[seq_len(k)])
  }
})

test_that("where no closed form exists there is no spectrum", {
  expect_null(attr(sample_torus(2), "spectrum"))
  expect_null(attr(sample_hourglass(2), "spectrum"))
})

test_that("a wrong k is refused", {
  skip_on_cran()
  spectrum <- attr(sample_circle(2), "spectrum")
  for (k in list(0, 1.5, NA, "a", 1:2)) {
    expect_error(spectrum(k), "`k`", class = "lapscale_error_argument", fixed = TRUE)
  }
})

test_that("a spectrum does not drag its sample along when saved", {
  skip_on_covr()
  size <- length(serialize(attr(sample_sphere(1e4), "spectrum"), NULL))
  expect_lt(size, 5e4)
})
