# The fault table and the invariances for embeddings.

test_that("faults 1 to 7: what is not a table of finite numbers is refused, and why is said", {
  skip_on_cran()
  x <- bent_strip(40)
  with_na <- x
  with_na[17, 3] <- NA
  with_nan <- x
  with_nan[5, 2] <- NaN
  with_inf <- x
  with_inf[6, 1] <- -Inf
  expect_fault_of(embed_methods, with_na, arg = "x", text = "(NA), first at row 17, column 3")
  expect_fault_of(embed_methods, with_nan, arg = "x", text = "NaN values, first at row 5")
  expect_fault_of(embed_methods, with_inf, arg = "x", text = "infinite values, first at row 6")
  # Every method checks its points by as_points().
  wrong <- list("a", list(1), matrix("a", 9, 2), matrix(1i, 9, 2), NULL)
  for (i in seq_along(wrong)) {
    methods <- embed_methods[seq_along(embed_methods) %% length(wrong) == i - 1]
    expect_fault_of(methods, wrong[[i]], arg = "x")
  }
  expect_fault_of(embed_methods, data.frame(x, v = "a"), arg = "x", text = "column v")
  expect_fault_of(embed_methods, matrix(0, 2, 3), arg = "x", text = "at least 3 rows")
})

test_that("faults 8, 16, 24, 34, 49: arguments out of range are refused before any work", {
  skip_on_cran()
  x <- bent_strip(40)
  for (k in list(0, 40, 1.5, NA)) {
    expect_fault(embed_isomap(x, 2, k = k), "k")
    expect_fault(embed_lle(x, 2, k = k), "k")
  }
  expect_fault_of(embed_methods, matrix(1, 40, 3), arg = "x", class = "no_scale")
  for (h in list(0, -1, NA, Inf, c(1, 2))) {
    expect_fault(embed_eigenmaps(x, 2, bandwidth = h), "bandwidth")
    expect_fault(embed_diffusion(x, 2, bandwidth = h), "bandwidth")
    expect_fault(embed_kpca(x, 2, bandwidth = h), "bandwidth")
  }
  for (count in list(0, -1, 1.5, 40, NA, c(2, 3))) {
    for (f in list(embed_isomap, embed_lle, embed_kpca, embed_diffusion)) {
      expect_fault(f(x, count), "n_components")
    }
  }
  expect_fault_of(embed_methods, x, n_threads = 0, arg = "n_threads")
  for (threads in list(-1, NA, "2")) expect_fault(embed_lle(x, 2, n_threads = threads), "n_threads")
})

test_that("faults 1 and 11: omitted rows are padded; integers are as doubles", {
  skip_on_cran()
  x <- bent_strip(60)
  x[9, 1] <- NA
  whole <- matrix(as.integer(round(100 * bent_strip(60))), 60)
  for (name in names(embed_methods)) {
    e <- suppressMessages(expect_condition_of(embed_methods[[name]](x, na_action = "omit"),
                                              "warning_omitted"))
    expect_identical(unname(which(is.na(as.matrix(e)[, 2]))), 9L, label = name)
  }
  integers <- suppressMessages(embed_isomap(whole, 2, k = 10))
  expect_identical(as.matrix(suppressMessages(embed_isomap(whole + 0, 2, k = 10))),
                   as.matrix(integers))
})

test_that("faults 21 and 22: tiny and huge scales are embedded rightly or refused", {
  skip_on_cran()
  x <- bent_strip(60)
  for (scale in c(1e-160, 1e-100, 1e100, 1e155)) {
    for (f in list(
      function(x, c) embed_eigenmaps(x, 2, bandwidth = 0.5 * c),
      function(x, c) embed_lle(x, 2, k = 10),
      function(x, c) embed_kpca(x, 2, bandwidth = 0.5 * c),
      function(x, c) embed_isomap(x, 2, k = 10),
      function(x, c) embed_kpca(x, 2, "linear")
    )) {
      y <- tryCatch(f(scale * x, scale), lapscale_error = function(e) NULL)
      if (is.null(y)) next
      y <- plain_matrix(y)
      want <- plain_matrix(f(x, 1))
      expect_lt(off_by(y / max(abs(y)), want / max(abs(want))), 1e-6)
    }
  }
})

