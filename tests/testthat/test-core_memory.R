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
  expect_fault(guard_memory(stop(exhausted), "x"), "x", class = "memory")
  expect_identical(guard_memory(1 + 1, "x"), 2)
  expect_error(guard_memory(stop("other"), "x"), "other")
})

test_that("the limit may be infinite", {
  withr::local_options(lapscale.memory = Inf)
  expect_identical(memory_limit(), Inf)
  expect_silent(check_memory(1e300, "x", "as a matrix"))
})
