# Results in any unit of the points: lengths are in that unit, and nothing else changes. The same
# calls with copies of rows.

# What has a unit, with its power; in units `u` of the lengths that are given.
in_a_unit <- list(
  bw_gc = list(1, function(x, u) bw_gc(x, seed = 1)),
  bw_gc_d = list(1, function(x, u) bw_gc(x, d = 2, seed = 1)),
  bw_gc_local = list(0, function(x, u) bw_gc(x, d = 2, local_scale = 7, seed = 1)),
  bw_rec = list(1, function(x, u) bw_rec(x)), bw_msvd = list(1, function(x, u) bw_msvd(x, d = 2)),
  bw_kernel_sum = list(1, function(x, u) bw_kernel_sum(x)),
  bw_knn = list(1, function(x, u) bw_knn(x)), bw_median = list(1, function(x, u) bw_median(x)),
  bw_rate = list(1, function(x, u) bw_rate(x, d = 2)),
  bw_lepski = list(1, function(x, u) {
    bw_lepski(x, f = function(x) x[, 1], d = 2, seed = 1)
  }),
  dim_growth = list(0, function(x, u) dim_growth(x)), dim_mle = list(0, function(x, u) dim_mle(x)),
  dim_kernel_sum = list(0, function(x, u) dim_kernel_sum(x)),
  dim_eigengap = list(0, function(x, u) dim_eigengap(x, 4 * u)),
  dim_estimate = list(0, function(x, u) dim_estimate(x, seed = 1)),
  heat_graph = list(0, function(x, u) as.matrix(heat_graph(x, 4 * u))),
  knn_graph = list(0, function(x, u) as.matrix(heat_graph(x, 4 * u, type = "knn", k = 8))),
  local_graph = list(0, function(x, u) as.matrix(heat_graph(x, local_scale = 7))),
  components = list(0, function(x, u) graph_components(heat_graph(x, 2 * u))$sizes),
  spectrum = list(-2, function(x, u) {
    graph_spectrum(graph_laplacian(heat_graph(x, 4 * u)), k = 5)$values[-1L]
  }),
  eigenmaps = list(0, function(x, u) embed_eigenmaps(x, 2, bandwidth = 4 * u)),
  diffusion = list(0, function(x, u) embed_diffusion(x, 2, bandwidth = 4 * u, t = 2)),
  self_tuning = list(0, function(x, u) embed_eigenmaps(x, 2, seed = 1)),
  landmarks = list(0, function(x, u) embed_eigenmaps(x, 2, bandwidth = 4 * u, landmarks = 60)),
  diffusion_distance = list(0, function(x, u) {
    diffusion_distance(embed_diffusion(x, 2, bandwidth = 4 * u, t = 2), 1:2)
  }),
  isomap = list(1, function(x, u) embed_isomap(x, 2, k = 8)),
  isomap_radius = list(1, function(x, u) embed_isomap(x, 2, radius = 6 * u)),
  isomap_graph = list(1, function(x, u) embed_isomap(heat_graph(x, 4 * u, type = "knn", k = 8), 2)),
  lle = list(0, function(x, u) embed_lle(x, 2)),
  lle_modified = list(0, function(x, u) embed_lle(x, 2, method = "modified")),
  lle_hessian = list(0, function(x, u) embed_lle(x, 2, method = "hessian")),
  ltsa = list(0, function(x, u) embed_ltsa(x, 2)),
  kpca_heat = list(0, function(x, u) embed_kpca(x, 2, bandwidth = 4 * u)),
  kpca_linear = list(1, function(x, u) embed_kpca(x, 2, kernel = "linear")),
  kpca_isomap = list(1, function(x, u) embed_kpca(x, 2, kernel = "isomap", k = 8)),
  relax = list(1, function(x, u) {
    embed_relax(embed_eigenmaps(x, 2, bandwidth = 4 * u), max_eigenvectors = 8)
  }),
  relax_isomap = list(1, function(x, u) {
    embed_relax(embed_isomap(x, 2, k = 8), bandwidth = 4 * u, max_eigenvectors = 8)
  }),
  columns = list(0, function(x, u) embed_columns(embed_isomap(x, 2, k = 8))$share),
  quality = list(0, function(x, u) {
    unlist(unclass(embed_quality(embed_isomap(x, 2, k = 8), x, labels = rep_len(1:3, nrow(x)))))
  }),
  clusters = list(0, function(x, u) cluster_spectral(x, 3, seed = 1)$cluster),
  clusters_given = list(0, function(x, u) cluster_spectral(x, 3, bandwidth = 4 * u)$cluster),
  distortion = list(0, function(x, u) metric_distortion(x, 4 * u, 2)$distortion),
  stretch = list(0, function(x, u) {
    metric_stretch(metric_riemannian(embed_isomap(x, 2, k = 8), heat_graph(x, 4 * u), 2))
  }),
  graph_laplacian_at = list(-2, function(x, u) {
    graph_laplacian_at(x, function(x) (x[, 1] / u)^2, x[1:5, ], 4 * u, scale = "laplacian")
  }),
  noise_level = list(2, function(x, u) noise_level(x)),
  noise_remove = list(1, function(x, u) as.matrix(noise_remove(x, "heat", 4 * u, 1, seed = 1))),
  boundary = list(1, function(x, u) boundary_distance(x, 4 * u, 2)),
  common = list(0, function(x, u) embed_common(x, x[, c(1, 3)], bandwidth = 4 * u, seed = 1)),
  data = list(1, function(x, u) {
    e <- embed_isomap(x, 2, k = 8)
    predict(e, as.matrix(e)[1:5, ], type = "data")
  }),
  report = list(0, function(x, u) {
    value <- tidy(bw_report(4 * u, x))$value
    value[is.finite(value)]
  }),
  select = list(1, function(x, u) {
    as.numeric(bw_select(x, method = c("gc", "kernel_sum", "knn", "median")))
  }),
  scales = list(0, function(x, u) {
    embed_scales(x, c(4, 6) * u, most = 2)$embeddings[[2L]]
  }),
  layout = list(0, function(x, u) embed_layout(x, exaggeration = 4)),
  independent = list(0, function(x, u) {
    embed_eigenmaps(x, 2, bandwidth = 4 * u, coordinates = "independent")
  }),
  interval = list(-2, function(x, u) {
    s <- graph_spectrum(graph_laplacian(heat_graph(x, 4 * u)), k = 3, interval = 0.9, seed = 1)
    unlist(tidy(s)[-1L, c("value", "lwr", "upr")])
  }),
  doubly_stochastic = list(-2, function(x, u) {
    l <- graph_laplacian(heat_graph(x, 4 * u), type = "doubly_stochastic")
    graph_spectrum(l, k = 4)$values[-1L]
  }),
  deflate = list(1, function(x, u) bw_gc(x, noise = "deflate", seed = 1)),
  novelty = list(0, function(x, u) {
    augment(embed_eigenmaps(x, 2, bandwidth = 4 * u), newdata = x[1:5, ] + 7 * u)$.novelty
  }),
  predict = list(0, function(x, u) {
    predict(embed_lle(x, 2), x[1:5, ] + 0.1 * u * c(1, -1))
  }),
  predict_isomap = list(1, function(x, u) predict(embed_isomap(x, 2, k = 8), x[1:5, ] * 1.01))
)

