test_that("functions that take more than points say so, and what becomes of distances", {
  skip_on_cran()
  eurodist <- datasets::eurodist
  expect_fault(
    embed_diffusion("a"), "x", text = "a Matrix, a lapscale_graph, or a dist, not \"a\""
  )
  expect_fault(embed_isomap("a"), "x", text = "a Matrix, a dist, or a lapscale_graph, not \"a\"")
  for (kernel in c("linear", "lle")) {
    expect_fault(embed_kpca(eurodist, kernel = kernel), "x", text = "\"heat\" and \"isomap\" take distances")
  }
  expect_fault(embed_lle(eurodist), "x", text = "or a Matrix, not a dist")
})
