handle_of <- function(x) acquire_points(x, new_runtime(1L, FALSE))

test_that("components are those of the graph of all pairs within the radius", {
  skip_on_cran()
  set.seed(1)
  x <- rbind(matrix(rnorm(200), 100), matrix(rnorm(60), 30) / 20 + 4, c(9, 9))
  for (h in c(0.2, 0.4, 1, 3)) {
    graph <- suppressWarnings(heat_graph(x, bandwidth = h))
    table <- tidy(suppressWarnings(bw_report(h, x)))
    sizes <- graph_components(graph)$sizes
    expect_equal(table$value[table$check == "components"], length(sizes), info = h)
  }
})

test_that("the report counts the components of the graph it is about", {
  x <- as.matrix(faithful)
  report <- bw_report(0.287, x)
  value <- stats::setNames(tidy(report)$value, tidy(report)$check)
  expect_identical(value[["components"]], as.numeric(graph_components(heat_graph(x, 0.287))$count))
  expect_identical(value[["groups"]], 2)
  expect_equal(value[["repeated_rows"]], mean(duplicated(x)))
  kernel <- exp(-as.matrix(dist(x))^2 / 0.287^2)
  expect_equal(value[["neighbors"]], median(rowSums(kernel)) - 1, tolerance = 1e-6)
  expect_equal(value[["mean_weight"]], mean(kernel[upper.tri(kernel)]), tolerance = 1e-6)
  expect_equal(value[["isolated"]], mean(rowSums(kernel) - 1 < 0.1))
  expect_equal(value[["value_step"]], 1 / 0.287)
  expect_equal(value[["column_sds"]], sd(x[, 2]) / sd(x[, 1]))
})

test_that("a bandwidth of a nearest neighbor graph is judged on that graph", {
  skip_on_cran()
  x <- rbind(selector_points(60), selector_points(60) + 4)
  bw <- suppressWarnings(bw_gc(x, d = 1, graph = "knn", k = 5, seed = 1))
  value <- function(bw) {
    table <- tidy(bw_report(bw, x))
    stats::setNames(table$value, table$check)
  }
  sizes <- graph_components(heat_graph(x, as.numeric(bw), type = "knn", k = 5))$count
  expect_identical(value(bw)[["components"]], as.numeric(sizes))
  expect_lt(value(bw)[["neighbors"]], value(as.numeric(bw))[["neighbors"]])
})

test_that("lengths along the data are those of shortest paths, straight ones are distances", {
  runtime <- new_runtime(1L, FALSE)
  x <- cbind(cos(seq(0, 5, length.out = 40)), sin(seq(0, 5, length.out = 40)))
  handle <- handle_of(x)
  on.exit(cpp_release(handle))
  nearest <- nearest_lists(handle, 2L, runtime)
  pairs <- report_lengths(x, handle, nearest, 0.5, 0, runtime)
  distance <- as.matrix(dist(x))
  path <- matrix(Inf, 40, 40)
  near <- t(apply(distance, 1, function(d) order(d)[2:3]))
  for (i in 1:40) path[i, near[i, ]] <- path[near[i, ], i] <- distance[i, near[i, ]]
  diag(path) <- 0
  for (k in 1:40) path <- pmin(path, outer(path[, k], path[k, ], "+"))
  joined <- distance <= 0.5 * default_cutoff & row(path) != col(path)
  expect_equal(sort(pairs$straight), sort(distance[joined]) / 0.5)
  expect_equal(sort(pairs$along), sort(path[joined]) / 0.5)
  weight <- exp(-distance^2 / 0.25) * distance^2
  # Spacing: the distance to the second neighbor, of which the circle has eight and more across.
  second <- apply(distance, 1, function(d) sort(d)[[3]])
  across <- joined & path > 3 * distance & path > 8 * outer(second, second, "+") / 2
  expect_gt(sum(across), 0)
  expect_equal(short_circuit_share(pairs), sum(weight[across]) / sum(weight[joined]))
})

test_that("pieces without a path are joined by their bridge: what lies there is no detour", {
  line <- cbind(c(1:30, 33:62), 0)
  table <- tidy(bw_report(2, line))
  expect_identical(table$value[table$check == "short_circuits"], 0)
})

