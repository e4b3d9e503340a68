x <- sample_sphere(80, seed = 1)
graph <- heat_graph(x, 0.7)
five_of <- function(values) unname(stats::fivenum(values))
row_of <- function(s, of) unlist(s$table[s$table$of == of, -1], use.names = FALSE)

test_that("the summary of a Laplacian has five numbers of what its points have", {
  l <- graph_laplacian(graph)
  s <- summary(l)
  w <- as.matrix(graph)
  w <- w / outer(rowSums(w), rowSums(w))
  expect_equal(row_of(s, "degree"), five_of(rowSums(w)))
  expect_equal(row_of(s, "diagonal"), five_of(4 / 0.7^2 * (1 - diag(w) / rowSums(w))))
  expect_equal(row_of(s, "neighbors"), five_of(rowSums(w > 0)))
  expect_identical(s$object, l)
})

test_that("the summary of a spectrum has gaps, and says which vectors are one of many", {
  square <- as_heat_graph(matrix(c(0, 1, 0, 1, 1, 0, 1, 0, 0, 1, 0, 1, 1, 0, 1, 0), 4))
  spectrum <- graph_spectrum(graph_laplacian(square, "unnormalized"), 4)
  s <- summary(spectrum)
  expect_equal(s$table$value, c(0, 2, 2, 4), tolerance = 1e-10)
  expect_equal(s$table$gap, c(2, 0, 2, NA), tolerance = 1e-10)
  expect_match(s$note, "Columns 2, 3 nearly share")
  expect_output(print(s), "only the space that")
  expect_null(summary(graph_spectrum(graph_laplacian(graph), 1))$note)
})

test_that("the summary of local metrics has their eigenvalues", {
  local <- metric_distortion(x, 0.7, d = 2)
  s <- summary(local)
  values <- apply(local$H, 1, function(h) eigen(h, TRUE)$values)
  expect_equal(row_of(s, "distortion"), five_of(local$distortion))
  expect_equal(row_of(s, "eigenvalue1"), five_of(values[1, ]))
  expect_equal(row_of(s, "eigenvalue2"), five_of(values[2, ]))
  one <- metric_distortion(x, 0.7, d = 1)
  expect_equal(row_of(summary(one), "eigenvalue1"), five_of(one$H))
})

test_that("the summary of a metric has stretches and volumes", {
  m <- metric_riemannian(embed_isomap(x, 2, k = 8), graph, d = 2)
  s <- summary(m)
  expect_identical(s$table$of, c("stretch1", "stretch2", "volume"))
  expect_equal(row_of(s, "stretch2"), five_of(metric_stretch(m)[, 2]))
  expect_equal(row_of(s, "volume"), five_of(metric_volume(m)))
})

test_that("the summary of a report has what the points have", {
  report <- bw_report(0.7, x)
  s <- summary(report)
  expect_equal(row_of(s, "distance"), five_of(report$points$distance))
  expect_equal(row_of(s, "detour"), five_of(report$pairs$along / report$pairs$straight))
  alone <- summary(bw_report(1e-3, x))
  expect_identical(row_of(alone, "neighbors"), numeric(5))
  expect_identical(row_of(alone, "detour"), rep(NA_real_, 5))
})

test_that("the summary of a quality has the best that each measure can be", {
  s <- summary(embed_quality(as.matrix(x), x, k = 5))
  best <- stats::setNames(s$table$best, s$table$measure)
  expect_identical(best[["trustworthiness"]], 1)
  expect_identical(best[["stress"]], 0)
  expect_identical(best[["reconstruction_error"]], 0)
  # The points themselves keep all that is near.
  near <- s$table$measure %in% c("trustworthiness", "continuity", "shared_neighbors",
                                 "distance_correlation")
  expect_equal(s$table$value[near], s$table$best[near])
})

