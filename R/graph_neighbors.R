# Ways to find the k nearest neighbors that a graph joins.

neighbor_ways <- c("exact", "hnsw", "descent")

# Checks the way to find neighbors: a word of neighbor_ways, a function of x and k, or lists.
#   neighbors  as the user gave it;  type: name of the type of graph
#   arg        what the type is called where the user gives it
check_neighbor_way <- function(neighbors, type, arg) {
  is_table <- is.list(neighbors) || is.matrix(neighbors) && is.numeric(neighbors)
  if (!is.function(neighbors) && !is_table) {
    neighbors <- check_choice(
      neighbors, neighbor_ways, "neighbors", also = "a function of x and k, a list of neighbors,"
    )
  }
  if (identical(neighbors, "exact")) return(neighbors)
  refuse_if(!graph_type(type)$lists_neighbors,
            "`neighbors` other than \"exact\" needs
             `{arg}` = {in_quotes(types_that('lists_neighbors'))}.")
  if (is.character(neighbors)) {
    package <- c(hnsw = "RcppHNSW", descent = "rnndescent")[[neighbors]]
    check_installed(package, paste0("for `neighbors` = \"", neighbors, "\""))
  }
  neighbors
}

#' Lists of neighbors that are not left to the core.
#'
#' @param settings Of resolve_graph_settings().
#' @param x Points, n x r;  handle: of the same in the core.
#' @return NULL, or list(lists, recall, way), the last two NULL where they are exact. `lists` are
#'   begin and index, without the point itself. `recall` is the share of the nearest neighbors of
#'   500 points that the graph has.
#' @noRd
find_listed_neighbors <- function(settings, x, handle, runtime) {
  k <- settings$k
  if (is.null(k)) return(NULL)
  neighbors <- settings$neighbors
  if (identical(neighbors, "exact")) {
    lists <- lists_of_places(x, k, runtime)
    if (!is.null(lists) || !graph_type(settings)$lists_neighbors) return(list(lists = lists))
    seconds <- nearest_seconds(x, k, handle, runtime)
    inform_of_time(seconds, nrow(x), k)
    lists <- if (seconds >= min_seconds_shared) nearest_by_workers(x, k, runtime)
    return(if (!is.null(lists)) list(lists = lists))
  }
  refuse_if(is_distances(x), "`neighbors` other than \"exact\" needs coordinates: `x` is a dist.")
  x_matrix <- whole_points(x)
  index <- neighbors
  if (is.character(neighbors)) index <- search_approximately(neighbors, x_matrix, k, runtime)
  if (is.function(neighbors)) index <- tryCatch(neighbors(x_matrix, k), error = function(e) {
    abort_argument("`neighbors` failed: {conditionMessage(e)}")
  })
  lists <- cpp_nearest_listed(handle, as_neighbor_index(index, nrow(x), k), k, runtime)
  list(
    lists = lists, recall = neighbor_recall(lists, x, k, settings$symmetry, handle, runtime),
    way = if (is.character(neighbors)) neighbors else "given"
  )
}

# Lists of the neighbors of the points x, n x p: the points at the same place and those at the k
# nearest other places, list(begin, index, whole); NULL where no points coincide.
lists_of_places <- function(x, k, runtime) {
  places <- places_of(x)
  n_places <- length(places$first)
  if (n_places %in% c(1L, nrow(x))) return(NULL)
  handle <- release_on_exit(acquire_points(points_at(x, places$first), runtime))
  nearest <- nearest_lists(handle, min(k, n_places - 1L), runtime)
  from <- c(seq_len(n_places), list_rows(nearest))
  to <- c(seq_len(n_places), nearest$index)
  check_copies(sum(places$count[from] * as.double(places$count[to])), places)
  # The rows of each place, one place after another.
  rows <- order(places$index)
  begin <- cumsum(c(0L, places$count[-n_places]))
  lists <- split(to, from)[places$index]
  row_of_element <- rep(seq_along(lists), lengths(lists))
  to <- unlist(lists, use.names = FALSE)
  count <- places$count[to]
  index <- rows[sequence(count, begin[to] + 1L)]
  row_of_element <- rep(row_of_element, count)
  is_other_row <- index != row_of_element
  n_others <- tabulate(row_of_element[is_other_row], nrow(x))
  list(begin = c(0L, cumsum(n_others)), index = index[is_other_row], whole = TRUE)
}

# Refuses lists of places that do not fit into memory: they take 93 bytes for each edge (measured).
#   n_edges  number of edges of the graph;  places: of places_of()
check_copies <- function(n_edges, places) {
  if (n_edges > min(max_listed(), memory_limit() / 93)) {
    n <- sum(places$count[places$count > 1L])
    edges <- thousands(n_edges, digits = 3)
    abort(c("`x`: {n} of its rows coincide with others, so that the graph would have {edges}
             edges, which do not fit into memory.",
            i = "Keep repeated rows once, and pass how often they occur as `weights`."), "memory")
  }
}

# Finds more neighbors than k, since others may be as near as the k-th, and since a search for more
# misses fewer of the nearest: what the package returns. Approximate searches compute in floats:
# points of size 1 about their mean.
#   way  "descent" or "hnsw";  x: points, n x p
search_approximately <- function(way, x, k, runtime) {
  scaled <- x - rep(colMeans(x), each = nrow(x))
  scaled <- scaled / max(abs(scaled))
  n_neighbors <- min(k + 10L + k %/% 2L, nrow(scaled))
  if (way == "descent") {
    # Its random numbers come from R's generator, which is put back; one thread, as two give other
    # graphs from run to run.
    return(keep_generator(1, rnndescent::rnnd_knn(scaled, n_neighbors, n_threads = 0)))
  }
  # Built on one thread, for the same reason; searched on all.
  index <- RcppHNSW::hnsw_build(scaled, M = 16, ef = 200, n_threads = 0)
  RcppHNSW::hnsw_search(
    scaled, index, n_neighbors, ef = max(150, 4 * k), n_threads = runtime$n_threads
  )
}

# Reads neighbors found elsewhere as numbers of points, n x k or more columns, a row for each point.
#   neighbors  a matrix of such numbers, among which the point itself may be, or a list with one and
#              perhaps distances, which are not looked at
as_neighbor_index <- function(neighbors, n, k) {
  is_table <- is.data.frame(neighbors) && all(vapply(neighbors, is.numeric, NA))
  if (is_table) neighbors <- as.matrix(neighbors)
  index <- neighbors
  if (is.list(neighbors)) index <- no_frame(first_of(neighbors, neighbor_names$index))
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

# The share of the nearest neighbors of up to 500 points that the graph of the lists has.
#   lists     list(begin, index, distance), lists of neighbors;  x: points, n x p
#   k         number of neighbors;  symmetry: "union" or "mutual"
#   handle    of the points in the core
neighbor_recall <- function(lists, x, k, symmetry, handle, runtime) {
  rows <- draw_points(x, min(nrow(x), 500L), 0)
  # A point is the nearest to itself.
  exact <- cpp_query_nearest(handle, x[rows, , drop = FALSE], k + 1L, runtime)
  from <- rows[list_rows(exact)]
  to <- exact$index[from != exact$index]
  from <- from[from != exact$index]
  lists_pair <- function(from, to) {
    query <- unique(from)
    query_lists <- lists_of(lists, query)
    key <- function(from, to) (from - 1) * nrow(x) + to
    key(from, to) %in% key(query[list_rows(query_lists)], query_lists$index)
  }
  combine <- if (symmetry == "union") `|` else `&`
  mean(combine(lists_pair(from, to), lists_pair(to, from)))
}

# Estimates the seconds of the exact search, which are many for many points in many columns, from a
# part of the search.
#   x          points, n x p;  handle: of the same in the core;  k: number of neighbors
#   max_pairs  products of pairs and columns that are not worth telling: 0 seconds
nearest_seconds <- function(x, k, handle, runtime, max_pairs = 5e10) {
  n_parts <- max(3L, nrow(x) %/% 64L)
  parts <- (c(1L, 3L, 5L) * n_parts) %/% 6L
  is_short <- as.numeric(nrow(x))^2 * ncol(x) <= max_pairs
  if (is_short) 0 else cpp_nearest_seconds(handle, k, parts, n_parts, runtime)
}

# Tells the user how many seconds the exact search for k neighbors of n points takes, if they are
# more than a minute.
inform_of_time <- function(seconds, n, k) {
  inform_if(seconds > 60,
            c("The {k} nearest neighbors of {thousands(n)} points take about
               {in_minutes(seconds)}.",
              i = "`neighbors = \"hnsw\"` finds nearly all of them sooner."), "time")
}

# A time, in seconds, as words in minutes or hours.
in_minutes <- function(seconds) {
  minutes <- max(1, round(seconds / 60))
  if (seconds < 5400) paste(minutes, "min") else paste(format(seconds / 3600, digits = 2), "h")
}
