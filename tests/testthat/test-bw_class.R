delayedAssign("selected", bw_gc(plain_hourglass(150), seed = 1))
a_selection <- function() selected

# ---- a number among numbers --------------------------------------------------------------------

test_that("operators give the plain numbers of the value", {
  skip_on_cran()
  bw <- a_selection()
  h <- as.numeric(bw)
  expect_identical(attributes(h), NULL)
  for (operator in list(`+`, `-`, `*`, `/`, `^`, `%%`, `%/%`, `==`, `!=`, `<`, `<=`, `>`, `>=`)) {
    expect_identical(operator(bw, 2), operator(h, 2))
    expect_identical(operator(2, bw), operator(2, h))
    expect_identical(operator(bw, bw), operator(h, h))
    expect_identical(operator(bw, c(1, 2)), operator(h, c(1, 2)))
  }
  expect_identical(-bw, -h)
  expect_identical(+bw, h)
  expect_identical(!bw, FALSE)
  expect_identical(bw & TRUE, TRUE)
})

test_that("the kernel can be written with it", {
  skip_on_cran()
  bw <- a_selection()
  x <- plain_hourglass(20)
  h <- as.numeric(bw)
  sq <- as.matrix(dist(x))^2
  expect_identical(exp(-sq / bw^2), exp(-sq / h^2))
  expect_identical(as.matrix(dist(x) / bw), as.matrix(dist(x) / h))
  expect_identical(x / bw, x / h)
  expect_identical(stats::dnorm(1, sd = bw), stats::dnorm(1, sd = h))
})

test_that("mathematical functions give plain numbers", {
  skip_on_cran()
  bw <- a_selection()
  h <- as.numeric(bw)
  for (f in list(sqrt, exp, log, abs, floor, ceiling, trunc, sign, log2, log10, log1p, cumsum,
                 gamma, sin, round, signif)) {
    expect_identical(f(bw), f(h))
  }
  expect_identical(round(bw, 2), round(h, 2))
  expect_identical(signif(bw, digits = 1), signif(h, digits = 1))
  expect_identical(log(bw, base = 2), log(h, base = 2))
  expect_identical(mean(bw), h)
  expect_identical(stats::median(bw), h)
})

test_that("summaries take it in any place", {
  skip_on_cran()
  bw <- a_selection()
  h <- as.numeric(bw)
  for (f in list(min, max, sum, prod, range)) {
    expect_identical(f(bw), f(h))
    expect_identical(f(bw, 2, bw), f(h, 2, h))
    expect_identical(f(2, bw), f(2, h))
    expect_identical(f(bw, NA, na.rm = TRUE), f(h, NA, na.rm = TRUE))
  }
  expect_true(all(bw > 0))
  expect_identical(range(bw, Inf, finite = TRUE), c(h, h))
})

test_that("it combines, repeats and spans like a number", {
  bw <- a_selection()
  h <- as.numeric(bw)
  expect_identical(c(bw, 1), c(h, 1))
  expect_identical(c(1, bw), c(1, h))
  expect_identical(c(first = bw, second = 2), c(first = h, second = 2))
  expect_identical(c(bw, bw), c(h, h))
  expect_identical(rep(bw, 3), rep(h, 3))
  expect_identical(rep(bw, times = 2, each = 2), rep(h, 4))
  expect_identical(seq(bw, 3, by = 0.5), seq(h, 3, by = 0.5))
  expect_identical(seq(0, bw, length.out = 4), seq(0, h, length.out = 4))
  expect_identical(seq(0, 4, by = bw), seq(0, 4, by = h))
  expect_identical(bw[1], h)
  expect_identical(bw[[1]], h)
  expect_identical(unlist(list(bw, bw)), c(h, h))
  expect_identical(vapply(1:2, function(i) bw, 0), c(h, h))
  expect_identical(ifelse(TRUE, bw, 0), h)
  expect_identical(cbind(bw, 1)[[1]], h)
  # outer() takes the name of the number.
  expect_identical(outer(1:2, bw), array(1:2 * h, c(2, 1), list(NULL, "bandwidth")))
  expect_identical(unique(bw), h)
  expect_identical(rev(bw), h)
  seen <- 0
  for (value in bw) seen <- value
  expect_identical(seen, h)
})

test_that("a part that is replaced leaves no selection of another value behind", {
  bw <- a_selection()
  bw[1] <- 2
  expect_identical(bw, 2)
})

