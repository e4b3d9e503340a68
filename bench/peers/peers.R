# Every task beside the fastest packages of R and Python that are installed, in one run, each method
# in a process of its own: medians of five runs, their spread, peak memory, quality.
#   Rscript bench/peers/peers.R [tasks=neighbors,isomap] [sizes=2000,10000,100000] [runs=5] [out=peers.md]
# A method runs until its runs are done or a minute is spent, and is left alone after ten.
source("bench/common.R")
source("bench/peers/peers_tasks.R")

given <- strsplit(commandArgs(TRUE), "=")
given <- stats::setNames(lapply(given, `[`, 2L), vapply(given, `[`, "", 1L))
option <- function(name, default) {
  if (is.null(given[[name]])) default else strsplit(given[[name]], ",")[[1]]
}
runs <- as.integer(option("runs", 5L))
sizes <- as.numeric(option("sizes", c(2e3, 1e4, 1e5)))
budget <- 60
give_up <- 600

# ---- one method in a process of its own ----------------------------------------------------------

# The line before R's "Execution halted", or the last.
said_last <- function(said) {
  said <- grep("^(Calls:|Timing stopped|Execution halted)", said, value = TRUE, invert = TRUE)
  trimws(utils::tail(c("", said), 1))
}

# list(seconds, memory in MB, result); what goes wrong is an error with the last line said.
measure <- function(task, method, n) {
  files <- tempfile(c("points", "labels", "out"))
  on.exit(unlink(files))
  how <- tasks[[task]]$methods[[method]]
  if (is.character(how)) {
    python <- find_python()
    if (is.null(python)) stop("not installed")
    problem <- tasks[[task]]$problem(n)
    writeBin(as.vector(t(problem$x)), files[[1]])
    label <- if (is.null(problem$y)) "-" else files[[2]]
    if (!is.null(problem$y)) writeBin(as.integer(ifelse(is.na(problem$y), -1, problem$y)), label)
    radius <- if (is.null(problem$radius)) 0 else problem$radius
    call <- c(python, "bench/peers/peers_python.py", how, files[[1]], ncol(problem$x), label, files[[3]],
              runs, budget, radius)
  } else {
    call <- c("Rscript", "--no-init-file", "bench/peers/peers_child.R", task, shQuote(method), n, runs,
              budget, files[[3]])
  }
  said <- suppressWarnings(system2(call[[1]], call[-1], stdout = TRUE, stderr = TRUE,
                                   timeout = give_up))
  number <- function(word) {
    as.numeric(sub(".* ", "", grep(paste0("^", word, " "), said, value = TRUE)))
  }
  if (!file.exists(files[[3]])) {
    late <- identical(attr(said, "status"), 124L)
    stop(if (late) paste("gave up after", give_up, "s") else said_last(said))
  }
  result <- if (is.character(how)) {
    value <- readBin(files[[3]], 0, file.size(files[[3]]) / 8)
    if (length(value) > n) matrix(value, n) else value
  } else {
    readRDS(files[[3]])
  }
  list(seconds = number("seconds"), cpu = number("cpu"), memory = number("memory"),
       result = result)
}

# ---- tables --------------------------------------------------------------------------------------

row_of <- function(method, n, note = "", seconds = NA_real_, cpu = NA_real_, ...) {
  spread <- if (length(seconds) > 1L) sprintf("%.3g to %.3g", min(seconds), max(seconds)) else ""
  data.frame(method = method, n = n, seconds = stats::median(seconds), spread = spread,
             `CPU s` = stats::median(cpu), ..., check.names = FALSE,
             note = note)
}

measure_task <- function(name) {
  task <- tasks[[name]]
  rows <- list()
  for (n in sizes) {
    ours <- NULL
    problem <- task$problem(n)
    for (method in names(task$methods)) {
      most <- c(attr(task$methods[[method]], "most"), task$most, Inf)[[1]]
      found <- if (n > most) "not asked: holds all pairs, or too slow" else {
        tryCatch(measure(name, method, n), error = conditionMessage)
      }
      message(format(Sys.time(), "%H:%M:%S "), name, " ", method, " ", n)
      if (is.character(found)) {
        row <- row_of(method, n, found, memory = NA, quality = NA, ratio = NA)
      } else {
        if (is.null(ours)) ours <- found
        row <- row_of(method, n, seconds = found$seconds, cpu = found$cpu,
                      memory = round(found$memory),
                      quality = task$agree(found$result, ours$result, problem),
                      ratio = stats::median(found$seconds) / stats::median(ours$seconds))
      }
      rows <- c(rows, list(row))
    }
  }
  do.call(rbind, rows)
}

# Slope of log seconds over log n of our own rows.
growth <- function(rows) {
  own <- rows[rows$method == "lapscale" & !is.na(rows$seconds), ]
  if (nrow(own) < 2L) return(NA_real_)
  stats::coef(stats::lm(log(own$seconds) ~ log(own$n)))[[2]]
}

show_task <- function(name, rows) {
  keep <- !grepl("^not asked", rows$note)
  rows <- rows[keep, ]
  names(rows)[names(rows) == "memory"] <- "peak MB"
  names(rows)[names(rows) == "quality"] <- tasks[[name]]$quality
  names(rows)[names(rows) == "ratio"] <- "times ours"
  if (all(rows$note == "")) rows$note <- NULL
  grows <- growth(rows)
  grows <- if (!is.na(grows)) sprintf(" (ours grows as n^%.2f)", grows) else ""
  show_table(rows, paste0(tasks[[name]]$title, grows))
}

asked <- option("tasks", names(tasks))
stopifnot(asked %in% names(tasks))
out <- option("out", "")
if (nzchar(out)) sink(out)
cat("# Beside other packages\n\n",
    "`make bench-peers` writes this page. Each method runs in a process of its own, with two threads\n",
    "if it supports them. The tables have the median and the range of the elapsed seconds of ", runs,
    " runs\n(fewer if a run takes over a minute), the CPU seconds, and the peak memory of the whole\n",
    "process. \"Times ours\" is the median divided by ours, so another package is faster if it is\n",
    "below 1. The titles have the exponent with which our time grows with n.\n\n", sep = "")
machine()
for (name in asked) show_task(name, measure_task(name))
if (nzchar(out)) sink()