test_that("rotation, translation, order of rows, zero columns and tables change nothing", {
  skip_on_cran()
  x <- unname(bent_strip(90))
  turn <- qr.Q(qr(normal_points(3, 3)))
  order <- withr::with_seed(1, sample(nrow(x)))
  for (name in names(embed_methods)) {
    f <- embed_methods[[name]]
    want <- plain_matrix(f(x))
    if (!name %in% depends_on_axes) expect_lt(off_by(f(x %*% turn), want), 1e-5, label = name)
    expect_lt(off_by(f(x + 1e3), want), 1e-5, label = name)
    expect_lt(off_by(f(x[order, ]), want[order, ]), 1e-5, label = name)
    expect_lt(off_by(f(cbind(x, 0)), want), 1e-5, label = name)
    expect_identical(plain_matrix(f(as.data.frame(x))), want, label = name)
  }
})

test_that("the same bits for 1, 2 and 4 threads, fits and predictions", {
  skip_on_cran()
  x <- bent_strip(320)
  new <- bent_strip(40, seed = 3)
  for (name in names(embed_methods)) {
    one <- embed_methods[[name]](x, n_threads = 1)
    for (n_threads in c(2, 4)) {
      many <- suppressMessages(embed_methods[[name]](x, n_threads = n_threads))
      expect_identical(as.matrix(many), as.matrix(one), label = name)
      expect_identical(suppressMessages(predict(one, new, n_threads = n_threads)),
                       predict(one, new, n_threads = 1), label = name)
    }
  }
  m <- function(n_threads) {
    graph <- heat_graph(x, 0.3)
    suppressMessages(
      metric_distances(metric_riemannian(x, graph, 2), 1:3, n_threads = n_threads)
    )
  }
  expect_identical(m(2), m(1))
})

test_that("methods of the object: tables, summaries and pictures", {
  skip_on_cran()
  x <- bent_strip()
  grDevices::pdf(NULL)
  withr::defer(grDevices::dev.off())
  before <- graphics::par("mar", "mfrow")
  for (f in embed_methods) {
    e <- f(x)
    expect_lte(length(capture.output(print(e))), 6L)
    shown <- capture.output(print(summary(e)))
    expect_true(any(grepl("eigenvalue", shown)) || all(is.na(e$eigenvalues)))
    expect_identical(plot(e, colour = x[, 1]), e)
    expect_identical(plot(e, col = "grey50"), e)
    if (all(is.na(e$eigenvalues))) {
      expect_fault(screeplot(e), "x")
    } else {
      expect_identical(screeplot(e), e)
    }
    expect_equal(nrow(tidy(e)), 2)
    expect_equal(dim(glance(e))[[1]], 1L)
    table <- augment(e)
    expect_equal(unname(as.matrix(table[c("a", "b", "c")])), unname(x))
    expect_equal(unname(as.matrix(table[c(".embed1", ".embed2")])), plain_matrix(e))
    expect_equal(names(augment(e, newdata = x[1:3, ]))[4:5], c(".embed1", ".embed2"))
  }
  expect_fault(plot(e, colour = 1:3), "colour")
  expect_fault(plot(e, columns = 3), "columns")
  expect_fault(augment(e, data = x[1:3, ]), "data")
  plot(metric_riemannian(e, heat_graph(x, 0.4), 2), col = "grey50")
  expect_identical(graphics::par("mar", "mfrow"), before)
  skip_if_not_installed("ggplot2")
  expect_s3_class(ggplot2::autoplot(e, colour = x[, 1]), "ggplot")
  expect_s3_class(ggplot2::autoplot(metric_riemannian(e, heat_graph(x, 0.4), 2)), "ggplot")
})

# The fault table for embeddings and their metric: shapes, scales and bandwidths at the limits.

test_that("faults 9, 10: more columns than points, and a single column", {
  skip_on_cran()
  wide <- cbind(bent_strip(30), normal_points(30, 60) / 50)
  axes <- svd(sweep(wide, 2, colMeans(wide)), nu = 0)$v
  for (name in names(embed_methods)) {
    f <- embed_methods[[name]]
    if (!name %in% depends_on_axes) {
      expect_lt(off_by(f(wide), f(wide %*% axes[, 1:29])), 1e-5, label = name)
    }
    if (name == "kpca_linear") next
    line <- plain_matrix(suppressWarnings(f(matrix(seq(0, 3, length.out = 40)^1.1))))
    expect_true(all(is.finite(line)), label = name)
    if (name == "kpca_heat") next
    expect_gt(abs(stats::cor(line[, 1], 1:40, method = "spearman")), 0.999, label = name)
  }
  expect_fault(embed_kpca(matrix(1:40), 2, "linear"), "n_components")
})

