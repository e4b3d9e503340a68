# Is started by fuzz_in_child(): calls some seeds and writes their outcomes when all are done.
given <- readRDS(commandArgs(trailingOnly = TRUE)[[1]])
.libPaths(given$libraries)
source("lab/common.R")
options(lapscale.threads = 1, lapscale.memory = 0.2)
saveRDS(fuzz_here(given$seeds, given$seed, damaged = given$damaged), given$rows)
