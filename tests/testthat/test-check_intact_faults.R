# Intact objects pass, whatever they are made of; what was changed in one is refused by name.

expect_intact <- function(object, info = NULL) {
  testthat::expect_null(intact_fault(object), info = c(class(object)[[1]], info))
}

test_that("intact objects of every class pass", {
  skip_on_cran()
  skip_if_not_installed(c("recipes", "igraph"))
  stock <- quietly(fuzz_stock())
  for (objects in stock$objects) for (object in objects) expect_intact(object)
  for (name in names(damage_stock)) {
    for (object in quietly(damage_stock[[name]](stock))) expect_intact(object, name)
  }
})

test_that("extreme ones pass: tiny and huge units, rows left out, pieces, landmarks, no weights", {
  skip_on_cran()
  x <- normal_points(30, 3)
  y <- factor(replace(rep(NA, 30), c(1:3, 10:12), rep(c("a", "b"), 3)))
  for (unit in c(1e-70, 1, 1e70)) {
    with_rows <- rbind(unit * x, NA)
    objects <- quietly(list(
      bw_gc(unit * x, seed = 1), bw_median(unit * x), heat_graph(unit * x, unit),
      bw_kernel_sum(unit * x),
      graph_laplacian(heat_graph(unit * x, unit)), embed_isomap(unit * x, 2, k = 8),
      graph_laplacian(heat_graph(with_rows, unit, na_action = "omit")),
      embed_eigenmaps(with_rows, 2, bandwidth = 1.5 * unit, na_action = "omit"),
      ssl_harmonic(with_rows, factor(c(as.character(y), NA)), bandwidth = unit, na_action = "omit"),
      ssl_lapsvm(unit * x, y, bandwidth = unit), ssl_auto(unit * x, y, bandwidth = 1.5 * unit),
      ssl_eigenmaps(rbind(unit * x, 1000 * unit), factor(c(as.character(y), NA)), bandwidth = unit),
      ssl_diffusion(unit * x, replace(unit * x[, 1], 7:30, NA), bandwidth = unit,
                    landmarks = 20, seed = 1),
      bandwidth_report(unit, unit * x, seed = 1), dim_mle(unit * x, k = 5)
    ))
    for (number in seq_along(objects)) expect_intact(objects[[number]], paste(unit, number))
  }
  given <- as_heat_graph(exp(-as.matrix(dist(x))^2))
  expect_intact(given)
  expect_intact(graph_laplacian(given, "unnormalized"))
  expect_intact(quietly(ssl_harmonic(given, y)))
  expect_intact(sample_circle(1, noise_dims = 2, seed = 1))
  expect_intact(row_source(5, 2, function(rows) x[rows, 1:2]))
})

test_that("fits of few places, in small pieces and with names of odd form pass", {
  skip_on_cran()
  two_places <- rbind(matrix(0, 6, 2), matrix(1, 6, 2))
  table <- data.frame(a = rep(0:1, 20), b = rep(0:1, each = 20))
  pieces <- withr::with_seed(1, rbind(
    matrix(stats::rnorm(80), 40), matrix(stats::rnorm(12) + 50, 6), matrix(stats::rnorm(14) - 50, 7)
  ))
  few <- matrix(stats::rnorm(10), 5)
  odd <- pieces
  rownames(odd) <- array(paste0("r", 1:53))
  colnames(odd) <- array(c("u", "v"))
  star <- as_heat_graph(as.matrix(rbind(c(0, 1, 1, 1), cbind(rep(1, 3), matrix(0, 3, 3)))))
  each <- function(...) embed_eigenmaps(pieces, 1, bandwidth = 1, components = "each", ...)
  fits <- quietly(list(
    embed_eigenmaps(two_places, 2, bandwidth = 1),
    embed_eigenmaps(two_places, 2, bandwidth = 1, graph = "dense"),
    embed_eigenmaps(table, 4, bandwidth = 1), embed_eigenmaps(star, 2),
    embed_diffusion(two_places, 2, bandwidth = 1, t = 0),
    embed_isomap(few, 1, radius = 100), embed_isomap(pieces, 1, radius = 6, components = "each"),
    each(graph = "knn", k = 8, symmetry = "mutual"), each(graph = "knn", k = 5, local_scale = 7),
    embed_eigenmaps(odd, 1, bandwidth = 40), embed_isomap(odd, 1, radius = 200),
    heat_graph(odd, 40), graph_laplacian(heat_graph(odd, 40)),
    cluster_spectral(odd, 2, bandwidth = 40), ssl_harmonic(odd, c(1, 2, rep(NA, 51)), bandwidth = 40),
    embed_lle(pieces[1:40, ], 1, k = 8, method = array("standard")),
    heat_graph(pieces, 1, array("radius"))
  ))
  for (fit in fits) {
    expect_null(intact_fault(fit))
  }
  expect_output(print(quietly(predict(fits[[1]], two_places[1:2, ]))))
  expect_identical(nrow(quietly(predict(fits[[8]], pieces))), 53L)
  expect_identical(nrow(quietly(predict(fits[[9]], pieces))), 53L)
  expect_identical(nrow(quietly(predict(fits[[6]], few))), 5L)
})

