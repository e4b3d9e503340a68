# What people read: print() of every class, and summary() where it has one of its own. Seconds,
# rounding errors and the width of columns are left out.

without_seconds <- function(lines) {
  lines <- gsub("[0-9][0-9.]* s\\b", "T s", lines)
  gsub(" +", " ", gsub("[0-9.]+e-([1-9][0-9]|0[7-9])", "0", lines))
}

# `elapsed` is 0 in what is printed as a table.
timeless <- function(object) {
  if (inherits(object, "lapscale_bandwidths")) object[] <- lapply(object, timeless)
  for (part in c("selection", "estimate")) {
    known <- attr(object, part)
    if (!is.null(known$facts$elapsed)) known$facts$elapsed <- 0
    if (!is.null(known$curve$elapsed)) known$curve$elapsed <- 0
    attr(object, part) <- known
  }
  object
}

show_all <- function(objects) {
  for (name in names(objects)) {
    cat("\n", name, "\n\n", sep = "")
    object <- timeless(objects[[name]])
    print(object)
    whole <- summary(object)
    if (!inherits(whole, c("table", "summaryDefault"))) {
      writeLines("")
      print(whole)
    }
  }
}

expect_shown <- function(objects) {
  withr::local_options(width = 90, cli.num_colors = 1L)
  expect_snapshot(show_all(objects), transform = without_seconds)
}

test_that("selections print as they did", {
  skip_on_cran()
  expect_shown(shown_selections())
})

test_that("dimensions print as they did", {
  skip_on_cran()
  expect_shown(shown_dimensions())
})

test_that("graphs, spectra, metrics and reports print as they did", {
  skip_on_cran()
  expect_shown(shown_graphs())
})

test_that("embeddings print as they did", {
  skip_on_cran()
  expect_shown(shown_embeddings())
})

test_that("clusters print as they did", {
  skip_on_cran()
  expect_shown(shown_clusters())
})

test_that("fits of labels print as they did", {
  skip_on_cran()
  expect_shown(shown_fits())
})
