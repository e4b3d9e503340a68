test_that("an unknown argument is taken for a spelling mistake", {
  draw <- function(x, ..., colour = NULL, labels = NULL) door(NULL, ...)
  expect_null(draw(1))
  expect_fault(draw(1, bandwith = 1), "bandwith")
  expect_fault(draw(1, label = 1), "label", text = "Did you mean `labels`?")
  expect_fault(draw(1, 2), text = "Name these arguments: `colour`, `labels`.")
})

test_that("names of other packages have a suggestion, and unlike names a list", {
  draw <- function(x, bandwidth, k = 1, ...) door(NULL, ...)
  expect_fault(draw(1, n_neighbors = 1), "n_neighbors", text = "Did you mean `k`?")
  meant <- "Did you mean `bandwidth`? bw_from() converts its value."
  expect_fault(draw(1, gamma = 1), "gamma", text = meant)
  expect_fault(draw(1, other = 1), "other", text = "The arguments are `x`, `bandwidth`, `k`.")
  expect_fault(draw(1, eps = 1), "eps", text = meant)
  for (short in c("bw", "h")) {
    fault <- tryCatch(do.call(draw, stats::setNames(list(1, 1), c("x", short))), error = identity)
    expect_match(conditionMessage(fault), "Did you mean `bandwidth`[?]$")
  }
  # Selectors take several, and some functions no `neighbors`.
  expect_fault(bw_gc(cbind(1:9), h = 1), "h", text = "Did you mean `bandwidths`?")
  expect_fault(draw(1, neighbors = 5), "neighbors", text = "Did you mean `k`?")
  # Nothing is suggested that the function does not take.
  expect_fault(draw(1, n_jobs = 1), "n_jobs", text = "The arguments are")
  # What ggplot2 and other packages call colors, coordinates, and labels.
  e <- embed_eigenmaps(plain_circle(20), 2, bandwidth = 1)
  pictures <- list(c = 1:20, shape = 1:20, hue = 1:20, group = 1:20)
  for (name in names(pictures)) {
    expect_fault(do.call(plot, c(list(e), pictures[name])), name, text = "Did you mean `colour`?")
  }
  for (name in c("dims", "ndim", "ncomp")) {
    given <- stats::setNames(list(cbind(1:9, 0), 2), c("x", name))
    expect_fault(do.call(embed_isomap, given), name, text = "Did you mean `n_components`?")
  }
  expect_fault(ssl_harmonic(cbind(1:9), labels = 1:9), "labels", text = "Did you mean `y`?")
  expect_fault(bw_gc(cbind(1:9), standardize = TRUE), "standardize", text = "Did you mean `scale`?")
  # A graphical parameter is not meant by a word that is longer by two letters.
  said <- tryCatch(plot(e, legend = FALSE), error = conditionMessage)
  expect_no_match(said, "lend`[?]")
  expect_match(said, "the arguments are `x`, `what`, `columns`, `colour`")
  expect_fault(plot(e, colr = 1), "colr", text = "Did you mean `color`?")
})

