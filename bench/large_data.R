# Points in a file: time, and the peak of resident memory by the system's own count (VmHWM).
#   Rscript bench/large_data.R folder sheet|spectra rows            all jobs, each in a process
#   Rscript bench/large_data.R folder sheet|spectra rows job GB     one, with so much memory
# sheet: a rolled sheet in 3 columns, doubles. spectra: smooth lines of 4 parameters at 3750 wave
# lengths with noise, floats. The file is written by blocks where it is not there yet.

arguments <- commandArgs(trailingOnly = TRUE)
folder <- arguments[[1]]
shape <- arguments[[2]]
n <- as.numeric(arguments[[3]])

sheet <- function(count) {
  angle <- 1.5 * pi * (1 + 2 * runif(count))
  cbind(angle * cos(angle) / 10, 2 * runif(count), angle * sin(angle) / 10) +
    rnorm(3 * count, sd = 0.005)
}

spectra <- function(count) {
  wave <- seq(0, 1, length.out = 3750)
  u <- matrix(runif(4 * count), count)
  bump <- function(centre, width) exp(-(outer(-centre, wave, `+`) / width)^2)
  u[, 1] * exp(-2 * outer(u[, 2], wave)) + bump(0.2 + 0.5 * u[, 3], 0.1) +
    u[, 4] * bump(rep(0.8, count), 0.05) + rnorm(3750 * count, sd = 0.01)
}

columns <- c(sheet = 3, spectra = 3750)[[shape]]
name <- paste0(shape, "_", format(n, scientific = FALSE))

new_file <- function(name, columns, type) {
  bigmemory::filebacked.big.matrix(
    n, columns, type, backingfile = paste0(name, ".bk"), backingpath = folder,
    descriptorfile = paste0(name, ".desc")
  )
}

write_file <- function() {
  set.seed(1)
  to <- lapscale:::as_row_source(new_file(name, columns, if (shape == "sheet") "double" else "float"))
  size <- if (shape == "sheet") 1e5 else 2000
  for (first in seq(1, n, by = size)) {
    rows <- first:min(n, first + size - 1)
    to$write(rows, get(shape)(length(rows)), "to", NULL)
  }
}

place <- function(x, m, h) {
  few <- lapscale:::as_row_source(x)$read(round(seq(1, n, length.out = m)), "x", NULL)
  fit <- lapscale::embed_eigenmaps(few, 2, bandwidth = h)
  to <- new_file(basename(tempfile("to")), 2, "double")
  stats::predict(fit, x, to = to)
  mean(to[1:1000, 1]^2)
}

jobs <- list(
  sheet = list(
    read = function(x) lapscale:::as_points(x)$n_given,
    knn = function(x) lapscale::bw_knn(x, k = 7),
    median = function(x) lapscale::bw_median(x, n_points = 5000, seed = 1),
    predict = function(x) place(x, 20000, 0.1)
  ),
  spectra = list(
    median = function(x) lapscale::bw_median(x, n_points = 2000, seed = 1),
    kernel_sum = function(x) lapscale::bw_kernel_sum(x, n_points = 100, seed = 1,
                                                     bandwidths = c(0.5, 1, 2, 4, 8, 16)),
    predict = function(x) place(x, 2000, 4)
  )
)[[shape]]

peak <- function() {
  line <- grep("VmHWM", readLines("/proc/self/status"), value = TRUE)
  as.numeric(gsub("[^0-9]", "", line)) / 2^20
}

run_job <- function(job, memory) {
  options(lapscale.memory = memory, lapscale.scratch = folder)
  x <- bigmemory::attach.big.matrix(file.path(folder, paste0(name, ".desc")))
  used <- system.time(
    value <- suppressWarnings(suppressMessages(as.numeric(jobs[[job]](x))))
  )
  cat(sprintf("| %s | %g x %g | %g | %.0f | %.0f | %.2f | %s |\n", job, n, columns, memory,
              used[["elapsed"]], used[["user.self"]] + used[["sys.self"]], peak(),
              signif(value, 8)))
}

if (length(arguments) > 3L) {
  run_job(arguments[[4]], as.numeric(arguments[[5]]))
} else {
  if (!file.exists(file.path(folder, paste0(name, ".desc")))) write_file()
  cat("| job | shape | memory allowed, GB | s | CPU s | peak GB | value |\n|", rep("---|", 7), "\n",
      sep = "")
  for (job in names(jobs)) {
    for (memory in if (shape == "sheet") c(16, 0.8) else 1) {
      system2("Rscript", c("bench/large_data.R", folder, shape, format(n, scientific = FALSE), job,
                           memory))
    }
  }
}
