# Other R processes: other thread backends, other instruction levels, interrupts.

# Evaluates a function of no arguments in a new R and returns its value. The function sees only the
# package and base R; `env` holds environment variables to set. Values travel by saveRDS().
in_new_r <- function(f, env = character(), ...) {
  child <- start_new_r(f, env = env, wait = TRUE, ...)
  finish_new_r(child)
}

# The same, without waiting: list(result, log, script).
start_new_r <- function(f, env = character(), wait = FALSE, given = NULL) {
  testthat::skip_on_cran()
  child <- list(
    script = tempfile(fileext = ".R"), result = tempfile(fileext = ".rds"),
    given = tempfile(fileext = ".rds"), log = tempfile(fileext = ".log")
  )
  environment(f) <- globalenv()
  saveRDS(list(f = f, given = given, libraries = .libPaths()), child$given)
  writeLines(c(
    sprintf("task <- readRDS(%s)", deparse(child$given)),
    ".libPaths(task$libraries)",
    "suppressMessages(library(lapscale))",
    "value <- if (length(formals(task$f))) task$f(task$given) else task$f()",
    sprintf("saveRDS(value, %s)", deparse(paste0(child$result, ".part"))),
    sprintf("file.rename(%s, %s)", deparse(paste0(child$result, ".part")), deparse(child$result))
  ), child$script)
  withr::with_envvar(env, system2(
    file.path(R.home("bin"), "Rscript"), c("--vanilla", shQuote(child$script)),
    stdout = child$log, stderr = child$log, wait = wait
  ))
  child
}

# The value, as soon as it is there.
finish_new_r <- function(child, seconds = 120) {
  wait_for_file(child$result, seconds, child$log)
  value <- readRDS(child$result)
  unlink(unlist(child))
  value
}

wait_for_file <- function(file, seconds, log = NULL) {
  deadline <- proc.time()[[3]] + seconds
  while (!file.exists(file)) {
    if (proc.time()[[3]] > deadline) {
      said <- if (!is.null(log) && file.exists(log)) readLines(log, warn = FALSE)
      stop("a child process did not get there:\n", paste(said, collapse = "\n"))
    }
    Sys.sleep(0.05)
  }
}

# Processor seconds of another process, by the kernel of Linux; NA elsewhere. On a busy machine they
# are less than those that pass.
processor_seconds <- function(pid) {
  file <- file.path("/proc", pid, "stat")
  if (!file.exists(file)) {
    return(NA_real_)
  }
  sum(as.numeric(strsplit(sub(".*\\) ", "", readLines(file)), " ")[[1]][12:13])) / 100
}
