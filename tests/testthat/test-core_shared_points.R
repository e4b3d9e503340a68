# Several selectors on the same points share their work: what they find is what each finds alone.

tested_selectors <- c(
  "gc", "lepski", "rec", "cv", "test_error", "msvd", "kernel_sum", "knn", "median", "rate"
)

# The set, and the single calls with the same arguments.
expect_same_as_alone <- function(x, names, ..., own = list()) {
  settings <- list(...)
  set <- quietly(do.call(bw_select, c(list(x, names), settings, own)))
  for (name in names) {
    given <- c(list(x, name), settings_of(name, settings), own[names(own) == name])
    single <- quietly(do.call(bw_select, given))
    expect_identical(timeless(set[[name]]), timeless(single), info = name)
  }
}

# Those that this selector has an argument for.
settings_of <- function(name, settings) {
  accepted <- argument_names(get(paste0("bw_", name), mode = "function"))
  settings[names(settings) %in% accepted]
}

test_that("every selector in a set gives the bits that it gives alone", {
  skip_on_cran()
  x <- selector_points()
  y <- factor(x[, 1] > 0)
  part <- replace(y, seq(1, 120, by = 2), NA)
  labels <- list(cv = list(y = part), test_error = list(y = y, labelled = 1:40))
  learning <- c("cv", "test_error")
  grid <- list(n_bandwidths = 8)
  own <- lapply(labels, c, grid)
  expect_same_as_alone(x, tested_selectors, d = 1, seed = 1, own = own)
  # In another order, on a table, on a part of the rows.
  expect_same_as_alone(as.data.frame(x), rev(setdiff(tested_selectors, learning)), d = 1, seed = 1,
                       n_bandwidths = 8)
  expect_same_as_alone(replace(x, 7, NA), c("kernel_sum", "gc", "lepski", "rec"), d = 1, seed = 1,
                       n_bandwidths = 8, na_action = "omit")
  # Grids that are given, neighborhoods that bw_gc() leaves to nobody, points that are drawn.
  expect_same_as_alone(x, c("gc", "rec", "kernel_sum", "msvd"), d = 1, seed = 1, n_points = 50,
                       bandwidths = c(0.05, 0.1, 0.2, 0.4, 0.8))
  expect_same_as_alone(x, c("gc", "msvd", "rec", "median"), d = 1, seed = 1,
                       own = list(gc = list(graph = "knn", k = 7), median = list(n_points = 60)))
})

test_that("a dimension that nobody gave is estimated once, and is that of the single calls", {
  skip_on_cran()
  x <- as.matrix(sample_sphere(400, seed = 1))
  methods <- c("msvd", "rate", "kernel_sum", "lepski")
  noted <- conditions_of(bw_select(x, methods, seed = 1))
  expect_identical(sum(noted$classes == "lapscale_message_dimension"), 1L)
  expect_same_as_alone(x, methods, seed = 1)
})

test_that("functions of the points see the columns' names", {
  skip_on_cran()
  x <- data.frame(u = selector_points()[, 1], v = selector_points()[, 2])
  expect_same_as_alone(x, c("lepski", "median"), d = 1, seed = 1,
                       own = list(lepski = list(f = function(p) p[, "u"]^2)))
})

test_that("what there is to say about the points is said once", {
  x <- selector_points(40)
  x[, 3] <- 1e8 * x[, 3]
  noted <- conditions_of(suppressWarnings(bw_select(x, c("rec", "median", "knn"))))
  expect_identical(sum(noted$classes == "lapscale_message_scale"), 1L)
  expect_identical(
    sum(conditions_of(dim_estimate(x, bandwidth = 1e7))$classes == "lapscale_message_scale"), 1L
  )
})

test_that("a set on distances", {
  d <- dist(selector_points(40))
  expect_same_as_alone(d, c("kernel_sum", "knn", "median"))
  nearest <- apply(as.matrix(d) + diag(Inf, 40), 1, min)
  found <- glance(bw_select(d, c("knn", "median")))
  expect_equal(found$in_neighbors, found$bandwidth / median(nearest))
  expect_fault(bw_select(d, c("median", "rec")), "x", text = "dist")
})

test_that("the four estimates of dim_estimate() are those of the single functions", {
  skip_on_cran()
  x <- as.matrix(sample_hourglass(300, noise = 0.02, noise_dims = 2, seed = 1))
  for (bandwidth in list(NULL, 0.5)) {
    found <- as.data.frame(dim_estimate(x, bandwidth = bandwidth, seed = 1))
    alone <- lapply(
      list(dim_growth(x, seed = 1), dim_mle(x), dim_kernel_sum(x, seed = 1),
           dim_eigengap(x, bandwidth, seed = 1)),
      function(d) glance(d)[c("method", "dimension", "se")]
    )
    expect_identical(found[c("method", "dimension", "se")], do.call(rbind, alone))
  }
  expect_fault(dim_estimate(x[1:7, ], 1), "x", text = "at least 8 rows")
})

test_that("where a bandwidth is missing the points are checked and indexed once", {
  skip_on_cran()
  x <- selector_points(80)
  calls <- list(
    heat_graph = function() heat_graph(x, seed = 1),
    selector = function() heat_graph(x, bw_median, seed = 1),
    dense = function() heat_graph(x, type = "dense", seed = 1),
    embed_eigenmaps = function() embed_eigenmaps(x, 2, seed = 1),
    embed_diffusion = function() embed_diffusion(x, 2, seed = 1),
    embed_kpca = function() embed_kpca(x, 2, bandwidth = bw_gc, seed = 1),
    metric_distortion = function() metric_distortion(x, seed = 1)
  )
  for (name in names(calls)) {
    watched <- c("cpp_first_not_finite", "cpp_release", handle_makers)
    counts <- times_called(watched, calls[[name]]())
    expect_identical(counts[c(1, 3)], c(1L, 1L), info = name)
    expect_identical(counts[[2]], sum(counts[-(1:2)]), info = name)
  }
})

test_that("a selection on shared points is that on the points, and so is what follows", {
  x <- selector_points(80)
  expect_identical(heat_graph(x, seed = 1)$bandwidth, as.double(bw_gc(x, seed = 1)))
  # The graph of neighbors of bw_gc() is not that of the weights.
  by_neighbors <- function(x, ...) bw_gc(x, graph = "knn", k = 7, seed = 1)
  h <- as.double(by_neighbors(x))
  expect_identical(heat_graph(x, by_neighbors)$weights, heat_graph(x, h)$weights)
})

test_that("a user's own selector sees plain points", {
  noted <- new.env()
  own <- function(x) {
    noted$x <- x
    0.4
  }
  x <- selector_points(80)
  heat_graph(as.data.frame(x), own)
  expect_identical(noted$x, unname(x))
})

test_that("points are let go when a selector fails", {
  x <- selector_points(80)
  freed <- times_called("cpp_release", try(heat_graph(x, function(x) stop("no")), silent = TRUE))
  expect_identical(freed, 0L)
  fails <- function() {
    local_functions(list(find_minima = function(...) stop("no")))
    try(heat_graph(x, seed = 1), silent = TRUE)
  }
  expect_identical(times_called("cpp_points", fails()), 1L)
  expect_identical(times_called("cpp_release", fails()), handles_made(fails))
})

test_that("points are held with three copies of them, or refused with that size", {
  asked <- NULL
  local_functions(list(
    check_memory = function(bytes, ...) asked <<- bytes, cpp_points = function(...) NULL
  ))
  acquire_points(matrix(0, 50, 4), NULL)
  expect_identical(asked, 3 * 8 * 200)
})
