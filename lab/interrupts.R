# Ctrl-C at random times in every long function: how much processor time passes between the signal
# and the condition, and whether the next call gives the same bits. Linux: reads /proc.
#   Rscript lab/interrupts.R 500            so many interrupts over all functions
#   Rscript lab/interrupts.R 20 bw_cv ...   so many of these
# They come at times uniform over what the function takes when it is left alone.
# Writes lab/results/interrupts.csv: a row per function, with those seconds. Fails where one took more
# than 0.5 s, or a bit changed. Times are processor seconds of the process, so that a busy machine
# does not count.
suppressMessages(library(lapscale))
limit <- 0.5

sheet <- function(n, seed = 1) as.matrix(sample_swiss_roll(n, noise = 0.02, seed = seed))
some_labels <- function(n) {
  hidden <- !seq_len(n) %% 20L %in% c(0L, 11L)
  replace(rep(c("a", "b"), length.out = n), hidden, NA)
}
wide_sheet <- function(n, columns = 40L) {
  sheet(n) %*% matrix(sin(seq_len(3L * columns)), 3L) / sqrt(columns)
}
# Rows of 30 ones in 30,000 columns.
sparse_rows <- function(n) {
  at <- outer(seq_len(30), seq_len(n), function(k, i) (i * k * 7919 + k^2 * i %/% 3) %% 30000)
  Matrix::sparseMatrix(i = rep(seq_len(n), each = 30), j = 1 + c(at), x = 1, dims = c(n, 30000))
}
# A graph of two halves that a link of 1e-9 joins, and labels in one of them.
hung_by_threads <- function(n) {
  w <- heat_graph(sheet(n), 1)$weights
  second <- rep(c(FALSE, TRUE), length.out = n)
  edges <- Matrix::summary(w)
  edges$x[second[edges$i] != second[edges$j]] <- 1e-9
  as_heat_graph(Matrix::sparseMatrix(i = edges$i, j = edges$j, x = edges$x, dims = c(n, n)))
}
hung_labels <- function(n) {
  replace(rep(NA, n), seq(1, n, by = 20), rep(c("a", "b"), length.out = length(seq(1, n, by = 20))))
}

