test_that("edges come from matrices and from lists of vectors, the point itself removed", {
  index <- rbind(c(1, 2), c(2, 3), c(1, 3))
  distance <- rbind(c(0, 1), c(0, 2), c(4, 0))
  edges <- neighbor_lists(list(idx = index, dist = distance))
  expect_identical(edges$n, 3L)
  expect_identical(edges$from, c(3L, 1L, 2L))
  expect_identical(edges$to, c(1L, 2L, 3L))
  expect_identical(edges$distance, c(4, 1, 2))
  ragged <- neighbor_lists(list(
    id = list(2L, 3L, c(1L, 3L)), dist = list(1, 2, c(4, 0))
  ))
  expect_setequal(paste(ragged$from, ragged$to, ragged$distance),
                  paste(edges$from, edges$to, edges$distance))
})

test_that("data frames of indices count as matrices", {
  edges <- neighbor_lists(list(
    index = data.frame(a = c(2, 1), b = c(1, 2)), distance = data.frame(a = c(1, 1), b = c(0, 0))
  ))
  expect_identical(edges$from, 1:2)
  expect_identical(edges$to, 2:1)
  # A row per point, not a column.
  index <- rbind(c(2, 3), c(1, 3), c(2, 4), c(3, 2))
  distance <- rbind(c(1, 2), c(1, 1), c(1, 1), c(1, 2))
  expect_identical(
    neighbor_lists(list(idx = as.data.frame(index), dist = as.data.frame(distance))),
    neighbor_lists(list(idx = index, dist = distance))
  )
})

test_that("what is no number is refused for that, in either part and either shape", {
  skip_on_cran()
  # No warning of a coercion either.
  withr::local_options(warn = 2)
  index <- rbind(c(2, 3), c(1, 3), c(1, 2))
  distance <- matrix(1, 3, 2)
  as_text <- function(m) matrix(as.character(m), nrow(m))
  rows <- function(m) lapply(seq_len(nrow(m)), function(i) m[i, ])
  for (bad in list(as_text(index), as.data.frame(as_text(index)), index > 1, index + 1i, mean,
                   rows(as_text(index)), replace(rows(index), 2, list(c("a", "b"))),
                   replace(rows(index), 2, list(factor(c(1, 3)))),
                   replace(rows(index), 2, list(list(1, list(3, 4)))))) {
    numbers <- if (is.list(bad) && !is.data.frame(bad)) rows(distance) else distance
    expect_fault(neighbor_lists(list(idx = bad, dist = numbers)), "x",
                 text = "indices that are numbers")
    expect_fault(neighbor_lists(list(idx = numbers, dist = bad)), "x",
                 text = "distances that are numbers")
  }
  # Missing is missing, whatever the type of NA.
  expect_fault(neighbor_lists(list(idx = matrix(NA, 3, 2), dist = distance)), "x",
               text = "missing neighbors")
  expect_fault(neighbor_lists(list(idx = list(2, NA, 1), dist = list(1, 1, 1))), "x",
               text = "missing neighbors")
})

test_that("fewer than two points are no graph", {
  for (n in 0:1) {
    expect_fault(neighbor_lists(list(idx = matrix(1, n, 1), dist = matrix(0, n, 1))), "x",
                 text = paste("at least 2 points, not", n))
    expect_fault(neighbor_lists(list(id = rep(list(1), n), dist = rep(list(0), n))), "x",
                 text = paste("at least 2 points, not", n))
  }
})

test_that("what is no pair of index and distance is refused with the packages that are known", {
  skip_on_cran()
  for (bad in list(NULL, 1, list(), list(idx = matrix(1, 2, 1)), list(dist = matrix(1, 2, 1)),
                   data.frame(a = 1), mean)) {
    expect_fault(neighbor_lists(bad), "x", text = c("FNN", "Rnanoflann"))
  }
})

test_that("indices and distances of different shape are refused", {
  skip_on_cran()
  shapes <- list(
    list(idx = matrix(1, 2, 2), dist = matrix(1, 2, 1)),
    list(id = list(1, 2), dist = matrix(1, 2, 1)), list(id = matrix(1, 2, 1), dist = list(1, 2)),
    list(id = list(1, 2), dist = list(1, c(1, 2)))
  )
  for (lists in shapes) expect_fault(neighbor_lists(lists), "x", text = "shape")
})

test_that("missing neighbors, as packages mark them, are refused with the first point", {
  index <- rbind(c(2, 3), c(1, 3), c(1, 2))
  distance <- matrix(1, 3, 2)
  missing <- list(
    RANN = list(index = 0, distance = 1.340781e+154), nabor = list(index = 1, distance = Inf),
    other = list(index = NA, distance = NA)
  )
  for (mark in missing) {
    bad <- list(
      nn.idx = replace(index, 5, mark$index), nn.dists = replace(distance, 5, mark$distance)
    )
    expect_fault(neighbor_lists(bad), "x", text = "first at point 2")
  }
})

test_that("indices beyond the points and negative distances are refused with the pair", {
  index <- rbind(c(2, 3), c(1, 3), c(1, 2))
  distance <- matrix(1, 3, 2)
  for (bad in c(4, -1, 1.5)) {
    lists <- list(idx = replace(index, 6, bad), dist = distance)
    expect_fault(neighbor_lists(lists), "x", text = paste("neighbor", bad, "of point 3"))
  }
  expect_fault(neighbor_lists(list(idx = index, dist = replace(distance, 1, -1))), "x",
               text = "points 1 and 2")
})

test_that("lists are joined by union; two sights of a pair that differ little are one", {
  joined <- edge_distance_matrix(c(1, 2, 1), c(2, 1, 3), c(1, 1 + 5e-6, 2), 3)
  expect_identical(as.matrix(joined), rbind(c(0, 1, 2), c(1, 0, 0), c(2, 0, 0)))
  expect_fault(edge_distance_matrix(c(1, 2), c(2, 1), c(1, 1.1), 2), "x",
               text = "points 1 and 2 two distances")
  # A distance of zero is an edge, and only zero equals it.
  zero <- edge_distance_matrix(c(1, 2), c(2, 1), c(0, 0), 2)
  expect_length(zero@x, 2L)
  expect_fault(edge_distance_matrix(c(1, 2), c(2, 1), c(0, 1e-300), 2), "x")
})

test_that("no edges at all are no edges", {
  expect_length(edge_distance_matrix(integer(), integer(), numeric(), 3)@x, 0L)
  none <- list(id = rep(list(integer()), 3), dist = rep(list(numeric()), 3))
  graph <- expect_condition_of(as_heat_graph(none, 1), "warning_isolated", "Every point")
  expect_equal(as.matrix(graph), diag(3))
})
