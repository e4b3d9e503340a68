# Compares the newest days of a counter with a model of normal weeks, and says so by its exit code.
#   Rscript nightly.R model.rds counts.csv
# model.rds   what the article "sensors" stores: an embedding of normal weeks
# counts.csv  columns date and count, one row per day, at least seven rows
# Exit code: 0 all weeks are normal, 1 at least one is not, 2 the script could not do its work.
suppressMessages(library(lapscale))

watch <- function(model_file, data_file) {
  model <- readRDS(model_file)
  days <- read.csv(data_file)
  if (nrow(days) < 7) stop("counts.csv has fewer than seven days")
  weeks <- stats::embed(days$count, 7)[, 7:1, drop = FALSE]
  # A day without a count makes seven weeks incomplete: they have no novelty.
  complete <- stats::complete.cases(weeks)
  novelty <- rep(NA_real_, nrow(weeks))
  found <- suppressWarnings(generics::augment(model, newdata = weeks[complete, , drop = FALSE]))
  novelty[complete] <- found$.novelty
  data.frame(week_until = days$date[7:nrow(days)], novelty = round(novelty, 2))
}

files <- commandArgs(trailingOnly = TRUE)
result <- tryCatch(watch(files[[1]], files[[2]]), error = function(e) {
  message("nightly.R: ", conditionMessage(e))
  quit(status = 2)
})
far <- result[which(result$novelty > 1), ]
cat(nrow(result), "weeks,", sum(is.na(result$novelty)), "incomplete,", nrow(far), "unusual\n")
if (nrow(far)) print(far, row.names = FALSE)
quit(status = if (nrow(far)) 1 else 0)
