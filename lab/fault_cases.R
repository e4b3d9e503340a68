# The cases of lab/fault_table.R: list(what, run: a function that gives verdicts by name, note).

y_of <- function(x) {
  y <- factor(rep(c("a", "b"), length.out = nrow(x)))
  replace(y, -c(1:2, nrow(x) %/% 2 + 1:2), NA)
}

# A number at every third row, NA elsewhere.
numbers_at <- function(x) {
  n <- NROW(x)
  replace(rep(NA, n), seq(1, n, by = 3), sin(seq(1, n, by = 3)))
}
iterated_numbers <- function(x, ...) ssl_iterated(x, numbers_at(x), bandwidth = 1, ...)
# What learning from few labels has beside ssl_fixed.
learning <- list(
  hessian_energy = function(x, ...) ssl_hessian(x, numbers_at(x), ...),
  graph_by_labels = function(x, ...) ssl_iterated(x, numbers_at(x), graph = "auto", ...),
  all_by_labels = function(x, ...) ssl_auto(x, numbers_at(x), seed = 1, ...),
  next_points = function(x, ...) ssl_next(iterated_numbers(x, ...), 3),
  standard_errors = function(x, ...) predict(iterated_numbers(x, ...), se.fit = TRUE)$se.fit
)

# Everything that takes points, called with them and with what all take.
with_points <- c(
  every_selector[setdiff(names(every_selector), c("lepski", "cv", "test_error"))],
  lepski = function(x, ...) bw_lepski(x, d = 1, seed = 1, ...),
  cv = function(x, ...) bw_cv(x, rep(c("a", "b"), 60)[seq_len(NROW(x))], ssl_harmonic,
                              folds = 2, seed = 1, ...),
  dim_growth = function(x, ...) dim_growth(x, ...),
  dim_mle = function(x, ...) dim_mle(x, k = 5, ...),
  dim_kernel_sum = function(x, ...) dim_kernel_sum(x, ...),
  dim_eigengap = function(x, ...) dim_eigengap(x, 0.6, ...),
  metric_distortion = function(x, ...) metric_distortion(x, 1, seed = 1, ...),
  heat_graph = function(x, ...) heat_graph(x, 1, ...),
  noise_level = function(x, ...) noise_level(x, k = 5, ...),
  graph_columns = function(x, ...) graph_columns(x, 1, ...),
  noise_remove = function(x, ...) noise_remove(x, seed = 1, ...),
  boundary = function(x, ...) boundary_distance(x, 1, 1, seed = 1, ...),
  common = function(x, ...) embed_common(x, x, bandwidth = 1, seed = 1, ...),
  deflated = function(x, ...) bw_gc(x, noise = "deflate", seed = 1, ...),
  doubly_stochastic = function(x, ...) {
    embed_eigenmaps(x, 2, bandwidth = 0.5, type = "doubly_stochastic", ...)
  },
  embed_methods,
  independent = function(x, ...) {
    embed_eigenmaps(x, 2, bandwidth = 0.5, coordinates = "independent", ...)
  },
  relax = function(x, ...) embed_relax(embed_eigenmaps(x, 2, bandwidth = 0.5, ...)),
  columns = function(x, ...) embed_columns(embed_isomap(x, 2, k = 10, ...)),
  distance = function(x, ...) diffusion_distance(embed_diffusion(x, 2, bandwidth = 0.5, ...), 1),
  local_gc = function(x, ...) bw_gc(x, local_scale = c(5, 8), seed = 1, ...),
  weighted_gc = function(x, ...) bw_gc(x, weights = rep(1:2, length.out = NROW(x)), seed = 1, ...),
  weighted = function(x, ...) {
    embed_eigenmaps(x, 2, bandwidth = 0.5, weights = rep(1:2, length.out = NROW(x)), ...)
  },
  cluster = function(x, ...) cluster_spectral(x, 2, bandwidth = 0.8, seed = 1, ...),
  lapply(ssl_fixed, function(learn) {
    force(learn)
    function(x, ...) learn(x, rep(c("a", NA, "b", NA), 50)[seq_len(NROW(x))], bandwidth = 1, ...)
  }),
  learning
)
# Some of them with the points as distances, and as a sparse matrix that is not made dense.
in_other_forms <- with_points[c(
  "gc", "knn", "median", "kernel_sum", "dim_mle", "dim_growth", "heat_graph", "eigenmaps",
  "diffusion", "cluster"
)]
with_distances <- lapply(in_other_forms, function(f) {
  force(f)
  function(x, ...) f(if (inherits(x, "dist")) x else dist(x), ...)
})
with_sparse <- lapply(in_other_forms, function(f) {
  force(f)
  function(x, ...) {
    local_functions(list(few_bytes = 1))
    zeros <- Matrix::Matrix(0, nrow(x), 60L, sparse = TRUE)
    f(cbind(methods::as(as.matrix(x), "CsparseMatrix"), zeros), ...)
  }
})
names(with_distances) <- paste0(names(in_other_forms), ".dist")
names(with_sparse) <- paste0(names(in_other_forms), ".sparse")
other_forms <- c(with_distances, with_sparse)
embeddings <- embed_methods
points <- selector_points(80)
learners <- lapply(ssl_fixed, function(learn) {
  force(learn)
  function(x, y, ...) learn(x, y, bandwidth = 1, ...)
})
arcs <- two_arcs()
small <- normal_points(8, 2)
strip <- bent_strip(60)

