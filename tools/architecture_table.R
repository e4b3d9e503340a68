# The table of ARCHITECTURE.md: each exported function, its R file, the cpp_* functions that it
# reaches and the headers of the core that these name. Read from the sources, not from an installed
# package. Without arguments the part between the two markers is written anew; with "check" the
# script fails where it is not what it would write, and where the page says "`name` in `file`" of a
# name that the file does not define.

page <- "ARCHITECTURE.md"
markers <- c("<!-- architecture table: make architecture -->", "<!-- end of the table -->")

# ---- R: who calls whom -------------------------------------------------------------------------

# list(fun: named list of functions, file: where each is defined). Other values count as functions
# that return them: what they name is named by whoever uses them.
read_functions <- function(files) {
  fun <- list()
  file <- character()
  for (path in files) {
    for (call in as.list(parse(path, keep.source = FALSE))) {
      assigned <- is.call(call) && identical(call[[1L]], quote(`<-`)) && is.name(call[[2L]])
      if (!assigned) next
      name <- as.character(call[[2L]])
      value <- call[[3L]]
      is_function <- is.call(value) && identical(value[[1L]], quote(`function`))
      if (!is_function) value <- call("function", NULL, value)
      fun[[name]] <- eval(value, baseenv())
      file[[name]] <- path
    }
  }
  list(fun = fun, file = file)
}

# The functions that one names, methods of a generic included. A string counts where it is the name
# of an exported function with its family, as "embed_isomap", or in do.call() a family, as "bw_"; as
# the name of a class, in inherits(), it does not.
#   methods  of which generic each registered method is, named by the method
named_by <- function(name, fun, methods, exported) {
  found <- suppressWarnings(codetools::findGlobals(fun[[name]]))
  if ("UseMethod" %in% found) found <- c(found, names(methods)[methods == name])
  begun <- strings(body(fun[[name]]), within = "do.call")
  begun <- begun[endsWith(begun, "_")]
  said <- strings(body(fun[[name]]), but = "inherits")
  found <- c(
    found, intersect(said, grep(families, exported, value = TRUE)),
    unlist(lapply(begun, function(begin) exported[startsWith(exported, begin)]))
  )
  setdiff(intersect(found, names(fun)), name)
}

families <- "^(bw|dim|graph|embed|metric|ssl|cluster|sample)_"

# The strings of an expression, or of its calls of some functions, or of all but these.
strings <- function(expression, within = NULL, but = NULL) {
  if (is.character(expression) && is.null(within)) return(expression)
  if (!is.call(expression)) return(character())
  called <- if (is.name(expression[[1L]])) as.character(expression[[1L]]) else ""
  if (called %in% but) return(character())
  if (called %in% within) within <- NULL
  as.character(unlist(lapply(as.list(expression), strings, within, but)))
}

# All that is reached from a function, through functions that are not exported: list(inner, and the
# exported ones at which the way ends). A method of another generic is that generic. From a method
# for a class, as plot.lapscale_graph(), a generic of ours leads to its method for that class only.
reach <- function(name, callees, exported, methods) {
  others <- names(methods)[methods %in% setdiff(exported, name)]
  class <- if (name %in% names(methods)) substring(name, nchar(methods[[name]]) + 2L)
  seen <- name
  ends <- character()
  queue <- callees[[name]]
  while (length(queue)) {
    at <- queue[[1L]]
    queue <- queue[-1L]
    if (at %in% c(seen, ends)) next
    if (at %in% c(exported, others)) {
      ends <- c(ends, at)
    } else {
      seen <- c(seen, at)
      own <- intersect(paste(at, class, sep = "."), names(methods))
      queue <- c(queue, if (length(own)) own else callees[[at]])
    }
  }
  generic <- match(ends, others)
  ends[!is.na(generic)] <- methods[others[generic[!is.na(generic)]]]
  list(inner = seen, ends = sort(unique(ends)))
}

# ---- C++: which headers a cpp_* function names -------------------------------------------------

# What stands at column 0 up to a brace at column 0, as text: functions, structs and classes.
top_blocks <- function(path) {
  lines <- sub("//.*", "", readLines(path))
  begin <- grep("^(template|inline|static|struct|class|[A-Za-z_][\\w:<>, ]*[&*]? \\w+\\()", lines,
                perl = TRUE)
  end <- grep("^\\}", lines)
  begin <- begin[!duplicated(findInterval(begin, end))]
  blocks <- lapply(begin, function(from) {
    paste(lines[from:min(c(end[end >= from], length(lines)))], collapse = "\n")
  })
  names(blocks) <- vapply(blocks, function(block) {
    sub("(?s)^(?:template[^\n]*\n)?(?:struct|class) (\\w+).*$|^.*?(\\w+)\\(.*$", "\\1\\2", block,
        perl = TRUE)
  }, "")
  blocks
}

words <- function(text) unique(regmatches(text, gregexpr("[A-Za-z_]\\w*", text))[[1L]])

# A block with the blocks that it names, as one text.
with_helpers <- function(name, blocks) {
  seen <- name
  queue <- intersect(words(blocks[[name]]), names(blocks))
  while (length(queue)) {
    at <- queue[[1L]]
    queue <- queue[-1L]
    if (at %in% seen) next
    seen <- c(seen, at)
    queue <- c(queue, intersect(words(blocks[[at]]), names(blocks)))
  }
  paste(unlist(blocks[seen]), collapse = "\n")
}

