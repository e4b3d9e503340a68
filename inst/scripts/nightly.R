# Compares new rows of a table with a model of normal ones, and says so by its exit code.
#   Rscript nightly.R model.rds new.csv [windows [column]]
# model.rds  a stored embedding, clustering, or fit of ssl_*() of normal rows
# new.csv    a table with the columns of the model, found by their names if the model knows them,
#            otherwise the columns of numbers in their order. The first column of another kind, such
#            as a date, names the rows.
# windows    of a model of stretches of time, such as the weeks of the article "sensors": how many
#            rows of new.csv make one. Then `column` (by default the last column of numbers) is cut
#            into windows as by embed(column, windows)[, windows:1].
# Exit code: 0 all rows are normal, 1 at least one is not, 2 the script could not do its work.
suppressMessages(library(lapscale))

# The rows of the model that a table has, with their names.
rows_of_table <- function(table, columns, windows, column) {
  is_number <- vapply(table, is.numeric, NA)
  label <- if (all(is_number)) seq_len(nrow(table)) else table[[which(!is_number)[[1]]]]
  if (is.null(windows)) {
    known <- columns %in% names(table)
    if (any(known) && !all(known)) stop("the table lacks ", toString(columns[!known]))
    return(list(x = as.matrix(table[if (any(known)) columns else is_number]), label = label))
  }
  windows <- as.integer(windows)
  if (is.null(column)) column <- utils::tail(names(table)[is_number], 1)
  if (!column %in% names(table)) stop("the table has no column ", column)
  if (nrow(table) < windows) stop("the table has fewer than ", windows, " rows")
  list(x = stats::embed(table[[column]], windows)[, windows:1, drop = FALSE],
       label = label[windows:nrow(table)])
}

watch <- function(model_file, data_file, windows = NULL, column = NULL) {
  model <- readRDS(model_file)
  columns <- names(generics::augment(model))
  new <- rows_of_table(utils::read.csv(data_file, check.names = FALSE),
                       columns[!startsWith(columns, ".")], windows, column)
  # A row with a missing value has no novelty.
  complete <- stats::complete.cases(new$x)
  novelty <- rep(NA_real_, nrow(new$x))
  found <- suppressWarnings(generics::augment(model, newdata = new$x[complete, , drop = FALSE]))
  novelty[complete] <- found$.novelty
  data.frame(row = new$label, novelty = round(novelty, 2))
}

result <- tryCatch(do.call(watch, as.list(commandArgs(trailingOnly = TRUE))), error = function(e) {
  message("nightly.R: ", conditionMessage(e))
  quit(status = 2)
})
far <- result[which(result$novelty > 1), ]
cat(nrow(result), "rows,", sum(is.na(result$novelty)), "incomplete,", nrow(far), "unusual\n")
if (nrow(far)) print(far, row.names = FALSE)
quit(status = if (nrow(far)) 1 else 0)
