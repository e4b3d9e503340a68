graph_methods <- ssl_fixed[setdiff(names(ssl_fixed), c("laprls", "lapsvm"))]
# The automatic choice tries more on points.
alike_on_graphs <- graph_methods[setdiff(names(graph_methods), "auto")]

test_that("a graph of points gives the fit of the points", {
  skip_on_cran()
  p <- three_clusters()
  x <- data.frame(p$x, row.names = paste0("p", 1:36))
  dense <- heat_graph(x, 1, type = "dense")
  for (name in names(alike_on_graphs)) {
    fit <- graph_methods[[name]](dense, p$y)
    plain <- graph_methods[[name]](x, p$y, bandwidth = 1, graph = "dense")
    kept <- c("scores", "parameters", "alpha", "bandwidth", "error", "names", "rows", "n_given",
              "path")
    expect_equal(fit[kept], plain[kept], tolerance = 1e-12, info = name)
    expect_identical(fitted(fit), fitted(plain))
    expect_identical(residuals(fit), residuals(plain))
    expect_identical(nobs(fit), 36L)
    # Self loops do not count, small weights hardly.
    sparse <- graph_methods[[name]](heat_graph(x, 1, self_loops = FALSE), p$y)
    expect_identical(fitted(sparse), fitted(plain))
    expect_equal(sparse$scores, plain$scores, tolerance = 1e-3)
  }
})

test_that("folds are those of the points, whatever is drawn", {
  local_dense_graph()
  skip_on_cran()
  p <- two_arcs()
  y <- p$truth
  graph <- heat_graph(p$x, 0.3, type = "dense")
  fit <- ssl_eigenmaps(graph, y, seed = 3)
  expect_identical(fit$path, ssl_eigenmaps(p$x, y, bandwidth = 0.3, seed = 3)$path)
  o <- withr::with_seed(1, sample(60))
  other <- ssl_eigenmaps(heat_graph(p$x[o, ], 0.3, type = "dense"), y[o], seed = 3)
  expect_equal(other$path, fit$path)
})

test_that("bare weights: no points, alpha 0, loops left out", {
  local_dense_graph()
  skip_on_cran()
  p <- three_clusters()
  w <- exp(-sq_distances_of(p$x))
  for (name in names(graph_methods)) {
    fit <- graph_methods[[name]](as_heat_graph(w), p$y)
    expect_identical(fit$alpha, 0)
    if (name != "auto") {
      points <- graph_methods[[name]](p$x, p$y, bandwidth = 1, alpha = 0, graph = "dense")
      expect_equal(fit$scores, points$scores, tolerance = 1e-8, info = name)
    }
    expect_identical(graph_methods[[name]](as_heat_graph(w), p$y, alpha = 0.5)$alpha, 0.5)
    expect_true(is.na(glance(fit)$bandwidth))
    expect_output(print(fit), "graph as given")
    expect_no_match(paste(capture.output(print(fit)), collapse = " "), "bandwidth")
    expect_fault(predict(fit, p$x), "object", class = "no_points")
    expect_identical(predict(fit, type = "class"), fitted(fit))
    fit$graph$edges <- NULL
    expect_fault(plot(fit, "fit"), "coordinates")
  }
  numbers <- replace(p$x[, 1], -p$seen, NA)
  expect_equal(fitted(ssl_harmonic(as_heat_graph(w), numbers)),
               fitted(ssl_harmonic(p$x, numbers, bandwidth = 1, alpha = 0)), tolerance = 1e-8)
})

test_that("components without a label, graphs without an edge", {
  w <- kronecker(diag(3), matrix(1, 4, 4))
  y <- replace(rep(NA, 12), c(1, 5), c("a", "b"))
  fit <- expect_condition_of(ssl_harmonic(as_heat_graph(w), y), "warning_unlabelled",
                             c("4 points", "More edges of `x`"))
  expect_identical(as.character(fitted(fit))[1:8], rep(c("a", "b"), each = 4))
  expect_fault(ssl_harmonic(as_heat_graph(diag(5)), c("a", "b", NA, NA, NA)), "x", "isolated")
  expect_fault(ssl_harmonic(as_heat_graph(1 - diag(2)), c("a", "b")), "x", text = "3 points")
})

test_that("what needs points is refused", {
  skip_on_cran()
  p <- two_arcs()
  graph <- heat_graph(p$x, 0.3)
  for (name in c("laprls", "lapsvm")) {
    expect_fault(ssl_fixed[[name]](graph, p$y), "x", text = c("must be points", "ssl_iterated()"))
  }
  expect_fault(ssl_harmonic(graph, p$y, bandwidth = 1), "bandwidth")
  expect_fault(ssl_harmonic(graph, p$y, k = 3), "k", text = "if `x` is a graph")
  expect_fault(ssl_harmonic(graph, p$y, graph = "knn"), "graph")
  expect_fault(ssl_harmonic(graph, p$y, landmarks = 30), "landmarks")
  expect_fault(ssl_harmonic(graph, p$y, scale = TRUE), "scale")
  expect_fault(ssl_harmonic(graph, p$y, na_action = "omit"), "na_action")
  expect_fault(ssl_harmonic(graph, p$y[-1]), "y")
  expect_fault(ssl_harmonic(graph, p$y, alpha = -1), "alpha")
})

