# What an R prints that runs these lines with lapscale, under `ulimit -v` of so many kB.
said_under_limit <- function(lines, limit) {
  skip_on_os(c("windows", "mac"))
  script <- withr::local_tempfile(fileext = ".R")
  writeLines(c(
    sprintf(".libPaths(%s)", paste(deparse(.libPaths()), collapse = "")),
    "suppressMessages(library(lapscale))", lines
  ), script)
  suppressWarnings(system2("sh", c("-c", shQuote(paste(
    "ulimit -v", format(limit, scientific = FALSE), ";",
    file.path(R.home("bin"), "Rscript"), "--vanilla", script
  ))), stdout = TRUE, stderr = TRUE))
}
