#' Local tangent space alignment
#'
#' Lays a surface flat: coordinates that are, around each point, as near as can be to an affine map
#' of the coordinates in its tangent plane. A surface that can be unrolled without stretching is
#' unrolled up to an affine map of the whole.
#'
#' @details
#' The tangent plane at a point is that of the `n_components` leading principal components of the
#' point and its `k` nearest neighbors. With \eqn{\Theta_i}{Theta_i} their coordinates in it and a
#' column of ones, \eqn{Q_i} the projection on what is orthogonal to these columns, and \eqn{Y_i}
#' the rows of the point and its neighbors, the embedding minimizes \eqn{\sum_i \|Q_i Y_i\|^2}{sum_i
#' |Q_i Y_i|^2} among matrices with centered, uncorrelated columns of mean square 1. These are
#' eigenvectors of a sparse matrix, found as in [embed_lle()]. Neighbors that span fewer directions
#' have a plane of fewer.
#'
#' Because columns are scaled to the same spread, lengths along them are not comparable. Points that
#' coincide get the mean of their coordinates. New points are placed by the weights that reconstruct
#' them from their nearest points, as in [embed_lle()].
#'
#' `embed_lle(method = "hessian")` looks at second derivatives alone: it is quicker in few
#' dimensions, needs more neighbors in many, and finds much the same.
#'
#' **Components.** As in [embed_lle()].
#'
#' @inheritParams embed_lle
#' @param n_components Number of coordinates, and the dimension of the tangent planes.
#' @param k Number of nearest neighbors, above `n_components` and below `n`; default 12, or what
#'   there is.
#' @return A [lapscale_embedding] of class `lapscale_ltsa`; `eigenvalues` are those of
#'   \eqn{\sum_i Q_i}{sum_i Q_i}, increasing.
#' @section Errors and warnings:
#' As [embed_lle()].
#' @references Zhang, Z. and Zha, H. (2004). Principal manifolds and nonlinear dimensionality
#'   reduction via tangent space alignment. *SIAM Journal on Scientific Computing* 26, 313-338.
#'   \doi{10.1137/S1064827502419154}
#' @seealso [embed_lle()] with its methods `"modified"` and `"hessian"`.
#' @examples
#' x <- sample_swiss_roll(400, seed = 1)
#' plot(embed_ltsa(x, 2, k = 12), colour = attr(x, "parameters")[, 1])
#' @export
embed_ltsa <- function(x, n_components = 2L, k = NULL,
                       components = c("keep", "error", "largest", "each", "connect"),
                       na_action = "error", scale = FALSE, n_threads = NULL, progress = NULL,
                       ...) door({
  components <- check_choice(components, component_policies, "components")
  embed_by(
    ltsa_embedding(), x, list(k = k, ridge = 1e-3, method = "tangent"), n_components,
    components = components, na_action = na_action, scale = scale, n_threads = n_threads,
    progress = progress
  )
}, ...)

ltsa_embedding <- function() {
  new_embedding_method(
    "ltsa", "Local tangent space alignment", prepare_lle, fit_lle, extend_barycentric,
    tunable = "k"
  )
}