# Names that a header of the core defines at its top level.
defined_in <- function(path) {
  lines <- sub("//.*", "", readLines(path))
  type <- "^(?:struct|class|enum class|enum|using) (\\w+).*"
  call <- "^(?:[A-Za-z_][\\w:<>,&* ]*[ &*])(\\w+)\\(.*"
  unique(c(
    sub(type, "\\1", grep(type, lines, value = TRUE, perl = TRUE), perl = TRUE),
    sub(call, "\\1", grep(call, lines, value = TRUE, perl = TRUE), perl = TRUE)
  ))
}

# Headers "folder/name" by cpp_* function.
headers_of_glue <- function(core) {
  headers <- list.files(core, "\\.hpp$", recursive = TRUE)
  headers <- headers[grepl("/", headers)]
  defined <- lapply(file.path(core, headers), defined_in)
  shared <- do.call(c, lapply(list.files("src", "^r_.*\\.h$", full.names = TRUE), top_blocks))
  found <- list()
  for (path in list.files("src", "^bind_.*\\.cpp$", full.names = TRUE)) {
    blocks <- c(top_blocks(path), shared)
    for (name in grep("^cpp_", names(blocks), value = TRUE)) {
      text <- with_helpers(name, blocks)
      used <- regmatches(text, gregexpr("lapscale::\\w+", text))[[1L]]
      used <- sub("lapscale::", "", unique(used))
      found[[name]] <- headers[vapply(defined, function(names) any(used %in% names), NA)]
    }
  }
  found
}

# ---- the table ---------------------------------------------------------------------------------

code <- function(names) paste0("`", names, "`", collapse = ", ")

table_lines <- function() {
  namespace <- parse("NAMESPACE")
  of <- function(what) {
    Filter(function(call) identical(call[[1L]], as.name(what)), as.list(namespace))
  }
  exported <- vapply(of("export"), function(call) as.character(call[[2L]]), "")
  pairs <- vapply(of("S3method"), function(call) {
    vapply(as.list(call)[2:3], function(part) sub("^.*::", "", deparse(part)), "")
  }, character(2))
  pairs <- gsub('"|`', "", pairs)
  methods <- stats::setNames(pairs[1L, ], paste(pairs[1L, ], pairs[2L, ], sep = "."))

  read <- read_functions(list.files("R", "\\.R$", full.names = TRUE))
  exported <- sort(intersect(exported, names(read$fun)))
  callees <- lapply(stats::setNames(nm = names(read$fun)), named_by, read$fun,
                    methods, exported)
  headers <- headers_of_glue("inst/include/lapscale")

  # What nearly all use is said once, above the table.
  general <- grepl("^R/(core|check)_", read$file)
  general <- intersect(unlist(callees[names(read$file)[general]]), names(headers))
  plain <- grep("^(runtime/(runtime|s)|points/point_|linalg/symmetric_operator)",
                unique(unlist(headers)), value = TRUE)

  rows <- c(exported, setdiff(names(methods)[!methods %in% exported], exported))
  rows <- intersect(rows, names(read$fun))
  lines <- lapply(rows, function(name) {
    found <- reach(name, callees, exported, methods)
    glue <- setdiff(intersect(found$inner, names(headers)), general)
    if (!name %in% exported && !length(glue)) return(NULL)
    core <- setdiff(sort(unique(unlist(headers[glue]))), plain)
    sprintf(
      "| `%s` | `%s` | %s | %s | %s |", name, basename(read$file[[name]]),
      if (length(found$ends)) code(found$ends) else "",
      if (length(glue)) code(sub("^cpp_", "", sort(glue))) else "",
      if (length(core)) code(sub("\\.hpp$", "", core)) else ""
    )
  })
  c(
    "",
    paste0("Left out, since nearly all use them: ", code(sort(general)), "; ",
           code(sub("\\.hpp$", "", sort(plain))), "."),
    "",
    "| function | in `R/` | exported functions that it calls | `cpp_` | headers of the core |",
    "| --- | --- | --- | --- | --- |",
    unlist(lines),
    ""
  )
}

# ---- the rest of the page ----------------------------------------------------------------------

# What "`name` in `file`", "`name()` and `name()` in `file`" say that is not so.
misplaced <- function(lines) {
  one <- "`[\\w.]+(?:\\(\\))?`"
  claim <- paste0(one, "(?:(?:, | and )", one, ")* in `[\\w./-]+`")
  claims <- unlist(regmatches(lines, gregexpr(claim, lines, perl = TRUE)))
  wrong <- vapply(claims, function(claim) {
    quoted <- gsub("`|\\(\\)", "", regmatches(claim, gregexpr("`[^`]+`", claim))[[1L]])
    path <- quoted[[length(quoted)]]
    names <- gsub(".", "\\.", quoted[-length(quoted)], fixed = TRUE)
    text <- if (file.exists(path)) readLines(path) else ""
    form <- if (grepl("[.]R$", path)) "^%s <- " else "^(?!\\s*//).*\\b%s\\b"
    !all(vapply(sprintf(form, names), function(form) any(grepl(form, text, perl = TRUE)), NA))
  }, NA)
  claims[wrong]
}

old <- readLines(page)
at <- match(markers, old)
if (anyNA(at)) stop(page, " has not both markers of the table")
new <- c(old[seq_len(at[[1L]])], table_lines(), old[at[[2L]]:length(old)])
if (identical(commandArgs(trailingOnly = TRUE), "check")) {
  wrong <- misplaced(old)
  writeLines(sprintf("%s: not so: %s", page, wrong))
  if (identical(old, new)) quit(status = as.integer(length(wrong) > 0L))
  changed <- unique(c(setdiff(new, old), setdiff(old, new)))
  writeLines(c(paste("the table of", page, "is stale, run `make architecture`:"), head(changed)))
  quit(status = 1L)
}
writeLines(new, page)
