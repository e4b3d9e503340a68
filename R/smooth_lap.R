#' @exportS3Method mgcv::smooth.construct
smooth.construct.lap.smooth.spec <- function(object, data, knots) door({
  xt <- check_term_settings(object$xt)
  rows <- term_rows(object$term, data)
  points <- term_points(xt$points %||% rows, object$term)
  size <- check_term_size(object$bs.dim, nrow(points$x), nrow(unique(rows)))
  power <- check_term_power(object$p.order)
  runtime <- new_runtime(NULL, FALSE)
  check_memory(8 * nrow(rows) * size * 4, "k", paste(size, "functions of", nrow(rows), "rows"))
  object$basis <- new_term_basis(points, resolve_term_graph(xt, nrow(points$x)), size, power, runtime)
  object$far <- xt$far %||% "na"
  object$X <- extend_basis(object$basis, rows, runtime, object$far)
  refuse_if(anyNA(object$X),
            c("`points` must reach all rows of the data: {sum(is.na(object$X[, 1L]))} of them are
               too far from all points.",
              i = "Add the rows of the data to `points`."))
  object$S <- list(diag(object$basis$penalty))
  object$bs.dim <- object$df <- size
  object$rank <- size - 1L
  object$null.space.dim <- 1L
  object$p.order <- power
  # What came with the call is in the basis, and may be large.
  object$xt <- NULL
  class(object) <- "lap.smooth"
  object
})

#' @exportS3Method mgcv::Predict.matrix
Predict.matrix.lap.smooth <- function(object, data) door({
  extend_basis(object$basis, term_rows(object$term, data), new_runtime(NULL, FALSE), object$far)
})

# The grid of a picture covers places without points.
#' @export
plot.lap.smooth <- function(x, ...) muffle(NextMethod(), "lapscale_warning_far")

# Returns the variables of the term as a matrix, m x r.
term_rows <- function(names, data) {
  columns <- lapply(names, function(name) {
    column <- data[[name]]
    refuse_if(!is.numeric(column),
              c("`{name}` must be numeric in a term with bs = \"lap\", not {describe(column)}.",
                i = "A factor can be `by`, or a term of its own."))
    as.double(column)
  })
  rows <- matrix(unlist(columns), ncol = length(names), dimnames = list(NULL, names))
  refuse_first(names[colSums(!is.finite(rows)) > 0],
               "`{first}` must be finite in a term with bs = \"lap\".")
  rows
}

# Checks the points of a term, and leaves each place once.
term_points <- function(points, names) {
  columns <- column_names(points)
  if (length(dim(points)) == 2L && !is.null(columns) && all(names %in% columns)) {
    points <- points[, names, drop = FALSE]
  }
  refuse_if(length(dim(points)) != 2L || ncol(points) != length(names),
            "`points` must have the columns of the term, {in_quotes(names, \"`\")}, not
             {ncol(points) %||% 0} column{?s}.")
  checked <- as_points(points, arg = "points")
  checked <- take_points(checked, places_of(checked$x)$first)
  checked$columns <- names
  check_spread(checked$x, "points", names)
  checked
}

check_term_settings <- function(xt) {
  refuse_if(!is.null(xt) && !is.list(xt), "`xt` must be a list, not {describe(xt)}.")
  known <- c("points", "bandwidth", "graph", "far")
  refuse_first(setdiff(names(xt), known),
               "`xt` has no entry `{first}`; its entries are {in_quotes(known, \"`\")}.")
  if (!is.null(xt$far)) xt$far <- check_far(xt$far)
  xt
}

check_term_power <- function(power) {
  refuse_if(length(power) != 1L, "`m` must be a single number, not {describe(power)}.")
  if (is.na(power)) default_power else check_number(power, "m", above = 0)
}

default_power <- 2

# Returns the number of basis functions.
check_term_size <- function(size, n_points, n_rows) {
  if (size < 0) return(min(default_size, n_points, max(3L, n_rows %/% 2L)))
  refuse_if(size > n_points,
            "`k` = {size} must be at most the number of different rows, {n_points}.")
  check_count(size, "k", min = 3)
}

default_size <- 50L
