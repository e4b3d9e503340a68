# What many columns cost: the choice of the bandwidth and a default embedding beside stats::dist(),
# uwot::umap(), and scikit-learn's SpectralEmbedding, each in a process of its own on one thread.
# CPU seconds and the peak memory of the process, the points included (n x p doubles).
#   Rscript bench/pairs/wide.R                all cells that wide.csv lacks, then the tables of all
#   Rscript bench/pairs/wide.R tables         the tables of what wide.csv has, and their growth
#   Rscript bench/pairs/wide.R N P FILE TASK  one cell in this process
# A cell is left out (NA) if its process used 400 seconds of CPU or 6 GiB of addresses.
max_seconds <- 400L
max_kilobytes <- 6L * 2L^20L
tasks <- c("dist", "bw_gc", "embed_eigenmaps", "umap", "SpectralEmbedding")

# A curved family of four parameters, with noise in all columns.
family <- function(n, p) {
  set.seed(1)
  at <- matrix(stats::runif(n * 4), n)
  curve <- cbind(sin(3 * at), cos(3 * at)) %*% matrix(stats::rnorm(8 * p), 8)
  (curve + 0.05 * matrix(stats::rnorm(n * p), n)) / sqrt(p)
}

asked <- commandArgs(TRUE)
source("bench/common.R")
if (length(asked) == 4L) {
  options(lapscale.threads = 1L)
  size <- as.numeric(asked[1:2])
  x <- readBin(asked[[3]], "double", prod(size))
  dim(x) <- size
  before <- peak_memory()
  spent <- system.time(suppressWarnings(suppressMessages(switch(asked[[4]],
    dist = stats::dist(x),
    bw_gc = bw_gc(x, seed = 1),
    embed_eigenmaps = embed_eigenmaps(x, 2, seed = 1),
    umap = uwot::umap(x, n_threads = 1, n_sgd_threads = 1)
  ))))
  cat("cpu", spent[[1]] + spent[[2]], "\nmemory", peak_memory(), "\nbefore", before, "\n")
  quit()
}
python <- find_python()
script <- sub("^--file=", "", grep("^--file=", commandArgs(FALSE), value = TRUE))

# c(cpu, memory, before), NA if it was left out.
measure <- function(n, p, points, task) {
  command <- if (task != "SpectralEmbedding") {
    paste(file.path(R.home("bin"), "Rscript"), script, n, p, points, task)
  } else if (!is.null(python)) {
    paste(python, "bench/pairs/wide.py", points, p)
  } else {
    return(c(NA, NA, NA))
  }
  limits <- sprintf("ulimit -t %d; ulimit -v %d; export OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1;",
                    max_seconds, max_kilobytes)
  said <- suppressWarnings(system(paste(limits, command, "2>/dev/null"), intern = TRUE))
  number <- function(word) {
    line <- grep(paste0("^", word), said, value = TRUE)
    if (length(line)) as.numeric(strsplit(line, " ")[[1]][[2]]) else NA
  }
  c(number("cpu"), number("memory"), number("before"))
}

cells <- expand.grid(p = c(50, 241, 784, 3000), n = c(1000, 2000, 5000, 20000))
# The cheap ones first.
cells <- cells[order(cells$n^2 * cells$p), ]
cpu <- matrix(NA, nrow(cells), length(tasks), dimnames = list(NULL, tasks))
memory <- cbind(before = NA, cpu)
points <- tempfile()
file <- "bench/pairs/wide.csv"
if (!file.exists(file)) cat("n,p,task,cpu,memory,before\n", file = file)
for (i in seq_len(nrow(cells))) {
  n <- cells$n[[i]]
  p <- cells$p[[i]]
  unlink(points)
  for (task in tasks) {
    known <- utils::read.csv(file)
    row <- which(known$n == n & known$p == p & known$task == task)
    # A smaller cell that was left out, with as many points or columns, leaves this one out.
    smaller <- known$n <= n & known$p <= p & known$task == task & is.na(known$cpu)
    if (!length(row) && (any(smaller) || identical(asked, "tables"))) next
    if (!length(row)) {
      if (!file.exists(points)) writeBin(as.vector(family(n, p)), points)
      found <- c(n, p, task, measure(n, p, points, task))
      cat(paste(found, collapse = ","), "\n", file = file, append = TRUE, sep = "")
      known <- utils::read.csv(file)
      row <- nrow(known)
    }
    cpu[i, task] <- known$cpu[[row]]
    memory[i, task] <- known$memory[[row]]
    if (task == "dist") memory[i, "before"] <- known$before[[row]]
  }
}

in_cells <- function(values) {
  text <- ifelse(is.na(values), "-", vapply(signif(values, 3), format, "", big.mark = ","))
  data.frame(n = format(cells$n, big.mark = ","), p = cells$p, text, check.names = FALSE)
}
machine()
show_table(in_cells(cpu), "CPU seconds")
show_table(in_cells(round(memory)), "Peak memory of the process, MB (before: R with the points)")
# Exponents a, b of n^a p^b, by least squares of the logarithms.
growth <- do.call(rbind, lapply(tasks, function(task) {
  use <- which(cpu[, task] >= 0.5 & cells$n >= 2000)
  fit <- stats::lm(log(cpu[use, task]) ~ log(n) + log(p), cells[use, ])
  data.frame(task = task, cells = length(use), `in n` = stats::coef(fit)[[2]],
             `in p` = stats::coef(fit)[[3]], check.names = FALSE)
}))
show_table(growth, "Exponents of growth, from cells of 2000 points or more and of half a second")