test_that("pictures of graphs take coordinates", {
  p <- two_arcs()
  fit <- ssl_harmonic(heat_graph(p$x, 0.3), p$y)
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  expect_identical(plot(fit, coordinates = p$x), fit)
})

test_that("an alpha beyond double precision is named", {
  x <- sample_circle(30, seed = 1)
  y <- replace(rep(c("a", "b"), 15), 5:30, NA)
  expect_error(
    ssl_eigenmaps(cbind(x, 3 * x), y, bandwidth = 0.05, graph = "knn", k = 3, alpha = 1e4),
    "`alpha` = 10000 is too large", class = "lapscale_error_argument"
  )
})

test_that("learners take local scales, by a graph or by themselves", {
  skip_on_cran()
  x <- withr::with_seed(1, normal_points(60, 2))
  y <- replace(x[, 1] + x[, 2]^2, 13:60, NA)
  graph <- heat_graph(x, 1, "dense", local_scale = 8)
  d <- graph$own_scales$dimension
  dense <- oracle_local(x, 1, 8, 0.5, d)
  harmonic <- ssl_harmonic(graph, y, alpha = 0.5)
  free <- 13:60
  expected <- solve((diag(60) - dense$walk)[free, free], dense$walk[free, 1:12] %*% y[1:12])
  expect_equal(as.vector(fitted(harmonic))[free], as.vector(expected), tolerance = 1e-8)
  # The walk that is learned on is that of the Laplacian, with its measure.
  w <- as.matrix(graph)
  learned <- corrected_graph(w, rowSums(w), graph, list(alpha = 0.5, runtime = new_runtime(1, FALSE)))
  expect_equal(4 / min(dense$scale)^2 * (diag(60) - learned$weights / learned$degree),
               dense$laplacian, tolerance = 1e-10)
  expect_equal(learned$degree / sum(learned$degree), dense$measure / sum(dense$measure),
               tolerance = 1e-10)
  new <- x + 0.01
  class <- replace(rep(c("a", "b"), 30), 21:60, NA)
  for (learner in list(ssl_harmonic, ssl_eigenmaps, ssl_iterated, ssl_diffusion, ssl_auto)) {
    by_graph <- quietly(learner(graph, y, seed = 1))
    by_points <- quietly(learner(x, y, bandwidth = 1, graph = "dense", local_scale = 8, seed = 1))
    expect_equal(fitted(by_points), fitted(by_graph))
    expect_equal(predict(by_points, new), predict(by_graph, new))
    expect_lt(stats::median(abs(quietly(predict(by_points, x)) - fitted(by_points))), 0.02)
    file <- withr::local_tempfile()
    saveRDS(by_points, file)
    expect_identical(predict(readRDS(file), new), predict(by_points, new))
  }
  poisson <- function(...) fitted(ssl_poisson(x, class, local_scale = 8, seed = 1, ...))
  expect_identical(poisson(), fitted(ssl_poisson(heat_graph(x, local_scale = 8), class, seed = 1)))
  expect_identical(poisson(n_threads = 1), poisson(n_threads = 2))
  scaled <- ssl_harmonic(point_set(x, scale = TRUE), y, local_scale = 8)
  expect_equal(fitted(ssl_harmonic(x, y, local_scale = 8, scale = TRUE)), fitted(scaled))
  expect_equal(fitted(ssl_harmonic(stats::dist(x), y, local_scale = 8)),
               fitted(ssl_harmonic(x, y, local_scale = 8)), ignore_attr = TRUE)
  expect_fault(ssl_lapsvm(x, class, local_scale = 8), "local_scale")
  expect_fault(ssl_harmonic(graph, y, local_scale = 8), "local_scale")
  expect_fault(ssl_harmonic(x, y, local_scale = 8, landmarks = 30), "local_scale")
  expect_fault(ssl_harmonic(x, y, local_scale = 60), "local_scale")
  # A bandwidth that errors select is a multiple of the scales.
  whole <- x[, 1] + x[, 2]^2
  h <- quietly(bw_cv(x, whole, ssl_harmonic, local_scale = 8, bandwidths = 2^(-1:1), seed = 1))
  expect_identical(selection(h)$facts$local_scale, 8L)
  expect_s3_class(heat_graph(x, h, local_scale = 8), "lapscale_graph")
  expect_fault(heat_graph(x, h), "bandwidth")
  few <- function(...) quietly(bw_cv(x, whole, ssl_harmonic, folds = 2, seed = 1, ...))
  by_type <- few(graph = graph_radius(local_scale = 8))
  by_name <- few(local_scale = 8)
  expect_identical(as.data.frame(by_type), as.data.frame(by_name))
  rows <- rep(1:60, times <- rep(1:2, 30))
  counted <- quietly(ssl_harmonic(x, y, local_scale = 8, weights = times, alpha = 0.5))
  copied <- quietly(ssl_harmonic(x[rows, ], y[rows], local_scale = 8, alpha = 0.5))
  expect_equal(fitted(counted)[rows], fitted(copied), tolerance = 1e-8)
})

test_that("no two rows are farther apart than the widest distance", {
  x <- normal_points(50, 4)
  expect_gte(widest_distance(x), max(stats::dist(x)))
  expect_equal(widest_distance(rbind(c(0, 0), c(3, 3))), sqrt(18))
})
