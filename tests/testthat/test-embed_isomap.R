test_that("distances are those of Floyd, Warshall and classical scaling", {
  x <- as.matrix(sample_swiss_roll(120, seed = 1))
  want <- stats::cmdscale(oracle_geodesics(x, 8), 3, eig = TRUE)
  e <- embed_isomap(x, 3, k = 8)
  expect_lt(off_by(e, want$points), 1e-8)
  expect_equal(e$eigenvalues, want$eig[1:3])
})

test_that("with all pairs it is classical scaling; lengths come in the unit of x", {
  x <- bent_strip(60)
  e <- embed_isomap(x, 3, k = 59)
  expect_equal(sq_distances_of(plain_matrix(e)), sq_distances_of(unname(x)))
  expect_lt(off_by(embed_isomap(7 * x, 3, k = 59), 7 * plain_matrix(e)), 1e-10)
})

test_that("a dist, a radius and a graph of all pairs tell the same as points", {
  x <- bent_strip(60)
  e <- embed_isomap(x, 2, k = 8)
  expect_lt(off_by(embed_isomap(stats::dist(x), 2, k = 8), e), 1e-8)
  by_radius <- embed_isomap(x, 2, radius = 0.5)
  expect_lt(off_by(embed_isomap(stats::dist(x), 2, radius = 0.5), by_radius), 1e-8)
  graph <- heat_graph(x, 0.5, cutoff = 1)
  expect_lt(off_by(embed_isomap(graph, 2), by_radius), 1e-7)
  expect_fault(predict(embed_isomap(stats::dist(x), 2, k = 8), x), "object", "no_points")
})

test_that("landmarks: all of them is Isomap; a draw repeats and leaves R's numbers alone", {
  x <- as.matrix(sample_swiss_roll(200, seed = 1))
  full <- embed_isomap(x, 2, k = 10)
  expect_lt(off_by(embed_isomap(x, 2, k = 10, landmarks = 200), full), 1e-10)
  before <- rng_state()
  some <- embed_isomap(x, 2, k = 10, landmarks = 60, seed = 3)
  expect_identical(rng_state(), before)
  expect_identical(as.matrix(embed_isomap(x, 2, k = 10, landmarks = 60, seed = 3)),
                   as.matrix(some))
  expect_gt(stats::cor(c(sq_distances_of(some)), c(sq_distances_of(full))), 0.97)
  named <- embed_isomap(x, 2, k = 10, landmarks = some$settings$landmarks)
  expect_identical(as.matrix(named), as.matrix(some))
  for (bad in list(1, 0, 201, c(3, 3), c(1, 999), "a")) {
    expect_fault(embed_isomap(x, 2, k = 10, landmarks = bad), "landmarks")
  }
})

test_that("points that coincide are said so, and stay together", {
  x <- bent_strip(60)
  twice <- rbind(x, x[1:10, ])
  e <- expect_condition_of(embed_isomap(twice, 2, k = 8), "message_duplicates")
  expect_equal(unname(as.matrix(e)[1:10, ]), unname(as.matrix(e)[61:70, ]))
})

test_that("more coordinates than positive eigenvalues: zero, with a warning", {
  line <- cbind(1:30, 0)
  e <- expect_condition_of(embed_isomap(line, 3, k = 29), "warning_rank")
  expect_equal(unname(abs(as.matrix(e)[, 1])), abs(1:30 - 15.5))
  expect_true(all(as.matrix(e)[, 2:3] == 0))
})