learners <- list(
  auto = function(x, y, u) ssl_auto(x, y, seed = 1),
  eigenmaps = function(x, y, u) ssl_eigenmaps(x, y, n_eigen = 5, bandwidth = 4 * u),
  iterated = function(x, y, u) ssl_iterated(x, y, bandwidth = 4 * u),
  diffusion = function(x, y, u) ssl_diffusion(x, y, bandwidth = 4 * u),
  harmonic = function(x, y, u) ssl_harmonic(x, y, bandwidth = 4 * u),
  laprls = function(x, y, u) ssl_laprls(x, y, bandwidth = 4 * u),
  hessian = function(x, y, u) ssl_hessian(x, y, seed = 1),
  grid = function(x, y, u) ssl_harmonic(x, y, bandwidth = 4 * u, landmarks = 100)
)

# Of classes: what is learned or chosen from them, with its power of the unit.
of_classes <- list(
  poisson = list(0, function(x, y, u) {
    predict(ssl_poisson(x, y, bandwidth = 4 * u), x[1:9, ], type = "prob")
  }),
  lapsvm = list(0, function(x, y, u) {
    predict(ssl_lapsvm(x, y, bandwidth = 4 * u), x[1:9, ], type = "prob")
  }),
  auto = list(0, function(x, y, u) predict(ssl_auto(x, y, seed = 1), x[1:9, ], type = "prob")),
  bw_cv = list(1, function(x, y, u) bw_cv(x, y, bandwidths = c(2, 4, 8) * u, seed = 1)),
  bw_test_error = list(1, function(x, y, u) {
    bw_test_error(x, x[, 1] > 0, which(!is.na(y)), bandwidths = c(2, 4, 8) * u)
  })
)

