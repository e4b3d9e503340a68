# Wrong and extreme points, given to every function that takes points. lab/fault_table.R has all 50
# cases; what a fault means for one function alone stands in the test of that function.

test_that("what is not a table of finite numbers is an error that says what and where", {
  skip_on_cran()
  x <- selector_points(40)
  functions <- takes_points()
  expect_fault_of(functions, replace(x, 17, NA), arg = "x", text = "(NA), first at row 17, column 1")
  expect_fault_of(functions, x[1, , drop = FALSE], arg = "x", text = "at least")
  # All of them check their points by as_points().
  some <- functions[c("gc", "graph", "embed_isomap", "ssl_harmonic")]
  expect_fault_of(some, replace(x, 57, NaN), arg = "x", text = "NaN values, first at row 17")
  expect_fault_of(some, replace(x, 17, -Inf), arg = "x", text = "infinite values, first at row")
  for (bad in list("a", list(1, 2, 3), matrix("a", 40, 2), matrix(1i, 40, 2), mean, Sys.time())) {
    expect_fault_of(some, bad, arg = "x")
  }
  expect_fault_of(some, data.frame(u = 1:40, v = "a"), arg = "x", text = "column v")
  expect_fault_of(some, data.frame(u = 1:40, v = I(as.list(1:40))), arg = "x", text = "column v")
  expect_fault_of(some, NULL, arg = "x")
  expect_fault_of(some, x[, 0], arg = "x", text = "at least")
})

test_that("points that coincide have no scale", {
  skip_on_cran()
  expect_fault_of(takes_points(), matrix(1, 40, 3), arg = "x", class = "no_scale")
  expect_fault_of(takes_points()[takes_distances], dist(matrix(1, 40, 2)), arg = "x",
                  class = "no_scale")
})

test_that("distances are taken, or refused by the name of what is taken", {
  skip_on_cran()
  x <- selector_points(40)
  functions <- takes_points()
  # A layout starts from other coordinates of distances, and the way back refuses the embedding.
  refusing <- functions[setdiff(names(functions), c(takes_distances, "embed_layout", "way_back"))]
  expect_fault_of(refusing, dist(x), arg = "x", text = "dist")
  for (name in takes_distances) {
    f <- function(x) numbers_of(quietly(functions[[name]](x)))
    expect_equal(f(dist(x)), f(x), tolerance = 1e-3, info = name)
  }
})

test_that("numbers of threads that are none; too many are as many as there are, with a message", {
  skip_on_cran()
  x <- selector_points(40)
  functions <- takes_points()
  expect_fault_of(functions, x, n_threads = 0, arg = "n_threads")
  for (bad in list(-1, NA, "2", 1.5, c(1, 2), TRUE)) {
    expect_fault(heat_graph(x, 1, n_threads = bad), "n_threads")
  }
  for (name in names(functions)) {
    found <- conditions_of(many <- functions[[name]](x, n_threads = 1e9))
    expect_true("lapscale_message_threads" %in% found$classes, info = name)
    expect_identical(numbers_of(many), numbers_of(quietly(functions[[name]](x, n_threads = 1))),
                     info = name)
  }
})

test_that("rows that are not finite are left out on request", {
  skip_on_cran()
  x <- selector_points(60)
  functions <- takes_points()
  # Their labels go by the number of the row.
  labelled <- grep("^(ssl_.*|cv|test_error)$", names(functions), value = TRUE)
  for (name in setdiff(names(functions), labelled)) {
    found <- conditions_of(left <- functions[[name]](replace(x, 17, NA), na_action = "omit"))
    expect_true("lapscale_warning_omitted" %in% found$classes, info = name)
    numbers <- numbers_of(left)
    if (length(numbers) %% 60 == 0) {
      padded <- as.matrix(numbers)
      expect_identical(which(is.na(padded[, ncol(padded)])), 17L, info = name)
      numbers <- padded[-17, ]
    }
    complete <- numbers_of(quietly(functions[[name]](x[-17, ])))
    expect_equal(as.vector(numbers), as.vector(complete), tolerance = 1e-10, info = name)
  }
})

