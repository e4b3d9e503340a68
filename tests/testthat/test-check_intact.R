# A fit from a file may have been made by anyone: what is not as ours is refused, and nothing in it
# is run.

speakers <- list(
  print = function(x) utils::capture.output(print(x)), plot = function(x) draw_nowhere(plot(x)),
  summary = summary, tidy = tidy, glance = glance,
  predict = function(x) stats::predict(x, matrix(0, 2, 3)), as.data.frame = as.data.frame,
  augment = augment
)

# Those that have a method for the class of x.
speakers_of <- function(x) {
  methods <- fuzz_methods()
  speakers[intersect(names(speakers), methods$generic[methods$class %in% class(x)])]
}

# Parts that would leave a trace if they were run.
traps <- function() {
  file <- withr::local_tempfile(.local_envir = parent.frame())
  call <- bquote(file.create(.(file)))
  list(
    file = file,
    parts = list(
      call, as.name("stop"), eval(bquote(function(...) .(call))), as.environment(list(x = call)),
      as.expression(call), methods::new("externalptr"), eval(bquote(~ .(call))),
      structure(list(1), trap = call), list(list(call)), NULL, "{file.create('trap')}"
    )
  )
}

test_that("a part that is missing, of another kind or code is refused, and nothing is run", {
  skip_on_cran()
  skip_if_not_installed(c("recipes", "igraph"))
  withr::local_dir(withr::local_tempdir())
  stock <- quietly(fuzz_stock())
  trap <- traps()
  number <- 0L
  for (class in intersect(names(stock$objects), names(shapes))) {
    object <- stock$objects[[class]][[1]]
    shape <- shapes[[class]]
    for (name in setdiff(names(shape), may_hold_code)) {
      number <- (number + 1L) %% 3L
      part <- trap$parts[[c(1, 3, 4)[[number + 1L]]]]
      damaged <- object
      if (is.list(object)) {
        damaged <- structure(replace(unclass(object), name, list(part)), class = class(object))
      } else {
        attr(damaged, name) <- part
      }
      for (speak in speakers_of(object)) {
        error <- tryCatch(quietly(speak(damaged)), error = identity)
        expect(
          inherits(error, "lapscale_error"),
          paste0(class, "$", name, " as ", typeof(part), " was not refused")
        )
      }
    }
    bare <- structure(if (is.list(object)) list() else 1, class = class(object))
    if (length(shape)) {
      for (speak in speakers_of(object)) expect_error(quietly(speak(bare)), class = "lapscale_error")
    }
  }
  expect_false(file.exists(trap$file))
  expect_identical(list.files(), character())
})

test_that("code deep within is refused, also in what is read by readRDS()", {
  skip_on_cran()
  fit <- embed_eigenmaps(normal_points(20, 3), 2, bandwidth = 1.5)
  trap <- traps()
  file <- withr::local_tempfile()
  for (part in trap$parts[1:9]) {
    damaged <- fit
    damaged$settings$note <- part
    saveRDS(damaged, file)
    for (speak in speakers_of(fit)) {
      expect_error(speak(readRDS(file)), "settings", class = "lapscale_error_argument")
    }
  }
  bw <- bw_gc(normal_points(20, 3), seed = 1)
  for (part in trap$parts[1:9]) {
    attr(bw, "selection")$facts$n <- part
    for (speak in speakers_of(bw)) expect_error(speak(bw), class = "lapscale_error_argument")
  }
  expect_false(file.exists(trap$file))
})

test_that("what lies deep within a fit is looked at too: no error of R's own", {
  skip_on_cran()
  withr::local_dir(withr::local_tempdir())
  x <- normal_points(18, 3)
  fit <- embed_kpca(x, 2, bandwidth = 1)
  paths <- damage_paths(fit)
  # Settings, the model of new points and their components.
  deep <- paths[lengths(paths) == 2L]
  methods <- list(print = print, predict = function(v) stats::predict(v, x[1:2, ]))
  withr::local_options(cli.num_colors = 1L)
  kinds <- damages[c("null", "missing", "word", "list", "call", "closure")]
  rows <- damage_outcomes(fit, methods, deep, kinds = kinds)
  strange <- rows[!rows$outcome %in% c("result", "error"), ]
  expect_identical(strange$part, character())
  expect_gt(sum(rows$outcome == "error"), 30)
  expect_identical(list.files(), character())
})

test_that("parts of other types, lengths and dimensions are refused in fits of each kind", {
  skip_on_cran()
  withr::local_dir(withr::local_tempdir())
  withr::local_options(cli.num_colors = 1L)
  stock <- quietly(fuzz_stock())
  x <- stock$x
  objects <- c(stock$objects$lapscale_ssl[2], stock$objects$lapscale_clusters)
  for (object in objects) {
    methods <- speakers_of(object)["print"]
    methods$predict <- function(v) stats::predict(v, x[1:2, ])
    rows <- damage_outcomes(object, methods, kinds = damages[c("null", "longer", "number")])
    strange <- rows[!rows$outcome %in% c("result", "error"), ]
    expect_identical(unique(strange$part), character(), info = class(object)[[1]])
  }
})

