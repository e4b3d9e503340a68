# Whom the fuzzer calls, and with what when nothing is changed. Functions are listed here; methods
# are found in the namespace and called through their generics with the objects of their class.

# Points, labels and an object of every class, made once per process.
fuzz_stock <- function() {
  x <- normal_points(18, 3)
  y <- factor(replace(rep(NA, 18), c(1:3, 10:12), c("a", "b", "a", "b", "a", "b")))
  truth <- factor(rep(c("a", "b"), 9))
  numbers <- replace(rep(NA_real_, 18), c(1:6), c(0.1, 2, 3, 1, 0.5, 2))
  table <- data.frame(y = y, x)
  graph <- heat_graph(x, 1)
  laplacian <- graph_laplacian(graph)
  embedding <- embed_eigenmaps(x, 2, bandwidth = 1.5)
  gc <- bw_gc(x, seed = 1, n_bandwidths = 8)
  set <- select_bandwidth(x, c("median", "kernel_sum"), seed = 1)
  ssl <- ssl_harmonic(x, y, bandwidth = 1.5)
  scales <- embed_scales(x, bw_gc(x, seed = 1), most = 2, seed = 1)
  risk <- risk_curve(x, 1, function(z) z[, 1], rep(0, 18), bandwidths = c(0.5, 1, 2), seed = 1)
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
    lapscale_laplacian = list(laplacian, graph_laplacian(graph, "symmetric")),
    lapscale_spectrum = list(graph_spectrum(laplacian, 3)),
    lapscale_embedding = list(
      embedding, embed_isomap(x, 2, k = 8), embed_lle(x, 2, k = 8), embed_kpca(x, 2, bandwidth = 1),
      embed_diffusion(x, 2, bandwidth = 1.5, landmarks = 12, seed = 1), embed_eigenmaps(graph)
    ),
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
    lapscale_quality = list(embed_quality(embedding, x, k = 5)),
    lapscale_report = list(bandwidth_report(gc, x, seed = 1)),
    lapscale_risk = list(risk),
    lapscale_sample = list(sample_circle(18, seed = 1), sample_torus(18, seed = 1)),
    lapscale_row_source = list(row_source(18, 3, function(rows) x[rows, , drop = FALSE])),
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
    objects$lapscale_metric
  ), summary)
  objects$lapscale_number <- objects$lapscale_bandwidth
  list(
    x = x, y = y, truth = truth, numbers = numbers, table = table, graph = graph,
    laplacian = laplacian, embedding = embedding, bw = gc, ssl = ssl, risk = risk, recipe = recipe,
    metric = objects$lapscale_metric[[1]], objects = objects
  )
}