plain_values <- function(found) {
  if (inherits(found, c("lapscale_embedding", "matrix"))) found <- abs(unname(as.matrix(found)))
  as.numeric(found)
}

# Infinite values have to be the same.
far_off <- function(found, expected) {
  found[is.infinite(expected) & found == expected] <- 0
  expected[is.infinite(expected)] <- 0
  max(abs(found - expected)) / max(abs(expected))
}

units <- c(1e-9, 1e9, 2^100)

test_that("selectors, dimensions, graphs, embeddings, clusters, and metrics follow the unit", {
  skip_on_cran()
  x <- matrix(unclass(sample_swiss_roll(150, seed = 3)), 150)
  for (name in names(in_a_unit)) {
    power <- in_a_unit[[name]][[1L]]
    run <- in_a_unit[[name]][[2L]]
    expected <- plain_values(quietly(run(x, 1)))
    for (u in units) {
      found <- plain_values(quietly(run(x * u, u))) / u^power
      expect_lt(far_off(found, expected), 1e-5, label = paste(name, "in units of", u))
    }
  }
})

test_that("learners follow the unit of the points and of the numbers", {
  skip_on_cran()
  roll <- sample_swiss_roll(150, seed = 3)
  x <- matrix(unclass(roll), 150)
  y <- replace(attr(roll, "parameters")[, "arc_length"], -seq(1, 150, by = 5), NA)
  for (name in names(learners)) {
    expected <- fitted(quietly(learners[[name]](x, y, 1)))
    for (u in units) {
      found <- fitted(quietly(learners[[name]](x * u, y, u)))
      expect_lt(far_off(found, expected), 1e-5, label = paste(name, "in units of", u))
      found <- fitted(quietly(learners[[name]](x, y * u, 1))) / u
      expect_lt(far_off(found, expected), 1e-5, label = paste(name, "with labels in units of", u))
    }
  }
})

test_that("what is learned from classes follows the unit of the points", {
  skip_on_cran()
  roll <- sample_swiss_roll(150, seed = 3)
  x <- matrix(unclass(roll), 150)
  angle <- attr(roll, "parameters")[, 1]
  y <- factor(replace(ifelse(angle > stats::median(angle), "far", "near"), -seq(1, 150, 5), NA))
  for (name in names(of_classes)) {
    power <- of_classes[[name]][[1L]]
    run <- of_classes[[name]][[2L]]
    expected <- plain_values(quietly(run(x, y, 1)))
    for (u in units) {
      found <- plain_values(quietly(run(x * u, y, u))) / u^power
      expect_lt(far_off(found, expected), 1e-5, label = paste(name, "in units of", u))
    }
  }
})

# The rows of a result, or NULL where the call says in our words what the copies prevent.
rows_of_copies <- function(call, info) {
  tryCatch(unname(as.matrix(call())), lapscale_error = function(e) {
    text <- conditionMessage(e)
    expect_match(text, "coincid|no scale|different|neighbors|landmarks|components", info = info)
    NULL
  })
}

test_that("rows at one place have one result, or an error of ours that tells of them", {
  skip_on_cran()
  roll <- sample_swiss_roll(30, seed = 3)
  for (count in c(1, 2, 5, 12)) {
    at <- rep(1:30, each = count)
    n <- 30 * count
    x <- matrix(unclass(roll), 30)[at, ]
    y <- replace(attr(roll, "parameters")[at, "arc_length"], -seq(1, n, by = 2 * count), NA)
    calls <- c(
      lapply(in_a_unit, function(line) function() quietly(line[[2L]](x, 1))),
      lapply(learners, function(learn) function() fitted(quietly(learn(x, y, 1))))
    )
    compared <- 0L
    for (name in names(calls)) {
      info <- paste(name, "of", count, "copies")
      found <- rows_of_copies(calls[[name]], info)
      if (!NROW(found) %in% n || ncol(found) == n) next
      compared <- compared + 1L
      # Some learners give a row with a label this label.
      found <- found[is.na(y), , drop = FALSE]
      same <- at[is.na(y)]
      expect_lt(far_off(found[match(same, same), ], found), 1e-6, label = info)
    }
    expect_gt(compared, 20L)
  }
})

# Results that have nothing to do with how often every row occurs.
without_counts <- c(
  "isomap", "lle", "lle_modified", "lle_hessian", "kpca_heat", "kpca_linear", "kpca_isomap",
  "layout", "noise_level", "stretch", "bw_knn", "bw_rec", "dim_mle", "columns"
)

