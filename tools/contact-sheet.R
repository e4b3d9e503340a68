# Every picture of the package, base graphics beside ggplot2, on pages of out/contact-sheet-<n>.png:
#   Rscript tools/contact-sheet.R [words of names of pictures]
# To be looked at before a release. What warns while it is drawn ends the script.
suppressMessages(library(lapscale))
options(warn = 2, lapscale.threads = 1)
words <- commandArgs(trailingOnly = TRUE)
quietly <- function(code) suppressWarnings(suppressMessages(code))

# ---- what is drawn -----------------------------------------------------------------------------

hourglass <- sample_hourglass(300, noise = 0.02, noise_dims = 2, seed = 1)
roll <- sample_swiss_roll(600, seed = 1)
moons <- sample_moons(300, noise = 0.06, seed = 1)
moon <- factor(attr(moons, "parameters")[, "moon"], labels = c("upper", "lower"))
few <- replace(moon, -c(1:4, 297:300), NA)
flowers <- iris[, 1:4]
species <- replace(iris$Species, -c(1:5, 51:55, 101:105), NA)
arc <- attr(roll, "parameters")[, 1]
flower_map <- quietly(embed_eigenmaps(flowers, 4, bandwidth = 0.8))
roll_gap <- quietly(embed_isomap(roll, "gap", k = 10))
roll_map <- quietly(embed_isomap(roll, 2, k = 10))
strips <- rbind(
  cbind(seq(0, 3, length.out = 60), 0, sin(1:60)), cbind(9, seq(0, 2, length.out = 40), cos(1:40))
)
parts <- quietly(embed_lle(strips, 2, k = 8, components = "each"))
first_gc <- quietly(bw_gc(hourglass, d = 1, seed = 1))
lepski <- quietly(bw_lepski(hourglass, d = 2, seed = 1))
groups <- quietly(cluster_spectral(moons, 2, seed = 1))
heaps <- do.call(rbind, lapply(1:10, function(i) {
  angle <- i * pi / 5
  cbind(stats::qnorm(1:30 / 31) * 0.3 + 4 * cos(angle), sin(1:30 * i) * 0.4 + 4 * sin(angle))
}))
many <- quietly(cluster_spectral(heaps, 10, seed = 1))
sphere <- sample_sphere(500, seed = 1)
local <- metric_distortion(sphere, bandwidth = 0.5, d = 2, points = 1:150)
graph <- heat_graph(moons, 0.15)
roll_gc <- quietly(bw_gc(roll, d = 2, seed = 1))
metric <- metric_riemannian(roll_map, heat_graph(roll, 4), d = 2)
quake <- quakes[1:200, ]
depth <- replace(quake$depth, 61:200, NA)
circle <- sample_circle(200, seed = 1)
circle_gc <- quietly(bw_gc(circle, d = 1, seed = 1))
risk <- quietly(bw_risk(circle, 1, function(x) x[, 1], function(x) -x[, 1] / (2 * pi), seed = 1))

plots <- function(object, ...) {
  list(base = function() plot(object, ...), ggplot = function() ggplot2::autoplot(object, ...))
}

