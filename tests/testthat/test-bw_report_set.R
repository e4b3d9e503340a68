# Reports on the bandwidths of several rules.

test_that("each bandwidth of a set has its report, in either order", {
  x <- sample_circle(100, noise = 0.02, seed = 1)
  set <- bw_select(x, c("gc", "knn", "median"), seed = 1)
  reports <- bw_report(set, x)
  expect_identical(bw_report(x, set), reports)
  expect_identical(reports$reports$knn, bw_report(set$knn, x))
  table <- tidy(reports)
  expect_identical(table$method, c("gc", "knn", "median"))
  expect_identical(table$bandwidth, unname(vapply(set, as.numeric, 0)))
  expect_identical(table$n_looks, vapply(reports$reports, function(r) glance(r)$n_looks, 0L),
                   ignore_attr = TRUE)
  expect_identical(as.data.frame(reports), table)
  expect_identical(glance(reports)[names(table)], table)
  expect_identical(glance(reports)$seed, rep(glance(reports$reports$gc)$seed, 3L))
  drawn <- picture(reports)
  expect_drawn(drawn)
  words <- layer_of(drawn, "text")$text
  expect_identical(grepl(", no check against it$", words), table$n_looks == 0L)
  expect_match(words[table$n_looks > 0L], ", ! [0-9]+ checks? against it$")
  expect_fault(bw_report(set), "x")
})

test_that("the print-out names the bandwidths without concerns, and marks the others", {
  x <- sample_circle(100, noise = 0.02, seed = 1)
  expect_snapshot(print(bw_report(bw_select(x, c("gc", "knn", "median"), seed = 1), x)))
  shown <- capture.output(print(bw_report(bw_select(x, c("median", "rate"), seed = 1, rate = list(
    d = 1
  )), x)))
  expect_match(shown[[2]], "^(No check speaks against|Some check speaks against each)")
})

test_that("bandwidths of scaled columns are checked on scaled columns, with one message", {
  x <- cbind(iris[1:4], one = 1)
  set <- quietly(bw_select(x, c("gc", "knn"), scale = TRUE, seed = 1))
  n_messages <- 0L
  withCallingHandlers(bw_report(set, rbind(x, NA), na_action = "omit"), warning = function(w) {
    n_messages <<- n_messages + 1L
    invokeRestart("muffleWarning")
  })
  expect_identical(n_messages, 1L)
})
