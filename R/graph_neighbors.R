# How the k nearest neighbors that a graph joins are found.

search_names <- c("exact", "hnsw", "descent")

# Checks the setting `neighbors`, how neighbors are found, and returns it: a word of search_names, a
# function of x and k, or what such a function returns, a list, data frame, or numeric matrix, whose
# content as_neighbor_index() checks.
#   neighbors  as the user gave it;  type: name of the type of graph
#   arg        the argument by which the user gives the type
check_neighbor_search <- function(neighbors, type, arg) {
  is_table <- is.list(neighbors) || is.matrix(neighbors) && is.numeric(neighbors)
  if (!is.function(neighbors) && !is_table) {
    neighbors <- check_choice(
      neighbors, search_names, "neighbors", also = "a function of x and k, a list of neighbors,"
    )
  }
  if (identical(neighbors, "exact")) return(neighbors)
  refuse_if(!graph_type(type)$lists_neighbors,
            "`neighbors` other than \"exact\" needs
             `{arg}` = {in_quotes(types_with('lists_neighbors'))}.")
  if (is.character(neighbors)) {
    package <- c(hnsw = "RcppHNSW", descent = "rnndescent")[[neighbors]]
    check_installed(package, paste0("for `neighbors` = \"", neighbors, "\""))
  }
  neighbors
}

#' Lists of neighbors that are not left to the core.
#'
#' @param settings Of resolve_graph_settings(): type, k (NULL: the graph has no lists), symmetry,
#'   neighbors ("exact", "descent", "hnsw", a function of x and k, or what that returns, a list or a
#'   matrix that as_neighbor_index() takes).
#' @param x Points of any kind, n x r;  handle: of the same in the core;  runtime: of new_runtime().
#' @return NULL, or list(lists, recall, search), the last two absent if the search is exact. `lists`
#'   are begin and index as of nearest_lists(), without the point itself, perhaps with distance (not
#'   used) or whole (TRUE: lists of more than k neighbors are not cut), or NULL: the core finds
#'   them. `recall` is of neighbor_recall(): the share of the edges of an exact graph that this
#'   graph has. `search` is how they were found: "descent", "hnsw", or "given".
#' @noRd
find_listed_neighbors <- function(settings, x, handle, runtime) {
  k <- settings$k
  if (is.null(k)) return(NULL)
  neighbors <- settings$neighbors
  if (identical(neighbors, "exact")) {
    lists <- lists_with_copies(x, k, runtime)
    if (!is.null(lists) || !graph_type(settings)$lists_neighbors) return(list(lists = lists))
    seconds <- nearest_seconds(x, k, handle, runtime)
    inform_of_search_time(seconds, nrow(x), k)
    lists <- if (seconds >= min_seconds_shared) nearest_by_workers(x, k, runtime)
    return(if (!is.null(lists)) list(lists = lists))
  }
  refuse_if(is_distances(x), "`neighbors` other than \"exact\" needs coordinates: `x` is a dist.")
  x_matrix <- whole_points(x)
  # What was given, or what the search or the function returns.
  index <- neighbors
  if (is.character(neighbors)) index <- search_approximately(neighbors, x_matrix, k, runtime)
  if (is.function(neighbors)) index <- tryCatch(neighbors(x_matrix, k), error = function(e) {
    abort_argument("`neighbors` failed: {conditionMessage(e)}")
  })
  lists <- cpp_nearest_listed(handle, as_neighbor_index(index, nrow(x), k), k, runtime)
  list(
    lists = lists, recall = neighbor_recall(lists, x, k, settings$symmetry, handle, runtime),
    search = if (is.character(neighbors)) neighbors else "given"
  )
}

# Lists of neighbors if points coincide: those of a point are the points equal to it and the points
# at the k nearest other places (sets of equal rows). Returns list(begin, index, whole: TRUE, since
# lists may have more than k), see nearest_lists(); NULL if no points coincide, or all do.
#   x  points of any kind, n x p;  k: number of neighbors;  runtime: of new_runtime()
lists_with_copies <- function(x, k, runtime) {
  # list(first: the first of each set of equal rows; index: the set of each row; count: the rows of
  # each set). `from` and `to` are numbers of sets.
  equal_rows <- group_equal_rows(x)
  n_distinct <- length(equal_rows$first)
  if (n_distinct %in% c(1L, nrow(x))) return(NULL)
  handle <- release_on_exit(acquire_points(pick_points(x, equal_rows$first), runtime))
  nearest <- nearest_lists(handle, min(k, n_distinct - 1L), runtime)
  from <- c(seq_len(n_distinct), list_rows(nearest))
  to <- c(seq_len(n_distinct), nearest$index)
  check_memory_of_copies(sum(equal_rows$count[from] * as.double(equal_rows$count[to])), equal_rows)
  # The rows of each set, one set after another, and before how many of them each set begins.
  rows <- order(equal_rows$index)
  begin <- cumsum(c(0L, equal_rows$count[-n_distinct]))
  sets_of_row <- split(to, from)[equal_rows$index]
  row_of_element <- rep(seq_along(sets_of_row), lengths(sets_of_row))
  set_of_element <- unlist(sets_of_row, use.names = FALSE)
  count <- equal_rows$count[set_of_element]
  index <- rows[sequence(count, begin[set_of_element] + 1L)]
  row_of_index <- rep(row_of_element, count)
  is_other_row <- index != row_of_index
  n_others <- tabulate(row_of_index[is_other_row], nrow(x))
  list(begin = c(0L, cumsum(n_others)), index = index[is_other_row], whole = TRUE)
}

# Raises an error if a graph in which rows coincide has more edges than fit into memory: 93 bytes
# for each edge (measured).
#   n_edges     number of elements of all lists of neighbors
#   equal_rows  of group_equal_rows(): count (how many rows each set of equal rows has)
check_memory_of_copies <- function(n_edges, equal_rows) {
  if (n_edges > min(max_listed(), memory_limit() / 93)) {
    n <- sum(equal_rows$count[equal_rows$count > 1L])
    edges <- thousands(n_edges, digits = 3)
    abort(c("`x`: {n} of its rows coincide with others, so that the graph would have {edges}
             edges, which do not fit into memory.",
            i = "Keep repeated rows once, and pass how often they occur as `weights`."), "memory")
  }
}

# Finds nearest neighbors approximately by another package, and returns what that returns: list(idx,
# dist), matrices with n rows, of which idx has the row numbers, those of the points among them. It
# searches for more than k, since others may be as near as the k-th, and since a search for more
# misses fewer of the nearest. The packages compute in floats, so that points are centered and
# scaled to size 1.
#   search   "descent" or "hnsw"
#   x        points, n x p, a plain matrix
#   k        number of neighbors
#   runtime  of new_runtime(): n_threads
search_approximately <- function(search, x, k, runtime) {
  unit_x <- x - rep(colMeans(x), each = nrow(x))
  unit_x <- unit_x / max(abs(unit_x))
  n_neighbors <- min(k + 10L + k %/% 2L, nrow(unit_x))
  if (search == "descent") {
    # Its random numbers come from R's generator, which is put back; one thread, as two give other
    # graphs from run to run.
    return(with_seed(1, rnndescent::rnnd_knn(unit_x, n_neighbors, n_threads = 0)))
  }
  # Built on one thread, for the same reason; searched on all.
  index <- RcppHNSW::hnsw_build(unit_x, M = 16, ef = 200, n_threads = 0)
  RcppHNSW::hnsw_search(
    unit_x, index, n_neighbors, ef = max(150, 4 * k), n_threads = runtime$n_threads
  )
}

# Returns neighbors that were found elsewhere as an integer matrix of numbers of points, n x k or
# more columns, a row for each point, which is not among its own neighbors.
#   neighbors  a matrix or data frame of such numbers, among which the point itself may be, or a
#              list that has one under one of neighbor_names$index
#   n, k       number of points, and the fewest neighbors of each
as_neighbor_index <- function(neighbors, n, k) {
  is_table <- is.data.frame(neighbors) && all(vapply(neighbors, is.numeric, NA))
  if (is_table) neighbors <- as.matrix(neighbors)
  index <- neighbors
  if (is.list(neighbors)) index <- frame_as_matrix(field_of(neighbors, neighbor_names$index))
  refuse_if(is.null(index),
            "`neighbors` must hold a matrix of indices under one of the names
             {paste(neighbor_names$index, collapse = \", \")}, not {describe(neighbors)}.")
  if (!is.matrix(index) || !is.numeric(index) || nrow(index) != n) {
    shape <- if (is.matrix(index)) paste(nrow(index), "x", ncol(index)) else describe(index)
    abort_argument("`neighbors` must give a matrix of numbers with the {n} rows of the points,
                    not {shape}.")
  }
  refuse_first(which(is.na(index) | index < 1 | index > n | index != trunc(index)),
               "`neighbors`: {index[[first]]} as neighbor of point {(first - 1L) %% n + 1L} is
                not a point between 1 and {n}.")
  # Without the points themselves: one column less if any has itself; the others lose their last.
  is_self <- index == seq_len(n)
  n_besides <- ncol(index) - any(is_self)
  refuse_if(n_besides < k,
            "`neighbors` must give {k} neighbors of each point besides itself, not {n_besides}.")
  refuse_first(sort(row(index)[duplicated(c((row(index) - 1) * n + index))]),
               "`neighbors` names a neighbor of point {first} twice.")
  if (any(is_self)) is_self[rowSums(is_self) == 0, ncol(is_self)] <- TRUE
  matrix(as.integer(t(index)[t(!is_self)]), n, n_besides, byrow = TRUE)
}

# The share, 0 to 1, of the edges to the exact k nearest neighbors of up to 500 points that the
# graph of the lists has. `from` and `to` are the ends of these edges, numbers of points.
#   lists     list(begin, index, distance), lists of neighbors of all points;  x: points, n x p
#   k         number of neighbors;  symmetry: "union" or "mutual"
#   handle    of the points in the core;  runtime: of new_runtime()
neighbor_recall <- function(lists, x, k, symmetry, handle, runtime) {
  rows <- draw_points(x, min(nrow(x), 500L), 0)
  # A point is the nearest to itself.
  exact <- cpp_query_nearest(handle, x[rows, , drop = FALSE], k + 1L, runtime)
  from <- rows[list_rows(exact)]
  to <- exact$index[from != exact$index]
  from <- from[from != exact$index]
  is_listed <- function(from, to) {
    query <- unique(from)
    query_lists <- lists_of_points(lists, query)
    pair_key <- function(from, to) (from - 1) * nrow(x) + to
    pair_key(from, to) %in% pair_key(query[list_rows(query_lists)], query_lists$index)
  }
  combine <- if (symmetry == "union") `|` else `&`
  mean(combine(is_listed(from, to), is_listed(to, from)))
}

# Estimates the seconds of the exact search, a number, from three parts of it, which are run; 0 for
# searches that are quick.
#   x          points, n x p;  handle: of the same in the core;  k: number of neighbors
#   max_pairs  up to this n^2 p the search is quick;  runtime: of new_runtime()
nearest_seconds <- function(x, k, handle, runtime, max_pairs = 5e10) {
  n_parts <- max(3L, nrow(x) %/% 64L)
  part_numbers <- (c(1L, 3L, 5L) * n_parts) %/% 6L
  is_quick <- as.numeric(nrow(x))^2 * ncol(x) <= max_pairs
  if (is_quick) 0 else cpp_nearest_seconds(handle, k, part_numbers, n_parts, runtime)
}

# Shows a message if the exact search for k neighbors of n points takes more than a minute.
#   seconds  estimate of what it takes;  n, k: numbers of points and of neighbors of each
inform_of_search_time <- function(seconds, n, k) {
  inform_if(seconds > 60,
            c("The {k} nearest neighbors of {thousands(n)} points take about
               {seconds_in_words(seconds)}.",
              i = "`neighbors = \"hnsw\"` finds nearly all of them sooner."), "time")
}
