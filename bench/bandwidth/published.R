# Published bandwidths of the benchmark sets beside ours. Rscript bench/bandwidth/published.R
source("bench/common.R")
machine()
paper <- data.frame(
  set = c(rep("digit1", 3), rep("bci", 3), rep("g241c", 3)), d = rep(1:3, 3),
  paper = c("0.744", "0.767", "0.781", rep("5.34 / 3.77", 3), rep("7.38", 3))
)
ours <- lapply(seq_len(nrow(paper)), function(i) {
  x <- benchmark_set(paper$set[[i]])
  b <- suppressWarnings(bw_gc(x, d = paper$d[[i]], seed = 1))
  m <- bw_minima(b)
  inverse <- suppressWarnings(bw_gc(x, d = paper$d[[i]], seed = 1, inverse = TRUE))
  data.frame(
    ours = as.numeric(b), `all minima` = paste(format(m$bandwidth, digits = 3), collapse = ", "),
    `distortion there` = paste(format(m$criterion, digits = 2), collapse = ", "),
    `ours, inverse` = as.numeric(inverse), check.names = FALSE
  )
})
show_table(cbind(paper, do.call(rbind, ours)), "Bandwidth by Geometric Consistency, first minimum")
