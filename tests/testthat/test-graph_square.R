test_that("asymmetry is seen beside an entry that is much larger", {
  skip_on_cran()
  d <- unname(as.matrix(dist(normal_points(6, 2))))
  d[1, 2] <- 1e9
  d[2, 1] <- 1e9 * (1 + 2e-15)
  d[3, 4] <- 1e-5
  d[4, 3] <- 2e-5
  for (values in c("distances", "weights")) {
    dense <- methods::new("dgeMatrix", x = c(d), Dim = dim(d))
    for (x in list(d, as_sparse(d), dense)) {
      error <- expect_fault(as_heat_graph(x, 1e-5, values = values), "x", text = "symmetric")
      expect_match(text_of(error), "entries (3, 4|4, 3)")
    }
  }
})
