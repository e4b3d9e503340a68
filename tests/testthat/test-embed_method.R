test_that("the method of an embedding is found by its name, its model and itself", {
  x <- bent_strip(60)
  for (name in c("eigenmaps", "diffusion", "isomap", "lle", "kpca_linear")) {
    e <- embed_methods[[name]](x)
    method <- embedding_method(e)
    expect_identical(embedding_method(e$method), method)
    expect_identical(embedding_method(e$model), method)
    expect_s3_class(e, paste0("lapscale_", method$name))
    expect_output(print(e), method$title, fixed = TRUE)
    expect_true(all(method$tunable %in% names(formals(get(paste0("step_embed_", method$name))))))
  }
})

test_that("points are held where a method looks at them, once and not before", {
  x <- unname(bent_strip(60))
  held <- 0L
  hold <- hold_points
  local_functions(list(hold_points = function(...) {
    held <<- held + 1L
    hold(...)
  }))
  runtime <- new_runtime(1L, FALSE)
  twice <- function(e) {
    with_model(e$model, runtime, function(place, hold) list(place(x, e$model), place(x, e$model)))
  }
  linear <- embed_methods$kpca_linear(x)
  isomap <- embed_methods$isomap(x)
  held <- 0L
  expect_equal(as.matrix(linear), twice(linear)[[2L]])
  expect_identical(held, 0L)
  placed <- twice(isomap)
  expect_identical(placed[[1L]], placed[[2L]])
  expect_identical(held, 1L)
})

test_that("lists of neighbors say whether points coincide", {
  x <- bent_strip(40)
  common <- list(na_action = "error", scale = FALSE, n_components = 2)
  runtime <- new_runtime(1L, FALSE)
  joined <- function(x) {
    problem <- prepare_points(x, common)
    join_nearest(problem, 4L, places_of(problem$points$x), runtime)
  }
  problem <- joined(x)
  expect_false(problem$alike)
  expect_identical(diff(problem$graph$weights@p), rep(4L, 40))
  expect_identical(points_of_graph(keep_points(problem$graph, 5:9), problem$points), unname(x[5:9, ]))
  expect_message(problem <- joined(x[c(1:39, 39), ]), "2 points coincide")
  expect_true(problem$alike)
})
