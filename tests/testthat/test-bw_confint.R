x <- as.matrix(sample_sphere(300, seed = 1))

test_that("an interval is a row around the choice, the same each time, narrower at a lower level", {
  skip_on_cran()
  for (d in list(NULL, 1)) {
    bw <- bw_gc(x, d = d, seed = 1)
    wide <- confint(bw)
    expect_identical(dimnames(wide), list(`selected on average` = "bandwidth", c("2.5 %", "97.5 %")))
    expect_true(wide[[1]] <= bw && bw <= wide[[2]])
    expect_identical(confint(bw), wide)
    expect_identical(confint(bw_gc(x, d = d, seed = 1)), wide)
    half <- confint(bw, level = 0.5)
    expect_identical(colnames(half), c("25 %", "75 %"))
    expect_true(half[[1]] >= wide[[1]] && half[[2]] <= wide[[2]] && diff(c(half)) < diff(c(wide)))
  }
})

test_that("the interval reaches as far as the share of replicates, not beyond the farthest", {
  skip_on_cran()
  bw <- bw_gc(x, seed = 1, replicates = 30)
  away <- log(selection(bw)$replicates[, "first"] / as.numeric(bw))
  q <- sort(abs(away))[[28]]
  expect_equal(
    c(confint(bw, level = 28 / 31)),
    as.numeric(bw) * exp(c(max(-q, min(away)), min(q, max(away))))
  )
  expect_error(confint(bw, level = 0.999), "needs 999", class = "lapscale_error_no_replicates")
  expect_error(confint(bw, 0.5), "`parm`", class = "lapscale_error_argument")
  at_end <- suppressWarnings(bw_gc(faithful, bandwidths = 1:3, seed = 1))
  expect_error(confint(at_end), "end of the range", class = "lapscale_error_no_replicates")
  one <- bw_gc(faithful, points = 1, seed = 1)
  expect_error(confint(one), "one point", class = "lapscale_error_no_replicates")
  expect_no_match(paste(capture.output(print(at_end)), collapse = " "), "95% interval")
})

test_that("intervals cover the mean choice about as often as they say", {
  skip_on_cran()
  found <- vapply(1:20, function(s) {
    bw <- bw_gc(sample_sphere(300, seed = s), seed = s)
    c(bw, confint(bw, level = 0.9))
  }, numeric(3))
  mean_choice <- exp(mean(log(found[1, ])))
  covered <- found[2, ] <= mean_choice & mean_choice <= found[3, ]
  expect_gte(sum(covered), 14)
  expect_lt(median(found[3, ] / found[2, ]), 1.3)
})

test_that("what has no replicates refuses", {
  skip_on_cran()
  expect_error(confint(bw_gc(x, replicates = 0, seed = 1)), class = "lapscale_error_no_replicates")
  expect_error(confint(bw_knn(x)), "knn selector", class = "lapscale_error_no_replicates")
  bw <- bw_gc(x, seed = 1)
  for (level in list(0, 1, NA, "a", c(0.1, 0.2))) {
    expect_error(confint(bw, level = level), class = "lapscale_error_argument")
  }
  expect_error(bw_gc(x, replicates = -1), class = "lapscale_error_argument")
})

test_that("a raised choice has no interval, and the print-out says why", {
  skip_on_cran()
  # The raise would be the same in all replicates (bench/bandwidth/coverage_raised.R).
  thin <- c(seq(0, 1, length.out = 300), 1 + 1:30)
  for (refine in c(TRUE, FALSE)) {
    bw <- quietly(bw_gc(thin, seed = 1, refine = refine))
    expect_error(confint(bw), "was raised", class = "lapscale_error_no_replicates")
    row <- glance(bw)
    expect_identical(c(row$conf.low, row$conf.high), c(NA_real_, NA_real_))
    expect_true(all(is.na(bw_minima(bw)$stability)))
    expect_output(print(bw), "no 95% interval: replicates do not repeat what raised the choice")
    # It was raised beyond all that is within the tolerance, which is then no stretch from it on.
    curve <- as.data.frame(bw)
    expect_gt(approx(curve$bandwidth, curve$criterion, as.numeric(bw))$y,
              sqrt(min(curve$distance)^2 + 0.15^2))
    expect_true(is.na(row$tolerance.low) && is.na(row$tolerance.high))
    expect_error(confint(bw, type = "tolerance"), "no bandwidth within the tolerance holds most")
  }
  expect_output(print(update(bw, minimum = "global")), "no 95% interval")
  expect_false("95% interval" %in% picture(bw)$panels[[1L]]$key$entries$label)
  none <- quietly(bw_gc(thin, seed = 1, replicates = 0))
  expect_no_match(capture.output(print(none)), "no 95% interval")
})

test_that("a choice that was raised beyond the lowest point does not put it in its stretch", {
  bw <- bw_gc(plain_circle(200), seed = 1)
  attr(bw, "selection")$facts$tolerance.low <- 1.0001 * selection(bw)$curve$bandwidth[[
    which.min(selection(bw)$curve$criterion)
  ]]
  expect_output(print(bw), "from the choice on: ")
})

