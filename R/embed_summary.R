# What summary() says of an embedding.

#' @rdname lapscale_embedding
#' @export
summary.lapscale_embedding <- function(object, ...) {
  known <- object$coordinates[object$rows, , drop = FALSE]
  structure(
    list(
      embedding = object,
      table = data.frame(
        eigenvalue = object$eigenvalues, residual = object$residuals,
        min = apply(known, 2L, min, na.rm = TRUE), median = apply(known, 2L, stats::median,
                                                                  na.rm = TRUE),
        max = apply(known, 2L, max, na.rm = TRUE)
      ),
      multiple = near_multiple(
        object$settings$bottom %||% object$scree, length(object$eigenvalues)
      )
    ),
    class = "summary.lapscale_embedding"
  )
}

#' @export
print.summary.lapscale_embedding <- function(x, ...) {
  print(x$embedding)
  print(utils::head(x$table, 20L), digits = 3)
  writeLines(describe_multiple(x$multiple) %||% character())
  invisible(x)
}

# What near_multiple() found, in words, or NULL.
describe_multiple <- function(columns) {
  if (length(columns) == 1L) {
    paste0("Column ", columns, " shares its eigenvalue nearly with the next: only the space they",
           " span is determined.")
  } else if (length(columns)) {
    paste0("Columns ", shorten(columns, 10L), " share their eigenvalues nearly: only the spaces",
           " of those that agree are determined.")
  }
}
