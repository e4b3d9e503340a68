test_that("new points come in blocks, in the columns of the data, scaled as they were", {
  x <- plain_circle(30)
  scaling <- find_scaling(x)
  for (new in list(x, source_by_function(x))) {
    rows <- as_new_rows(new, x, NULL, scaling)
    expect_identical(rows$n, 30L)
    expect_identical(rows$read(4:9), scale_points(x, scaling)[4:9, ])
    expect_identical(rows$read(1:30), scale_points(x, scaling))
  }
  expect_identical(unlist(place_blocks(200000, 3)), 1:200000)
  expect_identical(lengths(place_blocks(10000, 3750)), c(rep(1118L, 8), 1056L))
  expect_length(place_blocks(0, 3), 0)
})

test_that("row names of new points are those of the source", {
  x <- plain_circle(30)
  rownames(x) <- paste0("r", 1:30)
  e <- embed_eigenmaps(x, 2, bandwidth = 0.3)
  withr::local_options(lapscale.block_rows = 7)
  expect_identical(rownames(predict(e, source_by_function(x))), rownames(x))
  expect_identical(as_new_rows(source_by_function(x), x, NULL)$names, rownames(x))
})

test_that("all blocks have the bits of one instruction level, and of this process where all go", {
  skip_on_cran()
  new <- list(n = 40L, p = 1L, names = NULL, read = function(rows) matrix(rows, ncol = 1))
  withr::local_options(lapscale.block_rows = 1)
  runtime <- new_runtime(1L, FALSE)
  runtime$simd <- 1L
  by_workers <- function(job) {
    list(job = "any", kept = list(job = job), finish = identity, runtime = runtime)
  }
  # What comes back says at which level it was found.
  level <- function(arguments, runtime) list(values = matrix(runtime$simd), lost = TRUE)
  skip_if(cpp_simd_level() < 1L)
  sent <- 0L
  joins <- standing_in(function(task, number) {
    if (task$simd > 0L && number == 20L) list(status = "lower", simd = 0L)
  })
  local_functions(list(find_workers = function() joins))
  found <- place_rows(new, 1L, NULL, function(at) stop("here"), by_workers(level))
  expect_identical(found$values, matrix(0, 40, 1))
  expect_identical(found$lost, 1:40)
  calls <- 0L
  local_functions(list(find_workers = function() {
    calls <<- calls + 1L
    if (calls < 3L) standing_in()
  }))
  expect_warning(
    found <- place_rows(new, 1L, NULL, function(at) stop("here"), by_workers(level)),
    class = "lapscale_warning_worker"
  )
  expect_identical(found$values, matrix(1, 40, 1))
})

test_that("blocks of very many columns have fewer rows", {
  expect_identical(block_rows(1e5, 60000), 1024)
  expect_identical(block_rows(1e5, 1e6), 67)
  expect_identical(block_rows(10, 1e9), 1)
})
