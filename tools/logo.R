# The logo, man/figures/logo.png, and the icons of the site: a swiss roll in a hexagon, colored by
# the first coordinate that the package finds for it at the bandwidth h that it chooses; the disc
# around a point of it has the radius 2 h, beyond which weights are below 0.02.
suppressMessages(library(lapscale))

roll <- sample_swiss_roll(2500, seed = 1)
bw <- bw_gc(roll, seed = 1)
along <- rank(as.matrix(embed_eigenmaps(roll, 1, bandwidth = bw))) / nrow(roll)
shade <- hcl.colors(256, "Plasma")[1 + floor(235 * along)]

corner <- pi / 6 + pi / 3 * 0:5
hexagon <- function(size) list(x = size * cos(corner), y = size * sin(corner))

# x from -1 to 1, y to fit a hexagon that stands on a corner.
draw_logo <- function(file, width, name = TRUE) {
  height <- round(width * 2 / sqrt(3))
  grDevices::png(file, width, height, bg = "transparent", type = "cairo", pointsize = width / 20)
  on.exit(grDevices::dev.off())
  par(mar = rep(0, 4), xaxs = "i", yaxs = "i")
  plot(NA, xlim = c(-1, 1) * sqrt(3) / 2, ylim = c(-1, 1), asp = 1, axes = FALSE, ann = FALSE)
  polygon(hexagon(1), col = "#0d1b3d", border = NA)
  polygon(hexagon(0.93), col = "#fdfdfb", border = NA)
  place <- scale(roll[, c(1, 3)], scale = FALSE)
  unit <- (if (name) 0.5 else 0.68) / max(abs(place))
  place <- place * unit
  place[, 2] <- place[, 2] + if (name) 0.2 else 0
  middle <- place[order(along)[round(0.64 * nrow(roll))], ]
  symbols(middle[[1]], middle[[2]], circles = 2 * bw * unit, inches = FALSE, add = TRUE,
          fg = "#0d1b3d", bg = "#cfdcf5", lwd = width / 300)
  points(place[, 1], place[, 2], pch = 19, cex = if (name) 1 else 1.3,
         col = shade)
  if (name) text(0, -0.52, "lapscale", cex = 2.7, font = 2, col = "#0d1b3d")
}

draw_logo("man/figures/logo.png", 480)
dir.create("pkgdown/favicon", recursive = TRUE, showWarnings = FALSE)
draw_logo("pkgdown/favicon/favicon-32x32.png", 32, name = FALSE)
draw_logo("pkgdown/favicon/apple-touch-icon.png", 180, name = FALSE)
