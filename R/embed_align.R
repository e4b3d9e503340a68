#' Align an embedding with another
#'
#' @description
#' Rotates, reflects, and shifts the coordinates of an embedding so that they agree as closely as
#' possible with those of another embedding of the same points (Procrustes analysis). Embeddings
#' that differ only by a choice of axes become equal.
#'
#' **When to use it.** Use it to compare two embeddings in plots, or an embedding with known
#' coordinates.
#'
#' @details
#' Let \eqn{A} be the centered coordinates of `e`, \eqn{B} those of `target`, and \eqn{A'B = U S V'}
#' the singular value decomposition. The rotation is \eqn{U V'}, and the scale is 1 or
#' \eqn{\mathrm{tr}(S) / |A|^2}{tr(S) / |A|^2}. The center becomes that of `target`. This minimizes
#' the sum of squared differences (Gower and Dijksterhuis, 2004). Rows without coordinates in one of
#' the two are not used.
#'
#' Rows are matched by their names, with a message if the order differs, if both have the same row
#' names, each once. Otherwise they are matched by position, with a warning if some names are in both
#' but not in the same rows.
#'
#' After a rotation the coordinates no longer have one eigenvalue each, so the eigenvalues are `NA`.
#'
#' @param e A [lapscale_embedding], or a numeric matrix with one row per point.
#' @param target The embedding or matrix to align with, with as many rows and columns as `e`.
#' @param scale If `TRUE`, the coordinates are also multiplied by a number. The default is `FALSE`.
#' @param ... Not used.
#' @return An object of the same class as `e`, with the new coordinates. After an alignment
#'   [predict()][predict.lapscale_embedding] moves new points in the same way.
#' @section Errors and warnings:
#' - `lapscale_error_argument`, naming `e`, `target`, or `scale`;
#' - `lapscale_message_reordered` if rows were matched by names in another order;
#' - `lapscale_warning_names` if they were matched by position although their names disagree.
#' @references Gower, J. C. and Dijksterhuis, G. B. (2004). *Procrustes Problems*. Oxford University
#'   Press.
#' @seealso [embed_scales()], which aligns the embeddings that it plots.
#' @examples
#' x <- sample_swiss_roll(300, seed = 1)
#' flat <- attr(x, "parameters")[, c("arc_length", "height")]
#' e <- embed_align(embed_isomap(x, 2, k = 10), flat)
#' plot(as.matrix(e)[, 1], flat[, 1])
#' # Isomap of the Swiss provinces, turned to their principal components.
#' scores <- prcomp(swiss, scale. = TRUE)$x[, 1:2]
#' plot(embed_align(embed_isomap(swiss, 2, k = 10, scale = TRUE), scores))
#' @export
embed_align <- function(e, target, scale = FALSE, ...) door({
  scale <- check_flag(scale, "scale")
  refuse_if(missing(target), "`target` is missing: the embedding or matrix to align with.")
  # Coordinates n x s; a row may be NA.
  y <- resolve_coordinates(e, "e")
  target <- resolve_coordinates(target, "target")
  refuse_if(!identical(dim(y), dim(target)),
            "`target` must have the {nrow(y)} rows and {ncol(y)} column{?s} of `e`, not
             {nrow(target)} and {ncol(target)}.")
  target <- in_row_order(target, y)
  in_both <- stats::complete.cases(y, target)
  at_one_place <- c(target = is_one_place(target[in_both, , drop = FALSE]),
                    e = is_one_place(y[in_both, , drop = FALSE]))
  refuse_first(names(which(at_one_place)),
               "`{first}` needs two places in rows that are NA in neither.")
  # The similarity y -> y linear + shift: list(linear, s x s; shift, length s).
  map <- find_alignment(y, target, scale)
  if (is_embedded(e)) moved_embedding(e, map) else apply_map(y, map)
}, ...)

# The target with its rows in the order of y if both have the same row names, each once; otherwise
# as it is, with a warning if a name of y is that of another row of the target.
#   target, y  coordinates, n x s, with or without row names
# `position` is for each row of y the row of the target with its name, or NA.
in_row_order <- function(target, y) {
  position <- match(rownames(y), rownames(target))
  if (identical(rownames(y), rownames(target)) || all(is.na(position))) return(target)
  if (anyNA(position) || anyDuplicated(position)) {
    # Of repeated names match() finds the first row.
    n_moved <- sum(!is.na(position) & rownames(y) != rownames(target))
    warn_if(n_moved,
            c("Row names of `target` are not those of `e`: rows are matched by position, and {n_moved}
               name{?s} of `e` belong{?s/} to another row of `target`.",
              i = "If both have the same names, each once, rows are matched by them."), "names")
    return(target)
  }
  inform("The rows of `target` are matched with those of `e` by their names, as the order differs.",
         "reordered")
  target[position, , drop = FALSE]
}

# Whether all rows of the coordinates y, n x s, none of them NA, are equal; TRUE without rows.
is_one_place <- function(y) {
  nrow(y) == 0L || all(y == rep(y[1L, ], each = nrow(y)))
}

# The similarity y -> y A + b, of a rotation or reflection A, that comes nearest to the target in
# the sum of squares: list(linear = A, s x s; shift = b, length s). If all rows of y, or of the
# target, are equal, all rotations fit equally: no_move(), which moves nothing.
#   y, target  coordinates, n x s, of which rows with NA in either are left out
#   scale      whether A may also be multiplied by a number
find_alignment <- function(y, target, scale) {
  in_both <- stats::complete.cases(y, target)
  y <- y[in_both, , drop = FALSE]
  target <- target[in_both, , drop = FALSE]
  if (is_one_place(y) || is_one_place(target)) return(no_move(ncol(y)))
  # Each list(center, length s; size, a number; offset, a matrix): the rows are center + size *
  # offset.
  source_offsets <- offsets_from_center(y)
  target_offsets <- offsets_from_center(target)
  decomposition <- svd(crossprod(source_offsets$offset, target_offsets$offset))
  size_ratio <- if (scale) {
    sum(decomposition$d) / sum(source_offsets$offset^2) *
      (target_offsets$size / source_offsets$size)
  } else {
    1
  }
  linear <- size_ratio * tcrossprod(decomposition$u, decomposition$v)
  shift <- target_offsets$center - drop(source_offsets$center %*% linear)
  list(linear = linear, shift = unname(shift))
}

# The map that moves nothing, in s coordinates, as of find_alignment(): list(linear, s x s; shift,
# length s).
no_move <- function(s) list(linear = diag(s), shift = numeric(s))

# The coordinates y, n x s, as center (length s) + size (a number) * offset (n x s), so that squares
# of the offset neither overflow nor vanish: list(center, size, offset).
offsets_from_center <- function(y) {
  center <- colMeans(y)
  deviation <- sweep(y, 2L, center)
  list(center = center, size = max(abs(deviation)), offset = deviation / max(abs(deviation)))
}

# The coordinates y, m x s, moved by a similarity.
#   map  list(linear, s x s; shift, length s)
apply_map <- function(y, map) {
  new_y <- y %*% map$linear + rep(map$shift, each = nrow(y))
  dimnames(new_y) <- dimnames(y)
  new_y
}

# Returns the embedding e with its coordinates, and those of new points, moved by a similarity. Its
# eigenvalues, residuals, and scree become NA, as they are not those of the new columns.
#   e    of new_embedding(): coordinates (n_given x s), eigenvalues and residuals (length s), scree
#        (the eigenvalues that were computed, s or more), settings (bottom: the scree next to 0,
#        removed), model (map: how new points are moved so far, of find_alignment(), NULL: not at
#        all; the model itself is NULL if new points have no place)
#   map  list(linear, s x s; shift, length s)
moved_embedding <- function(e, map) {
  e$coordinates <- apply_map(e$coordinates, map)
  e$eigenvalues[] <- e$residuals[] <- e$scree[] <- NA_real_
  if (!is.null(e$model)) {
    map_before <- e$model$map %||% no_move(n_coordinates(e))
    shift <- drop(map_before$shift %*% map$linear) + map$shift
    e$model$map <- list(linear = map_before$linear %*% map$linear, shift = shift)
  }
  e$settings$bottom <- NULL
  e
}
