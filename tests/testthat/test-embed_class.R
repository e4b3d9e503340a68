test_that("points are those of the fit, rows that were left out are counted apart", {
  x <- scale(datasets::airquality[, 1:4])
  used <- sum(stats::complete.cases(x))
  e <- suppressWarnings(embed_eigenmaps(x, 2, 1, na_action = "omit", components = "connect"))
  graph <- suppressWarnings(heat_graph(x, 1, na_action = "omit"))
  expect_identical(glance(e)$n, used)
  expect_output(print(e), "111 points in 2 coordinates")
  expect_output(print(e), "42 rows of the data left out", fixed = TRUE)
  metric <- metric_riemannian(e, graph, 2)
  expect_output(print(metric), "111 points in 2 coordinates")
  expect_identical(glance(metric)$n, glance(e)$n)
  expect_identical(dim(as.matrix(e)), c(153L, 2L))
})

test_that("each component says how many points it has", {
  x <- rbind(sample_circle(60, seed = 1), sample_circle(40, seed = 2) + 5)
  parts <- embed_eigenmaps(x, 2, bandwidth = 0.5, components = "each")
  expect_identical(glance(parts)$n, c(60L, 40L))
  for (part in unclass(parts)) {
    n <- length(part$rows)
    expect_identical(glance(part)$n, n)
    expect_output(print(part), paste(n, "points in 2 coordinates"), fixed = TRUE)
    expect_output(print(part), paste(100 - n, "rows of the data left out"), fixed = TRUE)
  }
})

test_that("a bandwidth in units of local scales is printed as one, as the graph does", {
  x <- scale(datasets::swiss)
  line <- "bandwidth 1 x the distance to neighbor 7"
  expect_output(print(heat_graph(x, 1, local_scale = 7)), line, fixed = TRUE)
  for (embed in list(embed_eigenmaps, embed_diffusion)) {
    expect_output(print(embed(x, bandwidth = 1, local_scale = 7)), line, fixed = TRUE)
    printed <- utils::capture.output(print(embed(x, bandwidth = bw_median)))[[2]]
    expect_match(printed, "bandwidth [0-9.]+ \\(median\\)$")
  }
})

test_that("head() and tail() are those of the coordinates", {
  e <- embed_eigenmaps(iris[1:4], 2, 1.1)
  expect_identical(head(e), head(as.matrix(e)))
  expect_identical(head(e, 3), as.matrix(e)[1:3, ])
  expect_identical(tail(e, 2), tail(as.matrix(e), 2))
})

on_circle <- function(n = 100) {
  angle <- 2 * pi * seq_len(n) / n
  cbind(cos(angle), sin(angle))
}

test_that("a multiple eigenvalue that is cut has a message, and summary() says so", {
  skip_on_cran()
  x <- on_circle()
  one <- list(
    eigenmaps = function(s) embed_eigenmaps(x, s, 0.4),
    diffusion = function(s) embed_diffusion(x, s, 0.4),
    isomap = function(s) embed_isomap(x, s, k = 4),
    lle = function(s) embed_lle(x, s, k = 4),
    heat = function(s) embed_kpca(x, s, bandwidth = 0.4),
    linear = function(s) embed_kpca(x, s, kernel = "linear")
  )
  for (name in names(one)) {
    e <- expect_condition_of(one[[name]](1), "message_multiple", "Coordinate 1 shares")
    expect_identical(summary(e)$tied_columns, 1L, info = name)
    printed <- paste(utils::capture.output(print(summary(e))), collapse = " ")
    expect_match(printed, "Column 1 nearly shares its eigenvalue with the next", fixed = TRUE)
    expect_identical(summary(expect_quiet(one[[name]](2)))$tied_columns, 1:2, info = name)
  }
})

test_that("a share of the variance that cuts one has the message too", {
  x <- on_circle()
  for (share in c(0.1, 0.45)) {
    expect_condition_of(embed_eigenmaps(x, bandwidth = 0.4, variance = share), "message_multiple")
    expect_condition_of(embed_kpca(x, bandwidth = 0.4, variance = 0.1), "message_multiple")
  }
})

test_that("the eigenvalue that is looked at in addition changes no coordinate", {
  x <- ellipsoid_points(150)
  whole <- embed_eigenmaps(x, 149, 0.5, "symmetric")
  for (s in c(1L, 4L)) {
    few <- expect_quiet(embed_eigenmaps(x, s, 0.5, "symmetric"))
    expect_identical(as.matrix(few), as.matrix(whole)[, seq_len(s), drop = FALSE])
    expect_length(few$scree, s + 1L)
    expect_length(few$eigenvalues, s)
  }
  expect_length(whole$scree, 149L)
})

test_that("rows of an embedding are those of its coordinates, and one index is that of a list", {
  e <- embed_isomap(bent_strip(), 2, k = 10)
  expect_identical(e[1:3, ], as.matrix(e)[1:3, ])
  expect_identical(dim(e[2, ]), c(1L, 2L))
  expect_identical(e[2, 1, drop = TRUE], as.matrix(e)[2, 1])
  expect_identical(e["bandwidth"], unclass(e)["bandwidth"], ignore_attr = TRUE)
})

test_that("a plot says if principal components keep more of the neighborhoods", {
  says <- function(e) any(grepl("Principal components keep more", utils::capture.output(print(e))))
  flowers <- unique(as.matrix(iris[1:4]))
  expect_true(says(quietly(embed_eigenmaps(flowers, 2, seed = 1))))
  expect_false(says(embed_eigenmaps(plain_circle(60), 2)))
  # Of more than 1000 points by some of them.
  two <- rbind(normal_points(600, 4), 8 + normal_points(500, 4, seed = 2))
  expect_true(says(quietly(embed_eigenmaps(two, 2, seed = 1))))
  # Who asks for a bandwidth asks for eigenfunctions.
  expect_false(says(quietly(embed_eigenmaps(flowers, 2, bandwidth = 0.6))))
})

test_that("the summary of a layout has no column of missing eigenvalues", {
  x <- plain_matrix(sample_circle(60, seed = 1))
  expect_named(summary(quietly(embed_layout(x, seed = 1)))$table, c("min", "median", "max"))
  expect_named(summary(embed_isomap(x, 2))$table,
               c("eigenvalue", "residual", "min", "median", "max"))
})
