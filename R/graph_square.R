# Square matrices that were given: of weights or of distances.

# Raises an error if x, a matrix of weights or distances between points, is not square.
check_square <- function(x) {
  refuse_if(nrow(x) != ncol(x) || nrow(x) < 2L,
            "`x` must be a square matrix of at least 2 points; it is {nrow(x)} x {ncol(x)}.")
}

# Returns a square dgCMatrix x of non-negative finite numbers as exactly symmetric: differences up
# to 1e-12 relative are averaged out with a message, larger ones are an error, as are other numbers.
#   values  what its numbers are, "weights" or "distances"
as_symmetric <- function(x, values) {
  check_entries(x, values)
  refuse_if(values == "weights" && !is.finite(sum(x@x)),
            "`x`: the sum of its weights leaves the range of double precision; rescale it.")
  difference <- Matrix::summary(abs(x - Matrix::t(x)))
  if (!any(difference$x > 0)) return(x)
  i <- difference$i
  j <- difference$j
  upper <- x[cbind(i, j)]
  lower <- x[cbind(j, i)]
  refuse_first(which(difference$x / pmax(upper, lower) > 1e-12),
               "`x` must be symmetric; entries {i[[first]]}, {j[[first]]} and {j[[first]]},
                {i[[first]]} are {format(upper[[first]], digits = 15)} and
                {format(lower[[first]], digits = 15)}.")
  inform("`x`: differences of entries below 1e-12 averaged out.", "symmetrised")
  as_dgCMatrix((x + Matrix::t(x)) / 2)
}

# A square plain matrix x of distances as a dist.
square_matrix_as_dist <- function(x) {
  as_symmetric(as_sparse(x), "distances")
  check_zero_diagonal(diag(x))
  stats::as.dist(x / 2 + t(x) / 2)
}

# Raises an error if a distance of a point to itself is not 0.
#   diagonal  of a matrix of distances, length n
check_zero_diagonal <- function(diagonal) {
  refuse_first(which(diagonal != 0),
               "`x` must have distances of 0 on the diagonal; entry {first}, {first} is
                {format(diagonal[[first]])}.")
}
