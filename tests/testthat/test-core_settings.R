test_that("control is the same as its settings one by one", {
  x <- plain_circle(60)
  expect_identical(
    timeless(bw_gc(x, seed = 1, control = bw_control(n_points = 30, replicates = 0))),
    timeless(bw_gc(x, seed = 1, n_points = 30, replicates = 0))
  )
  expect_fault(bw_median(x, control = bw_control(refine = FALSE)), "refine")
  expect_fault(bw_gc(x, n_points = 30, control = bw_control(n_points = 30)), "n_points")
  expect_fault(bw_gc(x, control = list(n_points = 30)), "control")
  expect_output(print(bw_control(n_points = 30)), "n_points = 30")
})

test_that("settings of `...` are known by name, and others are refused with the nearest", {
  x <- plain_circle(40)
  expect_fault(bw_gc(x, sclae = TRUE), "sclae", text = "scale")
  expect_fault(bw_knn(x, n_thread = 1), "n_thread", text = "n_threads")
  expect_true(all(c("metric", "n_threads", "n_points") %in% argument_names(bw_gc)))
  expect_false("..." %in% argument_names(bw_gc))
  expect_true("..." %in% argument_names(bw_cv))
})

test_that("no setting of `...` is the beginning of an argument before it, which R would complete", {
  skip_on_cran()
  namespace <- asNamespace("lapscale")
  for (name in ls(namespace)) {
    f <- get(name, namespace)
    if (!is.function(f)) next
    settings <- names(dot_settings(f))
    before <- names(formals(f))[seq_len(match("...", names(formals(f)), nomatch = 1L) - 1L)]
    for (setting in setdiff(settings, before)) {
      expect_false(any(startsWith(before, setting)), info = paste(name, setting))
    }
  }
})

# The settings that a help page names at `...`, by themselves or by a link to the page that lists
# them, beside those that its functions take there. NULL of a page whose functions take none.
settings_of_page <- function(file) {
  space <- asNamespace("lapscale")
  text_of <- function(part) paste(unlist(part), collapse = "")
  parts_of <- function(part, tag) {
    if (!is.list(part)) return(list())
    own <- Filter(function(part) identical(attr(part, "Rd_tag"), tag), part)
    c(own, unlist(lapply(part, parts_of, tag), recursive = FALSE))
  }
  texts_of <- function(part, tag) trimws(vapply(parts_of(part, tag), text_of, ""))
  page <- tools::parse_Rd(file)
  functions <- mget(texts_of(page, "\\alias"), space, ifnotfound = list(NULL))
  functions <- Filter(is.function, functions)
  accepted <- unlist(lapply(functions, function(f) names(dot_settings(f))))
  if (!length(accepted)) return(NULL)
  items <- parts_of(parts_of(page, "\\arguments"), "\\item")
  label <- vapply(items, function(item) text_of(item[1L]), "")
  item <- items[grepl("...", label, fixed = TRUE)]
  code <- texts_of(item, "\\code")
  links <- texts_of(item, "\\link")
  general <- unlist(lapply(setting_groups[c("points", "weights", "run")], names))
  control <- c("control", names(formals(bw_control)))
  list(
    accepted = accepted, stated = grep("^[a-z_]+$", code, value = TRUE),
    linked = c(if ("lapscale_settings" %in% links) general,
               if ("bw_control()" %in% links) control),
    formals = unlist(lapply(functions, formal_names)),
    takes_others = any(vapply(functions, takes_others, NA))
  )
}

test_that("help pages name at `...` the settings that their functions take, and no others", {
  files <- list.files(file.path("..", "..", "man"), "[.]Rd$", full.names = TRUE)
  skip_if_not(length(files) > 0L, "the sources are not at hand")
  functions <- Filter(is.function, as.list(asNamespace("lapscale")))
  all_settings <- unique(unlist(lapply(functions, function(f) names(dot_settings(f)))))
  pages <- Filter(Negate(is.null), lapply(stats::setNames(files, basename(files)), settings_of_page))
  expect_gt(length(pages), 35L)
  for (name in names(pages)) {
    page <- pages[[name]]
    unnamed <- setdiff(page$accepted, c(page$stated, page$linked, page$formals))
    expect_identical(unnamed, character(), info = name)
    wrong <- setdiff(intersect(page$stated, all_settings), c(page$accepted, page$formals))
    if (!page$takes_others) expect_identical(wrong, character(), info = name)
  }
})