test_that("a step calls no function but an embedding, and none that is damaged", {
  skip_on_cran()
  skip_if_not_installed("recipes")
  withr::local_dir(withr::local_tempdir())
  table <- as.data.frame(normal_points(20, 3))
  rec <- recipes::prep(step_embed_eigenmaps(
    recipes::recipe(~., data = table), recipes::all_numeric_predictors(), bandwidth = 1.5
  ))
  step <- rec$steps[[1]]
  expect_refused <- function(change, part) {
    damaged <- change(step)
    for (call in list(print, tidy, function(s) recipes::bake(s, table))) {
      expect_error(call(damaged), part, class = "lapscale_error_argument")
    }
  }
  # It would be the name of the function that prep() calls.
  other <- structure(step, class = c("step_file.create", class(step)[-1]))
  expect_error(recipes::prep(other, table), "class", class = "lapscale_error_argument")
  expect_identical(list.files(), character())
  expect_refused(function(s) replace(s, "trained", NA), "trained")
  expect_refused(function(s) replace(s, "res", list(NULL)), "res")
  expect_refused(function(s) replace(s, "columns", list(letters[1:3])), "columns")
  expect_refused(function(s) replace(s, "options", 1), "options")
  for (value in c(NaN, Inf)) {
    expect_refused(function(s) {
      s$res$model$x[[1]] <- value
      s
    }, "res")
  }
  expect_refused(function(s) {
    s$res$model$values <- c(s$res$model$values)
    s
  }, "res")
})

test_that("a Laplacian is refused by the part that is not its own", {
  skip_on_cran()
  laplacian <- graph_laplacian(heat_graph(normal_points(20, 3), 1))
  takes <- list(
    function(l) graph_spectrum(l, 3), function(l) l %*% rep(1, 20), as.matrix, diag,
    function(l) utils::capture.output(methods::show(l))
  )
  changes <- list(
    degree = -1, type = "other", alpha = NaN, scale = 0, scale = Inf, scale = "a",
    graph = list(), degree = matrix(laplacian@degree, 1)
  )
  for (number in seq_along(changes)) {
    damaged <- laplacian
    attr(damaged, names(changes)[[number]]) <- changes[[number]]
    for (take in takes) {
      expect_error(take(damaged), "damaged", class = "lapscale_error_argument")
    }
  }
  # As long as it was, and not of these weights.
  laplacian@degree[[1]] <- 2 * laplacian@degree[[1]]
  expect_error(graph_spectrum(laplacian, 3), "`degree`", class = "lapscale_error_argument")
  expect_error(as.matrix(laplacian), "`degree`", class = "lapscale_error_argument")
})

test_that("samples, sources and sets are refused by what is not theirs", {
  skip_on_cran()
  sample <- sample_circle(8, seed = 1)
  for (part in list(NULL, "a", attr(sample, "parameters")[-1, , drop = FALSE], matrix(1, 8, 1))) {
    damaged <- sample
    attr(damaged, "parameters") <- part
    expect_error(print(damaged), "parameters", class = "lapscale_error_argument")
    expect_error(draw_nowhere(plot(damaged)), "parameters", class = "lapscale_error_argument")
  }
  x <- normal_points(10, 3)
  source <- row_source(10, 3, function(rows) x[rows, ])
  parts <- list(n = "a", n = -1, n = 1e300, p = list(1), names = "a", columns = "a")
  for (number in seq_along(parts)) {
    damaged <- replace(source, names(parts)[[number]], parts[number])
    expect_error(print(damaged), names(parts)[[number]], class = "lapscale_error_argument")
    expect_error(dim(damaged), names(parts)[[number]], class = "lapscale_error_argument")
    expect_error(bw_median(damaged), names(parts)[[number]], class = "lapscale_error_argument")
  }
  for (damaged in list(replace(source, "p", 4L), replace(source, "read", list(function(...) 1)))) {
    expect_error(bw_median(damaged), "read", class = "lapscale_error_argument")
  }
  set <- select_bandwidth(normal_points(20, 3), c("median", "kernel_sum"), seed = 1)
  for (nearest in list(NULL, NaN, "a", c(1, 2), -1)) {
    damaged <- set
    attr(damaged, "nearest") <- nearest
    for (call in list(print, glance, c, function(s) s["median"])) {
      expect_error(call(damaged), "distances", class = "lapscale_error_argument")
    }
  }
})

