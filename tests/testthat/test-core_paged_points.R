# Points on the disk, forced at any size.
page_all <- function(frame = parent.frame()) {
  withr::local_options(lapscale.paged = TRUE, lapscale.block_rows = 37, .local_envir = frame)
}

test_that("methods that stream have the same bits with points on the disk", {
  skip_on_cran()
  skip_on_os("windows")
  x <- as_floats(plain_hourglass(190))
  x[17, ] <- x[180, ]
  wide <- as_floats(wide_points(80))
  jobs <- list(
    gc = function(x) without_time(bw_gc(x, d = 2, n_bandwidths = 12, seed = 1, replicates = 3)),
    gc_free = function(x) without_time(bw_gc(x, n_points = 60, seed = 1, replicates = 3)),
    gc_knn = function(x) {
      without_time(bw_gc(x, d = 1, graph = "knn", k = 12, n_bandwidths = 12, seed = 1))
    },
    lepski = function(x) without_time(bw_lepski(x, d = 2, n_bandwidths = 6, seed = 1)),
    risk = function(x) {
      values <- sqrt(seq_len(nrow(x)))
      risk <- bw_risk(x, d = 2, f = values, laplacian = -values, n_bandwidths = 8, seed = 1)
      as.numeric(risk$risk)
    },
    kernel_sum = function(x) curve_of(bw_kernel_sum(x, n_bandwidths = 12)),
    few_rows = function(x) curve_of(bw_kernel_sum(x, n_bandwidths = 12, n_points = 50, seed = 1)),
    knn = function(x) as.numeric(bw_knn(x, k = 7)),
    median = function(x) as.numeric(bw_median(x)),
    drawn = function(x) as.numeric(bw_median(x, n_points = 60, seed = 1)),
    rate = function(x) as.numeric(bw_rate(x, d = 2)),
    rate_free = function(x) as.numeric(bw_rate(x)),
    growth = function(x) as.numeric(dim_growth(x, seed = 1)),
    mle = function(x) as.numeric(dim_mle(x)),
    slope = function(x) dim_kernel_sum(x, local = TRUE),
    radius = function(x) heat_graph(x, 0.4)$weights,
    nearest = function(x) heat_graph(x, 0.4, type = "knn", k = 8)$weights,
    by_rule = function(x) heat_graph(x, bw_knn, type = "knn", k = 8)$weights,
    by_gc = function(x) heat_graph(x, type = "knn", k = 8, seed = 1)$weights
  )
  run <- function(x) {
    said <- lapply(jobs, function(job) conditions_of(job(x)))
    results <- lapply(said, `[[`, "value")
    attr(results$slope, "estimate")$facts$elapsed <- 0
    # None of them has all of it in memory, or needs more than a few rows.
    if (!is.matrix(x)) {
      for (name in setdiff(names(jobs), "drawn")) {
        expect_true("lapscale_message_paged" %in% said[[name]]$classes, info = name)
      }
    }
    results
  }
  expected <- lapply(list(x, wide), run)
  page_all()
  expect_identical(run(source_by_function(x)), expected[[1]])
  expect_identical(jobs$drawn(source_by_function(x[190:1, ])), expected[[1]]$drawn)
  # In memory few points of many columns are looked at through all their distances.
  on_disk <- run(source_by_function(wide))
  expect_equal(as.numeric(on_disk$gc_free), as.numeric(expected[[2]]$gc_free), tolerance = 1e-4)
  others <- setdiff(names(jobs), "gc_free")
  expect_identical(on_disk[others], expected[[2]][others])
  skip_if_not_installed("bigmemory")
  expect_identical(run(big_file(x, scratch_folder(), type = "float")), expected[[1]])
})

test_that("a source that no longer reads what it says is refused, not written past the end", {
  skip_on_cran()
  skip_on_os("windows")
  x <- as_floats(plain_hourglass(200))
  page_all()
  source <- source_by_function(x)
  read <- source$read
  source$read <- function(rows, ...) read(rep(rows, 2), ...)
  expect_fault(bw_knn(source), "x", text = "was read as")
  source$read <- function(rows, ...) cbind(read(rows, ...), 1)
  expect_fault(bw_median(source), "x", text = "was read as")
  source$read <- function(rows, ...) matrix("a", length(rows), ncol(x))
  expect_fault(bw_gc(source, d = 2), "x", text = "was read as")
  fit <- embed_eigenmaps(x, 2, bandwidth = 0.5)
  expect_fault(predict(fit, source), "newdata", text = "was read as")
})

