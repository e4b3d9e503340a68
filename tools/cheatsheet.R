# The cheat sheet, man/figures/cheatsheet.svg: one page, landscape, with the calls of a whole analysis.
# Plain SVG, so that nothing but R is needed. tests/testthat/test-pages.R runs every call.
suppressMessages(library(lapscale))

box <- function(title, ...) list(title = title, lines = c(...))
# A line is a call, or after "# " an explanation.
columns <- list(
  list(
    box("1  Select a bandwidth",
        "bw <- bw_gc(x, seed = 1)", "# rows of x are points; use bw as a number",
        "bw_gc(x, scale = TRUE)", "# columns of different units",
        "bw_gc(x, graph = \"knn\")", "# for a nearest-neighbor graph",
        "bw_lepski(x, d = 2, f = f)", "# for the Laplacian of a function f",
        "bw_cv(x, y)", "# from labels y; NA = no label",
        "bw_select(x, c(\"gc\", \"knn\"))", "# compare selectors",
        "bw_from(0.5, \"sigma\")", "# convert from other packages"),
    box("2  Check it",
        "plot(bw); summary(bw)", "# the curve and its minima",
        "bw_report(bw, x)", "# what speaks against it",
        "confint(bw)", "# interval of the selected bandwidth",
        "bw_minima(bw)", "# other scales of the data",
        "update(bw, minimum = \"global\")", "# take another minimum",
        "noise_level(x)", "# the noise of each row",
        "bw_explore(x)", "# move the bandwidth, see the plot change"),
    box("3  Dimension, noise, boundary",
        "dim_estimate(x)", "# four estimators and their consensus",
        "noise_remove(x)", "# the table without noise, of many columns",
        "boundary_distance(x, d = 2)", "# which points are near an edge")
  ),
  list(
    box("4  Embed",
        "embed_layout(x)", "# a plot of a table with groups",
        "e <- embed_eigenmaps(x, 2, bandwidth = bw)", "# cycles, branches, geometry",
        "d <- embed_diffusion(x, 4, bandwidth = bw)", "# random walks",
        "diffusion_distance(d, 1)", "# pseudotime: how far all rows are from row 1",
        "embed_ltsa(x, 2)", "# the flat coordinates of a surface",
        "embed_isomap(x, 2, k = 10)", "# distances along the data",
        "plot(e, colour = y); as.matrix(e)", "# plot; coordinates",
        "embed_quality(e, x)", "# which neighborhoods are preserved?",
        "embed_columns(e, x)", "# which columns the coordinates follow",
        "embed_scales(x, bw)", "# one embedding for each minimum"),
    box("5  Use the graph",
        "graph <- heat_graph(x, bw)", "# or graph = graph_knn(15), graph_dense()",
        "as_heat_graph(nn, bandwidth = 1)", "# from neighbors, distances, igraph",
        "L <- graph_laplacian(graph)", "# a sparse matrix",
        "graph_spectrum(L, 10)", "# eigenvalues with multiplicities",
        "graph_test(graph, f)", "# does f depend on the position?"),
    box("6  Find clusters",
        "g <- cluster_spectral(x, \"gap\")", "# the number comes from the gaps",
        "g$cluster; plot(g)", "# labels; plot")
  ),
  list(
    box("7  Learn from few labels",
        "fit <- ssl_auto(x, y, bandwidth = bw)", "# y: factor or numbers, NA = unknown",
        "fitted(fit); predict(fit, new, type = \"prob\")", "# labels; probabilities",
        "predict(fit, new, type = \"set\", level = 0.9)", "# the classes that are likely",
        "fit2 <- ssl_auto(x, v)", "# v: numbers, NA = unknown",
        "predict(fit2, new, interval = \"prediction\")", "# an interval for each new point",
        "ssl_next(fit)", "# the row that is most worth a label",
        "ssl_error(fit, truth); ssl_confusion(fit, truth)", "# if you know the truth"),
    box("What the bandwidth means",
        "exp(-distance^2 / h^2)", "# the weight of two points; h = bandwidth, in the unit of x",
        "distance   0   h      2 h    3.72 h",
        "weight     1   0.37   0.02   0.000001", "# usually weights beyond 3.72 h are 0 (the cutoff)"),
    box("Everywhere",
        "predict(result, new)", "# place new points",
        "p <- point_set(x, scale = TRUE)", "# points as a value for all calls; seed = 1 repeats results",
        "metric = \"cosine\", na_action = \"omit\"", "# compare directions; drop incomplete rows",
        "landmarks = 1000", "# large data: fit some, place the rest",
        "?lapscale, vignette(\"glossary\")", "# all functions; all terms"),
    box("If a remark says",
        "# not connected: components = \"connect\" or \"each\"",
        "# isolated points: a larger bandwidth, or graph = \"knn\"")
  )
)

