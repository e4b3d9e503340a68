test_that("points and edges, these as dark as they are heavy; else the degrees", {
  skip_on_cran()
  x <- plain_circle(60)
  graph <- heat_graph(x, 0.4)
  drawn <- picture(graph, as.data.frame(x))
  points <- layer_of(drawn, "points")
  expect_identical(unname(as.matrix(points[c("x", "y")])), unname(x))
  edges <- layer_of(drawn, "segments")
  heavy <- heaviest_edges(graph, 20000)
  expect_identical(edges$xend, unname(x[heavy$j, 1]))
  expect_identical(edges$colour, grDevices::grey(0.9 - 0.7 * heavy$x))
  expect_identical(drawn$panels[[1]]$asp, 1)
  expect_drawn(drawn)
  degrees <- hist(Matrix::rowSums(as(graph, "CsparseMatrix")), breaks = 5, plot = FALSE)
  expect_identical(layer_of(picture(graph, breaks = 5), "rects")$top, degrees$counts)
  draw_nowhere({
    expect_fault(plot(graph, x[1:5, ]), "coordinates", text = "60 rows")
    expect_fault(plot(graph, x, breaks = 5), "breaks")
  })
})

test_that("rows left out and rows that are NA are not drawn", {
  x <- rbind(plain_circle(30), NA)
  graph <- suppressWarnings(heat_graph(x, 0.5, na_action = "omit"))
  expect_identical(nrow(layer_of(picture(graph, x), "points")), 30L)
  x <- two_strips()
  graph <- heat_graph(x, 0.5)
  e <- suppressWarnings(embed_isomap(x, 2, k = 10, components = "largest"))
  drawn <- picture(graph, e)
  expect_identical(layer_of(drawn, "points")$x, unname(as.matrix(e)[, 1]))
  expect_identical(drawn$panels[[1]]$xlim, range(as.matrix(e)[, 1], na.rm = TRUE))
  expect_drawn(drawn)
})

test_that("graphs without edges and dense graphs can be drawn", {
  skip_on_cran()
  x <- plain_circle(20)
  none <- suppressWarnings(heat_graph(x, 1e-9))
  expect_identical(nrow(layer_of(picture(none, x), "segments")), 0L)
  expect_drawn(picture(none, x))
  expect_identical(sum(layer_of(picture(none), "rects")$top), 20L)
  expect_identical(nrow(layer_of(picture(heat_graph(x, 1, "dense"), x), "segments")), 190L)
})

test_that("the heaviest edges are kept, the heaviest drawn last", {
  graph <- heat_graph(plain_circle(50), 0.5)
  edges <- heaviest_edges(graph, 30)
  w <- as.matrix(graph)
  upper <- sort(w[upper.tri(w)], decreasing = TRUE)
  expect_equal(rev(edges$x), (upper / upper[[1]])[1:30])
  expect_true(all(edges$i < edges$j))
  expect_equal(w[cbind(edges$i, edges$j)] / max(upper), edges$x)
})

test_that("a spectrum: its eigenvalues, those that converged filled", {
  spectrum <- graph_spectrum(graph_laplacian(heat_graph(plain_circle(60), 0.4)), 5)
  spectrum$converged[[3]] <- FALSE
  drawn <- picture(spectrum)
  expect_identical(layer_of(drawn, "segments")[c("x", "yend")],
                   data.frame(x = 1:5, yend = spectrum$values))
  expect_identical(layer_of(drawn, "points")$shape, c(19, 19, 1, 19, 19))
  expect_identical(drawn$panels[[1]]$title, "Spectrum of the geometric Laplacian")
})

test_that("what is given for each row is that of its point", {
  x <- plain_matrix(sample_circle(30, seed = 1))
  x[3, 1] <- NA
  graph <- quietly(heat_graph(x, 0.5, na_action = "omit"))
  place <- plain_matrix(sample_circle(30, seed = 1))
  points <- base_marks(plot(graph, place, cex = 1:30))[[2]]
  expect_identical(points$x, place[-3, 1])
  expect_identical(points$cex, (1:30)[-3])
})

test_that("points of a graph have names and colors", {
  x <- plain_matrix(iris[c(1:20, 101:120), 1:2])
  rownames(x) <- paste("iris", seq_len(40))
  x[3, 1] <- NA
  graph <- quietly(heat_graph(x, 0.5, na_action = "omit"))
  species <- iris$Species[c(1:20, 101:120)]
  place <- plain_matrix(iris[c(1:20, 101:120), 3:4])
  drawn <- picture(graph, place, species, TRUE, "Species")
  expect_identical(layer_of(drawn, "names")$text, rownames(x)[-3])
  expect_identical(layer_of(drawn, "points")$value, as.character(species[-3]))
  expect_identical(drawn$panels[[1]]$key$title, "Species")
  expect_drawn(picture(graph, place, species, c("one", "two", rep(NA, 38))))
  draw_nowhere({
    quietly(plot(graph, place, names = TRUE, colour = species))
    expect_fault(plot(graph, place, names = letters), "names", text = "40 names")
    expect_fault(plot(graph, names = TRUE), "names", text = "coordinates")
    expect_fault(plot(graph, colour = species), "colour", text = "coordinates")
    expect_no_error(plot(graph, colour = "red"))
    expect_fault(plot(embed_layout(place), edges = graph), "edges", text = "graph")
  })
  skip_if_not_installed("ggplot2")
  built <- ggplot2::autoplot(graph, place, names = TRUE, colour = species)
  expect_identical(built$data$colour, factor(species[-3], unique(species)))
})