test_that("points on the disk are checked as others are", {
  skip_on_cran()
  skip_on_os("windows")
  x <- as_floats(plain_hourglass(400))
  page_all()
  expect_fault(bw_knn(source_by_function(x[1:2, ])), "x", text = "at least 3 rows")
  expect_fault(bw_knn(source_by_function(x[rep(1, 30), ])), "x", class = "no_scale")
  expect_message(bw_knn(source_by_function(cbind(x, 1e6 * x))), class = "lapscale_message_scale")
  bad <- x
  bad[398, 3] <- NaN
  bad[40:41, 2] <- Inf
  expect_fault(bw_knn(source_by_function(bad)), "x",
               text = "infinite values, first at row 40, column 2 (3 in all)")
  expect_warning(
    found <- bw_knn(source_by_function(bad), na_action = "omit"), "3 rows .*first: row 40",
    class = "lapscale_warning_omitted"
  )
  expect_identical(as.numeric(found), as.numeric(bw_knn(x[-c(40:41, 398), ])))
  expect_fault(bw_knn(source_by_function(bad[c(1:2, 40), ]), na_action = "omit"), "x",
               text = "at least 3 rows without missing values; it has 2")
})

test_that("a scratch folder without room, or that is not there, is named", {
  skip_on_os("windows")
  page_all()
  withr::local_options(lapscale.scratch = "/no/such/folder")
  expect_fault(bw_knn(source_by_function(plain_circle(100))), "lapscale.scratch", class = "file",
               text = "/no/such/folder cannot be written to")
})

test_that("a scratch folder on a full disk is an error before anything is computed", {
  skip_on_cran()
  skip_on_os(c("windows", "mac", "solaris"))
  page_all()
  withr::local_options(lapscale.scratch = small_disk())
  many <- point_source(1e5, 3, function(rows) cbind(rows, sqrt(rows), 1 / rows))
  expect_fault(suppressMessages(bw_rate(many, d = 2)), "lapscale.scratch", class = "file",
               text = "has no room for 2400000 bytes")
})

test_that("a disk that is full later, with what a method keeps beside the points, is named, too", {
  skip_on_os(c("windows", "mac", "solaris"))
  page_all()
  withr::local_options(lapscale.scratch = small_disk(), lapscale.block_rows = NULL)
  wide <- point_source(1200, 34, function(rows) outer(rows, 1:34, function(i, k) sin(i * k^2)))
  expect_fault(bw_gc(wide, n_points = 1000, seed = 1), "lapscale.scratch", class = "file",
               text = "has no room for 9600000 bytes")
})

test_that("memory decides: a source above the limit stays on the disk, or is refused", {
  skip_on_cran()
  skip_on_os("windows")
  x <- plain_hourglass(3000)
  expected <- as.numeric(bw_median(x, n_points = 50, seed = 1))
  withr::local_options(lapscale.memory = 0.0003)
  expect_message(
    found <- bw_median(source_by_function(x), n_points = 50, seed = 1), NA,
    class = "lapscale_message_paged"
  )
  expect_identical(as.numeric(found), expected)
  expect_message(
    bw_rate(source_by_function(x), d = 2), "0.000112 GB stay on the disk, in ",
    class = "lapscale_message_paged"
  )
  expect_fault(bw_gc(source_by_function(x), seed = 1, n_threads = 2), "x", class = "memory",
               text = "with a neighborhood per thread")
  withr::local_options(lapscale.memory = 0.00005)
  expect_fault(bw_lepski(source_by_function(x), d = 2, seed = 1), "x", class = "memory",
               text = "even with its points")
  expect_fault(bw_rate(source_by_function(x), d = 2), "x", class = "memory",
               text = "even with its points")
})

test_that("floats in many columns stay floats on the disk, with the same bits", {
  skip_on_cran()
  skip_on_os("windows")
  skip_if_not_installed("bigmemory")
  # As they are, and beside numbers that are no floats in the frame of all.
  x <- as_floats(cbind(wide_points(60), 1000 + outer(1:60, 1:520, function(i, k) sin(i * k^2))))
  tiny <- x
  tiny[3, 4] <- 1e-44
  jobs <- list(
    gc = function(x) without_time(bw_gc(x, d = 1, n_points = 20, n_bandwidths = 16, seed = 1)),
    median = function(x) as.numeric(bw_median(x)),
    kernel_sum = function(x) curve_of(bw_kernel_sum(x, n_bandwidths = 8)),
    radius = function(x) heat_graph(x, bw_median)$weights
  )
  for (rows in list(x, as_floats(tiny))) {
    run <- function(x) quietly(lapply(jobs, function(job) job(x)))
    expected <- run(rows)
    folder <- scratch_folder()
    withr::with_options(list(lapscale.paged = TRUE, lapscale.block_rows = 37), {
      expect_identical(run(big_file(rows, folder, type = "float")), expected)
      expect_identical(run(big_file(rows, folder, "y")), expected)
    })
    jobs$gc <- NULL
  }
})

test_that("what floats take on the disk is half of what doubles take", {
  skip_on_cran()
  skip_on_os("windows")
  skip_if_not_installed("bigmemory")
  x <- as_floats(plain_hourglass(3000))
  floats <- big_file(x, scratch_folder(), type = "float")
  expected <- as.numeric(bw_rate(x, d = 2))
  withr::local_options(lapscale.memory = 0.0003)
  expect_message(
    found <- as.numeric(bw_rate(floats, d = 2)), "5.59e-05 GB stay on the disk, in ",
    class = "lapscale_message_paged"
  )
  expect_identical(found, expected)
})
