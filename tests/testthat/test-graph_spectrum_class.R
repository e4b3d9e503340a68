a_spectrum <- function(k = 5, ...) {
  graph_spectrum(graph_laplacian(heat_graph(plain_circle(40), 0.6)), k, ...)
}

test_that("a spectrum prints its first eigenvalues and its worst residual", {
  expect_snapshot(transform = hide_numbers, {
    print(a_spectrum(1))
    print(a_spectrum(5))
    print(a_spectrum(12, scale = "heat"))
  })
  lines <- utils::capture.output(print(a_spectrum(5)))
  expect_match(lines[[1]], "5 smallest eigenvalues", fixed = TRUE)
  spectrum <- a_spectrum(3)
  expect_identical(print_quietly(spectrum), spectrum)
  spectrum$converged[[2]] <- FALSE
  expect_output(print(spectrum), "1 pair not converged")
})

test_that("as.data.frame() and tidy() have a row per eigenvalue", {
  spectrum <- a_spectrum(5)
  table <- as.data.frame(spectrum)
  expect_identical(names(table), c("number", "value", "residual", "converged"))
  expect_identical(table$value, spectrum$values)
  expect_identical(table$number, 1:5)
  expect_identical(tidy(spectrum), table)
})

test_that("plot() draws it and leaves par alone", {
  spectrum <- a_spectrum(5)
  draw_nowhere({
    settings <- par_settings()
    expect_identical(plot(spectrum), spectrum)
    expect_false(withVisible(plot(spectrum, main = "circle", col = "red"))$visible)
    expect_identical(par_settings(), settings)
  })
  spectrum$converged[[3]] <- FALSE
  drawn <- picture(spectrum)
  expect_identical(layer_of(drawn, "stems")[c("x", "y")],
                   data.frame(x = 1:5, y = spectrum$values))
  expect_identical(layer_of(drawn, "points")$shape, c(19, 19, 1, 19, 19))
  expect_identical(drawn$panels[[1]]$ylim, range(0, spectrum$values))
  calls <- base_calls(plot(spectrum, col = "red", lwd = 4))
  stems <- base_calls_of(calls, "C_plotXY")[[2]]
  expect_identical(stems[c(2, 5)], list("h", rep("red", 5)))
  expect_identical(unique(stems[[8]]), 4)
})
