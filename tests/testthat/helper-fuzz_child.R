# Random calls in other processes.

# fuzz_here() in another R, started again after a seed that killed it or took longer than `patience`
# seconds with all of its chunk; such a seed has the outcome "killed R". `folder` has the helpers.
fuzz_in_child <- function(seeds, folder, chunk = 500, patience = 600, damaged = 0.3) {
  found <- list()
  while (length(seeds)) {
    now <- utils::head(seeds, chunk)
    files <- list(seed = tempfile(), given = tempfile(fileext = ".rds"), rows = tempfile())
    saveRDS(list(seeds = now, libraries = .libPaths(), folder = normalizePath(folder),
                 seed = files$seed, rows = files$rows, damaged = damaged), files$given)
    withr::with_envvar(c(TZ = "UTC"), system2(
      file.path(R.home("bin"), "Rscript"),
      c("--vanilla", shQuote(file.path(folder, "fuzz", "child.R")), shQuote(files$given)),
      stdout = FALSE, stderr = FALSE, timeout = patience
    ))
    rows <- if (file.exists(files$rows)) readRDS(files$rows)
    if (is.null(rows)) {
      # Again up to the one before it, then without it.
      fatal <- as.numeric(readLines(files$seed, warn = FALSE))
      rows <- data.frame(seed = fatal, name = "", seconds = NA, outcome = "killed R")
      before <- now[now < fatal]
      if (length(before)) found <- c(found, list(fuzz_in_child(before, folder, chunk, patience)))
    }
    found <- c(found, list(rows))
    seeds <- seeds[seeds > max(rows$seed)]
    unlink(unlist(files))
  }
  do.call(rbind, found)
}