# The numbers of a result, without names, clocks or calls.
numbers_of <- function(value) {
  if (is.numeric(value) && length(value) == 1L) return(as.numeric(value))
  if (inherits(value, "lapscale_embedding")) return(abs(plain_matrix(value)))
  if (inherits(value, "lapscale_graph")) return(unname(as.matrix(value)))
  if (inherits(value, "lapscale_clusters")) return(unname(value$cluster))
  if (inherits(value, "lapscale_ssl")) {
    found <- unname(fitted(value))
    return(if (is.numeric(found)) found else as.character(found))
  }
  if (inherits(value, "lapscale_columns")) return(sort(value$share[value$share > 0]))
  # Distances between components are infinite.
  if (is.numeric(value)) return(unname(as.vector(pmin(value, .Machine$double.xmax))))
  value$distortion
}
same_result <- function(f, a, b, tolerance = 1e-12) {
  works(f(a), function(value) {
    isTRUE(all.equal(numbers_of(value), numbers_of(quietly(f(b))), tolerance = tolerance))
  })
}
finite_result <- function(value) all(is.finite(numbers_of(value)) | is.character(numbers_of(value)))

refused_points <- function(x, text = "`x`", ..., functions = with_points) {
  each(functions, function(f) refuses(f(x), text, ...))
}
# `verdicts` is computed when run() is called.
case <- function(what, verdicts, note = NULL) {
  list(what = what, run = function() verdicts, note = note)
}
# A case that another script runs.
interrupts_in <- function(file) {
  if (!file.exists(file)) {
    return(paste(file, "is not there"))
  }
  found <- utils::read.csv(file)
  bad <- sum(found$late, found$changed)
  if (bad) paste(bad, "late or changed")
}
with_value <- function(row, column, value) {
  x <- points
  x[row, column] <- value
  x
}
with_distance <- function(value) replace(dist(points), 3, value)
bad_bandwidths <- list(0, -1, NA_real_, Inf, c(1, 2))
with_bandwidth <- list(
  heat_graph = function(h) heat_graph(points, h),
  graph_dist = function(h) heat_graph(dist(small), h),
  eigenmaps_dist = function(h) embed_eigenmaps(dist(points), 2, bandwidth = h),
  metric_distortion = function(h) metric_distortion(points, h),
  dim_eigengap = function(h) dim_eigengap(points, h),
  eigenmaps = function(h) embed_eigenmaps(points, 2, bandwidth = h),
  diffusion = function(h) embed_diffusion(points, 2, bandwidth = h),
  kpca = function(h) embed_kpca(points, 2, bandwidth = h),
  relax = function(h) embed_relax(sheet, bandwidth = h),
  cluster = function(h) cluster_spectral(points, 2, bandwidth = h),
  harmonic = function(h) ssl_harmonic(arcs$x, arcs$y, bandwidth = h),
  laprls = function(h) ssl_laprls(arcs$x, arcs$y, bandwidth = h),
  from = function(h) bw_from(h, "time")
)
of_all <- function(functions, values, verdict) {
  each(functions, function(f) {
    for (value in values) {
      found <- verdict(f, value)
      if (!is.null(found)) return(paste(describe(value), found))
    }
  })
}
describe <- function(value) paste(deparse(value, nlines = 1), collapse = "")
duplicated_points <- rbind(points, points[1:12, ])
pieces <- rbind(strip[1:30, ], strip[31:60, ] + 50)
sheet <- embed_eigenmaps(strip, 2, bandwidth = 0.5)
learned <- c(
  lapply(ssl_fixed, function(learn) learn(strip, y_of(strip), bandwidth = 0.5)),
  list(
    hessian_energy = ssl_hessian(strip, numbers_at(strip), d = 2),
    standard_errors = ssl_iterated(strip, numbers_at(strip), bandwidth = 0.5)
  )
)
fits <- list(
  eigenmaps = sheet, diffusion = embed_diffusion(strip, 2, bandwidth = 0.5),
  isomap = embed_isomap(strip, 2, k = 10), lle = embed_lle(strip, 2, k = 10),
  kpca = embed_kpca(strip, 2, bandwidth = 0.5), ltsa = embed_ltsa(strip, 2, k = 10),
  hessian = embed_lle(strip, 2, k = 10, method = "hessian"), relax = embed_relax(sheet),
  aligned = embed_align(sheet, strip[, 2:3], scale = TRUE)
)

