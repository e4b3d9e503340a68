# The process of test-faults_objects.R: edits the parts of an object of each class, one at a time,
# gives it to the methods that compute, and notes in a file what it is about to do. Whatever comes,
# a result or an error, the process goes on.
given <- readRDS(commandArgs(trailingOnly = TRUE)[[1]])
.libPaths(given$libraries)
suppressMessages({
  library(testthat)
  library(lapscale)
})
`%||%` <- rlang::`%||%`
setwd(given$folder)
for (file in list.files(pattern = "^helper-.*[.]R$")) sys.source(file, globalenv())
options(lapscale.threads = 1, lapscale.memory = 0.2, warn = -1)
grDevices::pdf(NULL)

edits <- list(
  none = function(v) NULL,
  words = function(v) replace(as.character(unlist(v)), 1, "a"),
  shorter = function(v) v[-1],
  longer = function(v) c(v, v),
  negative = function(v) replace(v, 1, -1L),
  huge = function(v) replace(v, length(v), 1000000L),
  missing = function(v) replace(v, 1, NA),
  narrow = function(v) if (is.matrix(v)) v[, -1, drop = FALSE] else t(v)
)

# Paths to the parts of an object, three deep: its slots, its entries, or, where it is a number, its
# attributes.
parts_of <- function(object, depth = 3) {
  if (depth == 0 || is.function(object) || is.environment(object) || is.language(object)) {
    return(list())
  }
  own <- if (isS4(object)) methods::slotNames(object) else names(parts(object))
  own <- setdiff(own, c("call", "class", "names", "dim", "dimnames", "levels", "Dimnames", "factors"))
  inside <- lapply(own, function(name) {
    deeper <- parts_of(part(object, name), depth - 1)
    c(list(name), lapply(deeper, function(path) c(name, path)))
  })
  do.call(c, inside)
}

parts <- function(object) if (is.list(object)) unclass(object) else attributes(object)

part <- function(object, name) {
  if (isS4(object)) methods::slot(object, name) else parts(object)[[name]]
}

with_part <- function(object, path, edit) {
  old <- part(object, path[[1]])
  value <- if (length(path) == 1) edit(old) else with_part(old, path[-1], edit)
  if (isS4(object) || !is.list(object)) {
    attr(object, path[[1]]) <- value
    return(object)
  }
  class <- oldClass(object)
  object <- unclass(object)
  object[path[[1]]] <- list(value)
  structure(object, class = class)
}

# What an object is given to: `always`, and one of `in_turn` after the other.
calls_for <- function(object, stock) {
  x <- stock$x
  quiet <- function(f) function(object) utils::capture.output(f(object))
  shows <- list(
    print = quiet(print), summary = quiet(function(o) print(summary(o))), plot = plot,
    as.matrix = as.matrix, tidy = generics::tidy
  )
  in_turn <- list(
    lapscale_embedding = list(
      quality = function(e) embed_quality(e, x), augment = generics::augment,
      metric = function(e) metric_riemannian(e, stock$graph, d = 1)
    ),
    lapscale_ssl = list(own = predict, error = function(s) ssl_error(s, stock$truth))
  )
  always <- list(
    lapscale_graph = list(
      components = graph_components, laplacian = graph_laplacian, embedding = embed_eigenmaps,
      isomap = function(g) embed_isomap(g, 2), sparse = function(g) methods::as(g, "CsparseMatrix"),
      metric = function(g) metric_riemannian(x[, 1:2], g, d = 1)
    ),
    lapscale_laplacian = list(
      spectrum = function(l) graph_spectrum(l, 3), product = function(l) l %*% x[, 1],
      diag = diag, sparse = function(l) methods::as(l, "CsparseMatrix")
    ),
    lapscale_embedding = list(
      predict = function(e) predict(e, x[1:4, ] + 0.1)
    ),
    lapscale_ssl = list(predict = function(s) predict(s, x[1:4, ] + 0.1)),
    lapscale_clusters = list(predict = function(cl) predict(cl, x[1:4, ] + 0.1)),
    lapscale_metric = list(
      distances = function(m) metric_distances(m, 1), length = function(m) metric_length(m, 1:3),
      path = function(m) metric_path(m, 1, 9),
      volume = metric_volume, stretch = metric_stretch
    ),
    lapscale_bandwidth = list(
      update = function(b) update(b, h = 1), confint = stats::confint, minima = bw_minima,
      graph = function(b) heat_graph(x, b)
    ),
    lapscale_row_source = list(
      graph = function(s) heat_graph(s, 1), nearest = function(s) bw_knn(s, 3)
    ),
    lapscalestep = list(bake = function(s) recipes::bake(s, stock$table))
  )
  of_class <- function(lists) {
    unlist(unname(lists[intersect(names(lists), class(object))]), recursive = FALSE)
  }
  list(in_turn = c(shows, of_class(in_turn)), always = of_class(always))
}

stock <- suppressMessages(suppressWarnings(object_stock()))
n_calls <- 0
n_errors <- 0
for (class in given$classes) {
  of_class <- stock$objects[[class]]
  several <- class %in% c("lapscale_embedding", "lapscale_ssl")
  for (object in if (several) of_class else of_class[1]) {
    calls <- calls_for(object, stock)
    turn <- 0
    paths <- parts_of(object)
    for (at in seq_along(paths)) for (edit in names(edits)) {
      path <- paths[[at]]
      # The deeper the parts, the more there are: each gets every second or third edit.
      if ((at + match(edit, names(edits))) %% length(path) != 0) next
      edited <- tryCatch(with_part(object, path, edits[[edit]]), error = function(e) NULL)
      if (is.null(edited) || identical(edited, object)) next
      turn <- turn %% length(calls$in_turn) + 1
      for (name in c(names(calls$always), names(calls$in_turn)[[turn]])) {
        writeLines(paste0(name, "(", class, ") with ", paste(path, collapse = "$"), " ", edit),
                   given$now)
        call <- c(calls$always, calls$in_turn)[[name]]
        failed <- tryCatch({
          suppressMessages(call(edited))
          FALSE
        }, error = function(e) TRUE)
        n_calls <- n_calls + 1
        n_errors <- n_errors + failed
      }
    }
  }
}
saveRDS(c(calls = n_calls, errors = n_errors), given$outcome)