pictures <- list(
  "bw_gc" = plots(quietly(bw_gc(hourglass, seed = 1))),
  "bw_gc, d = 1" = plots(first_gc),
  "bw_rec" = plots(quietly(bw_rec(hourglass, seed = 1))),
  "bw_kernel_sum" = plots(quietly(bw_kernel_sum(hourglass, seed = 1))),
  "bw_msvd" = plots(quietly(bw_msvd(hourglass, d = 2, seed = 1))),
  "bw_lepski" = plots(lepski),
  "bw_lepski, jump" = plots(quietly(bw_lepski(hourglass, d = 2, calibration = "jump", seed = 1))),
  "bw_cv" = plots(quietly(bw_test_error(flowers, iris$Species, c(1:5, 51:55, 101:105),
                                        bandwidths = exp(seq(-2, 1, length.out = 9)), seed = 1))),
  "bw_select" = plots(quietly(bw_select(
    hourglass, c("gc", "rec", "kernel_sum", "msvd", "lepski", "knn", "median", "rate"), d = 2,
    seed = 1
  ))),
  "bw_select, iris" = plots(quietly(bw_select(
    flowers, c("gc", "kernel_sum", "knn", "median"), seed = 1
  ))),
  "bw_risk" = list(
    base = function() plot(risk, circle_gc, mark = c(half = 0.5)),
    ggplot = function() ggplot2::autoplot(risk, circle_gc, mark = c(half = 0.5))
  ),
  "bw_report" = plots(bw_report(4.34, roll)),
  "dim_growth" = plots(dim_growth(hourglass)),
  "dim_mle" = plots(dim_mle(hourglass)),
  "dim_mle, local" = plots(dim_mle(hourglass, local = TRUE), what = "local"),
  "dim_kernel_sum" = plots(quietly(dim_kernel_sum(hourglass))),
  "dim_eigengap" = plots(quietly(dim_eigengap(hourglass))),
  "dim_estimate" = plots(quietly(dim_estimate(hourglass))),
  "embedding, classes" = plots(flower_map, columns = 1:2, colour = iris$Species),
  "embedding, numbers" = plots(roll_map, colour = arc),
  "embedding, plain" = plots(roll_map),
  "embedding, one coordinate" = plots(flower_map, columns = 1, colour = iris$Species),
  "embedding, pairs of classes" = plots(flower_map, columns = 1:4, colour = iris$Species),
  "embedding, pairs of numbers" = plots(flower_map, columns = 1:3, colour = iris$Petal.Width),
  "embedding, many classes" = plots(quietly(embed_kpca(heaps, 2, "linear")),
                                    colour = rep(letters[1:10], each = 30)),
  "screeplot" = list(
    base = function() stats::screeplot(roll_gap),
    ggplot = function() ggplot2::autoplot(roll_gap, what = "scree")
  ),
  "embedding_list" = plots(parts),
  "embed_scales" = plots(embed_scales(roll, roll_gc), colour = arc),
  "embed_scales, plain" = plots(embed_scales(flowers, quietly(bw_gc(flowers, seed = 1)))),
  "embed_scales, selectors" = plots(quietly(embed_scales(
    flowers, bw_select(flowers, c("gc", "kernel_sum", "median"), seed = 1)
  )), colour = iris$Species),
  "graph, degrees" = plots(graph),
  "graph, edges" = plots(graph, coordinates = moons),
  "graph_spectrum" = plots(graph_spectrum(graph_laplacian(graph), 12)),
  "metric_riemannian" = plots(metric),
  "metric_distortion" = plots(local),
  "metric_distortion, data" = plots(local, data = sphere),
  "ssl, classes" = plots(quietly(ssl_iterated(moons, few, bandwidth = 0.3)), what = "fit"),
  "ssl, iris" = plots(quietly(ssl_auto(flowers, species, seed = 1)), what = "fit"),
  "ssl, regression" = plots(quietly(ssl_harmonic(scale(quake[, 1:2]), depth)), what = "fit"),
  "ssl, path" = plots(quietly(ssl_iterated(moons, few, m = 1:3, bandwidth = 0.3)), what = "path"),
  "ssl_auto, path" = plots(quietly(ssl_auto(flowers, species, seed = 1)), what = "path"),
  "cluster_spectral" = plots(groups),
  "cluster_spectral, gap" = plots(quietly(cluster_spectral(moons, "gap", seed = 1)), what = "gap"),
  "cluster_spectral, ten" = plots(many),
  "sample_hourglass" = plots(hourglass),
  "sample_swiss_roll" = plots(roll),
  "sample_moons" = plots(moons)
)
chosen <- Reduce(`|`, lapply(words, grepl, names(pictures), fixed = TRUE), !length(words))
pictures <- pictures[chosen]

# ---- pages -------------------------------------------------------------------------------------

width <- 700
height <- 470

# A picture as a raster.
captured <- function(code) {
  capture <- ragg::agg_capture(width, height, res = 100)
  on.exit(grDevices::dev.off())
  drawn <- code()
  if (inherits(drawn, "ggplot")) print(drawn)
  capture(native = TRUE)
}

draw_page <- function(shown, file) {
  ragg::agg_png(file, 2 * width, 3 * (height + 24), res = 100)
  on.exit(grDevices::dev.off())
  grid::pushViewport(grid::viewport(layout = grid::grid.layout(
    6, 2, heights = grid::unit(rep(c(24, height), 3), "null")
  )))
  for (row in seq_along(shown)) {
    at <- function(row, column) grid::viewport(layout.pos.row = row, layout.pos.col = column)
    grid::grid.text(names(shown)[[row]], vp = at(2 * row - 1, 1:2), gp = grid::gpar(fontface = 2))
    for (side in 1:2) {
      grid::grid.raster(captured(shown[[row]][[side]]), vp = at(2 * row, side))
    }
  }
}

dir.create("out", showWarnings = FALSE)
pages <- split(seq_along(pictures), (seq_along(pictures) - 1) %/% 3)
for (page in seq_along(pages)) {
  file <- file.path("out", sprintf("contact-sheet-%02d.png", page))
  draw_page(pictures[pages[[page]]], file)
  cat(file, "\n")
}
