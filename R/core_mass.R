# Weights of rows: how many observations each point stands for.

# Raises an error unless weights are NULL or finite numbers of 0 or more, one for each of n rows.
#   weights  what the user gave as `weights`;  arg: name of the argument that has the rows
# `bad_rows` are numbers of rows, or 1 if weights are no numbers or not n; `value` is what the error
# shows.
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
# per row, or a single 1 if all are 1. Whole numbers stay as they are; other weights are divided by
# their mean, as only their ratios matter.
#   weights  a positive number per row, or NULL: equal weights
mass_of_weights <- function(weights) {
  weights <- weights %||% 1
  mass <- if (all(weights == trunc(weights))) as.double(weights) else weights / mean(weights)
  if (all(abs(mass - 1) < 1e-12)) 1 else mass
}

# The masses of some rows, how many observations each stands for: a number per row, or one for all.
#   mass  a number per row of all points, or one for all;  rows: numbers of rows
take_mass <- function(mass, rows) if (length(mass) == 1L) mass else mass[rows]

# Returns how many observations all points together stand for, a number.
#   checked  of as_points(): mass (a number per point, or 1), x (the points)
total_mass <- function(checked) sum(rep_len(checked$mass, nrow(checked$x)))

# Whether `mass`, a number per point or one for all, says that each point stands for itself alone.
is_unit_mass <- function(mass) identical(mass, 1)
