# Traces calls of the installed package: which R files they touch, how often a call moves from one
# file to another, and how often it crosses into the core.
#   Rscript lab/trace.R         a table of the calls below
#   Rscript lab/trace.R path    the files of each call in the order in which they are first entered
suppressMessages(library(lapscale))

x <- as.matrix(sample_swiss_roll(200, seed = 1))
y <- replace(rep(NA_character_, 200), c(1, 2, 199, 200), c("a", "b", "a", "b"))
bw <- bw_gc(x, seed = 1)
embedding <- embed_eigenmaps(x, 2, bandwidth = 4)
calls <- list(
  "bw_gc(x)" = function() bw_gc(x, seed = 1),
  "embed_eigenmaps(x, 2, bandwidth = h)" = function() embed_eigenmaps(x, 2, bandwidth = 4),
  "embed_eigenmaps(x, 2)" = function() embed_eigenmaps(x, 2),
  "cluster_spectral(x, 2)" = function() cluster_spectral(x, 2),
  "predict(e, new)" = function() predict(embedding, x[1:5, ]),
  "ssl_auto(x, y)" = function() ssl_auto(x, y, seed = 1),
  "print(bw)" = function() utils::capture.output(print(bw))
)

# Finds the file in which each function of the package is defined.
homes <- function() {
  found <- character()
  for (file in list.files("R", "[.]R$", full.names = TRUE)) {
    for (call in as.list(parse(file, keep.source = FALSE))) {
      assigns <- is.call(call) && identical(call[[1L]], quote(`<-`)) && is.name(call[[2L]])
      if (assigns) found[[as.character(call[[2L]])]] <- basename(file)
    }
  }
  found
}

# Puts a line that notes the call in front of the body of every function, methods included.
entered <- new.env()
entered$names <- character()
watch <- function(name) {
  space <- asNamespace("lapscale")
  value <- space[[name]]
  if (typeof(value) != "closure" || isS4(value)) return()
  note <- bquote((.(function(name) entered$names <- c(entered$names, name)))(.(name)))
  noted <- function(code) call("{", note, code)
  # The door stands outermost, where its settings are looked up.
  has_door <- is.call(body(value)) && identical(body(value)[[1L]], quote(door))
  if (has_door) body(value)[[2L]] <- noted(body(value)[[2L]]) else body(value) <- noted(body(value))
  tables <- list(space, as.environment("package:lapscale"))
  for (generic in c("print", "plot", "predict", "summary", "format", "update", "confint")) {
    if (startsWith(name, paste0(generic, "."))) {
      home <- environment(get(generic, mode = "function"))
      tables <- c(tables, list(home[[".__S3MethodsTable__."]]), baseenv()[[".__S3MethodsTable__."]])
    }
  }
  for (table in tables) {
    if (is.null(table) || !exists(name, table, inherits = FALSE)) next
    if (bindingIsLocked(name, table)) unlockBinding(name, table)
    assign(name, value, table)
  }
}
home <- homes()
for (name in intersect(ls(asNamespace("lapscale"), all.names = TRUE), names(home))) watch(name)

show_path <- identical(commandArgs(trailingOnly = TRUE), "path")
rows <- lapply(names(calls), function(name) {
  entered$names <- character()
  suppressWarnings(suppressMessages(calls[[name]]()))
  seen <- entered$names
  crossings <- grepl("^cpp_", seen)
  files <- home[seen[!crossings]]
  if (show_path) {
    cat("\n", name, "\n", sep = "")
    for (file in unique(files)) {
      cat("  ", file, ": ", toString(unique(seen[!crossings][files == file])), "\n", sep = "")
    }
  }
  data.frame(
    call = name, calls = length(files), files = length(unique(files)),
    moves = sum(utils::head(files, -1L) != files[-1L]), crossings = sum(crossings)
  )
})
print(do.call(rbind, rows), row.names = FALSE)