test_that("faults 11, 12: integers, tibbles and sparse matrices are as doubles; a dist as told", {
  skip_on_cran()
  whole <- matrix(as.integer(round(1000 * bent_strip(60))), 60)
  for (name in setdiff(names(embed_methods), "kpca_heat")) {
    f <- function(x) suppressWarnings(suppressMessages(embed_methods[[name]](x / 1000)))
    expect_identical(plain_matrix(f(whole)), plain_matrix(f(whole + 0)), label = name)
  }
  x <- bent_strip(60)
  sparse <- Matrix::Matrix(unname(x), sparse = TRUE)
  for (name in names(embed_methods)) {
    f <- embed_methods[[name]]
    want <- plain_matrix(f(x))
    expect_identical(plain_matrix(f(sparse)), want, label = name)
    if (requireNamespace("tibble", quietly = TRUE)) {
      expect_identical(plain_matrix(f(tibble::as_tibble(x))), want, label = name)
    }
  }
  takes_dist <- "isomap|eigenmaps|diffusion|multiscale|layout|kpca_heat"
  takes_no_dist <- embed_methods[!grepl(takes_dist, names(embed_methods))]
  expect_fault_of(takes_no_dist, stats::dist(x), arg = "x", text = "dist")
})

test_that("faults 13, 14: distances that are none are refused", {
  d <- stats::dist(bent_strip(20))
  for (bad in list(replace(d, 3, -1), replace(d, 3, NA), replace(d, 3, Inf))) {
    expect_fault(embed_isomap(bad, 2, k = 5), "x")
  }
})

test_that("faults 17, 18, 19: duplicates and columns that do not vary", {
  skip_on_cran()
  x <- bent_strip(60)
  twice <- rbind(x, x[1:6, ], x[rep(9, 14), ])
  for (name in names(embed_methods)) {
    y <- plain_matrix(suppressMessages(suppressWarnings(
      embed_methods[[name]](twice, components = "connect")
    )))
    expect_true(all(is.finite(y)), label = name)
    if (!grepl("lle", name)) expect_lt(max(abs(y[1:6, ] - y[61:66, ])), 1e-6, label = name)
    f <- embed_methods[[name]]
    expect_lt(off_by(f(cbind(x, 7)), f(x)), 1e-8, label = name)
  }
})

test_that("fault 20: a column a million times larger decides, and nothing breaks", {
  skip_on_cran()
  x <- bent_strip(60)
  x[, 1] <- 1e6 * x[, 1]
  for (f in list(
    function(x) embed_isomap(x, 2, k = 10), function(x) embed_lle(x, 2, k = 10),
    function(x) embed_lle(x, 2, k = 10, method = "modified"),
    function(x) embed_eigenmaps(x, 2, bandwidth = 5e5),
    function(x) embed_diffusion(x, 2, bandwidth = 5e5, t = "multiscale"),
    function(x) embed_kpca(x, 2, bandwidth = 5e5), function(x) embed_kpca(x, 2, "linear")
  )) {
    found <- conditions_of(f(x))
    expect_true(any(grepl("1e+06 times as wide", found$texts, fixed = TRUE)))
    y <- plain_matrix(found$value)
    expect_true(all(is.finite(y)))
    expect_gt(abs(stats::cor(y[, 1], x[, 1], method = "spearman")), 0.99)
  }
})

test_that("fault 23: an offset of 1e8 leaves what double precision holds of the points", {
  skip_on_cran()
  x <- round(bent_strip(80) * 2^20) / 2^20
  for (name in names(embed_methods)) {
    f <- embed_methods[[name]]
    expect_lt(off_by(f(x + 2^27), f(x)), 1e-6, label = name)
  }
})

test_that("faults 25, 26, 33: bandwidths that isolate points, or join all alike, are told of", {
  skip_on_cran()
  x <- bent_strip(40)
  lonely <- rbind(x, x[1, ] + 100)
  for (f in list(embed_eigenmaps, embed_diffusion)) {
    found <- tryCatch(conditions_of(f(x, 2, bandwidth = 1e-9)), lapscale_error = identity)
    said <- if (inherits(found, "lapscale_error")) class(found) else found$classes
    expect_true(any(grepl("isolated|disconnected", said)))
    alike <- tryCatch(conditions_of(f(x, 2, bandwidth = 1e12)), lapscale_error = identity)
    said <- if (inherits(alike, "lapscale_error")) class(alike) else alike$classes
    expect_true("lapscale_warning_degenerate" %in% said)
    one <- conditions_of(f(lonely, 2, bandwidth = 0.5))
    expect_true("lapscale_warning_disconnected" %in% one$classes)
    expect_true(all(is.finite(as.matrix(one$value))))
  }
  wide <- expect_quiet(embed_kpca(x, 2, bandwidth = 1e3))
  expect_lt(off_by(as.matrix(wide) / wide$eigenvalues[1]^0.5,
                   as.matrix(embed_kpca(x, 2, "linear")) /
                     embed_kpca(x, 2, "linear")$eigenvalues[1]^0.5), 1e-3)
})

