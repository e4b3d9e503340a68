#' Local tangent space alignment
#'
#' @description
#' Computes a low-dimensional embedding that is, around each point, as close as possible to an
#' affine map of the coordinates in the tangent plane.
#'
#' **When to use it.** Use it to unroll a surface that can be laid flat without stretching. The
#' result is the flat surface up to one affine map, so lengths along different coordinates are not
#' comparable. `embed_lle(method = "hessian")` usually gives a similar result, and is faster in few
#' dimensions.
#'
#' @details
#' The tangent plane at a point is spanned by the `n_components` leading principal components of the
#' point and its `k` nearest neighbors. Let \eqn{\Theta_i}{Theta_i} be their coordinates in the
#' plane and a column of ones, \eqn{Q_i} the projection on the orthogonal complement of these
#' columns, and \eqn{Y_i} the rows of the point and its neighbors in the embedding. The embedding
#' minimizes \eqn{\sum_i \|Q_i Y_i\|^2}{sum_i |Q_i Y_i|^2} among matrices with centered,
#' uncorrelated columns of mean square 1. The columns are eigenvectors of a sparse matrix, computed
#' as in [embed_lle()]. If the neighbors span fewer directions, the plane has fewer dimensions.
#'
#' Rows that coincide count as one point, and get the same coordinates. There is no argument
#' `weights`, because the tangent plane at a point does not depend on how many observations the
#' point stands for. New points are placed by the weights that reconstruct them from their nearest
#' points, as in [embed_lle()].
#'
#' **Components.** If the graph has several connected components, see [embed_lle()].
#'
#' @inheritParams embed_lle
#' @param n_components Number of coordinates, and the dimension of the tangent planes. The default
#'   is 2.
#' @param k Number of nearest neighbors, above `n_components` and below `n`. If `NULL` (the
#'   default), it is 12, or all other points if there are fewer. Planes are bent if neighbors reach
#'   over a fold, and uncertain if there are few: with noise compare several values by the
#'   `trustworthiness` of [embed_quality()].
#' @param ... Settings by name, see [lapscale_settings]: those of the points (`metric`, `na_action`,
#'   `reduced`) and of the run (`n_threads`, `progress`).
#' @return A [lapscale_embedding] of class `lapscale_ltsa`:
#'   - `as.matrix(e)`, the coordinates, n x s, with mean square 1;
#'   - `e$eigenvalues`, the eigenvalues of the sum of the \eqn{Q_i}, increasing.
#' @section Errors and warnings:
#' The same as in [embed_lle()] with `method = "hessian"`.
#' @references Zhang, Z. and Zha, H. (2004). Principal manifolds and nonlinear dimensionality
#'   reduction via tangent space alignment. *SIAM Journal on Scientific Computing* 26, 313-338.
#'   \doi{10.1137/S1064827502419154}
#' @seealso [embed_lle()] with its methods `"modified"` and `"hessian"`, [embed_isomap()],
#'   [predict.lapscale_embedding()] for new points.
#' @examples
#' x <- sample_swiss_roll(400, seed = 1)
#' plot(embed_ltsa(x, 2, k = 12), colour = attr(x, "parameters")[, 1])
#' plot(embed_ltsa(swiss, 2, k = 15, scale = TRUE), names = TRUE)
#' @export
embed_ltsa <- function(x, n_components = 2L, k = NULL,
                       components = c("keep", "error", "largest", "each", "connect"),
                       scale = FALSE, ...) door({
  components <- check_choice(components, component_policies, "components")
  embed_by("ltsa", x, list(k = k, ridge = 1e-3, method = "tangent"), arguments())
}, .takes = list("points", "run"))

# LTSA, as new_embedding_method() describes an embedding: like LLE with weights of tangent planes.
ltsa_embedding <- function() new_embedding_method(
  "ltsa", "Local tangent space alignment", embed_ltsa,
  prepare_lle, fit_lle, extend_barycentric, tunable = "k"
)
