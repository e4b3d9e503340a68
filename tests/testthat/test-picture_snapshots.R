# The numbers, words and colours behind every picture: what plot() hands to the device, in few
# figures per column.

in_few <- function(value) {
  if (!length(value)) return("none")
  if (is.numeric(value)) {
    known <- value[is.finite(value)]
    few <- c(value[[1]], value[[length(value)]], mean(known), mean(abs(known)))
    # What rounding alone has left is 0.
    few[abs(few) < 1e-7 * max(abs(known), 0)] <- 0
    return(paste(signif(few, 3), collapse = " "))
  }
  seen <- unique(as.character(value))
  more <- if (length(seen) > 3) paste("and", length(seen) - 3)
  paste(c(utils::head(seen, 3), more), collapse = " | ")
}

show_picture <- function(picture) {
  for (panel in picture$panels) {
    cat("  ", panel$title, ": ", panel$xlab, " by ", panel$ylab, ", log \"", panel$log, "\", asp ",
        panel$asp, "\n", sep = "")
    cat("    x ", signif(panel$xlim, 3), ", y ", signif(panel$ylim, 3), "\n")
    for (words in list(panel$note$text, panel$key$label)) {
      if (!is.null(words)) cat("    says ", in_few(words), "\n", sep = "")
    }
    for (layer in panel$layers) {
      cat("    ", layer$kind, ", ", nrow(layer$data), "\n", sep = "")
      for (name in names(layer$data)) {
        cat("      ", name, ": ", in_few(layer$data[[name]]), "\n", sep = "")
      }
    }
  }
}

show_plots <- function(objects, ...) {
  drawn <- NULL
  local_functions(list(plot_picture = function(picture, ...) drawn <<- picture))
  for (name in names(objects)) {
    drawn <- NULL
    draw_nowhere(quietly(try(plot(objects[[name]], ...), silent = TRUE)))
    if (is.null(drawn)) next
    cat("\n", name, "\n", sep = "")
    show_picture(drawn)
  }
}

test_that("pictures of selections and dimensions are what they were", {
  skip_on_cran()
  expect_snapshot(show_plots(c(shown_selections(), shown_dimensions())))
})

test_that("pictures of graphs, spectra, metrics and reports are what they were", {
  skip_on_cran()
  expect_snapshot(show_plots(shown_graphs()))
})

test_that("pictures of embeddings are what they were", {
  skip_on_cran()
  embeddings <- shown_embeddings()
  expect_snapshot({
    show_plots(embeddings)
    show_plots(embeddings["isomap"], columns = 1:2, colour = shown_points()$x[, 1])
  })
})

test_that("pictures of clusters and labels are what they were", {
  skip_on_cran()
  clusters <- shown_clusters()
  fits <- shown_fits()
  expect_snapshot({
    show_plots(clusters)
    show_plots(clusters, what = "gap")
    show_plots(fits)
    show_plots(fits, what = "path")
  })
})
