# The volcano Maunga Whau on its 10 m grid: 5307 points on a surface in space.
library(lapscale)

height <- datasets::volcano
points <- cbind(
  north = 10 * c(row(height)), east = 10 * c(col(height)), height = c(height)
)

# The bandwidth, and the curve that explains it: beneath 10 m every point is isolated, above 50 m
# the slopes are seen as flat.
bw <- bw_gc(points, seed = 1)
print(bw)
plot(bw, xlab = "bandwidth h, meters", main = "Volcano: what the bandwidth does to the geometry")

# The graph, its geometric Laplacian, and the bottom of its spectrum: the slowest vibrations of the
# surface.
graph <- heat_graph(points, bw)
print(graph)
spectrum <- graph_spectrum(graph_laplacian(graph), 7)
print(spectrum)

# Colors of a function over the facets of the surface.
facet_colours <- function(f) {
  f <- matrix(f, nrow(height))
  n <- dim(f)
  facet <- (f[-1, -1] + f[-1, -n[2]] + f[-n[1], -1] + f[-n[1], -n[2]]) / 4
  level <- findInterval(facet, seq(-1, 1, length.out = 101) * max(abs(f)), all.inside = TRUE)
  hcl.colors(100, "Blue-Red 3")[level]
}

old <- par(mfrow = c(2, 3), mar = c(0, 0, 1, 0), cex.main = 1)
for (j in 2:7) {
  wavelength <- 2 * pi / sqrt(spectrum$values[j])
  persp(
    10 * seq_len(nrow(height)), 10 * seq_len(ncol(height)), height,
    col = facet_colours(spectrum$vectors[, j]), border = NA, shade = 0.35, scale = FALSE,
    expand = 2.2, theta = -125, phi = 42, ltheta = -160, lphi = 45, box = FALSE, axes = FALSE
  )
  title(sprintf("eigenfunction %d, wavelength %.0f m", j - 1, wavelength), line = -1)
}
par(old)
