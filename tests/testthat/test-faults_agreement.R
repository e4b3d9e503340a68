# Two parts of a result that speak of the same thing say the same.

test_that("a learner without a kernel has no bandwidth anywhere, and the others have one", {
  skip_on_cran()
  p <- square_numbers()
  for (name in names(ssl_methods)) {
    learn <- get(paste0("ssl_", name), asNamespace("lapscale"))
    fit <- tryCatch(quietly(learn(p$x, p$y, seed = 1)), lapscale_error = function(e) NULL)
    y <- p$y
    if (is.null(fit)) {
      y <- ifelse(is.na(p$y), NA, ifelse(p$y > 0, "a", "b"))
      fit <- quietly(learn(p$x, y, seed = 1))
    }
    shown <- paste(utils::capture.output(print(fit)), collapse = " ")
    has_kernel <- !isFALSE(ssl_methods[[name]]$needs_kernel)
    expect_identical(grepl("bandwidth", shown), has_kernel, label = name)
    expect_identical(is.finite(glance(fit)$bandwidth %||% NA_real_), has_kernel, label = name)
    if (has_kernel) {
      expect_equal(glance(fit)$bandwidth, as.numeric(fit$bandwidth), label = name)
      expect_false(grepl("bandwidth [0-9.e-]+ \\(given\\)", shown), label = name)
    } else {
      expect_error(bw_cv(p$x, y, learn), class = "lapscale_error")
    }
  }
})

test_that("a bandwidth that was given is said to be given, wherever it is printed", {
  skip_on_cran()
  p <- square_numbers()
  for (name in names(ssl_numeric)) {
    fit <- quietly(ssl_numeric[[name]](p$x, p$y, bandwidth = 0.5, seed = 1))
    expect_match(paste(utils::capture.output(print(fit)), collapse = " "), "0.5", label = name)
    expect_equal(glance(fit)$bandwidth, 0.5, label = name)
  }
  for (name in c("eigenmaps", "diffusion", "kpca_heat")) {
    expect_equal(glance(quietly(embed_methods[[name]](p$x)))$bandwidth, 0.5, label = name)
  }
  expect_equal(glance(quietly(cluster_spectral(p$x, 2, bandwidth = 0.5)))$bandwidth, 0.5)
})

test_that("the point to label next is one without a label, and in a part without any first", {
  skip_on_cran()
  near <- normal_points(30, 2, 1)
  x <- rbind(near, near + 40, near[1:9, ] - 40)
  y <- replace(rep(NA_real_, 69), 1:6, near[1:6, 1])
  labels <- list(numbers = y, classes = ifelse(is.na(y), NA, ifelse(y > 0, "a", "b")))
  for (name in setdiff(names(ssl_fixed), "auto")) {
    for (kind in names(labels)) {
      fit <- tryCatch(
        quietly(ssl_fixed[[name]](x, labels[[kind]], bandwidth = 1, graph = "radius", seed = 1)),
        lapscale_error = function(e) NULL
      )
      found <- if (!is.null(fit)) {
        tryCatch(quietly(ssl_next(fit, 3)), lapscale_error = function(e) NULL)
      }
      if (is.null(found)) next
      expect_true(all(is.na(y[found])), label = paste(name, kind))
      parts <- rep(1:3, c(30, 30, 9))[found[1:2]]
      expect_setequal(parts, 2:3)
    }
  }
})

test_that("what is chosen or measured does not depend on the order of the rows", {
  skip_on_cran()
  x <- unname(bent_strip(80))
  turn <- rev(seq_len(80))
  y <- replace(x[, 3], -seq(1, 80, by = 6), NA)
  measured <- list(
    gc = function(x, y) bw_gc(x, seed = 1), growth = function(x, y) dim_growth(x),
    mle = function(x, y) dim_mle(x), kernel_sum = function(x, y) bw_kernel_sum(x),
    knn = function(x, y) bw_knn(x), estimate = function(x, y) dim_estimate(x, seed = 1),
    spectrum = function(x, y) {
      s <- graph_spectrum(graph_laplacian(heat_graph(x, 0.3)), 4, interval = 0.9, seed = 1)
      c(s$lower[-1], s$upper[-1])
    },
    quality = function(x, y) {
      q <- unlist(unclass(embed_quality(embed_isomap(x, 2, k = 8), x, seed = 1)))
      q[is.finite(q)]
    },
    columns = function(x, y) embed_columns(embed_isomap(x, 2, k = 8))$share,
    error = function(x, y) glance(ssl_iterated(x, y, bandwidth = 0.5, seed = 1))$rmse,
    noise = function(x, y) sort(as.numeric(noise_level(x))),
    denoised = function(x, y) sort(as.matrix(noise_remove(x, seed = 1))),
    boundary = function(x, y) sort(pmin(boundary_distance(x, seed = 1), 1)),
    common = function(x, y) {
      e <- embed_common(x, x[, 1:2], test = TRUE, n_permutations = 19, seed = 1)
      c(e$singular_values, e$p.value, e$bandwidths)
    },
    back = function(x, y) {
      e <- embed_isomap(x, 2, k = 8)
      sort(predict(e, as.matrix(e), type = "data"))
    },
    gap = function(x, y) cluster_spectral(x, "gap", seed = 1)$k
  )
  for (name in names(measured)) {
    once <- as.numeric(quietly(measured[[name]](x, y)))
    again <- as.numeric(quietly(measured[[name]](x[turn, ], y[turn])))
    expect_equal(again, once, tolerance = 1e-6, label = name)
  }
})

test_that("update(), print(), and glance() of every selector agree on what was chosen", {
  skip_on_cran()
  x <- selector_points()
  for (name in names(every_selector)) {
    bw <- quietly(every_selector[[name]](x))
    expect_equal(glance(bw)$bandwidth, as.numeric(bw), label = name)
    expect_match(utils::capture.output(print(bw))[[1L]], short(as.numeric(bw), 4), fixed = TRUE,
                 label = name)
    choices <- names(selection(bw)$choices)
    for (minimum in c("first", "global", "last")) {
      again <- tryCatch(quietly(update(bw, minimum = minimum)), lapscale_error = identity)
      expect_true(inherits(again, "lapscale_error") || minimum %in% choices,
                  label = paste(name, minimum))
    }
  }
})
