# Points in a file: time, and the peak of resident memory by the system's own count (VmHWM).
#   Rscript bench/large_data.R [folder] [rows]     all jobs, each in a process of its own
#   Rscript bench/large_data.R folder rows job     one of them
# The rows are a swiss-roll-like sheet in 3 columns, written by blocks as a file of doubles.

arguments <- commandArgs(trailingOnly = TRUE)
folder <- if (length(arguments)) arguments[[1]] else tempdir()
n <- if (length(arguments) > 1L) as.numeric(arguments[[2]]) else 1e6
path <- file.path(folder, paste0("sheet_", format(n, scientific = FALSE), ".bk"))

sheet <- function(from, to) {
  set.seed(from)
  u <- runif(to - from + 1)
  v <- runif(to - from + 1)
  angle <- 1.5 * pi * (1 + 2 * u)
  cbind(angle * cos(angle) / 10, 2 * v, angle * sin(angle) / 10) + rnorm(3 * length(u), sd = 0.005)
}

blocks <- function() {
  first <- seq(1, n, by = 1e5)
  Map(function(a, b) a:b, first, pmin(n, first + 1e5 - 1))
}

write_sheet <- function() {
  to <- bigmemory::filebacked.big.matrix(
    n, 3, backingfile = basename(path), backingpath = folder,
    descriptorfile = paste0(basename(path), ".desc")
  )
  for (rows in blocks()) to[rows, ] <- sheet(rows[[1]], rows[[length(rows)]])
}

jobs <- list(
  read = function(x) lapscale:::as_points(x)$n_given,
  gc = function(x) as.numeric(lapscale::bw_gc(x, d = 2, seed = 1)),
  gc_free = function(x) as.numeric(lapscale::bw_gc(x, seed = 1)),
  lepski = function(x) as.numeric(lapscale::bw_lepski(x, d = 2, seed = 1)),
  knn = function(x) as.numeric(lapscale::bw_knn(x, k = 7)),
  predict = function(x) {
    few <- lapscale:::as_row_source(x)$read(seq(1, n, length.out = 20000), "x")
    fit <- lapscale::embed_eigenmaps(few, 2, bandwidth = 0.1)
    to <- bigmemory::filebacked.big.matrix(
      n, 2, backingfile = basename(tempfile("to")), backingpath = folder,
      descriptorfile = basename(tempfile("to"))
    )
    stats::predict(fit, x, to = to)
    mean(to[1:1000, 1]^2)
  }
)

peak <- function() as.numeric(gsub("[^0-9]", "", grep("VmHWM", readLines("/proc/self/status"),
                                                    value = TRUE))) / 2^20

run_job <- function(job) {
  x <- bigmemory::attach.big.matrix(paste0(path, ".desc"), path = folder)
  seconds <- system.time(value <- suppressWarnings(suppressMessages(jobs[[job]](x))))[["elapsed"]]
  cat(sprintf("| %s | %g x 3 | %.1f | %.2f | %s |\n", job, n, seconds, peak(),
              paste(signif(value, 6), collapse = " ")))
}

if (length(arguments) > 2L) {
  run_job(arguments[[3]])
} else {
  if (!file.exists(path)) write_sheet()
  cat("| job | rows | s | peak GB | value |\n")
  for (job in names(jobs)) {
    system2("Rscript", c("bench/large_data.R", folder, format(n, scientific = FALSE), job))
  }
}
