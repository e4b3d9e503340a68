#' Embeddings at several bandwidths
#'
#' @description
#' Computes one embedding for each local minimum of the curve of a selector, and plots them next to
#' each other. `plot(bw, x)` is short for `plot(embed_scales(x, bw))`.
#'
#' **When to use it.** Use it if [bw_minima()] lists several minima and you want to see which one
#' shows the structure of the data and which one their noise.
#'
#' @details
#' The plot has a panel for each embedding, in the order of the bandwidth, and a panel for the
#' curve, with numbered minima. A point has the same color in all panels. If the graph is not
#' connected, the panel gives the number of its components.
#'
#' The coordinates in plots and in `as.data.frame()` are rotated to agree with those at the selected
#' scale (or the first, if none is selected), see [embed_align()]. Those of the list `embeddings`
#' are not rotated, because each of them belongs to an eigenvalue.
#'
#' @param x Points as rows, or whatever else `method` accepts. In the methods, an object that
#'   `embed_scales()` made.
#' @param bandwidth One of: a [lapscale_bandwidth], for all local minima of its curve; a selector
#'   such as [bw_rec], or its name, for those of its result; `NULL` (the default), for those of
#'   [bw_gc()]; a [lapscale_bandwidths], for the choices of its selectors; or positive numbers. A
#'   single whole number needs the name, unless you also supply `n_components`, which comes second
#'   elsewhere.
#' @param n_components Number of coordinates. The default is 2.
#' @param method [embed_eigenmaps()] (the default), [embed_diffusion()], [embed_kpca()], or another
#'   function that takes `x`, `n_components`, and `bandwidth` and returns an embedding.
#' @param ... For `embed_scales()` further arguments of `method`, such as `k`. For `plot()` and
#'   `screeplot()` graphical parameters, and for `predict()` and `augment()` the arguments of
#'   [these methods][predict.lapscale_embedding].
#' @param most The largest number of embeddings. If there are more minima, the deepest are used, and
#'   always the selected one.
#' @param seed A seed for a selector that is called: a whole number, or `NULL` for the random
#'   numbers of R.
#' @param object In the methods, an object that `embed_scales()` made.
#' @param i Which scales to keep, as numbers, or `TRUE` and `FALSE`.
#' @return An object of class `lapscale_scales`, a list:
#'   - `scales`: a data frame with `scale`, `bandwidth`, `criterion` (or `NA`), `pieces` (the number
#'     of connected components of the graph), `chosen` (whether it is the selected one), and
#'     `selector` if there are several;
#'   - `embeddings`: a list of [lapscale_embedding];
#'   - `curve`: the curve of the selector, or `NULL`.
#'
#'   `tidy()` returns `scales`. `as.data.frame()` returns one row for each point of each embedding,
#'   with `scale`, `bandwidth`, `row`, `.embed1`, ... `glance()` returns one row for each embedding,
#'   and `x[i]` some of the scales. `print()` and `plot()` return the object invisibly, and
#'   `autoplot()` a ggplot.
#'
#'   `as.matrix()`, `predict()`, `augment()`, `screeplot()`, and functions such as
#'   [embed_quality()] take the object as a [lapscale_embedding_list] and use the embedding at the
#'   selected scale, or the first if none is selected.
#' @section Errors:
#' - `lapscale_error_argument`, naming `x`, `bandwidth`, `n_components`, `method`, `most`,
#'   `columns`, or `colour`;
#' - the errors of `method`. Its warnings about components are not repeated for each scale.
#' @seealso [bw_minima()] for the minima as a table, [bw_report()] to check one of them.
#' @examples
#' x <- sample_swiss_roll(400, seed = 1)
#' bw <- bw_gc(x, d = 2, seed = 1)
#' scales <- embed_scales(x, bw)
#' scales
#' plot(scales, colour = attr(x, "parameters")[, 1])
#' plot(embed_scales(iris[1:4], bw_gc(iris[1:4], seed = 1)), colour = iris$Species)
#' @order 1
#' @export
embed_scales <- function(x, bandwidth = NULL, n_components = 2L, method = embed_eigenmaps, ...,
                         most = 6L, seed = NULL) door({
  refuse_if(inherits(x, c("lapscale_graph", "lapscale_bandwidth")),
            "`x` must be the points, not {describe(x)}; `bandwidth` comes second.")
  # In other functions the number of coordinates comes second.
  is_explicit <- "bandwidth" %in% names(sys.call()) || !missing(n_components)
  refuse_if(!is_explicit && is.null(attributes(bandwidth)) && is_whole_number(bandwidth),
            c("`bandwidth` comes second, and `n_components` third.",
              i = "Name the argument: `bandwidth = {bandwidth}` or `n_components =
                   {bandwidth}`."))
  n_components <- check_count(n_components, "n_components")
  most <- check_count(most, "most")
  refuse_if(!is.function(method),
            "`method` must be a function such as embed_eigenmaps, not {describe(method)}.")
  dots <- list(...)
  x <- points_of_cells(x, reduced = dots$reduced)
  dots$reduced <- NULL
  selector_args <- c("scale", "metric", "na_action", "n_threads", "progress", "weights")
  selector_args <- intersect(names(dots), selector_args)
  bandwidth <- select_if_selector(bandwidth %||% "gc", x, c(list(seed = seed), dots[selector_args]))
  # A data frame with a row per scale: bandwidth, criterion, chosen, perhaps selector.
  scales <- resolve_scales(bandwidth, most)
  # The minima are in the unit of the columns that the selector scaled.
  if (is_scaled(bandwidth)) dots$scale <- dots$scale %||% TRUE
  dots$metric <- dots$metric %||% selection(bandwidth)$scaling$metric
  if (isTRUE(dots$local_scale)) {
    dots$local_scale <- selection(bandwidth)$facts$local_scale %||% default_local_scale
  }
  check_same_local_scale(bandwidth, dots$local_scale)
  embeddings <- c(
    lapply(scales$bandwidth[1L], embed_at, x, n_components, method, dots),
    muffle_repeats(lapply(scales$bandwidth[-1L], embed_at, x, n_components, method, dots))
  )
  # A kernel of all pairs has no graph that could fall into pieces.
  scales$pieces <- vapply(embeddings, function(e) max(1L, length(e$components$sizes)), 0L)
  last_columns <- c("pieces", "chosen")
  scales <- scales[c(setdiff(names(scales), last_columns), last_columns)]
  new_result(list(
    scales = cbind(scale = seq_len(nrow(scales)), scales),
    embeddings = embeddings, curve = if (inherits(bandwidth, "lapscale_bandwidth")) bandwidth
  ), c("lapscale_scales", "lapscale_embedding_list"))
})

# The scales that are looked at: a data frame of bandwidth, criterion (of the selector, or NA),
# chosen (TRUE or FALSE), and perhaps selector (its name), bandwidth increasing.
#   bandwidth  numbers, a lapscale_bandwidth (of a selector), or a lapscale_bandwidths (of several)
#   most       number of scales at most
resolve_scales <- function(bandwidth, most) {
  if (inherits(bandwidth, "lapscale_bandwidth")) return(scales_of_minima(bandwidth, most))
  is_of_several_selectors <- inherits(bandwidth, "lapscale_bandwidths")
  selector <- if (is_of_several_selectors) names(bandwidth)
  if (is_of_several_selectors) bandwidth <- vapply(bandwidth, plain, 0)
  values <- check_positive(bandwidth, "bandwidth")
  refuse_if(!length(values) || length(values) > most,
            "`bandwidth` must be one to {most} bandwidths (`most`), not {length(values)}.")
  scales <- data.frame(bandwidth = as.double(values), criterion = NA_real_)
  scales$selector <- selector
  scales$chosen <- FALSE
  scales[order(values), , drop = FALSE]
}

# The chosen minimum and the deepest of the others; if no minimum is chosen, the bandwidth itself
# and the first minima: a data frame of bandwidth, criterion, and chosen, bandwidth increasing.
#   bw  a lapscale_bandwidth;  most: number of scales at most
scales_of_minima <- function(bw, most) {
  # Data frame: bandwidth, criterion, chosen, depth_left, depth_right, and others; `depth` is a
  # number for each row.
  minima <- bw_minima(bw)
  if (!any(minima$chosen)) {
    bandwidth_row <- data.frame(bandwidth = plain(bw), criterion = NA_real_, chosen = TRUE)
    minima <- rbind(minima[names(bandwidth_row)], bandwidth_row)
    depth <- rep(0, nrow(minima))
  } else {
    depth <- pmin(minima$depth_left, minima$depth_right, na.rm = TRUE)
  }
  kept_rows <- utils::head(order(!minima$chosen, -depth), most)
  kept_rows <- kept_rows[order(minima$bandwidth[kept_rows])]
  minima[kept_rows, c("bandwidth", "criterion", "chosen")]
}

# The embedding of points x, as the user gave them, at bandwidth h. The components of the graph are
# counted, not warned of.
#   n_components  number of coordinates;  method: a function such as embed_eigenmaps()
#   dots          list of its further arguments
embed_at <- function(h, x, n_components, method, dots) {
  embedding <- muffle(
    do.call(method, c(list(x, n_components, bandwidth = h), dots), quote = TRUE),
    c("lapscale_warning_disconnected", "lapscale_warning_isolated")
  )
  refuse_if(!inherits(embedding, "lapscale_embedding"),
            "`method` must return an embedding, not {describe(embedding)}.")
  embedding
}

# Prints the scales.
#   x  of embed_scales(): embeddings (a list), scales (data frame with a row per scale: scale, its
#      number; bandwidth; criterion, or NA; pieces, the number of components; chosen; and perhaps
#      selector)
#' @rdname embed_scales
#' @export
print.lapscale_scales <- function(x, ...) door({
  first <- x$embeddings[[1]]
  cat(
    embedding_title(first), " at ", count(nrow(x$scales), "scale"), ": ",
    count(nrow(first$coordinates), "point"), " in ", count(n_coordinates(first), "coordinate"),
    "\n", sep = ""
  )
  table <- x$scales
  table$chosen <- ifelse(table$chosen, "<-", "")
  if (all(is.na(table$criterion))) table$criterion <- NULL
  number_columns <- intersect(c("bandwidth", "criterion"), names(table))
  table[number_columns] <- lapply(table[number_columns], signif, 4)
  names(table)[match(c("pieces", "chosen"), names(table))] <- c("components", "")
  print(table, row.names = FALSE)
  invisible(x)
}, ...)

#' @rdname embed_scales
#' @export
tidy.lapscale_scales <- function(x, ...) door(x$scales, ...)

#' @rdname embed_scales
#' @param row.names,optional As in [as.data.frame()].
#' @export
as.data.frame.lapscale_scales <- function(x, row.names = NULL, optional = FALSE, ...) door({
  table <- do.call(rbind, lapply(x$scales$scale, function(scale) {
    y <- unname(aligned_coordinates(x, scale))
    keys <- data.frame(scale, bandwidth = x$scales$bandwidth[[scale]], row = seq_len(nrow(y)))
    cbind(keys, coordinate_table(y))
  }))
  with_row_names(table, row.names)
}, ...)

#' @rdname embed_scales
#' @export
glance.lapscale_scales <- function(x, ...) door({
  rows <- do.call(rbind, lapply(x$embeddings, glance))
  # What draws is mostly the selector, once for all of them.
  rows$seed[is.na(rows$seed)] <- origin_of(x)$seed
  cbind(scale = x$scales$scale, rows)
}, ...)

#' @rdname embed_scales
#' @export
`[.lapscale_scales` <- function(x, i) door({
  if (missing(i)) return(x)
  n <- length(x$embeddings)
  rows <- if (is.numeric(i) || is.logical(i)) seq_len(n)[i]
  refuse_if(!length(rows) || anyNA(rows),
            "`i` must choose one or more of the {n} scale{?s}, not {describe(i)}.")
  x$embeddings <- x$embeddings[rows]
  x$scales <- x$scales[rows, , drop = FALSE]
  x$scales$scale <- seq_along(rows)
  x
})

#' @rdname embed_scales
#' @export
as.matrix.lapscale_scales <- function(x, ...) as.matrix(chosen_embedding(x))

#' @rdname embed_scales
#' @export
predict.lapscale_scales <- function(object, ...) stats::predict(chosen_embedding(object), ...)

#' @rdname embed_scales
#' @export
augment.lapscale_scales <- function(x, ...) augment(chosen_embedding(x), ...)

#' @rdname embed_scales
#' @export
screeplot.lapscale_scales <- function(x, ...) {
  stats::screeplot(chosen_embedding(x), ...)
  invisible(x)
}

# The coordinates at a scale, n_given x s, rotated to agree with those at the chosen one.
#   x      of embed_scales(): embeddings, a list with one for each scale
#   scale  number of the scale
aligned_coordinates <- function(x, scale) {
  # n_given x s at this scale, and at the chosen one.
  both_y <- lapply(x$embeddings[c(scale, chosen_scale(x))], `[[`, "coordinates")
  apply_map(both_y[[1L]], find_alignment(both_y[[1L]], both_y[[2L]], scale = FALSE))
}

# The number of the scale that the selector chose, 1 if it chose none of them.
#   x  of embed_scales(): scales, a data frame with a row per scale, chosen TRUE in one at most
chosen_scale <- function(x) match(TRUE, x$scales$chosen, nomatch = 1L)

# The embedding at the scale that is chosen among several.
#   x  of embed_scales(): embeddings, a list with one for each scale
chosen_embedding <- function(x) x$embeddings[[chosen_scale(x)]]
