# Kernel sums of distances alone, by the plain formula: kernel_slopes() for a dist.

slopes_of_distances <- function(x, settings, refine) {
  distances <- as_distance_matrix(x)
  n <- nrow(distances)
  bandwidths <- if (!is.null(settings$bandwidths)) resolve_grid(settings$bandwidths)
  n_bandwidths <- check_grid_size(settings$n_bandwidths, "n_bandwidths", min = 4)
  rows <- rows_of_distances(distances, settings)
  h <- bandwidths %||% grid_of_distances(distances, n_bandwidths)
  m <- length(rows)
  # Every pair twice, or those from the drawn points; a point and itself once. Sorted: those beyond
  # reach are left out.
  near <- sort(if (m == n) as.vector(x) else distances[rows, ][-(seq_len(m) + m * (rows - 1))])
  times <- if (m == n) 2 else 1
  sums_at <- function(h) {
    t(vapply(h, function(h) {
      sq <- (near[seq_len(findInterval(27 * h, near))] / h)^2
      weight <- exp(-sq)
      c(m + times * sum(weight), times * sum(weight * sq))
    }, numeric(2)))
  }
  se_of <- function(slope) {
    few <- distances[rows[unique(round(seq(1, m, length.out = 500L)))], , drop = FALSE]
    mapply(function(h, slope) slope_se(own_distance_sums(few, h), slope, m, n), h, slope)
  }
  found <- slope_curve(h, sums_at, m * n, refine, se_of)
  found$local <- if (isTRUE(settings$local)) {
    own <- own_distance_sums(distances, found$minima$bandwidth[[found$choices[["global"]]]])
    data.frame(row = seq_len(n), dimension = known_slopes(own$slope[, 1L] / own$sum[, 1L]))
  }
  found$facts <- list(n = n, d = NA_integer_, n_points = m)
  found$equidistant <- are_equal(x[x > 0])
  found
}

# own_sums() at one bandwidth, of points with the distances in the rows.
own_distance_sums <- function(distances, h) {
  sq <- pmin(distances / h, 27)^2
  weight <- exp(-sq)
  first <- weight * sq
  parts <- list(
    sum = weight, slope = first, square_0 = weight^2, square_1 = weight * first,
    square_2 = first^2
  )
  parts <- lapply(parts, function(part) matrix(rowSums(part)))
  parts$square_0 <- parts$square_0 - 1
  parts
}

# The arguments that matter for points only are checked all the same; the points that a mean is
# taken over are drawn as those of selector_problem(): by their distance from the mean, which
# distances tell too.
rows_of_distances <- function(distances, settings, min_points = 2) {
  n <- nrow(distances)
  check_distance_settings(n, settings, min_points)
  n_points <- settings$n_points %||% n
  if (n_points == n) {
    return(seq_len(n))
  }
  # |x_i - mean|^2 = mean_j d_ij^2 - (mean of all squared distances) / 2.
  square <- rowMeans((distances / max(distances))^2)
  far <- sqrt(pmax(square - mean(square) / 2, 0))
  order_by_distance(far)[sort(cpp_sample_rows(n, n_points, draw_seed(check_seed(settings$seed))))]
}

check_distance_settings <- function(n, settings, min_points = 2) {
  check_choice(settings$na_action, c("error", "omit"), "na_action")
  refuse_scale(settings$scale, "a dist")
  check_count(settings$n_points %||% n, "n_points", min = min(min_points, n), max = n)
  check_seed(settings$seed)
  resolve_threads(settings$n_threads)
  check_flag(settings$progress %||% FALSE, "progress")
}

# search_grid() for a matrix of distances.
grid_of_distances <- function(distances, n_bandwidths) {
  n <- nrow(distances)
  unit <- max(distances)
  high <- unit * sqrt(sum((distances / unit)^2) / (n * (n - 1)))
  grid_between(nearest_distinct_distances(distances), high, n_bandwidths)
}

# nearest_distinct() for a matrix of distances.
nearest_distinct_distances <- function(distances) {
  apply(ifelse(distances > 0, distances, Inf), 1L, min)
}
