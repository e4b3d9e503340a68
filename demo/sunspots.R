# Sunspots since 1749: two years of monthly counts (their square roots) at a time, as points of
# 24 coordinates.
library(lapscale)

counts <- datasets::sunspot.month
months <- 24
points <- embed(sqrt(counts), months)[, months:1]
year <- time(counts)[months:length(counts)]

# Scales along the trajectory, from month to month, and across the cycles; the widest is deepest and
# chosen.
bw <- bw_gc(points, seed = 1)
print(bw)
plot(bw, xlab = "bandwidth h, square root of counts",
     main = "Sunspots: along the trajectory, and across the cycles")

# At the chosen scale the cycles lie on top of each other: the solar cycle is a loop, up on one
# side and down on the other.
graph <- heat_graph(points, bw)
print(graph)
spectrum <- graph_spectrum(graph_laplacian(graph), 8)
level <- rowMeans(points)
trend <- points[, months] - points[, 1]
across <- which.max(abs(cor(spectrum$vectors[, -(1:2)], trend))) + 2
shown <- spectrum$vectors[, c(2, across)]
shown <- shown * rep(sign(diag(cor(shown, cbind(level, trend)))), each = nrow(shown))

palette <- colorRampPalette(c("#08519c", "#9ecae1", "grey75", "#fc9272", "#a50f15"))(100)
shade <- findInterval(trend, seq(-1, 1, length.out = 101) * max(abs(trend)), all.inside = TRUE)
last <- year >= 1996.6 & year < 2009  # cycle 23
old <- par(mar = c(4, 4, 3, 1))
plot(
  shown,
  pch = 19, cex = 0.5, col = palette[shade], las = 1, bty = "n",
  xlab = "eigenfunction 1 (level of activity)",
  ylab = sprintf("eigenfunction %d", across - 1),
  main = sprintf("Sunspot cycles as a loop (h = %.1f)", bw)
)
lines(shown[last, ], lwd = 1.5, col = "grey20")
legend(
  "topleft",
  legend = c("rising", "falling", "cycle 23, 1996 to 2009"), bty = "n",
  col = c(palette[c(95, 5)], "grey20"), pch = c(19, 19, NA),
  lty = c(NA, NA, 1), lwd = 1.5
)
par(old)
