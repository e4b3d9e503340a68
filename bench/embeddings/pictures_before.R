# Draws six tables as embed_eigenmaps() did by default before (all points within reach of the
# bandwidth, alpha = 1) and does now, side by side.
#   Rscript bench/embeddings/pictures_before.R sheet.png [folder of the bandwidths that pictures.R keeps]
source("bench/common.R")
source("bench/embeddings/tables.R")
options(lapscale.threads = 1L)
words <- commandArgs(TRUE)
folder <- if (length(words) > 1L) words[[2]] else tempdir()
shown <- c("Satellite", "digit1", "Vowel", "penguins", "spam", "musk")
all_sets <- do.call(c, unname(sets))

grDevices::png(words[[1]], 1200, 900, pointsize = 13, type = "cairo")
graphics::par(mfrow = c(3, 4), mar = c(2.4, 2.6, 2, 0.5), mgp = c(1.5, 0.4, 0), cex = 0.7)
for (name in shown) {
  set <- read_rows(all_sets[[name]])
  file <- file.path(folder, paste0(name, ".rds"))
  bw <- if (file.exists(file)) readRDS(file) else quietly(as.double(bw_gc(set$x, replicates = 0L, seed = 1)))
  before <- quietly(embed_eigenmaps(set$x, 2, bandwidth = bw, graph = "radius", alpha = 1))
  after <- quietly(embed_eigenmaps(set$x, 2, seed = 1))
  for (e in list(before, after)) {
    time <- if (identical(e, before)) "before" else "now"
    title <- sprintf("%s, %s: error %.1f", name, time, error_of(e, set))
    plot(e, colour = set$y, main = title, cex.main = 1)
  }
}
grDevices::dev.off()
