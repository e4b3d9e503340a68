# Objects that were changed by hand, or came damaged from a file: refused where they come in.

# A function of weights: `entry` of `slot` set to a value, or the slot without its first entry.
with_slot <- function(slot, entry, value) {
  force(slot)
  change <- if (missing(entry)) {
    function(values) values[-1]
  } else {
    function(values) replace(values, entry, value)
  }
  function(w) {
    attr(w, slot) <- change(methods::slot(w, slot))
    w
  }
}

damages <- list(
  outside = with_slot("i", 3, 1000000000L),
  negative_row = with_slot("i", 3, -1L),
  short = with_slot("x"),
  missing = with_slot("x", 3, NA),
  nan = with_slot("x", 3, NaN),
  infinite = with_slot("x", 3, Inf),
  negative = with_slot("x", 3, -1),
  decreasing = with_slot("p", 3, 100000L),
  begin = with_slot("p", 1, 1L),
  columns = with_slot("p"),
  wide = with_slot("Dim", 1, 19L),
  type = with_slot("i", 1, 0.5),
  other = function(w) w[-1, -1],
  none = function(w) NULL,
  words = function(w) "weights"
)

test_that("damaged graphs are refused by whoever takes one", {
  skip_on_cran()
  graph <- heat_graph(normal_points(20, 3), 1)
  takes <- list(
    graph_components, graph_laplacian, as.matrix, summary, print,
    function(g) methods::as(g, "CsparseMatrix"), function(g) draw_nowhere(plot(g)),
    embed_eigenmaps, embed_diffusion, embed_isomap,
    function(g) metric_riemannian(normal_points(20, 2), g, d = 1)
  )
  for (name in names(damages)) {
    damaged <- graph
    damaged$weights <- NULL
    damaged$weights <- damages[[name]](graph$weights)
    for (take in takes) {
      expect_fault(suppressMessages(suppressWarnings(take(damaged))), info = name)
    }
  }
})

test_that("dense weights are looked at too", {
  skip_on_cran()
  graph <- heat_graph(normal_points(20, 3), 1, "dense")
  w <- graph$weights
  words <- w
  storage.mode(words) <- "character"
  missing <- replace(w, cbind(2, 3), NA)
  negative <- replace(w, cbind(2, 3), -1)
  for (damage in list(missing, negative, w[, -1], w[-1, -1], words)) {
    damaged <- graph
    damaged$weights <- damage
    expect_fault(graph_laplacian(damaged), "graph", text = "damaged")
    expect_fault(graph_components(damaged), "graph", text = "damaged")
  }
})

test_that("damaged Laplacians are refused", {
  skip_on_cran()
  laplacian <- graph_laplacian(heat_graph(normal_points(20, 3), 1))
  for (name in c("outside", "negative_row", "short", "decreasing", "columns", "type")) {
    damaged <- laplacian
    damaged@weights <- damages[[name]](laplacian@weights)
    expect_fault(graph_spectrum(damaged, 3), "laplacian", text = "damaged", info = name)
    expect_error(damaged %*% rep(1, 20), info = name)
    expect_fault(methods::as(damaged, "CsparseMatrix"), text = "damaged", info = name)
    expect_fault(diag(damaged), "x", text = "damaged", info = name)
  }
})

test_that("a Matrix that is none is refused", {
  skip_on_cran()
  x <- as_general(Matrix::Matrix(as.matrix(heat_graph(normal_points(20, 3), 1)), sparse = TRUE))
  for (name in c("outside", "negative_row", "short", "decreasing")) {
    damaged <- damages[[name]](x)
    expect_fault(as_heat_graph(damaged), "x", text = "valid", info = name)
    expect_fault(bw_gc(damaged), "x", text = "valid", info = name)
  }
})

test_that("every function of the core takes a damaged matrix, NULL or a handle that is none", {
  skip_on_cran()
  outcome <- in_new_r(function() {
    space <- asNamespace("lapscale")
    names <- grep("^cpp_", ls(space, all.names = TRUE), value = TRUE)
    graph <- heat_graph(matrix(stats::rnorm(60), 20), 1)$weights
    graph@i[3] <- 1000000000L
    fresh <- methods::new("externalptr")
    for (name in names) {
      f <- get(name, space)
      nothing <- rep(list(NULL), length(formals(f)))
      names(nothing) <- names(formals(f))
      sparse <- names(nothing) %in% c("matrix", "weights", "graph", "walk", "factor")
      handles <- names(nothing) %in% c("points", "consistency", "sketch", "handle")
      for (given in list(nothing, replace(nothing, sparse, list(graph)),
                         replace(nothing, handles, list(fresh)))) {
        try(do.call(f, given), silent = TRUE)
      }
    }
    length(names)
  })
  expect_gt(outcome, 30)
})
