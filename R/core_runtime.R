# Settles how a computation runs: threads, instruction level, progress, interrupts.

# Keeps `pid`, the number of the process that loaded the package: a forked child
# (parallel::mclapply) runs serially, because thread pools do not survive a fork.
home <- new.env(parent = emptyenv())

# Waits for what Ctrl-C left behind, before its code is unloaded.
.onUnload <- function(libpath) cpp_wait_for_side_thread()

# Returns the number of threads: n_threads, but at most the number of cores, with a message if it is
# more. If n_threads is NULL, it is the option lapscale.threads, or if that is not set, the smallest
# of 2, the number of cores, and what OMP_THREAD_LIMIT and RCPP_PARALLEL_NUM_THREADS allow. It is 1
# in a forked process.
#   n_threads  as the user gave it, or NULL
resolve_threads <- function(n_threads) {
  cores <- RcppParallel::defaultNumThreads()
  arg <- if (is.null(n_threads)) "lapscale.threads" else "n_threads"
  n_threads <- n_threads %||% getOption("lapscale.threads", default_threads(cores))
  n <- check_count(n_threads, arg)
  if (Sys.getpid() != home$pid) return(1L)
  inform_if(n > cores,
            "`{arg}` = {n} is more than this machine has; {cores} {?is/are} used.", "threads")
  min(n, cores)
}

# Two threads, or fewer if the machine or the session allows fewer.
#   cores  number of cores
default_threads <- function(cores) {
  limits <- Sys.getenv(c("OMP_THREAD_LIMIT", "RCPP_PARALLEL_NUM_THREADS"))
  max(1L, min(2L, cores, suppressWarnings(as.integer(limits)), na.rm = TRUE))
}

# The instruction levels, whose numbers begin at 0.
simd_levels <- c("baseline", "avx2", "avx512")

# Returns the number of the highest instruction level of simd_levels that may be used, 0 for the
# lowest: that of the option lapscale.simd, or else of the environment variable LAPSCALE_SIMD, or
# else the last.
resolve_simd <- function() {
  level <- getOption("lapscale.simd", Sys.getenv("LAPSCALE_SIMD", "avx512"))
  match(check_choice(level, simd_levels, "lapscale.simd"), simd_levels) - 1L
}

# Returns what every cpp_* function of heavy work takes: list(n_threads: a number; simd: number of
# the highest instruction level that may be used, from 0; progress: function of the share of the
# work that is done, or NULL: no bar). The bar is closed when the exported function ends.
#   n_threads  as the user gave it, or NULL
#   progress   whether a bar is shown for passes that last; NULL: option lapscale.progress, or if
#              that is not set, whether the session is interactive
new_runtime <- function(n_threads, progress) {
  n_threads <- resolve_threads(n_threads)
  progress <- check_flag(
    progress %||% getOption("lapscale.progress", rlang::is_interactive()), "progress"
  )
  runtime <- list(n_threads = n_threads, simd = resolve_simd())
  c(runtime, list(progress = if (progress) progress_bar(error_frame())))
}

# Returns a function of the share of the work that is done, from 0 to 1, which moves a progress bar.
# The bar appears after two seconds and is closed when the function of `frame`, an environment,
# ends.
progress_bar <- function(frame) {
  id <- cli::cli_progress_bar(
    "lapscale", total = 100, clear = TRUE, auto_terminate = FALSE, .envir = frame
  )
  # The bar of a selector within the call closes that of the call.
  function(share_done) {
    try(cli::cli_progress_update(set = 100 * share_done, id = id, .envir = frame), silent = TRUE)
  }
}
