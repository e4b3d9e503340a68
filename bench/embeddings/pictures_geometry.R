# Draws a strip, a roll, a cap of a sphere and a set of branches as the leading coordinates of
# eigenmaps show them, and as the methods do that are for such sets.
#   Rscript bench/embeddings/pictures_geometry.R FOLDER
source("bench/common.R")
folder <- commandArgs(TRUE)[[1L]]
dir.create(folder, showWarnings = FALSE, recursive = TRUE)

draw <- function(name, embeddings, colour) {
  grDevices::png(file.path(folder, paste0(name, ".png")), 400 * length(embeddings), 420, res = 96)
  on.exit(grDevices::dev.off())
  graphics::par(mfrow = c(1, length(embeddings)), mar = c(4, 4, 3, 1))
  for (title in names(embeddings)) plot(embeddings[[title]], colour = colour, main = title)
}

before_and_after <- function(x, bandwidth, k) {
  independent <- quietly(embed_eigenmaps(x, 2, bandwidth = bandwidth, coordinates = "independent"))
  list(
    leading = quietly(embed_eigenmaps(x, 2, bandwidth = bandwidth)), independent = independent,
    relaxed = quietly(embed_relax(independent)), LTSA = quietly(embed_ltsa(x, 2, k = k))
  )
}

set.seed(1)
strip <- cbind(5.5 * stats::runif(1500), stats::runif(1500))
of_strip <- before_and_after(strip, 0.25, 12)
draw("strip", of_strip, strip[, 2])
grDevices::png(file.path(folder, "candidates.png"), 480, 420, res = 96)
plot(of_strip$independent, what = "candidates")
invisible(grDevices::dev.off())

roll <- sample_swiss_roll(1500, seed = 1)
draw("roll", before_and_after(roll, 2, 12), attr(roll, "parameters")[, "height"])

sphere <- as.matrix(sample_sphere(1600, seed = 1))
cap <- sphere[sphere[, 3] > 0.2, ]
draw("cap", before_and_after(cap, 0.3, 12), cap[, 3])

along <- stats::runif(600)
turn <- c(pi, pi / 4, -pi / 4)[sample(3, 600, TRUE)]
branches <- cbind(along * cos(turn), along * sin(turn)) + 0.03 * stats::rnorm(1200)
map <- quietly(embed_diffusion(branches, 2, t = "multiscale"))
root <- which.min(branches[, 1])
draw("branches", list(
  "the set" = embed_kpca(branches, 2, kernel = "linear"),
  leading = quietly(embed_eigenmaps(branches, 2)), "diffusion, all times" = map,
  independent = quietly(embed_eigenmaps(branches, 2, coordinates = "independent"))
), diffusion_distance(map, root))