# A list of arguments per exported function that computes, and per method of a generic of ours that
# dispatches on what users have.
fuzz_functions <- function(stock) {
  x <- stock$x
  y <- stock$y
  learning <- list(x = x, y = y, bandwidth = 1.5)
  formula <- list(x = y ~ ., data = stock$table, bandwidth = 1.5)
  machine <- list(lambda_ambient = 1e-3, lambda_manifold = 1)
  points <- list(x = x)
  sampled <- list(n = 20)
  step <- list(stock$recipe, quote(X1))
  weights <- as.matrix(stock$graph)
  neighbors <- list(idx = matrix(c(2:18, 1L)), dist = matrix(1, 18))
  c(
    list(
      as_heat_graph.default = list(x = neighbors, bandwidth = 1),
      as_heat_graph.matrix = list(x = weights),
      as_heat_graph.Matrix = list(x = Matrix::Matrix(weights, sparse = TRUE)),
      as_heat_graph.dist = list(x = stats::dist(x), bandwidth = 1),
      as_heat_graph.igraph = list(x = as_igraph(stock$graph)),
      bandwidth_from = list(value = 1, convention = "time"),
      bandwidth_to = list(h = 1, convention = "time"),
      bandwidth_report = list(bw = stock$bw, x = x),
      bw_cv = list(x = x, y = y, learner = ssl_harmonic, folds = 2, bandwidths = c(1, 2)),
      bw_gc = list(x = x, n_bandwidths = 6, replicates = 5),
      bw_kernel_sum = points,
      bw_knn = list(x = x, k = 5),
      bw_lepski = list(x = x, d = 1, n_bandwidths = 6),
      bw_median = points,
      bw_msvd = list(x = x, d = 1),
      bw_rate = list(x = x, d = 1),
      bw_rec = list(x = x, n_bandwidths = 6),
      bw_test_error = list(
        x = x, y = stock$truth, labelled = 1:6, learner = ssl_harmonic, bandwidths = c(1, 2)
      ),
      cluster_spectral = list(x = x, k = 2, bandwidth = 1.5),
      confusion = list(fit = stock$ssl, truth = stock$truth),
      dim_eigengap = list(x = x, bandwidth = 1),
      dim_estimate = list(x = x, bandwidth = 1, k = 5),
      dim_growth = points,
      dim_kernel_sum = points,
      dim_mle = list(x = x, k = 5),
      embed_diffusion = list(x = x, n_components = 2, bandwidth = 1.5),
      embed_eigenmaps = list(x = x, n_components = 2, bandwidth = 1.5),
      embed_isomap = list(x = x, n_components = 2, k = 8),
      embed_kpca = list(x = x, n_components = 2, bandwidth = 1.5),
      embed_lle = list(x = x, n_components = 2, k = 8),
      embed_quality = list(e = stock$embedding, x = x, k = 5),
      embed_scales = list(x = x, bandwidth = stock$bw, most = 2),
      graph_components = list(graph = stock$graph),
      graph_laplacian = list(graph = stock$graph),
      graph_spectrum = list(laplacian = stock$laplacian, k = 3),
      heat_graph.default = list(x = x, bandwidth = 1),
      heat_graph.dist = list(x = stats::dist(x), bandwidth = 1),
      laplacian_at = list(
        x = x, f = x[, 1], y = x[1:4, ], bandwidth = 1, d = 1, f_y = x[1:4, 1]
      ),
      local_minima = list(bw = stock$bw),
      metric_distances = list(m = stock$metric, from = 1),
      metric_distortion = list(x = x, bandwidth = 1.5),
      metric_length = list(m = stock$metric, path = c(1, 2, 3)),
      metric_riemannian = list(embedding = stock$embedding, graph = stock$graph, d = 1),
      metric_stretch = list(m = stock$metric),
      metric_volume = list(m = stock$metric),
      oracle = list(risk = stock$risk),
      risk_curve = list(
        x = x, d = 1, f = function(z) z[, 1], laplacian = rep(0, 18),
        bandwidths = c(0.5, 1, 2)
      ),
      risk_ratio = list(risk = stock$risk, bandwidth = 1),
      row_source = list(n = 18, p = 3, read = function(rows) x[rows, , drop = FALSE]),
      sample_circle = sampled, sample_dome = sampled, sample_flat_torus = sampled,
      sample_hourglass = sampled, sample_moons = sampled, sample_sphere = sampled,
      sample_swiss_roll = sampled, sample_torus = sampled,
      select_bandwidth = list(x = x, method = "median"),
      ssl_auto.default = learning, ssl_auto.formula = formula,
      ssl_diffusion.default = learning, ssl_diffusion.formula = formula,
      ssl_eigenmaps.default = learning, ssl_eigenmaps.formula = formula,
      ssl_harmonic.default = learning, ssl_harmonic.formula = formula,
      ssl_iterated.default = learning, ssl_iterated.formula = formula,
      ssl_laprls.default = c(learning, machine), ssl_laprls.formula = c(formula, machine),
      ssl_lapsvm.default = c(learning, machine), ssl_lapsvm.formula = c(formula, machine),
      step_embed_diffusion = c(step, bandwidth = 1.5),
      step_embed_eigenmaps = c(step, bandwidth = 1.5),
      step_embed_isomap = c(step, k = 8),
      step_embed_kpca = c(step, bandwidth = 1.5),
      step_embed_lle = c(step, k = 8),
      test_error = list(fit = stock$ssl, truth = stock$truth)
    ),
    # S4: what stands beside a Laplacian or a number.
    list(
      `%*%` = list(x = stock$laplacian, y = x[, 1]),
      diag = list(x = stock$laplacian),
      dim = list(x = stock$laplacian),
      show = list(object = stock$laplacian),
      Ops = list(e1 = stock$bw, e2 = Matrix::Matrix(x, sparse = TRUE))
    )
  )
}

# What methods are given beside their object.
fuzz_further <- function(stock) {
  list(
    predict = list(newdata = stock$x[1:4, ]), augment = list(), confint = list(level = 0.9),
    `[` = list(i = 1), `[[` = list(1), `[<-` = list(1, value = 2), `[[<-` = list(1, value = 2),
    Ops = list(e2 = 2), bake = list(new_data = stock$table),
    prep = list(training = stock$table, info = summary(stock$recipe))
  )
}