fault_cases <- list(
  case("x has NA", c(
    each(with_points, function(f) {
      refuses(f(with_value(17, 2, NA)), "(NA), first at row 17, column 2")
    }),
    refused_points(with_value(17, 2, NA), "row 17, column 2", functions = with_sparse),
    refused_points(with_distance(NA), c("1 and 4", "NA"), functions = with_distances),
    omit = list(tells(heat_graph(with_value(17, 2, NA), 1, na_action = "omit"), "warning_omitted",
                      function(g) length(g$rows) == 79L))
  )),
  case("x has NaN", c(
    refused_points(with_value(5, 2, NaN), c("NaN", "row 5, column 2"),
                   functions = c(with_points, with_sparse)),
    refused_points(with_distance(NaN), c("1 and 4", "NaN"), functions = with_distances)
  )),
  case("x has Inf", c(
    refused_points(with_value(6, 1, -Inf), c("infinite", "row 6, column 1"),
                   functions = c(with_points, with_sparse)),
    refused_points(with_distance(Inf), c("1 and 4", "Inf"), functions = with_distances)
  )),
  case("x is no table of numbers", {
    bad <- list("a", list(1, 2), complex(5), matrix("a", 9, 2), factor(1:9))
    of_all(with_points, bad, function(f, x) refuses(f(x), c("`x`", "numeric")))
  }),
  case("data.frame with a column that is none", refused_points(
    data.frame(u = 1:80, v = rep("a", 80)), "column v"
  )),
  case("no rows, no columns, NULL", {
    of_all(with_points, list(NULL, matrix(0, 0, 3), matrix(0, 5, 0)),
           function(f, x) refuses(f(x), "`x`"))
  }),
  case("one row, two rows", c(
    each(c(with_points, with_sparse), function(f) refuses(f(matrix(1, 1, 2)))),
    each(with_distances, function(f) refuses(f(dist(matrix(1, 1, 2))), "`x`")),
    two = list(refuses(bw_gc(matrix(c(0, 1, 0, 1), 2)), "at least 3 rows"))
  )),
  case("as many neighbours as rows", list(
    heat_graph = refuses(heat_graph(small, 1, "knn", k = 10), "below the number of rows, 8"),
    ltsa = refuses(embed_ltsa(small, 2, k = 8), "`k`"),
    hessian = refuses(embed_lle(small, 2, k = 8, method = "hessian"), "`k`"),
    columns = refuses(embed_columns(sheet, k = 60), "`k`"),
    local_gc = refuses(bw_gc(small, local_scale = c(3, 8)), "`local_scale`"),
    heat_graph.dist = refuses(heat_graph(dist(small), 1, "knn", k = 8), "number of rows, 8"),
    isomap = refuses(embed_isomap(small, 2, k = 8), "`k`"), lle = refuses(embed_lle(small, 2, k = 9)),
    bw_knn = refuses(bw_knn(small, 8), "`k`"), dim_mle = refuses(dim_mle(small, 8), "`k`"),
    bw_gc = refuses(bw_gc(small, graph = "knn", k = 8), "`k`"),
    local_scale = refuses(heat_graph(small, local_scale = 8), "`local_scale`")
  )),
  case("fewer points than dimensions", {
    wide <- normal_points(30, 60)
    inside <- svd(sweep(wide, 2, colMeans(wide)))
    narrow <- inside$u[, 1:29] %*% diag(inside$d[1:29])
    sized <- with_points[setdiff(names(with_points), c(
      "dim_eigengap", "cluster", names(ssl_fixed), names(learning), "lle_modified", "kpca_lle", "eigenmaps",
      "diffusion", "multiscale", "heat_graph", "metric_distortion", "kpca_heat", "test_error", "cv",
      "independent", "relax", "distance", "weighted", "columns"
    ))]
    c(each(sized, function(f) same_result(f, wide, narrow, 1e-6)),
      heat_graph = list(same_result(function(x) heat_graph(x, 8), wide, narrow, 1e-9)),
      eigenmaps = list(same_result(function(x) embed_eigenmaps(x, 2, bandwidth = 8), wide, narrow,
                                   1e-5)),
      metric_distortion = list(same_result(function(x) metric_distortion(x, 8), wide, narrow,
                                           1e-6)))
  }),
  case("one column", {
    line <- matrix(points[, 1])
    each(with_points, function(f) works_or_refuses(f(line)))
  }),
  case("integers and logicals", {
    whole <- round(10 * points)
    as_integers <- whole
    storage.mode(as_integers) <- "integer"
    each(with_points, function(f) {
      works_or_refuses(f(as_integers), function(value) {
        identical(numbers_of(value), numbers_of(quietly(f(whole))))
      })
    })
  }),
  case("dist, tibble, sparse", {
    sparse <- Matrix::Matrix(points, sparse = TRUE)
    table <- structure(as.data.frame(points), class = c("tbl_df", "tbl", "data.frame"))
    both <- each(with_points, function(f) {
      same_result(f, sparse, points) %||% same_result(f, table, points)
    })
    distances <- each(with_points, function(f) works_or_refuses(f(dist(points))))
    stats::setNames(c(both, distances), c(names(both), paste0(names(distances), ".dist")))
  }),
  case("asymmetric, negative, diagonal", {
    d <- unname(as.matrix(dist(small)))
    read <- function(m) as_heat_graph(m, 1, values = "distances")
    list(
      asymmetric = refuses(read(replace(d, cbind(4, 2), 9)), c("symmetric", "4, 2")),
      negative = refuses(read(replace(d, rbind(c(4, 2), c(2, 4)), -1)), "4, 2 is -1"),
      diagonal = refuses(read(replace(d, cbind(3, 3), 1)), "3, 3"),
      rounding = tells(read(replace(d, cbind(4, 2), d[4, 2] * (1 + 2e-13))), "message_symmetrised")
    )
  }),
  case("not square", list(
    matrix = refuses(as_heat_graph(matrix(1, 3, 4), 1, values = "weights"), "square"),
    Matrix = refuses(as_heat_graph(Matrix::Matrix(1, 3, 4), 1, values = "distances"), "square")
  )),
  case("weights negative or NA", {
    w <- exp(-unname(as.matrix(dist(small))))
    takes_weights <- list(
      graph = function(w) heat_graph(points, 1, weights = w),
      bw_gc = function(w) bw_gc(points, weights = w),
      eigenmaps = function(w) embed_eigenmaps(points, 2, weights = w),
      diffusion = function(w) embed_diffusion(points, 2, weights = w),
      cluster = function(w) cluster_spectral(points, 2, weights = w),
      auto = function(w) ssl_auto(points, y_of(points), weights = w)
    )
    one <- rep(1, 80)
    bad <- list(-one, replace(one, 3, NA), replace(one, 3, Inf), one[-1], 0 * one, "a")
    c(of_all(list(matrix = identity, Matrix = Matrix::Matrix), list(-1, NA, NaN, Inf),
             function(f, v) {
               refuses(as_heat_graph(f(replace(w, rbind(c(4, 2), c(2, 4)), v))), "4, 2")
             }),
      of_all(takes_weights, bad, function(f, w) refuses(f(w), "`weights`")),
      ends = of_all(takes_weights, list(1e-300 * one, 1e300 * one, replace(one, 1:2, 1e-300)),
                    function(f, w) works_or_refuses(f(w), finite_result)))
  }),
  case("all points identical", refused_points(
    matrix(1, 80, 3), "`x`", class = "no_scale", functions = c(with_points, other_forms)
  )),
  case("some exact duplicates", {
    each(c(with_points[setdiff(names(with_points), c("test_error"))], other_forms),
         function(f) works(f(duplicated_points), finite_result))
  }),
  case("more than k duplicates of a point", {
    stacked <- rbind(points[1:40, ], points[rep(1, 12), ])
    kinds <- list(
      isomap = function(x) embed_isomap(x, 2, k = 8), lle = function(x) embed_lle(x, 2, k = 8),
      modified = function(x) embed_lle(x, 2, k = 8, method = "modified"),
      hessian = function(x) embed_lle(x, 2, k = 8, method = "hessian"),
      ltsa = function(x) embed_ltsa(x, 2, k = 8), columns = function(x) {
        embed_columns(embed_isomap(x, 2, k = 10), k = 8)
      },
      local_gc = function(x) bw_gc(x, local_scale = 8, seed = 1),
      knn_graph = function(x) heat_graph(x, 1, "knn", k = 8),
      local_scale = function(x) heat_graph(x, local_scale = 8), dim_mle = function(x) dim_mle(x, 8),
      bw_knn = function(x) bw_knn(x, 8)
    )
    each(kinds, function(f) works_or_refuses(f(stacked), finite_result))
  }),
  case("constant and zero columns", {
    each(c(with_points, other_forms), function(f) same_result(f, cbind(points, 0, 7), points, 1e-7))
  }),
  case("one column a million times larger", {
    uneven <- points %*% diag(c(1e6, 1, 1))
    c(each(with_points[c("gc", "median", "rec", "kernel_sum")], function(f) works(f(uneven))),
      message = list(tells(bw_gc(uneven, seed = 1), "message_scale")))
  }),
  case("scale 1e-160", each(c(with_points, other_forms), function(f) {
    works_or_refuses(f(points * 1e-160), finite_result)
  })),
  case("scale 1e155", each(c(with_points, other_forms), function(f) {
    works_or_refuses(f(points * 1e155), finite_result)
  })),
  case("offset 1e8", {
    far <- points + 1e8
    exact <- far - 1e8
    list(
      gc.sparse = same_result(with_sparse$gc.sparse, far, exact, 1e-6),
      heat_graph.sparse = same_result(with_sparse$heat_graph.sparse, far, exact, 1e-6),
      heat_graph = same_result(function(x) heat_graph(x, 1), far, exact, 1e-12),
      bw_gc = same_result(function(x) bw_gc(x, seed = 1), far, exact, 1e-6),
      eigenmaps = same_result(function(x) embed_eigenmaps(x, 2, bandwidth = 1), far, exact, 1e-6),
      bw_median = same_result(bw_median, far, exact, 1e-7)
    )
  }),
  case("bandwidth that is none", {
    of_all(with_bandwidth, bad_bandwidths[1:4], function(f, h) refuses(f(h)))
  }, note = "bw_from() takes several values, and they are several bandwidths"),
  case("bandwidth at which all are isolated", {
    quiet <- with_bandwidth[c("eigenmaps", "diffusion", "cluster", "harmonic", "laprls")]
    c(each(quiet, function(f) works_or_refuses(f(1e-9))),
      heat_graph = list(tells(heat_graph(points, 1e-9), "warning_isolated")),
      eigenmaps_told = list(tells(embed_eigenmaps(points, 2, bandwidth = 1e-9),
                                  "warning_isolated")))
  }),
  case("bandwidth at which all weights are 1", list(
    heat_graph = tells(graph_laplacian(heat_graph(points, 1e9)), "warning_degenerate")
  )),
  case("grids that are none", {
    searching_grid <- searching[setdiff(names(searching), c("lepski"))]
    c(of_all(searching_grid, list(numeric(), c(0, 1), c(-1, 1), c(NA, 1)), function(f, grid) {
        refuses(f(selector_points(), bandwidths = grid), "`bandwidths`")
      }),
      sorted = list(tells(bw_rec(selector_points(), bandwidths = c(0.8, 0.1, 0.1, 0.4)),
                          "message_sorted")))
  }),
  case("one value; optimum at the edge", c(
    each(searching, function(f) refuses(f(selector_points(), bandwidths = 0.3), "`bandwidths`")),
    edge = list(tells(bw_gc(selector_points(), seed = 1, bandwidths = c(3, 4, 5)), "warning_edge",
                      function(bw) glance(bw)$at_edge))
  )),
  case("criterion flat or undefined", list(
    lepski = tells(bw_lepski(points, d = 1, bandwidths = c(1e-9, 0.3, 0.6, 1), seed = 1),
                   "warning_edge", is.finite),
    none = refuses(bw_lepski(points, d = 1, bandwidths = c(1e-9, 1e-8), seed = 1))
  )),
  case("dimension that is none", {
    with_dimension <- list(
      gc = function(d) bw_gc(points, d = d), lepski = function(d) bw_lepski(points, d = d),
      msvd = function(d) bw_msvd(points, d = d), rate = function(d) bw_rate(points, d = d),
      distortion = function(d) metric_distortion(points, 1, d = d),
      riemannian = function(d) metric_riemannian(sheet, heat_graph(strip, 0.5), d = d),
      relax = function(d) embed_relax(sheet, d = d), columns = function(d) embed_columns(sheet, d),
      sphere = function(d) sample_sphere(10, d)
    )
    of_all(with_dimension, list(0, -1, 1.5, NA), function(f, d) refuses(f(d), "`d`"))
  }),
  case("Lepski: no pair or all pairs accepted", list(
    smooth = tells(bw_lepski(points, d = 1, bandwidths = c(3, 4, 5), seed = 1), "warning_edge",
                   function(bw) glance(bw)$at_edge),
    rough = works_or_refuses(bw_lepski(points, d = 1, bandwidths = c(0.01, 0.02, 0.03), seed = 1)),
    jump = works(bw_lepski(points, d = 1, calibration = "jump", seed = 1), is.finite)
  )),
  case("disconnected graph", c(list(
    eigenmaps = tells(embed_eigenmaps(pieces, 2, bandwidth = 0.5), "warning_disconnected"),
    diffusion = tells(embed_diffusion(pieces, 2, bandwidth = 0.5), "warning_disconnected"),
    isomap = refuses(embed_isomap(pieces, 2, k = 5), class = "disconnected"),
    largest = works(embed_isomap(pieces, 2, k = 5, components = "largest")),
    ltsa = tells(embed_ltsa(pieces, 2, k = 6), "warning_disconnected"),
    independent = works_or_refuses(
      embed_eigenmaps(pieces, 2, bandwidth = 0.5, coordinates = "independent"), finite_result
    ),
    relax = works_or_refuses(embed_relax(embed_isomap(pieces, 2, k = 5, components = "connect")),
                             finite_result),
    connect = works(embed_isomap(pieces, 2, k = 5, components = "connect"), finite_result)
  ), each(c(distance = "keep", distance_largest = "largest", distance_each = "each"), function(of) {
    works(
      diffusion_distance(embed_diffusion(pieces, 2, 0.5, "multiscale", components = of), 1),
      function(d) identical(unname(is.finite(d)), seq_len(60) <= 30)
    )
  }))),
  case("isolated vertices", list(
    told = tells(graph_laplacian(heat_graph(rbind(strip, 1e3), 0.5)), "warning_isolated"),
    laplacian = works(graph_laplacian(heat_graph(rbind(strip, 1e3), 0.5, self_loops = FALSE)),
                      function(l) all(is.finite(as.matrix(l))))
  )),
  case("n_components that is none", {
    of_all(list(eigenmaps = embed_eigenmaps, diffusion = embed_diffusion, isomap = embed_isomap,
                lle = embed_lle, kpca = embed_kpca, ltsa = embed_ltsa,
                hessian = function(x, s) embed_lle(x, s, method = "hessian"),
                independent = function(x, s) embed_eigenmaps(x, s, coordinates = "independent")),
           list(60, 0, -1, 1.5, NA),
           function(f, s) refuses(f(strip, s), "`n_components`"))
  }),
  case("multiple eigenvalues", {
    angle <- 2 * pi * seq_len(60) / 60
    ring <- cbind(cos(angle), sin(angle))
    plane <- function() suppressMessages(embed_eigenmaps(ring, 2, bandwidth = 0.4))
    list(
      message = tells(embed_eigenmaps(ring, 1, bandwidth = 0.4), "message_multiple"),
      bits = works(plane(), function(e) identical(as.matrix(e), as.matrix(plane()))),
      plane = works(plane(), function(e) {
        max(abs(tcrossprod(qr.Q(qr(as.matrix(e)))) - tcrossprod(ring) / 30)) < 1e-8
      })
    )
  }),
  case("eigen-solver that does not converge", {
    laplacian <- graph_laplacian(heat_graph(strip, 0.5))
    spectrum <- graph_spectrum(laplacian, 4)
    spectrum$residuals[2:3] <- 1
    spectrum$converged[2:3] <- FALSE
    list(
      warning = tells(asNamespace("lapscale")$warn_not_converged(spectrum), "warning_convergence"),
      columns = works(graph_spectrum(laplacian, 60), function(s) ncol(s$vectors) == 60L)
    )
  }, note = "no maxit to set: the dense solver takes over; the warning is reached by hand"),
  case("kernel PCA: eigenvalues below zero, all zero", list(
    isomap = works(embed_kpca(strip, 2, kernel = "isomap", k = 6), finite_result),
    zero = refuses(embed_kpca(matrix(1, 20, 2), 2, bandwidth = 1), class = "no_scale")
  )),
  case("LLE: singular Gram matrix", list(
    line = works_or_refuses(embed_lle(cbind(seq_len(40), 2 * seq_len(40)), 1, k = 6)),
    line_ltsa = works_or_refuses(embed_ltsa(cbind(seq_len(40), 2 * seq_len(40)), 2, k = 6)),
    flat = works(embed_lle(strip, 2, k = 12), finite_result),
    rotated = same_result(function(x) embed_lle(x, 2, k = 12), strip %*% random_rotation(3), strip,
                          1e-5)
  )),
  case("predict(): columns, NA, class", c(
    each(fits, function(e) {
      refuses(predict(e, strip[1:3, 1:2]), "`newdata`") %||%
        refuses(predict(e, replace(strip[1:3, ], 2, NA)), "`newdata`") %||%
        refuses(predict(e, "a"), "`newdata`") %||%
        tells(predict(e, strip[1:3, 3:1]), "message_reordered")
    }),
    each(stats::setNames(learned, paste0("ssl_", names(learned))), function(fit) {
      refuses(predict(fit, strip[1:3, 1:2]), "`newdata`") %||%
        refuses(predict(fit, replace(strip[1:3, ], 2, NA)), "`newdata`") %||%
        refuses(predict(fit, "a"), "`newdata`")
    }),
    se_of_new = list(refuses(predict(learned$standard_errors, strip[1:3, 1:2], se.fit = TRUE),
                             "`newdata`")),
    no_se = list(refuses(predict(learned$harmonic, se.fit = TRUE), "standard errors")),
    no_next = list(refuses(ssl_next(learned$harmonic), "`fit`")),
    next_count = of_all(list(ssl_next = ssl_next), list(0, -1, 1.5, NA, 60), function(f, k) {
      refuses(f(learned$standard_errors, k), "`k`")
    })
  )),
  case("predict() far away", {
    far <- strip[1, , drop = FALSE] + 1e3
    c(
      each(fits[c("eigenmaps", "diffusion", "kpca")], function(e) {
        works(predict(e, far), function(y) !any(is.nan(y)))
      }),
      each(stats::setNames(learned, paste0("ssl_", names(learned))), function(fit) {
        works(predict(fit, far, type = "score"), function(y) all(is.finite(y)))
      }),
      se_of_new = list(works(predict(learned$standard_errors, far, se.fit = TRUE), function(found) {
        all(is.finite(unlist(found)))
      }))
    )
  }),
  case("predict() on training rows", {
    embedded <- each(fits[c("eigenmaps", "diffusion", "kpca", "lle", "ltsa", "hessian", "relax", "aligned")], function(e) {
      works(predict(e, strip), function(y) max(abs(y - as.matrix(e))) < 1e-8)
    })
    c(embedded, each(stats::setNames(learned, paste0("ssl_", names(learned))), function(fit) {
      works(predict(fit, strip, type = "score"), function(y) {
        max(abs(y - predict(fit, type = "score"))) < 1e-8
      })
    }))
  }),
  case("labels: none, all, one class", c(
    each(learners, function(f) refuses(f(arcs$x, rep(NA, 60)), "`y`")),
    all = list(works(ssl_harmonic(arcs$x, arcs$truth, bandwidth = 1),
                     function(f) identical(unname(fitted(f)), unname(arcs$truth)))),
    one = list(refuses(ssl_harmonic(arcs$x, replace(rep(NA, 60), 1:4, "a"), bandwidth = 1), "`y`"))
  )),
  case("component without labels", {
    x <- rbind(arcs$x, arcs$x + 1e3)
    y <- factor(c(as.character(arcs$y), rep(NA, 60)))
    each(learners[c("harmonic", "iterated", "diffusion")], function(f) {
      tells(f(x, y), "warning_unlabelled")
    })
  }),
  case("labels: length, levels, codes", list(
    length = refuses(ssl_harmonic(arcs$x, arcs$y[-1], bandwidth = 1), "`y`"),
    levels = works(ssl_harmonic(arcs$x, factor(arcs$y, c("down", "up", "none")), bandwidth = 1),
                   function(f) nlevels(fitted(f)) == 3L),
    codes = tells(ssl_harmonic(arcs$x, 2 * as.integer(arcs$y) - 3, bandwidth = 1),
                  "message_classes")
  )),
  case("one point with two labels", list(
    harmonic = tells(
      ssl_harmonic(rbind(arcs$x, arcs$x[1, ]), factor(c(as.character(arcs$y), "down")),
                   bandwidth = 1), "warning_conflict"
    )
  )),
  case("penalties at their ends", {
    machines <- list(laprls = ssl_laprls, lapsvm = ssl_lapsvm)
    fit <- function(f, value) {
      f(arcs$x, arcs$y, bandwidth = 1, lambda_ambient = value, lambda_manifold = 1)
    }
    c(each(machines, function(f) {
        for (value in list(-1, NA)) {
          found <- refuses(fit(f, value), "`lambda_ambient`")
          if (!is.null(found)) return(found)
        }
        for (value in c(0, 1e-300, 1e300)) {
          found <- works_or_refuses(fit(f, value), function(f) !anyNA(fitted(f)))
          if (!is.null(found)) return(paste(value, found))
        }
      }),
      mu = list(refuses(ssl_iterated(arcs$x, arcs$y, mu = -1, bandwidth = 1), "`mu`")))
  }),
  case("Ctrl-C", list(
    all = interrupts_in("lab/results/interrupts.csv")
  ), note = "by lab/interrupts.R, lab/results/interrupts.csv"),
  case("memory", {
    each(with_points[setdiff(names(with_points), "kpca_linear")], function(f) {
      withr::with_options(list(lapscale.memory = 1e-9),
                          refuses(f(points), "GB", class = "memory"))
    })
  }, note = "kernel PCA with the linear kernel needs no more than its points"),
  case("threads", {
    threads <- of_all(with_points, list(0, -1, NA, "2"), function(f, n) {
      refuses(f(points, n_threads = n), "`n_threads`")
    })
    forked <- parallel::mclapply(1:2, function(i) as.numeric(bw_gc(points, seed = 1)), mc.cores = 2)
    c(threads,
      capped = list(tells(heat_graph(points, 1, n_threads = 1e9), "message_threads")),
      forked = list(works(unlist(forked), function(v) {
        identical(v, rep(as.numeric(quietly(bw_gc(points, seed = 1))), 2))
      })))
  }),
  case("saved and read in a new R", {
    there <- in_new_r(env = c(LAPSCALE_SIMD = "baseline"), given = list(fits, strip),
                      f = function(given) lapply(given[[1]], stats::predict, given[[2]][1:5, ]))
    stats::setNames(lapply(names(fits), function(name) {
      works(predict(fits[[name]], strip[1:5, ]), function(y) {
        isTRUE(all.equal(y, there[[name]], tolerance = 1e-12))
      })
    }), names(fits))
  })
)
