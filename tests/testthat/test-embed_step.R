strip_table <- function(...) data.frame(bent_strip(...), label = "a")

embed_step_of <- list(
  step_embed_eigenmaps = list(
    step = function(rec, ...) step_embed_eigenmaps(rec, a, b, c, bandwidth = 0.5, ...),
    fit = function(x, ...) embed_eigenmaps(x, ..., bandwidth = 0.5), prefix = "EM"
  ),
  step_embed_diffusion = list(
    step = function(rec, ...) step_embed_diffusion(rec, a, b, c, bandwidth = 0.5, t = 3, ...),
    fit = function(x, ...) embed_diffusion(x, ..., bandwidth = 0.5, t = 3), prefix = "DM"
  )
)

test_that("training rows get the coordinates of the fit, new rows those of predict()", {
  skip_on_cran()
  skip_if_not_installed("recipes")
  train <- strip_table()
  new <- strip_table(20, seed = 8)
  for (one in embed_step_of) {
    prepped <- recipes::prep(one$step(recipes::recipe(label ~ ., train), num_comp = 3))
    want <- one$fit(train[1:3], 3)
    names <- paste0(one$prefix, 1:3)
    trained <- recipes::bake(prepped, NULL)
    expect_s3_class(trained, "tbl_df")
    expect_identical(names(trained), c("label", names))
    expect_equal(as.matrix(trained[names]), as.matrix(want), tolerance = 1e-8, ignore_attr = TRUE)
    baked <- recipes::bake(prepped, new)
    expect_identical(unname(as.matrix(baked[names])), unname(predict(want, new[1:3])))
    expect_identical(as.character(baked$label), new$label)
    reloaded <- unserialize(serialize(prepped, NULL))
    expect_identical(recipes::bake(reloaded, new[20:1, ])[[names[[1]]]], rev(baked[[names[[1]]]]))
    expect_identical(dim(recipes::bake(prepped, new[0, ])), c(0L, 4L))
  }
})

test_that("columns are kept, named and left alone as asked", {
  skip_on_cran()
  skip_if_not_installed("recipes")
  train <- strip_table(60)
  for (one in embed_step_of) {
    bake <- function(...) {
      recipes::bake(recipes::prep(one$step(recipes::recipe(label ~ ., train), ...)), NULL)
    }
    expect_named(bake(keep_original_cols = TRUE, prefix = "Z"),
                 c("a", "b", "c", "label", "Z1", "Z2"))
    expect_named(bake(num_comp = 0), c("a", "b", "c", "label"))
    expect_named(bake(options = list(graph = "knn", k = 9), num_comp = 1),
                 c("label", paste0(one$prefix, 1)))
    skipped <- recipes::prep(one$step(recipes::recipe(label ~ ., train), skip = TRUE))
    expect_named(recipes::bake(skipped, train), c("a", "b", "c", "label"))
  }
})

test_that("the bandwidth is chosen where none is given", {
  skip_on_cran()
  skip_if_not_installed("recipes")
  train <- strip_table(80)
  rec <- step_embed_eigenmaps(recipes::recipe(label ~ ., train), a, b, c, options = list(seed = 1))
  fit <- recipes::prep(rec)$steps[[1]]$res
  expect_identical(fit$bandwidth, embed_eigenmaps(train[1:3], 2, seed = 1)$bandwidth)
})

test_that("the threads of the options place new rows too", {
  skip_on_cran()
  skip_if_not_installed("recipes")
  withr::local_options(lapscale.threads = 2)
  train <- strip_table(60)
  for (one in embed_step_of) {
    rec <- one$step(recipes::recipe(label ~ ., train), options = list(n_threads = 1))
    prepped <- recipes::prep(rec)
    seen <- threads_seen(recipes::bake(prepped, train))
    expect_identical(unique(unname(seen)), 1L)
  }
})