test_that("a damaged bandwidth is refused wherever one is taken", {
  skip_on_cran()
  x <- normal_points(20, 3)
  bw <- quietly(bw_lepski(x, d = 1, seed = 1))
  broken <- bw
  attr(broken, "selection") <- "none"
  takes <- list(
    local_minima, function(b) heat_graph(x, b), function(b) bandwidth_report(b, x, seed = 1),
    function(b) embed_scales(x, b)
  )
  for (take in takes) {
    expect_error(quietly(take(broken)), "selection", class = "lapscale_error_argument")
  }
  for (column in c("noise", "distance", "bandwidth_small")) {
    damaged <- bw
    attr(damaged, "selection")$tables$pairs[[column]] <- NULL
    expect_error(draw_nowhere(plot(damaged)), column, class = "lapscale_error_argument")
  }
})

test_that("Lepski's choice without the words of its criterion is refused", {
  skip_on_cran()
  bw <- quietly(bw_lepski(normal_points(20, 3), d = 1, seed = 1))
  attr(bw, "selection")$labels$criterion <- NULL
  expect_error(draw_nowhere(plot(bw)), "labels$criterion", fixed = TRUE,
               class = "lapscale_error_argument")
  skip_if_not_installed("ggplot2")
  expect_error(ggplot2::autoplot(bw), "labels$criterion", fixed = TRUE,
               class = "lapscale_error_argument")
})

test_that("a curve whose minima have no depths gives no scales", {
  skip_on_cran()
  x <- sample_circle(40, noise = 0.05, seed = 1)
  bw <- quietly(bw_gc(x, d = 1, seed = 1))
  scales <- quietly(embed_scales(x, bw, most = 2, seed = 1))
  for (column in c("depth_left", "depth_right")) {
    damaged <- bw
    attr(damaged, "selection")$minima[[column]] <- NULL
    expect_error(embed_scales(x, damaged, most = 2, seed = 1), column,
                 class = "lapscale_error_argument")
    holding <- replace(scales, "curve", list(damaged))
    expect_error(print(holding), "curve", class = "lapscale_error_argument")
  }
})

test_that("a report is refused whose checks are none of its own", {
  skip_on_cran()
  report <- quietly(bandwidth_report(1, normal_points(20, 3), seed = 1))
  swapped <- report
  names(swapped$table) <- rev(names(swapped$table))
  for (take in list(print, tidy, glance, function(r) draw_nowhere(plot(r)))) {
    expect_error(take(swapped), "table", class = "lapscale_error_argument")
  }
  for (change in list(
    function(check) replace(check, 1, "other"), function(check) replace(check, 1, check[[2]]),
    function(check) replace(check, check == "dimension", NA)
  )) {
    damaged <- report
    damaged$table$check <- change(report$table$check)
    expect_error(glance(damaged), "table$check", fixed = TRUE, class = "lapscale_error_argument")
  }
})

test_that("a report is refused whose numbers none of its kind has", {
  report <- quietly(bandwidth_report(1, normal_points(20, 3), seed = 1))
  refused <- list(
    table = list(value = c(-1, NaN)),
    points = list(neighbors = c(-1, NaN, Inf), dimension = c(-1, NaN), distance = c(-1, NaN)),
    pairs = list(straight = c(-1, NaN, Inf), along = c(-1, NaN, Inf), spacing = c(-1, NaN))
  )
  for (table in names(refused)) for (name in names(refused[[table]])) {
    for (value in refused[[c(table, name)]]) {
      damaged <- report
      damaged[[table]][[name]][1] <- value
      expect_error(print(damaged), table, class = "lapscale_error_argument")
    }
  }
  expect_error(print(replace(report, "bandwidth", 0)), "bandwidth",
               class = "lapscale_error_argument")
})

test_that("reports of bandwidths that are far too small or too wide are whole", {
  x <- normal_points(20, 3)
  close <- rbind(x[1:6, ] * 1e-200, x)
  cases <- list(list(1e-300, x), list(1e300, x), list(1e-310, close), list(1, x[1:3, ]))
  for (case in cases) {
    report <- quietly(bandwidth_report(case[[1]], case[[2]], seed = 1))
    expect_null(intact_fault(report))
  }
})
