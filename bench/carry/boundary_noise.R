# What share of the points bw_report() sees near a boundary if there is noise in five more columns, on
# manifolds with and without a boundary; and whether its share of noise tells one from the other.
#   Rscript bench/carry/boundary_noise.R
source("bench/common.R")
options(lapscale.threads = 1L)
with_noise <- function(x, noise) {
  x <- cbind(x, matrix(0, nrow(x), 5L))
  x + stats::rnorm(length(x), sd = noise)
}
shapes <- list(
  sphere = function(noise, seed) sample_sphere(1000, noise = noise, noise_dims = 5, seed = seed),
  torus = function(noise, seed) sample_torus(1000, noise = noise, noise_dims = 5, seed = seed),
  circle = function(noise, seed) sample_circle(400, noise = noise, noise_dims = 5, seed = seed),
  dome = function(noise, seed) sample_dome(1000, noise = noise, noise_dims = 5, seed = seed),
  square = function(noise, seed) {
    set.seed(seed)
    with_noise(matrix(stats::runif(2000), 1000), noise / 2)
  },
  arc = function(noise, seed) {
    set.seed(seed)
    angle <- stats::runif(400, 0, 4)
    with_noise(cbind(cos(angle), sin(angle)), noise)
  }
)
cat("| shape | noise | looks near a boundary, % | share of noise, % |\n| --- | --- | --- | --- |\n")
for (shape in names(shapes)) {
  for (noise in c(0, 0.05, 0.1, 0.15, 0.2)) {
    found <- rowMeans(vapply(1:3, function(seed) {
      x <- as.matrix(shapes[[shape]](noise, seed))
      report <- suppressWarnings(bw_report(bw_gc(x, seed = 1, replicates = 0), x))
      table <- tidy(report)
      100 * c(report$edge, table$value[table$check == "noise"])
    }, numeric(2)))
    cat("|", shape, "|", noise, "|", round(found[[1]], 1), "|", round(found[[2]]), "|\n")
  }
}
