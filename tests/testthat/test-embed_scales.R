scales_of_iris <- function(...) {
  x <- as.matrix(iris[, 1:4])
  bw <- bw_gc(x, seed = 1)
  list(x = x, bw = bw, scales = embed_scales(x, bw, ...))
}

test_that("there is an embedding for each local minimum, that of its bandwidth", {
  skip_on_cran()
  case <- scales_of_iris()
  minima <- bw_minima(case$bw)
  table <- tidy(case$scales)
  expect_identical(table$bandwidth, minima$bandwidth)
  expect_identical(table$criterion, minima$criterion)
  expect_identical(table$chosen, minima$chosen)
  expect_gt(nrow(table), 1)
  for (scale in table$scale) {
    alone <- quietly(embed_eigenmaps(case$x, 2, bandwidth = table$bandwidth[[scale]]))
    expect_identical(as.matrix(case$scales$embeddings[[scale]]), as.matrix(alone))
    expect_identical(table$pieces[[scale]], length(alone$components$sizes))
  }
  points <- as.data.frame(case$scales)
  expect_identical(names(points), c("scale", "bandwidth", "row", ".embed1", ".embed2"))
  chosen <- case$scales$embeddings[[which(table$chosen)]]
  second <- embed_align(case$scales$embeddings[[2]], chosen)
  expect_equal(points$.embed2[points$scale == 2], unname(as.matrix(second)[, 2]))
})

test_that("components are counted without a warning", {
  x <- as.matrix(sample_moons(150, noise = 0.05, seed = 1))
  expect_no_warning(scales <- embed_scales(x, c(0.01, 0.2)))
  expect_gt(tidy(scales)$pieces[[1]], 100)
  expect_match(picture(scales)$panels[[1]]$note$text, " components")
})

test_that("bandwidths may be numbers, those of several selectors, or chosen here", {
  skip_on_cran()
  x <- as.matrix(iris[, 1:4])
  given <- tidy(quietly(embed_scales(x, c(2, 0.8))))
  expect_identical(given$bandwidth, c(0.8, 2))
  expect_false(any(given$chosen))
  expect_true(all(is.na(given$criterion)))
  set <- quietly(bw_select(x, c("gc", "knn", "median"), seed = 1))
  several <- tidy(quietly(embed_scales(x, set)))
  expect_identical(several$bandwidth, sort(unname(vapply(unclass(set), as.numeric, 0))))
  expect_setequal(several$selector, names(set))
  chosen <- tidy(embed_scales(x, seed = 1))
  expect_identical(chosen, tidy(embed_scales(x, bw_gc(x, seed = 1))))
  expect_identical(tidy(quietly(embed_scales(x, "rec", seed = 1))),
                   tidy(quietly(embed_scales(x, bw_rec(x, seed = 1)))))
  # A selector without a curve has its value.
  fixed <- tidy(quietly(embed_scales(x, bw_median(x))))
  expect_identical(fixed$bandwidth, as.numeric(bw_median(x)))
  expect_true(fixed$chosen)
})

test_that("of many minima the chosen one and the deepest are kept", {
  minima <- data.frame(
    bandwidth = 1:4 + 0, criterion = c(0.5, 0.4, 0.3, 0.6), se = 0,
    depth_left = c(0.1, 0.3, 0.2, NA), depth_right = c(0.2, 0.05, 0.4, 0.3), z_left = 1, z_right = 1
  )
  curve <- data.frame(
    bandwidth = c(0.5, 1:4, 5), criterion = c(0.7, 0.5, 0.4, 0.3, 0.6, 0.9), se = 0
  )
  bw <- new_bandwidth(
    2, "gc", curve, minima, c(first = 2L, global = 3L), "first",
    facts = list(n = 9L, d = NA_integer_, at_edge = FALSE, elapsed = 0),
    labels = list(title = "t", criterion = "c")
  )
  expect_identical(scales_of_minima(bw, 6L)$bandwidth, c(1, 2, 3, 4))
  expect_identical(scales_of_minima(bw, 3L)$bandwidth, c(2, 3, 4))
  expect_identical(scales_of_minima(bw, 1L)$bandwidth, 2)
})

test_that("other methods and their arguments, scaled columns", {
  x <- as.matrix(iris[, 1:4])
  bw <- bw_gc(x, scale = TRUE, seed = 1)
  scales <- quietly(embed_scales(x, bw, 3, embed_diffusion, t = 2))
  chosen <- scales$embeddings[[which(tidy(scales)$chosen)]]
  expect_identical(as.matrix(chosen), as.matrix(quietly(
    embed_diffusion(x, 3, bandwidth = bw, t = 2, scale = TRUE)
  )))
  expect_output(print(scales), "Diffusion map at . scales?: 150 points in 3 coordinates")
})

test_that("refusals name the argument", {
  skip_on_cran()
  case <- scales_of_iris()
  expect_fault(embed_scales(case$bw, case$x), "x", text = "second")
  expect_fault(embed_scales(case$x, "a"), "bandwidth")
  expect_fault(embed_scales(case$x, c(1, -1)), "bandwidth")
  expect_fault(embed_scales(case$x, 1:9), "bandwidth", text = "most")
  expect_fault(embed_scales(case$x, 1, n_components = 0.5), "n_components")
  expect_fault(embed_scales(case$x, 1.5, method = "eigenmaps"), "method")
  expect_fault(embed_scales(case$x, 1.5, method = function(x, k, bandwidth) 1), "method")
  expect_fault(embed_scales(case$x, 1.5, most = 0), "most")
  draw_nowhere({
    expect_fault(plot(case$scales, columns = 1:3), "columns")
    three <- embed_scales(case$x, 1, 3)
    expect_fault(plot(three, columns = 1:3), "columns", text = "one or two")
    expect_fault(plot(case$scales, colour = 1:3), "colour")
    expect_fault(plot(case$scales, colr = 1), "colr", text = "color")
  })
  expect_fault(print(case$scales, digits = 3), "digits")
})

test_that("print() gives bandwidths to four digits", {
  x <- withr::with_seed(1, matrix(stats::rnorm(60), 20))
  expect_output(print(embed_scales(x, c(1.234567, 2.345678), 1)), "1[.]235 .*2[.]346 ")
})

test_that("a whole number in the second place is refused without a name", {
  x <- plain_circle(40)
  expect_fault(embed_scales(x, 2), "bandwidth", text = "`bandwidth = 2` or `n_components = 2`")
  expect_fault(do.call(embed_scales, list(x, 2)), "bandwidth")
  expect_identical(embed_scales(x, bandwidth = 2)$scales$bandwidth, 2)
  expect_identical(embed_scales(x, 0.5)$scales$bandwidth, 0.5)
})

test_that("glance() has the seed that drew the bandwidths", {
  x <- plain_circle(40)
  expect_identical(unique(glance(quietly(embed_scales(x, seed = 7)))$seed), 7)
  drawn <- unique(glance(quietly(embed_scales(x)))$seed)
  again <- quietly(embed_scales(x, seed = drawn))
  expect_identical(unique(glance(again)$seed), drawn)
})