test_that("it asks and answers like a number", {
  bw <- a_selection()
  expect_true(is.numeric(bw))
  expect_true(is.double(bw))
  expect_true(is.finite(bw))
  expect_false(is.na(bw))
  expect_length(bw, 1L)
  expect_identical(if (bw) "yes" else "no", "yes")
  expect_identical(bw %in% as.numeric(bw), TRUE)
  expect_identical(as.integer(bw), as.integer(as.numeric(bw)))
})

test_that("it writes itself like a number", {
  bw <- a_selection()
  h <- as.numeric(bw)
  expect_identical(sprintf("%g|%.3f|%s", bw, bw, bw), sprintf("%g|%.3f|%s", h, h, h))
  expect_identical(format(bw), format(h))
  expect_identical(format(bw, digits = 3), format(h, digits = 3))
  expect_identical(as.character(bw), as.character(h))
  expect_identical(paste("h =", bw), paste("h =", h))
  expect_identical(utils::capture.output(cat(bw)), utils::capture.output(cat(h)))
})

test_that("it works with the matrices of package Matrix, which the functions accept as data", {
  bw <- a_selection()
  h <- as.numeric(bw)
  for (m in list(Matrix::Matrix(diag(3), sparse = TRUE), Matrix::Matrix(plain_circle(4)))) {
    expect_equal(m / bw, m / h)
    expect_equal(bw * m, h * m)
  }
})

test_that("it works with data frames, which the functions accept as data", {
  # R before 4.3 finds two methods here and takes neither; there 1 * bw helps.
  bw <- a_selection()
  table <- data.frame(a = 1:3, b = 0)
  expect_equal(table / as.numeric(bw), table / (1 * bw))
  skip_if_not(getRversion() >= "4.3.0")
  expect_equal(table / bw, table / as.numeric(bw))
})

# ---- what it knows -----------------------------------------------------------------------------

test_that("as.data.frame() and tidy() are the curve", {
  skip_on_cran()
  bw <- a_selection()
  curve <- as.data.frame(bw)
  expect_s3_class(curve, "data.frame", exact = TRUE)
  expect_identical(
    names(curve), c("bandwidth", "criterion", "se", "n_points", "dimension", "distance")
  )
  expect_false(is.unsorted(curve$bandwidth, strictly = TRUE))
  expect_identical(tidy(bw), curve)
  expect_fault(as.data.frame(bw, what = "path"), "what")
  expect_fault(tidy(bw, 1))
})

test_that("glance() is one row of facts", {
  skip_on_cran()
  bw <- a_selection()
  facts <- glance(bw)
  expect_identical(nrow(facts), 1L)
  expect_identical(
    names(facts),
    c("bandwidth", "method", "n", "d", "at_edge", "n_minima", "n_points", "alpha", "k",
      "eigenvalue_error", "replicates", "full", "tolerance", "tolerance.low",
      "tolerance.high", "conf.low", "conf.high", "elapsed", "seed", "version")
  )
  expect_identical(facts$bandwidth, as.numeric(bw))
  expect_identical(facts$method, "gc")
  expect_identical(facts$n, 150L)
  expect_identical(facts$n_minima, nrow(bw_minima(bw)))
  expect_identical(facts$elapsed, selection(bw)$facts$elapsed)
  expect_fault(glance(bw, 1))
})

test_that("glance() needs no facts of the method's own", {
  bw <- fixed_bandwidth(1, "median", list(n = 5L, d = NA_integer_), "t")
  expect_identical(glance(bw)$method, "median")
})

test_that("update() chooses again from the same curve", {
  skip_on_cran()
  x <- withr::with_seed(1, cbind(stats::runif(800, 0, 20), stats::rnorm(800, sd = 0.15)))
  bw <- bw_gc(x, seed = 1)
  global <- update(bw, minimum = "global")
  minima <- bw_minima(bw)
  expect_identical(as.numeric(global), minima$bandwidth[[which.min(minima$criterion)]])
  expect_identical(curve_of(global), curve_of(bw))
  expect_identical(bw_minima(global)[names(minima) != "chosen"],
                   minima[names(minima) != "chosen"])
  expect_identical(update(global, minimum = "first"), bw)
  expect_identical(update(global), bw)
  expect_fault(update(bw, minimum = "last"), "minimum")
  expect_fault(update(bw, minimum = "first", data = 1), "data")
})

