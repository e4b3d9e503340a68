test_that("components have a panel each, with one key", {
  x <- two_strips()
  parts <- embed_isomap(x, 2, k = 10, components = "each")
  drawn <- picture(parts, rep(c("a", "b"), 50))
  expect_identical(vapply(drawn$panels, `[[`, "", "title"), c("Component 1", "Component 2"))
  expect_identical(layer_of(drawn, "points", panel = 2L)$x, unname(parts[[2]]$coordinates[, 1]))
  expect_identical(vapply(drawn$panels, function(panel) is.null(panel$key), NA), c(FALSE, TRUE))
  expect_drawn(drawn)
  draw_nowhere({
    expect_identical(screeplot(parts, main = "parts", col = 2), parts)
    expect_fault(plot(parts, colour = 1:3), "colour")
  })
})