test_that("fault 30: the dimension of the metric is a whole number up to that of the embedding", {
  skip_on_cran()
  x <- bent_strip(40)
  graph <- heat_graph(x, 0.6)
  for (d in list(0, -1, 4, 1.5, NA, "1")) expect_fault(metric_riemannian(x, graph, d), "d")
})

test_that("fault 35: the planes of a ring's double eigenvalues, the same bits again", {
  skip_on_cran()
  turn <- 1:60 / 30
  ring <- cbind(cospi(turn), sinpi(turn))
  plane <- svd(cbind(cospi(turn), sinpi(turn)))$u
  for (f in list(
    function() embed_eigenmaps(ring, 2, bandwidth = 0.4),
    function() embed_diffusion(ring, 2, bandwidth = 0.4, t = "multiscale"),
    function() embed_isomap(ring, 2, k = 4),
    function() embed_lle(ring, 2, k = 4),
    function() embed_kpca(ring, 2, bandwidth = 0.5)
  )) {
    e <- f()
    y <- qr.Q(qr(plain_matrix(e)))
    expect_lt(max(abs(tcrossprod(y) - tcrossprod(plane))), 1e-6)
    expect_identical(as.matrix(f()), as.matrix(e))
    expect_output(print(summary(e)), "only the space")
  }
})

test_that("fault 37: Gram matrices that are not positive semi-definite are projected, or refused", {
  # Distances of a tree: a star of six leaves has negative eigenvalues in classical scaling.
  star <- matrix(2, 7, 7)
  star[1, ] <- star[, 1] <- 1
  diag(star) <- 0
  e <- suppressWarnings(embed_isomap(stats::as.dist(star), 6, k = 6))
  expect_true(all(e$eigenvalues >= 0))
  gram <- -0.5 * scale(t(scale(star^2, scale = FALSE)), scale = FALSE)
  expect_equal(e$eigenvalues, pmax(eigen(gram, symmetric = TRUE)$values[1:6], 0), tolerance = 1e-9)
})

test_that("fault 39: columns of new data are told apart by name in every method", {
  skip_on_cran()
  x <- bent_strip(60)
  for (name in names(embed_methods)) {
    e <- embed_methods[[name]](x)
    turned <- expect_condition_of(predict(e, x[1:4, 3:1]), "message_reordered")
    expect_identical(turned, predict(e, x[1:4, ]), label = name)
    expect_fault(predict(e, unname(x)[1:4, 1:2]), "newdata", info = name)
    expect_fault(predict(e, x[1:4, ] * NA), "newdata", info = name)
  }
})

test_that("fault 48: what would not fit into memory is refused before it is made", {
  skip_on_cran()
  x <- bent_strip(400)
  withr::local_options(lapscale.memory = 1e-3)
  expect_fault(embed_isomap(x, 2, k = 8), "x", "memory")
  expect_fault(embed_kpca(x, 2, bandwidth = 0.5), "x", "memory")
  expect_fault(embed_eigenmaps(x, 2, bandwidth = 0.5, graph = "dense"), "x", "memory")
  expect_fault(embed_lle(x, 2, k = 30, method = "modified"), "x", "memory", "several weights")
})