test_that("update() marks an end of the grid and refuses a minimum that is not there", {
  curve <- data.frame(bandwidth = 1:3 + 0, criterion = c(0, 2, 1), se = NA_real_)
  minima <- cbind(curve[1, ], depth_left = NA_real_, depth_right = 2, z_left = NA_real_,
                  z_right = NA_real_)
  bw <- new_bandwidth(
    1, "gc", curve, minima, c(first = NA_integer_, global = 1L), "global",
    facts = list(n = 3L, d = 1L, at_edge = FALSE, elapsed = 0, n_points = 3L), labels = list()
  )
  expect_true(glance(update(bw, minimum = "global"))$at_edge)
  expect_fault(update(bw, minimum = "first"), "minimum", class = "no_minimum")
})

test_that("it is stored with all it knows, and without the data", {
  skip_on_cran()
  x <- plain_hourglass(2000)
  bw <- bw_gc(x, n_points = 50, seed = 1)
  file <- tempfile()
  on.exit(unlink(file))
  saveRDS(bw, file)
  again <- readRDS(file)
  expect_identical(again, bw)
  expect_identical(bw_minima(again), bw_minima(bw))
  expect_lt(length(serialize(bw, NULL)), 20000)
})

test_that("it can be used as a bandwidth", {
  skip_on_cran()
  bw <- a_selection()
  x <- plain_hourglass(50)
  expect_identical(heat_graph(x, bw)$weights, heat_graph(x, as.numeric(bw))$weights)
  expect_identical(bw_to(bw, "time"), as.numeric(bw)^2 / 4)
})

test_that("in data.frame() a bandwidth is a column with its number", {
  bw <- bw_knn(selector_points(), k = 9)
  expect_identical(data.frame(h = bw, b = 1:2), data.frame(h = rep(as.numeric(bw), 2), b = 1:2))
  expect_identical(as.data.frame(bw), tidy(bw))
})

test_that("a bandwidth of points that are all equally far is warned of, in whatever form they are", {
  skip_on_cran()
  simplex <- diag(20)
  forms <- list(
    simplex, (simplex + 5) %*% random_rotation(20), as.data.frame(simplex), dist(simplex),
    Matrix::Matrix(simplex, sparse = TRUE)
  )
  y <- rep(c("a", "b"), 10)
  selectors <- list(
    gc = function(x) bw_gc(x, seed = 1), kernel_sum = function(x) bw_kernel_sum(x, seed = 1),
    rec = function(x) bw_rec(x, seed = 1), msvd = function(x) bw_msvd(x, d = 2, seed = 1),
    lepski = function(x) bw_lepski(x, d = 2, seed = 1),
    cv = function(x) bw_cv(x, y, bandwidths = c(1, 2), seed = 1),
    set = function(x) bw_select(x, c("gc", "median", "kernel_sum"), seed = 1),
    graph = function(x) heat_graph(x)
  )
  # Every selector on the matrix, and every form with the selectors that take distances.
  for (i in seq_along(forms)) {
    for (name in if (i == 1) names(selectors) else c("gc", "kernel_sum", "set")) {
      said <- conditions_of(selectors[[name]](forms[[i]]))
      expect_identical(sum(said$classes == "lapscale_warning_equidistant"), 1L, info = name)
    }
  }
  said <- conditions_of(bw_kernel_sum(rbind(simplex, 0.05), seed = 1))
  expect_false("lapscale_warning_equidistant" %in% said$classes)
  # Points that are kept sparse, some repeated; one that is nearer says how near is near.
  sparse <- as_sparse(diag(60))[rep(1:60, 1 + 1:60 %% 2), ]
  expect_true(is_equidistant(sparse))
  expect_false(is_equidistant(rbind(sparse, 0.5 * sparse[1, , drop = FALSE])))
  expect_false(is_equidistant(rbind(sparse, sparse[1, , drop = FALSE] + sparse[90, , drop = FALSE])))
})

test_that("coef() is the bandwidth with its name, nobs() the number of points", {
  bw <- bw_knn(plain_circle(50))
  expect_identical(coef(bw), c(bandwidth = as.numeric(bw)))
  expect_identical(nobs(bw), 50L)
})

test_that("predict() of a bandwidth names what has predictions", {
  bw <- bw_knn(normal_points(30, 2))
  expect_fault(predict(bw, normal_points(3, 2)), "object", text = "embedding")
})
