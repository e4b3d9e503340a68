test_that("a sample as it is seen, near points in front with their own colors", {
  skip_on_cran()
  x <- sample_torus(20, seed = 1)
  drawn <- picture(x, "phi", 20, 50)
  points <- layer_of(drawn, "points")
  seen <- project_points(as.matrix(x), 20 * pi / 180, 50 * pi / 180)
  expect_identical(points[c("x", "y", "depth")],
                   data.frame(x = seen$across, y = seen$up, depth = seen$nearness))
  expect_identical(points$value, unname(attr(x, "parameters")[, "phi"]))
  expect_identical(drawn$panels[[1]]$key$title, "phi")
  marks <- base_marks(plot(x, azimuth = 20, elevation = 50, col = 1:20))[[2]]
  expect_identical(marks$col, order(seen$nearness))
  expect_drawn(drawn)
  draw_nowhere(for (sampler in all_samplers()) plot(sampler(1, seed = 1)))
  expect_fault(plot(x, 2), "y")
  expect_fault(plot(x, azimuth = "a"), "azimuth")
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
  for (same in list(2, "2")) expect_identical(picture(x, same), picture(x, names[[2]]))
})
