# Seconds of the local eigenvalues: of many columns, where bandwidths share products, and of few.
#   Rscript bench/bandwidth/local_spectra.R
# LAPSCALE_BEFORE: a library with the package as it was, to be timed beside this one.
source("bench/common.R")
machine()
digit1 <- benchmark_set("digit1")
stopifnot(!is.null(digit1))
sets <- list(
  digit1 = digit1, `a third of digit1` = digit1[1:500, ],
  `hourglass in noise` = as.matrix(sample_hourglass(2000, noise = 0.02, noise_dims = 57, seed = 1)),
  `hourglass in noise` = as.matrix(sample_hourglass(5000, noise = 0.02, noise_dims = 10, seed = 1)),
  sphere = as.matrix(sample_sphere(5000, seed = 1))
)
file <- tempfile(fileext = ".rds")
saveRDS(sets, file)
seconds <- function(library) {
  code <- sprintf(
    ".libPaths(c(%s, .libPaths())); options(lapscale.threads = 1); sets <- readRDS('%s');
     for (x in sets) {
       spent <- system.time(b <- suppressWarnings(suppressMessages(
         lapscale::bw_select(x, 'msvd', seed = 1))))
       alone <- system.time(suppressWarnings(lapscale::bw_msvd(x, 2, seed = 1)))
       cat(spent[[1]], alone[[1]], as.numeric(b), '')
     }", deparse(library), file
  )
  out <- system2(file.path(R.home("bin"), "Rscript"), c("-e", shQuote(code)), stdout = TRUE)
  found <- matrix(as.numeric(strsplit(utils::tail(out, 1L), " ")[[1]]), 3)
  data.frame(`no d, s of cpu` = found[1, ], `d given, s of cpu` = found[2, ],
             bandwidth = found[3, ], check.names = FALSE)
}
here <- dirname(find.package("lapscale"))
ways <- c(before = Sys.getenv("LAPSCALE_BEFORE"), now = here)
ways <- ways[nzchar(ways)]
rows <- lapply(names(ways), function(name) {
  cbind(data = names(sets), n = vapply(sets, nrow, 0L), columns = vapply(sets, ncol, 0L),
        package = name, seconds(ways[[name]]))
})
show_table(do.call(rbind, rows), "bw_select(\"msvd\"), 1 thread")