test_that("steps are printed, tidied and tuned as others", {
  skip_on_cran()
  skip_if_not_installed("recipes")
  train <- strip_table(60)
  for (name in names(embed_step_of)) {
    rec <- embed_step_of[[name]]$step(recipes::recipe(label ~ ., train), id = "mine")
    prepped <- recipes::prep(rec)
    expect_output(print(rec$steps[[1]]), "of a, b, c")
    expect_error(print(rec$steps[[1]], width = "a"), "`width`", class = "lapscale_error")
    expect_output(print(prepped$steps[[1]]), "a, b, c \\[trained\\]")
    expect_identical(tidy(prepped, number = 1)$terms, c("a", "b", "c"))
    expect_identical(tidy(rec, number = 1)$id, rep("mine", 3))
    expect_identical(tidy(rec)$type, sub("^step_", "", name))
    expect_identical(generics::tunable(rec$steps[[1]])$name, c("num_comp", "bandwidth", "k"))
    expect_identical(generics::required_pkgs(rec$steps[[1]]), "lapscale")
  }
})

test_that("what a step cannot do is refused", {
  skip_on_cran()
  skip_if_not_installed("recipes")
  train <- strip_table(60)
  for (one in embed_step_of) {
    add <- function(...) one$step(recipes::recipe(label ~ ., train), ...)
    expect_fault(add(options = 1), "options")
    expect_fault(add(options = list(2)), "options")
    expect_fault(add(options = list(n_components = 2)), "options", text = "`n_components`")
    expect_fault(add(options = list(components = "each")), "options", text = "each")
    expect_fault(add(keep_original_cols = NA), "keep_original_cols")
    # recipes wraps what happens in a step.
    reason <- function(expr) {
      error <- tryCatch(expr, error = identity)
      if (inherits(error, "lapscale_error")) error else error$parent
    }
    wrong <- reason(recipes::prep(add(num_comp = 1.5)))
    expect_s3_class(wrong, "lapscale_error_argument")
    expect_match(text_of(wrong), "`num_comp`", fixed = TRUE)
    prepped <- recipes::prep(add())
    expect_error(recipes::bake(prepped, train["a"]), "missing")
    expect_fault(add(options = list(comp = "each")), "options", text = "`comp`")
    expect_fault(add(options = list(var = 0.5)), "options", text = "`var`")
    expect_fault(add(options = list(... = 1)), "options", text = "`...`")
    expect_fault(add(options = list(k = 5, k = 6)), "options", text = "twice")
  }
})

test_that("rows that are not finite are NA, in training as asked and in new data always", {
  skip_on_cran()
  skip_if_not_installed("recipes")
  train <- strip_table()
  holes <- train
  holes[3, 2] <- NA
  holes[7, 1] <- Inf
  for (one in embed_step_of) {
    step <- one$step(recipes::recipe(label ~ ., holes), options = list(na_action = "omit"))
    prepped <- suppressWarnings(recipes::prep(step))
    want <- suppressWarnings(one$fit(holes[1:3], 2, na_action = "omit"))
    names <- paste0(one$prefix, 1:2)
    trained <- as.matrix(recipes::bake(prepped, NULL)[names])
    expect_true(all(is.na(trained[c(3, 7), ])) && all(is.finite(trained[-c(3, 7), ])))
    expect_equal(trained, as.matrix(want), tolerance = 1e-8, ignore_attr = TRUE)
    expect_s3_class(tryCatch(recipes::prep(one$step(recipes::recipe(label ~ ., holes))),
                             error = function(e) if (is.null(e$parent)) e else e$parent),
                    "lapscale_error_argument")
    far <- strip_table(20, seed = 8)
    far[2, 1] <- NaN
    far[4, 1:3] <- 1e4
    baked <- expect_condition_of(recipes::bake(prepped, far), "warning_far", "row 4")
    expect_identical(which(is.na(baked[[names[[1]]]])), c(2L, 4L))
    baked <- expect_quiet(recipes::bake(prepped, replace(far, 1, NA_real_)))
    expect_true(all(is.na(baked[[names[[1]]]])))
  }
})