# Functions of n points that compute for a second or more at the first size; the second size is for
# bits.
tasks <- list(
  bw_gc = list(c(12000, 200), function(n) bw_gc(sheet(n), n_points = min(n, 400), seed = 1)),
  bw_gc_thinned = list(c(60000, 200), function(n) {
    bw_gc(sheet(n), n_points = min(n, 200), seed = 1)
  }),
  bw_gc_columns = list(c(51000, 200), function(n) {
    bw_gc(wide_sheet(n), n_points = min(n, 50), d = 2, seed = 1)
  }),
  bw_gc_wide = list(c(1000, 120), function(n) bw_gc(wide_sheet(n, 3000L), seed = 1)),
  bw_gc_dist = list(c(3000, 150), function(n) bw_gc(dist(sheet(n)), seed = 1)),
  bw_gc_sparse = list(c(2500, 150), function(n) bw_gc(sparse_rows(n), seed = 1)),
  sparse_graph = list(c(8000, 300), function(n) heat_graph(sparse_rows(n), 4, "knn", k = 10)),
  bw_lepski = list(c(9000, 200), function(n) {
    bw_lepski(sheet(n), d = 2, n_validation = min(n %/% 2, 500), seed = 1)
  }),
  bw_rec = list(c(4000, 150), function(n) bw_rec(sheet(n), seed = 1)),
  bw_cv = list(c(1200, 100), function(n) {
    bw_cv(sheet(n), some_labels(n), ssl_harmonic, folds = 3, n_bandwidths = 12, seed = 1)
  }),
  bw_cv_eigenmaps = list(c(700, 100), function(n) {
    bw_cv(sheet(n), some_labels(n), ssl_eigenmaps, folds = 2, n_bandwidths = 6, seed = 1)
  }),
  bw_kernel_sum = list(c(20000, 200), function(n) bw_kernel_sum(sheet(n), seed = 1)),
  bw_msvd = list(c(9000, 200), function(n) bw_msvd(sheet(n), d = 2, seed = 1)),
  bw_msvd_columns = list(c(1500, 150), function(n) {
    bw_msvd(wide_sheet(n, 200), d = 2, seed = 1)
  }),
  bw_median = list(c(150000, 200), function(n) {
    bw_median(sheet(n), n_points = min(n, 4000), seed = 1)
  }),
  bw_knn = list(c(60000, 200), function(n) bw_knn(sheet(n), k = 40)),
  metric_distortion = list(c(10000, 200), function(n) {
    metric_distortion(sheet(n), 3, d = 2, subsample = FALSE, seed = 1)
  }),
  radius_graph = list(c(40000, 300), function(n) heat_graph(sheet(n), 0.5)),
  knn_graph = list(c(60000, 300), function(n) heat_graph(sheet(n), 1, "knn", k = 20)),
  knn_columns = list(c(30000, 4200), function(n) heat_graph(wide_sheet(n), 1, "knn", k = 20)),
  dense_graph = list(c(3500, 200), function(n) heat_graph(sheet(n), 2, "dense")),
  graph_spectrum = list(c(6000, 200), function(n) {
    graph_spectrum(graph_laplacian(heat_graph(sheet(n), 0.6)), min(n %/% 10, 60))
  }),
  components = list(c(40000, 300), function(n) graph_components(heat_graph(sheet(n), 0.5))),
  graph_laplacian_at = list(c(5000, 200), function(n) {
    x <- sheet(n)
    graph_laplacian_at(x, x[, 1], x, 1, d = 2, f_y = x[, 1])
  }),
  eigenmaps = list(c(5000, 200), function(n) embed_eigenmaps(sheet(n), 4, bandwidth = 1)),
  layout = list(c(20000, 300), function(n) embed_layout(sheet(n))),
  layout_new = list(c(60000, 300), function(n) predict(embed_layout(sheet(300)), sheet(n, 2))),
  eigenmaps_factor = list(c(150000, 21000), function(n) {
    embed_eigenmaps(sheet(n), 2, bandwidth = 2, graph = "knn", k = 15)
  }),
  eigenmaps_plan = list(c(300000, 21000), function(n) {
    embed_eigenmaps(sheet(n), 2, bandwidth = 2, graph = "knn", k = 15)
  }),
  matrix_free = list(c(5000, 200), function(n) {
    embed_eigenmaps(sheet(n), 2, bandwidth = if (n > 1000) 12 else 4)
  }),
  matrix_free_noise = list(c(9000, 4000), function(n) {
    x <- sample_hourglass(n, noise = 0.05, noise_dims = 10, seed = 1)
    embed_eigenmaps(x, 2, bandwidth = 0.6)
  }),
  diffusion = list(c(5000, 200), function(n) embed_diffusion(sheet(n), 4, bandwidth = 1)),
  landmarks = list(c(30000, 300), function(n) {
    embed_diffusion(sheet(n), 2, bandwidth = 2, landmarks = min(n %/% 3, 600), seed = 1)
  }),
  isomap = list(c(1500, 150), function(n) embed_isomap(sheet(n), 2, k = 10)),
  isomap_landmarks = list(c(8000, 200), function(n) {
    embed_isomap(sheet(n), 2, k = 10, landmarks = min(n %/% 3, 300), seed = 1)
  }),
  lle = list(c(4000, 200), function(n) embed_lle(sheet(n), 2, k = 12)),
  lle_hessian = list(c(20000, 200), function(n) embed_lle(sheet(n), 2, k = 12, method = "hessian")),
  ltsa = list(c(20000, 200), function(n) embed_ltsa(sheet(n), 2, k = 12)),
  independent = list(c(10000, 200), function(n) {
    embed_eigenmaps(sheet(n), 2, bandwidth = if (n > 1000) 1 else 4, coordinates = "independent")
  }),
  relax = list(c(2000, 200), function(n) {
    embed_relax(embed_ltsa(sheet(n), 2), bandwidth = if (n > 1000) 2 else 4)
  }),
  kpca = list(c(1500, 150), function(n) embed_kpca(sheet(n), 3, bandwidth = 2)),
  quality = list(c(3000, 150), function(n) {
    x <- sheet(n)
    embed_quality(x[, 1:2], x, k = 10, n_points = n)
  }),
  clusters = list(c(3000, 200), function(n) cluster_spectral(sheet(n), 6, bandwidth = 1, seed = 1)),
  clusters_unstored = list(c(5000, 200), function(n) {
    cluster_spectral(sheet(n), 2, bandwidth = if (n > 1000) 12 else 4)
  }),
  dim_mle = list(c(30000, 200), function(n) dim_mle(sheet(n), k = 40)),
  dim_growth = list(c(20000, 200), function(n) dim_growth(sheet(n), seed = 1)),
  dim_kernel_sum = list(c(20000, 200), function(n) dim_kernel_sum(sheet(n), seed = 1)),
  ssl_eigenmaps = list(c(3000, 200), function(n) {
    ssl_eigenmaps(sheet(n), some_labels(n), bandwidth = 1, seed = 1)
  }),
  ssl_harmonic = list(c(6000, 200), function(n) {
    ssl_harmonic(sheet(n), some_labels(n), bandwidth = 1)
  }),
  ssl_harmonic_factor = list(c(200000, 21000), function(n) {
    y <- replace(rep(NA, n), seq(1, n, length.out = 100), rep(c("a", "b"), 50))
    ssl_harmonic(sheet(n), y, bandwidth = 2, graph = "knn", k = 15)
  }),
  ssl_harmonic_faint = list(c(4000, 300), function(n) {
    ssl_harmonic(hung_by_threads(n), hung_labels(n))
  }),
  ssl_iterated = list(c(5000, 4000), function(n) {
    ssl_iterated(sheet(n), some_labels(n), bandwidth = 4, graph = "radius")
  }),
  ssl_auto = list(c(1500, 150), function(n) ssl_auto(sheet(n), some_labels(n), bandwidth = 1)),
  ssl_laprls = list(c(1200, 150), function(n) ssl_laprls(sheet(n), some_labels(n), bandwidth = 1)),
  ssl_lapsvm = list(c(1200, 150), function(n) {
    ssl_lapsvm(sheet(n), some_labels(n), bandwidth = 1, lambda_ambient = 1e-3, lambda_manifold = 1)
  }),
  predict = list(c(60000, 300), function(n) {
    fit <- embed_diffusion(sheet(600), 2, bandwidth = 2)
    predict(fit, sheet(n, 2))
  }),
  bw_test_error = list(c(3000, 150), function(n) {
    y <- rep(c("a", "b"), length.out = n)
    bw_test_error(sheet(n), y, seq(1, n, by = 7), ssl_harmonic,
                  bandwidths = c(0.8, 1, 1.3, 1.6, 2), n_threads = 1)
  }),
  bw_risk = list(c(200000, 200), function(n) {
    x <- sheet(n)
    bw_risk(x, 2, x[, 1], rep(0, n), n_validation = min(n %/% 2, 500), seed = 1)
  }),
  bw_report = list(c(40000, 200), function(n) bw_report(1.5, sheet(n), seed = 1)),
  dim_estimate = list(c(12000, 200), function(n) dim_estimate(sheet(n), seed = 1)),
  dim_eigengap = list(c(60000, 200), function(n) dim_eigengap(sheet(n), bandwidth = 1, seed = 1)),
  embed_scales = list(c(10000, 200), function(n) {
    embed_scales(sheet(n), c(0.8, 1, 1.4), n_components = 2, seed = 1)
  }),
  ssl_diffusion = list(c(5000, 200), function(n) {
    ssl_diffusion(sheet(n), some_labels(n), bandwidth = 1)
  }),
  metric_riemannian = list(c(40000, 200), function(n) {
    graph <- heat_graph(sheet(n), 0.6)
    metric_riemannian(sheet(n)[, 1:2], graph, d = 2)
  }),
  metric_distances = list(c(4000, 200), function(n) {
    graph <- heat_graph(sheet(n), 1)
    metric_distances(metric_riemannian(sheet(n)[, 1:2], graph, d = 2), from = seq_len(n %/% 4))
  }),
  point_source = list(c(20000, 200), function(n) {
    x <- sheet(n)
    bw_gc(point_source(n, 3, function(rows) x[rows, ]), n_points = min(n, 300), seed = 1)
  }),
  row_source_read = list(c(2000000, 2000), function(n) {
    source <- point_source(n, 2, function(rows) cbind(sin(rows * 1.7), cos(rows * 0.3)))
    bw_median(source, n_points = 100, seed = 1)
  }),
  graph_columns = list(c(3000, 200), function(n) graph_columns(wide_sheet(n), 1, k = Inf)),
  graph_columns_listed = list(c(6000, 200), function(n) {
    graph_columns(wide_sheet(n), 1, k = 30, n_permutations = 49, seed = 1)
  }),
  graph_test = list(c(20000, 200), function(n) {
    graph_test(heat_graph(sheet(n), 1), sheet(n), n_permutations = 499, seed = 1)
  }),
  embed_common = list(c(1000, 150), function(n) {
    embed_common(sheet(n), sheet(n)[, 1:2], bandwidth = 2, test = TRUE, n_permutations = 9, seed = 1)
  }),
  boundary_distance = list(c(20000, 300), function(n) boundary_distance(sheet(n), 2, 2, seed = 1)),
  noise_remove = list(c(1500, 150), function(n) noise_remove(wide_sheet(n, 200L), seed = 1)),
  way_back = list(c(20000, 200), function(n) {
    e <- embed_isomap(sheet(1000), 2, k = 10)
    predict(e, as.matrix(e)[rep_len(1:1000, n), ] + 1e-3, type = "data")
  }),
  bw_reml = list(c(2000, 150), function(n) {
    x <- as.data.frame(sheet(n))
    names(x) <- c("a", "b", "c")
    bw_reml(y ~ s(a, b, c, bs = "lap", k = 20), cbind(x, y = sin(x$a / 3)))
  }),
  report_of_choice = list(c(12000, 200), function(n) {
    x <- sheet(n)
    confint(bw_gc(x, n_points = min(n, 300), replicates = 100, seed = 1))
  })
)

