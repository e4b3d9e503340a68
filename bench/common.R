# What every bench script uses.
suppressMessages(library(lapscale))
options(lapscale.threads = 2L, width = 160)

machine <- function() {
  cpu <- sub(".*: ", "", grep("model name", readLines("/proc/cpuinfo"), value = TRUE)[[1]])
  level <- lapscale:::simd_levels[[1 + lapscale:::cpp_simd_level()]]
  cat(sprintf("%s, %d cores, %s, %s, lapscale %s\n\n", cpu, parallel::detectCores(), level,
              R.version.string, utils::packageVersion("lapscale")))
}

# Median seconds of some runs.
seconds <- function(expr, times = 3L) {
  call <- substitute(expr)
  frame <- parent.frame()
  stats::median(vapply(seq_len(times), function(i) system.time(eval(call, frame))[[3]], 0))
}

# CPU seconds of all threads together.
cpu <- function(expr) {
  spent <- system.time(expr)
  spent[["user.self"]] + spent[["sys.self"]]
}

quietly <- function(expr) suppressMessages(suppressWarnings(expr))

# A data frame as a table of README.md.
show_table <- function(table, title) {
  cells <- vapply(table, function(column) {
    if (is.numeric(column)) format(signif(column, 3), trim = TRUE, scientific = 3) else
      as.character(column)
  }, character(nrow(table)))
  cells <- matrix(cells, nrow(table))
  row <- function(values) paste0("| ", paste(values, collapse = " | "), " |")
  cat("\n**", title, "**\n\n", row(names(table)), "\n", row(rep("---", ncol(table))), "\n", sep = "")
  for (i in seq_len(nrow(cells))) cat(row(cells[i, ]), "\n", sep = "")
}

# Peak resident memory of this process, MB.
peak_memory <- function() {
  line <- grep("VmHWM", readLines("/proc/self/status"), value = TRUE)
  as.numeric(gsub("[^0-9]", "", line)) / 1024
}

# C++ of a bench, compiled against the package's own headers.
compile <- function(file) {
  Sys.setenv(PKG_CPPFLAGS = paste0("-I", system.file("include", package = "lapscale")))
  Sys.setenv(PKG_CXXFLAGS = "-w")
  Rcpp::sourceCpp(file, env = globalenv())
}

benchmark_set <- function(name, what = "X") {
  file <- file.path("..", "shared", "data", sprintf("%s.%s.csv.gz", name, what))
  if (!file.exists(file)) return(NULL)
  as.matrix(utils::read.csv(gzfile(file), comment.char = "#"))
}

# A python3 that has scikit-learn: LAPSCALE_PYTHON, or one of the path; NULL where there is none.
find_python <- function() {
  path <- strsplit(Sys.getenv("PATH"), .Platform$path.sep)[[1]]
  candidates <- c(Sys.getenv("LAPSCALE_PYTHON"), file.path(path, "python3"))
  for (python in unique(candidates[nzchar(candidates) & file.exists(candidates)])) {
    found <- suppressWarnings(system2(python, c("-c", shQuote("import sklearn")), stdout = FALSE,
                                      stderr = FALSE))
    if (found == 0) return(python)
  }
  NULL
}

# Least correlation of a column of `ours` with its best linear fit by the columns of y.
agreement <- function(y, ours) {
  ours <- as.matrix(ours)
  if (is.null(y) || anyNA(ours)) return(NA_real_)
  fit <- stats::lm.fit(cbind(1, as.matrix(y)), ours)
  sqrt(min(1 - colSums(fit$residuals^2) / colSums(scale(ours, scale = FALSE)^2)))
}

# Agreement of two partitions, 0 expected by chance (Hubert and Arabie, 1985).
adjusted_rand <- function(a, b) {
  table <- table(a, b)
  pairs <- function(counts) sum(counts * (counts - 1) / 2)
  rows <- pairs(rowSums(table))
  columns <- pairs(colSums(table))
  chance <- rows * columns / pairs(sum(table))
  (pairs(table) - chance) / ((rows + columns) / 2 - chance)
}

# The label of the nearest point that has one.
nearest_label <- function(x, y) {
  seen <- which(!is.na(y))
  y[seen][max.col(-as.matrix(stats::dist(x))[, seen], "first")]
}
