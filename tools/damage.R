# Objects of every class with each of their parts damaged in its turn (helper-damage.R), given to
# all methods of their class and to the functions that take one, in another R.
#   Rscript tools/damage.R              all classes
#   Rscript tools/damage.R sets steps   those of damage_stock() whose names have one of the words
# Prints a row per class and what was found: errors of R's own, NaN that the intact object does not
# give, what took more than 20 s or ended R. Fails on a finding.
suppressMessages({
  library(testthat)
  library(lapscale)
})
`%||%` <- rlang::`%||%`
for (file in list.files("tests/testthat", "^helper-.*[.]R$", full.names = TRUE)) {
  sys.source(file, globalenv())
}
asked <- commandArgs(trailingOnly = TRUE)

# In the other process: list(class, from: the call to begin with, file: one line per call).
if (identical(asked[1], "child")) {
  options(lapscale.threads = 1, lapscale.memory = 0.2, cli.num_colors = 1L)
  damage_child(asked[[2]], as.numeric(asked[[3]]), asked[[4]])
  quit()
}

# The outcomes of a class; after a call that ended R or never ended, the next in a new one.
outcomes_of <- function(class, patience = 30) {
  file <- tempfile()
  file.create(file)
  repeat {
    lines <- readLines(file)
    child <- callr::process$new(
      "sh", c("-c", paste("ulimit -v 8000000; exec Rscript --no-init-file tools/damage.R child",
                          shQuote(class), length(lines) + 1, file)),
      stdout = NULL, stderr = Sys.getenv("DAMAGE_ERRORS", "/dev/null")
    )
    lasts <- "crash"
    repeat {
      child$wait(timeout = 500)
      if (!child$is_alive()) break
      idle <- as.numeric(Sys.time() - file.mtime(file), units = "secs")
      if (idle > patience) {
        lasts <- "hang"
        child$kill_tree()
      }
    }
    if (identical(child$get_exit_status(), 0L)) break
    now <- readLines(file)
    if (!length(now)) stop("the objects of ", class, " could not be made")
    # The last line was begun but has no outcome.
    now[length(now)] <- sub("\t[^\t]*$", paste0("\t", lasts), now[length(now)])
    writeLines(now, file)
  }
  rows <- utils::read.delim(
    file, header = FALSE, quote = "", colClasses = "character",
    col.names = c("object", "part", "damage", "method", "outcome")
  )
  cbind(class = class, rows)
}

classes <- names(damage_stock)
if (length(asked)) classes <- grep(paste(asked, collapse = "|"), classes, value = TRUE)
cat("| objects | parts | refused at once | calls | results | errors of ours | of R | NaN |",
    "ended R |\n")
cat("| --- | --- | --- | --- | --- | --- | --- | --- | --- |\n")
listed <- character()
for (class in classes) {
  rows <- outcomes_of(class)
  kind <- sub(":.*", "", rows$outcome)
  calls <- rows$method != "door"
  of <- function(kinds) sum(kind %in% kinds)
  cat("|", paste(c(
    class, length(unique(paste(rows$object, rows$part))), of("refused"), sum(calls),
    of("result"), of("error"), of("R"), of("NaN"), of(c("crash", "hang"))
  ), collapse = " | "), "|\n")
  found <- rows[!kind %in% c("refused", "let in", "result", "error"), ]
  listed <- c(listed, do.call(paste, c(unname(found), sep = " | ")))
}
if (length(listed)) cat("", listed, sep = "\n")
quit(status = as.integer(length(listed) > 0))
