# The recipes of CONTRIBUTING.md, as they stand on the page, in an environment whose parent is the
# package's namespace.
recipes <- function() {
  page <- test_path("..", "..", "CONTRIBUTING.md")
  skip_if_not(file.exists(page), "CONTRIBUTING.md is not part of the built package")
  lines <- readLines(page, encoding = "UTF-8")
  begin <- grep("^ *```r$", lines)
  found <- new.env(parent = asNamespace("lapscale"))
  for (at in begin) {
    end <- at + which(grepl("^ *```$", lines[-seq_len(at)]))[[1]]
    eval(parse(text = lines[seq(at + 1L, end - 1L)]), found)
  }
  found
}

test_that("the embedding of the recipe is a projection that predicts, prints, and refuses", {
  recipe <- recipes()
  local_functions(list(
    embeddings = c(embeddings, list(projection = recipe$projection_embedding()))
  ))
  x <- normal_points(40, 5)
  embed <- function(x, ...) recipe$embed_projection(x, 2, seed = 1, ...)
  e <- embed(x)
  expect_s3_class(e, "lapscale_projection")
  y <- as.matrix(e)
  expect_identical(dim(y), c(40L, 2L))
  # Linear: as its definition has it, and so at new points.
  expect_lt(max(abs(stats::lm.fit(cbind(1, x), y)$residuals)), 1e-12)
  move <- predict(e, x[1, , drop = FALSE] + 1) - y[1, ]
  expect_equal(predict(e, x[3:5, ] + 1), y[3:5, ] + rep(move, each = 3), ignore_attr = TRUE)
  expect_equal(as.matrix(embed(x + 7)), y, tolerance = 1e-12)
  expect_equal(as.matrix(embed(cbind(x, 3))), y, tolerance = 1e-12)
  expect_output(print(e), "Random projection")
  expect_fault(recipe$embed_projection(x, "gap"), "n_components")
  expect_fault(embed(x, aplha = 1), "aplha", text = "is not an argument")
  expect_fault(embed(replace(x, 2, NA)), "x")
})

test_that("the selector of the recipe is twice the median distance to the nearest point", {
  recipe <- recipes()
  x <- normal_points(40, 3)
  apart <- as.matrix(stats::dist(x))
  diag(apart) <- Inf
  bw <- recipe$bw_spacing(x)
  expect_equal(as.numeric(bw), 2 * stats::median(apply(apart, 1, min)))
  expect_equal(as.numeric(recipe$bw_spacing(3 * x)), 3 * as.numeric(bw))
  expect_output(print(bw), "Spacing")
  expect_output(print(recipe$bw_spacing(x, scale = TRUE)), "columns scaled")
  expect_identical(heat_graph(x, bw)$bandwidth, as.numeric(bw))
  expect_fault(recipe$bw_spacing(x, multiple = 0), "multiple")
  expect_fault(recipe$bw_spacing(x, mulitple = 1), "mulitple", text = "is not an argument")
  local_functions(list(selectors = c(selectors, list(spacing = new_selector(recipe$bw_spacing)))))
  expect_identical(heat_graph(x, "spacing")$bandwidth, as.numeric(bw))
})
