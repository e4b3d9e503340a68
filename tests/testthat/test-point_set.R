crabs <- function() {
  x <- as.matrix(MASS::crabs[c("FL", "RW", "CL", "CW", "BD")])
  x[, 5] <- 1000 * x[, 5]
  x
}

test_that("what is said of points once holds in every call", {
  skip_if_not_installed("MASS")
  x <- crabs()
  p <- point_set(x, scale = TRUE)
  expect_identical(dim(p), dim(x))
  expect_identical(names(p), colnames(x))
  expect_identical(as.matrix(p), x)
  expect_equal(as.numeric(bw_gc(p, seed = 1)), as.numeric(bw_gc(x, scale = TRUE, seed = 1)))
  expect_equal(as.numeric(bw_knn(p)), as.numeric(bw_knn(scale(x))))
  e <- quietly(embed_isomap(p, 2))
  expect_equal(as.matrix(e), as.matrix(quietly(embed_isomap(x, 2, scale = TRUE))))
  expect_equal(predict(e, x[1:3, ]), as.matrix(e)[1:3, ], ignore_attr = TRUE, tolerance = 1e-6)
})

test_that("settings beside a point set are an error by their names", {
  p <- point_set(plain_circle(40))
  expect_fault(bw_gc(p, scale = FALSE), "scale")
  expect_fault(bw_knn(p, metric = "cosine"), "metric")
  expect_fault(heat_graph(p, 1, weights = rep(1, 40)), "weights")
  expect_fault(bw_select(p, c("knn", "median"), scale = TRUE), "scale")
  expect_fault(point_set(p), "x")
})

test_that("what was found is not computed again, and is that of a new set", {
  x <- as.matrix(sample_sphere(300, seed = 1))
  p <- point_set(x)
  first <- bw_gc(p, seed = 1)
  expect_identical(bw_gc(p, seed = 1), first)
  expect_length(p$results$bw_gc, 1L)
  other <- bw_gc(p, seed = 1, minimum = "global")
  expect_length(p$results$bw_gc, 2L)
  flat <- bw_gc(p, seed = 1, alpha = 0)
  expect_identical(as.numeric(flat), as.numeric(bw_gc(x, seed = 1, alpha = 0)))
  expect_identical(as.numeric(bw_gc(point_set(x), seed = 1)), as.numeric(first))
})

test_that("rows, files, and kinds", {
  x <- as.matrix(sample_torus(60, seed = 1))
  p <- point_set(x, scale = TRUE)
  expect_equal(as.numeric(bw_median(p[1:30, ])), as.numeric(bw_median(scale(x)[1:30, ])))
  expect_identical(nrow(p[x[, 1] > 0, ]), sum(x[, 1] > 0))
  expect_error(p[, 1], "all columns", class = "lapscale_error_argument")
  expect_fault(p[61, ], "rows", text = "within")
  file <- withr::local_tempfile()
  bw_knn(p)
  saveRDS(p, file)
  expect_identical(as.numeric(bw_knn(readRDS(file))), as.numeric(bw_knn(p)))
  expect_identical(dim(point_set(stats::dist(x))), c(60L, 60L))
  distances <- point_set(stats::dist(x))
  expect_equal(as.numeric(bw_gc(distances, seed = 1)), as.numeric(bw_gc(x, seed = 1)))
  sparse <- Matrix::Matrix(x * (x > 1), sparse = TRUE)
  expect_s3_class(point_set(sparse), "lapscale_points")
  incomplete <- quietly(point_set(replace(x, 3, NA), na_action = "omit"))
  expect_identical(nrow(incomplete), 59L)
  expect_output(print(incomplete), "1 row left out")
})

test_that("weights belong to the points, and what cannot use them says so", {
  x <- as.matrix(sample_circle(50, noise = 0.1, seed = 1))
  w <- rep(1:2, 25)
  expect_identical(
    heat_graph(point_set(x, weights = w), 0.5)$weights, heat_graph(x, 0.5, weights = w)$weights
  )
  expect_message(bw_knn(point_set(x, weights = w)), class = "lapscale_message_weights")
  expect_no_message(bw_gc(point_set(x, weights = w), seed = 1))
  expect_no_message(bw_knn(point_set(x)))
})

test_that("a point set is a table for those who read it", {
  p <- point_set(iris[1:4], scale = TRUE)
  expect_identical(as.data.frame(p), iris[1:4])
  expect_identical(p$Petal.Width, iris$Petal.Width)
  expect_identical(p[["Petal.Width"]], p[[4]])
  expect_fault(p$Species, text = "no column \"Species\"")
  expect_fault(p[[5]], text = "no column 5")
  expect_fault(p[[1, 2]], text = "one column")
  shown <- as.data.frame(summary(p))
  expect_equal(shown$median, unname(vapply(iris[1:4], stats::median, 0)))
  expect_output(print(summary(p)), "Petal.Width")
  expect_output(str(list(p)), "Point set: 150 points, 4 columns: columns scaled")
  expect_identical(.DollarNames.lapscale_points(p, "^Sepal"), names(iris)[1:2])
  distances <- point_set(stats::dist(1:4))
  expect_identical(as.data.frame(summary(distances))$max, 3)
  expect_fault(distances$a, text = "no column")
  expect_equal(as.data.frame(summary(point_set(matrix(1:4, 2))))$of, c("1", "2"))
})

test_that("what would make another set of it is an error that says what to do", {
  p <- point_set(as.matrix(iris[1:4]))
  expect_fault(rbind(p, p), text = "rbind(as.matrix(p)")
  expect_fault(cbind(p, 1), text = "cbind(as.matrix(p)")
  expect_fault(t(p), text = "t(as.matrix(p))")
  expect_fault(p$new <- 1, text = "cannot be changed")
  expect_fault(p[["new"]] <- 1, text = "cannot be changed")
  expect_fault(p[1, ] <- 1, text = "cannot be changed")
})