# Every function that the sheet names is exported.
calls <- unlist(lapply(unlist(columns, recursive = FALSE), function(b) {
  calls <- grep("^#", b$lines, value = TRUE, invert = TRUE)
  regmatches(calls, gregexpr("[a-z_]+(?=\\()", calls, perl = TRUE))
}))
known <- c(getNamespaceExports("lapscale"), "plot", "summary", "confint", "c", "exp", "update", "predict",
           "fitted", "vignette", "as.matrix", "matrix")
stopifnot(all(calls %in% known))

escape <- function(s) gsub("<", "&lt;", gsub("&", "&amp;", s, fixed = TRUE), fixed = TRUE)
width <- 1123
# The height of the boxes; below them is the row of pictures.
heights <- vapply(columns, function(of) sum(54 + 17 * lengths(lapply(of, `[[`, "lines"))), 0)
boxes <- 76 + max(heights)
height <- boxes + 190
margin <- 28
gap <- 18
column <- (width - 2 * margin - 2 * gap) / 3
svg <- c(
  sprintf("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"Helvetica, Arial, sans-serif\">", width, height),
  "<title>lapscale: cheat sheet</title>",
  sprintf("<rect width=\"%d\" height=\"%d\" fill=\"#fdfdfb\"/>", width, height),
  sprintf("<text x=\"%d\" y=\"50\" font-size=\"26\" font-weight=\"bold\" fill=\"#0d1b3d\">lapscale</text>", margin),
  sprintf("<text x=\"%d\" y=\"50\" font-size=\"13\" fill=\"#444444\">Rows are points. Before you begin: different units? scale = TRUE. Counts? log1p(x). Thousands of columns? Principal components.</text>", margin + 136),
  sprintf("<text x=\"%d\" y=\"50\" font-size=\"12\" text-anchor=\"end\" fill=\"#444444\">version %s</text>", width - margin, read.dcf("DESCRIPTION", "Version")[[1]])
)
for (i in seq_along(columns)) {
  left <- margin + (i - 1) * (column + gap)
  y <- 76
  for (b in columns[[i]]) {
    size <- 34 + 17 * length(b$lines) + 6
    svg <- c(
      svg,
      sprintf("<rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\" rx=\"6\" fill=\"#ffffff\" stroke=\"#9fb3d9\"/>", left, y, column, size),
      sprintf("<text x=\"%.1f\" y=\"%d\" font-size=\"14\" font-weight=\"bold\" fill=\"#0072B2\">%s</text>", left + 12, y + 23, escape(b$title))
    )
    at <- y + 43
    for (line in b$lines) {
      explains <- startsWith(line, "#")
      svg <- c(svg, if (explains) {
        sprintf("<text x=\"%.1f\" y=\"%d\" font-size=\"11\" fill=\"#444444\">%s</text>", left + 26, at - 2, escape(sub("^# ", "", line)))
      } else {
        sprintf("<text xml:space=\"preserve\" x=\"%.1f\" y=\"%d\" font-size=\"11.5\" font-family=\"DejaVu Sans Mono, Menlo, Consolas, monospace\" fill=\"#0d1b3d\">%s</text>", left + 12, at, escape(line))
      })
      at <- at + 17
    }
    y <- y + size + 14
  }
}

# ---- pictures: what the calls draw, as circles and paths -----------------------------------------

