# Names, arguments and defaults of all that is exported, methods of generics of its own that are not
# exported aside: a change of these is a change of the package, and stands in NEWS.md.
surface <- function() {
  space <- asNamespace("lapscale")
  methods <- space[[".__NAMESPACE__."]]$S3methods
  exports <- getNamespaceExports("lapscale")
  methods <- methods[!methods[, 1] %in% setdiff(ls(space), exports), 3]
  names <- sort(c(exports, unique(methods)), method = "radix")
  names <- Filter(function(name) is.function(space[[name]]) && !isS4(space[[name]]), names)
  vapply(names, function(name) {
    shown <- deparse(args(space[[name]]), width.cutoff = 500L)
    paste0(name, sub("^function ", "", paste(trimws(shown[-length(shown)]), collapse = " ")))
  }, "")
}

test_that("names, arguments and defaults are those of the last version", {
  skip_on_cran()
  expect_snapshot(writeLines(surface()))
})