test_that("parts that do not fit each other are refused by name", {
  skip_on_cran()
  x <- normal_points(30, 3)
  isomap <- embed_isomap(x, 2, k = 8)
  isomap$model$landmarks <- integer()
  expect_error(stats::predict(isomap, x[1:2, ]), "model\\$basis", class = "lapscale_error_argument")
  fit <- embed_eigenmaps(x, 2, bandwidth = 1.5)
  fit$model$x[[1]] <- NaN
  expect_error(stats::predict(fit, x[1:2, ]), "model\\$x", class = "lapscale_error_argument")
  fit <- embed_lle(x, 2, k = 8)
  fit$model$k <- 30L
  expect_error(stats::predict(fit, x[1:2, ]), "model\\$k", class = "lapscale_error_argument")
  dimension <- dim_mle(x, k = 5)
  attr(dimension, "estimate")$facts$lower <- 1
  expect_error(plot(dimension), "facts\\$upper", class = "lapscale_error_argument")
  table <- bw_median(x)
  attr(table, "selection")$curve <- structure(
    list(bandwidth = 1, criterion = numeric()), class = "data.frame", row.names = 1L
  )
  expect_error(tidy(table), "curve", class = "lapscale_error_argument")
})

test_that("the kind of a model, its rows and the choice taken are ones that there are", {
  skip_on_cran()
  fit <- embed_eigenmaps(normal_points(18, 3), 2, bandwidth = 1.5)
  for (part in list(NULL, "other", NA_character_, 1)) {
    damaged <- fit
    damaged$model["kind"] <- list(part)
    expect_error(stats::predict(damaged, matrix(0, 1, 3)), "model\\$kind")
  }
  damaged <- fit
  damaged$model$mass <- 1
  expect_error(stats::predict(damaged, matrix(0, 1, 3)), "model\\$mass")
  bw <- bw_gc(normal_points(18, 3), seed = 1)
  attr(bw, "selection")$minimum <- "other"
  expect_error(print(bw), "selection\\$minimum", class = "lapscale_error_argument")
})

test_that("sets are made of what they say", {
  skip_on_cran()
  broken <- structure(list(gc = bw_gc(normal_points(20, 3), seed = 1), median = 1),
                      class = "lapscale_bandwidths")
  for (speak in speakers_of(broken)) {
    expect_error(speak(broken), "entry 2", class = "lapscale_error_argument")
  }
})

test_that("words out of data are not glued: nothing in braces is run", {
  skip_on_cran()
  trap <- "{file.create('trap')}"
  withr::local_dir(withr::local_tempdir())
  x <- normal_points(20, 3)
  table <- stats::setNames(as.data.frame(x), c(trap, "b", "c"))
  odd <- replace(table, 1, list(letters[1:20]))
  fit <- embed_kpca(table, 2, bandwidth = 1)
  y <- factor(rep(c(trap, "b", NA, NA), 5))
  calls <- list(
    quote(bw_gc(odd)), quote(stats::predict(fit, as.data.frame(x))), quote(bw_gc(x, graph = trap)),
    quote(stats::predict(fit, table[2:3])), quote(heat_graph(x, trap)), quote(bw_knn(x, k = trap)),
    quote(heat_graph(structure(1, class = trap), 1)), quote(ssl_harmonic(x, rep(trap, 20))),
    quote(print(ssl_harmonic(x, y, bandwidth = 1))), quote(plot(fit, colour = trap)),
    quote(select_bandwidth(x, trap)), quote(bandwidth_from(1, trap))
  )
  for (call in calls) draw_nowhere(utils::capture.output(quietly(try(eval(call), silent = TRUE))))
  expect_identical(list.files(), character())
})

test_that("a class on what is no such object is refused by name, not in R's words", {
  skip_on_cran()
  classes <- setdiff(names(shapes), "lapscale_number")
  for (class in classes) {
    for (base in list(1:3, matrix(1, 2, 2), "a", TRUE, sum)) {
      object <- structure(base, class = class)
      if (class != "lapscale_row_source") expect_silent(dim(object))
      expect_type(describe(object), "character")
      expect_error(heat_graph(object, bandwidth = 1), class = "lapscale_error")
      expect_error(bw_knn(object), class = "lapscale_error")
      expect_error(graph_components(object), class = "lapscale_error")
    }
  }
})

test_that("the options of a step may hold a function, those of nothing else", {
  parts <- list(options = list(neighbors = sum))
  expect_null(part_of_code(parts, "lapscalestep"))
  expect_identical(part_of_code(parts, "lapscale_graph"), "`options`")
  expect_identical(part_of_code(c(parts, list(k = quote(f))), "lapscalestep"), "`k`")
})
