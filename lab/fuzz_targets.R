# Whom the fuzzer calls, and with what when nothing is changed. Functions are listed here; methods
# are found in the namespace and called through their generics with the objects of their class, of
# object_stock() in the helpers of the tests.

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
      bw_from = list(value = 1, convention = "time"),
      bw_to = list(h = 1, convention = "time"),
      bw_report = list(bw = stock$bw, x = x),
      bw_cv = list(x = x, y = y, learner = ssl_harmonic, folds = 2, bandwidths = c(1, 2)),
      bw_gc = list(x = x, n_bandwidths = 6, replicates = 5),
      bw_kernel_sum = points,
      bw_knn = list(x = x, k = 5),
      bw_lepski = list(x = x, d = 1, n_bandwidths = 6),
      bw_median = points,
      bw_msvd = list(x = x, d = 1),
      bw_rate = list(x = x, d = 1),
      bw_rec = list(x = x, n_bandwidths = 6),
      bw_control = list(n_bandwidths = 6),
      bw_reml = list(
        formula = y ~ s(X1, X2, bs = "lap", k = 6), data = data.frame(y = x[, 3], stock$table[-1]),
        bandwidths = c(1, 2)
      ),
      graph_dense = list(), graph_knn = list(k = 5), graph_radius = list(cutoff = 3),
      point_set = points,
      bw_test_error = list(
        x = x, y = stock$truth, labelled = 1:6, learner = ssl_harmonic, bandwidths = c(1, 2)
      ),
      cluster_spectral = list(x = x, k = 2, bandwidth = 1.5),
      ssl_confusion = list(fit = stock$ssl, truth = stock$truth),
      dim_eigengap = list(x = x, bandwidth = 1),
      dim_estimate = list(x = x, bandwidth = 1, k = 5),
      dim_growth = points,
      dim_kernel_sum = points,
      dim_mle = list(x = x, k = 5),
      embed_align = list(e = stock$embedding, target = x[, 1:2]),
      diffusion_distance = list(e = stock$diffusion, from = 1),
      embed_columns = list(e = stock$embedding, d = 1, k = 8),
      embed_diffusion = list(x = x, n_components = 2, bandwidth = 1.5),
      embed_eigenmaps = list(x = x, n_components = 2, bandwidth = 1.5),
      embed_isomap = list(x = x, n_components = 2, k = 8),
      embed_kpca = list(x = x, n_components = 2, bandwidth = 1.5),
      embed_layout = list(x = x, n_components = 2, k = 8),
      embed_lle = list(x = x, n_components = 2, k = 8),
      embed_ltsa = list(x = x, n_components = 2, k = 8),
      embed_quality = list(e = stock$embedding, x = x, k = 5),
      embed_relax = list(e = stock$embedding, d = 2, bandwidth = 1.5),
      embed_scales = list(x = x, bandwidth = stock$bw, most = 2),
      graph_components = list(graph = stock$graph),
      graph_laplacian = list(graph = stock$graph),
      graph_spectrum = list(x = stock$laplacian, k = 3, interval = 0.9, seed = 1),
      heat_graph.default = list(x = x, bandwidth = 1),
      graph_laplacian_at = list(
        x = x, f = x[, 1], y = x[1:4, ], bandwidth = 1, d = 1, f_y = x[1:4, 1]
      ),
      bw_minima = list(bw = stock$bw),
      metric_distances = list(m = stock$metric, from = 1),
      metric_distortion = list(x = x, bandwidth = 1.5),
      metric_length = list(m = stock$metric, path = c(1, 2, 3)),
      metric_path = list(m = stock$metric, from = 1, to = 2),
      metric_riemannian = list(embedding = stock$embedding, graph = stock$graph, d = 1),
      metric_stretch = list(m = stock$metric),
      metric_volume = list(m = stock$metric),
      bw_oracle = list(risk = stock$risk),
      bw_risk = list(
        x = x, d = 1, f = function(z) z[, 1], laplacian = rep(0, 18),
        bandwidths = c(0.5, 1, 2)
      ),
      noise_level = list(x = x, k = 5),
      graph_test = list(graph = stock$graph, y = x, n_permutations = 5, seed = 1),
      graph_columns = list(x = x, bandwidth = 1, n_permutations = 5, seed = 1),
      noise_remove = list(x = x, seed = 1),
      boundary_distance = list(x = x, bandwidth = 1.5, d = 2),
      point_tips = list(b = boundary_distance(x, 1.5, 2)),
      embed_common = list(x = list(x, x[, 1:2]), bandwidth = 1.5, seed = 1),
      bw_risk_ratio = list(risk = stock$risk, bandwidth = 1),
      point_source = list(n = 18, p = 3, read = function(rows) x[rows, , drop = FALSE]),
      sample_circle = sampled, sample_dome = sampled, sample_flat_torus = sampled,
      sample_hourglass = sampled, sample_moons = sampled, sample_sphere = sampled,
      sample_swiss_roll = sampled, sample_torus = sampled,
      bw_select = list(x = x, method = "median"),
      ssl_auto.default = learning, ssl_auto.formula = formula,
      ssl_diffusion.default = learning, ssl_diffusion.formula = formula,
      ssl_eigenmaps.default = learning, ssl_eigenmaps.formula = formula,
      ssl_harmonic.default = learning, ssl_harmonic.formula = formula,
      ssl_hessian.default = list(x = x, y = y, d = 1, k = 6),
      ssl_hessian.formula = list(x = X1 ~ ., data = stock$table, d = 1, k = 6),
      ssl_next = list(fit = stock$ssl, k = 2),
      ssl_poisson.default = learning, ssl_poisson.formula = formula,
      ssl_iterated.default = learning, ssl_iterated.formula = formula,
      ssl_laprls.default = c(learning, machine), ssl_laprls.formula = c(formula, machine),
      ssl_lapsvm.default = c(learning, machine), ssl_lapsvm.formula = c(formula, machine),
      step_embed_diffusion = c(step, bandwidth = 1.5),
      step_embed_eigenmaps = c(step, bandwidth = 1.5),
      step_embed_isomap = c(step, k = 8),
      step_embed_kpca = c(step, bandwidth = 1.5),
      step_embed_layout = c(step, k = 8),
      step_embed_lle = c(step, k = 8),
      ssl_error = list(fit = stock$ssl, truth = stock$truth)
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
