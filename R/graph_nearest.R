# Lists of nearest neighbors as the core makes them: list(begin, index, distance). The neighbors of
# point i are the elements begin[i] + 1 to begin[i + 1] of index, nearest first. All points at the
# distance of the k-th neighbor are among them (notes/ties.md).

# The k nearest of held points.
#   handle, k  of the points in the core; number of neighbors
nearest_lists <- function(handle, k, runtime) cpp_nearest(handle, k, max_listed(), runtime)

# Returns of each element of lists of neighbors the point whose neighbor it is.
#   lists  with begin, where the list of each point begins, and where the last ends
list_rows <- function(lists) rep(seq_along(lists$begin[-1L]), diff(lists$begin))

# The elements that are the j-th of their lists.
nth_neighbors <- function(lists, j) lists$begin[-length(lists$begin)] + j

# The lists of some points.
lists_of <- function(lists, points) {
  size <- diff(lists$begin)[points]
  elements <- sequence(size, lists$begin[points] + 1L)
  list(begin = c(0L, cumsum(size)), index = lists$index[elements],
       distance = lists$distance[elements])
}