test_that("the summary of scales has the eigenvalues of each", {
  scales <- embed_scales(x, c(0.6, 0.9), n_components = 3)
  s <- summary(scales)
  expect_identical(s$table$scale, 1:2)
  expect_equal(unlist(s$table[2, -1], use.names = FALSE), scales$embeddings[[2]]$eigenvalues)
  # Kernel PCA has no graph: one piece.
  by_kernel <- embed_scales(x, c(0.6, 0.9), method = embed_kpca)
  expect_identical(by_kernel$scales$pieces, c(1L, 1L))
  expect_output(print(summary(by_kernel)), "Kernel PCA")
})

test_that("a summary prints 20 rows and is a data frame with names", {
  spectrum <- graph_spectrum(graph_laplacian(graph), 22, "linear")
  expect_output(print(summary(spectrum)), "# 2 more rows")
  s <- summary(graph_laplacian(graph))
  expect_identical(row.names(as.data.frame(s, row.names = c("a", "b", "c"))), c("a", "b", "c"))
  expect_error(summary(spectrum, digits = 2), class = "lapscale_error_argument")
  expect_error(print(summary(spectrum), digits = 7), class = "lapscale_error_argument")
})

# What people read: print() of every class, and summary() where it has one of its own. A snapshot
# holds words: each number is "#", and rows of a table that are then alike are one.

words_only <- function(lines) {
  number <- "(?<![A-Za-z_.])-?(Inf|NaN|[0-9][0-9,]*)([.][0-9]+)?(e[-+]?[0-9]+)?"
  lines <- gsub(" +", " ", gsub(number, "#", lines, perl = TRUE))
  lines[lines != c("", lines[-length(lines)]) | !grepl("#", lines, fixed = TRUE)]
}

# A summary that goes on where print() ends stands for both.
show_all <- function(objects) {
  for (name in names(objects)) {
    printed <- utils::capture.output(print(objects[[name]]))
    whole <- summary(objects[[name]])
    if (!inherits(whole, c("table", "summaryDefault"))) {
      summarized <- utils::capture.output(print(whole))
      goes_on <- identical(utils::head(summarized, length(printed)), printed)
      printed <- if (goes_on) summarized else c(printed, "", summarized)
    }
    writeLines(c("", name, "", printed))
  }
}

expect_shown <- function(objects) {
  withr::local_options(width = 90, cli.num_colors = 1L)
  expect_snapshot(show_all(objects), transform = words_only)
}

test_that("selections print as they did", {
  skip_on_cran()
  expect_shown(shown_selections())
})

test_that("dimensions print as they did", {
  skip_on_cran()
  expect_shown(shown_dimensions())
})

test_that("graphs, spectra, metrics and reports print as they did", {
  skip_on_cran()
  expect_shown(shown_graphs())
})

test_that("embeddings print as they did", {
  skip_on_cran()
  expect_shown(shown_embeddings())
})

test_that("clusters print as they did", {
  skip_on_cran()
  expect_shown(shown_clusters())
})

test_that("fits of labels print as they did", {
  skip_on_cran()
  expect_shown(shown_fits())
})

test_that("a summary is drawn as what it summarizes", {
  skip_on_cran()
  e <- embed_isomap(x, 2, k = 8)
  y <- replace(factor(rep(c("a", "b"), 40)), 11:80, NA)
  objects <- quietly(list(
    e, graph, bw_gc(x, d = 2, seed = 1), bw_select(x, c("gc", "rec"), d = 2, seed = 1), dim_mle(x),
    ssl_harmonic(x, y, bandwidth = 0.7), embed_quality(e), bw_report(0.7, x), graph_laplacian(graph),
    embed_eigenmaps(rbind(as.matrix(x), as.matrix(x) + 1e3), 2, bandwidth = 0.7, components = "each")
  ))
  for (object in objects) {
    s <- summary(object)
    expect_identical(source_object(s), object)
    draw_nowhere(expect_identical(withVisible(plot(s, main = "m")),
                                  list(value = s, visible = FALSE)))
    skip_if_not_installed("ggplot2")
    expect_s3_class(ggplot2::autoplot(s), "ggplot")
  }
  draw_nowhere(expect_fault(plot(summary(e), nonsense = 1), "nonsense"))
})
