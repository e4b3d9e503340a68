# Weights of rows: how many observations each point stands for.

# Raises an error unless weights are NULL or finite numbers of 0 or more, one for each of n rows.
#   weights  what the user gave as `weights`;  arg: the argument that has the rows
check_row_weights <- function(weights, n, arg) {
  is_numbers <- is.null(weights) || is.numeric(weights) && length(weights) == n
  bad_rows <- if (is_numbers) which(!(is.finite(weights) & weights >= 0)) else 1L
  value <- if (is_numbers) paste(weights[bad_rows[1L]], "at row", bad_rows[1L]) else
    describe(weights)
  refuse_first(bad_rows,
               "`weights` must be finite numbers of 0 or more, one for each of the {n} rows of
                `{arg}`, not {value}.")
}

# Turns weights of rows, or NULL, into masses, how many observations each row stands for: a number
# per row, or 1 if all are 1. Of weights that are not whole numbers only the ratios matter.
mass_of_weights <- function(weights) {
  weights <- weights %||% 1
  mass <- if (all(weights == trunc(weights))) as.double(weights) else weights / mean(weights)
  if (all(abs(mass - 1) < 1e-12)) 1 else mass
}

# The mass of some rows.
#   mass  a number per row of x, or one for all;  rows: numbers of rows
take_mass <- function(mass, rows) if (length(mass) == 1L) mass else mass[rows]

# Returns how many observations all points stand for.
#   checked  of as_points(): mass, x
total_mass <- function(checked) sum(rep_len(checked$mass, nrow(checked$x)))

# Whether `mass`, a number per point or one for all, says that each point stands for itself alone.
is_unit_mass <- function(mass) identical(mass, 1)