test_that("integers, tibbles, and sparse matrices are as doubles", {
  skip_on_cran()
  x <- round(100 * unname(selector_points(40))) / 100
  whole <- round(100 * x)
  integers <- whole
  storage.mode(integers) <- "integer"
  functions <- takes_points()
  # At bandwidths of 1 whole numbers are isolated.
  scale_free <- grep("^(gc|rec|msvd|kernel_sum|knn|median|rate|growth|mle|.*isomap|embed_lle)$",
                     names(functions), value = TRUE)
  for (name in names(functions)) {
    f <- function(x) numbers_of(quietly(functions[[name]](x)))
    want <- f(x)
    expect_identical(f(as.data.frame(x)), want, info = name)
    expect_identical(f(Matrix::Matrix(x, sparse = TRUE)), want, info = name)
    if (name %in% scale_free) expect_identical(f(integers), f(whole), info = name)
  }
})

test_that("columns that do not vary, and rotations, change nothing", {
  skip_on_cran()
  x <- unname(selector_points(60))
  turned <- x %*% random_rotation(3)
  functions <- takes_points()
  # What a column has, and rows of the table, turn with it.
  turning <- c(paste0("embed_", depends_on_axes), "columns", "denoised", "way_back")
  for (name in setdiff(names(functions), turning)) {
    f <- function(x) numbers_of(quietly(functions[[name]](x)))
    want <- f(x)
    expect_equal(f(cbind(turned, 0, 7)), want, tolerance = 1e-5, info = name)
  }
})

test_that("duplicates, and scales at the ends of double precision, are right or refused", {
  skip_on_cran()
  x <- selector_points(40)
  functions <- takes_points()
  for (name in names(functions)) {
    for (points in list(rbind(x, x[1:13, ]), 1e-160 * x, 1e155 * x)) {
      outcome <- tryCatch(numbers_of(quietly(functions[[name]](points))), error = identity)
      if (inherits(outcome, "error")) {
        expect_s3_class(outcome, "lapscale_error")
      } else {
        # Points without neighbors have no distance to a boundary.
        if (name == "boundary") outcome <- stats::na.omit(outcome)
        expect_true(all(is.finite(outcome)), info = name)
      }
    }
  }
  # Where nothing is given in the unit of x, results follow that unit.
  for (name in c("gc", "rec", "msvd", "kernel_sum", "knn", "median", "rate")) {
    for (unit in c(1e-160, 1e155)) {
      found <- tryCatch(numbers_of(quietly(functions[[name]](unit * x))) / unit,
                        lapscale_error = function(e) expect_match(text_of(e), "rescale"))
      if (is.numeric(found)) {
        expect_equal(found, numbers_of(quietly(functions[[name]](x))), tolerance = 1e-4, info = name)
      }
    }
  }
})

test_that("what does not fit into memory is refused with its size, and R goes on", {
  skip_on_cran()
  x <- selector_points(40)
  functions <- takes_points()[c("gc", "lepski", "rec", "graph", "embed_lle", "boundary", "denoised",
                                "common", "way_back")]
  withr::with_options(list(lapscale.memory = 1e-9), {
    expect_fault_of(functions, x, arg = "x", class = "memory", text = "GB")
    huge <- Matrix::sparseMatrix(i = 1:3, j = 1:3, x = 1, dims = c(1e5, 1e5))
    # These keep them sparse, and others make them dense in as_points().
    expect_fault_of(functions[c("gc", "graph", "common")], huge, arg = "x", class = "memory",
                    text = "GB")
    expect_fault_of(functions[c("lepski", "embed_lle", "way_back")], huge, arg = "x",
                    class = "memory", text = "74.5 GB")
  })
})

test_that("an argument that there is not is refused with the one that is meant", {
  skip_on_cran()
  x <- selector_points(40)
  expect_fault_of(takes_points(), x, na.action = "na.omit", arg = "na.action",
                  text = "Did you mean `na_action`?")
})
