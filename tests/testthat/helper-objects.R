# Makes points, labels, and objects of every class.
object_stock <- function() {
  x <- normal_points(18, 3)
  y <- factor(replace(rep(NA, 18), c(1:3, 10:12), c("a", "b", "a", "b", "a", "b")))
  truth <- factor(rep(c("a", "b"), 9))
  numbers <- replace(rep(NA_real_, 18), c(1:6), c(0.1, 2, 3, 1, 0.5, 2))
  table <- data.frame(y = y, x)
  graph <- heat_graph(x, 1)
  laplacian <- graph_laplacian(graph)
  embedding <- embed_eigenmaps(x, 2, bandwidth = 1.5)
  gc <- bw_gc(x, seed = 1, n_bandwidths = 8)
  set <- bw_select(x, c("median", "kernel_sum"), seed = 1)
  ssl <- ssl_harmonic(x, y, bandwidth = 1.5)
  scales <- embed_scales(x, bw_gc(x, seed = 1), most = 2, seed = 1)
  risk <- bw_risk(x, 1, function(z) z[, 1], rep(0, 18), bandwidths = c(0.5, 1, 2), seed = 1)
  recipe <- recipes::recipe(y ~ ., data = table)
  trained <- function(step) recipes::prep(step, table)$steps[[1]]
  step <- step_embed_kpca(recipe, X1, X2, X3, bandwidth = 1.5)
  objects <- list(
    lapscale_bandwidth = list(
      gc, bw_lepski(x, d = 1, seed = 1), bw_rec(x), bw_median(x), bw_msvd(x, d = 1),
      bw_cv(x, y, ssl_harmonic, folds = 2, seed = 1), bw_kernel_sum(x)
    ),
    bw_lepski = list(bw_lepski(x, d = 1, seed = 1)),
    lapscale_bandwidths = list(set),
    lapscale_dimension = list(dim_mle(x, k = 5), dim_growth(x), dim_eigengap(x, 1)),
    dim_consensus = list(dim_estimate(x, bandwidth = 1, k = 5, seed = 1)),
    lapscale_graph = list(graph, heat_graph(x, 1, "dense"), heat_graph(x, 1, "knn", k = 4)),
    lapscale_laplacian = list(
      laplacian, graph_laplacian(graph, "symmetric"), graph_laplacian(graph, "doubly_stochastic")
    ),
    lapscale_spectrum = list(
      graph_spectrum(laplacian, 3), graph_spectrum(laplacian, 3, interval = 0.9, seed = 1)
    ),
    lapscale_embedding = list(
      embedding, embed_isomap(x, 2, k = 8), embed_lle(x, 2, k = 8), embed_kpca(x, 2, bandwidth = 1),
      embed_diffusion(x, 2, bandwidth = 1.5, landmarks = 12, seed = 1), embed_eigenmaps(graph)
    ),
    lapscale_layout = list(embed_layout(x, k = 8)),
    lapscale_embedding_list = list(
      embed_eigenmaps(rbind(x, x + 100), 2, bandwidth = 1.5, components = "each")
    ),
    lapscale_scales = list(scales),
    lapscale_clusters = list(cluster_spectral(x, 2, bandwidth = 1.5, seed = 1)),
    lapscale_ssl = list(
      ssl, ssl_laprls(x, numbers, bandwidth = 1.5, lambda_ambient = 1e-3, lambda_manifold = 1),
      ssl_lapsvm(x, y, bandwidth = 1.5, lambda_ambient = 1e-3, lambda_manifold = 1),
      ssl_eigenmaps(x, y, n_eigen = 3, bandwidth = 1.5), ssl_auto(x, y, bandwidth = 1.5)
    ),
    lapscale_metric = list(metric_riemannian(embedding, graph, d = 1)),
    lapscale_distortion = list(metric_distortion(x, 1.5, points = 1:5)),
    lapscale_columns = list(embed_columns(embedding, d = 1, k = 8)),
    lapscale_quality = list(embed_quality(embedding, x, k = 5)),
    lapscale_noise = list(noise_level(x, k = 5)),
    lapscale_test = list(graph_test(graph, x), graph_columns(x, 1.5, n_permutations = 9, seed = 1)),
    lapscale_boundary = list(boundary_distance(x, 1.5, 2)),
    lapscale_denoised = list(noise_remove(x, seed = 1)),
    lapscale_common = list(
      embed_common(x, x[, 1:2], bandwidth = 1.5, test = TRUE, n_permutations = 9, seed = 1)
    ),
    lapscale_report = list(bw_report(gc, x, seed = 1)),
    lapscale_reports = list(bw_report(bw_select(x, c("gc", "knn"), seed = 1), x)),
    lapscale_risk = list(risk),
    lapscale_sample = list(sample_circle(18, seed = 1), sample_torus(18, seed = 1)),
    lapscale_points = list(point_set(x), point_set(x, scale = TRUE)),
    lapscale_control = list(bw_control(n_bandwidths = 6)),
    lapscale_graph_type = list(graph_knn(5), graph_radius(3), graph_dense()),
    lapscale_row_source = list(point_source(18, 3, function(rows) x[rows, , drop = FALSE])),
    lapscalestep = list(
      trained(step), trained(step_embed_eigenmaps(recipe, X1, X2, X3, bandwidth = 1.5))
    )
  )
  summarised <- c(
    "lapscale_bandwidth", "lapscale_bandwidths", "lapscale_clusters", "lapscale_dimension",
    "lapscale_embedding", "lapscale_embedding_list", "lapscale_graph", "lapscale_ssl"
  )
  for (class in summarised) {
    objects[[paste0("summary.", class)]] <- lapply(objects[[class]], summary)
  }
  objects$lapscale_summary <- lapply(c(
    objects$lapscale_report, objects$lapscale_quality, list(scales),
    objects$lapscale_laplacian, objects$lapscale_spectrum, objects$lapscale_distortion,
    objects$lapscale_metric, objects$lapscale_test
  ), summary)
  objects$lapscale_summarized <- objects$lapscale_summary
  objects$lapscale_number <- objects$lapscale_bandwidth
  objects$lapscale_result <- c(objects$lapscale_quality, objects$lapscale_ssl[1])
  list(
    x = x, y = y, truth = truth, numbers = numbers, table = table, graph = graph,
    laplacian = laplacian, embedding = embedding, bw = gc, ssl = ssl, risk = risk, recipe = recipe,
    metric = objects$lapscale_metric[[1]], diffusion = objects$lapscale_embedding[[5]],
    objects = objects
  )
}