test_that("isomap, LLE and kernel PCA are steps too", {
  skip_on_cran()
  skip_if_not_installed("recipes")
  train <- strip_table()
  new <- strip_table(20, seed = 8)
  cases <- list(
    list(step = function(...) step_embed_isomap(..., k = 9), prefix = "IM",
         fit = embed_isomap(train[1:3], 2, k = 9), tuned = c("num_comp", "k")),
    list(step = function(...) step_embed_lle(..., k = 9, options = list(ridge = 1e-2)),
         prefix = "LL", fit = embed_lle(train[1:3], 2, k = 9, ridge = 1e-2),
         tuned = c("num_comp", "k")),
    list(step = function(...) step_embed_kpca(..., bandwidth = 0.5), prefix = "KP",
         fit = embed_kpca(train[1:3], 2, bandwidth = 0.5), tuned = c("num_comp", "bandwidth", "k")),
    list(step = function(...) step_embed_kpca(..., kernel = "linear"), prefix = "KP",
         fit = embed_kpca(train[1:3], 2, "linear"), tuned = c("num_comp", "bandwidth", "k"))
  )
  for (case in cases) {
    rec <- case$step(recipes::recipe(label ~ ., train), a, b, c)
    prepped <- recipes::prep(rec)
    names <- paste0(case$prefix, 1:2)
    trained <- as.matrix(recipes::bake(prepped, NULL)[names])
    expect_equal(trained, as.matrix(case$fit), tolerance = 1e-8, ignore_attr = TRUE)
    expect_equal(as.matrix(recipes::bake(prepped, new)[names]), predict(case$fit, new[1:3]),
                 ignore_attr = TRUE)
    expect_identical(generics::tunable(rec$steps[[1]])$name, case$tuned)
    expect_output(print(prepped$steps[[1]]), "a, b, c \\[trained\\]")
  }
})

test_that("what was fitted before is forgotten where a new prep() has nothing to fit", {
  skip_on_cran()
  skip_if_not_installed("recipes")
  train <- strip_table(60)
  rec <- step_embed_lle(recipes::recipe(label ~ ., train), a, b, c, k = 9)
  rec <- recipes::prep(rec)
  rec$steps[[1]]$num_comp <- 0L
  again <- recipes::prep(rec, training = train, fresh = TRUE)
  expect_null(again$steps[[1]]$res)
  expect_identical(recipes::bake(again, train), recipes::bake(again, NULL))
})

test_that("k is an argument of steps or stands in their options, and can be tuned", {
  skip_on_cran()
  skip_if_not_installed("recipes")
  train <- strip_table(60)
  rec <- recipes::recipe(label ~ ., train)
  baked <- function(...) {
    step <- step_embed_eigenmaps(rec, a, b, c, bandwidth = 0.5, ...)
    as.matrix(recipes::bake(recipes::prep(step), NULL)[2:3])
  }
  expect_identical(baked(k = 9, options = list(graph = "knn")),
                   baked(options = list(graph = "knn", k = 9)))
  expect_fault(step_embed_lle(rec, a, b, c, k = 5, options = list(k = 6)), "options", text = "`k`")
  expect_fault(step_embed_lle(rec, a, b, c, options = list(cutoff = 6)), "options",
               text = "`cutoff`")
  # Nor is k asked for.
  for (step in list(step_embed_isomap, step_embed_lle)) {
    alone <- recipes::prep(step(rec, a, b, c))
    expect_output(print(alone))
    expect_identical(dim(recipes::bake(alone, NULL)), c(60L, 3L))
  }
  # What tune puts in the place of a value is given one later.
  open <- step_embed_eigenmaps(rec, a, b, c, num_comp = quote(tune()), bandwidth = quote(tune()))
  expect_output(print(open))
  expect_identical(generics::tunable(open$steps[[1]])$name, c("num_comp", "bandwidth", "k"))
  expect_identical(generics::tidy(open$steps[[1]])$terms, c("a", "b", "c"))
  later <- step_embed_lle(rec, a, b, c, k = quote(tune()))
  expect_identical(later$steps[[1]]$k, quote(tune()))
  later$steps[[1]]$k <- 9
  expect_identical(recipes::bake(recipes::prep(later), NULL),
                   recipes::bake(recipes::prep(step_embed_lle(rec, a, b, c, k = 9)), NULL))
})