test_that("where rows that coincide are one, results are those of the rows once", {
  skip_on_cran()
  x <- matrix(unclass(sample_swiss_roll(100, seed = 3)), 100)
  for (name in without_counts) {
    run <- in_a_unit[[name]][[2L]]
    once <- abs(unname(as.matrix(quietly(run(x, 1)))))
    for (count in c(2, 12)) {
      found <- abs(unname(as.matrix(quietly(run(x[rep(1:100, each = count), ], 1)))))
      if (nrow(found) == 100 * count) found <- found[seq(1, 100 * count, by = count), ]
      expect_lt(far_off(found, once), 1e-7, label = paste(name, "of", count, "copies"))
    }
  }
})

# Rows as they come back from a text file with 15 digits.
through_a_file <- function(x) {
  file <- withr::local_tempfile()
  utils::write.csv(x, file, row.names = FALSE)
  unname(as.matrix(utils::read.csv(file)))
}

# In so many columns that it stays sparse.
as_wide_sparse <- function(x, p = 18000L) {
  Matrix::sparseMatrix(
    i = rep(seq_len(nrow(x)), ncol(x)), j = rep(c(2, 7777, p)[seq_len(ncol(x))], each = nrow(x)),
    x = as.vector(x), dims = c(nrow(x), p)
  )
}

test_that("the bandwidth of a graph of nearest neighbors does not look at copies", {
  skip_on_cran()
  x <- matrix(unclass(sample_swiss_roll(150, seed = 3)), 150)
  along <- function(x, ...) as.numeric(quietly(bw_gc(x, graph = "knn", k = 8, seed = 1, ...)))
  for (count in c(2, 12)) {
    copies <- x[rep(1:150, each = count), ]
    expect_equal(along(copies), along(x, weights = rep(count, 150)), tolerance = 1e-9)
    # As many neighbors as there are other places, or more.
    expect_gt(as.numeric(quietly(bw_gc(copies, graph = "knn", k = 160, seed = 1))), 1)
  }
  # Some rows, of which each has more copies than there are neighbors.
  some <- c(1:150, rep(1:3, each = 20))
  expect_equal(along(x[some, ]), along(x, weights = tabulate(some)), tolerance = 1e-9)
})

test_that("rows that went through a file are copies of what they were", {
  skip_on_cran()
  roll <- sample_swiss_roll(60, seed = 3)
  x <- matrix(unclass(roll), 60)
  again <- through_a_file(x)
  expect_gt(max(abs(again - x)), 0)
  y <- c(replace(attr(roll, "parameters")[, "arc_length"], -seq(1, 60, by = 4), NA), rep(NA, 60))
  calls <- c(lapply(in_a_unit, function(line) function(x) line[[2L]](x, 1)),
             lapply(learners, function(learn) function(x) fitted(learn(x, y, 1))))
  values <- function(call, x) {
    tryCatch(plain_values(quietly(call(x))), lapscale_error = function(e) NULL)
  }
  few <- c("bw_knn", "dim_mle", "knn_graph", "local_graph", "eigenmaps", "diffusion", "self_tuning",
           "isomap", "layout", "clusters", "auto", "harmonic")
  # Read columns or the number of rows in the call itself.
  of_columns <- c("quality", "graph_laplacian_at", "common", "predict", "novelty", "predict_isomap",
                  "bw_lepski", "data")
  kinds <- list(
    plain = list(identity, names(calls)), sparse = list(as_wide_sparse, few),
    # Distances in a file of their own, too.
    dist = list(function(x) stats::as.dist(through_a_file(as.matrix(stats::dist(x)))),
                setdiff(names(calls), of_columns))
  )
  for (kind in names(kinds)) {
    as_kind <- kinds[[kind]][[1L]]
    merged <- as_points(as_kind(rbind(x, again)), kinds = c("sparse", "distances"))$x
    expect_identical(class(merged)[[1L]],
                     c(plain = "matrix", sparse = "dgCMatrix", dist = "lapscale_distances")[[kind]])
    expect_identical(as.matrix(merged[1:60, ]), as.matrix(merged[61:120, ]))
    compared <- 0L
    for (name in kinds[[kind]][[2L]]) {
      expected <- values(calls[[name]], as_kind(rbind(x, x)))
      if (!length(expected)) next
      compared <- compared + 1L
      found <- values(calls[[name]], as_kind(rbind(x, again)))
      # The ends of intervals move by a thousandth if the last digit of the same rows changes.
      expect_lt(far_off(found, expected), if (name == "interval") 0.01 else 1e-6,
                label = paste(name, "of a table twice,", kind))
    }
    expect_gt(compared, c(plain = 50, sparse = 10, dist = 25)[[kind]])
  }
})

