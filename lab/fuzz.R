# Random calls of every exported function and method, each from one integer seed.
#   Rscript lab/fuzz.R 100000         the seeds 1 to 100000, in other processes
#   Rscript lab/fuzz.R 100000 5001    from there on
#   Rscript lab/fuzz.R seed 1234      that call in this process, with its arguments
# Prints what was found, and writes lab/results/fuzz.csv: outcomes per function. Fails on a finding.
source("lab/common.R")
asked <- commandArgs(trailingOnly = TRUE)

if (identical(asked[[1]], "seed")) {
  options(lapscale.threads = 1, lapscale.memory = 0.2)
  stock <- quietly(object_stock())
  call <- fuzz_call(as.numeric(asked[[2]]), fuzz_targets(stock), stock, fuzz_pool(stock))
  cat(call$name, "\n")
  utils::str(call$arguments, max.level = 2, give.attr = FALSE)
  set.seed(as.numeric(asked[[2]]))
  print(draw_nowhere(fuzz_evaluate(call)))
  quit()
}

stock <- quietly(object_stock())
targets <- fuzz_targets(stock)
lacking <- c(
  setdiff(fuzz_names(), names(targets)),
  setdiff(unlist(lapply(targets, `[[`, "class")), names(stock$objects))
)
if (length(lacking)) stop("lab/fuzz_targets.R lacks ", toString(lacking))

calls <- as.numeric(asked[[1]])
first <- if (length(asked) > 1L) as.numeric(asked[[2]]) else 1
started <- proc.time()[[3]]
rows <- fuzz_in_child(seq(first, length.out = calls))
findings <- fuzz_findings(rows)
if (length(findings)) cat(findings, sep = "\n")
kind <- ifelse(rows$outcome %in% fuzz_kinds, rows$outcome, "finding")
counts <- table(rows$name, factor(kind, c(fuzz_kinds, "finding")))
table <- data.frame(name = rownames(counts), unclass(counts), row.names = NULL)
utils::write.csv(table, "lab/results/fuzz.csv", row.names = FALSE, quote = FALSE)
cat(
  "fuzz: ", nrow(rows), " calls of ", nrow(table), " functions and methods: ",
  sum(kind == "result"), " results, ", sum(kind == "error"), " errors of ours, ",
  sum(kind == "error of R"), " of R (arithmetic, damaged objects), ", length(findings),
  " findings (", round(proc.time()[[3]] - started), " s)\n", sep = ""
)
quit(status = as.integer(length(findings) > 0))
