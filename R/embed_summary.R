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

# Columns whose eigenvalue agrees with a neighbour's to a thousandth.
#   eigenvalues  those next to zero where that is the end of the spectrum the columns are from
#                (`bottom` of the settings); at least s
near_multiple <- function(eigenvalues, s) {
  if (length(eigenvalues) < 2L) {
    return(integer())
  }
  size <- pmax(abs(eigenvalues[-1L]), abs(utils::head(eigenvalues, -1L)))
  close <- which(abs(diff(eigenvalues)) <= 1e-3 * size)
  intersect(seq_len(s), c(close, close + 1L))
}

# Whether the s-th eigenvalue goes on beyond the columns. Those of 0 belong to components, or to
# columns without content, which have warnings of their own.
cuts_multiple <- function(eigenvalues, s) {
  length(eigenvalues) > s && eigenvalues[[s]] > 1e-10 * max(eigenvalues) &&
    length(near_multiple(eigenvalues[s + 0:1], 1L)) > 0L
}

note_multiple <- function(eigenvalues, s) {
  if (cuts_multiple(eigenvalues, s)) {
    inform(
      c("Coordinate {s} shares its eigenvalue with the next, which is left out: it is one of many
         in the space that they span.",
        i = "Another `n_components` keeps the coordinates of an eigenvalue together."),
      "multiple"
    )
  }
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
