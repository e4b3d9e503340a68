test_that("count() has a plural, thousands apart and no exponents", {
  expect_identical(count(1, "point"), "1 point")
  expect_identical(count(0, "row"), "0 rows")
  expect_identical(count(1234567, "edge"), "1,234,567 edges")
  expect_identical(count(1e6, "edge"), "1,000,000 edges")
  expect_identical(count(2, "vertex", "vertices"), "2 vertices")
})

test_that("shorten() shows the first few", {
  expect_identical(shorten(3), "3")
  expect_identical(shorten(c(1200, 7)), "1,200, 7")
  expect_identical(shorten(1:6), "1, 2, 3, 4, 5, 6")
  expect_identical(shorten(1:7), "1, 2, 3, 4, 5, 6, ...")
  expect_identical(shorten(1:7, max_shown = 2L), "1, 2, ...")
})

test_that("short() gives each number its own digits, and none that it has not", {
  expect_identical(short(c(0.0009869, 0.28667, 13.00386), 4), c("0.0009869", "0.2867", "13"))
  expect_identical(short(c(0.0028, 0.01625)), c("0.0028", "0.016"))
  expect_identical(short(0.10317, 3), "0.103")
  expect_identical(short(c(1e-12, 1)), c("1e-12", "1"))
  expect_identical(short(numeric()), character())
})

# What has a method of as.data.frame(), by its class.
tables_with_rows <- function() {
  x <- sample_moons(60, noise = 0.05, seed = 1)
  circle <- plain_circle(60)
  graph <- heat_graph(x, 0.4)
  e <- embed_eigenmaps(graph, 2)
  pieces <- rbind(normal_points(12, 2), normal_points(12, 2, 2) + 50)
  list(
    lapscale_bandwidth = bw_gc(x, seed = 1),
    lapscale_bandwidths = bw_select(x, c("knn", "median")),
    lapscale_dimension = dim_mle(x),
    lapscale_embedding = e,
    lapscale_embedding_list = embed_eigenmaps(pieces, 2, bandwidth = 1.5, components = "each"),
    lapscale_metric = metric_riemannian(e, graph, 1),
    lapscale_quality = embed_quality(e, x),
    lapscale_scales = suppressWarnings(embed_scales(x, c(0.2, 0.4))),
    lapscale_spectrum = graph_spectrum(graph_laplacian(graph), 3),
    lapscale_clusters = cluster_spectral(x, 2, bandwidth = 0.3),
    lapscale_risk = bw_risk(
      circle, d = 1, f = circle[, 1], laplacian = -circle[, 1], bandwidths = c(0.3, 0.5), seed = 1
    )
  )
}

test_that("tables of all classes take row names as those of base R do", {
  skip_on_cran()
  given <- tables_with_rows()
  for (class in names(given)) {
    x <- given[[class]]
    expect_s3_class(x, class)
    plain <- as.data.frame(x)
    expect_identical(class(plain), "data.frame", info = class)
    expect_identical(as.data.frame(x, row.names = NULL), plain, info = class)
    for (names in list(paste0("r", seq_len(nrow(plain))), 10L * seq_len(nrow(plain)))) {
      expected <- plain
      row.names(expected) <- names
      expect_identical(as.data.frame(x, row.names = names), expected, info = class)
    }
    bad <- list(character(), c(rep("a", nrow(plain)), "b"), NA_character_, mean, TRUE)
    for (names in bad) {
      expect_error(as.data.frame(x, row.names = names), "`row.names` must be NULL or",
                   class = "lapscale_error_argument", info = class)
    }
  }
})

test_that("the same name twice is refused", {
  expect_error(as.data.frame(dim_mle(normal_points(20, 2), 5), rep("a", 4)), "4 different names",
               class = "lapscale_error_argument")
})

test_that("a number as a column takes a row name", {
  bw <- bw_knn(normal_points(20, 2), 3)
  expect_identical(row.names(as.data.frame(bw, "first", optional = TRUE)), "first")
  dim <- dim_mle(normal_points(60, 2))
  expect_identical(row.names(as.data.frame(dim, "first", optional = TRUE)), "first")
  expect_identical(dim(data.frame(h = bw)), c(1L, 1L))
})

test_that("prints and pictures of all classes hold if the decimal mark is a comma, and match no name in part", {
  skip_on_cran()
  skip_if_not_installed("recipes")
  stock <- quietly(object_stock())
  withr::local_options(OutDec = ",", warnPartialMatchDollar = TRUE, warnPartialMatchArgs = TRUE)
  withr::local_pdf(NULL)
  for (class in names(stock$objects)) {
    for (object in stock$objects[[class]]) {
      said <- character()
      note <- function(w) {
        if (!inherits(w, "lapscale_warning")) said <<- c(said, conditionMessage(w))
        rlang::cnd_muffle(w)
      }
      withCallingHandlers(
        {
          utils::capture.output(print(object))
          if (is.function(utils::getS3method("picture", class, optional = TRUE))) plot(object)
        },
        warning = note, message = function(m) rlang::cnd_muffle(m)
      )
      expect_identical(said, character(), label = class)
    }
  }
  expect_identical(count(1234567, "point"), "1.234.567 points")
  expect_identical(shortest(0.1), "0.1")
})

test_that("numbers in words stay right near their limits", {
  expect_identical(share_in_words(0.46), "46% of")
  expect_identical(share_in_words(1e14), "more than 10 times")
  expect_lt(round_below(0.7499, 0.75), 0.75)
  expect_identical(round_below(0.5, 0.75), 0.5)
})
