# The arguments of bw_lepski() and risk_curve().

# Checks them, in the order of their places. Returns a list:
#   checked       as as_points() makes it
#   d             dimension, or NULL
#   bandwidths    the given grid, increasing, or NULL
#   n_bandwidths, grid  of the default grid
#   rows          of the validation sample, or NULL; n_validation: how many to draw
#   seed          a number, or NULL
#   values        of the given functions at the points, a column each, or NULL
lepski_arguments <- function(x, d, f, settings) {
  checked <- as_points(x, na_action = settings$na_action, scale = settings$scale, paged = TRUE)
  n <- nrow(checked$x)
  found <- list(checked = checked)
  if (!is.null(d)) found$d <- check_count(d, "d", max = ncol(checked$x))
  if (!is.null(settings$bandwidths)) {
    found$bandwidths <- resolve_grid(settings$bandwidths)
  }
  found$n_bandwidths <- check_grid_size(settings$n_bandwidths, "n_bandwidths", min = 2)
  found$grid <- check_choice(settings$grid, c("log", "paper"), "grid")
  if (!is.null(settings$validation)) {
    found$rows <- resolve_validation(settings$validation, checked)
  }
  found$n_validation <- if (is.null(settings$n_validation)) {
    max(1L, min(1000L, n %/% 10L))
  } else {
    check_count(settings$n_validation, "n_validation", max = n - 2L)
  }
  found$seed <- check_seed(settings$seed)
  if (!is.null(f)) found$values <- resolve_functions(f, checked, x)
  check_spread_once(checked)
  found
}

# Row numbers of the given x, as rows of the points that were kept.
resolve_validation <- function(validation, checked) {
  n <- nrow(checked$x)
  given <- check_rows(validation, checked$n_given, "validation")
  rows <- match_rows(given, checked, "validation")
  if (length(rows) > n - 2L) {
    abort_argument(
      "`validation` must leave 2 rows or more to estimate from; it names {length(rows)} of {n}."
    )
  }
  rows
}

# Constants of proposition 2.1.
check_variance_bound <- function(bound) {
  if (is.null(bound)) {
    return(NULL)
  }
  wanted <- c("C_F", "volume", "C", "C1")
  if (!is.list(bound) || !setequal(names(bound), wanted)) {
    abort_argument(
      "`variance_bound` must be NULL or a list of C_F, volume, C and C1, not {describe(bound)}."
    )
  }
  Map(
    function(value, name) {
      check_number(value, paste0("variance_bound$", name), above = 0, strict = FALSE)
    },
    bound[wanted], wanted
  )
}
