# The process that fuzz_in_child() starts: calls of some seeds, written to a file when all are done.
given <- readRDS(commandArgs(trailingOnly = TRUE)[[1]])
.libPaths(given$libraries)
suppressMessages({
  library(testthat)
  library(lapscale)
})
`%||%` <- rlang::`%||%`
setwd(given$folder)
for (file in list.files(pattern = "^helper-.*[.]R$")) sys.source(file, globalenv())
options(lapscale.threads = 1, lapscale.memory = 0.2)
saveRDS(fuzz_here(given$seeds, given$seed, damaged = given$damaged), given$rows)