palette <- unname(lapscale:::class_palette)
size <- 112
in_frame <- function(z, log = FALSE) {
  if (log) z <- log(z)
  (z - min(z)) / diff(range(z)) * (size - 16) + 8
}
circles <- function(xy, colour) {
  sprintf("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"1.4\" fill=\"%s\"/>", in_frame(xy[, 1]), size - in_frame(xy[, 2]), colour)
}
line <- function(x, y, colour) {
  sprintf("<path d=\"M %s\" fill=\"none\" stroke=\"%s\" stroke-width=\"1.6\"/>", paste(sprintf("%.1f %.1f", x, y), collapse = " L "), colour)
}
curve_picture <- function(bw) {
  curve <- as.data.frame(bw)
  x <- in_frame(curve$bandwidth, log = TRUE)
  y <- size - in_frame(curve$criterion)
  at <- which.min(abs(log(curve$bandwidth / as.numeric(bw))))
  c(line(x, y, "#333333"), sprintf("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\" fill=\"#D55E00\"/>", x[at], y[at]))
}
roll <- sample_swiss_roll(700, seed = 1)
bw <- bw_gc(roll, seed = 1)
along <- hcl.colors(100)[1 + round(99 * in_frame(attr(roll, "parameters")[, 1]) / size)]
year <- embed(as.numeric(nottem), 12)
month <- hcl.colors(12, "Dark 3")[cycle(nottem)[12:240]]
crabs <- log(MASS::crabs[c("FL", "RW", "CL", "CW", "BD")])
crabs <- residuals(lm(as.matrix(crabs) ~ rowMeans(crabs)))
layout <- as.matrix(embed_layout(crabs))
kind <- interaction(MASS::crabs$sp, MASS::crabs$sex)
cluster <- cluster_spectral(crabs, 4)$cluster
# A cluster has the color of the kind that most of its crabs are of.
of_cluster <- apply(table(cluster, kind), 1, which.max)
moons <- sample_moons(240, noise = 0.08, seed = 1)
labels <- c(1, 50, 130, 200)
y <- replace(factor(attr(moons, "parameters")[, "moon"]), -labels, NA)
fit <- ssl_harmonic(moons, y, graph = "knn", k = 10)
rings <- sub("r=\"1.4\" fill=\"[^\"]*\"", "r=\"4\" fill=\"none\" stroke=\"black\"", circles(moons, "black")[labels])
# The pictures of each table stand side by side, under what it is.
groups <- list(
  "A rolled-up sheet: x is the roll" = list(
    "x" = circles(roll[, c(1, 3)], along),
    "bw <- bw_gc(x)" = curve_picture(bw),
    "embed_ltsa(x, 2)" = circles(as.matrix(embed_ltsa(roll, 2, k = 10)), along)
  ),
  "Years of months" = list(
    "eigenmaps, bandwidth = bw" = circles(as.matrix(embed_eigenmaps(year, 2, bandwidth = bw_gc)), month)
  ),
  "Shapes of 200 crabs of four kinds" = list(
    "embed_layout(x), kinds" = circles(layout, palette[kind]),
    "cluster_spectral(x, 4)" = circles(layout, palette[of_cluster[cluster]])
  ),
  "Moons, 4 labels" = list(
    "ssl_harmonic(x, y)" = c(circles(moons, palette[as.integer(fitted(fit))]), rings)
  )
)
room <- (width - 2 * margin - 7 * size) / 6
number <- 0
for (title in names(groups)) {
  left <- margin + number * (size + room)
  right <- left + length(groups[[title]]) * (size + room) - room
  svg <- c(
    svg,
    sprintf("<text x=\"%.1f\" y=\"%d\" font-size=\"12\" font-weight=\"bold\" fill=\"#0072B2\">%s</text>", left, boxes + 8, title),
    sprintf("<path d=\"M %.1f %d L %.1f %d\" stroke=\"#9fb3d9\"/>", left, boxes + 15, right, boxes + 15)
  )
  for (call in names(groups[[title]])) {
    svg <- c(
      svg,
      sprintf("<g transform=\"translate(%.1f %d)\">", margin + number * (size + room), boxes + 26),
      sprintf("<rect width=\"%d\" height=\"%d\" rx=\"6\" fill=\"#ffffff\" stroke=\"#9fb3d9\"/>", size, size),
      groups[[title]][[call]],
      sprintf("<text x=\"%d\" y=\"%d\" font-size=\"11\" text-anchor=\"middle\" fill=\"#444444\">%s</text>", size %/% 2, size + 18, escape(call)),
      "</g>"
    )
    number <- number + 1
  }
}
writeLines(c(svg, "</svg>"), "man/figures/cheatsheet.svg")
