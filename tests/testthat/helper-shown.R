# Objects of every class, small, under the names by which the snapshots show them.

shown_points <- function() {
  x <- as.matrix(sample_swiss_roll(90, seed = 1))
  y <- replace(factor(rep(c("a", "b"), each = 45)[order(order(x[, 1]))]), 21:90, NA)
  list(
    x = x, y = y, apart = rbind(x, x[1:40, ] + 200),
    named = stats::setNames(as.data.frame(x), c("east", "up", "north"))
  )
}

shown_selections <- function(p = shown_points()) {
  x <- p$x
  quietly(list(
    gc = bw_gc(x, d = 1, seed = 1), gc_alone = bw_gc(x, seed = 1),
    gc_inverse = bw_gc(p$named, d = 2, inverse = TRUE, alpha = 0:1, seed = 1, scale = TRUE),
    lepski = bw_lepski(x, d = 2, seed = 1),
    lepski_jump = bw_lepski(x, d = 2, calibration = "jump", seed = 1),
    rec = bw_rec(x, seed = 1), msvd = bw_msvd(x, d = 2, seed = 1), knn = bw_knn(x, k = 5),
    median = bw_median(x), kernel_sum = bw_kernel_sum(x, seed = 1), rate = bw_rate(x, d = 2),
    cv = bw_cv(x, p$y, ssl_harmonic, folds = 3, n_bandwidths = 5, seed = 1),
    set = bw_select(x, c("gc", "knn", "median"), seed = 1)
  ))
}

shown_dimensions <- function(p = shown_points()) {
  x <- p$x
  quietly(list(
    mle = dim_mle(x, k = 8), mle_local = dim_mle(x, k = 8, local = TRUE), growth = dim_growth(x),
    kernel_sum = dim_kernel_sum(x), eigengap = dim_eigengap(x, bandwidth = 4),
    votes = dim_estimate(x, seed = 1)
  ))
}

shown_graphs <- function(p = shown_points()) {
  x <- p$x
  graph <- heat_graph(x, 4)
  laplacian <- graph_laplacian(graph)
  e <- embed_isomap(x, 2, k = 8)
  quietly(list(
    radius = heat_graph(p$named, 3, cutoff = 2.34567), knn = heat_graph(x, 3, "knn", k = 6),
    mutual = heat_graph(x, 3, "knn", k = 6, symmetry = "mutual", self_loops = FALSE),
    dense = heat_graph(x, 3, "dense"), local = heat_graph(x, local_scale = 4),
    apart = heat_graph(p$apart, 5), dist = heat_graph(stats::dist(x), 3), laplacian = laplacian,
    unnormalized = graph_laplacian(graph, "unnormalized", alpha = 0.5),
    spectrum = graph_spectrum(laplacian, 4), heat = graph_spectrum(laplacian, 3, "heat"),
    distortion = metric_distortion(x, 3, d = 2), metric = metric_riemannian(e, graph, d = 2),
    sample = sample_hourglass(30, noise = 0.01, noise_dims = 2, seed = 1),
    risk = bw_risk(x, d = 2, f = x[, 1], laplacian = x[, 1], n_bandwidths = 6, seed = 1),
    report = bw_report(3.5, x)
  ))
}

shown_embeddings <- function(p = shown_points()) {
  x <- p$x
  quietly(list(
    eigenmaps = embed_eigenmaps(p$named, 2, bandwidth = 4, scale = TRUE),
    symmetric = embed_eigenmaps(x, 3, 3, type = "symmetric", graph = "knn", k = 7),
    diffusion = embed_diffusion(x, 2, bandwidth = 4.2345, t = 3, alpha = 0.5),
    landmarks = embed_diffusion(x, 2, bandwidth = 6, landmarks = 45, seed = 1),
    isomap = embed_isomap(x, "gap", k = 8),
    landmark_isomap = embed_isomap(x, 2, k = 8, landmarks = 30, seed = 1),
    lle = embed_lle(x, 2, k = 8), modified = embed_lle(x, 2, k = 8, method = "modified"),
    kpca = embed_kpca(x, 2, bandwidth = 4),
    linear = embed_kpca(x, variance = 0.9, kernel = "linear"),
    parts = embed_eigenmaps(p$apart, 2, bandwidth = 5, components = "each"),
    largest = embed_eigenmaps(p$apart, 1, bandwidth = 5, components = "largest"),
    scales = embed_scales(x, c(4, 5, 7)),
    quality = embed_quality(embed_isomap(x, 2, k = 8), x, k = 5),
    common = embed_common(x, x[, c(1, 3)], bandwidth = 4, test = TRUE, n_permutations = 19, seed = 1),
    boundary = boundary_distance(x, 4, 2), denoised = noise_remove(x, seed = 1)
  ))
}

shown_clusters <- function(p = shown_points()) {
  quietly(list(
    qr = cluster_spectral(p$x, 3, bandwidth = 4, seed = 1),
    kmeans = cluster_spectral(p$named, 2, bandwidth = 2, method = "shi_malik", assign = "kmeans",
                              graph = "knn", n_neighbors = 7, alpha = 1, scale = TRUE, seed = 1),
    gap = cluster_spectral(p$apart, "gap", bandwidth = 5, seed = 1)
  ))
}

shown_fits <- function(p = shown_points()) {
  x <- p$x
  numbers <- replace(x[, 1] / 10, 31:90, NA)
  quietly(list(
    eigenmaps = ssl_eigenmaps(x, p$y, n_eigen = 3, bandwidth = 4),
    searched = ssl_eigenmaps(x, numbers, bandwidth = 4, seed = 1),
    iterated = ssl_iterated(x, p$y, m = 2, mu = 1e-3, bandwidth = 4.5678, graph = "knn", k = 7),
    diffusion = ssl_diffusion(x, p$y, t = 1, mu = 1e-3, bandwidth = 4),
    harmonic = ssl_harmonic(x, p$y, bandwidth = 3, graph = "radius", cutoff = 2.34567),
    apart = ssl_harmonic(p$apart, c(as.character(p$y), rep(NA, 40)), bandwidth = 5),
    laprls = ssl_laprls(x, numbers, bandwidth = 4), lapsvm = ssl_lapsvm(x, p$y, bandwidth = 4),
    auto = ssl_auto(x, p$y, seed = 1)
  ))
}