test_that("a word of another package points to ours, for names and for values", {
  x <- cbind(1:9, 0)
  meant <- c(
    distance = "metric", normalize = "scale", standardise = "scale", threads = "n_threads",
    verbose = "progress", na.rm = "na_action", time = "t", laplacian = "type", dim = "n_components"
  )
  for (name in names(meant)) {
    given <- stats::setNames(list(x, 2, 1), c("x", "n_components", name))
    expect_fault(do.call(embed_diffusion, given), name,
                 text = paste0("Did you mean `", meant[[name]], "`?"))
  }
  expect_fault(bw_gc(x, dim = 1), "dim", text = "Did you mean `d`?")
  expect_fault(bw_gc(x, dims = 1), "dims", text = "Did you mean `d`?")
  expect_fault(noise_remove(x, steps = 1), "steps", text = "Did you mean `time`?")
  expect_fault(predict(embed_isomap(x, 1), newx = x), "newx", text = "Did you mean `newdata`?")
  # A length or a noise is not converted to a bandwidth.
  for (said in list(tryCatch(embed_isomap(x, eps = 1), error = conditionMessage),
                    tryCatch(sample_swiss_roll(9, sigma = 1), error = conditionMessage))) {
    expect_match(said, "Did you mean `(radius|noise)`[?]$")
  }
  expect_fault(bw_gc(x, kernel = "gauss"), "kernel", text = "The kernel cannot be chosen here")
  for (name in c("blocks", "cluster", "folds")) {
    given <- stats::setNames(list(x, 1:9, 1:9), c("x", "y", name))
    expect_fault(do.call(ssl_harmonic, given), name, text = "Did you mean `groups`?")
  }
  expect_fault(cluster_spectral(x, 2, nstart = 5), "nstart", text = "`n_starts`")
  expect_fault(cluster_spectral(x, 2, n_neighbours = 5), "n_neighbours", text = "`n_neighbors`?")
  graph <- heat_graph(x, 1)
  expect_fault(heat_graph(x, 1, "epsilon"), "graph", text = "Did you mean \"radius\"?")
  expect_fault(heat_graph(x, 1, "mutual"), "graph", text = "`symmetry = \"mutual\"`")
  expect_fault(graph_laplacian(graph, "normalized"), "type", text = "Did you mean \"symmetric\"?")
  expect_fault(bw_gc(x, metric = "eucledian"), "metric", text = "Did you mean \"euclidean\"?")
  said <- tryCatch(graph_laplacian(graph, "other"), error = conditionMessage)
  expect_no_match(said, "Did you mean")
})

test_that("in a picture only arguments of the picture are meant", {
  e <- embed_eigenmaps(plain_circle(20), 2, bandwidth = 1)
  meant <- c(dims = "columns", fill = "colour", path = "type = \"l\"", lines = "type = \"l\"",
             text = "names", xlimm = "xlim")
  for (name in names(meant)) {
    given <- stats::setNames(list(e, 1:20), c("x", name))
    expect_fault(do.call(plot, given), name, text = paste0("Did you mean `", meant[[name]], "`?"))
  }
})

test_that("values and samples have an error of ours for what they do not take", {
  graph <- heat_graph(cbind(1:9), 1)
  expect_fault(graph_radius(r = 2), "r", text = "Did you mean `cutoff`?")
  expect_fault(graph_knn(kk = 2), "kk", text = "Did you mean `k`?")
  expect_fault(graph_knn(n = 5), "n", text = "Did you mean `k`?")
  expect_fault(graph_dense(k = 5), "k")
  expect_fault(point_set(cbind(1:9), center = TRUE), "center", text = "Did you mean `scale`?")
  expect_fault(graph_laplacian(graph, normalized = TRUE), "normalized", text = "`type`?")
  expect_fault(bw_control(n_pionts = 3), "n_pionts", text = "`n_points`?")
  expect_fault(sample_moons(10, noize = 1), "noize", text = "`noise`?")
  expect_fault(bw_to(0.5, convnetion = "sigma"), "convnetion", text = "`convention`?")
})

test_that("Isomap, which has no bandwidth, names its own arguments", {
  x <- normal_points(30, 2)
  expect_fault(embed_isomap(x, bandwidth = 2), "bandwidth", text = "Did you mean `radius`?")
})

test_that("an abbreviation of one argument is that, and colors belong to plot()", {
  x <- as.matrix(datasets::iris[1:4])
  expect_fault(embed_common(x, x[, 1:2], n_perm = 9), "n_perm",
               text = "Did you mean `n_permutations`?")
  expect_fault(embed_layout(x, color = 1), "color", text = "plot() of the result takes `colour`")
  expect_fault(predict(embed_lle(x, 2), x, color = 1), "color", text = "The arguments are")
})
