# Pictures whose panels are a square matrix, in base graphics: axes at the left and at the bottom
# only, the title above all, the key at the right of all.

plot_square <- function(drawn, settings) {
  panels <- lapply(drawn$panels, with_settings, settings[setdiff(names(settings), of_one_panel)])
  s <- as.integer(sqrt(length(panels)))
  key <- panels[[2L]]$key
  # Inches: a symbol and the longest name.
  beside <- if (!is.null(key)) 0.4 + 0.08 * max(nchar(key$entries$label))
  size <- graphics::par("cex.axis")
  old <- graphics::par(c("mfrow", "mar", "oma", "mgp", "cex"))
  on.exit(graphics::par(old))
  graphics::par(mar = rep(0.25, 4), oma = c(2.6, 3, 3.2, 0.6), mgp = c(2, 0.5, 0))
  graphics::layout(
    cbind(matrix(seq_len(s^2), s, byrow = TRUE), if (!is.null(key)) s^2 + 1L),
    widths = c(rep(1, s), if (!is.null(key)) graphics::lcm(2.54 * beside))
  )
  graphics::par(cex = 1)
  for (i in seq_along(panels)) {
    panel <- panels[[i]]
    panel["key"] <- list(NULL)
    panel$settings$ann <- FALSE
    panel$settings$xaxt <- if (i <= s^2 - s) "n" else settings$xaxt
    panel$settings$yaxt <- if (i %% s != 1L) "n" else settings$yaxt
    panel$settings$cex.axis <- settings$cex.axis %||% (0.8 * size)
    plot_panel(panel, list(panel))
  }
  if (!is.null(key)) {
    graphics::plot.new()
    do.call(graphics::legend, fitted_key(key, whole = TRUE)$legend)
  }
  if (!isFALSE(settings$ann)) {
    graphics::mtext(
      settings$main %||% drawn$title, outer = TRUE, line = 1, cex = graphics::par("cex.main"),
      font = graphics::par("font.main")
    )
  }
}

# Settings that say nothing about panels that share their axes.
of_one_panel <- c("main", "xlab", "ylab", "axes", "type", "log", "asp", "xlim", "ylim", "ann")
