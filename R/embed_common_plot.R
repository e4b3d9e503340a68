# What print(), tables, and pictures tell of what several tables share.

# Prints common coordinates.
#   x  of embed_common(): singular_values (decreasing, the first is that of the constant), null
#      (count x n_permutations, those of permutations; NULL without the test), p.value, pairs (data
#      frame, a row for each two tables: first, second, singular_value, p.value)
#' @rdname embed_common
#' @export
print.lapscale_common <- function(x, ...) {
  NextMethod()
  if (is_function_of_first(x$coordinates)) {
    cat("  ! Coordinate 2 is nearly a function of coordinate 1, a curve, or a V of branches.\n")
  }
  values <- utils::head(x$singular_values[-1L], 6L)
  # Without the test nothing is known to be shared.
  cat("  singular values from the second on (at most 1): ",
      paste(short(values), collapse = " "), "\n", sep = "")
  if (is.null(x$null)) {
    cat("  Unrelated tables have such values too: `test = TRUE` tests if anything is shared.\n")
    return(invisible(x))
  }
  limit <- chance_limit(x)
  # Before one that is not above what chance gives.
  n_above <- sum(cumprod(x$singular_values[-1L] > limit))
  cat(
    "  by chance the second is at most ", short(limit), " (", if (ncol(x$null) >= 39L) "95% of ",
    ncol(x$null), " permutations): p = ", short(x$p.value), "\n",
    "  ", if (n_above == 0L) "Nothing is shared beyond chance." else
      paste0(count(n_above, "value"), if (n_above == 1L) " is" else " are",
             " above it, which is not a number of shared coordinates."), "\n",
    sep = ""
  )
  if (nrow(x$pairs) > 1L) {
    tables <- paste(x$pairs$first, "and", x$pairs$second)
    print(data.frame(tables, x$pairs[c("singular_value", "p.value")]), digits = 3, row.names = FALSE)
  }
  invisible(x)
}

# Returns the number that the second singular value is above where its p-value is 0.05 or less; the
# largest of fewer than 19 permutations.
#   x  of embed_common(), with null, singular values x permutations
chance_limit <- function(x) {
  by_chance <- sort(x$null[2L, ], decreasing = TRUE)
  by_chance[[max(1, floor(0.05 * (length(by_chance) + 1)))]]
}

# Returns one row about common coordinates, with what glance() says of any embedding.
#   x  of embed_common(): bandwidths (one for each table), singular_values (the first is that of the
#      constant), p.value (NA without the test)
#' @rdname embed_common
#' @export
glance.lapscale_common <- function(x, ...) door({
  table <- NextMethod()
  cbind(table, n_tables = length(x$bandwidths), singular_value = x$singular_values[[2L]],
        p.value = x$p.value)
}, ...)

# Returns a picture of the singular values, over the range of those that permutations give.
#   x  of embed_common(): singular_values (the largest ones, the first is that of the constant),
#      null (count x n_permutations, those of permutations, NULL without them), p.value, bandwidths
#      (one for each table)
picture_singular_values <- function(x) {
  values <- x$singular_values
  numbers <- seq_along(values)
  value_layer <- points_layer(numbers, values, choice_colour, size = 1.2)
  chance_band <- if (!is.null(x$null)) {
    # 2 x count.
    ends <- apply(x$null, 1L, stats::quantile, c(0.05, 0.95), names = FALSE)
    band_layer(numbers, ends[1L, ], ends[2L, ])
  }
  note <- if (!is.null(x$null)) {
    note_above(paste0("p = ", short(x$p.value), "; gray: 90% of permutations"))
  }
  new_picture(list(new_panel(
    c(if (!is.null(chance_band)) list(chance_band), list(value_layer)), range(numbers), c(0, 1),
    paste("Singular values of", length(x$bandwidths), "tables"), "number (1: that of the constant)",
    "singular value", note = note, ticks = whole_ticks(numbers)
  )))
}
