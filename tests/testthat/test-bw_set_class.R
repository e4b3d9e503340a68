test_that("tables carry the method", {
  skip_on_cran()
  set <- set_of_selectors()
  curves <- as.data.frame(set)
  expect_identical(names(curves), c("method", "bandwidth", "criterion", "se"))
  expect_identical(unique(curves$method), names(set))
  expect_identical(tidy(set), curves)
  rec <- curves[curves$method == "rec", -1]
  expect_equal(rec$criterion, curve_of(set$rec)$criterion)
  rows <- glance(set)
  expect_identical(rows$method, names(set))
  expect_identical(rows$bandwidth, unname(vapply(set, as.numeric, 0)))
  nearest <- median(oracle_neighbor_distances(selector_points(), 1))
  expect_equal(rows$in_neighbors, rows$bandwidth / nearest)
})

test_that("a part of a set is a set", {
  set <- set_of_selectors()
  expect_s3_class(set[c("rec", "median")], "lapscale_bandwidths")
  expect_identical(glance(set[2])$in_neighbors, glance(set)$in_neighbors[2])
})

test_that("print is a table with a line per selector", {
  skip_on_cran()
  set <- set_of_selectors()
  lines <- utils::capture.output(result <- withVisible(print(set)))
  expect_false(result$visible)
  expect_length(lines, 6)
  for (name in names(set)) expect_true(any(grepl(name, lines)))
  expect_gt(length(utils::capture.output(print(summary(set)))), 10)
})

test_that("a part that is not there is refused", {
  skip_on_cran()
  set <- set_of_selectors()
  for (i in list(99, 0, c("gc", "foo"), c(1, 1), NA, list(1), -(1:4))) expect_fault(set[i], "i")
  expect_error(set["foo"], "it is \"foo\"", fixed = TRUE)
  expect_error(set[c("gc", "foo")], "it is gc, foo", fixed = TRUE)
  expect_identical(names(set[-1]), names(set)[-1])
  expect_identical(set[], set)
})

test_that("sets of the same points go together, with every selector once", {
  skip_on_cran()
  set <- set_of_selectors()
  together <- c(set[c("rec", "gc")], set["median"])
  expect_s3_class(together, "lapscale_bandwidths")
  expect_identical(together, set[c("rec", "gc", "median")])
  expect_fault(c(set, set), text = "\"gc\" comes twice")
  expect_fault(c(set, bw_select(2 * selector_points(), c("knn", "median"))), "...")
  expect_fault(c(set, 1), "...")
})

test_that("update() chooses another way where a selector has one", {
  skip_on_cran()
  set <- set_of_selectors()
  global <- update(set, minimum = "global")
  expect_s3_class(global, "lapscale_bandwidths")
  expect_identical(global$gc, update(set$gc, minimum = "global"))
  expect_identical(global$median, set$median)
  expect_identical(update(set), set)
  expect_fault(update(set, minimum = "last"), "minimum")
  expect_fault(update(set, calibration = "guess"), "calibration")
  lepski <- quietly(bw_select(selector_points(), c("lepski", "rec"), d = 1, seed = 1))
  expect_identical(
    as.numeric(quietly(update(lepski, calibration = "jump"))$lepski),
    as.numeric(quietly(update(lepski$lepski, calibration = "jump")))
  )
})

test_that("local minima of a set carry the method", {
  set <- set_of_selectors()
  minima <- bw_minima(set)
  own <- bw_minima(set$gc)
  expect_identical(minima[minima$method == "gc", -1]$bandwidth, own$bandwidth)
  expect_identical(names(minima), c("method", names(own)))
  expect_false("median" %in% minima$method)
})

test_that("the printed table has each bandwidth's own digits", {
  several <- bw_select(faithful, c("gc", "median"), seed = 1)
  printed <- paste(utils::capture.output(print(several)), collapse = "\n")
  for (bw in unclass(several)) {
    expect_match(printed, paste0(" ", format(as.numeric(bw), digits = 4), " "), fixed = TRUE)
  }
  expect_no_match(printed, "13.000", fixed = TRUE)
})