test_that("stability is the share of replicates at each minimum; glance() has the interval", {
  skip_on_cran()
  minima <- bw_minima(bw_gc(sample_sphere(200, seed = 1), seed = 1))
  expect_equal(sum(minima$stability), 1)
  expect_identical(minima$stability[minima$chosen], 1)
  # The flat bottom of a circle is one minimum.
  bw <- bw_gc(sample_circle(200, seed = 1), seed = 1)
  minima <- bw_minima(bw)
  expect_equal(sum(minima$stability), 1)
  expect_gt(minima$stability[minima$chosen], 0.8)
  row <- glance(bw)
  expect_equal(c(row$conf.low, row$conf.high), c(confint(bw)))
  none <- bw_gc(sample_circle(200, seed = 1), seed = 1, replicates = 0)
  expect_identical(names(glance(none)), names(row))
  expect_true(all(is.na(bw_minima(none)$stability)))
  expect_identical(as.numeric(none), as.numeric(bw))
})

test_that("replicates beyond the top between two minima belong to the other", {
  curve <- data.frame(bandwidth = 1:9, criterion = c(9, 3, 5, 1, 1.01, 1, 8, 4, 9))
  chosen <- list(
    curve = curve, minima = curve[c(2, 4, 6, 8), ], minimum = "first", choices = c(first = 3L),
    replicates = cbind(first = c(2, 2.9, 3.1, 4, 6, 6.9, 7.1, 8)), facts = list()
  )
  expect_equal(shares_of_replicates(chosen), c(2, 2, 2, 2) / 8)
})

test_that("iris has two scales, and replicates that choose either are told", {
  skip_on_cran()
  bw <- bw_gc(datasets::iris[1:4], seed = 1)
  first <- attr(bw, "selection")$replicates[, "first"]
  minima <- bw_minima(bw)
  curve <- as.data.frame(bw)
  ends <- minima$bandwidth[1:2]
  between <- curve[curve$bandwidth > ends[[1]] & curve$bandwidth < ends[[2]], ]
  border <- between$bandwidth[[which.max(between$criterion)]]
  expect_equal(minima$stability[[1]], mean(first < border))
  expect_match(capture.output(print(bw)), "of perturbed curves select this minimum", all = FALSE)
})

test_that("print() says the interval, and what share chooses the minimum where it is low", {
  local_reproducible_output()
  bw <- bw_gc(x, seed = 1, replicates = 30)
  expect_match(capture.output(bw), "95% interval for the bandwidth selected on average: .* to [0-9.]+$", all = FALSE)
  facts <- attributes(bw)
  facts$selection$minima <- facts$selection$minima[rep(facts$selection$choices[["first"]], 2), ]
  facts$selection$choices[] <- 1L
  facts$selection$minima$bandwidth[[2]] <- 1.2
  facts$selection$replicates[1:10, "first"] <- 1.2
  attributes(bw) <- facts
  expect_match(capture.output(bw), "only 67% of perturbed curves select this minimum", all = FALSE)
})

test_that("parm: NaN and none are refused like any other", {
  h <- bw_gc(sample_circle(40, seed = 1), seed = 1)
  for (parm in list(NaN, NA_real_, c(1, NaN), 2)) {
    expect_error(confint(h, parm), "`parm` must be", class = "lapscale_error_argument")
  }
})

test_that("the stretch within the tolerance begins at the choice and is a property of the curve", {
  bw <- bw_gc(plain_circle(200), seed = 1)
  ends <- confint(bw, type = "tolerance")
  expect_identical(dimnames(ends)[[2]], c("from", "to"))
  expect_identical(ends[[1]], as.numeric(bw))
  expect_identical(unname(unlist(glance(bw)[c("tolerance.low", "tolerance.high")])), c(ends))
  curve <- as.data.frame(bw)
  inside <- curve$bandwidth > ends[[1]] & curve$bandwidth < ends[[2]]
  # The curve that is minimized is flat there; what is drawn is that of the distance.
  expect_identical(unique(curve$criterion[inside]), min(curve$criterion))
  height <- distance_with_rise(curve$distance)
  expect_true(all(height[inside] <= sqrt(min(height)^2 + 0.15^2) + 1e-12))
  expect_identical(curve$criterion, pmax(height, min(curve$criterion)))
  shown <- paste(capture.output(print(bw)), collapse = " ")
  expect_match(shown, paste0("within the tolerance of the lowest, ", short(min(height), 3), " at ",
                             short(curve$bandwidth[[which.min(height)]], 4), ": "), fixed = TRUE)
  expect_no_match(shown, "as good")
  expect_fault(confint(bw_gc(plain_circle(200), d = 1, seed = 1), type = "tolerance"), "type")
  expect_fault(confint(bw_knn(plain_circle(50)), type = "tolerance"), "type")
})
