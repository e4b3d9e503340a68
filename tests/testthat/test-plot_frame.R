test_that("a few rows far outside move to the edge, and are counted", {
  z <- c(seq(0, 1, length.out = 200), 30, -40)
  framed <- frame_points(cbind(z, z[202:1]))
  expect_identical(which(framed$moved[, 1]), c(201L, 202L))
  expect_identical(which(framed$moved[, 2]), c(1L, 2L))
  expect_equal(range(framed$coordinates[, 1]), c(-0.05, 1.05))
  expect_identical(framed$coordinates[1:200, 1], z[1:200])
  expect_identical(describe_outside(rowSums(framed$moved) > 0), "4 points outside")
  expect_null(describe_outside(c(FALSE, FALSE)))
  # What is said anyway comes first.
  xy <- `colnames<-`(cbind(z, z[202:1]), c("a", "b"))
  panel_of <- function(frame, ...) framed_panel(frame, list(colour = "black"), "title", NA, ...)
  panel <- panel_of(frame_points(xy), words = "before")
  expect_identical(panel$note$text, "before, 4 points outside")
  expect_identical(which(panel$layers[[1]]$data$shape == 2), c(1L, 2L, 201L, 202L))
  expect_null(panel_of(frame_points(xy[3:9, ]))$note)
})

test_that("what is not far, or not few, stays inside", {
  inside <- function(z, ...) !any(frame_points(cbind(z), ...)$moved)
  expect_true(inside(withr::with_seed(1, rnorm(1000))))
  expect_true(inside(withr::with_seed(1, rexp(1000))))
  # A group of 2%.
  expect_true(inside(c(seq(0, 1, length.out = 980), 50 + 1:20 / 20)))
  # An indicator of a component has no width.
  expect_true(inside(rep(0:1, c(197, 3))))
  expect_true(inside(c(0, 1)))
  expect_true(inside(c(seq(0, 1, length.out = 200), 30), inside = 1))
  expect_identical(sum(frame_points(cbind(1:100), 0.6)$moved), 28L)
  expect_identical(frame_points(cbind(c(1:50, NA, 900)))$moved[51:52, 1], c(FALSE, TRUE))
})

test_that("plots of embeddings, clusters, and fits have this frame", {
  x <- rbind(bent_strip(60), c(60, 60))
  e <- quietly(embed_isomap(bent_strip(60), 2, k = 10))
  e$coordinates[7, 1] <- 1e3
  panel <- picture(e)$panels[[1]]
  expect_lt(max(panel$xlim), 100)
  expect_identical(panel$note$text, "1 point outside")
  expect_identical(which(panel$layers[[1]]$data$shape == 2), 7L)
  expect_equal(max(picture(e, inside = 1)$panels[[1]]$xlim), 1e3)
  pairs <- picture(embed_isomap(bent_strip(60), 3, k = 10), 1:3)
  expect_no_match(pairs$title, "outside")
  far <- embed_isomap(bent_strip(60), 3, k = 10)
  far$coordinates[3, 2] <- -1e3
  expect_match(picture(far)$title, ", 1 point outside$")
  clusters <- quietly(cluster_spectral(x, 2, n_neighbors = 5))
  expect_identical(picture(clusters, coordinates = x)$panels[[1]]$note$text, "1 point outside")
  y <- replace(rep(c("a", "b"), c(30, 31)), 6:55, NA)
  fit <- quietly(ssl_harmonic(x, y))
  expect_match(picture(fit)$panels[[1]]$note$text, "ringed: 11 labels, 1 point outside")
  expect_fault(plot(clusters, inside = 2), "inside")
})
