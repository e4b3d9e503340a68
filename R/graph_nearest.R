# Lists of nearest neighbors as the core makes them: list(begin, index, distance). The neighbors of
# point i are the elements begin[i] + 1 to begin[i + 1] of index, nearest first. All points at the
# distance of the k-th neighbor are among them (notes/ties.md).

# Distances are equal if they differ by no more than this share, here as in the core.
equal_distances <- 1e-10

# The k nearest of held points.
nearest_lists <- function(handle, k, runtime) cpp_nearest(handle, k, max_listed(), runtime)

# Of each element the point whose neighbor it is.
listing_points <- function(lists) rep(seq_along(lists$begin[-1L]), diff(lists$begin))

# The elements that are the j-th of their lists.
at_place <- function(lists, j) lists$begin[-length(lists$begin)] + j

# The lists of some points.
lists_of <- function(lists, points) {
  size <- diff(lists$begin)[points]
  at <- sequence(size, lists$begin[points] + 1L)
  list(begin = c(0L, cumsum(size)), index = lists$index[at], distance = lists$distance[at])
}

# Distance of each point to its k-th neighbor.
kth_distances <- function(distances, k) {
  diag(distances) <- Inf
  apply(distances, 1L, function(d) sort(d, partial = k)[[k]])
}

# The same neighbors from distances, n x n: a matrix with a row (point, neighbor) for each.
nearest_by_distance <- function(distances, k) {
  limit <- kth_distances(distances, k) * (1 + equal_distances)
  diag(distances) <- Inf
  unname(which(distances <= limit, arr.ind = TRUE))
}
