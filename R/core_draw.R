# Rows of points that a mean is taken over: all up to 1000, otherwise 500, or the number that was
# given.

# Draws points and returns their row numbers. Which points they are, and their order, does not
# depend on the order of the rows. Points that stand for several observations are drawn in
# proportion, or repeated if all points are used, so that a plain mean over the drawn points is the
# weighted mean.
#   x         points of any kind, only for the default of `rows`
#   rows      numbers of the points to draw from, in an order that does not depend on that of the
#             data
#   n_points  how many are drawn, at most as many as `rows`; NULL: all up to 1000, otherwise 500
#   seed      a number;  mass: number of observations that each row of x stands for, or 1 for all
# `mass_share` are numbers in (0, 1], each of which picks the point where the shares of the masses
# have added up to it.
draw_points <- function(x, n_points, seed, mass = 1, rows = canonical_order(x)) {
  n <- length(rows)
  n_drawn <- n_points %||% if (n <= 1000L) n else 500L
  if (is_unit_mass(mass)) {
    return(if (n_drawn == n) rows else rows[sort(cpp_sample_rows(n, n_drawn, seed))])
  }
  mass <- mass[rows]
  if (n_drawn == n && sum(mass) <= 1000 && all(mass == trunc(mass))) return(rep(rows, mass))
  # Systematic sampling: shares of the whole mass at equal distances.
  mass_share <- (seq_len(n_drawn) - cpp_uniform(1, seed, 0)) / n_drawn
  rows[findInterval(mass_share, cumsum(mass) / sum(mass)) + 1L]
}

# Returns at most max_values (2 or more) of the values, at even steps along the vector, both ends
# among them.
take_evenly <- function(values, max_values) {
  values[unique(round(seq(1, length(values), length.out = min(length(values), max_values))))]
}