# Every fit that predicts new rows: the calls above that return an embedding or what was learned.
fits_of_points <- function(x, y) {
  calls <- in_a_unit[!names(in_a_unit) %in% c("landmarks", "isomap_graph", "predict_isomap",
                                              "predict", "scales")]
  calls <- c(lapply(calls, function(line) function() line[[2L]](x, 1)),
             lapply(learners, function(learn) function() learn(x, y, 1)))
  # Some need neighbors that are nearer.
  lapply(calls, function(call) tryCatch(quietly(call()), lapscale_error = identity))
}

test_that("rows of a fit that went through a file keep what they have", {
  skip_on_cran()
  roll <- sample_swiss_roll(150, seed = 3)
  y <- replace(attr(roll, "parameters")[, "arc_length"], -seq(1, 150, by = 5), NA)
  # Few columns, and many, where neighbors are far.
  many <- withr::with_seed(4, matrix(stats::rnorm(150 * 25), 150)) * 3
  for (x in list(matrix(unclass(roll), 150), many)) {
    again <- through_a_file(x)
    compared <- 0L
    # New rows of several tables are a list of them.
    is_of_table <- function(fit) {
      inherits(fit, c("lapscale_embedding", "lapscale_ssl")) && !inherits(fit, "lapscale_common")
    }
    for (fit in Filter(is_of_table, fits_of_points(x, y))) {
      known <- quietly(predict(fit, x))
      expected <- unname(as.matrix(known))
      for (new in list(again, x * (1 + 2^-51), x + 1e-7 * mean(abs(x)) * (row(x) %% 2 - 0.5))) {
        compared <- compared + 1L
        expect_lt(far_off(unname(as.matrix(quietly(predict(fit, new)))), expected), 1e-5,
                  label = paste(class(fit)[[1L]], "with", ncol(x), "columns after rounding"))
      }
    }
    expect_gt(compared, 40L)
  }
})

test_that("sparse rows and distances of a fit that went through a file keep what they have", {
  skip_on_cran()
  roll <- sample_swiss_roll(150, seed = 3)
  x <- matrix(unclass(roll), 150)
  again <- through_a_file(x)
  y <- replace(attr(roll, "parameters")[, "arc_length"], -seq(1, 150, by = 5), NA)
  kinds <- list(
    sparse = list(as_wide_sparse(x), as_wide_sparse(again)),
    dist = list(stats::dist(x), through_a_file(as.matrix(stats::dist(x))))
  )
  fits <- c(
    lapply(in_a_unit[c("eigenmaps", "self_tuning", "isomap", "layout", "kpca_heat")],
           function(line) function(x) line[[2L]](x, 1)),
    list(harmonic = function(x) ssl_harmonic(x, y, bandwidth = 4))
  )
  for (kind in names(kinds)) for (name in names(fits)) {
    fit <- quietly(fits[[name]](kinds[[kind]][[1L]]))
    rows_of_fit <- kinds[[kind]][[1L]]
    known <- quietly(predict(fit, if (kind == "dist") as.matrix(rows_of_fit) else rows_of_fit))
    found <- quietly(predict(fit, kinds[[kind]][[2L]]))
    expect_lt(far_off(unname(as.matrix(found)), unname(as.matrix(known))), 1e-5,
              label = paste(name, "of", kind))
  }
})

test_that("every exported function of points has its line here, or takes no lengths", {
  told <- paste(deparse(c(in_a_unit, learners, of_classes)), collapse = " ")
  others <- c(
    # Pass on what a function above does.
    "bw_from", "bw_to", "augment", "glance", "tidy", "ssl_confusion", "bw_explore",
    "bw_control", "bw_reml", "point_set", "point_tips", "graph_knn", "graph_radius", "graph_dense",
    "embed_align", "point_source", "ssl_error", "ssl_next", "bw_minima",
    # Have their own test of units, or none: a response, or shares.
    "graph_test", "graph_columns",
    "metric_distances", "metric_path", "metric_length", "metric_volume", "bw_oracle", "bw_risk",
    "bw_risk_ratio", "as_heat_graph", "as_igraph"
  )
  exported <- setdiff(getNamespaceExports("lapscale"), c("diag", "show", "Ops", "%*%", "dim"))
  exported <- grep("^(sample_|step_|[.])", exported, value = TRUE, invert = TRUE)
  missing <- Filter(function(name) !grepl(paste0("\\b", name, "\\b"), told), exported)
  expect_identical(setdiff(missing, others), character())
})
