# The tasks of peers.R: what is asked, of which data, and by whom it is answered.
#
# A task is list(title, quality, problem, agree, methods): `problem(n)` gives the data, methods are
# functions of it ("python": the method of this name in peers_python.py), `most` the largest n that
# a method is asked for where it holds all pairs; `agree(result, ours, problem)` is a number.

roll_problem <- function(n) {
  x <- sample_swiss_roll(n, seed = 1)
  along <- attr(x, "parameters")[, "t"]
  truth <- cut(along, stats::quantile(along, 0:3 / 3), labels = FALSE, include.lowest = TRUE)
  set.seed(1)
  x <- matrix(as.numeric(x), nrow(x))
  # The distance below which 30 neighbors lie.
  spread <- stats::median(FNN::knn.dist(x[seq_len(min(n, 2000)), ], 5)[, 5])
  radius <- spread * sqrt(min(n, 2000) / n) * sqrt(6)
  list(x = x, truth = truth, y = replace(truth, -sample(n, 100), NA), radius = radius)
}
moons_problem <- function(n) {
  x <- sample_moons(n, noise = 0.1, seed = 2)
  list(x = matrix(as.numeric(x), n), truth = attr(x, "parameters")[, "moon"])
}

same_share <- function(result, ours, problem) mean(result == ours)
of_ours <- function(result, ours, problem) agreement(result, ours)
share_wrong <- function(result, ours, problem) {
  hidden <- is.na(problem$y)
  100 * mean(as.character(result)[hidden] != problem$truth[hidden])
}
two_classes <- function(p) {
  list(x = p$x, y = factor(ifelse(is.na(p$y), NA, pmin(p$y, 2))), truth = pmin(p$truth, 2),
       radius = p$radius)
}
of_labels <- function(train) {
  function(p) {
    labelled <- !is.na(p$y)
    fit <- train(p$x[labelled, ], factor(p$y[labelled]), p$x[!labelled, ], 1 / p$radius^2)
    out <- p$y
    out[!labelled] <- as.character(RSSL::predict(fit, p$x[!labelled, ]))
    as.character(out)
  }
}

nearest_of_ours <- function(p) {
  runtime <- lapscale:::new_runtime(2L, FALSE)
  handle <- lapscale:::acquire_points(p$x, runtime)
  on.exit(lapscale:::cpp_release(handle))
  found <- lapscale:::nearest_lists(handle, 15L, runtime)
  t(vapply(1:15, function(j) found$index[lapscale:::nth_neighbors(found, j)], integer(nrow(p$x))))
}