test_that("a gap that chance leaves in a circle is no detour, parallel strands are", {
  share <- function(x, h) {
    table <- tidy(bw_report(h, x))
    table$value[table$check == "short_circuits"]
  }
  circle <- function(t) cbind(cos(t), sin(t))
  t <- seq(0, 2 * pi, length.out = 301)[-1]
  # Closer on either side of the gap, so that no nearest neighbor lies across.
  gap <- t > 1 & t < 1.1
  close <- c(1 - (1:12) * 0.0095, 1.1 + (1:12) * 0.0095)
  expect_identical(share(circle(c(t[!gap], close)), 0.3), 0)
  strands <- rbind(circle(seq(0.3, 2 * pi - 0.3, length.out = 200)),
                   1.2 * circle(seq(0.3, 2 * pi - 0.3, length.out = 200)))
  strands <- rbind(strands, cbind(1 + seq(0, 0.2, length.out = 30), 0) %*%
                     rbind(c(cos(0.3), sin(0.3)), c(0, 0)))
  expect_gt(share(strands, 0.3), 0.1)
})

test_that("steps and sds of columns", {
  expect_identical(largest_step(cbind(rep(1:5, 4), rep(c(0, 3), 10))), 3)
  expect_identical(largest_step(cbind(1:20, 0)), 0)
  expect_equal(ratio_of_sds(cbind(1:10, 7, 20 * (1:10))), 20)
  expect_equal(ratio_of_sds(cbind(1:10, 1e-200 * (1:10), 1e160 * (1:10)) * 1e100), Inf)
  expect_equal(ratio_of_sds(cbind(1:10, 0)), 1)
  # Narrow columns of noise about zero are in order, narrow ones about another number are not.
  noise <- (1:10 - 5.5) / 100
  expect_equal(ratio_of_sds(cbind(1:10, noise)), 1)
  expect_equal(ratio_of_sds(cbind(1:10, noise + 3)), 100)
  expect_equal(ratio_of_sds(cbind(100 * noise, 2 * noise)), 1)
  # Standard deviations of columns of one unit go over into each other.
  expect_equal(ratio_of_sds(outer(1:10, 2^(0:6))), 2)
  expect_equal(ratio_of_sds(outer(1:10, 2^(0:3))), 8)
  expect_equal(ratio_of_sds(outer(1:10, 2^c(0:2, 4:6))), 64)
})

test_that("in data whose columns were all centered narrow columns count unless they stand alone", {
  centred <- scale(as.matrix(iris[, 1:4]), scale = FALSE)
  centred[, 2] <- centred[, 2] / 1000
  sds <- apply(centred, 2, sd)
  expect_equal(ratio_of_sds(centred), max(sds) / min(sds))
  expect_equal(ratio_of_sds(sweep(centred, 2, colMeans(iris[, 1:4]), `+`)), max(sds) / min(sds))
  # Scores are not correlated, noise only by chance.
  expect_lt(ratio_of_sds(prcomp(iris[, 1:4])$x), 10)
  noise <- scale(normal_points(150, 3), scale = FALSE) / 1000
  expect_equal(ratio_of_sds(cbind(scale(iris[, 1:2], scale = FALSE), noise)),
               sd(iris[, 1]) / sd(iris[, 2]))
  report <- tidy(bw_report(0.5, centred))
  expect_match(report$verdict[report$check == "column_sds"], "different units")
})

test_that("the distance to the 7th neighbor takes points at one place as one", {
  x <- selector_points(60)
  value <- function(x) {
    table <- tidy(bw_report(0.5, x))
    table$value[table$check == "spacings"]
  }
  seventh <- apply(as.matrix(dist(x)), 1, function(d) sort(d)[[8]])
  expect_equal(value(x), 0.5 / median(seventh))
  expect_equal(value(x[rep(1:60, each = 3), ]), 0.5 / median(seventh))
})

test_that("the spread is that of quantiles of the spacing", {
  x <- rbind(selector_points(60), 0.02 * selector_points(60) + 3)
  seventh <- apply(as.matrix(dist(x)), 1, function(d) sort(d)[[8]])
  table <- tidy(bw_report(0.3, x))
  ends <- quantile(seventh, c(0.05, 0.95), names = FALSE)
  expect_equal(table$value[table$check == "unevenness"], ends[[2]] / ends[[1]])
  expect_identical(table$verdict[table$check == "unevenness"],
                   "dense and thin parts")
})

test_that("a cycle of separate groups is closed, and two groups across a gap are not joined", {
  crossed <- function(x, h) {
    table <- quietly(bw_report(h, x, seed = 1))$table
    table$value[table$check == "short_circuits"]
  }
  # Twelve months of the year, whose ten nearest neighbors are of the same month.
  expect_identical(crossed(embed(nottem, 12), 14.3), 0)
  expect_lt(crossed(embed(nottem, 24), 20.2), 1e-4)
  moons <- as.matrix(sample_moons(200, noise = 0.05, seed = 1))
  expect_gt(crossed(moons, 0.4), 0.05)
})
