# Ways to find the k nearest neighbors that a graph joins.

neighbor_ways <- c("exact", "hnsw", "descent")

# Checks the argument `neighbors` of a graph of `type`; returns it: a word, a function or a list.
check_neighbor_way <- function(neighbors, type, arg) {
  if (!is.function(neighbors) && !(is.list(neighbors) || is.matrix(neighbors))) {
    neighbors <- check_choice(
      neighbors, neighbor_ways, "neighbors",
      also = "a function of x and k, a list of neighbors,"
    )
  }
  if (identical(neighbors, "exact")) {
    return(neighbors)
  }
  if (type != "knn") {
    abort_argument("`neighbors` other than \"exact\" goes with `{arg} = \"knn\"` only.")
  }
  package <- if (is.character(neighbors)) {
    c(hnsw = "RcppHNSW", descent = "rnndescent")[[neighbors]]
  }
  if (!is.null(package)) {
    check_installed(package, paste0("for `neighbors` = \"", neighbors, "\""))
  }
  neighbors
}

# The lists that the core does not find here: NULL, or list(lists, recall, way), the last two NULL
# where they are exact.
#   lists   begin and index, the point itself not among its own
#   recall  of the nearest neighbors of 500 points, the share that the graph has
find_listed_neighbors <- function(neighbors, x, k, symmetry, handle, runtime) {
  if (identical(neighbors, "exact")) {
    seconds <- nearest_seconds(x, k, handle, runtime)
    inform_of_time(seconds, nrow(x), k)
    lists <- if (seconds >= min_seconds_shared) nearest_by_workers(x, k, runtime)
    return(if (!is.null(lists)) list(lists = lists))
  }
  if (is_distances(x)) {
    abort_argument("`neighbors` other than \"exact\" needs coordinates: `x` is a dist.")
  }
  x <- whole_points(x)
  found <- if (is.function(neighbors)) {
    tryCatch(neighbors(x, k), error = function(e) {
      abort_argument("`neighbors` failed: {conditionMessage(e)}")
    })
  } else if (is.character(neighbors)) {
    search <- switch(neighbors, hnsw = search_hnsw, descent = search_descent)
    search(units_of(x), k, runtime)
  } else {
    neighbors
  }
  lists <- cpp_nearest_listed(handle, as_neighbor_index(found, nrow(x), k), k, runtime)
  list(
    lists = lists, recall = neighbor_recall(lists, x, k, symmetry, handle, runtime),
    way = if (is.character(neighbors)) neighbors else "given"
  )
}

# Approximate searches compute in floats: points of size 1 about their mean.
units_of <- function(x) {
  offset <- x - rep(colMeans(x), each = nrow(x))
  offset / max(abs(offset))
}

# More neighbors than k, since others may be as near as the k-th, and since a search for more misses
# fewer of the nearest.
n_wanted <- function(k) k + 10L + k %/% 2L

# Built on one thread, since two give other graphs from run to run; searched on all.
search_hnsw <- function(z, k, runtime) {
  n_found <- min(n_wanted(k), nrow(z))
  built <- RcppHNSW::hnsw_build(z, M = 16, ef = 200, n_threads = 0)
  RcppHNSW::hnsw_search(z, built, n_found, ef = max(150, 4 * k), n_threads = runtime$n_threads)
}

# Its random numbers come from R's generator, which is put back; one thread, for the same reason.
search_descent <- function(z, k, runtime) {
  n_found <- min(n_wanted(k), nrow(z))
  keep_generator(1, rnndescent::rnnd_knn(z, n_found, n_threads = 0))
}