# What a result is but for its clock.
bits <- function(value) {
  if (inherits(value, "lapscale_number")) {
    table <- as.data.frame(value)
    return(list(as.double(value), table[setdiff(names(table), "elapsed")]))
  }
  if (is.list(value)) value$elapsed <- NULL
  if (is.list(value)) value$solver <- NULL
  unclass(value)
}
seconds <- function() sum(proc.time()[c(1, 2)])

# ---- the process that is interrupted -----------------------------------------------------------

asked <- commandArgs(trailingOnly = TRUE)
if (identical(asked[[1]], "child")) {
  task <- tasks[[asked[[2]]]]
  folder <- asked[[3]]
  note <- function(name, value) {
    file <- file.path(folder, name)
    saveRDS(value, paste0(file, ".part"))
    file.rename(paste0(file, ".part"), file)
  }
  options(lapscale.threads = 1)
  speak <- function(expr) suppressMessages(suppressWarnings(expr))
  before <- speak(bits(task[[2]](task[[1]][[2]])))
  start <- seconds()
  speak(task[[2]](task[[1]][[1]]))
  note("long", seconds() - start)
  settings <- options()
  round <- 0L
  # Signals are taken while the call runs and nowhere else: one that comes when it has just ended
  # waits for Sys.sleep(), which takes it even so, and where it is let go of.
  suspendInterrupts(repeat {
    round <- round + 1L
    note(paste0("ready", round), c(Sys.getpid(), seconds()))
    caught <- tryCatch({
      allowInterrupts(speak(task[[2]](task[[1]][[1]])))
      NA
    }, interrupt = function(i) seconds(), error = function(e) conditionMessage(e))
    same <- identical(speak(bits(task[[2]](task[[1]][[2]]))), before) &&
      identical(options(), settings)
    note(paste0("done", round), list(caught, same))
    repeat {
      sent <- file.exists(file.path(folder, paste0("next", round)))
      tryCatch(Sys.sleep(0.02), interrupt = function(i) NULL)
      if (sent) break
    }
    if (file.exists(file.path(folder, "stop"))) quit()
  })
}

