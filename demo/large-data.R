# A million points in a file: the bandwidth, an embedding of some, the places of all.
library(lapscale)

n <- 1e6
folder <- tempfile("large_data_")
dir.create(folder)
at <- function(name) file.path(folder, name)

# The file is written block by block: doubles, column after column.
sample_of <- function(first, last) {
  unname(as.matrix(sample_hourglass(last - first + 1, noise = 0.02, noise_dims = 0, seed = first)))
}
blocks <- seq(1, n, by = 1e5)
for (column in 1:3) {
  file <- file(at("points.bin"), if (column == 1) "wb" else "ab")
  for (first in blocks) {
    writeBin(sample_of(first, min(n, first + 1e5 - 1))[, column], file)
  }
  close(file)
}
cat("Written:", file.size(at("points.bin")) / 2^20, "MB\n")

# Any function that reads rows is a source of points.
read_rows <- function(rows) {
  file <- file(at("points.bin"), "rb")
  on.exit(close(file))
  column <- function(k) {
    seek(file, 8 * ((k - 1) * n + rows[1] - 1))
    readBin(file, "double", rows[length(rows)] - rows[1] + 1)[rows - rows[1] + 1]
  }
  cbind(column(1), column(2), column(3))
}
points <- point_source(n, 3, read_rows)

# Two workers, where mirai is there.
workers <- requireNamespace("mirai", quietly = TRUE)
if (workers) mirai::daemons(2)

grid <- exp(seq(log(0.04), log(1.6), length.out = 20))
seconds <- system.time(bw <- bw_gc(points, d = 2, n_points = 100, bandwidths = grid, seed = 1))
print(bw)
cat("bw_gc() of a million points:", round(seconds[["elapsed"]]), "s\n")
plot(bw, main = "A million points of an hourglass")

# A fit of 20,000 of them places the rest.
fit <- embed_eigenmaps(read_rows(seq_len(20000)), 2, bandwidth = 0.15, landmarks = 1500)
print(fit)
seconds <- system.time(placed <- predict(fit, points))
cat("predict() of a million points:", round(seconds[["elapsed"]]), "s\n")
print(summary(placed))

if (workers) mirai::daemons(0)
unlink(folder, recursive = TRUE)
