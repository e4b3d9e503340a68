#' @rdname lapscale_clusters
#' @export
tidy.lapscale_clusters <- function(x, ...) {
  check_intact(x)
  check_no_dots(...)
  x$quality
}

#' @rdname lapscale_clusters
#' @export
glance.lapscale_clusters <- function(x, ...) {
  check_intact(x)
  check_no_dots(...)
  gap <- chosen_gap(x)
  data.frame(
    method = x$settings$method, assign = x$settings$assign, k = x$k, bandwidth = x$bandwidth,
    n = length(x$rows), conductance = max(x$quality$conductance),
    normalised_cut = x$normalised_cut, cut_bound = x$cut_bound, gap = gap$gap, gap_se = gap$se,
    n_connected = length(x$components)
  )
}

# The row of the gaps for the number of clusters; NA where no eigenvalue comes after.
chosen_gap <- function(x) x$gaps[match(x$k, x$gaps$k), ]

#' @rdname lapscale_clusters
#' @param data A table with the rows of the data; NULL: the points of the fit, if it keeps them.
#' @export
augment.lapscale_clusters <- function(x, data = NULL, newdata = NULL, ...) {
  check_intact(x)
  check_no_dots(...)
  guard_memory(beside_clusters(x, data, newdata), if (is.null(newdata)) "x" else "newdata")
}

beside_clusters <- function(x, data, newdata, call = caller_env()) {
  if (!is.null(newdata)) {
    clusters <- stats::predict(x, newdata)
    table <- as_point_table(newdata, fitted_model(x, call))
    given <- newdata
  } else {
    clusters <- x$cluster
    table <- if (is.null(data)) fitted_points(x) else as_given_table(data, call)
    given <- data
    if (!is.null(table) && nrow(table) != length(clusters)) {
      abort_argument(
        "`data` must have the {length(clusters)} rows of the data; it has {nrow(table)}.",
        call = call
      )
    }
  }
  clusters <- data.frame(.cluster = factor(unname(clusters), seq_len(x$k)))
  like_given(if (is.null(table)) clusters else cbind(table, clusters), given)
}

#' @rdname lapscale_clusters
#' @export
as.data.frame.lapscale_clusters <- function(x, row.names = NULL, optional = FALSE, ...) {
  check_intact(x)
  guard_memory(arg = "x", {
    clusters <- factor(unname(x$cluster), seq_len(x$k))
    with_row_names(data.frame(.cluster = clusters, row.names = names(x$cluster)), row.names)
  })
}

#' @rdname lapscale_clusters
#' @export
fitted.lapscale_clusters <- function(object, ...) {
  check_intact(object, "object")
  check_no_dots(...)
  object$cluster
}

#' @rdname lapscale_clusters
#' @export
nobs.lapscale_clusters <- function(object, ...) {
  check_intact(object, "object")
  check_no_dots(...)
  length(object$rows)
}

#' @rdname lapscale_clusters
#' @export
print.lapscale_clusters <- function(x, ...) {
  check_intact(x)
  gap <- chosen_gap(x)
  cat(
    "Spectral clusters: ", count(length(x$rows), "point"), " in ", count(x$k, "cluster"),
    if (x$settings$wanted == "gap") " (largest gap)", "\n",
    "  sizes ", shorten(x$quality$size, 10L), "\n",
    "  ", describe_clustering(x), "\n",
    "  ", paste(c(x$settings$graph, describe_entries(x$settings$entries)), collapse = ", "), "\n",
    "  largest conductance ", short(max(x$quality$conductance), 3), ", normalised cut ",
    short(x$normalised_cut, 3), " (any ", x$k, " clusters: at least ", short(x$cut_bound, 3),
    ")\n",
    if (!is.na(gap$gap)) {
      paste0("  eigenvalues ", short(gap$eigenvalue, 3), " and ", short(gap$next_eigenvalue, 3),
             ": gap ", short(gap$gap, 3), " (standard error ", short(gap$se, 2), ")\n")
    },
    sep = ""
  )
  if (cuts_multiple(x$eigenvalues, x$k)) {
    cat("  eigenvalues ", x$k, " and ", x$k + 1L, " are equal: the clusters are one choice of many\n",
        sep = "")
  }
  if (length(x$components) > 1L) {
    joined <- if (length(x$components) > x$k) ", joined"
    cat("  ", describe_components(x$components), joined, "\n", sep = "")
  }
  if (length(x$rows) < x$n_given) {
    cat("  ", count(x$n_given - length(x$rows), "row"), " of the data left out\n", sep = "")
  }
  invisible(x)
}

describe_clustering <- function(x) {
  s <- x$settings
  parts <- c(
    cluster_methods[[s$method]], if (s$assign == "qr") "pivoted QR" else "k-means",
    if (s$alpha > 0) paste("alpha =", format(s$alpha)),
    if (!is.na(x$bandwidth)) {
      paste("bandwidth", describe_scale(x$bandwidth, s$local_scale, s$chosen))
    },
    if (!is.null(x$model$scaling)) "columns scaled"
  )
  paste(parts, collapse = ", ")
}

#' @rdname lapscale_clusters
#' @export
summary.lapscale_clusters <- function(object, ...) {
  check_intact(object, "object")
  check_no_dots(...)
  structure(
    list(fit = object, clusters = tidy(object), gaps = object$gaps),
    class = "summary.lapscale_clusters"
  )
}

#' @export
print.summary.lapscale_clusters <- function(x, ...) {
  check_intact(x)
  print(x$fit)
  print(x$clusters, digits = 3, row.names = FALSE)
  if (nrow(x$gaps)) {
    cat("Gaps between eigenvalues\n")
    print(x$gaps, digits = 3, row.names = FALSE)
  }
  invisible(x)
}
