# One method of an R package on one task of peers_tasks.R, in this process.
#   Rscript bench/peers/peers_child.R TASK METHOD N RUNS BUDGET OUT
# Prints the seconds and CPU seconds of each run and the peak memory in MB; the result goes to OUT.
source("bench/common.R")
source("bench/peers/peers_tasks.R")
words <- commandArgs(TRUE)
how <- tasks[[words[[1]]]]$methods[[words[[2]]]]
if (words[[2]] != "lapscale") {
  stopifnot(requireNamespace(words[[2]], quietly = TRUE))
}
problem <- tasks[[words[[1]]]]$problem(as.numeric(words[[3]]))
began <- proc.time()[[3]]
for (run in seq_len(as.integer(words[[4]]))) {
  if (proc.time()[[3]] - began > as.numeric(words[[5]])) break
  time <- system.time(result <- how(problem))
  cat(sprintf("seconds %.6f\ncpu %.6f\n", time[[3]], time[[1]] + time[[2]]))
}
cat(sprintf("memory %.1f\n", peak_memory()))
saveRDS(result, words[[6]])
