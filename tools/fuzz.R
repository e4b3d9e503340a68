# Random calls of every exported function and method, each from one integer seed.
#   Rscript tools/fuzz.R 100000         the seeds 1 to 100000, in other processes
#   Rscript tools/fuzz.R 100000 5001    from there on
#   Rscript tools/fuzz.R seed 1234      that call in this process, with its arguments
# Prints what was found, and writes bench/fuzz.csv: outcomes per function. Fails on a finding.
suppressMessages({
  library(testthat)
  library(lapscale)
})
`%||%` <- rlang::`%||%`
folder <- "tests/testthat"
for (file in list.files(folder, "^helper-.*[.]R$", full.names = TRUE)) {
  sys.source(file, globalenv())
}
asked <- commandArgs(trailingOnly = TRUE)

if (identical(asked[[1]], "seed")) {
  options(lapscale.threads = 1, lapscale.memory = 0.2)
  stock <- quietly(fuzz_stock())
  call <- fuzz_call(as.numeric(asked[[2]]), fuzz_targets(stock), stock, fuzz_pool(stock))
  cat(call$name, "\n")
  utils::str(call$arguments, max.level = 2, give.attr = FALSE)
  set.seed(as.numeric(asked[[2]]))
  print(draw_nowhere(fuzz_evaluate(call)))
  quit()
}

calls <- as.numeric(asked[[1]])
first <- if (length(asked) > 1L) as.numeric(asked[[2]]) else 1
started <- proc.time()[[3]]
rows <- fuzz_in_child(seq(first, length.out = calls), folder)
findings <- fuzz_findings(rows)
if (length(findings)) cat(findings, sep = "\n")
kind <- ifelse(rows$outcome %in% fuzz_kinds, rows$outcome, "finding")
counts <- table(rows$name, factor(kind, c(fuzz_kinds, "finding")))
table <- data.frame(name = rownames(counts), unclass(counts), row.names = NULL)
utils::write.csv(table, "bench/fuzz.csv", row.names = FALSE, quote = FALSE)
cat(
  "fuzz: ", nrow(rows), " calls of ", nrow(table), " functions and methods: ",
  sum(kind == "result"), " results, ", sum(kind == "error"), " errors of ours, ",
  sum(kind == "error of R"), " of R (arithmetic, damaged objects), ", length(findings),
  " findings (", round(proc.time()[[3]] - started), " s)\n", sep = ""
)
quit(status = as.integer(length(findings) > 0))