test_that("fault 47: Ctrl-C is an interrupt, and the next call is right", {
  skip_on_cran()
  skip_on_os("windows")
  extended <- identical(Sys.getenv("LAPSCALE_EXTENDED_TESTS"), "true")
  for (task in c("predict_isomap", "relax", if (extended) c("lle_modified", "quality", "kpca"))) {
    ready <- tempfile()
    child <- start_new_r(given = list(task = task, ready = ready), f = function(given) {
      x <- matrix(as.numeric(sample_swiss_roll(3000, seed = 1)), 3000)
      small <- function() as.matrix(embed_lle(x, 2, k = 10, method = "modified"))
      before <- small()
      # Minutes, each of them.
      long <- switch(given$task,
        predict_isomap = {
          e <- embed_isomap(x, 2, k = 10, landmarks = 50, seed = 1)
          new <- x[rep(1:3000, 200), ] + 1e-3
          function() predict(e, new)
        },
        relax = {
          start <- embed_ltsa(x, 2, k = 10)
          function() for (i in 1:50) embed_relax(start, bandwidth = 2)
        },
        lle_modified = {
          large <- matrix(as.numeric(sample_swiss_roll(1e5, seed = 1)), 1e5)
          function() embed_lle(large, 2, k = 50, method = "modified")
        },
        quality = {
          large <- matrix(as.numeric(sample_swiss_roll(2e5, seed = 1)), 2e5)
          function() embed_quality(large[, 1:2], large, n_points = 5e4)
        },
        kpca = {
          large <- matrix(as.numeric(sample_swiss_roll(5000, seed = 1)), 5000)
          function() for (i in 1:50) embed_kpca(large, 300, bandwidth = 1)
        }
      )
      settings <- options()
      outcome <- tryCatch({
        writeLines(as.character(Sys.getpid()), given$ready)
        long()
        "finished"
      }, interrupt = function(i) "interrupted", error = function(e) conditionMessage(e))
      seconds <- sum(proc.time()[1:2])
      list(outcome = outcome, settings = identical(options(), settings),
           same = identical(small(), before), seconds = seconds)
    })
    wait_for_file(ready, 60, child$log)
    Sys.sleep(0.7)
    pid <- readLines(ready)
    before <- processor_seconds(pid)
    tools::pskill(as.integer(pid), tools::SIGINT)
    found <- finish_new_r(child)
    unlink(ready)
    expect_identical(found[-4], list(outcome = "interrupted", settings = TRUE, same = TRUE),
                     info = task)
    if (!is.na(before)) expect_lt(found$seconds - before, 0.5, label = task)
  }
})

test_that("twice the unit: the same coordinates, or twice them; noise of rounding stays that", {
  skip_on_cran()
  x <- bent_strip(80)
  noisy <- x * (1 + 1e-15 * normal_points(80, 3))
  larger <- list(
    eigenmaps = function(x) embed_eigenmaps(x, 2, bandwidth = 1),
    diffusion = function(x) embed_diffusion(x, 2, bandwidth = 1, t = 2),
    multiscale = function(x) embed_diffusion(x, 2, bandwidth = 1, t = "multiscale"),
    isomap = function(x) embed_isomap(x, 2, k = 10), lle = embed_methods$lle,
    lle_modified = embed_methods$lle_modified,
    kpca_heat = function(x) embed_kpca(x, 2, bandwidth = 1)
  )
  for (name in names(larger)) {
    want <- embed_methods[[name]](x)
    size <- if (name == "isomap") 2 else 1
    expect_lt(off_by(larger[[name]](2 * x), size * plain_matrix(want)), 1e-7, label = name)
    expect_lt(off_by(embed_methods[[name]](noisy), want), 1e-6, label = name)
  }
})

test_that("the same bits on both thread backends, for every method and new points", {
  everything <- function(points) {
    x <- points[[1]]
    results <- list(
      embed_eigenmaps(x, 2, bandwidth = 0.5), embed_diffusion(x, 2, bandwidth = 0.5, t = 3),
      embed_diffusion(x, 2, bandwidth = 0.5, t = "multiscale"), embed_isomap(x, 2, k = 10),
      embed_isomap(x, 2, k = 10, landmarks = 40, seed = 1), embed_lle(x, 2, k = 10),
      embed_lle(x, 2, k = 10, method = "modified"), embed_kpca(x, 2, bandwidth = 0.5)
    )
    metric <- metric_riemannian(results[[1]], heat_graph(x, 0.5), 2)
    c(lapply(results, as.matrix), lapply(results, predict, points[[2]]), metric[c("H", "G")])
  }
  points <- list(bent_strip(320), bent_strip(40, seed = 3))
  here <- everything(points)
  is_tiny <- identical(Sys.getenv("RCPP_PARALLEL_BACKEND"), "tinythread")
  other <- if (is_tiny) "tbb" else "tinythread"
  there <- in_new_r(everything, env = c(RCPP_PARALLEL_BACKEND = other), given = points)
  expect_identical(there, here)
})

test_that("fault 25: components of single points cannot be connected where no edge has a weight", {
  skip_on_cran()
  x <- selector_points(40)
  expect_error(
    quietly(cluster_spectral(x, 2, bandwidth = 1e-9, seed = 1)), "Every point is isolated",
    class = "lapscale_error_isolated"
  )
  expect_error(
    quietly(cluster_spectral(x * 1e155, 2, bandwidth = 0.8, seed = 1)),
    class = "lapscale_error_isolated"
  )
})
