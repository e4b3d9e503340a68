# Lists of nearest neighbors as the core makes them: list(begin, index, distance). The neighbors of
# point i are the elements begin[i] + 1 to begin[i + 1] of index, nearest first. All points at the
# distance of the k-th neighbor are among them (notes/ties.md). Their distances are in the unit of
# the handle, as those of cpp_query_nearest(), cpp_distances_from(), and cpp_component_bridges():
# times cpp_unit(handle) they are in the unit of x.

# The k nearest points of each point, with all ties: list(begin, index, distance), see above;
# distances are in the unit of the handle.
#   handle  of the points in the core;  k: number of neighbors;  runtime: of new_runtime()
nearest_lists <- function(handle, k, runtime) cpp_nearest(handle, k, max_listed(), runtime)

# Returns, for each element of lists of neighbors, the number of the point whose neighbor it is.
#   lists  with begin, where the list of each point begins, and where the last ends
list_rows <- function(lists) rep(seq_along(lists$begin[-1L]), diff(lists$begin))

# The positions in lists$index (and lists$distance) of the j-th neighbor of each point, one number
# per list. Each list must have j neighbors.
#   lists  with begin, where the list of each point begins, and where the last ends
nth_neighbors <- function(lists, j) lists$begin[-length(lists$begin)] + j

# The lists of neighbors of some points: list(begin, index, distance), in which neighbors are still
# numbered among all points.
#   lists  such a list of all points;  points: numbers of the points
lists_of_points <- function(lists, points) {
  n_neighbors <- diff(lists$begin)[points]
  elements <- sequence(n_neighbors, lists$begin[points] + 1L)
  list(begin = c(0L, cumsum(n_neighbors)), index = lists$index[elements],
       distance = lists$distance[elements])
}