# ---- the one that interrupts -------------------------------------------------------------------

# Processor seconds of a process, by the kernel.
seconds_of <- function(pid) {
  words <- strsplit(sub(".*\\) ", "", readLines(file.path("/proc", pid, "stat"))), " ")[[1]]
  sum(as.numeric(words[12:13])) / 100
}
wait_for <- function(file) {
  log <- file.path(dirname(file), "log")
  while (!file.exists(file)) {
    said <- if (file.exists(log)) readLines(log)
    if (any(grepl("halted", said))) stop(paste(said, collapse = "\n"))
    Sys.sleep(0.01)
  }
  readRDS(file)
}

# Interrupts of one function: data frame after (when it came), took (processor seconds), same.
interrupts_of <- function(name, count) {
  folder <- tempfile("interrupts")
  dir.create(folder)
  script <- sub("^--file=", "", grep("^--file=", commandArgs(FALSE), value = TRUE))
  log <- file.path(folder, "log")
  system2(file.path(R.home("bin"), "Rscript"), c("--no-init-file", script, "child", name, folder),
          stdout = log, stderr = log, wait = FALSE)
  file_of <- function(what) file.path(folder, what)
  found <- list()
  # How long it takes when it is left alone.
  long <- wait_for(file_of("long"))
  round <- 0L
  while (length(found) < count && round < 3 * count) {
    round <- round + 1L
    ready <- wait_for(file_of(paste0("ready", round)))
    after <- stats::runif(1, 0, long)
    done <- file_of(paste0("done", round))
    while (!file.exists(done) && seconds_of(ready[[1]]) - ready[[2]] < after) Sys.sleep(0.002)
    sent <- NA
    if (!file.exists(done)) {
      sent <- seconds_of(ready[[1]])
      tools::pskill(ready[[1]], tools::SIGINT)
    }
    end <- wait_for(done)
    if (is.character(end[[1]])) stop(name, ": ", end[[1]])
    # Where it had ended before, that was no interrupt.
    if (!is.na(end[[1]])) {
      found <- c(found, list(data.frame(after = after, took = end[[1]] - sent, same = end[[2]])))
    }
    if (length(found) == count) file.create(file_of("stop"))
    saveRDS(0, file_of(paste0("next", round)))
  }
  file.create(file_of("stop"))
  structure(do.call(rbind, found), long = long)
}

count <- as.numeric(asked[[1]])
names <- if (length(asked) > 1L) asked[-1] else names(tasks)
each <- if (length(asked) > 1L) count else ceiling(count / length(names))
set.seed(1)
rows <- lapply(names, function(name) {
  found <- interrupts_of(name, each)
  row <- data.frame(
    name = name, seconds = round(attr(found, "long"), 1), interrupts = nrow(found),
    median = round(stats::median(found$took), 3),
    longest = round(max(found$took), 3), late = sum(found$took > limit), changed = sum(!found$same)
  )
  cat(paste(names(row), unlist(row), collapse = "  "), "\n")
  row
})
table <- do.call(rbind, rows)
file <- "lab/results/interrupts.csv"
if (length(asked) > 1L && file.exists(file)) {
  known <- utils::read.csv(file)
  table <- rbind(known[!known$name %in% names, ], table)
}
utils::write.csv(table, file, row.names = FALSE, quote = FALSE)
cat(sprintf("interrupts: %d, longest %.2f s, %d later than %.1f s, %d changed\n",
            sum(table$interrupts), max(table$longest), sum(table$late), limit, sum(table$changed)))
quit(status = as.integer(sum(table$late, table$changed) > 0))