# Neighbors found elsewhere as rows, n x k or more: from a matrix of indices, or a list with one and
# perhaps distances, which are not looked at. The point itself may be among its own.
as_neighbor_index <- function(found, n, k) {
  if (is.data.frame(found) && all(vapply(found, is.numeric, NA))) found <- as.matrix(found)
  index <- if (is.list(found)) no_frame(first_of(found, neighbor_names$index)) else found
  if (is.null(index)) {
    abort_argument(
      "`neighbors` must hold a matrix of indices under one of the names
       {paste(neighbor_names$index, collapse = \", \")}, not {describe(found)}."
    )
  }
  if (!is.matrix(index) || !is.numeric(index) || nrow(index) != n) {
    abort_argument(
      "`neighbors` must give a matrix of numbers with the {n} rows of the points, not
       {describe_shape(index)}."
    )
  }
  check_neighbor_rows(index, n)
  own <- drop_own(index)
  if (ncol(own) < k) {
    abort_argument(
      "`neighbors` must give {k} neighbors of each point besides itself, not {ncol(own)}."
    )
  }
  check_neighbors_differ(own)
  storage.mode(own) <- "integer"
  own
}

describe_shape <- function(index) {
  if (is.matrix(index)) paste(nrow(index), "x", ncol(index)) else describe(index)
}

check_neighbor_rows <- function(index, n) {
  bad <- which(is.na(index) | index < 1 | index > n | index != trunc(index))
  if (length(bad)) {
    point <- (bad[[1L]] - 1L) %% n + 1L
    abort_argument(
      "`neighbors`: {index[[bad[[1L]]]]} as neighbor of point {point} is not a point between 1 and
       {n}."
    )
  }
}

# Without the points themselves: one column less where any has itself, of which the others lose
# their last.
drop_own <- function(index) {
  n <- nrow(index)
  own <- index == seq_len(n)
  if (!any(own)) {
    return(index)
  }
  lacking <- which(rowSums(own) == 0)
  own[lacking, ncol(own)] <- TRUE
  several <- which(rowSums(own) > 1L)
  if (length(several)) {
    # The message about them says that they come twice.
    own[several, ] <- col(own)[several, , drop = FALSE] == ncol(own)
  }
  matrix(t(index)[t(!own)], n, ncol(index) - 1L, byrow = TRUE)
}

check_neighbors_differ <- function(index) {
  # Sorted by point, then by neighbor.
  of <- rep(seq_len(nrow(index)), ncol(index))
  place <- order(of, index)
  as_before <- function(values) values[place[-1L]] == values[place[-length(place)]]
  again <- of[place[-1L]][as_before(of) & as_before(index)]
  point <- c(again, which(rowSums(index == seq_len(nrow(index))) > 0))
  if (length(point)) {
    abort_argument("`neighbors` names a neighbor of point {point[[1L]]} twice.")
  }
}

# Of the nearest neighbors of up to 500 points, the share that the graph of the lists has.
neighbor_recall <- function(lists, x, k, symmetry, handle, runtime) {
  rows <- draw_points(x, min(nrow(x), 500L), 0)
  # A point is the nearest to itself.
  exact <- cpp_query_nearest(handle, x[rows, , drop = FALSE], k + 1L, runtime)
  from <- rows[listing_points(exact)]
  to <- exact$index[from != exact$index]
  from <- from[from != exact$index]
  lists_pair <- function(from, to) {
    own <- unique(from)
    known <- lists_of(lists, own)
    key <- function(from, to) (from - 1) * nrow(x) + to
    key(from, to) %in% key(own[listing_points(known)], known$index)
  }
  joined <- if (symmetry == "union") {
    lists_pair(from, to) | lists_pair(to, from)
  } else {
    lists_pair(from, to) & lists_pair(to, from)
  }
  mean(joined)
}

# The exact search of many points in many columns takes time, which that of some of them tells.
#   max_pairs  products of pairs and columns that are not worth telling: 0 seconds
nearest_seconds <- function(x, k, handle, runtime, max_pairs = 5e10) {
  n <- nrow(x)
  if (as.numeric(n)^2 * ncol(x) <= max_pairs) {
    return(0)
  }
  n_parts <- max(3L, n %/% 64L)
  cpp_nearest_seconds(handle, k, c(1L, 3L, 5L) * n_parts %/% 6L, n_parts, runtime)
}

inform_of_time <- function(seconds, n, k) {
  if (seconds > 60) {
    inform(
      c("The {k} nearest neighbors of {format(n, big.mark = \",\")} points take about
         {in_minutes(seconds)}.",
        i = "`neighbors = \"hnsw\"` finds nearly all of them sooner."),
      "time"
    )
  }
}

in_minutes <- function(seconds) {
  if (seconds < 5400) {
    return(paste(max(1, round(seconds / 60)), "min"))
  }
  paste(format(seconds / 3600, digits = 2), "h")
}

# Neighbor lists of other packages, by the names of their parts.

# Any of them as edges: list(from, to, distance, n, names), the point itself removed.
neighbor_lists <- function(x) {
  index <- if (is.list(x)) no_frame(first_of(x, neighbor_names$index))
  distance <- if (is.list(x)) no_frame(first_of(x, neighbor_names$distance))
  if (is.null(index) || is.null(distance)) {
    abort_argument(
      c("`x` must be neighbor lists with indices and distances, a dist, a square matrix or Matrix,
         or an igraph, not {describe(x)}.",
        i = "Neighbor lists of FNN, RANN, nabor, dbscan, RcppHNSW, rnndescent, uwot,
             BiocNeighbors and Rnanoflann are recognized by the names of their parts.")
    )
  }
  check_numbers(index, "indices")
  check_numbers(distance, "distances")
  edges <- edges_of_parts(index, distance)
  if (is.null(edges)) abort_argument("`x`: indices and distances must have the same shape.")
  if (edges$n < 2L) {
    abort_argument("`x` must hold the neighbors of at least 2 points, not {edges$n}.")
  }
  check_edges(edges)
  other <- edges$from != edges$to
  list(
    from = edges$from[other], to = as.integer(edges$to[other]), distance = edges$distance[other],
    n = edges$n, names = edges$names
  )
}

# Data frames and the like are matrices, not lists of vectors.
no_frame <- function(part) {
  is_frame <- is.data.frame(part) && all(vapply(part, is.atomic, NA))
  if (is_frame || methods::is(part, "Matrix")) as.matrix(part) else part
}

# A part holds numbers, all of it or point by point; one that is NA throughout is left to
# check_edges().
check_numbers <- function(part, what) {
  is_wrong <- function(values) !is.numeric(values) && !(is.atomic(values) && all(is.na(values)))
  refuse_first(
    Filter(is_wrong, if (is.list(part)) part else list(part)),
    "`x` must hold {what} that are numbers, not {describe(first)}."
  )
}

# n x k matrices, or lists of a vector per point; NULL if they have different shapes.
edges_of_parts <- function(index, distance) {
  ragged <- is.list(index)
  shape <- if (ragged) function(part) lengths(part, FALSE) else function(part) dim(as.matrix(part))
  if (is.list(distance) != ragged || !identical(shape(index), shape(distance))) {
    return(NULL)
  }
  if (ragged) {
    values <- function(part) as.numeric(unlist(part, use.names = FALSE))
    from <- rep(seq_along(index), lengths(index))
    names <- names(index)
  } else {
    values <- function(part) as.vector(as.matrix(part))
    from <- as.vector(row(as.matrix(index)))
    names <- rownames(index)
  }
  n <- if (ragged) length(index) else NROW(index)
  list(from = from, to = values(index), distance = values(distance), n = n, names = names)
}

check_edges <- function(edges) {
  absent <- is.na(edges$to) | edges$to == 0 | !is.finite(edges$distance) | edges$distance > 1e153
  refuse_first(
    edges$from[absent],
    c("`x` has missing neighbors, first at point {first}: the search found fewer than it was asked
       for.",
      i = "Ask for fewer neighbors, or build the graph with heat_graph().")
  )
  refuse_first(
    which(edges$to < 1 | edges$to > edges$n | edges$to != trunc(edges$to)),
    "`x`: neighbor {edges$to[[first]]} of point {edges$from[[first]]} is not a point between 1 and
     {edges$n}."
  )
  refuse_first(
    which(edges$distance < 0),
    "`x`: the distance of points {edges$from[[first]]} and {edges$to[[first]]} is negative."
  )
}

# The union of directed edges as a symmetric sparse matrix of distances, zero distances kept.
join_lists <- function(from, to, distance, n) {
  pair <- (pmax(from, to) - 1) * n + pmin(from, to) - 1
  order <- order(pair, distance)
  pair <- pair[order]
  distance <- distance[order]
  again <- duplicated(pair)
  low <- as.integer(pair %% n) + 1L
  high <- as.integer(pair %/% n) + 1L
  refuse_first(
    which(again & distance > c(0, distance)[seq_along(distance)] * (1 + 1e-5)),
    "`x` gives points {low[[first]]} and {high[[first]]} two distances,
     {format(distance[[first - 1]])} and {format(distance[[first]])}."
  )
  matrix_of_pairs(low[!again], high[!again], distance[!again], n)
}

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
