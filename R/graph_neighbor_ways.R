# Ways to find the k nearest neighbours that a graph joins.

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
  # Sorted by point, then by neighbour.
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
