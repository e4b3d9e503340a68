test_that("the option sets the limit in GB; without it most of the free memory may be used", {
  withr::local_options(lapscale.memory = 2)
  expect_identical(memory_limit(), 2 * 2^30)
  withr::local_options(lapscale.memory = NULL)
  expect_gt(memory_limit(), 2^20)
})

test_that("a limit that is no number is refused by the name of the option, in the user's call", {
  withr::local_options(lapscale.memory = "plenty")
  error <- expect_fault(bw_gc(normal_points(10, 2), seed = 1), "lapscale.memory")
  expect_identical(as.character(error$call[[1]]), "bw_gc")
})

test_that("what fits passes in silence, what does not is refused with both sizes", {
  skip_on_cran()
  withr::local_options(lapscale.memory = 1)
  expect_silent(check_memory(2^30, "x", "as a matrix"))
  expect_fault(
    check_memory(3 * 2^30, "x", "as a matrix"), "x",
    class = "memory", text = c("3 GB", "at most 1 GB", "lapscale.memory")
  )
})

test_that("memory that runs out all the same is an error of ours, with what was too large", {
  exhausted <- structure(class = c("std::bad_alloc", "C++Error", "error", "condition"),
                         list(message = "std::bad_alloc", call = NULL))
  fill <- function(x, error) door(stop(error))
  expect_fault(fill(1, exhausted), "x", class = "memory", text = "GB are free")
  expect_fault(fill(1, simpleError("cannot allocate vector of size 11.9 Gb")), "x", class = "memory")
  expect_error(fill(1, "other"), "other")
})

test_that("the limit may be infinite", {
  withr::local_options(lapscale.memory = Inf)
  expect_identical(memory_limit(), Inf)
  expect_silent(check_memory(1e300, "x", "as a matrix"))
})

test_that("R's own word for it is understood in any language", {
  for (said in c("cannot allocate vector of size 11.9 Gb",
                 "cannot allocate vector of size 762.9 Mb",
                 "vector memory exhausted (limit reached?)",
                 gettext("cannot allocate vector of size %0.1f Gb", domain = "R"))) {
    expect_true(is_out_of_memory(simpleError(said)))
  }
  expect_false(is_out_of_memory(simpleError("subscript out of bounds")))
})

test_that("a few bytes are not asked about", {
  skip_on_cran()
  withr::local_options(lapscale.memory = NULL)
  expect_silent(check_memory(few_bytes, "x", "as a matrix"))
  expect_fault(check_memory(2^70, "x", "as a matrix"), "x", class = "memory")
})
