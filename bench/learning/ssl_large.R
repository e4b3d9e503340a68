# Learning from 100 labels on large swiss rolls: time and memory of each method, each in an R of its
# own, at the bandwidth of bw_gc(d = 1), and of scikit-learn's LabelSpreading on the same graph.
#   Rscript bench/learning/ssl_large.R [methods [sizes]]
#   e.g. Rscript bench/learning/ssl_large.R harmonic,laprls,label_spreading 10000,50000
# LAPSCALE_PYTHON may name a python that has scikit-learn; else those on the path are tried.
source("bench/common.R")

methods <- list(
  eigenmaps = function(...) ssl_eigenmaps(..., seed = 1),
  eigenmaps_10 = function(...) ssl_eigenmaps(..., n_eigen = 10), iterated = ssl_iterated,
  diffusion = ssl_diffusion, harmonic = ssl_harmonic, poisson = ssl_poisson, laprls = ssl_laprls,
  lapsvm = function(...) ssl_lapsvm(..., solver = "primal"), auto = ssl_auto,
  label_spreading = NULL
)

# Three classes along the roll, 100 labels.
roll <- function(n) {
  x <- sample_swiss_roll(n, seed = 1)
  angle <- attr(x, "parameters")[, "t"]
  truth <- cut(angle, quantile(angle, 0:3 / 3), labels = c("a", "b", "c"), include.lowest = TRUE)
  set.seed(1)
  list(x = x, truth = truth, y = replace(truth, -sample(n, 100), NA))
}

# Peak memory is that of the R or python that fits.
label_spreading <- function(roll, h) {
  given <- list(bandwidth = h, progress = FALSE)
  asked <- lapscale:::arguments_of_call(lapscale:::ssl_harmonic.default, given)
  arguments <- lapscale:::ssl_arguments(roll$x, roll$y, lapscale:::ssl_settings(asked))
  problem <- lapscale:::ssl_graph(arguments, lapscale:::harmonic_method())
  weights <- problem$weights
  folder <- tempfile()
  dir.create(folder)
  on.exit(unlink(folder, recursive = TRUE))
  label <- ifelse(is.na(roll$y), -1L, as.integer(roll$y))
  content <- list(begin = weights@p, column = weights@i, value = weights@x, label = label,
                  truth = as.integer(roll$truth))
  for (name in names(content)) {
    writeBin(content[[name]], file.path(folder, paste0(name, ".bin")))
  }
  python <- find_python()
  if (is.null(python)) stop("No python with scikit-learn: set LAPSCALE_PYTHON.")
  out <- system2(python, c("bench/learning/label_spreading.py", folder), stdout = TRUE)
  as.numeric(strsplit(out, " ")[[1]])[1:4]
}

fit_one <- function(method, n) {
  roll <- roll(n)
  choosing <- system.time(h <- as.numeric(bw_gc(roll$x, d = 1, seed = 1)))[[3]]
  found <- if (method == "label_spreading") label_spreading(roll, h) else {
    time <- system.time(fit <- methods[[method]](roll$x, roll$y, bandwidth = h))
    hidden <- is.na(roll$y)
    wrong <- 100 * mean(fitted(fit)[hidden] != roll$truth[hidden])
    c(time[["elapsed"]], time[["user.self"]] + time[["sys.self"]], wrong, peak_memory())
  }
  cat(choosing, found)
}

given <- commandArgs(TRUE)
if (identical(given[1], "one")) {
  fit_one(given[[2]], as.numeric(given[[3]]))
} else {
  chosen <- if (length(given)) strsplit(given[[1]], ",")[[1]] else names(methods)
  sizes <- if (length(given) > 1) as.numeric(strsplit(given[[2]], ",")[[1]]) else c(1e4, 5e4, 1e5)
  machine()
  script <- "bench/learning/ssl_large.R"
  rows <- lapply(sizes, function(n) {
    lapply(chosen, function(method) {
      call <- c("--no-init-file", script, "one", method, n)
      out <- system2(file.path(R.home("bin"), "Rscript"), call, stdout = TRUE)
      found <- as.numeric(strsplit(out[[length(out)]], " ")[[1]])
      message(method, ", ", n, " points: ", found[[2]], " s")
      data.frame(n = format(n, big.mark = ",", scientific = FALSE), method = method,
                 bw_gc_seconds = found[[1]], seconds = found[[2]], cpu_seconds = found[[3]],
                 error = found[[4]], peak_mb = found[[5]])
    })
  })
  show_table(do.call(rbind, unlist(rows, recursive = FALSE)),
             "Swiss roll, 100 labels of three classes")
}
