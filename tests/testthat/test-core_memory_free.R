# Files as the kernel writes them.
written <- function(...) {
  file <- withr::local_tempfile(.local_envir = parent.frame())
  writeLines(c(...), file)
  file
}

test_that("what the machine has is the number behind its label", {
  file <- written("MemTotal:       100 kB", "MemAvailable:    64 kB")
  expect_identical(free_of_machine(file), 64 * 1024)
  expect_identical(free_of_machine(written("nothing")), Inf)
  # No such file on macOS and Windows: package ps knows, if it is there.
  elsewhere <- free_of_machine(tempfile())
  expect_true(elsewhere > 2^20)
  if (!requireNamespace("ps", quietly = TRUE)) expect_identical(elsewhere, Inf)
})

test_that("the tightest control group counts, less what it uses but for files it can drop", {
  root <- withr::local_tempdir()
  group <- file.path(root, "a", "b")
  dir.create(group, recursive = TRUE)
  put <- function(where, name, ...) writeLines(c(...), file.path(where, name))
  put(group, "memory.max", "1000000")
  put(group, "memory.current", "600000")
  put(group, "memory.stat", "anon 300000", "inactive_file 250000")
  groups <- written("0::/a/b")
  expect_identical(free_of_container(groups, root), 650000)
  put(file.path(root, "a"), "memory.max", "500000")
  put(file.path(root, "a"), "memory.current", "100000")
  expect_identical(free_of_container(groups, root), 400000)
  put(group, "memory.max", "max")
  expect_identical(free_of_container(groups, root), 400000)
  expect_identical(free_of_container(written("0::/elsewhere"), root), Inf)
  expect_identical(free_of_container(tempfile(), root), Inf)
})

test_that("control groups of version 1, whose path may be the root of the container", {
  root <- withr::local_tempdir()
  memory <- file.path(root, "memory")
  dir.create(memory)
  writeLines("2000", file.path(memory, "memory.limit_in_bytes"))
  writeLines("500", file.path(memory, "memory.usage_in_bytes"))
  groups <- written("9:cpu:/docker/1", "4:hugetlb,memory:/docker/1", "0::/")
  expect_identical(free_of_container(groups, root), 1500)
  writeLines("9223372036854771712", file.path(memory, "memory.limit_in_bytes"))
  expect_identical(free_of_container(groups, root), Inf)
})

test_that("limits of the process, less what it has", {
  limits <- written("Limit                     Soft Limit           Hard Limit           Units",
                    "Max data size             unlimited            unlimited            bytes",
                    "Max address space         5000000              unlimited            bytes")
  status <- written("VmSize:\t    1000 kB", "VmData:\t     500 kB")
  expect_identical(free_of_process(limits, status), 5000000 - 1024000)
  expect_identical(free_of_process(written("Max address space   unlimited"), status), Inf)
  expect_identical(free_of_process(tempfile(), tempfile()), Inf)
})

test_that("`ulimit` is read before memory is asked for, and what fails all the same is our error", {
  skip_on_cran()
  said <- said_under_limit(c(
    "x <- matrix(rnorm(60000), 20000)",
    "fail <- function() tryCatch(heat_graph(x, 0.3, type = 'dense'), error = identity)",
    "resident <- function() as.numeric(gsub('[^0-9]', '',",
    "  grep('VmRSS', readLines('/proc/self/status'), value = TRUE)))",
    "say <- function(e) cat(class(e)[1], gsub('[[:space:]]+', ' ', conditionMessage(e)), '\\n')",
    "say(fail())",
    "options(lapscale.memory = Inf)",
    "for (i in 1:20) e <- fail()",
    "say(e)",
    "before <- resident()",
    "for (i in 1:20) fail()",
    "cat('GREW', resident() - before, '\\n')"
  ), 3e6)
  expect_match(said, "^lapscale_error_memory `x` is too large.* 2.98 GB; at most", all = FALSE)
  expect_match(said, "^lapscale_error_memory `x` .* memory ran out; .* GB are free", all = FALSE)
  # A handle that is never let go holds 480 kB of points, its graph more.
  grown <- as.numeric(sub("GREW ", "", grep("GREW", said, value = TRUE)))
  expect_lt(grown, 3000)
})

test_that("lines of a group file that say nothing are passed over", {
  file <- withr::local_tempfile(lines = c("", "none", "0::/"))
  expect_no_error(free_of_container(file, tempfile()))
})
