test_that("parts of a fit that contradict each other are refused", {
  skip_on_cran()
  x <- normal_points(30, 3)
  y <- factor(replace(rep(NA, 30), c(1:3, 10:12), rep(c("a", "b"), 3)))
  fit <- quietly(ssl_lapsvm(x, y, bandwidth = 1.5))
  changes <- list(
    function(f) replace(f, "error", -1), function(f) replace(f, "error_se", NaN),
    function(f) replace(f, "scores", list(f$scores * NaN)),
    function(f) replace(f, "slope", list(list(slope = Inf, known = TRUE))),
    function(f) {
      f$machine$coefficients[[1]] <- Inf
      f
    },
    function(f) {
      f$parameters$lambda_manifold <- NaN
      f
    },
    function(f) {
      f$path$kernel_bandwidth <- NULL
      f
    }
  )
  for (change in changes) {
    expect_error(print(change(fit)), "damaged", class = "lapscale_error_argument")
  }
})

test_that("parts that a method would stumble over are refused by name", {
  skip_on_cran()
  skip_if_not_installed("igraph")
  x <- normal_points(40, 3)
  y <- factor(replace(rep(NA, 40), c(1:3, 10:12), rep(c("a", "b"), 3)))
  refused <- function(damaged, part, call = print) {
    expect_error(quietly(call(damaged)), part, class = "lapscale_error_argument", fixed = TRUE)
  }
  bw <- quietly(bw_gc(x, seed = 1))
  within <- function(object, name, change) {
    inner <- attr(object, name)
    attr(object, name) <- change(inner)
    object
  }
  refused(within(bw, "selection", function(s) {
    s$minima$bandwidth[[1]] <- -1
    s
  }), "`selection$minima$bandwidth`")
  refused(within(bw, "selection", function(s) {
    s$minima$depth_left <- NULL
    s
  }), "`selection$minima$depth_left`", function(b) embed_scales(x, b))
  refused(within(bw, "selection", function(s) {
    s$facts$alpha <- NULL
    s
  }), "`selection$facts$alpha`", function(b) bandwidth_report(b, x))
  refused(within(bw, "selection", function(s) {
    s$facts$k <- 0
    s
  }), "facts$k`")
  refused(within(bw, "selection", function(s) {
    s$replicates[1] <- -1
    s
  }), "`selection$replicates`")
  refused(within(quietly(dim_mle(x, k = 5)), "estimate", function(e) {
    e$scale <- matrix(e$scale)
    e
  }), "`estimate$scale`")

  isomap <- quietly(embed_isomap(x, 2, k = 8))
  at <- function(object, path, value) {
    object[[path]] <- value
    object
  }
  short <- isomap
  short$model$graph@x[[1]] <- -1
  refused(short, "`model$graph`", function(e) stats::predict(e, x[1:2, ]))
  refused(at(isomap, c("model", "k"), 0), "`model$k`", function(e) stats::predict(e, x[1:2, ]))
  far <- isomap
  far$coordinates[1] <- Inf
  refused(far, "`coordinates`", function(e) embed_quality(e, x))
  refused(at(isomap, "coordinates", isomap$coordinates * NaN), "`coordinates`", plot)
  kpca <- quietly(embed_kpca(x, 2, bandwidth = 1))
  lost <- kpca
  lost$model$basis[1] <- NaN
  refused(lost, "`model$basis`", function(e) stats::predict(e, x[1:2, ]))
  clusters <- quietly(cluster_spectral(x, 2, bandwidth = 1, seed = 1))
  refused(at(clusters, "k", 1e9), "`k`", as.data.frame)

  auto <- quietly(ssl_auto(x, y, bandwidth = 1.5))
  refused(at(auto, "families", unname(auto$families)), "`path`", function(f) plot(f, "path"))
  report <- quietly(bandwidth_report(1, x, seed = 1))
  names(report$table) <- rev(names(report$table))
  refused(report, "`table$check`", glance)
  graph <- quietly(heat_graph(x, 1))
  refused(at(graph, "bandwidth", Inf), "`bandwidth`", function(g) embed_isomap(g, 2))
  graph$weights@x[[2]] <- graph$weights@x[[2]] / 2 + 0.1
  refused(graph, "`weights`", as_igraph)
  for (weights in list(NULL, "a", 1:3)) refused(at(graph, "weights", weights), "`x`", as_igraph)
})

test_that("numbers that have a class, as a factor's integers, are refused", {
  skip_on_cran()
  x <- normal_points(20, 3)
  graph <- heat_graph(x, 1)
  laplacian <- graph_laplacian(graph)
  refused <- function(expr) expect_error(expr, "damaged", class = "lapscale_error_argument")
  of_class <- function(v) structure(v, class = "factor", levels = "a")
  for (slot in c("i", "p", "Dim", "x")) {
    weights <- graph$weights
    attr(weights, slot) <- of_class(as.integer(attr(weights, slot)))
    damaged <- replace(graph, "weights", list(weights))
    refused(print(damaged))
    refused(as.matrix(damaged))
    refused(ssl_harmonic(damaged, factor(rep(c("a", NA), 10))))
    damaged <- laplacian
    damaged@weights <- weights
    refused(head(damaged, 2))
    refused(damaged %*% x)
  }
  isomap <- quietly(embed_isomap(x, 2, k = 8))
  attr(isomap$model$graph, "Dim") <- of_class(isomap$model$graph@Dim)
  refused(stats::predict(isomap, x[1:2, ]))
  refused(print(replace(graph, "rows", list(structure(graph$rows, class = "Date")))))
  refused(print(replace(graph, "type", list(structure(graph$type, class = "text")))))
  attr(laplacian, "degree") <- structure(laplacian@degree, class = "difftime")
  refused(head(laplacian, 2))
})