neighbors <- list(
  title = "15 nearest neighbors, exact", quality = "same lists", problem = roll_problem,
  agree = same_share,
  methods = list(
    lapscale = nearest_of_ours,
    RANN = function(p) RANN::nn2(p$x, k = 16)$nn.idx[, -1],
    FNN = function(p) FNN::get.knn(p$x, 15)$nn.index,
    dbscan = function(p) dbscan::kNN(p$x, 15)$id,
    `scikit-learn` = "neighbors"
  )
)
radius <- list(
  title = "Pairs within a radius, some 30 neighbors", quality = "pairs / ours",
  problem = roll_problem, agree = function(result, ours, problem) result / ours,
  methods = list(
    lapscale = function(p) {
      g <- quietly(heat_graph(p$x, bandwidth = p$radius / 3, cutoff = 3))
      length(g$weights@x) - nrow(p$x)
    },
    dbscan = function(p) sum(lengths(dbscan::frNN(p$x, p$radius)$id)),
    `scikit-learn` = "radius"
  )
)
eigenmaps <- list(
  title = "Laplacian eigenmaps, k = 15, two coordinates", quality = "correlation with ours",
  problem = roll_problem, agree = of_ours,
  methods = list(
    lapscale = function(p) {
      as.matrix(quietly(embed_eigenmaps(p$x, 2, bandwidth = 2, graph = "knn", k = 15)))
    },
    uwot = function(p) {
      uwot::umap(p$x, n_neighbors = 16, init = "laplacian", n_epochs = 0, n_threads = 2)
    },
    `scikit-learn` = "eigenmaps"
  )
)
diffusion <- list(
  title = "Diffusion map of all pairs, h = 2, t = 1", quality = "correlation with ours",
  problem = roll_problem, agree = of_ours, most = 5000,
  methods = list(
    lapscale = function(p) {
      as.matrix(quietly(embed_diffusion(p$x, 2, bandwidth = 2, alpha = 0, graph = "dense")))
    },
    diffusionMap = function(p) {
      utils::capture.output(
        d <- diffusionMap::diffuse(stats::dist(p$x), eps.val = 4, neigen = 2, t = 1)
      )
      d$X
    },
    `scipy, written plainly` = "diffusion"
  )
)
sparse_diffusion <- list(
  title = "Diffusion map, 64 neighbors, alpha = 1/2, h = 2", quality = "correlation with ours",
  problem = roll_problem, agree = of_ours,
  methods = list(
    lapscale = function(p) {
      as.matrix(quietly(embed_diffusion(p$x, 2, bandwidth = 2, alpha = 0.5, graph = "knn", k = 64)))
    },
    `scipy, pyDiffMap's steps` = "sparse_diffusion"
  )
)
isomap <- list(
  title = "Isomap, k = 10", quality = "correlation with ours", problem = roll_problem,
  agree = of_ours, most = 1e4,
  methods = list(
    lapscale = function(p) as.matrix(quietly(embed_isomap(p$x, 2, k = 10))),
    vegan = structure(function(p) vegan::isomap(stats::dist(p$x), ndim = 2, k = 10)$points,
                      most = 2000),
    `scikit-learn` = "isomap"
  )
)
lle <- list(
  title = "Locally linear embedding, modified, k = 12", quality = "correlation with ours",
  problem = roll_problem, agree = of_ours,
  methods = list(
    lapscale = function(p) as.matrix(quietly(embed_lle(p$x, 2, k = 12, method = "modified"))),
    `scikit-learn` = "lle"
  )
)
kpca <- list(
  title = "Kernel PCA, h = 6", quality = "correlation with ours", problem = roll_problem,
  agree = of_ours, most = 1e4,
  methods = list(
    lapscale = function(p) as.matrix(quietly(embed_kpca(p$x, 2, bandwidth = 6))),
    kernlab = structure(function(p) {
      kernlab::rotated(kernlab::kpca(p$x, kernel = "rbfdot", kpar = list(sigma = 1 / 36),
                                     features = 2))
    }, most = 2000),
    `scikit-learn` = "kpca"
  )
)
clusters <- list(
  title = "Spectral clustering of two moons, defaults", quality = "adjusted Rand",
  problem = moons_problem,
  agree = function(result, ours, problem) adjusted_rand(result, problem$truth), most = 1e4,
  methods = list(
    lapscale = function(p) as.integer(quietly(cluster_spectral(p$x, 2, seed = 1))$cluster),
    kernlab = structure(function(p) as.integer(kernlab::specc(p$x, centers = 2)), most = 2000),
    `scikit-learn` = "clusters"
  )
)
harmonic <- list(
  title = "Three classes from 100 labels, k = 15", quality = "% wrong", problem = roll_problem,
  agree = share_wrong,
  methods = list(
    lapscale = function(p) {
      g <- quietly(heat_graph(p$x, bandwidth = p$radius, type = "knn", k = 15))
      as.character(fitted(quietly(ssl_harmonic(g, factor(p$y)))))
    },
    `scikit-learn` = "spreading"
  )
)
laprls <- list(
  title = "LapRLS, two classes from 100 labels", quality = "% wrong",
  problem = function(n) two_classes(roll_problem(n)), agree = share_wrong, most = 2000,
  methods = list(
    lapscale = function(p) {
      as.character(fitted(quietly(ssl_laprls(p$x, p$y, bandwidth = p$radius))))
    },
    RSSL = of_labels(function(x, y, others, gamma) {
      RSSL::LaplacianKernelLeastSquaresClassifier(
        x, y, others, kernel = kernlab::rbfdot(gamma), lambda = 1e-4, gamma = 1,
        adjacency_k = 10
      )
    })
  )
)
lapsvm <- list(
  title = "LapSVM, two classes from 100 labels", quality = "% wrong",
  problem = function(n) two_classes(roll_problem(n)), agree = share_wrong, most = 2000,
  methods = list(
    lapscale = function(p) {
      as.character(fitted(quietly(ssl_lapsvm(p$x, p$y, bandwidth = p$radius))))
    },
    RSSL = of_labels(function(x, y, others, gamma) {
      RSSL::LaplacianSVM(x, y, others, kernel = kernlab::rbfdot(gamma), lambda = 1e-4, gamma = 1,
                         adjacency_k = 10)
    })
  )
)
dimension <- list(
  title = "Intrinsic dimension by nearest neighbors, k = 20", quality = "estimate",
  problem = roll_problem, agree = function(result, ours, problem) result,
  methods = list(
    lapscale = function(p) as.numeric(dim_mle(p$x, k = 20)),
    intrinsicDimension = structure(function(p) {
      intrinsicDimension::maxLikGlobalDimEst(p$x, k = 20)$dim.est
    }, most = 1e4)
  )
)

tasks <- list(
  neighbors = neighbors, radius = radius, eigenmaps = eigenmaps, diffusion = diffusion,
  sparse_diffusion = sparse_diffusion, isomap = isomap, lle = lle, kpca = kpca,
  clusters = clusters, harmonic = harmonic, laprls = laprls, lapsvm = lapsvm, dimension = dimension
)