test_that("the columns that were embedded go, unless they are to be kept", {
  skip_on_cran()
  skip_if_not_installed("recipes")
  rec <- recipes::recipe(~., data.frame(normal_points(30, 3)))
  made <- function(step, ...) {
    names(recipes::bake(recipes::prep(step(rec, recipes::all_predictors(), ...)), NULL))
  }
  steps <- list(LE = step_embed_eigenmaps, DM = step_embed_diffusion, KP = step_embed_kpca,
                IM = step_embed_isomap, LL = step_embed_lle)
  for (step in steps) {
    expect_length(made(step), 2)
    expect_length(made(step, keep_original_cols = TRUE), 5)
  }
})

test_that("a layout is a step", {
  skip_on_cran()
  skip_if_not_installed("recipes")
  train <- strip_table(80)
  new <- strip_table(20, seed = 8)
  rec <- step_embed_layout(recipes::recipe(label ~ ., train), a, b, c, exaggeration = 4, k = 12,
                           options = list(anchor = 0))
  prepped <- recipes::prep(rec)
  want <- embed_layout(train[1:3], 2, exaggeration = 4, k = 12, anchor = 0)
  baked <- as.matrix(recipes::bake(prepped, NULL)[c("LA1", "LA2")])
  expect_equal(baked, as.matrix(want), tolerance = 1e-8, ignore_attr = TRUE)
  baked <- as.matrix(recipes::bake(prepped, new)[c("LA1", "LA2")])
  expect_identical(unname(baked), unname(predict(want, new[1:3])))
  expect_output(print(prepped$steps[[1]]), "Layout of a, b, c")
  expect_identical(generics::tunable(rec$steps[[1]])$name, c("num_comp", "k"))
  wrong <- step_embed_layout(recipes::recipe(label ~ ., train), a, b, c, exaggeration = 0)
  expect_error(recipes::prep(wrong), "exaggeration")
})

test_that("a prefix is one word, and a step of an older version is baked", {
  skip_if_not_installed("recipes")
  recipe <- recipes::recipe(mpg ~ ., mtcars)
  for (prefix in list(NULL, "", c("a", "b"), 3, NA_character_)) {
    expect_fault(step_embed_isomap(recipe, disp, hp, prefix = prefix), "prefix")
  }
  trained <- quietly(recipes::prep(step_embed_isomap(recipe, disp, hp, k = 8)))
  want <- quietly(recipes::bake(trained, mtcars))
  for (field in c("keep_original_cols", "options", "prefix", "arguments")) {
    older <- trained
    older$steps[[1]][[field]] <- NULL
    expect_identical(quietly(recipes::bake(older, mtcars)), want)
  }
})

test_that("a name among the selectors is an error that says where it belongs", {
  skip_if_not_installed("recipes")
  rec <- recipes::recipe(Species ~ ., data = iris)
  step <- function(...) step_embed_eigenmaps(rec, recipes::all_numeric_predictors(), ...)
  expect_fault(step(n_components = 5), "n_components", text = "`num_comp`")
  expect_fault(step(seed = 1), "seed", text = "options = list(seed = )")
  expect_fault(step(bandwith = 1), "bandwith", text = "Did you mean `bandwidth`?")
})

test_that("`far` in `options` gives far rows a place", {
  skip_if_not_installed("recipes")
  x <- as.data.frame(plain_circle(30))
  bake_far <- function(...) {
    rec <- recipes::recipe(~., data = x)
    rec <- step_embed_isomap(rec, recipes::all_numeric_predictors(), k = 4, options = list(...))
    recipes::bake(recipes::prep(rec), x[1:2, ] + 100)
  }
  expect_condition_of(bake_far(), "warning_far", "`far = \"keep\"` of `options`")
  expect_false(anyNA(expect_quiet(bake_far(far = "keep"))))
  expect_fault(bake_far(far = TRUE), "far")
})

test_that("another graph than that of a picture is named once, and not for each fold", {
  skip_if_not_installed("recipes")
  train <- data.frame(unclass(sample_circle(120, noise = 0.05, seed = 1)))
  withr::defer(call_record$has_named_graph <- NULL)
  call_record$has_named_graph <- NULL
  prep <- function() {
    step <- step_embed_eigenmaps(recipes::recipe(~ ., train), recipes::all_predictors(), num_comp = 5)
    conditions_of(recipes::prep(step))$classes
  }
  expect_true("lapscale_message_graph" %in% prep())
  expect_false("lapscale_message_graph" %in% prep())
})
