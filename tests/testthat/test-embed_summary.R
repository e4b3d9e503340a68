on_circle <- function(n = 100) {
  angle <- 2 * pi * seq_len(n) / n
  cbind(cos(angle), sin(angle))
}

test_that("a multiple eigenvalue that is cut has a message, and summary() says so", {
  skip_on_cran()
  x <- on_circle()
  one <- list(
    eigenmaps = function(s) embed_eigenmaps(x, s, 0.4),
    diffusion = function(s) embed_diffusion(x, s, 0.4),
    isomap = function(s) embed_isomap(x, s, k = 4),
    lle = function(s) embed_lle(x, s, k = 4),
    heat = function(s) embed_kpca(x, s, bandwidth = 0.4),
    linear = function(s) embed_kpca(x, s, kernel = "linear")
  )
  for (name in names(one)) {
    e <- expect_condition_of(one[[name]](1), "message_multiple", "Coordinate 1 shares")
    expect_identical(summary(e)$multiple, 1L, info = name)
    printed <- paste(utils::capture.output(print(summary(e))), collapse = " ")
    expect_match(printed, "Column 1 shares its eigenvalue nearly with the next", fixed = TRUE)
    expect_identical(summary(expect_quiet(one[[name]](2)))$multiple, 1:2, info = name)
  }
})

test_that("a share of the variance that cuts one has the message too", {
  x <- on_circle()
  for (share in c(0.1, 0.45)) {
    expect_condition_of(embed_eigenmaps(x, bandwidth = 0.4, variance = share), "message_multiple")
    expect_condition_of(embed_kpca(x, bandwidth = 0.4, variance = 0.1), "message_multiple")
  }
})

test_that("the eigenvalue that is looked at in addition changes no coordinate", {
  x <- ellipsoid_points(150)
  whole <- embed_eigenmaps(x, 149, 0.5, "symmetric")
  for (s in c(1L, 4L)) {
    few <- expect_quiet(embed_eigenmaps(x, s, 0.5, "symmetric"))
    expect_identical(as.matrix(few), as.matrix(whole)[, seq_len(s), drop = FALSE])
    expect_length(few$scree, s + 1L)
    expect_length(few$eigenvalues, s)
  }
  expect_length(whole$scree, 149L)
})

test_that("copies of zero are components, not multiple eigenvalues", {
  expect_false(cuts_multiple(c(0, 0, 1), 1L))
  expect_true(cuts_multiple(c(1, 2, 2, 3), 2L))
  expect_false(cuts_multiple(c(1, 2, 2, 3), 3L))
  expect_false(cuts_multiple(c(1, 2), 2L))
})
