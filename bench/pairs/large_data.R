# Points in files: time, and the peak of resident memory by the system's own count (VmHWM of this
# process and of its workers, added up).
#   Rscript bench/pairs/large_data.R folder lines|sheet|spectra rows                    the jobs of a shape
#   Rscript bench/pairs/large_data.R folder lines|sheet|spectra rows job GB threads daemons       one of them
# lines: smooth lines of 4 parameters at 50 places with noise, doubles. sheet: a rolled sheet in 3
# columns, doubles. spectra: smooth lines at 3750 wave lengths with noise, floats. The file is written
# by blocks where it is not there yet.

arguments <- commandArgs(trailingOnly = TRUE)
folder <- arguments[[1]]
shape <- arguments[[2]]
n <- as.numeric(arguments[[3]])

sheet <- function(count) {
  angle <- 1.5 * pi * (1 + 2 * runif(count))
  cbind(angle * cos(angle) / 10, 2 * runif(count), angle * sin(angle) / 10) +
    rnorm(3 * count, sd = 0.005)
}

curves <- function(count, columns) {
  wave <- seq(0, 1, length.out = columns)
  u <- matrix(runif(4 * count), count)
  bump <- function(centre, width) exp(-(outer(-centre, wave, `+`) / width)^2)
  u[, 1] * exp(-2 * outer(u[, 2], wave)) + bump(0.2 + 0.5 * u[, 3], 0.1) +
    u[, 4] * bump(rep(0.8, count), 0.05) + rnorm(columns * count, sd = 0.01)
}

shapes <- list(
  lines = list(columns = 50, type = "double", block = 1e5, draw = function(m) curves(m, 50)),
  sheet = list(columns = 3, type = "double", block = 1e5, draw = sheet),
  spectra = list(columns = 3750, type = "float", block = 2000, draw = function(m) curves(m, 3750))
)
columns <- shapes[[shape]]$columns
name <- paste0(shape, "_", format(n, scientific = FALSE))

new_file <- function(name, columns, type) {
  bigmemory::filebacked.big.matrix(
    n, columns, type, backingfile = paste0(name, ".bk"), backingpath = folder,
    descriptorfile = paste0(name, ".desc")
  )
}

write_file <- function() {
  set.seed(1)
  to <- lapscale:::as_row_source(new_file(name, columns, shapes[[shape]]$type))
  for (first in seq(1, n, by = shapes[[shape]]$block)) {
    rows <- first:min(n, first + shapes[[shape]]$block - 1)
    to$write(rows, shapes[[shape]]$draw(length(rows)), "to", NULL)
  }
}

place <- function(x, m, h) {
  few <- lapscale:::as_row_source(x)$read(round(seq(1, n, length.out = m)), "x", NULL)
  fit <- lapscale::embed_eigenmaps(few, 2, bandwidth = h)
  to <- new_file(basename(tempfile("to")), 2, "double")
  stats::predict(fit, x, to = to)
  mean(to[1:1000, 1]^2)
}

knn <- function(x, neighbors) {
  graph <- lapscale::heat_graph(x, 0.2, type = "knn", k = 15, neighbors = neighbors)
  recall <- generics::glance(graph)$recall
  paste(nrow(graph), "points", if (is.null(recall)) "" else paste("recall", signif(recall, 5)))
}

gc <- function(x, d) lapscale::bw_gc(x, d = d, n_points = 200, seed = 1)

jobs <- list(
  lines = list(
    gc = function(x) gc(x, 2),
    exact = function(x) knn(x, "exact"),
    hnsw = function(x) knn(x, "hnsw"),
    descent = function(x) knn(x, "descent"),
    eigenmaps = function(x) {
      fit <- lapscale::embed_eigenmaps(x, 2, bandwidth = 0.2, graph = "knn", k = 15)
      mean(as.matrix(fit)[1:1000, 1]^2)
    }
  ),
  sheet = list(
    read = function(x) lapscale:::as_points(x)$n_given,
    gc = function(x) gc(x, 2),
    lepski = function(x) lapscale::bw_lepski(x, d = 2, seed = 1),
    knn = function(x) lapscale::bw_knn(x, k = 7),
    median = function(x) lapscale::bw_median(x, n_points = 5000, seed = 1),
    predict = function(x) place(x, 20000, 0.1)
  ),
  spectra = list(
    gc = function(x) gc(x, 1),
    median = function(x) lapscale::bw_median(x, n_points = 2000, seed = 1),
    kernel_sum = function(x) lapscale::bw_kernel_sum(x, n_points = 100, seed = 1,
                                                     bandwidths = c(0.5, 1, 2, 4, 8, 16)),
    predict = function(x) place(x, min(20000, n / 30), 4)
  )
)[[shape]]

# What a process has used so far: GB at its peak, CPU seconds. Sent to workers as it stands.
used_so_far <- function() {
  line <- grep("VmHWM", readLines("/proc/self/status"), value = TRUE)
  c(as.numeric(gsub("[^0-9]", "", line)) / 2^20, sum(proc.time()[1:2]))
}

run_job <- function(job, memory, threads, daemons) {
  options(lapscale.memory = memory, lapscale.scratch = folder, lapscale.threads = threads)
  if (daemons > 0) {
    mirai::daemons(daemons)
    on.exit(mirai::daemons(0))
    environment(used_so_far) <- baseenv()
  }
  x <- bigmemory::attach.big.matrix(file.path(folder, paste0(name, ".desc")))
  elapsed <- system.time(
    value <- suppressWarnings(suppressMessages(jobs[[job]](x)))
  )[["elapsed"]]
  used <- used_so_far()
  if (daemons > 0) {
    others <- mirai::everywhere(f(), .args = list(f = used_so_far))
    used <- used + Reduce(`+`, mirai::collect_mirai(others))
  }
  load <- strsplit(readLines("/proc/loadavg"), " ")[[1]][[2]]
  cat(sprintf("| %s | %g x %g | %g | %s | %.0f | %.0f | %.2f | %s | %s |\n", job, n, columns, memory,
              if (daemons > 0) paste(daemons, "daemons") else paste(threads, "threads"),
              elapsed, used[[2]], used[[1]], load,
              if (is.character(value)) value else signif(as.numeric(value), 8)))
}

if (length(arguments) > 3L) {
  rest <- as.numeric(arguments[5:7])
  run_job(arguments[[4]], rest[[1]], rest[[2]], rest[[3]])
} else {
  if (!file.exists(file.path(folder, paste0(name, ".desc")))) write_file()
  cat("| job | shape | memory allowed, GB | on | s | CPU s | peak GB | load | value |\n|",
      rep("---|", 9), "\n", sep = "")
  ways <- list(lines = list(c(16, 1, 0), c(16, 2, 0), c(16, 1, 1), c(16, 1, 2)),
               sheet = list(c(16, 2, 0), c(0.8, 2, 0)), spectra = list(c(2, 2, 0)))[[shape]]
  for (job in names(jobs)) {
    for (way in ways) {
      system2("Rscript", c("bench/pairs/large_data.R", folder, shape, format(n, scientific = FALSE), job,
                           way))
    }
  }
}
